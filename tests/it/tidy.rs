//! Style as a test: rules about the source tree that no compiler checks.
//!
//! Each rule is a small function from text to breaches, tried on a tiny bad example beside it, and applied here to the whole
//! tree. A breach names file, line and rule.

mod placement;
mod ranks;
mod text;

use std::fmt;
use std::fs;
use std::path::Path;

/// A text file of the project: its path from the root, with slashes, and what it says.
struct File {
    path: String,
    text: String,
}

impl File {
    fn is_rust(&self) -> bool {
        has_extension(&self.path, "rs")
    }
}

fn has_extension(path: &str, extension: &str) -> bool {
    Path::new(path).extension().is_some_and(|found| found == extension)
}

/// Where a rule is broken. Line 0 means the file as a whole.
#[derive(Debug, PartialEq, Eq)]
struct Breach {
    path: String,
    line: usize,
    rule: String,
}

impl Breach {
    fn new(path: &str, line: usize, rule: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, rule: rule.into() }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.rule)
    }
}

#[test]
fn modules_import_lower_ranks_only() {
    report(tree().iter().flat_map(|file| ranks::check(&file.path, &file.text)));
}

#[test]
fn every_module_has_a_rank() {
    report(tree().iter().filter(|file| file.path == "src/lib.rs").flat_map(|file| ranks::check_declared(&file.text)));
}

#[test]
fn files_are_short() {
    report(text::check_lengths(&tree(), text::LONG_FILES));
}

#[test]
fn nothing_is_left_unfinished() {
    report(tree().iter().flat_map(|file| text::check_words(&file.path, &file.text)));
}

#[test]
fn no_file_names_a_place_on_somebodys_machine() {
    report(tree().iter().flat_map(|file| text::check_machine_paths(&file.path, &file.text)));
}

#[test]
fn every_source_file_is_compiled() {
    let tree = tree();
    report(placement::check_reachable(&tree, "src/", &["src/lib.rs", "src/main.rs"]));
    report(placement::check_reachable(&tree, "tests/it/", &["tests/it/main.rs"]));
}

#[test]
fn every_registered_model_has_its_file() {
    report(placement::check_registries(&tree()));
}

#[test]
fn the_map_shows_every_module() {
    let tree = tree();
    let text = |path: &str| tree.iter().find(|file| file.path == path).map_or("", |file| &file.text);
    report(placement::check_map(text("src/lib.rs"), text("README.md")));
}

#[test]
fn every_scenario_is_in_the_gallery() {
    report(placement::check_gallery(&tree()));
}

fn report(breaches: impl IntoIterator<Item = Breach>) {
    let lines: Vec<String> = breaches.into_iter().map(|breach| breach.to_string()).collect();
    assert!(lines.is_empty(), "{} breach(es) of the tree's rules:\n{}", lines.len(), lines.join("\n"));
}

/// The project's own text files, sorted by path. Build products, output, and the measurements in `tests/reference`, which have
/// a test of their own, are left out.
fn tree() -> Vec<File> {
    let mut files = Vec::new();
    collect(Path::new(env!("CARGO_MANIFEST_DIR")), "", &mut files);
    files.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(files.iter().any(|file| file.path == "src/lib.rs"), "the tree was not found");
    files
}

fn collect(directory: &Path, prefix: &str, files: &mut Vec<File>) {
    const SKIPPED: [&str; 4] = [".git", "target", "hopscope-out", "tests/reference"];
    for entry in fs::read_dir(directory).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{prefix}{}", entry.file_name().to_str().unwrap());
        if SKIPPED.contains(&path.as_str()) {
            continue;
        }
        if entry.file_type().unwrap().is_dir() {
            collect(&entry.path(), &format!("{path}/"), files);
        } else if let Ok(text) = fs::read_to_string(entry.path()) {
            // What is not UTF-8 is a font or a picture.
            files.push(File { path, text });
        }
    }
}
