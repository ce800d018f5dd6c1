//! Time in the dashboard: whatever is drawn and at whatever rate, the run is the same.

use hopscope::scenario;
use hopscope::session::{Command, Speed};
use hopscope::sim::simulation::Simulation;
use hopscope::units::SimTime;

use super::driver;

fn headless(name: &str, at: SimTime) -> String {
    let (file, text) = scenario::find(name).unwrap();
    let mut sim = Simulation::new(&scenario::parse(file, text, &[] as &[&str]).unwrap());
    sim.run_until(at);
    sim.digest().to_string()
}

#[test]
fn the_digest_is_the_same_headless_and_at_7_and_60_pictures_a_second() {
    for name in ["chain8.ron", "cross4.ron", "lossy_path.ron"] {
        for rate in [7.0, 60.0] {
            let mut harness = driver::run_at(name, (1920.0, 1080.0), rate);
            harness.state_mut().dashboard.apply(Command::SetSpeed(Speed::Ratio(5.0)).into());
            harness.key_press(egui::Key::Space);
            let mut pictures = 0;
            while harness.state().session().line().now() < SimTime::from_secs_f64(6.0) {
                harness.step();
                pictures += 1;
                assert!(pictures < 5_000, "{name} stays at {}", harness.state().session().line().now());
            }
            harness.key_press(egui::Key::Space);
            harness.run_steps(2);
            let session = harness.state().session();
            assert!(!session.is_playing());
            let at = session.line().now();
            assert_eq!(session.view().digest(), headless(name, at), "{name} at {rate} pictures a second, {at}");
        }
    }
}

#[test]
fn the_keys_play_step_seek_branch_and_undo() {
    let mut harness = driver::run("chain4.ron");
    let now = |h: &egui_kittest::Harness<'_, driver::Shown>| h.state().session().line().now();
    harness.state_mut().dashboard.apply(Command::Seek(SimTime::from_secs_f64(3.0)).into());
    harness.run_steps(2);
    harness.key_press(egui::Key::Period);
    harness.run_steps(2);
    let stepped = now(&harness);
    assert!(stepped > SimTime::from_secs_f64(3.0));
    harness.key_press(egui::Key::Comma);
    harness.run_steps(2);
    assert!(now(&harness) < stepped);
    harness.key_press(egui::Key::B);
    harness.run_steps(2);
    assert_eq!(harness.state().session().lines().len(), 2);
    harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
    harness.run_steps(2);
    assert_eq!(harness.state().session().lines().len(), 1);
    harness.key_press(egui::Key::Home);
    harness.run_steps(2);
    assert!(now(&harness) < SimTime::from_secs_f64(0.001));
    harness.key_press(egui::Key::End);
    harness.run_steps(2);
    assert!(now(&harness) >= SimTime::from_secs_f64(3.0));
}
