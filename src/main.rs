//! The `hopscope` program.

fn main() {}
