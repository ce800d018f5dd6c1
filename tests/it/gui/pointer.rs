//! The pointer acts once, and where it is.

use egui_kittest::kittest::Queryable as _;
use hopscope::session::Command;
use hopscope::units::SimTime;

use super::driver;

#[test]
fn a_click_in_a_picture_that_is_drawn_twice_acts_once() {
    let mut harness = driver::run("chain4.ron");
    harness.state_mut().dashboard.apply(Command::Seek(SimTime::from_secs_f64(2.0)).into());
    harness.state_mut().draw_twice = true;
    harness.run_steps(2);
    let before = harness.state().session().line().now();
    for expected in 1..=3 {
        harness.get_by_label("One event forward").click();
        harness.run_steps(4);
        let _ = expected;
    }
    let after = harness.state().session().line().now();
    let mut straight = driver::run("chain4.ron");
    straight.state_mut().dashboard.apply(Command::Seek(before).into());
    for _ in 0..3 {
        straight.key_press(egui::Key::Period);
        straight.run_steps(2);
    }
    assert_eq!(after, straight.state().session().line().now());
}
