//! Scenario files from strangers: thousands of mutated files are each an error with line and column, or a scenario; never a panic,
//! never a hang.
//!
//! [`Mutator`] makes the files, each from a number alone, so that a failure names all that is needed to see it again. It is public
//! within the tests: what it makes, and the loader accepts, can also be run.

use std::time::{Duration, Instant};

use hopscope::rng::{Owner, Purpose, Stream};
use hopscope::scenario::{ScenarioError, gallery, parse_bytes};

/// Files of this many numbers are tried. Every number is another file.
const FILES: u64 = 20_000;

/// The longest that one file may take to load, in an unoptimised build on a busy machine.
const LONGEST: Duration = Duration::from_secs(5);

/// Values that are at the edge of something.
const VALUES: [&str; 34] = [
    "-1",
    "0",
    "1",
    "2",
    "4097",
    "1e308",
    "-1e308",
    "1e999",
    "NaN",
    "inf",
    "-inf",
    "18446744073709551615",
    "18446744073709551616",
    "0.5",
    "-0.0",
    "\"\"",
    "\"0 s\"",
    "\"1 ns\"",
    "\"-1 s\"",
    "\"1e400 s\"",
    "\"NaN s\"",
    "\"1e18 s\"",
    "\"0 B\"",
    "\"1e-320 W\"",
    "\"0 m\"",
    "\"1e30 m\"",
    "\"9e18 b/s\"",
    "None",
    "Some(3)",
    "Vegas",
    "RandomWaypoint(speed: 1)",
    "()",
    "[]",
    "\"n9\"",
];

/// Names that exist somewhere, or nowhere.
const NAMES: [&str; 16] = [
    "seed", "hops", "from", "to", "rate", "mac", "name", "at", "Tcp", "Udp", "Cbr", "Ring", "Grid", "Disk", "nonsense",
    "r#x",
];

/// Makes wrong (and sometimes right) scenario files out of the gallery.
pub(crate) struct Mutator {
    random: Stream,
}

impl Mutator {
    /// The maker of file `number`.
    pub(crate) fn new(number: u64) -> Self {
        Self { random: Stream::new(number, Owner::Run, Purpose::Placement) }
    }

    /// The file: one of the gallery with one to four changes.
    pub(crate) fn file(&mut self) -> Vec<u8> {
        let files = gallery();
        let mut bytes = files[self.below(files.len())].1.as_bytes().to_vec();
        for _ in 0..=self.below(4) {
            self.mutate(&mut bytes);
        }
        bytes
    }

    fn below(&mut self, end: usize) -> usize {
        self.random.below(u32::try_from(end).unwrap_or(u32::MAX)) as usize
    }

    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let at = self.below(bytes.len());
        match self.below(11) {
            0 => bytes[at] = self.random.below(256).to_le_bytes()[0],
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, b"()[]{},:\"'/*\\#"[self.below(14)]),
            3 => bytes.truncate(at),
            4 => {
                let end = (at + self.below(40)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                let to = self.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            5 => {
                let deep = ["(", "[", "{", "Some(", "/*", "[(a:"][self.below(6)].repeat(self.below(3_000));
                bytes.splice(at..at, deep.into_bytes());
            }
            6 => self.exchange_nodes(bytes),
            7 => self.replace(bytes, u8::is_ascii_alphabetic, &NAMES),
            _ => self.replace_value(bytes),
        }
    }

    /// Puts one of `words` in the place of a run of bytes that are `part` of a word.
    fn replace(&mut self, bytes: &mut Vec<u8>, part: impl Fn(&u8) -> bool, words: &[&str]) {
        let from = self.below(bytes.len());
        let Some(start) = (from..bytes.len()).find(|&at| part(&bytes[at])) else { return };
        let end = (start..bytes.len()).find(|&at| !part(&bytes[at])).unwrap_or(bytes.len());
        let word = words[self.below(words.len())];
        bytes.splice(start..end, word.bytes());
    }

    /// Puts an extreme value in the place of what follows a colon.
    fn replace_value(&mut self, bytes: &mut Vec<u8>) {
        let from = self.below(bytes.len());
        let Some(colon) = (from..bytes.len()).find(|&at| bytes[at] == b':') else { return };
        let end = (colon + 1..bytes.len()).find(|&at| matches!(bytes[at], b',' | b')' | b'\n')).unwrap_or(bytes.len());
        let value = VALUES[self.below(VALUES.len())];
        bytes.splice(colon + 1..end, value.bytes());
    }

