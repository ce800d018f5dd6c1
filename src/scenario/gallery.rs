//! The scenarios that come with the program.

/// The files of the gallery by name, in the order in which a viewer meets them.
pub fn gallery() -> &'static [(&'static str, &'static str)] {
    FILES
}

/// The file called `name`, with or without `.ron`.
pub fn find(name: &str) -> Option<(&'static str, &'static str)> {
    FILES.iter().copied().find(|(file, _)| *file == name || file.strip_suffix(".ron") == Some(name))
}

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        [$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/", $name)))),+]
    };
}

static FILES: &[(&str, &str)] = &files![
    "one_hop.ron",
    "chain2.ron",
    "chain4.ron",
    "chain8.ron",
    "aodv_chain.ron",
    "hidden_terminal.ron",
    "exposed_terminal.ron",
    "cross4.ron",
    "dumbbell.ron",
    "lossy_path.ron",
    "bursty_path.ron",
    "scripted_losses.ron",
    "switch_controller.ron",
    "idle_node.ron",
    "idle_node_battery.ron",
];
