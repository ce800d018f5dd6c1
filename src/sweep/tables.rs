//! The tables of a sweep, made from its plan and rows alone.

use std::collections::BTreeMap;

use crate::sweep::interval::Estimate;
use crate::sweep::journal::Row;
use crate::sweep::plan::Plan;

/// Finished runs by number.
pub type Rows = BTreeMap<usize, Row>;

/// A row a point: what was varied, how many runs count and how many failed, and of each number mean, sample standard deviation and
/// half the width of its 95 % interval.
pub fn points(plan: &Plan, rows: &Rows) -> Vec<u8> {
    let names = plan.measures.iter().flat_map(|name| ["mean", "std", "ci95"].map(|what| format!("{name}_{what}")));
    let head = plan.columns().chain(["n".to_owned(), "failed".to_owned()]).chain(names).collect();
    let count = plan.seeds.len();
    let line = |point: usize| {
        let here: Vec<&Row> = rows.range(point * count..(point + 1) * count).map(|(_, row)| row).collect();
        let failed = here.iter().filter(|row| row.failed).count();
        let mut line: Vec<String> = plan.values_at(point).into_iter().map(str::to_owned).collect();
        line.extend([(here.len() - failed).to_string(), failed.to_string()]);
        for place in 0..plan.measures.len() {
            let values: Vec<f64> = here.iter().filter_map(|row| row.value(place)).collect();
            line.extend(estimate(Estimate::of(&values)));
        }
        line
    };
    let what = "a row a point; std: sample standard deviation; ci95: half the width of the 95 % interval (Student's t)";
    table(plan, what, head, (0..plan.points()).map(line))
}

/// A row a run.
pub fn runs(plan: &Plan, rows: &Rows) -> Vec<u8> {
    let own = ["seed", "stopped", "digest"].map(str::to_owned);
    let head = plan.columns().chain(own).chain(plan.measures.iter().cloned()).collect();
    let line = |(job, row): (&usize, &Row)| {
        let count = plan.seeds.len();
        let mut line: Vec<String> = plan.values_at(job / count).into_iter().map(str::to_owned).collect();
        line.extend([plan.seeds[job % count].to_string(), row.stopped.clone(), row.digest.clone()]);
        let values = (0..plan.measures.len()).map(|place| row.values.get(place).cloned().flatten().unwrap_or_default());
        line.extend(values);
        line
    };
    table(plan, "a row a run", head, rows.iter().map(line))
}

/// Each value of the compared path against its first one, seed by seed, wherever the rest is equal; `None` if nothing is compared.
pub fn differences(plan: &Plan, rows: &Rows) -> Option<Vec<u8>> {
    let compared = plan.compare?;
    let names = plan.measures.iter().flat_map(|name| ["mean", "std", "ci95"].map(|what| format!("{name}_{what}")));
    let head = plan.columns().chain(["minus".to_owned(), "n".to_owned()]).chain(names).collect();
    let lines = (0..plan.points()).filter(|point| plan.places(*point)[compared] > 0).map(|point| {
        let first = first_of(plan, point, compared);
        let pairs = pairs(plan, rows, point, first);
        let mut line: Vec<String> = plan.values_at(point).into_iter().map(str::to_owned).collect();
        line.extend([plan.values[compared][0].clone(), pairs.len().to_string()]);
        for place in 0..plan.measures.len() {
            let difference = |(a, b): &(&Row, &Row)| Some(a.value(place)? - b.value(place)?);
            let values: Vec<f64> = pairs.iter().filter_map(difference).collect();
            line.extend(estimate(Estimate::of(&values)));
        }
        line
    });
    let what =
        "a row a point: its values minus those of the column `minus`, paired by seed; std and ci95 of the differences";
    Some(table(plan, what, head, lines))
}

/// The point that differs from `point` in the compared path alone and has its first value.
fn first_of(plan: &Plan, point: usize, compared: usize) -> usize {
    let stride: usize = plan.values[compared + 1..].iter().map(Vec::len).product();
    point - plan.places(point)[compared] * stride
}

