//! What the scenario is made of, in a few rows.

use egui::Ui;

use crate::mac::config::Profile;
use crate::scenario::Scenario;
use crate::scenario::document::Document;
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::widgets::{self, Values};

/// What only the scenario's text says.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    sha256: String,
    radio: String,
}

impl Said {
    fn of(scenario: &Scenario) -> Self {
        let document = Document::parse(&scenario.text).ok();
        let radio = document.as_ref().and_then(|document| document.root().field("radio"));
        let name = radio.and_then(|node| node.name().or_else(|| node.field("profile")?.name()));
        Self { sha256: scenario.sha256.clone(), radio: name.unwrap_or("Wavelan2Mb").to_owned() }
    }
}

/// Draws them.
pub(super) fn ui(ui: &mut Ui, cx: &Cx<'_>, said: &mut Said) {
    if said.sha256 != cx.view.scenario().sha256 {
        *said = Said::of(cx.view.scenario());
    }
    ui.add_space(6.0);
    let blueprint = &cx.view.scenario().blueprint;
    let wireless = blueprint.nodes.iter().any(|node| node.position.is_some());
    let column = 64.0;
    let theme = cx.theme;
    let mut show = |key: &str, words: String, hint: &str| {
        widgets::values(ui, theme, key, column, &Values::new().word(words), hint);
    };
    if wireless {
        let phy = &blueprint.phy;
        let rate = format::digits3(phy.data_rate.0 as f64 / 1e6);
        show("radio", said.radio.clone(), &format!("Profile of the radio, from the scenario: data at {rate} Mb/s"));
        let mac = match blueprint.mac.profile {
            Profile::Ns2 => "Ns2",
            Profile::Std => "Std",
            Profile::Disk => "Disk",
        };
        let threshold = blueprint.mac.rts_threshold.0;
        let rts = match threshold {
            0 => "RTS on".to_owned(),
            // Longer than any frame that flows here send.
            bytes if bytes >= 2346 => "RTS off".to_owned(),
            bytes => format!("RTS from {bytes} B"),
        };
        show(
            "MAC",
            format!("{mac}, {rts}"),
            "Profile of the MAC and which frames ask with RTS first, from the scenario",
        );
    }
    let (routing, meaning) = cx.view.routing();
    show("routing", routing.to_owned(), meaning);
    if wireless {
        let power = blueprint.radio_power.profile();
        show("energy", power.name.to_owned(), power.source);
    }
    let duration =
        blueprint.duration.map_or_else(|| "until all is sent".to_owned(), |span| format!("{} s", span.secs_f64()));
    show("duration", duration, "Simulated time after which the run ends, from the scenario");
}
