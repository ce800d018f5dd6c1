//! `hopscope sweep FILE --vary PATH=V1,V2 --seeds 1..10 -o x.csv`: many runs on all cores.

use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::thread;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::options::ScenarioArgs;
use crate::cli::outputs::keep_apart;
use crate::cli::{CliError, Outcome, Streams, interrupt};
use crate::export::atomic::{self, Existing};
use crate::metrics::summary::Summary;
use crate::session::{Recording, Run};
use crate::sweep::journal::{self, Contents, Journal, JournalError};
use crate::sweep::plan::{Job, Plan, Shard};
use crate::sweep::tables::Rows;
use crate::sweep::values::{Vary, seeds, vary};
use crate::sweep::{execute, measures, tables};

/// Arguments of `sweep`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// Values of a field, like flows[0].transport.max_window=2,4,8 or 1..16; several paths with commas take the same value
    /// (topology.hops,flows[0].to=2,4,8); given again, every value with every value of the others
    #[arg(long, value_name = "PATH=V1,V2,..", value_parser = vary)]
    vary: Vec<Vary>,
    /// Seeds, the same for every point, like 1..10; without it the scenario's
    #[arg(long, value_name = "LIST", value_parser = seeds_arg)]
    seeds: Option<Seeds>,
    /// Numbers of the summary that are kept, by name or by its end, like goodput_bps; `all` keeps all
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    metrics: Vec<String>,
    /// A varied path: each of its values is compared with its first one, seed by seed
    #[arg(long, value_name = "PATH")]
    compare: Option<String>,
    /// Runs side by side; as many as there are cores if it is left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Go on with an interrupted sweep
    #[arg(long)]
    resume: bool,
    /// Only every N-th run, beginning with the I-th; `merge` joins what all shards write
    #[arg(long, value_name = "I/N", value_parser = Shard::parse)]
    shard: Option<Shard>,
    /// Table with a row a point (CSV); beside it NAME.runs.csv with a row a run, and NAME.differences.csv with --compare. Of a shard
    /// the file for `merge`
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// No progress, no notes
    #[arg(short, long)]
    quiet: bool,
}

/// A list of seeds as one argument.
#[derive(Clone, Debug)]
struct Seeds(Vec<u64>);

fn seeds_arg(text: &str) -> Result<Seeds, String> {
    seeds(text).map(Seeds)
}

/// Runs it.
pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Outcome, CliError> {
    interrupt::listen();
    if args.shard.is_none() {
        csv_only(&args.output)?;
    }
    keep_apart(&paths(args))?;
    let plan = plan(args)?;
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let path = if args.shard.is_some() { args.output.clone() } else { journal_of(&args.output) };
    let (mut journal, mut rows) = open(args, &path, &plan, shard)?;
    let todo: Vec<Job> = plan.jobs().filter(|job| shard.has(job) && !rows.contains_key(&job.number)).collect();
    let whole = execute(args, &plan, &todo, &mut journal, &mut rows)?;
    if !whole {
        let words = format!("{} of {} runs are done and kept; --resume goes on", rows.len(), of_shard(&plan, shard));
        streams.note(&words);
        return Ok(Outcome::Interrupted);
    }
    let failed = rows.values().filter(|row| row.failed).count();
    if args.shard.is_none() {
        drop(journal);
        write(&plan, &rows, &args.output, args.quiet, streams)?;
        std::fs::remove_file(&path).map_err(|source| JournalError::Io { action: "remove", path, source })?;
    }
    if failed > 0 {
        let last = rows.values().find(|row| row.failed).map(|row| row.stopped.as_str()).unwrap_or_default();
        streams.note(&format!("{failed} of {} runs failed, the first because {last}", rows.len()));
        return Ok(Outcome::Failed);
    }
    Ok(Outcome::Done)
}

/// Refuses formats that are not written.
pub(super) fn csv_only(path: &Path) -> Result<(), CliError> {
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv")) {
        return Ok(());
    }
    Err(CliError::Usage(format!("{} does not end in .csv, the format of tables of sweeps", path.display())))
}

/// The tables of a finished sweep.
pub(super) fn write(
    plan: &Plan,
    rows: &Rows,
    output: &Path,
    quiet: bool,
    streams: &mut Streams,
) -> Result<(), CliError> {
    let mut files = vec![(output.to_owned(), tables::points(plan, rows))];
    files.push((beside(output, "runs"), tables::runs(plan, rows)));
    files.extend(tables::differences(plan, rows).map(|table| (beside(output, "differences"), table)));
    for (path, bytes) in files {
        if atomic::write(&path, &bytes, Existing::Replace)? && !quiet {
            streams.note(&format!("replaced {}", path.display()));
        }
    }
    Ok(())
}

/// `x.runs.csv` beside `x.csv`.
fn beside(output: &Path, what: &str) -> PathBuf {
    output.with_extension(format!("{what}.csv"))
}

/// Where finished runs are kept while a sweep goes on.
fn journal_of(output: &Path) -> PathBuf {
    output.with_extension("sweep")
}

fn paths(args: &Args) -> Vec<(&'static str, PathBuf)> {
    let scenario = args.scenario.path().map(|path| ("the scenario", path));
    let output = [("--output", args.output.clone())];
    let further = [("the table of runs", beside(&args.output, "runs")), ("the journal", journal_of(&args.output))];
    let further = further.into_iter().filter(|_| args.shard.is_none());
    scenario.into_iter().chain(output).chain(further).collect()
}

