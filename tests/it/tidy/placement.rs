//! Rules about files that belong together: a module and its `mod` line, a registry line and its model, a scenario and the
//! gallery. A file that nothing names is a file that nobody compiles, tests or finds.

use std::collections::BTreeSet;

use super::{Breach, File, has_extension};

/// Rust files below `folder` that no chain of `mod` or registry lines from one of `roots` reaches.
pub(super) fn check_reachable(tree: &[File], folder: &str, roots: &[&str]) -> Vec<Breach> {
    let find = |path: &str| tree.iter().find(|file| file.path == path);
    let mut reached: BTreeSet<String> = BTreeSet::new();
    let mut waiting: Vec<String> = roots.iter().map(|&root| root.to_owned()).collect();
    while let Some(path) = waiting.pop() {
        let Some(file) = find(&path) else { continue };
        if reached.insert(path.clone()) {
            let children = file.text.lines().filter_map(|line| declared(line).or_else(|| registered(line)));
            waiting.extend(children.flat_map(|child| candidates(&path, child)));
        }
    }
    tree.iter()
        .filter(|file| file.path.starts_with(folder) && file.is_rust() && !reached.contains(&file.path))
        .map(|file| Breach::new(&file.path, 0, "no `mod` line reaches this file: it is not compiled"))
        .collect()
}

/// Lines of a model registry without a file of that name beside it.
pub(super) fn check_registries(tree: &[File]) -> Vec<Breach> {
    let exists = |path: &String| tree.iter().any(|file| file.path == *path);
    let mut breaches = Vec::new();
    for file in tree.iter().filter(|file| file.path.starts_with("src/") && file.is_rust()) {
        for (n, line) in file.text.lines().enumerate() {
            if let Some(name) = registered(line)
                && !candidates(&file.path, name).iter().any(exists)
            {
                breaches.push(Breach::new(&file.path, n + 1, format!("model `{name}` is registered but has no file")));
            }
        }
    }
    breaches
}

/// Scenario files that the program does not embed: their names stand as strings in a file of `src/` that embeds files.
pub(super) fn check_gallery(tree: &[File]) -> Vec<Breach> {
    let galleries: Vec<&File> =
        tree.iter().filter(|file| file.path.starts_with("src/") && file.text.contains("include_str!")).collect();
    let embedded = |name: &str| {
        let stem = name.trim_end_matches(".ron");
        let forms = [format!("/{name}\""), format!("\"{name}\""), format!("\"{stem}\"")];
        galleries.iter().any(|file| forms.iter().any(|form| file.text.contains(form)))
    };
    tree.iter()
        .filter_map(|file| {
            Some((file, file.path.strip_prefix("scenarios/").filter(|name| has_extension(name, "ron"))?))
        })
        .filter(|(_, name)| !embedded(name))
        .map(|(file, _)| Breach::new(&file.path, 0, "this scenario is not embedded: add it to the gallery"))
        .collect()
}

/// Modules that the map leaves out: each has a paragraph at the top of `src/lib.rs` and a row in the README.
pub(super) fn check_map(lib: &str, readme: &str) -> Vec<Breach> {
    let in_table =
        |name: &str| readme.lines().any(|line| line.starts_with("| `") && line.contains(&format!("`{name}`")));
    // A module behind a feature is not linked: the documentation is built without it, too.
    let has_paragraph = |name: &str| {
        lib.lines()
            .any(|line| line.starts_with(&format!("//! [`{name}`]")) || line.starts_with(&format!("//! `{name}` (")))
    };
    let modules = lib.lines().enumerate().filter_map(|(n, line)| Some((n + 1, declared(line)?)));
    modules
        .filter(|(_, name)| !in_table(name) || !has_paragraph(name))
        .map(|(line, name)| Breach::new("src/lib.rs", line, format!("`{name}` is missing at the top or in the README")))
        .collect()
}

/// The name in `mod name;`, whatever its visibility.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim();
    let line = line.strip_prefix("pub").map_or(line, |rest| rest.split_once(')').map_or(rest, |(_, rest)| rest));
    line.trim_start().strip_prefix("mod ")?.strip_suffix(';')
}

/// The module in a registry line, as `reno: Reno, "RFC 5681"`.
fn registered(line: &str) -> Option<&str> {
    let (module, rest) = line.trim().split_once(": ")?;
    let (model, source) = rest.split_once(", \"")?;
    let is_module =
        !module.is_empty() && module.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    let is_model = model.starts_with(|c: char| c.is_ascii_uppercase()) && model.chars().all(char::is_alphanumeric);
    (is_module && is_model && source.trim_end_matches(['}', ',', ';', ' ']).ends_with('"')).then_some(module)
}

/// Where the file of module `child`, declared in the file `path`, may be.
fn candidates(path: &str, child: &str) -> [String; 2] {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = match name {
        "lib.rs" | "main.rs" | "mod.rs" => folder.to_owned(),
        _ => format!("{folder}/{}", name.trim_end_matches(".rs")),
    };
    [format!("{folder}/{child}.rs"), format!("{folder}/{child}/mod.rs")]
}

#[cfg(test)]
fn sample(files: &[(&str, &str)]) -> Vec<File> {
    files.iter().map(|&(path, text)| File { path: path.to_owned(), text: text.to_owned() }).collect()
}

#[cfg(test)]
fn paths(breaches: &[Breach]) -> Vec<&str> {
    breaches.iter().map(|breach| breach.path.as_str()).collect()
}

#[test]
fn a_file_without_a_mod_line_is_a_breach() {
    let tree = sample(&[
        ("src/lib.rs", "pub mod mac;\npub mod congestion;\n"),
        ("src/mac/mod.rs", "pub(crate) mod station;\n"),
        ("src/mac/station.rs", "mod tests;\n"),
        ("src/mac/station/tests.rs", ""),
        ("src/mac/forgotten.rs", ""),
        ("src/congestion/mod.rs", "controllers! {\n    reno: Reno, \"RFC 5681\"\n}\n"),
        ("src/congestion/reno.rs", ""),
        ("src/congestion/vegas.rs", ""),
    ]);
    let breaches = check_reachable(&tree, "src/", &["src/lib.rs"]);
    assert_eq!(paths(&breaches), ["src/mac/forgotten.rs", "src/congestion/vegas.rs"]);
}

#[test]
fn a_registry_line_without_a_file_is_a_breach() {
    let tree = sample(&[
        (
            "src/congestion/mod.rs",
            "controllers! {\n    reno: Reno, \"RFC 5681\";\n    cubic: Cubic, \"RFC 9438\";\n}\n",
        ),
        ("src/congestion/reno.rs", ""),
    ]);
    assert_eq!(check_registries(&tree)[0].line, 3);
    assert_eq!(check_registries(&tree).len(), 1);
}

#[test]
fn a_scenario_outside_the_gallery_is_a_breach() {
    let tree = sample(&[
        ("src/scenario/gallery.rs", "include_str!(\"../../scenarios/chain8.ron\")"),
        ("scenarios/chain8.ron", ""),
        ("scenarios/cross.ron", ""),
    ]);
    assert_eq!(paths(&check_gallery(&tree)), ["scenarios/cross.ron"]);
}

#[test]
fn a_module_outside_the_map_is_a_breach() {
    let lib = "//! [`mac`] speaks.\npub mod mac;\npub mod phy;\n";
    assert_eq!(check_map(lib, "| `mac`, `phy` | 4 | speak |\n").len(), 1);
    assert_eq!(check_map(lib, "Only `mac` and\n| `phy` | 4 | speaks |\n").len(), 2);
}
