//! The files that a call reads and writes, compared before it begins: none may be another one's.

use std::path::{Path, PathBuf};

use crate::cli::CliError;

/// Refuses a call in which an output would be written over its own scenario or over another output. Each path comes with the words
/// for what it is.
pub(super) fn keep_apart(paths: &[(&str, PathBuf)]) -> Result<(), CliError> {
    let real: Vec<PathBuf> = paths.iter().map(|(_, path)| place(path)).collect();
    for (at, (what, path)) in paths.iter().enumerate() {
        // Devices and pipes take what they get from anybody.
        if path.metadata().is_ok_and(|data| !data.is_file()) {
            continue;
        }
        if let Some(earlier) = real[..at].iter().position(|other| *other == real[at]) {
            let other = paths[earlier].0;
            return Err(CliError::Usage(format!("{what} and {other} are the same file: {}", path.display())));
        }
    }
    Ok(())
}

/// Where a path leads, as far as that exists: links are followed.
fn place(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (parent.canonicalize(), path.file_name()) {
        (Ok(directory), Some(name)) => directory.join(name),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_by_two_names_is_noticed() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        std::fs::write(at("a.ron"), "").unwrap();
        std::fs::create_dir(at("d")).unwrap();
        for (first, second, apart) in [
            ("a.ron", "t", true),
            ("t", "u", true),
            ("t", "d/../t", false),
            ("a.ron", "./a.ron", false),
            ("d/t", "t", true),
            ("missing/t", "t", true),
        ] {
            let paths = [("the scenario", at(first)), ("--trace", at(second))];
            assert_eq!(keep_apart(&paths).is_ok(), apart, "{first} {second}");
        }
    }
}
