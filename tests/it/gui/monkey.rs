//! Random use of the whole dashboard: commands, keys, clicks, drags, the wheel, sizes, themes.

use std::path::PathBuf;

use egui::{Event, Modifiers, MouseWheelUnit, PointerButton, Pos2, Vec2};
use egui_kittest::Harness;
use hopscope::palette::Ground;
use hopscope::session::{Command, Goal, Speed};
use hopscope::ui::UiCommand;
use hopscope::ui::keys::KEYS;
use hopscope::units::SimTime;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::driver::{self, Shown};
use crate::session::monkey_steps;

const SCENARIOS: [&str; 3] = ["chain8.ron", "cross4.ron", "dumbbell.ron"];

fn point(rng: &mut ChaCha8Rng, size: Vec2) -> Pos2 {
    Pos2::new(rng.random_range(0..1000) as f32 / 1000.0 * size.x, rng.random_range(0..1000) as f32 / 1000.0 * size.y)
}

fn press(harness: &Harness<'_, Shown>, at: Pos2, pressed: bool) {
    harness.event(Event::PointerMoved(at));
    harness.event(Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    });
}

/// One random action. Returns its name, for a report.
fn act(rng: &mut ChaCha8Rng, harness: &mut Harness<'_, Shown>) -> String {
    let size = harness.ctx.content_rect().size();
    match rng.random_range(0..16) {
        0..=2 => {
            let at = point(rng, size);
            press(harness, at, true);
            press(harness, at, false);
            format!("click at {at}")
        }
        3 | 4 => {
            let (from, to) = (point(rng, size), point(rng, size));
            press(harness, from, true);
            harness.step();
            harness.event(Event::PointerMoved(to));
            harness.step();
            press(harness, to, false);
            format!("drag from {from} to {to}")
        }
        5 | 6 => {
            let at = point(rng, size);
            let delta = Vec2::new(0.0, if rng.random_bool(0.5) { 50.0 } else { -50.0 });
            let modifiers = [Modifiers::NONE, Modifiers::CTRL, Modifiers::ALT][rng.random_range(0..3)];
            harness.event(Event::PointerMoved(at));
            let phase = egui::TouchPhase::Move;
            harness.event(Event::MouseWheel { unit: MouseWheelUnit::Point, delta, phase, modifiers });
            format!("wheel at {at}")
        }
        7..=9 => {
            let binding = &KEYS[rng.random_range(0..KEYS.len())];
            // The end would end the test.
            if binding.words != "quit" {
                harness.key_press_modifiers(binding.shortcut.modifiers, binding.shortcut.logical_key);
            }
            format!("key: {}", binding.words)
        }
        10 => {
            let sizes = [(1280.0, 720.0), (1920.0, 1080.0), (1000.0, 640.0), (2560.0, 1080.0), (640.0, 400.0)];
            let (width, height) = sizes[rng.random_range(0..sizes.len())];
            harness.set_size(Vec2::new(width, height));
            format!("size {width} x {height}")
        }
        _ => {
            let command = command(rng, harness.state());
            let words = format!("{command:?}");
            harness.state_mut().dashboard.apply(command);
            words
        }
    }
}

fn command(rng: &mut ChaCha8Rng, shown: &Shown) -> UiCommand {
    let now = shown.dashboard.session.as_ref().map_or(0.0, |session| session.line().now().secs_f64());
    match rng.random_range(0..12) {
        0 => UiCommand::OpenGallery(SCENARIOS[rng.random_range(0..3)]),
        1 => UiCommand::Open(PathBuf::from("there-is-none.ron")),
        2 => UiCommand::SetTheme(if rng.random_bool(0.5) { Ground::Dark } else { Ground::Light }),
        3 => UiCommand::ResetLayout,
        4 => UiCommand::ShowSpan(SimTime::from_secs_f64(now * 0.5), SimTime::from_secs_f64(now)),
        5 => UiCommand::ShowRun,
        6 | 7 => Command::Seek(SimTime::from_secs_f64(now * f64::from(rng.random_range(0..150)) / 100.0)).into(),
        8 => Command::SetSpeed(Speed::at_slider(f64::from(rng.random_range(0..100)) / 100.0)).into(),
        9 => Command::RunUntil(Goal::Time(SimTime::from_secs_f64(now + 0.4))).into(),
        10 => Command::Play.into(),
        _ => Command::Branch.into(),
    }
}

fn drive(scenario: &'static str, seed: u64, steps: u32) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut harness = driver::run(scenario);
    // Whatever it writes, it writes there.
    let directory = tempfile::tempdir().unwrap();
    harness.state_mut().dashboard.panels.export.in_folder(directory.path());
    for step in 0..steps {
        let what = act(&mut rng, &mut harness);
        let pictures = rng.random_range(1..4);
        harness.run_steps(pictures);
        let dashboard = &mut harness.state_mut().dashboard;
        dashboard.host.clear();
        let Some(session) = &dashboard.session else { continue };
        let place = format!("{scenario} {seed}, step {step}: {what}");
        assert_eq!(session.view().imbalance(), None, "{place}");
        assert_eq!(session.line().failure, None, "{place}");
        assert!(session.line().now() <= session.line().frontier(), "{place}");
    }
}

#[test]
fn a_monkey_on_each_of_three_scenarios() {
    for (scenario, seed) in SCENARIOS.into_iter().zip(21..) {
        drive(scenario, seed, monkey_steps());
    }
}
