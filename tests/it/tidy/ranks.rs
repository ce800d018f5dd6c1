//! The rank rule: a module of the library imports modules of lower rank only, so the tree reads in one direction.

use super::Breach;

/// Top-level modules by rank, lowest first. Modules of one rank do not see each other.
const RANKS: &[&[&str]] = &[
    &["ids", "units", "rng"],
    &["palette", "packet", "kernel"],
    &["fact"],
    &["congestion", "queue", "phy", "mobility", "traffic"],
    &["recovery", "link", "mac", "routing", "energy"],
    &["transport", "journal"],
    &["trunk"],
    &["sim"],
    &["metrics"],
    &["scenario"],
    &["export"],
    &["session"],
    &["sweep"],
    &["reproduce"],
    &["ui"],
    // The command line starts the dashboard.
    &["cli"],
];

fn rank(module: &str) -> Option<usize> {
    RANKS.iter().position(|modules| modules.contains(&module))
}

/// Breaches in the file `path` of the library. The crate root names every module and is exempt.
pub(super) fn check(path: &str, text: &str) -> Vec<Breach> {
    let Some(modules) = modules_of(path) else { return Vec::new() };
    let own = modules[0];
    let Some(own_rank) = rank(own) else {
        return vec![Breach::new(path, 0, format!("module `{own}` has no rank: add it to the table in tests/it/tidy"))];
    };
    let code = without_comments(text);
    let mut imports = from_crate_root(&code);
    imports.extend(through_super(&code, modules.len()));
    imports.sort_unstable();
    imports
        .into_iter()
        .filter(|(_, name)| *name != own)
        .filter_map(|(line, name)| {
            match rank(name) {
                Some(rank) if rank < own_rank => None,
                Some(rank) => {
                    Some(format!("`{own}` (rank {own_rank}) imports `{name}` (rank {rank}); lower ranks only"))
                }
                None => Some(format!("`{own}` imports `{name}`, which has no rank")),
            }
            .map(|rule| Breach::new(path, line, rule))
        })
        .collect()
}

/// Breaches in `src/lib.rs`: every module it declares has a rank.
pub(super) fn check_declared(lib: &str) -> Vec<Breach> {
    let declared = lib.lines().enumerate().filter_map(|(n, line)| {
        let name = line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';')?;
        rank(name).is_none().then(|| Breach::new("src/lib.rs", n + 1, format!("module `{name}` has no rank")))
    });
    declared.collect()
}

/// The module path of a file below `src/`: `src/mac/dcf/mod.rs` is `["mac", "dcf"]`. `None` for the roots and other files.
fn modules_of(path: &str) -> Option<Vec<&str>> {
    let inner = path.strip_prefix("src/")?.strip_suffix(".rs")?;
    if inner == "lib" || inner == "main" {
        return None;
    }
    Some(inner.strip_suffix("/mod").unwrap_or(inner).split('/').collect())
}

/// The text with line comments blanked: documentation may point upwards, code may not.
fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.find("//").map_or(line, |at| &line[..at])).collect::<Vec<_>>().join("\n")
}

/// Line and name of every top-level module that a path from `crate::` names, groups included.
fn from_crate_root(code: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (at, root) in code.match_indices("crate::") {
        let whole_word = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if whole_word {
            let start = at + root.len();
            heads(code, start, &mut found);
        }
    }
    found
}

/// Line and name of every top-level module reached by climbing: `super::` as often as the file is deep.
fn through_super(code: &str, depth: usize) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut offset = 0;
    let mut inline = 0;
    for line in code.split_inclusive('\n') {
        // An inline module, as `mod tests {`, is one level deeper, until its closing brace in the first column.
        if line.trim_end().ends_with('{') && line.trim_start_matches("pub ").starts_with("mod ") {
            inline = 1;
        } else if line.starts_with('}') {
            inline = 0;
        }
        let climb = "super::".repeat(depth + inline);
        for (at, _) in line.match_indices(&climb) {
            if !line[..at].ends_with("::") {
                heads(code, offset + at + climb.len(), &mut found);
            }
        }
        offset += line.len();
    }
    found
}

/// The first names of the path, or of each path of the group, that begins at `start`; only names of modules.
fn heads<'a>(code: &'a str, start: usize, found: &mut Vec<(usize, &'a str)>) {
    let mut push = |at: usize| {
        let rest = &code[at..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let is_module = rest.starts_with(|c: char| c.is_lowercase()) && !rest[end..].starts_with(['!', '(']);
        if is_module && &rest[..end] != "super" && &rest[..end] != "self" {
            found.push((code[..at].matches('\n').count() + 1, &rest[..end]));
        }
    };
    if !code[start..].starts_with('{') {
        push(start);
        return;
    }
    let mut depth = 0;
    let mut fresh = false;
    for (at, c) in code[start..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return;
        }
        if depth == 1 && (c == '{' || c == ',') {
            fresh = true;
        } else if fresh && !c.is_whitespace() {
            fresh = false;
            push(start + at);
        }
    }
}

#[test]
fn upward_and_sideways_imports_are_breaches() {
    let bad = "\
use crate::units::SimTime;
use crate::sim::Simulation;
// a comment may name crate::sim
fn f(x: crate::routing::Table) {}
use crate::{
    ids::NodeId,
    kernel::{calendar::Calendar, outputs::Outputs},
    transport,
};
use crate::mac::config::MacConfig;
use super::super::metrics::Series;
use super::frame;
mod tests {
    use super::super::super::export;
    use super::super::frame;
}
";
    let lines: Vec<(usize, String)> =
        check("src/mac/station.rs", bad).into_iter().map(|breach| (breach.line, breach.rule)).collect();
    let expected = [
        (2, "`mac` (rank 4) imports `sim` (rank 7); lower ranks only"),
        (4, "`mac` (rank 4) imports `routing` (rank 4); lower ranks only"),
        (8, "`mac` (rank 4) imports `transport` (rank 5); lower ranks only"),
        (11, "`mac` (rank 4) imports `metrics` (rank 8); lower ranks only"),
        (14, "`mac` (rank 4) imports `export` (rank 10); lower ranks only"),
    ];
    assert_eq!(lines, expected.map(|(line, rule)| (line, rule.to_owned())));
}

#[test]
fn a_module_without_a_rank_is_a_breach() {
    assert_eq!(check("src/utils.rs", "").len(), 1);
    assert_eq!(check("src/sim/mod.rs", "use crate::utils::x;").len(), 1);
    assert_eq!(check_declared("pub mod ids;\npub mod utils;\n")[0].line, 2);
}
