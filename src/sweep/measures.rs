//! The numbers of a run's summary by name.
//!
//! A name is the path in the summary (schema `hopscope.run/1`): `jain_index`, `packets.dropped.retry_limit`. Flows go by their names:
//! `flows.ftp.goodput_bps`. Nodes and links are summed over: `nodes.mac.rts_sent`.

use serde_json::Value;

use crate::metrics::summary::Summary;

/// What stands in the tables if nothing else is asked for, as ends of names.
const USUAL: [&str; 12] = [
    "goodput_bps",
    "timeouts",
    "retransmissions",
    "rtt_mean_s",
    "cwnd_mean_segments",
    "total_joules_per_bit",
    "jain_index",
    "network_joules_per_bit",
    "nodes.mac.rts_sent",
    "nodes.mac.collisions",
    "nodes.mac.retry_drops",
    "nodes.queue_drops",
];

/// What says more about the program than about the run.
const NEVER: [&str; 3] = ["wall_seconds", "events_per_second", "seed"];

/// All numbers of `summary` with their names, in the summary's order; what a run could not measure is `None`.
pub fn all(summary: &Summary) -> Vec<(String, Option<f64>)> {
    let mut found = Vec::new();
    if let Ok(Value::Object(fields)) = serde_json::to_value(summary) {
        for (name, value) in &fields {
            match (name.as_str(), value) {
                ("flows", Value::Array(flows)) => {
                    for flow in flows {
                        let own = flow.get("name").and_then(Value::as_str).unwrap_or_default();
                        walk(&format!("flows.{own}"), flow, &mut |name, value| found.push((name, value)));
                    }
                }
                (_, Value::Array(members)) => {
                    for member in members {
                        walk(name, member, &mut |name, value| add(&mut found, name, value));
                    }
                }
                _ => walk(name, value, &mut |name, value| found.push((name, value))),
            }
        }
    }
    found.retain(|(name, _)| !NEVER.contains(&name.as_str()) && !is_identity(name));
    found
}

/// The names of the usual numbers among `all`.
pub fn usual(all: &[(String, Option<f64>)]) -> Vec<String> {
    let names = all.iter().map(|(name, _)| name.clone());
    names.filter(|name| USUAL.iter().any(|end| name == end || name.ends_with(&format!(".{end}")))).collect()
}

/// The names among `all` that `wanted` asks for, in that order: a whole name, or the end of one or more (`goodput_bps`).
///
/// # Errors
/// What is asked for and does not exist.
pub fn chosen(all: &[(String, Option<f64>)], wanted: &[String]) -> Result<Vec<String>, String> {
    let mut chosen: Vec<String> = Vec::new();
    for end in wanted {
        let fits = |name: &&String| **name == *end || name.ends_with(&format!(".{end}"));
        let found: Vec<&String> = all.iter().map(|(name, _)| name).filter(fits).collect();
        if found.is_empty() {
            return Err(end.clone());
        }
        for name in found {
            if !chosen.contains(name) {
                chosen.push(name.clone());
            }
        }
    }
    Ok(chosen)
}

/// Numbers that name something instead of measuring it.
fn is_identity(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default();
    matches!(name, "nodes.id" | "links.id") || (name.starts_with("flows.") && matches!(last, "source" | "sink"))
}

fn add(found: &mut Vec<(String, Option<f64>)>, name: String, value: Option<f64>) {
    match found.iter_mut().find(|(known, _)| *known == name) {
        Some((_, sum)) => *sum = sum.zip(value).map(|(a, b)| a + b).or(*sum).or(value),
        None => found.push((name, value)),
    }
}

/// Calls `each` for every number (or `null`) below `value`.
fn walk(name: &str, value: &Value, each: &mut impl FnMut(String, Option<f64>)) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(field, value)| walk(&format!("{name}.{field}"), value, each)),
        Value::Number(number) => each(name.to_owned(), number.as_f64()),
        Value::Null => each(name.to_owned(), None),
        Value::Bool(_) | Value::String(_) | Value::Array(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::summary::{FlowReport, NodeSummary, Report};

    fn summary() -> Summary {
        let flow = |name: &str| FlowReport { name: name.to_owned(), timeouts: 3, ..FlowReport::default() };
        let node = |drops| NodeSummary { queue_drops: drops, ..NodeSummary::default() };
        let report = Report { flows: vec![flow("a"), flow("b c")], nodes: vec![node(2), node(5)], ..Report::default() };
        Summary::from(report)
    }

    #[test]
    fn flows_by_name_nodes_in_sum() {
        let all = all(&summary());
        let value = |name: &str| all.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
        assert_eq!(value("flows.a.timeouts"), Some(Some(3.0)));
        assert_eq!(value("flows.b c.timeouts"), Some(Some(3.0)));
        assert_eq!(value("nodes.queue_drops"), Some(Some(7.0)));
        assert_eq!(value("flows.a.rtt_mean_s"), Some(None), "what is not known has its place");
        assert_eq!([value("nodes.id"), value("wall_seconds"), value("flows.a.source")], [None; 3]);
    }

    #[test]
    fn asked_for_by_name_or_by_its_end() {
        let all = all(&summary());
        let pick = |words: &[&str]| chosen(&all, &words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>());
        assert_eq!(pick(&["timeouts"]).unwrap(), ["flows.a.timeouts", "flows.b c.timeouts"]);
        assert_eq!(pick(&["flows.a.timeouts", "timeouts"]).unwrap().len(), 2);
        assert_eq!(pick(&["speed"]), Err("speed".to_owned()));
        assert!(usual(&all).contains(&"flows.a.goodput_bps".to_owned()));
    }
}
