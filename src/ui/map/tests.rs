//! The whole map on every scenario that comes with the program: no label overlaps another or leaves the tile.

use egui::{Event, Modifiers, MouseWheelUnit, PointerButton, Pos2, RawInput, Rect, Vec2};

use crate::palette::Ground;
use crate::scenario;
use crate::session::view::Thing;
use crate::session::{Command, Session};
use crate::sim::command::SimCommand;
use crate::ui::command::{Outbox, UiCommand};
use crate::ui::cx::{Cx, Frame};
use crate::ui::map::{self, Label, State};
use crate::ui::theme::{self, Theme};
use crate::units::SimTime;

/// A map in a window of its own.
struct Bench {
    ctx: egui::Context,
    session: Session,
    state: State,
    selected: Option<Thing>,
    hovering: Option<Thing>,
    window: Vec2,
    outbox: Outbox,
}

/// Sizes of the map's panel in windows of 1280 x 720 and 1920 x 1080.
const SIZES: [(Vec2, Vec2); 2] =
    [(Vec2::new(784.0, 244.0), Vec2::new(1280.0, 720.0)), (Vec2::new(1276.0, 359.0), Vec2::new(1920.0, 1080.0))];

impl Bench {
    fn new(file: &str) -> Self {
        let (name, text) = scenario::find(file).unwrap();
        Self::of(name, text)
    }

    fn of(name: &str, text: &str) -> Self {
        const NOTHING: &[&str] = &[];
        let ctx = egui::Context::default();
        theme::install_fonts(&ctx);
        let session = Session::new(scenario::parse(name, text, NOTHING).unwrap(), name);
        let (state, outbox) = (State::default(), Outbox::default());
        Self { ctx, session, state, selected: None, hovering: None, window: SIZES[1].1, outbox }
    }

    /// One picture with these events.
    fn picture(&mut self, panel: Vec2, events: Vec<Event>) {
        let input =
            RawInput { screen_rect: Some(Rect::from_min_size(Pos2::ZERO, panel)), events, ..RawInput::default() };
        let hovered = self.hovering.take();
        let Self { ctx, session, state, selected, hovering, window, outbox } = self;
        let mut output = ctx.run_ui(input, |ui| {
            let theme = Theme { ground: Ground::Dark };
            let (frame, view) = (Frame { size: *window }, session.view());
            let mut cx = Cx { session, view, theme, frame, selected: *selected, hovered, hovering, out: outbox };
            map::ui(ui, &mut cx, state);
        });
        // No graphics card wants them.
        output.textures_delta.clear();
    }

    /// The rectangles of all labels, with their words.
    fn labels(&self) -> Vec<(Rect, String)> {
        let rect = |label: &Label| {
            let format = theme::format(label.size, label.weight, label.monospace, label.color);
            let job = egui::text::LayoutJob::single_section(label.text.clone(), format);
            let size = self.ctx.fonts_mut(|fonts| fonts.layout_job(job)).size();
            label.anchor.anchor_size(label.at, size)
        };
        self.state.picture.labels.iter().map(|label| (rect(label), label.text.clone())).collect()
    }

    fn check(&self, what: &str) {
        let tile = self.state.picture.tile.unwrap();
        let labels = self.labels();
        assert!(!labels.is_empty(), "{what}: a blank map");
        for (place, (rect, text)) in labels.iter().enumerate() {
            assert!(tile.contains_rect(*rect), "{what}: {text:?} at {rect:?} leaves {tile:?}");
            for (other, words) in &labels[..place] {
                assert!(!other.shrink(0.3).intersects(rect.shrink(0.3)), "{what}: {text:?} over {words:?}");
            }
        }
    }
}

#[test]
fn no_label_overlaps_another_or_leaves_the_tile() {
    for (file, _) in scenario::gallery() {
        let mut bench = Bench::new(file);
        for millis in [0_u64, 1_003, 1_050, 2_021, 2_346, 5_001, 5_020, 12_363, 12_364] {
            bench.session.apply(Command::Seek(SimTime::from_nanos(millis * 1_000_000 + 470_000)));
            for (panel, window) in SIZES {
                bench.window = window;
                bench.selected = (millis % 2 == 0).then_some(Thing::Node(crate::ids::NodeId(0)));
                bench.state.fit();
                bench.picture(panel, Vec::new());
                bench.check(&format!("{file} at {millis} ms in {panel:?}"));
            }
        }
    }
}

