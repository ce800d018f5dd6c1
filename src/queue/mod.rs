//! Queues: what waits for a medium or a wire, in which order, and who has to go when there is no room.
//!
//! A queue is a plain value: items go in by `offer`, come out by `take`, and what is refused or displaced is handed back to the
//! caller, who knows what a drop means. Order is first in, first out, except that routing packets overtake data as
//! [`drop_tail::PriorityRule`] says. Source: spec/wireless.md 7.1.

pub mod drop_tail;
