//! The command line as scripts see it: exit status, streams, words.

use std::fs;

use hopscope::cli::run_with;

/// Exit status, standard output, standard error.
fn hopscope(args: &[&str]) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = run_with(std::iter::once(&"hopscope").chain(args), &mut out, &mut err);
    (status, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

#[test]
fn exit_status_says_what_went_wrong() {
    let directory = tempfile::tempdir().unwrap();
    let bad = directory.path().join("bad.ron");
    fs::write(&bad, "(\n    topology: Chain(hopz: 8),\n)\n").unwrap();
    let bad = bad.to_str().unwrap();
    let table: [(&[&str], u8); 14] = [
        (&["--help"], 0),
        (&["--version"], 0),
        (&["list", "metrics"], 0),
        (&["check", "chain8.ron"], 0),
        (&[], 2),
        (&["fly"], 2),
        (&["run"], 2),
        (&["run", "chain8.ron", "--until", "50"], 2),
        (&["run", "chain8.ron", "--step", "0 s"], 2),
        (&["list", "flowers"], 2),
        (&["plot", "chain8.ron", "--what", "cwdn", "-o", "x.svg"], 2),
        (&["plot", "chain8.ron", "--what", "cwnd", "-o", "x.pdf"], 2),
        (&["check", bad], 3),
        (&["run", "no-such-file.ron"], 3),
    ];
    for (args, expected) in table {
        let (status, out, err) = hopscope(args);
        assert_eq!(status, expected, "{args:?}\n{out}{err}");
        assert_eq!(out.is_empty(), expected != 0, "results alone go to standard output: {args:?}\n{out}");
        assert_eq!(err.is_empty(), expected == 0, "complaints alone go to standard error: {args:?}\n{err}");
    }
}

#[test]
fn a_wrong_name_gets_the_nearest_one() {
    let (_, _, err) = hopscope(&["plot", "chain8.ron", "--what", "cwdn", "-o", "x.svg"]);
    assert!(err.starts_with("hopscope: there is no metric `cwdn`; did you mean `cwnd`?"), "{err}");
    let (_, _, err) = hopscope(&["why", "chain8.ron", "--flow", "fpt", "--at", "3s"]);
    assert!(err.starts_with("hopscope: there is no flow `fpt`; did you mean `ftp`?"), "{err}");
}

#[test]
fn every_bad_file_is_reported_with_its_place() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (one, two) = (path("one.ron"), path("two.ron"));
    fs::write(&one, "(\n    topology: Chain(hopz: 8),\n    duration: \"1 s\",\n)\n").unwrap();
    fs::write(&two, "(topology: Chain(hops: 0), duration: \"1 s\")\n").unwrap();
    let (status, out, err) = hopscope(&["check", &one, "chain8.ron", &two]);
    assert_eq!((status, out.as_str()), (3, "chain8.ron: valid: 9 nodes, 0 links, 1 flow, 0 commands\n"));
    assert!(err.starts_with(&format!("{one}:2:15: ")), "file, line and column for editors: {err}");
    assert!(err.contains(&format!("{one}:2:21: ")), "every error of a file: {err}");
    assert!(err.contains("^^^^") && err.contains("hops"), "the place and the nearest name: {err}");
    assert!(err.contains(&format!("{two}:1:")), "all files, not the first bad one alone: {err}");
}

#[test]
fn a_change_that_matches_nothing_is_an_error_of_the_scenario() {
    let (status, _, err) = hopscope(&["run", "chain8.ron", "--set", "flows[0].transport.max_windw=4"]);
    assert_eq!(status, 3);
    assert!(err.contains("max_window"), "names the nearest field: {err}");
}

/// Each list has its names, and sources where the models have them.
#[test]
fn lists_name_what_scenarios_can_name() {
    let table = [
        ("controllers", "NewReno", "RFC 5681"),
        ("traffic", "Bulk", ""),
        ("radios", "WavelanSingh", "Lucent"),
        ("radios", "Wavelan2Mb", ""),
        ("cpus", "None", ""),
        ("queues", "DropTail", "packets"),
        ("routing", "Static", ""),
        ("scenarios", "chain8.ron", "Why does a larger window not help?"),
        ("metrics", "throughput", "kb/s"),
    ];
    for (what, name, source) in table {
        let (status, out, _) = hopscope(&["list", what]);
        let line = out.lines().find(|line| line.starts_with(name));
        assert!(status == 0 && line.is_some_and(|line| line.contains(source)), "{what}: {name}\n{out}");
    }
}
