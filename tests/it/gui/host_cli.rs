//! The commands that draw, as scripts see them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The program in a directory, without a display, with these variables set.
fn hopscope(directory: &Path, args: &[&str], set: &[(&str, &str)]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hopscope"));
    command.current_dir(directory).args(args).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    // What a person has set up is neither read nor written by a test.
    command.env("HOPSCOPE_SETTINGS", "none").envs(set.iter().copied());
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Looks for adapters where there are none.
const NO_ADAPTER: (&str, &str) = ("WGPU_BACKEND", if cfg!(windows) { "metal" } else { "dx12" });

const RESULTS: [&str; 5] = ["summary.json", "digest.txt", "series.csv", "figure.svg", "figure.png"];

#[test]
fn a_picture_holds_its_run() {
    let directory = tempfile::tempdir().unwrap();
    let args = ["shot", "chain2", "--at", "2 s", "--size", "1280x720", "--seed", "7", "-o", "x.png"];
    let (status, out, err) = hopscope(directory.path(), &args, &[]);
    assert_eq!((status, out.as_str()), (0, ""), "{err}");
    let bytes = fs::read(directory.path().join("x.png")).unwrap();
    assert_eq!(&bytes[16..24], [0, 0, 5, 0, 0, 0, 2, 208], "1280 x 720 pixels");
    let text = String::from_utf8_lossy(&bytes);
    for key in
        ["hopscope:scenario\0", "hopscope:seed\0\0\0\0\u{0}7", "hopscope:digest", "dashboard=all at=2s size=1280x720"]
    {
        assert!(text.contains(key), "{key}");
    }
    let (status, _, err) = hopscope(directory.path(), &args, &[]);
    assert!(status == 0 && err.contains("replaced x.png"), "{err}");
}

#[test]
fn what_cannot_be_drawn_is_told_of_in_words() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("bad.ron"), "(\n    topology: Chain(hopz: 8),\n)\n").unwrap();
    let table: [(&[&str], i32, &str); 9] = [
        (&["shot", "chain2", "-o", "x.jpg"], 2, "does not end in .png"),
        (&["shot", "chain2", "--at", "9999 s", "-o", "x.png"], 2, "the run ends at"),
        (&["shot", "chain2", "--size", "12", "-o", "x.png"], 2, "WIDTHxHEIGHT"),
        (&["shot", "chain2", "--scale", "9", "-o", "x.png"], 2, "0.5 to 4"),
        (&["shot", "chain2", "--size", "7680x7680", "--scale", "4", "-o", "x.png"], 2, "too large"),
        (&["shot", "chain2", "--select", "n7", "-o", "x.png"], 2, "there is no node or flow `n7`"),
        (&["shot", "bad.ron", "-o", "x.png"], 3, "bad.ron:2:21"),
        (&["open", "bad.ron"], 3, "bad.ron:2:21"),
        (&["open", "chain2"], 1, "hopscope shot chain2 -o picture.png"),
    ];
    for (args, expected, words) in table {
        let (status, out, err) = hopscope(directory.path(), args, &[]);
        assert!(status == expected && out.is_empty() && err.contains(words), "{args:?}: {status}\n{out}{err}");
    }
    let (status, _, err) = hopscope(directory.path(), &["shot", "chain2", "-o", "x.png"], &[NO_ADAPTER]);
    assert!(status == 1 && err.contains("no graphics adapter was found"), "{status} {err}");
    assert!(!directory.path().join("x.png").exists(), "a picture that could not be drawn left something behind");
}

#[test]
fn without_a_display_the_bare_command_leaves_results() {
    let directory = tempfile::tempdir().unwrap();
    let (status, out, err) = hopscope(directory.path(), &[], &[]);
    assert!(status == 0 && out.starts_with("wrote hopscope-out/screenshot.png"), "{status}\n{out}{err}");
    assert!(err.contains("there is no display") && err.contains("chain8.ron"), "{err}");
    for file in RESULTS.iter().chain(&["screenshot.png"]) {
        assert!(fs::metadata(directory.path().join("hopscope-out").join(file)).unwrap().len() > 10, "{file}");
    }
}

#[test]
fn without_an_adapter_it_leaves_all_but_the_picture() {
    let directory = tempfile::tempdir().unwrap();
    let (status, out, err) = hopscope(directory.path(), &[], &[NO_ADAPTER]);
    assert!(status == 0 && out.starts_with("wrote hopscope-out/summary.json"), "{status}\n{out}{err}");
    assert!(err.contains("There is no screenshot.png: no graphics adapter was found"), "{err}");
    for file in RESULTS {
        assert!(directory.path().join("hopscope-out").join(file).exists(), "{file}");
    }
    assert!(!directory.path().join("hopscope-out").join("screenshot.png").exists());
}