#[test]
fn nodes_are_named_and_the_hidden_terminal_is_told() {
    let mut bench = Bench::new("chain8.ron");
    bench.session.apply(Command::Seek(SimTime::from_nanos(12_363_470_000)));
    bench.picture(SIZES[1].0, Vec::new());
    let texts: Vec<String> = bench.labels().into_iter().map(|(_, text)| text).collect();
    let expected = [
        "n0",
        "n8",
        "ftp",
        "collision at n3",
        "hears n2 and n5, 600 m apart",
        "n2 is heard up to 550 m",
        "RTS",
        "200 m",
    ];
    for expected in expected {
        assert!(texts.iter().any(|text| text == expected), "{expected} in {texts:?}");
    }
}

fn at(pos: Pos2) -> Event {
    Event::PointerMoved(pos)
}

fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

fn wheel(lines: f32) -> Event {
    Event::MouseWheel {
        unit: MouseWheelUnit::Line,
        delta: Vec2::new(0.0, lines),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
    }
}

#[test]
fn a_click_selects_a_drag_moves_and_a_wheel_elsewhere_does_nothing() {
    let panel = SIZES[1].0;
    let mut bench = Bench::new("chain8.ron");
    bench.picture(panel, Vec::new());
    let find =
        |bench: &Bench, name: &str| bench.labels().into_iter().find(|(_, text)| text == name).unwrap().0.center();
    let n3 = find(&bench, "n3");
    bench.picture(panel, vec![at(n3)]);
    bench.picture(panel, vec![at(n3), button(n3, true)]);
    bench.picture(panel, vec![button(n3, false)]);
    let node = Thing::Node(crate::ids::NodeId(3));
    assert!(bench.outbox.take().contains(&UiCommand::Select(Some(node))));
    assert_eq!(bench.hovering, Some(node));
    // A drag of 30 points down.
    bench.picture(panel, vec![button(n3, true)]);
    for step in 1..=6_u8 {
        bench.picture(panel, vec![at(n3 + Vec2::new(0.0, 5.0 * f32::from(step)))]);
    }
    assert!(bench.outbox.take().is_empty(), "a preview only");
    bench.picture(panel, vec![button(n3 + Vec2::new(0.0, 30.0), false)]);
    let given = bench.outbox.take();
    let [UiCommand::Session(Command::Give(SimCommand::MoveNode { node, x, y }))] = given[..] else {
        panic!("{given:?}")
    };
    assert_eq!((node.0, x.0), (3, 600.0));
    assert!(y.0 < -30.0 && y.0.fract() == 0.0, "{y:?}");
    // The wheel zooms at the pointer; over the legend it does nothing.
    bench.picture(panel, vec![at(Pos2::new(100.0, panel.y - 8.0)), wheel(3.0)]);
    (0..30).for_each(|_| bench.picture(panel, Vec::new()));
    assert!(find(&bench, "n3").distance(n3) < 0.5);
    let before = bench.state.camera.unwrap().scale;
    bench.picture(panel, vec![at(n3 + Vec2::new(0.0, 40.0)), wheel(2.0)]);
    // egui spreads a step of the wheel over some pictures.
    (0..30).for_each(|_| bench.picture(panel, Vec::new()));
    assert!(bench.state.camera.unwrap().scale > 1.1 * before && !bench.state.fitted);
    bench.state.fit();
    bench.picture(panel, Vec::new());
    assert!(find(&bench, "n3").distance(n3) < 0.5);
}

#[test]
fn a_map_moved_away_says_how_to_come_back() {
    let mut bench = Bench::new("lossy_path.ron");
    bench.picture(SIZES[0].0, Vec::new());
    bench.state.fitted = false;
    bench.state.camera = bench.state.camera.map(|camera| camera.panned(Vec2::new(5000.0, 0.0)));
    bench.picture(SIZES[0].0, Vec::new());
    assert!(bench.labels().iter().any(|(_, text)| text.contains("F shows them")));
}

#[test]
fn two_hundred_nodes_can_be_drawn() {
    let node = |n| format!("(name: \"n{n}\", at: (\"{} m\", \"{} m\")),", (n % 20) * 200, (n / 20) * 200);
    let nodes = (0..200).map(node).collect::<Vec<_>>().concat();
    let text = format!(
        "(title: \"grid\", seed: 1, duration: \"1 s\", radio: Wavelan2Mb, mac: Ns2, topology: Nodes([{nodes}]))"
    );
    let mut bench = Bench::of("grid.ron", &text);
    for (panel, window) in SIZES {
        bench.window = window;
        bench.state.fit();
        bench.picture(panel, Vec::new());
        bench.check("grid");
    }
}
