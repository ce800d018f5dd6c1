//! All runs of a sweep, in their order.

use serde::{Deserialize, Serialize};

use crate::sweep::values::Vary;

/// What a sweep consists of. Two sweeps with equal plans have equal results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The program's version.
    pub version: String,
    /// The scenario's file name.
    pub scenario: String,
    /// SHA-256 of the scenario of the first run, changes included.
    pub scenario_sha256: String,
    /// Changes common to all runs, as `--set` has them.
    pub changes: Vec<String>,
    /// Varied paths; those that take the same value stand together, with commas.
    pub paths: Vec<String>,
    /// The values of each path.
    pub values: Vec<Vec<String>>,
    /// The seeds, the same at every point.
    pub seeds: Vec<u64>,
    /// The numbers that are kept of each run, by name.
    pub measures: Vec<String>,
    /// The varied path whose values are compared pair by pair, by its place.
    pub compare: Option<usize>,
}

/// One run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its number, from 0.
    pub number: usize,
    /// The point that it belongs to.
    pub point: usize,
    /// Its seed.
    pub seed: u64,
}

/// Part `number` of `of`, from 1: every `of`-th run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, from 1.
    pub number: usize,
    /// Of how many.
    pub of: usize,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// `2/5`.
    ///
    /// # Errors
    /// In words, if it is no such part.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err("a shard is I/N with I from 1 to N, like 2/5".to_owned()),
        }
    }

    /// Whether it has this run.
    pub const fn has(self, job: &Job) -> bool {
        job.number % self.of == self.number - 1
    }
}

impl Plan {
    /// Takes over what is varied.
    #[must_use]
    pub fn with(mut self, varied: Vec<Vary>) -> Self {
        (self.paths, self.values) = varied.into_iter().map(|vary| (vary.path, vary.values)).unzip();
        self
    }

    /// How many points there are.
    pub fn points(&self) -> usize {
        self.values.iter().map(Vec::len).product()
    }

    /// The place of each path's value at a point; the last path changes fastest.
    pub fn places(&self, point: usize) -> Vec<usize> {
        let mut rest = point;
        let mut places: Vec<usize> = self
            .values
            .iter()
            .rev()
            .map(|values| {
                let place = rest % values.len();
                rest /= values.len();
                place
            })
            .collect();
        places.reverse();
        places
    }

    /// The values of all paths at a point.
    pub fn values_at(&self, point: usize) -> Vec<&str> {
        self.places(point).into_iter().zip(&self.values).map(|(place, values)| values[place].as_str()).collect()
    }

    /// What the columns of varied values are called: by the first path where several take the same value.
    pub fn columns(&self) -> impl Iterator<Item = String> + '_ {
        self.paths.iter().map(|paths| paths.split(',').next().unwrap_or_default().to_owned())
    }

    /// The changes that make a point of the scenario.
    pub fn changes_at(&self, point: usize) -> Vec<String> {
        let mut changes = self.changes.clone();
        for (paths, value) in self.paths.iter().zip(self.values_at(point)) {
            changes.extend(paths.split(',').map(|path| format!("{path}={value}")));
        }
        changes
    }

    /// All runs: point by point, at each all seeds.
    pub fn jobs(&self) -> impl Iterator<Item = Job> + '_ {
        let count = self.seeds.len();
        (0..self.points() * count).map(move |number| Job {
            number,
            point: number / count,
            seed: self.seeds[number % count],
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A plan of two paths and two seeds.
    pub(in crate::sweep) fn plan() -> Plan {
        let vary = |path: &str, values: &[&str]| Vary {
            path: path.to_owned(),
            values: values.iter().map(|value| (*value).to_owned()).collect(),
        };
        let plan = Plan {
            version: "1".to_owned(),
            scenario: "a.ron".to_owned(),
            scenario_sha256: "ab".to_owned(),
            changes: vec!["duration=5 s".to_owned()],
            paths: Vec::new(),
            values: Vec::new(),
            seeds: vec![1, 7],
            measures: vec!["flows.ftp.goodput_bps".to_owned(), "flows.ftp.rtt_mean_s".to_owned()],
            compare: Some(1),
        };
        plan.with(vec![vary("topology.hops,flows[0].to", &["2", "4"]), vary("c", &["Reno", "NewReno", "Tahoe"])])
    }

    #[test]
    fn the_last_path_changes_fastest_and_every_point_has_all_seeds() {
        let plan = plan();
        assert_eq!(plan.points(), 6);
        assert_eq!(plan.values_at(0), ["2", "Reno"]);
        assert_eq!(plan.values_at(4), ["4", "NewReno"]);
        assert_eq!(plan.changes_at(1), ["duration=5 s", "topology.hops=2", "flows[0].to=2", "c=NewReno"]);
        let jobs: Vec<(usize, u64)> = plan.jobs().map(|job| (job.point, job.seed)).collect();
        assert_eq!(jobs[..4], [(0, 1), (0, 7), (1, 1), (1, 7)]);
        assert_eq!(jobs.len(), 12);
    }

    #[test]
    fn nothing_varied_is_one_point() {
        let plan = Plan { compare: None, ..plan() }.with(Vec::new());
        assert_eq!((plan.points(), plan.jobs().count(), plan.changes_at(0).len()), (1, 2, 1));
    }

    #[test]
    fn shards_share_all_runs() {
        let plan = plan();
        let mut seen = vec![0; 12];
        for number in 1..=5 {
            let shard = Shard::parse(&format!("{number}/5")).unwrap();
            plan.jobs().filter(|job| shard.has(job)).for_each(|job| seen[job.number] += 1);
        }
        assert_eq!(seen, [1; 12]);
        for wrong in ["0/5", "6/5", "1", "a/b", "1/0"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }
}
