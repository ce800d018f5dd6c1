//! Files of a run: whole or not at all, the same bytes each time, and what scripts rely on in them.
//!
//! The run is invented: a sawtooth of two flows over four nodes. With `HOPSCOPE_FIGURES=DIR` the figures are kept there.

use std::fs;
use std::path::Path;

use hopscope::export::atomic::{self, AtomicFile, Existing};
use hopscope::export::figure::{self, FigureRequest, Format};
use hopscope::export::{ExportError, Names, RunInfo, bundle, csv};
use hopscope::ids::{FlowId, NodeId};
use hopscope::metrics::summary::{Report, Summary};
use hopscope::metrics::{Mark, MarkKind, Metric, Owner, Recorder};
use hopscope::session::{Recording, Run};
use hopscope::units::{SimDuration, SimTime};

fn info() -> RunInfo {
    RunInfo {
        scenario: "chain8.ron".into(),
        title: "Eight-hop chain, two transfers <&>".into(),
        text: "(title: \"Eight-hop chain\", seed: 1)\n".into(),
        sha256: "ab".repeat(32),
        seed: 1,
        digest: "9f3c41d7aa00be21".into(),
        commands: "[(at: \"20 s\", do: SetController(flow: \"ftp\", controller: Vegas))]".into(),
        names: Names {
            flows: vec!["ftp".into(), "cross".into()],
            nodes: (0..9).map(|i| format!("n{i}")).collect(),
            links: Vec::new(),
        },
    }
}

fn ms(t: u64) -> SimTime {
    SimTime::from_nanos(t * 1_000_000)
}

/// One flow's sawtooth: slow start to ssthresh, then one segment a round trip; a loss every `period` ms.
fn sawtooth(r: &mut Recorder, marks: &mut Vec<(u64, Mark)>, flow: u32, until: u64) {
    let (start, period) = (1000 + 5000 * u64::from(flow), 2600 + 900 * u64::from(flow));
    let owner = Owner::Flow(FlowId(flow));
    let mark = |kind| Mark { flow: Some(FlowId(flow)), kind };
    let (mut cwnd, mut ssthresh, mut bytes) = (1.0_f64, 12.0_f64, 0.0_f64);
    r.change(ms(start), Metric::Ssthresh, owner, ssthresh);
    for t in (start..until).step_by(10) {
        let age = t - start;
        if age > 0 && age % period == 0 {
            let timeout = (age / period) % 3 == 0;
            marks.push((t - 60, mark(MarkKind::Loss)));
            marks.push((t, mark(if timeout { MarkKind::Timeout } else { MarkKind::ThirdDuplicateAck })));
            ssthresh = (cwnd / 2.0).max(2.0);
            cwnd = if timeout { 1.0 } else { ssthresh };
            r.change(ms(t), Metric::Ssthresh, owner, ssthresh);
        } else if age % 40 == 0 {
            cwnd += if cwnd < ssthresh { 1.0 } else { 1.0 / cwnd };
        }
        r.change(ms(t), Metric::Cwnd, owner, cwnd);
        r.change(ms(t), Metric::Rtt, owner, 0.05 + 0.012 * cwnd + 0.004 * ((t / 10 % 7) as f64));
        bytes += cwnd * 40.0;
        r.sample(ms(t), Metric::Throughput, owner, bytes);
        r.sample(ms(t), Metric::Goodput, owner, bytes * 0.93);
    }
}

fn recorder(flows: u32, nodes: u32, until: u64) -> Recorder {
    let mut r = Recorder::new();
    for node in (0..nodes).map(NodeId) {
        r.watch(Owner::Node(node));
    }
    let mut marks = Vec::new();
    for flow in 0..flows {
        sawtooth(&mut r, &mut marks, flow, until);
    }
    marks.sort_by_key(|(t, _)| *t);
    for (t, mark) in marks {
        r.mark(ms(t), mark);
    }
    for t in (0..until).step_by(10) {
        for node in 0..nodes {
            let owner = Owner::Node(NodeId(node));
            let busy = f64::from(node + 1) * 0.02 * if t < 1000 { 0.0 } else { 1.0 };
            r.sample(ms(t), Metric::Joules, owner, t as f64 / 1000.0 * (0.78 + busy));
            r.change(ms(t), Metric::Queue, owner, ((t / 130 + u64::from(node) * 3) % 11) as f64);
        }
    }
    r
}

