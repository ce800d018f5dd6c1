//! Sweeps: the same tables on any number of threads, in shards, and after any interruption; and the same numbers as single runs.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::cli::hopscope;

/// Four points, three seeds, a simulated second each.
const SWEEP: [&str; 12] = [
    "sweep",
    "chain4.ron",
    "--until",
    "3 s",
    "--vary",
    "topology.hops,flows[0].to=1,2",
    "--vary",
    "flows[0].transport.controller=Reno,NewReno",
    "--seeds",
    "1..3",
    "--compare",
    "flows[0].transport.controller",
];

fn sweep(further: &[&str]) -> (u8, String, String) {
    hopscope(&[&SWEEP[..], &["-q"], further].concat())
}

/// The three tables beside `x.csv`.
fn tables(directory: &Path) -> [String; 3] {
    ["x.csv", "x.runs.csv", "x.differences.csv"].map(|name| fs::read_to_string(directory.join(name)).unwrap())
}

/// The tables of the sweep in one piece on one thread.
fn expected() -> [String; 3] {
    let directory = tempfile::tempdir().unwrap();
    let output = directory.path().join("x.csv");
    let (status, out, err) = sweep(&["-o", output.to_str().unwrap(), "--jobs", "1"]);
    assert_eq!((status, out.as_str(), err.as_str()), (0, "", ""));
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 3, "no journal is left");
    tables(directory.path())
}

#[test]
fn each_number_is_that_of_a_run_of_its_own() {
    let [points, runs, differences] = expected();
    let lines = |text: &str| text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>();
    let (points, runs, differences) = (lines(&points), lines(&runs), lines(&differences));
    assert_eq!((points.len(), runs.len(), differences.len()), (5, 13, 3));
    let head: Vec<&str> = runs[0].split(',').collect();
    let goodput = head.iter().position(|name| *name == "flows.ftp.goodput_bps").unwrap();
    let row: Vec<&str> = runs[1 + 3 + 1].split(',').collect();
    assert_eq!(row[..3], ["1", "NewReno", "2"]);
    let set = "flows[0].transport.controller=NewReno";
    let (_, json, _) = hopscope(&[
        "run",
        "chain4.ron",
        "--json",
        "--until",
        "3 s",
        "--seed",
        "2",
        "--set",
        "topology.hops=1",
        "--set",
        "flows[0].to=1",
        "--set",
        set,
    ]);
    let summary: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(summary["digest"].as_str(), Some(row[4]));
    let value: f64 = row[goodput].parse().unwrap();
    assert_eq!(Some(value), summary["flows"][0]["goodput_bps"].as_f64());
}

#[test]
fn threads_and_shards_change_no_byte() {
    let expected = expected();
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    for jobs in ["2", "4"] {
        assert_eq!(sweep(&["-o", &path("x.csv"), "--jobs", jobs]).0, 0);
        assert_eq!(tables(directory.path()), expected, "{jobs} threads");
    }
    let shards = ["1/3", "2/3", "3/3"].map(|shard| {
        let file = path(&shard.replace('/', "-of-"));
        assert_eq!(sweep(&["-o", &file, "--shard", shard]).0, 0);
        file
    });
    let (status, _, err) = hopscope(&["merge", &shards[0], &shards[2], "-o", &path("x.csv")]);
    assert_eq!(status, 2);
    assert!(err.contains("4 of 12 runs are in none of these shards, the first is run 1"), "{err}");
    let (status, ..) = hopscope(&["merge", &shards[2], &shards[0], &shards[1], "-q", "-o", &path("x.csv")]);
    assert_eq!((status, tables(directory.path())), (0, expected));
}

/// Killed at any moment, and asked to stop: what was finished is kept, and nothing is done twice.
#[cfg(unix)]
#[test]
fn an_interrupted_sweep_goes_on() {
    let expected = expected();
    for (signal, wait) in [("KILL", 30), ("KILL", 120), ("INT", 60), ("INT", 200)] {
        let directory = tempfile::tempdir().unwrap();
        let output = directory.path().join("x.csv");
        let all = [&SWEEP[..], &["-q", "--jobs", "2", "-o", output.to_str().unwrap()]].concat();
        let mut child = Command::new(env!("CARGO_BIN_EXE_hopscope"))
            .args(&all)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(wait));
        let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let ended = child.wait().unwrap();
        if ended.success() {
            // It was quicker.
            continue;
        }
        let journal = directory.path().join("x.sweep");
        let before = fs::read_to_string(&journal).unwrap_or_default().lines().count();
        if before > 0 {
            let (status, _, err) = sweep(&["-o", output.to_str().unwrap()]);
            assert_eq!(status, 2);
            assert!(err.contains("--resume goes on with it"), "{err}");
        }
        let (status, ..) = sweep(&["-o", output.to_str().unwrap(), "--resume"]);
        assert_eq!((status, tables(directory.path())), (0, expected.clone()), "{signal} after {wait} ms");
    }
}

#[test]
fn what_is_wrong_is_found_before_anything_runs() {
    let directory = tempfile::tempdir().unwrap();
    let output = directory.path().join("x.csv").to_str().unwrap().to_owned();
    let base = ["sweep", "chain4.ron", "-o", &output];
    for (further, status, words) in [
        (&["--vary", "topology.hopz=1,2"][..], 3, "did you mean `hops`"),
        (&["--vary", "topology.hops=5,99999"], 3, "from 1 to 4095"),
        (&["--vary", "topology.hops"], 2, "expected PATH=V1,V2"),
        (&["--vary", "seed=1,2"], 2, "use --seeds"),
        (&["--seeds", "1..x"], 2, "is no seed"),
        (&["--seeds", "1..3", "--seed", "4"], 2, "exclude each other"),
        (&["--metrics", "speed"], 2, "there is no number in the summary `speed`"),
        (&["--vary", "topology.hops=1,2", "--compare", "topology.hopz"], 2, "did you mean `topology.hops`"),
        (&["--shard", "4/3"], 2, "a shard is I/N"),
    ] {
        let (got, _, err) = hopscope(&[&base[..], further].concat());
        assert!(got == status && err.contains(words), "{further:?}: {got}, {err}");
    }
    let (status, _, err) = hopscope(&["sweep", "chain4.ron", "-o", "x.parquet"]);
    assert!(status == 2 && err.contains("does not end in .csv"), "{err}");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}
