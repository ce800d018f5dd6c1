//! The command line as scripts see it: exit status, streams, words.

use std::fs;

use hopscope::cli::run_with;

/// Exit status, standard output, standard error.
pub(crate) fn hopscope(args: &[&str]) -> (u8, String, String) {
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
    let folder = directory.path().to_str().unwrap();
    let table: [(&[&str], u8); 21] = [
        (&["--help"], 0),
        (&["--version"], 0),
        (&["list", "metrics"], 0),
        (&["check", "chain8.ron"], 0),
        (&[], 2),
        (&["fly"], 2),
        (&["run"], 2),
        (&["run", "chain8.ron", "--until", "50"], 2),
        (&["run", "chain8.ron", "--step", "0 s"], 2),
        (&["run", "chain8.ron", "--until", "0 s"], 2),
        (&["run", "chain8.ron", "--until", "1e9 s"], 2),
        (&["run", "chain8.ron", "--trace", "-"], 2),
        (&["run", "chain8.ron", "--journal", "-"], 2),
        (&["run", "chain8.ron", "--trace", folder], 1),
        (&["why", "chain8.ron", "--flow", "1", "--at", "1 s"], 2),
        (&["list", "flowers"], 2),
        (&["plot", "chain8.ron", "--what", "cwdn", "-o", "x.svg"], 2),
        (&["plot", "chain8.ron", "--what", "cwnd", "-o", "x.pdf"], 2),
        (&["check", bad], 3),
        (&["run", "no-such-file.ron"], 3),
        (&["run", folder], 3),
    ];
    for (args, expected) in table {
        // With a dashboard, no verb at all is one, too.
        if cfg!(feature = "gui") && args.is_empty() {
            continue;
        }
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

/// Words say what is wrong where the person can mend it.
#[test]
fn complaints_name_what_was_written() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().to_str().unwrap();
    let table: [(&[&str], &str); 5] = [
        (&["run", "chain8.ron", "--until", "0 s"], "'--until <TIME>': a run lasts from 1 ns to 86400 s"),
        (&["run", "chain8.ron", "--until", "1e9 s"], "'--until <TIME>': a run lasts from 1 ns to 86400 s"),
        (&["run", folder], "this is a directory, and a scenario is a file"),
        (&["run", "chain8.ron", "--trace", "-"], "hopscope: `-` does not name a file, and a file is needed"),
        (&["run", "chain8.ron", "--journal", folder], "is a directory"),
    ];
    for (args, words) in table {
        let (_, _, err) = hopscope(args);
        assert!(err.contains(words), "{args:?}: {err}");
    }
}

/// What cannot be written is noticed at once: these runs would take days.
#[test]
fn files_that_cannot_be_written_are_noticed_before_the_run() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "kept").unwrap();
    let inside = file.join("x.svg").to_str().unwrap().to_owned();
    let missing = directory.path().join("missing/x.svg").to_str().unwrap().to_owned();
    let run = ["run", "chain8.ron", "--until", "24 h", "-q"];
    let plot = ["plot", "chain8.ron", "--until", "24 h", "-q", "--what", "cwnd"];
    for (verb, option, path) in [
        (&run[..], "--out", file.to_str().unwrap()),
        (&run, "--out", &inside),
        (&run, "--trace", &missing),
        (&run, "--journal", &missing),
        (&plot, "-o", &missing),
        (&plot, "-o", &inside),
    ] {
        let (status, out, err) = hopscope(&[verb, &[option, path]].concat());
        assert_eq!((status, out.as_str()), (1, ""), "{option} {path}");
        assert!(err.starts_with("hopscope: cannot ") && err.contains(path), "{err}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "nothing is left behind");
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

/// Keys of a JSON value in their order, entries of lists by the first one.
fn keys(value: &serde_json::Value, prefix: &str, found: &mut Vec<String>) {
    if let Some(first) = value.as_array().and_then(|list| list.first()) {
        keys(first, &format!("{prefix}[]"), found);
    }
    for (key, inner) in value.as_object().into_iter().flatten() {
        found.push(format!("{prefix}.{key}"));
        keys(inner, &format!("{prefix}.{key}"), found);
    }
}

/// The schema is a contract: these names in this order. Additions go where they disturb none of them.
#[test]
fn the_summary_keeps_its_schema() {
    let (status, out, err) = hopscope(&["run", "chain2.ron", "--until", "2 s", "--json"]);
    assert_eq!((status, err.as_str()), (0, ""));
    let summary: serde_json::Value = serde_json::from_str(&out).unwrap();
    let mut found = Vec::new();
    keys(&summary, "", &mut found);
    let top = "schema version scenario scenario_sha256 seed sim_seconds stopped digest events wall_seconds \
               events_per_second flows nodes links jain_index packets energy joules_by_class";
    let flow = "name transport controller source sink start_s finish_s delivered_bytes goodput_bps segments_sent \
                retransmissions timeouts fast_retransmits rtt_mean_s cwnd_mean_segments loss_event_rate energy";
    let flow_energy = "measured scope total_joules_per_bit idealized_joules_per_bit sleep_joules_per_bit";
    let node = "id name joules state_seconds mac queue_drops route_failures";
    let joules = "total transmit receive idle sleep transition cpu";
    let seconds = "transmit receive idle sleep transition off";
    let mac = "rts_sent data_sent retries retry_drops collisions";
    let packets = "sent delivered in_flight dropped";
    let dropped = "retry_limit queue_full no_route";
    let energy = "scope network_joules network_joules_per_bit";
    let class = "collided overheard mac_control routing mac_retry tcp_retransmission tcp_ack data_first unattributed idle \
                 sleep transition off";
    let sections = [
        ("", top),
        (".flows[]", flow),
        (".flows[].energy", flow_energy),
        (".nodes[]", node),
        (".nodes[].joules", joules),
        (".nodes[].state_seconds", seconds),
        (".nodes[].mac", mac),
        (".packets", packets),
        (".packets.dropped", dropped),
        (".energy", energy),
        (".joules_by_class", class),
    ];
    for (section, names) in sections {
        let place = |name: &str| found.iter().position(|key| *key == format!("{section}.{name}"));
        let places: Vec<_> = names.split_whitespace().map(place).collect();
        assert!(places.iter().all(Option::is_some), "{section}: {found:?}");
        assert!(places.is_sorted(), "{section} in another order: {found:?}");
    }
    assert_eq!((&summary["schema"], &summary["stopped"]), (&"hopscope.run/1".into(), &"duration".into()));
}

/// Case E4: ten seconds idle at 0.78 W are 7.8 J at the end, and 3.9 J half way.
#[test]
fn an_idle_node_uses_what_the_clock_says() {
    for (until, joules) in [("10 s", 7.8), ("5 s", 3.9)] {
        let (_, out, _) = hopscope(&["run", "idle_node", "--until", until, "--json"]);
        let summary: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(summary["nodes"][0]["joules"]["total"], joules);
        assert_eq!(summary["joules_by_class"]["idle"], joules);
        assert_eq!(summary["energy"]["network_joules_per_bit"], serde_json::Value::Null, "no bit was delivered");
    }
}

/// The energy of a flow counts from its start to its finish, not what its node used before and after.
#[test]
fn energy_of_a_flow_ends_with_the_flow() {
    let run = |until: &str| {
        let change = "flows[0].traffic=Transfer(size: \"20 kB\")";
        let (status, out, err) = hopscope(&["run", "chain2.ron", "--set", change, "--until", until, "--json"]);
        assert_eq!(status, 0, "{err}");
        let summary: serde_json::Value = serde_json::from_str(&out).unwrap();
        summary["flows"][0].clone()
    };
    let (short, long) = (run("20 s"), run("40 s"));
    assert!(short["finish_s"].as_f64().unwrap() < 20.0);
    assert_eq!(short, long);
    let seconds = short["finish_s"].as_f64().unwrap() - short["start_s"].as_f64().unwrap();
    let joules = short["energy"]["total_joules_per_bit"].as_f64().unwrap() * 160_000.0;
    // Between all idle and all sending.
    assert!((0.780 * seconds..1.478 * seconds).contains(&joules), "{joules} J in {seconds} s");
}

/// Two runs leave the same bytes, but for the time they took.
#[test]
fn a_run_leaves_the_same_files_again() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    for out in ["a", "b"] {
        let trace = path(&format!("{out}.tr"));
        let args = ["run", "chain4.ron", "--until", "3 s", "--out", &path(out), "--trace", &trace, "-q"];
        assert_eq!(hopscope(&args), (0, String::new(), String::new()));
    }
    for name in ["series.csv", "digest.txt", "figure.svg", "figure.png"] {
        let read = |out: &str| fs::read(directory.path().join(out).join(name)).unwrap();
        assert!(read("a") == read("b"), "{name}");
    }
    let trace = fs::read_to_string(path("a.tr")).unwrap();
    assert_eq!(trace, fs::read_to_string(path("b.tr")).unwrap());
    let lines: Vec<Vec<&str>> = trace.lines().filter(|l| !l.starts_with('#')).map(|l| l.split(' ').collect()).collect();
    assert!(lines.len() > 1000 && lines.iter().all(|columns| columns.len() == 10));
    let (_, summary, _) = hopscope(&["run", "chain4.ron", "--until", "3 s", "--journal", &path("j"), "--json"]);
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    let journal = fs::read_to_string(path("j")).unwrap();
    let identity = [
        format!("# hopscope {}\n# scenario chain4.ron: ", env!("CARGO_PKG_VERSION")),
        format!("\n# scenario_sha256 {}\n# seed 1\n", summary["scenario_sha256"].as_str().unwrap()),
        format!("\n# digest {}\n", summary["digest"].as_str().unwrap()),
    ];
    let table = fs::read_to_string(directory.path().join("a/series.csv")).unwrap();
    for (name, text) in [("trace", &trace), ("journal", &journal), ("table", &table)] {
        assert!(identity.iter().all(|part| text.contains(part)), "{name} does not say which run it is");
    }
    assert!(trace.ends_with(&identity[2][1..]), "known only at the end");
    let times: Vec<f64> = lines.iter().map(|columns| columns[0].parse().unwrap()).collect();
    assert!(times.is_sorted());

    let (_, _, err) = hopscope(&["run", "chain4.ron", "--until", "1 s", "--out", &path("a"), "--json"]);
    assert!(err.starts_with("replaced ") && err.contains("series.csv"), "says what it replaced: {err}");
}

#[test]
fn plot_draws_what_was_asked_for() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("x.svg");
    let args =
        ["plot", "chain2.ron", "--until", "4 s", "--what", "cwnd,throughput,joules", "-o", file.to_str().unwrap()];
    assert_eq!(hopscope(&args).0, 0);
    let svg = fs::read_to_string(&file).unwrap();
    for text in [">cwnd<", ">throughput<", ">energy<", ">ftp<", "what=cwnd,throughput,joules from=0s until=4s"] {
        assert!(svg.contains(text), "no {text}");
    }
    assert!(!svg.contains(">power<"));
    let (status, out, err) =
        hopscope(&[&args[..5], &["cwnd,queue,mac_retries,ssthresh,phase", "-o", args[7]]].concat());
    assert_eq!((status, out.as_str()), (0, ""), "{err}");
    let (status, _, err) =
        hopscope(&["plot", "dumbbell.ron", "--until", "1 s", "--what", "power,cwnd", "-q", "-o", args[7]]);
    assert_eq!((status, err.as_str()), (0, "nothing was recorded of power\n"), "what is missing is named");
    let (status, _, err) = hopscope(&["plot", "idle_node", "--what", "cwnd", "-o", "never.svg"]);
    assert_eq!((status, err.as_str()), (1, "hopscope: nothing was recorded of cwnd\n"));
    assert!(!std::path::Path::new("never.svg").exists());
}

