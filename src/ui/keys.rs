//! Everything by keyboard. One table: what reads the keys also shows them (F1).

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::palette::Ground;
use crate::session::Command;
use crate::session::command::{Direction, Stride};
use crate::ui::command::UiCommand;
use crate::ui::dashboard::{Dashboard, Screen};
use crate::units::{SimDuration, SimTime};

/// What a key does.
#[derive(Clone, Copy, Debug)]
enum Action {
    /// Needs nothing else.
    Command(fn() -> UiCommand),
    /// Depends on what is shown.
    With(fn(&Dashboard) -> UiCommand),
}

/// A key with its words.
pub struct Binding {
    /// Modifiers and key.
    pub shortcut: KeyboardShortcut,
    /// What it does, for the list of keys.
    pub words: &'static str,
    action: Action,
    /// Whether it makes sense in the gallery.
    everywhere: bool,
}

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const ALT: Modifiers = Modifiers::ALT;
const CTRL: Modifiers = Modifiers::COMMAND;

const fn run(modifiers: Modifiers, key: Key, words: &'static str, command: fn() -> UiCommand) -> Binding {
    Binding {
        shortcut: KeyboardShortcut::new(modifiers, key),
        words,
        action: Action::Command(command),
        everywhere: false,
    }
}

const fn any(modifiers: Modifiers, key: Key, words: &'static str, command: fn(&Dashboard) -> UiCommand) -> Binding {
    Binding { shortcut: KeyboardShortcut::new(modifiers, key), words, action: Action::With(command), everywhere: true }
}

const fn with(modifiers: Modifiers, key: Key, words: &'static str, command: fn(&Dashboard) -> UiCommand) -> Binding {
    Binding { shortcut: KeyboardShortcut::new(modifiers, key), words, action: Action::With(command), everywhere: false }
}

/// All keys, in the order in which they are listed; of two that match, the one with more modifiers comes first.
pub const KEYS: &[Binding] = &[
    run(NONE, Key::Space, "play or pause", || Command::TogglePlay.into()),
    run(ALT, Key::Period, "to the next loss or timeout", || Command::Step(Stride::Loss, Direction::Forward).into()),
    run(SHIFT, Key::Period, "to the next frame on air", || Command::Step(Stride::Frame, Direction::Forward).into()),
    run(NONE, Key::Period, "one event forward", || Command::Step(Stride::Event, Direction::Forward).into()),
    run(ALT, Key::Comma, "to the previous loss or timeout", || Command::Step(Stride::Loss, Direction::Back).into()),
    run(SHIFT, Key::Comma, "to the previous frame", || Command::Step(Stride::Frame, Direction::Back).into()),
    run(NONE, Key::Comma, "one event back", || Command::Step(Stride::Event, Direction::Back).into()),
    run(NONE, Key::OpenBracket, "slower", || Command::StepSpeed(-1).into()),
    run(NONE, Key::CloseBracket, "faster", || Command::StepSpeed(1).into()),
    with(SHIFT, Key::ArrowLeft, "back by ten steps", |dashboard| jump(dashboard, -10)),
    with(SHIFT, Key::ArrowRight, "forward by ten steps", |dashboard| jump(dashboard, 10)),
    with(NONE, Key::ArrowLeft, "back by a hundredth of what the lanes show", |dashboard| jump(dashboard, -1)),
    with(NONE, Key::ArrowRight, "forward by as much", |dashboard| jump(dashboard, 1)),
    run(NONE, Key::Home, "to the start", || Command::SeekStart.into()),
    run(NONE, Key::End, "as far as the run has come", || Command::SeekFrontier.into()),
    run(NONE, Key::B, "branch at the cursor", || Command::Branch.into()),
    with(NONE, Key::L, "follow events, or no longer", |dashboard| {
        let on = dashboard.session.as_ref().is_some_and(|session| session.follow.enabled);
        Command::SetFollow(!on).into()
    }),
    run(NONE, Key::F, "the map shows everything", || UiCommand::FitMap),
    run(NONE, Key::P, "pin the inspector, or no longer", || UiCommand::TogglePin),
    run(CTRL.plus(SHIFT), Key::Z, "redo", || Command::Redo.into()),
    run(CTRL, Key::Y, "redo", || Command::Redo.into()),
    run(CTRL, Key::Z, "undo", || Command::Undo.into()),
    run(CTRL, Key::E, "export", || UiCommand::ToggleExport),
    run(CTRL, Key::R, "load the scenario again", || UiCommand::Reload),
    any(NONE, Key::Escape, "select nothing, close what is open", |dashboard| {
        if dashboard.help { UiCommand::ToggleHelp } else { UiCommand::Select(None) }
    }),
    any(CTRL, Key::O, "open a file", |_| UiCommand::AskOpen),
    any(CTRL, Key::G, "the gallery, or back", |dashboard| match dashboard.screen {
        Screen::Run => UiCommand::ShowGallery,
        Screen::Gallery => UiCommand::ShowRun,
    }),
    any(NONE, Key::T, "light or dark", |dashboard| {
        UiCommand::SetTheme(match dashboard.theme.ground {
            Ground::Dark => Ground::Light,
            Ground::Light => Ground::Dark,
        })
    }),
    any(CTRL, Key::Plus, "larger", |dashboard| UiCommand::SetScale(dashboard.scale + 0.25)),
    any(CTRL, Key::Equals, "larger", |dashboard| UiCommand::SetScale(dashboard.scale + 0.25)),
    any(CTRL, Key::Minus, "smaller", |dashboard| UiCommand::SetScale(dashboard.scale - 0.25)),
    any(CTRL, Key::Num0, "usual size", |_| UiCommand::SetScale(1.0)),
    any(NONE, Key::F1, "these keys", |_| UiCommand::ToggleHelp),
    any(CTRL, Key::Q, "quit", |_| UiCommand::Quit),
];

/// Reads the keys of this picture, unless a text field has them.
pub fn read(ctx: &egui::Context, dashboard: &mut Dashboard) {
    // A dialog or a menu has the keyboard for itself: Escape closes it, and nothing moves behind it.
    let covered = egui::Popup::is_any_open(ctx) || ctx.memory(|memory| memory.top_modal_layer().is_some());
    let typing = covered || ctx.text_edit_focused();
    let in_run = dashboard.screen == Screen::Run;
    for binding in KEYS {
        let plain = !binding.shortcut.modifiers.command && binding.shortcut.logical_key != Key::F1;
        if (typing && plain) || !(in_run || binding.everywhere) {
            continue;
        }
        // A slow picture may hold a key's second press, too.
        let KeyboardShortcut { modifiers, logical_key } = binding.shortcut;
        for _ in 0..ctx.input_mut(|input| input.count_and_consume_key(modifiers, logical_key)) {
            let command = match binding.action {
                Action::Command(command) => command(),
                Action::With(command) => command(dashboard),
            };
            dashboard.outbox.push(command);
        }
    }
}

/// The instant that lies this many hundredths of the shown span from the cursor.
fn jump(dashboard: &Dashboard, hundredths: i64) -> UiCommand {
    let Some(session) = &dashboard.session else { return UiCommand::Select(None) };
    let now = session.line().now();
    let (from, until) = dashboard.panels.lanes.shown(&session.view());
    let step = (until.since(from).nanos() / 100).max(1).saturating_mul(hundredths.unsigned_abs());
    let at = if hundredths < 0 {
        SimTime::from_nanos(now.nanos().saturating_sub(step))
    } else {
        now.saturating_add(SimDuration::from_nanos(step))
    };
    Command::Seek(at).into()
}