fn pairs<'a>(plan: &Plan, rows: &'a Rows, a: usize, b: usize) -> Vec<(&'a Row, &'a Row)> {
    let count = plan.seeds.len();
    let row = |point: usize, seed: usize| rows.get(&(point * count + seed)).filter(|row| !row.failed);
    (0..count).filter_map(|seed| Some((row(a, seed)?, row(b, seed)?))).collect()
}

fn estimate(of: Option<Estimate>) -> [String; 3] {
    let text = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    [text(of.map(|of| of.mean)), text(of.and_then(|of| of.std)), text(of.and_then(|of| of.ci95))]
}

fn table(plan: &Plan, what: &str, head: Vec<String>, lines: impl Iterator<Item = Vec<String>>) -> Vec<u8> {
    let seeds: Vec<String> = plan.seeds.iter().map(u64::to_string).collect();
    let mut text = format!(
        "# hopscope {}\n# scenario {}\n# scenario_sha256 {}\n# changes {}\n# seeds {}\n# {what}\n",
        plan.version,
        plan.scenario,
        plan.scenario_sha256,
        plan.changes.join("; "),
        seeds.join(" ")
    )
    .into_bytes();
    let mut writer = ::csv::Writer::from_writer(&mut text);
    for line in std::iter::once(head).chain(lines) {
        // A vector takes everything, and all lines are as long as the first.
        let _ = writer.write_record(line);
    }
    let _ = writer.flush();
    drop(writer);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::plan::tests::plan;

    /// The goodput of a run is 100 times its hops, 10 more for each controller, and a little by seed; one run fails.
    fn rows(plan: &Plan) -> Rows {
        let row = |job: crate::sweep::plan::Job| {
            let places = plan.places(job.point);
            let goodput = 100 * (places[0] + 1) + 10 * places[1] + usize::from(job.seed == 7) * (1 + places[1]);
            let failed = job.number == 11;
            let values = vec![Some(goodput.to_string()), None];
            let values = if failed { Vec::new() } else { values };
            (job.number, Row { job: job.number, stopped: "x".to_owned(), failed, digest: "d".to_owned(), values })
        };
        plan.jobs().map(row).collect()
    }

    fn lines(bytes: Vec<u8>) -> Vec<String> {
        String::from_utf8(bytes).unwrap().lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
    }

    #[test]
    fn a_row_a_point_with_mean_spread_and_interval() {
        let plan = plan();
        let lines = lines(points(&plan, &rows(&plan)));
        assert_eq!(lines.len(), 7);
        assert!(lines[0].starts_with("topology.hops,c,n,failed,flows.ftp.goodput_bps_mean,flows.ftp.goodput_bps_std,"));
        // 100 and 101: 100.5, 1 / sqrt 2, 12.7062 / 2.
        assert!(lines[1].starts_with("2,Reno,2,0,100.5,0.7071067811865476,6.3531"), "{}", lines[1]);
        assert!(lines[1].ends_with(",,,"), "what no run could measure is empty");
        assert_eq!(lines[6], "4,Tahoe,1,1,220,,,,,");
    }

    #[test]
    fn differences_are_paired_by_seed() {
        let plan = plan();
        let lines = lines(differences(&plan, &rows(&plan)).unwrap());
        assert_eq!(lines.len(), 5);
        assert!(lines[1].starts_with("2,NewReno,Reno,2,10.5,"), "{}", lines[1]);
        assert!(lines[4].starts_with("4,Tahoe,Reno,1,20,,"), "one run failed: {}", lines[4]);
        assert_eq!(differences(&Plan { compare: None, ..plan.clone() }, &rows(&plan)), None);
    }

    #[test]
    fn a_row_a_run() {
        let plan = plan();
        let lines = lines(runs(&plan, &rows(&plan)));
        assert_eq!(lines[0], "topology.hops,c,seed,stopped,digest,flows.ftp.goodput_bps,flows.ftp.rtt_mean_s");
        assert_eq!(lines[2], "2,Reno,7,x,d,101,");
        assert_eq!(lines.len(), 13);
    }
}