#[test]
fn verify_compares_every_way_to_run() {
    for scenario in ["chain4.ron", "switch_controller.ron", "idle_node_battery.ron"] {
        let (status, out, err) = hopscope(&["verify", scenario, "--until", "3 s"]);
        assert_eq!(status, 0, "{out}{err}");
        assert_eq!(out.matches("  same\n").count(), 8, "{out}");
    }
}

#[test]
fn why_begins_with_the_effect() {
    let (status, out, err) = hopscope(&["why", "scripted_losses", "--flow", "t", "--at", "9 s", "--what", "loss"]);
    assert_eq!(status, 0, "{err}");
    let numbered = hopscope(&["why", "scripted_losses", "--flow", "0", "--at", "9 s", "--what", "loss"]);
    assert_eq!(numbered, (status, out.clone(), err));
    assert!(out.lines().count() >= 2 && out.lines().nth(1).unwrap().contains(" <- "), "{out}");
    let (status, _, err) = hopscope(&["why", "chain2.ron", "--flow", "ftp", "--at", "2 s", "--what", "lost"]);
    assert_eq!(status, 2);
    assert!(err.contains("did you mean `loss`?"), "{err}");
    let (status, _, err) = hopscope(&["why", "chain2.ron", "--until", "2 s", "--flow", "ftp", "--at", "3 s"]);
    assert_eq!((status, err.as_str()), (2, "hopscope: the run ends at 2 s, before 3 s\n"));
}

