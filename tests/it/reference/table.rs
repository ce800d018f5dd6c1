//! Ours beside theirs: rows of a table, each with a verdict.

use std::fmt::Write as _;
use std::fs;

use super::stats::{Sample, half_width};

/// Whether all points are wanted, not only those that are quickly compared.
pub(super) fn is_full() -> bool {
    std::env::var("HOPSCOPE_REFERENCE").is_ok_and(|value| value == "full")
}

/// The level of a single interval, and of a whole table.
const ALPHA: f64 = 0.05;

/// What a difference may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Rule {
    /// Inside the interval, or this part of their mean.
    Within(f64),
    /// Inside the interval of the whole table: so wide that all its rows together miss one in twenty times if nothing differs
    /// (Bonferroni: each row at 5 % over the number of such rows).
    Joint,
}

/// One quantity at one point.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) point: String,
    pub(super) what: &'static str,
    pub(super) ours: Sample,
    pub(super) theirs: Sample,
    pub(super) rule: Rule,
}

impl Row {
    fn difference(&self) -> f64 {
        self.ours.mean - self.theirs.mean
    }

    /// Whether the row passes, and the word for it.
    fn verdict(&self, joint_alpha: f64) -> (bool, &'static str) {
        let inside = |alpha| self.difference().abs() <= half_width(self.ours, self.theirs, alpha);
        match self.rule {
            _ if inside(ALPHA) => (true, "same"),
            Rule::Within(part) if self.difference().abs() <= part * self.theirs.mean.abs() => (true, "close"),
            Rule::Joint if inside(joint_alpha) => (true, "same jointly"),
            Rule::Within(_) | Rule::Joint => (false, "DIFFERS"),
        }
    }
}

/// Prints the table, and fails with it if a row differs.
pub(super) fn judge(title: &str, rows: &[Row]) {
    judge_all_but(rows, 0, title);
}

/// Prints the table, and fails with it if more than `most` rows differ.
#[expect(clippy::print_stdout, reason = "the table is the evidence; it is shown with --nocapture")]
pub(super) fn judge_all_but(rows: &[Row], most: usize, title: &str) {
    let joint = rows.iter().filter(|row| row.rule == Rule::Joint).count().max(1);
    let joint_alpha = ALPHA / joint as f64;
    let mut text = format!(
        "\n{title}; +/-: half the 95 % interval of a single row\n{:<24} {:>9} {:>10} {:>8} {:>2} {:>10} {:>8} {:>2} {:>9} {:>9}\n",
        "point", "", "ours", "std", "n", "ns-2", "std", "n", "diff", "+/-"
    );
    let mut failures = 0;
    for row in rows {
        let (passes, word) = row.verdict(joint_alpha);
        failures += usize::from(!passes);
        let (ours, theirs) = (row.ours, row.theirs);
        writeln!(
            text,
            "{:<24} {:>9} {:>10.3} {:>8.3} {:>2} {:>10.3} {:>8.3} {:>2} {:>9.3} {:>9.3} {word}",
            row.point,
            row.what,
            ours.mean,
            ours.std,
            ours.n,
            theirs.mean,
            theirs.std,
            theirs.n,
            row.difference(),
            half_width(ours, theirs, ALPHA),
        )
        .unwrap();
    }
    println!("{text}");
    assert!(failures <= most, "{failures} of {} rows differ from ns-2:{text}", rows.len());
}

/// A file of measurements, by the names of its columns.
pub(super) struct Measured {
    columns: csv::StringRecord,
    rows: Vec<csv::StringRecord>,
}

impl Measured {
    pub(super) fn read(file: &str) -> Self {
        let path = format!("{}/tests/reference/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let columns = reader.headers().unwrap().clone();
        Self { columns, rows: reader.records().map(|row| row.unwrap()).collect() }
    }

    fn column(&self, name: &str) -> usize {
        self.columns.iter().position(|column| column == name).unwrap_or_else(|| panic!("no column {name}"))
    }

    fn rows_where(&self, point: &[(&str, &str)]) -> impl Iterator<Item = &csv::StringRecord> {
        let wanted: Vec<(usize, String)> =
            point.iter().map(|(name, value)| (self.column(name), (*value).to_owned())).collect();
        self.rows.iter().filter(move |row| wanted.iter().all(|(column, value)| row[*column] == **value))
    }

    /// These columns of every row.
    pub(super) fn values(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let places: Vec<usize> = columns.iter().map(|name| self.column(name)).collect();
        self.rows.iter().map(|row| places.iter().map(|place| row[*place].to_owned()).collect()).collect()
    }

    /// `what` in every run of a point.
    pub(super) fn runs(&self, point: &[(&str, &str)], what: &str) -> Sample {
        let column = self.column(what);
        let values: Vec<f64> = self.rows_where(point).map(|row| row[column].parse().unwrap()).collect();
        assert!(!values.is_empty(), "no run of {point:?}");
        Sample::of(&values)
    }

    /// `what` of a point in a summary.
    pub(super) fn summary(&self, point: &[(&str, &str)], what: &str) -> Sample {
        let mut rows = self.rows_where(point);
        let row = rows.next().unwrap_or_else(|| panic!("no row for {point:?}"));
        assert!(rows.next().is_none(), "several rows for {point:?}");
        let number = |name: &str| row[self.column(name)].parse::<f64>().unwrap();
        Sample {
            mean: number(&format!("{what}_mean")),
            std: number(&format!("{what}_std")),
            n: row[self.column("n")].parse().unwrap(),
        }
    }
}
