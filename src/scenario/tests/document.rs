//! Texts and spans.

use super::super::document::{Document, Kind};

#[test]
fn what_ron_allows_is_read() {
    let text = "#![enable(implicit_some)]\n// a\n/* b /* c */ */ Name ( one : 1_000, two: [0x1F, -2.5e-3, +4, .5,],\n\
        three: r#\"a\"b\"#, four: \"q\\\"\\u{e9}\\n\", five: ('x', true, None), six: {1: \"a\"}, r#type: Some(3),) // end";
    let document = Document::parse(text).unwrap();
    let root = document.root();
    assert_eq!(root.name(), Some("Name"));
    assert_eq!(root.field("one").unwrap().integer(), Some(1_000));
    let two = root.field("two").unwrap().items().unwrap();
    let numbers: Vec<Option<f64>> = two.iter().map(super::super::document::Node::number).collect();
    assert_eq!(numbers, [Some(31.0), Some(-0.0025), Some(4.0), Some(0.5)]);
    assert_eq!(root.field("three").unwrap().text(), Some("a\"b"));
    assert_eq!(root.field("four").unwrap().text(), Some("q\"\u{e9}\n"));
    assert!(matches!(&root.field("five").unwrap().kind, Kind::Tuple(None, items) if items.len() == 3));
    assert_eq!(root.field("type").unwrap().some().unwrap().integer(), Some(3));
    assert_eq!(document.to_string(), text);
}

#[test]
fn what_is_written_is_found() {
    let text = "(flows: [(to: 1), (transport: Tcp(controller: Reno))], topology: Nodes([(name: \"a\")]))";
    let document = Document::parse(text).unwrap();
    let at = |path: &str| document.locate(path).map(|span| &text[span.start..span.end]);
    assert_eq!(at("flows[0].to"), Some("1"));
    assert_eq!(at("flows[1].transport.controller"), Some("Reno"));
    assert_eq!(at("topology[0].name"), Some("\"a\""));
    for path in ["flows[2]", "flows[0].from", "flows[0].to.x", "flows[", "", ".", "[x]"] {
        assert_eq!(at(path), None, "{path}");
    }
}

#[test]
fn what_is_no_ron_is_said_with_its_place() {
    for (text, start, message) in [
        ("", 0, "expected a value, but the text ends here"),
        ("(a: 1", 5, "expected `,` or `)`, but the text ends here"),
        ("(a: 1 b: 2)", 6, "expected `,` or `)`, not `b`"),
        ("(a: 1, 2)", 7, "expected a name, not `2`"),
        ("(a 1)", 3, "expected `,` or `)`, not `1`"),
        ("(a: )", 4, "expected a value, not `)`"),
        ("(a: 1) x", 7, "expected the end of the text, not `x`"),
        ("(a: \"x", 4, "this text is never closed with `\"`"),
        ("(a: r#\"x\")", 4, "this text is never closed with `\"#`"),
        ("/* a", 0, "this comment is never closed"),
        ("(a: 12ms)", 4, "`12ms` is not a number; a quantity with its unit stands in quotes"),
        ("(a: \"\\q\")", 5, "unknown escape in a text; write `\\\\` for a backslash"),
        ("(a: 'ab')", 4, "a text stands in double quotes"),
        ("[1, 2}", 5, "expected `,` or `]`, not `}`"),
        ("{1 2}", 3, "expected `:`, not `2`"),
        ("(a: \u{1}1)", 4, "expected a value, not `\\u{1}`"),
    ] {
        let error = Document::parse(text).unwrap_err();
        assert_eq!((error.span.start, error.message.as_str()), (start, message), "{text}");
    }
}

#[test]
fn depth_is_bounded() {
    for open in ["(", "[", "{", "A(", "(a:", "[Some("] {
        let error = Document::parse(&open.repeat(100_000)).unwrap_err();
        assert_eq!(error.message, "nested deeper than 64 levels", "{open}");
    }
    let nested = format!("{}{}", "[".repeat(64), "]".repeat(64));
    assert!(Document::parse(&nested).is_ok());
    assert!(Document::parse(&"/*".repeat(100_000)).is_err());
}
