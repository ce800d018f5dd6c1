//! `hopscope merge A B .. -o x.csv`: joins the shards of a sweep.

use std::path::PathBuf;

use crate::cli::outputs::keep_apart;
use crate::cli::{CliError, Outcome, Streams, sweep};
use crate::sweep::journal;
use crate::sweep::tables::Rows;

/// Arguments of `merge`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What `sweep --shard` has written, in any order
    #[arg(required = true, value_name = "FILE")]
    shards: Vec<PathBuf>,
    /// Table with a row a point (CSV), as the sweep in one piece would have written it
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// No notes
    #[arg(short, long)]
    quiet: bool,
}

/// Joins them.
pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Outcome, CliError> {
    sweep::csv_only(&args.output)?;
    let shards = args.shards.iter().map(|path| ("a shard", path.clone()));
    keep_apart(&shards.chain([("--output", args.output.clone())]).collect::<Vec<_>>())?;
    let mut plan = None;
    let mut rows = Rows::new();
    for path in &args.shards {
        let contents = journal::read(path)?;
        let known = plan.get_or_insert_with(|| contents.plan.clone());
        if *known != contents.plan {
            let words = format!("{} belongs to another sweep than {}", path.display(), args.shards[0].display());
            return Err(CliError::Usage(words));
        }
        for (job, row) in contents.rows {
            if rows.insert(job, row.clone()).is_some_and(|other| other != row) {
                let words = format!("{} holds run {job} with another result than a shard before it", path.display());
                return Err(CliError::Usage(words));
            }
        }
    }
    let Some(plan) = plan else { return Ok(Outcome::Done) };
    let jobs = plan.points() * plan.seeds.len();
    let missing: Vec<usize> = (0..jobs).filter(|job| !rows.contains_key(job)).collect();
    if let Some(first) = missing.first() {
        let words = format!("{} of {jobs} runs are in none of these shards, the first is run {first}", missing.len());
        return Err(CliError::Usage(words));
    }
    sweep::write(&plan, &rows, &args.output, args.quiet, streams)?;
    Ok(if rows.values().any(|row| row.failed) { Outcome::Failed } else { Outcome::Done })
}
