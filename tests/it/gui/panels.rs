//! What the panels show and do.

use std::fs;

use egui_kittest::kittest::Queryable as _;
use hopscope::ui::UiCommand;
use hopscope::ui::dashboard::Screen;

use super::driver;

#[test]
fn a_scenario_with_an_error_is_told_with_its_place_and_the_run_stays() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("broken.ron");
    fs::write(&path, "(\n    duration: \"5 s\",\n    topologie: Chain(hops: 2),\n)\n").unwrap();
    let mut harness = driver::run("chain4.ron");
    harness.state_mut().dashboard.apply(UiCommand::Open(path));
    harness.run_steps(2);
    let problems = harness.state().dashboard.problems.clone().unwrap();
    assert!(
        problems.contains("broken.ron:3:5") && problems.contains('^') && problems.contains("topology"),
        "{problems}"
    );
    assert!(harness.query_all_by_label_contains("broken.ron").next().is_some());
    assert_eq!(harness.state().session().line().run().scenario().blueprint.nodes.len(), 5);
    assert_eq!(harness.state().dashboard.screen, Screen::Run);
    harness.get_by_label("Close").click();
    harness.run_steps(3);
    assert_eq!(harness.state().dashboard.problems, None);
}

#[test]
fn a_small_toolbar_leads_to_the_next_loss() {
    let mut harness = driver::run("chain4.ron");
    let before = harness.state().session().line().now();
    harness.get_by_label("Next loss or timeout").click();
    let mut pictures = 0;
    while harness.state().session().line().now() == before || harness.state().session().is_playing() {
        harness.step();
        pictures += 1;
        assert!(pictures < 2_000, "no loss is found");
    }
    let at = harness.state().session().line().now();
    let view = harness.state().session().view();
    assert!(!view.recorder().marks().range(before, at).is_empty());
}
