//! Rules about the text of one file: its length, words that mean "unfinished", paths that exist on one machine only.
//!
//! The forbidden words are put together from halves, so that this file does not contain them.

use super::{Breach, File, has_extension};

/// A file has one job; beyond this length it has two.
const MAX_LINES: usize = 600;

/// Files that are longer, each with the number of lines it may have. An entry fails when its file has become shorter by more
/// than [`SLACK`], or short enough to need none: the list can only shrink.
pub(super) const LONG_FILES: &[(&str, usize)] = &[];
const SLACK: usize = 20;

/// Files that are too long, and exceptions that are no longer needed.
pub(super) fn check_lengths(tree: &[File], exceptions: &[(&str, usize)]) -> Vec<Breach> {
    let rust = || tree.iter().filter(|file| file.is_rust());
    let mut breaches = Vec::new();
    for file in rust() {
        let lines = file.text.lines().count();
        let exception = exceptions.iter().find(|(path, _)| *path == file.path).map(|&(_, allowed)| allowed);
        let allowed = exception.unwrap_or(MAX_LINES);
        if lines > allowed {
            breaches.push(Breach::new(&file.path, lines, format!("{lines} lines; {allowed} are allowed")));
        } else if exception.is_some() && lines <= MAX_LINES {
            breaches.push(Breach::new(&file.path, 0, format!("{lines} lines need no exception: remove it")));
        } else if exception.is_some() && lines + SLACK < allowed {
            breaches.push(Breach::new(&file.path, 0, format!("only {lines} lines: lower its exception to that")));
        }
    }
    let gone = exceptions.iter().filter(|(path, _)| !rust().any(|file| file.path == *path));
    breaches.extend(gone.map(|(path, _)| Breach::new(path, 0, "an exception for a file that does not exist")));
    breaches
}

/// Marks of unfinished work in code.
pub(super) fn check_words(path: &str, text: &str) -> Vec<Breach> {
    if !has_extension(path, "rs") {
        return Vec::new();
    }
    let macros = [concat!("to", "do!"), concat!("unimple", "mented!"), concat!("d", "bg!")];
    let notes = [concat!("TO", "DO"), concat!("FIX", "ME")];
    let skipped_test = concat!("#[ign", "ore");
    let mut breaches = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let mut breach = |rule: String| breaches.push(Breach::new(path, n + 1, rule));
        for word in macros {
            if words(line, word).next().is_some() {
                breach(format!("`{word}` is not finished code"));
            }
        }
        for word in notes {
            if words(line, word).any(|rest| !names_somebody(rest)) {
                breach(format!("`{word}` without a name: write `{word}(name): ...`"));
            }
        }
        if line.contains(skipped_test) {
            breach("a test that does not run".to_owned());
        }
    }
    breaches
}

/// What follows each occurrence of `word` as a whole word.
fn words<'a>(line: &'a str, word: &'a str) -> impl Iterator<Item = &'a str> {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word)
        .filter(move |(at, _)| !line[..*at].ends_with(in_word))
        .map(move |(at, _)| &line[at + word.len()..])
        .filter(move |rest| !rest.starts_with(in_word))
}

/// Whether the text goes on with a name in parentheses.
fn names_somebody(rest: &str) -> bool {
    rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).is_some_and(|(name, _)| !name.trim().is_empty())
}

/// Absolute paths of a developer's machine.
pub(super) fn check_machine_paths(path: &str, text: &str) -> Vec<Breach> {
    let places = [concat!("/wo", "rk/"), concat!("/tmp/", "bash"), concat!("/ro", "ot/"), concat!("/ho", "me/")];
    let mut breaches = Vec::new();
    for (n, line) in text.lines().enumerate() {
        for place in places {
            // Inside a longer path or an address it is another place.
            let begins = |at: usize| !line[..at].ends_with(|c: char| c.is_alphanumeric() || "._-$}".contains(c));
            if line.match_indices(place).any(|(at, _)| begins(at)) {
                breaches.push(Breach::new(path, n + 1, format!("`{place}` exists on one machine only")));
            }
        }
    }
    breaches
}

#[test]
fn a_long_file_and_a_needless_exception_are_breaches() {
    let file = |path: &str, lines: usize| File { path: path.to_owned(), text: "x\n".repeat(lines) };
    let tree = [
        file("fits.rs", 600),
        file("long.rs", 601),
        file("excused.rs", 700),
        file("shrunk.rs", 599),
        file("shrinking.rs", 650),
    ];
    let exceptions = [("excused.rs", 700), ("shrunk.rs", 700), ("shrinking.rs", 700), ("gone.rs", 700)];
    let breaches: Vec<String> = check_lengths(&tree, &exceptions).iter().map(Breach::to_string).collect();
    assert_eq!(
        breaches,
        [
            "long.rs:601: 601 lines; 600 are allowed",
            "shrunk.rs:0: 599 lines need no exception: remove it",
            "shrinking.rs:0: only 650 lines: lower its exception to that",
            "gone.rs:0: an exception for a file that does not exist",
        ]
    );
}

#[test]
fn unfinished_code_is_a_breach() {
    let found = |line: &str| check_words("src/x.rs", line).len();
    assert_eq!(found(concat!("    to", "do!()")), 1);
    assert_eq!(found(concat!("    std::unimple", "mented!(\"later\")")), 1);
    assert_eq!(found(concat!("let x = d", "bg!(y);")), 1);
    assert_eq!(found(concat!("// TO", "DO: later")), 1);
    assert_eq!(found(concat!("// FIX", "ME() later")), 1);
    assert_eq!(found(concat!("// TO", "DO(ada): after the merge")), 0);
    assert_eq!(found(concat!("#[ign", "ore = \"slow\"]")), 1);
    assert_eq!(found("let method_of_todo = mastodon!();"), 0);
}

#[test]
fn a_path_of_one_machine_is_a_breach() {
    let found = |line: &str| check_machine_paths("README.md", line).len();
    assert_eq!(found(concat!("see /wo", "rk/notes.md")), 1);
    assert_eq!(found(concat!("`/ro", "ot/.cargo`")), 1);
    assert_eq!(found(concat!("cp /tmp/", "bash_x .")), 1);
    assert_eq!(found(concat!("https://example.org/wo", "rk/")), 0);
}
