//! Tests of the whole way from text to scenario.

mod docs;
mod document;
mod errors;
mod gallery;
mod limits;
mod overrides;
mod routing;
mod script;
mod values;

use super::{Scenario, parse};

const NONE: [&str; 0] = [];

/// The scenario that `text` is; panics with the problems if it is none.
fn good(text: &str) -> Scenario {
    parse("t.ron", text, &NONE).unwrap_or_else(|error| panic!("{error}"))
}

/// What is said about `text`, which must not be a scenario.
fn bad(text: &str) -> String {
    match parse("t.ron", text, &NONE) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(error) => error.to_string(),
    }
}

/// The messages alone, each with its line and column.
fn messages(text: &str) -> Vec<String> {
    let error = parse("t.ron", text, &NONE).expect_err("not a scenario");
    error.problems().iter().map(|p| format!("{}:{} {}", p.line, p.column, p.message)).collect()
}

/// A scenario of two wired nodes, with `more` fields.
fn wired(more: &str) -> String {
    let nodes = r#"topology: Nodes([(name: "a"), (name: "b")]),"#;
    let links = r#"links: [(from: "a", to: "b", bandwidth: "1 Mb/s", delay: "1 ms")],"#;
    format!("(duration: \"10 s\", {nodes} {links}\n{more})")
}

/// A scenario of a four-hop chain, with `more` fields.
fn chain(more: &str) -> String {
    format!("(duration: \"10 s\", topology: Chain(hops: 4),\n{more})")
}