fn request(r: &Recorder, until: u64) -> FigureRequest {
    FigureRequest::standard(r, ms(until))
}

fn keep(name: &str, bytes: &[u8]) {
    if let Ok(directory) = std::env::var("HOPSCOPE_FIGURES") {
        atomic::write(&Path::new(&directory).join(name), bytes, Existing::Replace).unwrap();
    }
}

#[test]
fn the_same_run_gives_the_same_figure() {
    for (name, flows, nodes) in [("chain", 2, 4), ("single", 1, 9), ("many", 9, 2)] {
        let draw = |format| {
            let r = recorder(flows, nodes, 20_000);
            figure::figure(&info(), &r, &request(&r, 20_000), format).unwrap()
        };
        let (svg, png) = (draw(Format::Svg), draw(Format::Png));
        assert!(svg == draw(Format::Svg) && png == draw(Format::Png), "{name}");
        keep(&format!("{name}.svg"), &svg);
        keep(&format!("{name}.png"), &png);
    }
}

#[test]
fn a_figure_carries_its_run_and_says_its_units() {
    let r = recorder(2, 4, 20_000);
    let request = request(&r, 20_000);
    let svg = String::from_utf8(figure::figure(&info(), &r, &request, Format::Svg).unwrap()).unwrap();
    for text in [
        "<hopscope:seed>1</hopscope:seed>",
        "(title: &quot;Eight-hop chain&quot;, seed: 1)",
        "controller: Vegas",
        "what=cwnd,throughput,rtt,queue,joules,power from=0s until=20s",
        "<title>Eight-hop chain, two transfers &lt;&amp;&gt;</title>",
        ">segments<",
        ">kb/s<",
        ">mean of 200 ms<",
        ">packets<",
        ">J<",
        ">W<",
        ">time, s<",
        // Until 20 s: ftp loses every 2.6 s from 1 s on, cross every 3.5 s from 6 s on; every third time by timeout.
        ">loss (10)<",
        ">3rd duplicate ACK (7)<",
        ">timeout (3)<",
    ] {
        assert!(svg.contains(text), "no {text}");
    }
    let png = figure::figure(&info(), &r, &request, Format::Png).unwrap();
    for text in
        ["hopscope:scenario\0\0\0\0\0(title: \"Eight-hop chain\", seed: 1)\n", "hopscope:digest\0\0\0\0\09f3c41d7"]
    {
        assert!(png.windows(text.len()).any(|w| w == text.as_bytes()), "no {text:?}");
    }
}

/// The texts of a figure in MONO: the figures at its ticks.
fn ticks(svg: &str) -> Vec<&str> {
    let texts = svg.split("<text ").filter(|text| text.contains("font-family=\"'JetBrains Mono'"));
    texts.filter_map(|text| text.split(['>', '<']).nth(1)).collect()
}

