//! Finished runs on disk, a line each, in the order in which they finished.
//!
//! The first line holds the plan and the shard, every further one a [`Row`]. A line is written at once and whole; if the machine
//! stops in the middle of one, that line does not count and its run is done again. Numbers are kept as text with all their digits,
//! so what is read back is equal to the bit.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::sweep::plan::{Plan, Shard};

/// The schema's name.
const SCHEMA: &str = "hopscope.sweep/1";

/// What is kept of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Its number in the plan.
    pub job: usize,
    /// Why it ended, or why it failed.
    pub stopped: String,
    /// Whether it failed: then it has neither digest nor values.
    pub failed: bool,
    /// Its digest.
    pub digest: String,
    /// Its numbers in the plan's order.
    pub values: Vec<Option<String>>,
}

impl Row {
    /// A number of it.
    pub fn value(&self, place: usize) -> Option<f64> {
        self.values.get(place)?.as_ref()?.parse().ok()
    }
}

#[derive(Serialize, Deserialize)]
struct Head {
    schema: String,
    plan: Plan,
    shard: Shard,
}

/// Why a journal is of no use.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It could not be read or written.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It is none, or damaged.
    #[error("{}:{line}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
}

/// What a journal holds.
#[derive(Debug)]
pub struct Contents {
    /// Its plan.
    pub plan: Plan,
    /// Its part of it.
    pub shard: Shard,
    /// Finished runs by number.
    pub rows: BTreeMap<usize, Row>,
    /// Bytes up to the end of the last whole line.
    whole: u64,
}

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Begins a new one. One that is there is replaced.
    pub fn begin(path: &Path, plan: &Plan, shard: Shard) -> Result<Self, JournalError> {
        let file = File::create(path).map_err(|source| failed("write", path, source))?;
        let mut journal = Self { path: path.to_owned(), file };
        journal.line(&Head { schema: SCHEMA.to_owned(), plan: plan.clone(), shard })?;
        Ok(journal)
    }

    /// Goes on with one that was read: a torn last line is cut off.
    pub fn go_on(path: &Path, contents: &Contents) -> Result<Self, JournalError> {
        let error = |source| failed("write", path, source);
        let file = OpenOptions::new().append(true).open(path).map_err(error)?;
        file.set_len(contents.whole).map_err(error)?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Adds a finished run.
    pub fn add(&mut self, row: &Row) -> Result<(), JournalError> {
        self.line(row)
    }

    fn line(&mut self, what: &impl Serialize) -> Result<(), JournalError> {
        let mut line = serde_json::to_vec(what).map_err(|error| failed("write", &self.path, error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(|source| failed("write", &self.path, source))
    }
}

/// Reads a journal.
pub fn read(path: &Path) -> Result<Contents, JournalError> {
    let bytes = std::fs::read(path).map_err(|source| failed("read", path, source))?;
    let damaged = |line: usize, what: String| JournalError::Damaged { path: path.to_owned(), line, what };
    // What follows the last line end was torn.
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
    let mut lines = bytes[..whole].split(|byte| *byte == b'\n').enumerate();
    let first = lines.next().map(|(_, line)| line).unwrap_or_default();
    let head: Head = serde_json::from_slice(first)
        .ok()
        .filter(|head: &Head| head.schema == SCHEMA)
        .ok_or_else(|| damaged(1, format!("this is no journal of a sweep (schema {SCHEMA})")))?;
    let jobs = head.plan.points() * head.plan.seeds.len();
    let mut rows = BTreeMap::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let row: Row = serde_json::from_slice(line).map_err(|error| damaged(number + 1, error.to_string()))?;
        if row.job >= jobs {
            return Err(damaged(number + 1, format!("there is no run {} in this sweep", row.job)));
        }
        rows.entry(row.job).or_insert(row);
    }
    Ok(Contents { plan: head.plan, shard: head.shard, rows, whole: whole as u64 })
}

fn failed(action: &'static str, path: &Path, source: io::Error) -> JournalError {
    JournalError::Io { action, path: path.to_owned(), source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::plan::tests::plan;

    fn row(job: usize) -> Row {
        Row {
            job,
            stopped: "duration".to_owned(),
            failed: false,
            digest: "d".to_owned(),
            values: vec![Some((0.1 + job as f64).to_string()), None],
        }
    }

    #[test]
    fn what_was_written_is_read_wherever_the_file_was_torn() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("j");
        let mut journal = Journal::begin(&path, &plan(), Shard::WHOLE).unwrap();
        let head = std::fs::metadata(&path).unwrap().len();
        (0..3).for_each(|job| journal.add(&row(job)).unwrap());
        let bytes = std::fs::read(&path).unwrap();
        for length in usize::try_from(head).unwrap()..=bytes.len() {
            std::fs::write(&path, &bytes[..length]).unwrap();
            let contents = read(&path).unwrap();
            let whole = bytes[..length].split(|byte| *byte == b'\n').count() - 2;
            assert_eq!(contents.rows.len(), whole, "{length} bytes");
            // Going on makes it the same file again.
            let mut journal = Journal::go_on(&path, &contents).unwrap();
            (0..3).filter(|job| !contents.rows.contains_key(job)).for_each(|job| journal.add(&row(job)).unwrap());
            assert_eq!(std::fs::read(&path).unwrap(), bytes, "{length} bytes");
        }
        assert_eq!(read(&path).unwrap().rows[&2].value(0), Some(2.1));
    }

    #[test]
    fn a_damaged_one_is_told_with_its_line() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("j");
        std::fs::write(&path, "time,value\n1,2\n").unwrap();
        assert!(read(&path).unwrap_err().to_string().contains("j:1: this is no journal"));
        let mut journal = Journal::begin(&path, &plan(), Shard::WHOLE).unwrap();
        journal.add(&row(1)).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("\"job\":1", "\"job\":99")).unwrap();
        assert!(read(&path).unwrap_err().to_string().contains("j:2: there is no run 99"));
    }
}
