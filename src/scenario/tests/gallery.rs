//! Every file of the gallery.

use super::super::document::Document;
use super::super::{gallery, load, parse};
use super::NONE;
use std::path::Path;

#[test]
fn every_file_loads_and_says_what_it_shows() {
    for (name, text) in gallery() {
        let scenario = parse(name, text, &NONE).unwrap_or_else(|error| panic!("{error}"));
        assert!(text.starts_with("// "), "{name} has no heading comment");
        for said in [&scenario.title, &scenario.question, &scenario.expect, &scenario.source] {
            assert!(!said.is_empty(), "{name} leaves out title, question, expect or source");
        }
        assert_eq!(scenario.text, *text);
        assert_eq!(scenario.sha256.len(), 64);
    }
}

#[test]
fn every_file_prints_and_reads_back_equal() {
    for (name, text) in gallery() {
        let printed = Document::parse(text).unwrap().to_string();
        assert_eq!(printed, *text, "{name}");
        let scenario = parse(name, text, &NONE).unwrap();
        assert_eq!(parse(name, &scenario.text, &NONE).unwrap(), scenario, "{name}");
    }
}

#[test]
fn every_file_is_ron_for_others_too() {
    for (name, text) in gallery() {
        let read: Result<serde::de::IgnoredAny, _> = ron::from_str(text);
        assert!(read.is_ok(), "{name}: {read:?}");
    }
}

#[test]
fn the_folder_and_the_gallery_hold_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut files: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    let mut embedded: Vec<String> = gallery().iter().map(|(name, _)| (*name).to_owned()).collect();
    files.sort();
    embedded.sort();
    assert_eq!(files, embedded);
}

#[test]
fn a_bare_name_means_the_gallery() {
    let bare = load(Path::new("chain8"), &NONE).unwrap();
    assert_eq!(bare, load(Path::new("chain8.ron"), &NONE).unwrap());
    assert_eq!(bare.blueprint.nodes.len(), 9);
    assert_eq!(load(Path::new("chain8"), &["topology.hops=31"]).err().map(|e| e.to_string()), None);
    assert_eq!(
        load(Path::new("chian8"), &NONE).unwrap_err().to_string(),
        "chian8: there is no such file, nor a scenario of the gallery with this name; did you mean `chain8`?"
    );
}
