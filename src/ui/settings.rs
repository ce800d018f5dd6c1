//! What is remembered of a person's dashboard: theme, scale, layout, recent files, size of the window. Never part of a scenario.
//!
//! A JSON file in the user's configuration directory (`$XDG_CONFIG_HOME/hopscope/dashboard.json`, else `~/.config/...`; on macOS
//! `~/Library/Application Support/hopscope`, on Windows `%APPDATA%\hopscope`). The environment variable `HOPSCOPE_SETTINGS` names
//! another file, or `none`. Only the window reads and writes it: neither `shot` nor a test does.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::export::ExportError;
use crate::export::atomic::{self, Existing};
use crate::palette::Ground;
use crate::ui::dock::Dock;
use crate::ui::{Dashboard, Theme};

/// Where the file is, or that there is none.
pub const VARIABLE: &str = "HOPSCOPE_SETTINGS";

/// See the module's documentation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Light instead of dark.
    pub light: bool,
    /// Interface scale, 0.75 to 3.
    pub scale: f32,
    /// Which panel is where, once a person has moved one.
    pub dock: Option<Dock>,
    /// Files that were opened, the latest first.
    pub recent: Vec<PathBuf>,
    /// Width and height of the window in points of the system.
    pub window: Option<(f32, f32)>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { light: false, scale: 1.0, dock: None, recent: Vec::new(), window: None }
    }
}

impl Settings {
    /// As `dashboard` is, in a window of this size.
    pub fn of(dashboard: &Dashboard, window: Option<(f32, f32)>) -> Self {
        Self {
            light: dashboard.theme.ground == Ground::Light,
            scale: dashboard.scale,
            dock: dashboard.dock.is_edited().then(|| dashboard.dock.clone()),
            recent: dashboard.recent.clone(),
            window,
        }
    }

    /// Lets `dashboard` have what is set, as far as it makes sense: the file may have been edited by hand.
    pub fn apply(&self, dashboard: &mut Dashboard) {
        dashboard.theme = Theme { ground: if self.light { Ground::Light } else { Ground::Dark } };
        if self.scale.is_finite() {
            dashboard.scale = self.scale.clamp(0.75, 3.0);
        }
        if let Some(dock) = self.dock.as_ref().filter(|dock| dock.is_whole()) {
            dashboard.dock = dock.clone();
        }
        dashboard.recent.clone_from(&self.recent);
    }
}

/// The file, or `None` if nothing is to be remembered or there is no place for it.
pub fn place() -> Option<PathBuf> {
    match env::var_os(VARIABLE) {
        Some(value) if value == "none" || value.is_empty() => None,
        Some(value) => Some(value.into()),
        None => Some(
            configuration(|name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from))?
                .join("hopscope")
                .join("dashboard.json"),
        ),
    }
}

/// The user's configuration directory, from the environment.
fn configuration(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    if cfg!(target_os = "windows") {
        return variable("APPDATA");
    }
    if cfg!(target_os = "macos") {
        return Some(variable("HOME")?.join("Library").join("Application Support"));
    }
    // A relative path is to be ignored (XDG Base Directory Specification).
    let named = variable("XDG_CONFIG_HOME").filter(|path| path.is_absolute());
    named.or_else(|| Some(variable("HOME")?.join(".config")))
}

/// Reads the file. One that is not there is as good as an empty one.
pub fn read(place: &Path) -> Result<Settings, String> {
    let text = match fs::read_to_string(place) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Settings::default()),
        Err(error) => return Err(format!("Settings are not used: cannot read {}: {error}", place.display())),
    };
    serde_json::from_str(&text).map_err(|error| format!("Settings are not used: {}: {error}", place.display()))
}

/// Writes the file, whole or not at all.
pub fn write(place: &Path, settings: &Settings) -> Result<(), ExportError> {
    let io = |action, source| ExportError::Io { action, path: place.to_owned(), source };
    if let Some(directory) = place.parent() {
        fs::create_dir_all(directory).map_err(|source| io("make the directory of", source))?;
    }
    let text = serde_json::to_string_pretty(settings).map_err(|error| io("build", error.into()))?;
    atomic::write(place, (text + "\n").as_bytes(), Existing::Replace).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::dock::Pane;

    #[test]
    fn what_is_written_is_read() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("deep").join("dashboard.json");
        assert_eq!(read(&place).unwrap(), Settings::default());
        let settings = Settings {
            light: true,
            scale: 1.5,
            dock: Some(Dock::default()),
            recent: vec!["a.ron".into()],
            window: Some((800.0, 600.0)),
        };
        write(&place, &settings).unwrap();
        assert_eq!(read(&place).unwrap(), settings);
        let mut dashboard = Dashboard::default();
        settings.apply(&mut dashboard);
        assert_eq!(dashboard.theme.ground, Ground::Light);
        assert_eq!(dashboard.recent, settings.recent);
    }

    #[test]
    fn nonsense_is_told_of_or_left_out() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("dashboard.json");
        fs::write(&place, "{ \"light\": 7 }").unwrap();
        assert!(read(&place).unwrap_err().contains("dashboard.json"));
        let mut dashboard = Dashboard::default();
        Settings { scale: f32::NAN, dock: Some(Dock::only(Pane::Map)), ..Settings::default() }.apply(&mut dashboard);
        assert!((dashboard.scale - 1.0).abs() < f32::EPSILON);
        assert!(dashboard.dock.is_whole());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_place_is_the_usual_one() {
        let with = |pairs: &'static [(&str, &str)]| {
            configuration(|name| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| PathBuf::from(value)))
        };
        assert_eq!(with(&[("HOME", "/h")]), Some("/h/.config".into()));
        assert_eq!(with(&[("HOME", "/h"), ("XDG_CONFIG_HOME", "/x")]), Some("/x".into()));
        assert_eq!(with(&[("HOME", "/h"), ("XDG_CONFIG_HOME", "x")]), Some("/h/.config".into()));
        assert_eq!(with(&[]), None);
    }
}
