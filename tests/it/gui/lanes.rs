//! What the pointer does in the lanes, the radio strip and the timeline.

use egui::{Event, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, TouchPhase, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use hopscope::fact::What;
use hopscope::metrics::MarkKind;
use hopscope::session::Command;
use hopscope::session::view::Thing;
use hopscope::units::SimTime;

use super::driver::{self, Shown};

fn seconds(at: f64) -> SimTime {
    SimTime::from_secs_f64(at)
}

/// A chain that has run to 20 s; the cursor is at 10 s.
fn run() -> Harness<'static, Shown> {
    let mut harness = driver::run_at("chain8.ron", (1920.0, 1080.0), 60.0);
    for at in [20.0, 10.0] {
        harness.state_mut().dashboard.apply(Command::Seek(seconds(at)).into());
    }
    harness.run_steps(3);
    harness
}

fn place(harness: &Harness<'_, Shown>, label: &str) -> Rect {
    harness.get_by_label(label).rect()
}

fn shown(harness: &Harness<'_, Shown>) -> (f64, f64) {
    let dashboard = &harness.state().dashboard;
    let (from, until) = dashboard.panels.lanes.shown(&harness.state().session().view());
    (from.secs_f64(), until.secs_f64())
}

fn now(harness: &Harness<'_, Shown>) -> f64 {
    harness.state().session().line().now().secs_f64()
}

fn button(harness: &mut Harness<'_, Shown>, at: Pos2, pressed: bool, modifiers: Modifiers) {
    harness.event(Event::PointerMoved(at));
    harness.event(Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers });
    harness.run_steps(1);
}

fn click(harness: &mut Harness<'_, Shown>, at: Pos2) {
    button(harness, at, true, Modifiers::NONE);
    button(harness, at, false, Modifiers::NONE);
    harness.run_steps(2);
}

fn drag(harness: &mut Harness<'_, Shown>, from: Pos2, to: Pos2, modifiers: Modifiers) {
    harness.event(Event::ModifiersChanged(modifiers));
    button(harness, from, true, modifiers);
    for part in [0.3, 0.7, 1.0] {
        harness.event(Event::PointerMoved(from.lerp(to, part)));
        harness.run_steps(1);
    }
    button(harness, to, false, modifiers);
    harness.event(Event::ModifiersChanged(Modifiers::NONE));
    harness.run_steps(2);
}

fn wheel(harness: &mut Harness<'_, Shown>, at: Pos2, lines: f32, modifiers: Modifiers) {
    harness.event(Event::PointerMoved(at));
    harness.run_steps(1);
    harness.event(Event::ModifiersChanged(modifiers));
    let delta = Vec2::new(0.0, lines);
    harness.event(Event::MouseWheel { unit: MouseWheelUnit::Line, delta, phase: TouchPhase::Move, modifiers });
    harness.run_steps(1);
    harness.event(Event::ModifiersChanged(Modifiers::NONE));
    harness.run_steps(1);
}

#[test]
fn a_click_goes_there_and_a_double_click_shows_everything_again() {
    let mut harness = run();
    let plot = place(&harness, "cwnd lane");
    assert_eq!(shown(&harness), (0.0, 20.0));
    let quarter = Pos2::new(plot.left() + plot.width() / 4.0, plot.bottom() - 3.0);
    click(&mut harness, quarter);
    assert!((now(&harness) - 5.0).abs() < 0.05, "{}", now(&harness));
    wheel(&mut harness, plot.center(), 3.0, Modifiers::NONE);
    let (from, until) = shown(&harness);
    assert!(from > 3.0 && until < 17.0 && from < 10.0 && until > 10.0, "{from} to {until}");
    // Not where the first click was: two clicks in one place within a short time are a double click.
    harness.run_steps(60);
    for _ in 0..2 {
        button(&mut harness, plot.center(), true, Modifiers::NONE);
        button(&mut harness, plot.center(), false, Modifiers::NONE);
    }
    harness.run_steps(2);
    assert_eq!(shown(&harness), (0.0, 20.0));
    assert!((now(&harness) - 5.0).abs() < 0.05, "the cursor stays: {}", now(&harness));
}