/// A curve that is constant but for the noise of its computation has a plain axis, and is a straight line.
#[test]
fn a_constant_curve_has_short_ticks_that_differ() {
    let mut r = Recorder::new();
    r.watch(Owner::Node(NodeId(0)));
    for t in (0..10_000).step_by(10) {
        r.sample(ms(t), Metric::Joules, Owner::Node(NodeId(0)), t as f64 / 1000.0 * 0.78);
    }
    let svg = figure::svg(&info(), &r, &FigureRequest::new(&[Metric::Power], ms(10_000))).unwrap();
    let expected = ["0.0", "0.5", "1.0", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
    assert_eq!(ticks(&svg), expected);
}

/// The phase is drawn with words, not with numbers that nobody knows.
#[test]
fn the_values_of_a_code_have_names() {
    let mut r = Recorder::new();
    for (t, code) in [(0, 0.0), (100, 1.0), (200, 2.0), (900, 3.0), (1500, 4.0), (1600, 3.0), (2900, 5.0)] {
        r.change(ms(t), Metric::Phase, Owner::Flow(FlowId(0)), code);
    }
    let svg = figure::svg(&info(), &r, &FigureRequest::new(&[Metric::Phase], ms(3_000))).unwrap();
    let names = ["not started", "connecting", "slow start", "avoidance", "recovery", "finished"];
    assert_eq!(ticks(&svg)[..6], names);
    keep("phase.svg", svg.as_bytes());
}

/// Long words are cut with an ellipsis, in the picture; its metadata has them whole.
#[test]
fn long_words_stay_inside_the_picture() {
    let r = recorder(1, 0, 3_000);
    let names = Names {
        flows: vec!["a flow with a very long name, as long as a name may be at all, 64".into()],
        ..Names::default()
    };
    let long = RunInfo { title: "long title ".repeat(40), names, ..info() };
    let svg = figure::svg(&long, &r, &FigureRequest::new(&[Metric::Cwnd], ms(3_000))).unwrap();
    assert!(svg.contains(&format!("<title>{}</title>", long.title)));
    let cut: Vec<&str> = svg.split(['>', '<']).filter(|text| text.ends_with('\u{2026}')).collect();
    let [title, name] = cut[..] else { panic!("title and name are cut: {cut:?}") };
    assert!((80..140).contains(&title.chars().count()), "{title}");
    assert!((20..40).contains(&name.chars().count()), "{name}");
    keep("long.svg", svg.as_bytes());
}

/// Thousands of marks become a shape every few pixels; the legend has their number.
#[test]
fn a_crowd_of_events_is_thinned_and_counted() {
    let mut r = Recorder::new();
    for t in (0..20_000).step_by(10) {
        r.change(ms(t), Metric::Cwnd, Owner::Flow(FlowId(0)), (t / 10 % 17) as f64);
        r.mark(ms(t), Mark { flow: Some(FlowId(0)), kind: MarkKind::Loss });
    }
    let shapes = |until: u64| {
        let svg = figure::svg(&info(), &r, &FigureRequest::new(&[Metric::Cwnd], ms(until))).unwrap();
        keep(&format!("marks{until}.svg"), svg.as_bytes());
        // A cross has two strokes in one path, which no curve has; one stands in the legend.
        let crosses =
            svg.lines().filter(|line| line.starts_with("<path d=\"M") && line.matches('M').count() == 2).count();
        (crosses - 1, svg.contains(&format!(">loss ({})<", until / 10 + 1)) || svg.contains(">loss (2000)<"))
    };
    let (few, counted) = shapes(400);
    assert!((few, counted) == (41, true), "{few}");
    let (many, counted) = shapes(20_000);
    assert!((60..140).contains(&many) && counted, "{many}");
}

/// An hour of samples every 10 ms is 360,000 points a curve; the figure holds a few per half pixel.
#[test]
fn a_long_run_stays_a_small_file() {
    let mut r = Recorder::new();
    for i in 0..360_000_u64 {
        r.change(ms(10 * i), Metric::Cwnd, Owner::Flow(FlowId(0)), (i * 7919 % 64) as f64);
    }
    let request = FigureRequest::new(&[Metric::Cwnd], ms(3_600_000));
    let svg = figure::svg(&info(), &r, &request).unwrap();
    assert!(svg.len() < 80_000, "{} bytes", svg.len());
}

#[test]
fn asking_for_what_is_not_there_is_an_error_in_words() {
    let r = recorder(1, 0, 3_000);
    let error = figure::svg(&info(), &r, &FigureRequest::new(&[Metric::Queue], ms(3_000))).unwrap_err();
    assert_eq!(error.to_string(), "nothing was recorded of queue");
    let error = Format::of(Path::new("x.pdf")).unwrap_err();
    assert_eq!(error.to_string(), "x.pdf ends neither in .svg nor in .png, the two formats of figures");
}

#[test]
fn the_table_is_tidy_and_says_which_run_it_is() {
    let mut r = Recorder::new();
    let (ftp, n0) = (Owner::Flow(FlowId(0)), Owner::Node(NodeId(0)));
    r.watch(n0);
    r.change(ms(1000), Metric::Ssthresh, ftp, f64::INFINITY);
    r.change(ms(1000), Metric::Cwnd, ftp, 2.0);
    r.change(ms(1100), Metric::Cwnd, ftp, 3.5);
    r.change(ms(1050), Metric::Queue, n0, 4.0);
    r.sample(ms(1000), Metric::Throughput, ftp, 0.0);
    r.sample(ms(1100), Metric::Throughput, ftp, 1500.0);
    let text = String::from_utf8(csv::series(&info(), &r, Metric::ALL).unwrap()).unwrap();
    let (comments, table): (Vec<&str>, Vec<&str>) = text.lines().partition(|l| l.starts_with('#'));
    // 1500 B in the 0.1 s before 1.1 s are 120 kb/s; an infinite threshold is not a number that others read.
    let expected = [
        "time_s,kind,name,cwnd_segments,ssthresh_segments,throughput_kbps,queue_packets",
        "1.000000000,flow,ftp,2,,0,",
        "1.050000000,node,n0,,,,4",
        "1.100000000,flow,ftp,3.5,,120,",
    ];
    assert_eq!(table, expected);
    for line in ["# seed 1", "# digest 9f3c41d7aa00be21"] {
        assert!(comments.contains(&line), "no {line} in {comments:?}");
    }
    assert!(comments[1].starts_with("# scenario chain8.ron: Eight-hop chain"));
}

fn entries(directory: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(directory).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

#[test]
fn a_file_appears_whole_or_not_at_all() {
    use std::io::Write;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.csv");
    let mut file = AtomicFile::create(&path, Existing::Keep).unwrap();
    file.write_all(b"half").unwrap();
    assert!(!path.exists());
    drop(file);
    assert_eq!(entries(directory.path()), Vec::<String>::new(), "an abandoned file leaves nothing");

    assert!(!atomic::write(&path, b"one", Existing::Keep).unwrap());
    assert!(matches!(atomic::write(&path, b"two", Existing::Keep), Err(ExportError::Exists(_))));
    assert_eq!(fs::read(&path).unwrap(), b"one");
    assert!(atomic::write(&path, b"two", Existing::Replace).unwrap(), "says that it replaced one");
    assert_eq!((fs::read(&path).unwrap().as_slice(), entries(directory.path()).len()), (b"two".as_slice(), 1));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_stay() {
    use std::os::unix::fs::symlink;
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    fs::create_dir(path("far")).unwrap();
    fs::write(path("far/real"), "old").unwrap();
    // A link to a link to a file, one to a file that is not there yet, one to itself.
    for (to, name) in [("real", "far/first"), ("far/first", "second"), ("far/new", "dangling"), ("round", "round")] {
        symlink(to, path(name)).unwrap();
    }
    assert!(atomic::write(&path("second"), b"through", Existing::Replace).unwrap());
    assert!(!atomic::write(&path("dangling"), b"made", Existing::Replace).unwrap());
    for (name, content) in [("far/real", "through"), ("far/new", "made")] {
        assert!(fs::symlink_metadata(path(name)).unwrap().is_file());
        assert_eq!(fs::read_to_string(path(name)).unwrap(), content);
    }
    for link in ["far/first", "second", "dangling"] {
        assert!(fs::symlink_metadata(path(link)).unwrap().is_symlink(), "{link} is replaced");
    }
    let error = atomic::write(&path("round"), b"", Existing::Replace).unwrap_err().to_string();
    assert!(error.contains("symbolic links"), "{error}");
    assert_eq!(entries(&path("far")), ["first", "new", "real"]);
}

/// Devices and pipes are written to, not replaced; directories are refused.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_left_in_its_place() {
    use std::os::unix::fs::FileTypeExt;
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).unwrap()
    });
    assert!(!atomic::write(&pipe, b"through", Existing::Replace).unwrap(), "nothing is replaced");
    assert_eq!(reader.join().unwrap(), b"through");
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());

    // A link to a device, beside which no file could be made by others than root.
    let link = directory.path().join("null");
    std::os::unix::fs::symlink("/dev/null", &link).unwrap();
    for name in [&link, Path::new("/dev/null")] {
        assert!(!atomic::write(name, b"gone", Existing::Replace).unwrap());
    }
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());

    let error = atomic::write(directory.path(), b"", Existing::Replace).unwrap_err().to_string();
    assert_eq!(error, format!("cannot write {}: is a directory", directory.path().display()));
    let error = atomic::write(Path::new("-"), b"", Existing::Replace).unwrap_err();
    assert!(matches!(error, ExportError::NoFile(_)) && !Path::new("-").exists());
    assert_eq!(entries(directory.path()), ["null", "pipe"]);
}