/// The first interrupt ends the run where it is: what was finished is kept, and nothing half written is left.
#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_was_finished() {
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::Duration;

    let directory = tempfile::tempdir().unwrap();
    let trace = directory.path().join("t");
    let mut child = Command::new(env!("CARGO_BIN_EXE_hopscope"))
        .args(["run", "chain8.ron", "--until", "20 h", "--json", "--trace"])
        .arg(&trace)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The file under way appears after the program listens.
    while fs::read_dir(directory.path()).unwrap().next().is_none() {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        sleep(Duration::from_millis(5));
    }
    assert!(!trace.exists());
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["stopped"], "interrupted");
    let names: Vec<_> = fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["t"], "the trace so far");
}

/// Whatever a verb is in the middle of, it ends soon.
#[cfg(target_os = "linux")]
#[test]
fn verify_can_be_interrupted() {
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::Duration;

    let args = ["verify", "chain8.ron", "--until", "20 h"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_hopscope"));
    let mut child = command.args(args).stdout(Stdio::null()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    // Bit 1 of the caught signals is that of SIGINT, number 2.
    let listens = || {
        let text = fs::read_to_string(&status).unwrap();
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() & 0b10 != 0
    };
    while !listens() {
        sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    // A generous 20 s.
    for _ in 0..4_000 {
        if let Some(status) = child.try_wait().unwrap() {
            assert_eq!(status.code(), Some(130));
            return;
        }
        sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    panic!("it goes on");
}

/// cases.md R2: two processes and this one, with and without recording, come to the same digest.
#[test]
fn r2_processes_agree() {
    let directory = tempfile::tempdir().unwrap();
    let digest = |out: Option<&std::path::Path>| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_hopscope"));
        command.args(["run", "chain4.ron", "--until", "3 s", "--json"]);
        if let Some(out) = out {
            command.arg("--out").arg(out);
        }
        let output = command.output().unwrap();
        assert!(output.status.success());
        let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        summary["digest"].as_str().unwrap().to_owned()
    };
    let (_, text) = hopscope::scenario::find("chain4.ron").unwrap();
    let scenario = hopscope::scenario::parse("chain4.ron", text, &["duration=\"3 s\""]).unwrap();
    let mut here = hopscope::sim::simulation::Simulation::new(&scenario);
    here.run();
    assert_eq!(digest(None), here.digest().to_string());
    assert_eq!(digest(Some(&directory.path().join("out"))), here.digest().to_string());
}

/// No output may be written over the scenario, nor over another output; devices take what they get.
#[test]
fn outputs_are_kept_apart() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).display().to_string();
    let (_, text) = hopscope::scenario::find("chain2.ron").unwrap();
    fs::write(path("a.ron"), text).unwrap();
    for (options, status) in [
        (vec!["--trace", "a.ron"], 2),
        (vec!["--trace", "t", "--journal", "t"], 2),
        (vec!["--out", "o", "--journal", "o/digest.txt"], 2),
        (vec!["--trace", "t", "--journal", "j", "--out", "o"], 0),
    ] {
        let named = options.iter().map(|word| if word.starts_with("--") { (*word).to_owned() } else { path(word) });
        let scenario = path("a.ron");
        let words: Vec<String> =
            ["run", &scenario, "--until", "1.2 s", "-q"].map(str::to_owned).into_iter().chain(named).collect();
        fs::create_dir_all(path("o")).unwrap();
        let (got, _, err) = hopscope(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(got, status, "{options:?}: {err}");
        assert_eq!(fs::read_to_string(path("a.ron")).unwrap(), text, "{options:?}");
    }
}

/// cases.md R5: captures of each node go forward in time, and every header's checksums are right (units of `export::pcap`).
#[test]
fn r5_captures_are_in_order() {
    let directory = tempfile::tempdir().unwrap();
    let captures = directory.path().join("pcap");
    let (status, _, err) =
        hopscope(&["run", "chain2.ron", "--until", "2 s", "-q", "--pcap", captures.to_str().unwrap()]);
    assert_eq!(status, 0, "{err}");
    for node in ["n0", "n1", "n2"] {
        let bytes = fs::read(captures.join(format!("{node}.pcap"))).unwrap();
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        let (mut at, mut last, mut packets) = (24, (0, 0), 0);
        while at < bytes.len() {
            let time = (word(at), word(at + 4));
            assert!(time >= last, "{node}: {time:?} comes after {last:?}");
            assert_eq!(word(at + 8), word(at + 12), "whole packets");
            (at, last, packets) = (at + 16 + word(at + 8) as usize, time, packets + 1);
        }
        assert_eq!(at, bytes.len(), "{node}");
        assert!(packets > 50, "{node}: {packets}");
    }
}
