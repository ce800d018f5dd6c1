//! The pointer acts once, and where it is.

use egui::{Event, Modifiers, MouseWheelUnit, PointerButton, Pos2, TouchPhase, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use hopscope::session::Command;
use hopscope::ui::dashboard::Screen;
use hopscope::units::SimTime;

use super::driver::{self, Shown};

/// Where the map has put the name of a node.
fn place_of(harness: &Harness<'_, Shown>, name: &str) -> Pos2 {
    let labels = &harness.state().dashboard.panels.map.picture.labels;
    labels.iter().find(|label| label.text == name).map(|label| label.at).unwrap()
}

fn wheel(harness: &mut Harness<'_, Shown>, at: Pos2) {
    harness.event(Event::PointerMoved(at));
    harness.run_steps(2);
    let (unit, delta, phase) = (MouseWheelUnit::Point, Vec2::new(0.0, 60.0), TouchPhase::Move);
    harness.event(Event::MouseWheel { unit, delta, phase, modifiers: Modifiers::NONE });
    harness.run_steps(20);
}

#[test]
fn the_wheel_zooms_what_it_is_over_and_nothing_else() {
    let mut harness = driver::run("chain4.ron");
    harness.state_mut().dashboard.apply(Command::Seek(SimTime::from_secs_f64(4.0)).into());
    harness.run_steps(3);
    let shown = |h: &Harness<'_, Shown>| {
        let dashboard = &h.state().dashboard;
        dashboard.panels.lanes.shown(&dashboard.session.as_ref().unwrap().view())
    };
    let (map, span) = (place_of(&harness, "n2"), shown(&harness));
    let lane = harness.get_by_label("cwnd lane").rect().center();
    wheel(&mut harness, lane);
    assert_eq!(place_of(&harness, "n2"), map, "the wheel over a lane moves the map");
    assert_ne!(shown(&harness), span, "the wheel over a lane zooms it");
    let span = shown(&harness);
    let ground = harness.state().dashboard.panels.map.picture.tile.unwrap().center() + Vec2::new(0.0, 50.0);
    wheel(&mut harness, ground);
    assert_ne!(place_of(&harness, "n2"), map, "the wheel over the map zooms it");
    assert_eq!(shown(&harness), span, "the wheel over the map zooms a lane");
}

#[test]
fn a_node_that_is_dragged_moves_once_and_comes_back_with_undo() {
    let mut harness = driver::run("chain4.ron");
    harness.state_mut().dashboard.apply(Command::Seek(SimTime::from_secs_f64(2.0)).into());
    harness.run_steps(3);
    let from = place_of(&harness, "n4");
    let press = |h: &Harness<'_, Shown>, pos, pressed| {
        h.event(Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE });
    };
    harness.event(Event::PointerMoved(from));
    harness.run_steps(2);
    press(&harness, from, true);
    harness.run_steps(2);
    for step in 1..=5 {
        harness.event(Event::PointerMoved(from + Vec2::new(0.0, 8.0 * step as f32)));
        harness.run_steps(2);
    }
    press(&harness, from + Vec2::new(0.0, 40.0), false);
    harness.run_steps(4);
    let commands = harness.state().session().line().run().commands();
    assert_eq!(commands.matches("MoveNode(node: \"n4\"").count(), 1, "{commands}");
    harness.key_press_modifiers(Modifiers::COMMAND, egui::Key::Z);
    harness.run_steps(3);
    assert_eq!(harness.state().session().line().run().commands(), "");
}

#[test]
fn a_card_of_the_gallery_opens_its_run() {
    let mut harness = driver::gallery(1920.0, 1080.0);
    harness.run_steps(3);
    harness.get_by_label("Open the first question").click();
    harness.run_steps(4);
    assert_eq!(harness.state().dashboard.screen, Screen::Run);
    assert!(harness.query_by_label("map").is_some());
}

#[test]
fn a_click_in_a_picture_that_is_drawn_twice_acts_once() {
    let mut harness = driver::run("chain4.ron");
    harness.state_mut().dashboard.apply(Command::Seek(SimTime::from_secs_f64(2.0)).into());
    harness.state_mut().draw_twice = true;
    harness.run_steps(2);
    let before = harness.state().session().line().now();
    for expected in 1..=3 {
        harness.get_by_label("Step forward").click();
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

fn press(harness: &Harness<'_, Shown>, pos: Pos2, pressed: bool) {
    harness.event(Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE });
}

#[test]
fn a_click_acts_in_the_picture_in_which_the_pointer_arrives() {
    let mut harness = driver::run("chain4.ron");
    harness.state_mut().dashboard.apply(Command::Seek(SimTime::from_secs_f64(2.0)).into());
    harness.run_steps(3);
    let node = place_of(&harness, "n2");
    let name = |h: &Harness<'_, Shown>| {
        let dashboard = &h.state().dashboard;
        dashboard.selected.map(|thing| dashboard.session.as_ref().unwrap().view().name(thing))
    };
    let labels = &harness.state().dashboard.panels.map.picture.labels;
    let flow = labels.iter().find(|label| label.text == "ftp").map(|label| label.at + Vec2::new(4.0, 4.0)).unwrap();
    for (at, expected) in [(node, "n2"), (flow, "ftp")] {
        harness.event(Event::PointerMoved(at));
        press(&harness, at, true);
        press(&harness, at, false);
        harness.run_steps(3);
        assert_eq!(name(&harness).as_deref(), Some(expected));
        harness.key_press(egui::Key::Escape);
        harness.event(Event::PointerMoved(Pos2::new(4.0, 4.0)));
        harness.run_steps(3);
        assert_eq!(name(&harness), None);
    }
}

#[test]
fn a_long_press_on_a_header_leaves_its_panel_where_it_is() {
    let mut harness = driver::run("chain4.ron");
    let dragged = |h: &Harness<'_, Shown>| h.ctx.dragged_id();
    for name in ["map", "Lanes: drag to dock elsewhere"] {
        let header = harness.get_by_label(name).rect().center();
        harness.event(Event::PointerMoved(header));
        press(&harness, header, true);
        harness.run_steps(60);
        let grip = dragged(&harness);
        harness.event(Event::PointerMoved(header + Vec2::new(3.0, 0.0)));
        harness.run_steps(2);
        assert_eq!(dragged(&harness), grip, "{name}: still its own grip");
        harness.event(Event::PointerMoved(header + Vec2::new(30.0, 20.0)));
        harness.run_steps(2);
        assert_ne!(dragged(&harness), grip, "{name}: now the tile");
        press(&harness, header, false);
        harness.key_press(egui::Key::Escape);
        harness.run_steps(3);
    }
}
