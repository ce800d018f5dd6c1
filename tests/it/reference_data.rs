//! The reference measurements are the ones this project was checked against: every file has the hash that
//! `tests/reference/SHA256SUMS` records for it, and no file is missing from that list.
//!
//! After a deliberate change: `cd tests/reference && find . -type f ! -name SHA256SUMS | sed 's#^\./##' | LC_ALL=C sort | xargs
//! sha256sum > SHA256SUMS`, and say in the commit what moved and why.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

const LIST: &str = "SHA256SUMS";

#[test]
fn reference_data_are_unchanged() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference");
    let recorded = parse(&fs::read_to_string(root.join(LIST)).unwrap());
    let mut found = BTreeMap::new();
    hash_below(&root, "", &mut found);
    found.remove(LIST);
    let differences = differences(&recorded, &found);
    assert!(differences.is_empty(), "tests/reference is not what {LIST} says:\n{}", differences.join("\n"));
}

/// Path and hash of each line `hash  path`. The lines are sorted, so that a change shows as a small difference.
fn parse(list: &str) -> BTreeMap<String, String> {
    let pairs: Vec<(String, String)> = list
        .lines()
        .map(|line| line.split_once("  ").unwrap_or_else(|| panic!("{LIST}: not `hash  path`: {line}")))
        .map(|(hash, path)| (path.to_owned(), hash.to_owned()))
        .collect();
    assert!(pairs.is_sorted_by(|a, b| a.0 < b.0), "{LIST} is not sorted by path, or names a file twice");
    pairs.into_iter().collect()
}

fn hash_below(directory: &Path, prefix: &str, found: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(directory).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{prefix}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            hash_below(&entry.path(), &format!("{path}/"), found);
        } else {
            found.insert(path, hash(&fs::read(entry.path()).unwrap()));
        }
    }
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").unwrap();
        hex
    })
}

/// One line for every file that is missing, changed or not listed.
fn differences(recorded: &BTreeMap<String, String>, found: &BTreeMap<String, String>) -> Vec<String> {
    let missing_or_changed = recorded.iter().filter_map(|(path, hash)| match found.get(path) {
        None => Some(format!("missing: {path}")),
        Some(other) if other != hash => Some(format!("changed: {path} has {other}")),
        Some(_) => None,
    });
    let extra = found.keys().filter(|path| !recorded.contains_key(*path)).map(|path| format!("not listed: {path}"));
    missing_or_changed.chain(extra).collect()
}

#[test]
fn a_missing_a_changed_and_an_extra_file_are_noticed() {
    let map = |pairs: &[(&str, &str)]| pairs.iter().map(|&(p, h)| (p.to_owned(), h.to_owned())).collect();
    let recorded = map(&[("a", "1"), ("b", "2"), ("c", "3")]);
    let found = map(&[("a", "1"), ("b", "9"), ("d", "4")]);
    assert_eq!(differences(&recorded, &found), ["changed: b has 9", "missing: c", "not listed: d"]);
}

#[test]
fn the_hash_is_sha_256() {
    // FIPS 180-4, the example of one block.
    assert_eq!(hash(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