#[test]
fn a_run_leaves_five_files() {
    let directory = tempfile::tempdir().unwrap();
    let r = recorder(1, 1, 3_000);
    let report = Report { seed: 1, end: ms(3_000), ..Report::default() };
    let write = || {
        let summary = Summary::from(report.clone());
        bundle::write(directory.path(), &info(), &r, &summary, ms(3_000), Existing::Replace).unwrap()
    };
    assert_eq!(write(), Vec::<&str>::new());
    let names = ["digest.txt", "figure.png", "figure.svg", "series.csv", "summary.json"];
    assert_eq!(entries(directory.path()), names);
    assert_eq!(write().len(), 5, "the second time all are replaced, and it says so");
    assert_eq!(fs::read_to_string(directory.path().join("digest.txt")).unwrap(), "9f3c41d7aa00be21\n");
}

/// A recorded run of a scenario of the gallery, to its end.
fn session(name: &str, steer: impl FnOnce(&mut Run)) -> Run {
    let scenario = hopscope::scenario::load(Path::new(name), &["duration=4 s"]).unwrap();
    let mut session = Run::new(scenario, name, Recording { series: true, ..Recording::default() });
    steer(&mut session);
    session.run_until(SimTime::MAX);
    session
}

fn table(session: &Run) -> Vec<u8> {
    csv::series(&session.info(), session.recorder(), Metric::ALL).unwrap()
}