/// What is to be done. Everything that can be wrong with it is found here, before anything runs.
fn plan(args: &Args) -> Result<Plan, CliError> {
    for (place, vary) in args.vary.iter().enumerate() {
        let earlier = || args.vary[..place].iter().flat_map(|other| other.path.split(','));
        for (number, path) in vary.path.split(',').enumerate() {
            if earlier().chain(vary.path.split(',').take(number)).any(|other| other == path) {
                return Err(CliError::Usage(format!("--vary {path} is given twice")));
            }
            if path == "seed" {
                return Err(CliError::Usage("seeds are not varied like other fields: use --seeds".to_owned()));
            }
        }
    }
    let compare = args.compare.as_ref().map(|path| {
        let known = args.vary.iter().map(|vary| vary.path.split(',').next().unwrap_or_default());
        known.clone().position(|other| other == path).ok_or_else(|| CliError::unknown("varied path", path, known))
    });
    let mut plan = Plan {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        scenario: args.scenario.name(),
        scenario_sha256: String::new(),
        changes: args.scenario.changes(),
        paths: Vec::new(),
        values: Vec::new(),
        seeds: Vec::new(),
        measures: Vec::new(),
        compare: compare.transpose()?,
    }
    .with(args.vary.clone());
    let mut first = None;
    for point in 0..plan.points() {
        let scenario = args.scenario.load_with(&plan.changes_at(point))?;
        first.get_or_insert(scenario);
    }
    let Some(first) = first else { return Err(CliError::Usage("there is nothing to run".to_owned())) };
    plan.seeds = match (&args.seeds, args.scenario.seed()) {
        (Some(_), Some(_)) => return Err(CliError::Usage("--seed and --seeds exclude each other".to_owned())),
        (Some(Seeds(seeds)), None) => seeds.clone(),
        (None, seed) => vec![seed.unwrap_or(first.blueprint.seed)],
    };
    plan.scenario_sha256.clone_from(&first.sha256);
    // The names of all numbers, as a run that has not begun has them.
    let all = measures::all(&Summary::from(Run::new(first, &plan.scenario, Recording::default()).report()));
    let names = || all.iter().map(|(name, _)| name.as_str());
    plan.measures = match args.metrics.as_slice() {
        [] => measures::usual(&all),
        [word] if word == "all" => names().map(str::to_owned).collect(),
        words => {
            measures::chosen(&all, words).map_err(|word| CliError::unknown("number in the summary", &word, names()))?
        }
    };
    Ok(plan)
}

/// A new journal, or the one that is gone on with.
fn open(args: &Args, path: &Path, plan: &Plan, shard: Shard) -> Result<(Journal, Rows), CliError> {
    if !args.resume {
        if args.shard.is_none() && path.exists() {
            let words = format!(
                "{} holds finished runs of an interrupted sweep: --resume goes on with it, or remove it",
                path.display()
            );
            return Err(CliError::Usage(words));
        }
        return Ok((Journal::begin(path, plan, shard)?, Rows::new()));
    }
    if !path.exists() {
        return Ok((Journal::begin(path, plan, shard)?, Rows::new()));
    }
    let contents: Contents = journal::read(path)?;
    if contents.plan != *plan || contents.shard != shard {
        let words = format!("{} belongs to another sweep: its {} differ", path.display(), differing(&contents, plan));
        return Err(CliError::Usage(words));
    }
    Ok((Journal::go_on(path, &contents)?, contents.rows))
}

/// In what a journal's sweep is another one.
fn differing(contents: &Contents, plan: &Plan) -> &'static str {
    let old = &contents.plan;
    match () {
        () if old.version != plan.version => "program's versions",
        () if old.scenario != plan.scenario || old.scenario_sha256 != plan.scenario_sha256 => "scenarios",
        () if old.changes != plan.changes => "changes",
        () if old.paths != plan.paths || old.values != plan.values => "varied values",
        () if old.seeds != plan.seeds => "seeds",
        () if old.measures != plan.measures || old.compare != plan.compare => "kept numbers",
        () => "shards",
    }
}

/// Carries out `todo`. Returns whether all was done.
fn execute(args: &Args, plan: &Plan, todo: &[Job], journal: &mut Journal, rows: &mut Rows) -> Result<bool, CliError> {
    let bar = bar(todo.len(), args.quiet || !stderr().is_terminal());
    let threads = args.jobs.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
    let mut unwritable = None;
    let work = |job: &Job| {
        if interrupt::wanted() {
            return None;
        }
        let mut changes = plan.changes_at(job.point);
        changes.push(format!("seed={}", job.seed));
        match args.scenario.load_with(&changes) {
            Ok(scenario) => execute::one(plan, job.number, scenario, &interrupt::wanted),
            // What depends on the seed was looked at with one seed only.
            Err(error) => Some(execute::failure(job.number, error.to_string())),
        }
    };
    execute::all(todo, threads, work, |row| {
        bar.inc(1);
        let written = journal.add(&row);
        rows.insert(row.job, row);
        unwritable = written.err();
        unwritable.is_none()
    });
    bar.finish_and_clear();
    match unwritable {
        Some(error) => Err(error.into()),
        None => Ok(todo.iter().all(|job| rows.contains_key(&job.number))),
    }
}

fn of_shard(plan: &Plan, shard: Shard) -> usize {
    plan.jobs().filter(|job| shard.has(job)).count()
}

fn bar(length: usize, hidden: bool) -> ProgressBar {
    let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(length as u64), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos} of {len} runs  {eta} left") {
        bar.set_style(style);
    }
    bar
}