#[test]
fn the_wheel_zooms_time_alone_values_alone_and_nothing_elsewhere() {
    let mut harness = run();
    let plot = place(&harness, "throughput lane");
    wheel(&mut harness, plot.center(), 2.0, Modifiers::ALT);
    assert_eq!(shown(&harness), (0.0, 20.0), "values alone");
    wheel(&mut harness, plot.center(), 2.0, Modifiers::CTRL);
    let zoomed = shown(&harness);
    assert!(zoomed.1 - zoomed.0 < 16.0, "{zoomed:?}");
    let strip = place(&harness, "radio strip").center();
    wheel(&mut harness, strip, 2.0, Modifiers::NONE);
    assert_eq!(shown(&harness), zoomed, "the strip has a window of its own");
    wheel(&mut harness, plot.center(), -30.0, Modifiers::NONE);
    assert_eq!(shown(&harness), (0.0, 20.0), "no farther than everything");
}

#[test]
fn a_drag_zooms_into_a_box_and_with_shift_it_moves() {
    let mut harness = run();
    let plot = place(&harness, "cwnd lane");
    let at = |x: f32| Pos2::new(plot.left() + plot.width() * x, plot.center().y);
    drag(&mut harness, at(0.25), at(0.5), Modifiers::NONE);
    let (from, until) = shown(&harness);
    assert!((from - 5.0).abs() < 0.05 && (until - 10.0).abs() < 0.05, "{from} to {until}");
    drag(&mut harness, at(0.6), at(0.4), Modifiers::SHIFT);
    let (from, until) = shown(&harness);
    assert!((from - 6.0).abs() < 0.1 && (until - 11.0).abs() < 0.1, "{from} to {until}");
    assert!((now(&harness) - 10.0).abs() < 1e-6, "a drag goes nowhere");
}

#[test]
fn an_event_selects_its_fact_also_where_the_cursor_has_not_been() {
    for cursor in [10.0, 1.0] {
        let mut harness = run();
        harness.state_mut().dashboard.apply(Command::Seek(seconds(cursor)).into());
        harness.run_steps(3);
        let plot = place(&harness, "cwnd lane");
        let view = harness.state().session().view();
        let marks = view.recorder().marks().range(SimTime::ZERO, seconds(10.0));
        let (at, _) = marks.iter().find(|(_, mark)| mark.kind == MarkKind::ThirdDuplicateAck).unwrap();
        let x = plot.left() + plot.width() * (at.secs_f64() / 20.0) as f32;
        // Somewhere on its height the triangle is hit.
        for y in 0..(plot.height() / 6.0) as u8 {
            click(&mut harness, Pos2::new(x, plot.top() + 4.0 + 6.0 * f32::from(y)));
            harness.run_steps(30);
            if harness.state().dashboard.selected.is_some() {
                break;
            }
            harness.state_mut().dashboard.apply(Command::Seek(seconds(cursor)).into());
        }
        let Some(Thing::Fact(id)) = harness.state().dashboard.selected else {
            panic!("nothing is selected from {cursor} s")
        };
        let what = harness.state().session().view().fact(id).unwrap().what;
        assert!(matches!(what, What::ThirdDupAck { .. }), "{what:?}");
    }
}

#[test]
fn the_timeline_goes_both_ways_while_it_is_dragged() {
    let mut harness = run();
    let timeline = place(&harness, "timeline, seconds").shrink(6.0);
    let at = |share: f32| Pos2::new(timeline.left() + timeline.width() * share, timeline.center().y);
    button(&mut harness, at(0.2), true, Modifiers::NONE);
    for share in [0.3, 0.1, 0.04] {
        harness.event(Event::PointerMoved(at(share)));
        harness.run_steps(3);
        assert!((now(&harness) - 50.0 * f64::from(share)).abs() < 0.3, "{share}: {}", now(&harness));
    }
    button(&mut harness, at(0.04), false, Modifiers::NONE);
}