/// What is recorded belongs to the run alone: not to how long its steps were, nor to where somebody looked meanwhile.
#[test]
fn the_table_does_not_depend_on_how_a_run_was_watched() {
    let ways: [(&str, fn(&mut Run)); 5] = [
        ("steps of 0.3 ms", |s| s.set_step(SimDuration::from_micros(300))),
        ("steps of 7 ms", |s| s.set_step(SimDuration::from_millis(7))),
        ("stops at odd instants", |s| {
            for k in 1..300 {
                s.run_until(SimTime::from_nanos(k * 13_333_331));
            }
        }),
        ("seeks", |s| {
            s.keep_keyframes();
            for t in [3000, 1234, 2005, 0, 3990, 10] {
                s.seek(ms(t));
            }
        }),
        ("a fork", |s| {
            s.run_until(ms(2500));
            *s = s.fork();
        }),
    ];
    for name in ["chain4.ron", "dumbbell.ron"] {
        let plain = table(&session(name, |_| {}));
        for (way, steer) in ways {
            assert!(table(&session(name, steer)) == plain, "{name} with {way}");
        }
    }
}

/// Going back and giving a command forgets the future that does not come any more.
#[test]
fn a_branch_records_its_own_future() {
    let script = r#"script=[(at: "2 s", do: SetTransport(flow: "ftp", max_window: 2))]"#;
    let scenario = hopscope::scenario::load(Path::new("chain4.ron"), &["duration=4 s", script]).unwrap();
    let mut scripted = Run::new(scenario, "chain4.ron", Recording { series: true, ..Recording::default() });
    scripted.run_until(SimTime::MAX);
    let branch = session("chain4.ron", |s| {
        s.run_until(ms(3500));
        s.seek(ms(0));
        s.replay(&scripted);
    });
    let rows = |s: &Run| String::from_utf8(table(s)).unwrap().lines().filter(|l| !l.starts_with('#')).count();
    assert_eq!(branch.digest(), scripted.digest());
    assert_eq!(branch.commands(), scripted.commands());
    assert!(
        branch.recorder().marks().range(SimTime::ZERO, SimTime::MAX)
            == scripted.recorder().marks().range(SimTime::ZERO, SimTime::MAX)
    );
    assert_eq!(rows(&branch), rows(&scripted));
}