    /// Makes a flow or link lead back to where it begins, or elsewhere.
    fn exchange_nodes(&mut self, bytes: &mut Vec<u8>) {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let names = ["\"n0\"", "\"a\"", "\"b\"", "0", "1", "\"s0\"", "\"middle\""];
        let (field, name) = (["from: ", "to: ", "flow: "][self.below(3)], names[self.below(names.len())]);
        if let Some(at) = text.find(field) {
            let start = at + field.len();
            let end = text[start..].find([',', ')']).map_or(text.len(), |length| start + length);
            *bytes = [&text[..start], name, &text[end..]].concat().into_bytes();
        }
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a hang is measured with the clock on the wall")]
fn a_mutated_file_is_an_error_with_its_place_or_a_scenario() {
    let (mut good, mut bad) = (0, 0);
    for number in 0..FILES {
        let file = Mutator::new(number).file();
        let start = Instant::now();
        let result = parse_bytes("fuzz.ron", &file, &[""; 0]);
        assert!(start.elapsed() < LONGEST, "file {number} takes {:?} to load", start.elapsed());
        match result {
            Ok(scenario) => {
                good += 1;
                let again = parse_bytes("fuzz.ron", scenario.text.as_bytes(), &[""; 0]);
                assert_eq!(again.as_ref(), Ok(&scenario), "file {number} reads otherwise the second time");
            }
            Err(ScenarioError::Read { message, .. }) => assert!(message.starts_with("larger than"), "file {number}"),
            Err(ScenarioError::Invalid(problems)) => {
                bad += 1;
                assert!(!problems.is_empty(), "file {number} is refused without a reason");
                for problem in &problems {
                    let lines = file.split(|byte| *byte == b'\n').count();
                    assert!((1..=lines).contains(&problem.line) && problem.column >= 1, "file {number}: {problem}");
                    assert!(
                        !problem.message.is_empty() && problem.to_string().len() < 4_000,
                        "file {number}: {problem}"
                    );
                }
            }
        }
    }
    // Both ways are taken, or the mutations say nothing.
    assert!(good > FILES / 20 && bad > FILES / 4, "{good} good, {bad} bad");
}

#[test]
fn a_mutated_override_is_an_error_with_its_place_or_a_scenario() {
    let paths = [
        "seed",
        "duration",
        "flows[0].transport.max_window",
        "flows[0].transport.controller",
        "topology.hops",
        "mac.cw_min",
        "links[0].delay",
        "radio.data_rate",
        "topology[0].at",
        "energy.battery.energy",
        "flows[9].to",
        "flows[0].from",
        "script[0].do.flow",
        "a..b",
        "[",
        "",
    ];
    for (name, text) in gallery() {
        for path in paths {
            for value in VALUES.iter().chain(&["", ")", "1)", "3 // x", "\"", "\\", "a b", "((((", "/*", "\u{e9}"]) {
                let item = format!("{path}={value}");
                match hopscope::scenario::parse(name, text, &[&item]) {
                    Ok(scenario) => assert_ne!(scenario.text, "", "{name} {item}"),
                    Err(error) => assert!(error.problems().iter().all(|p| p.line >= 1), "{name} {item}: {error}"),
                }
            }
        }
    }
}

fn many(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect()
}

/// Files near the size limit, each made to be slow for somebody: many fields, many names, long lines, deep comments.
fn large_files() -> Vec<(&'static str, String)> {
    let nodes = many(4_096, |i| format!("(name:\"a node with a rather long name {i}\"),"));
    let head = format!("(duration:\"1 s\",topology:Nodes([{nodes}]),");
    let flows = many(1_024, |i| format!("(from:\"a node with a rather long nam {i}\",to:{i}),"));
    let script = many(9_000, |i| format!("(at:\"{i} s\",do:NodeOff(node:\"a node with a rothe {i}\")),"));
    let column = many(4_096, |i| format!("(at:(\"0 m\",\"{i}00 m\")),"));
    vec![
        ("unknown fields", format!("({})", "x:1,".repeat(250_000))),
        ("doubled fields", format!("({}{})", "x:1,".repeat(120_000), "seed:1,".repeat(70_000))),
        ("unknown variants", format!("(flows:[{}])", "(traffic:Blk),".repeat(1_024))),
        ("unknown nodes of flows", format!("{head}flows:[{flows}])")),
        ("unknown nodes of a script", format!("{head}script:[{script}])")),
        ("nodes in a column", format!("(duration:\"1 s\",topology:Nodes([{column}]))")),
        ("comments", format!("({}seed{}:1)", "/*".repeat(200_000), "*/".repeat(200_000))),
        ("white space", format!("(seed{}:1)", "\n".repeat(1_000_000))),
        ("names in a tuple", format!("({})", "a,".repeat(500_000))),
        ("one long name", format!("({}:1)", "a".repeat(1_000_000))),
        ("one long text", format!("(title:\"{}\")", "\u{e9}".repeat(500_000))),
        ("one long number", format!("(seed:{})", "1".repeat(1_000_000))),
    ]
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a hang is measured with the clock on the wall")]
fn a_large_file_takes_bounded_time() {
    for (what, text) in large_files() {
        let start = Instant::now();
        let result = hopscope::scenario::parse("large.ron", &text, &[""; 0]);
        assert!(start.elapsed() < LONGEST, "{what} takes {:?}", start.elapsed());
        assert_eq!(result.is_ok(), what == "nodes in a column", "{what}");
    }
}
