//! All lines of a scenario, the one that is watched, and what can be undone.
//!
//! A change is given at the cursor. Where the line has been further than the cursor, a branch begins and the old line stays as its
//! sibling; where it has not, the line itself goes on with the change. Undoing puts back what was there just before: the line as it
//! was, or the old line at that instant.

use std::time::Duration;

use crate::scenario::{Scenario, script};
use crate::session::command::{Command, Direction, Goal, Notice, Stride};
use crate::session::follow::Follow;
use crate::session::line::{Line, LineId};
use crate::session::pacer::{Budget, Pacer};
use crate::session::{Run, Speed, View, stepping};
use crate::sim::build::Layer;
use crate::sim::command::SimCommand;
use crate::units::{SimDuration, SimTime};

/// Most lines at once: each holds a world and its keyframes.
pub const MOST_LINES: usize = 8;

/// Most changes that can be undone: each in place holds a world.
const MOST_UNDO: usize = 32;

/// How a change can be taken back.
enum Undo {
    /// The line as it was.
    InPlace { line: LineId, before: Box<Run>, command: SimCommand },
    /// A branch began; the line that it left, and when.
    Branched { branch: LineId, from: LineId, at: SimTime, command: Option<SimCommand> },
}

/// A change that was taken back, to be made once more.
struct Redo {
    line: LineId,
    at: SimTime,
    /// `None`: a branch with nothing changed.
    command: Option<SimCommand>,
}

/// How the session goes on by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// It does not.
    Paused,
    /// At the wished speed.
    Playing,
    /// As fast as possible, to a goal.
    Until(Goal),
}

/// See the module's documentation.
pub struct Session {
    lines: Vec<Line>,
    active: usize,
    next_id: u32,
    motion: Motion,
    speed: Speed,
    /// Slows down for events.
    pub follow: Follow,
    pacer: Pacer,
    undo: Vec<Undo>,
    redo: Vec<Redo>,
    notices: Vec<Notice>,
}

impl Session {
    /// A session with `scenario` at its start, paused; `file` is the name it goes by.
    pub fn new(scenario: Scenario, file: &str) -> Self {
        Self::with_layers(scenario, file, &[])
    }

    /// The same with further layers of the caller's on top of what a session records.
    pub fn with_layers(scenario: Scenario, file: &str, layers: &[Layer]) -> Self {
        Self {
            lines: vec![Line::new(LineId(0), scenario, file, layers)],
            active: 0,
            next_id: 1,
            motion: Motion::Paused,
            speed: Speed::default(),
            follow: Follow::default(),
            pacer: Pacer::default(),
            undo: Vec::new(),
            redo: Vec::new(),
            notices: Vec::new(),
        }
    }

    /// All lines, the original first.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The line that is watched.
    pub fn line(&self) -> &Line {
        &self.lines[self.active]
    }

    /// The line with this name.
    pub fn line_named(&self, id: LineId) -> Option<&Line> {
        self.lines.iter().find(|line| line.id == id)
    }

    /// The letter of a line, by its place among the tabs.
    pub fn letter(&self, id: LineId) -> char {
        let place = self.lines.iter().position(|line| line.id == id).unwrap_or(0);
        char::from(b'A' + u8::try_from(place % 26).unwrap_or(0))
    }

    /// What is to be drawn.
    pub fn view(&self) -> View<'_> {
        View::new(self.line().run())
    }

    /// How it goes on by itself.
    pub const fn motion(&self) -> Motion {
        self.motion
    }

    /// Whether it goes on by itself.
    pub fn is_playing(&self) -> bool {
        self.motion != Motion::Paused
    }

    /// The wished speed.
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// Simulated seconds in a second on screen, as reached lately; `None` while paused or too early to say.
    pub fn achieved(&self) -> Option<f64> {
        self.is_playing().then(|| self.pacer.achieved()).flatten()
    }

    /// Whether it hurries over a stretch in which nothing is on its way.
    pub fn hurries(&self) -> bool {
        self.is_playing() && self.pacer.hurries()
    }

    /// Events handled in a second of the machine's time, as reached lately.
    pub fn events_per_second(&self) -> Option<f64> {
        self.pacer.events_per_second()
    }

    /// Whether there is something to undo, and to do once more.
    pub fn can_undo_redo(&self) -> (bool, bool) {
        (!self.undo.is_empty(), !self.redo.is_empty())
    }

    /// The command log of the watched line as a scenario has it in `script:`; empty if there are no commands.
    pub fn script(&self) -> String {
        self.line().run().commands()
    }

    /// What the viewer should be told since the last call.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    fn info(&mut self, text: impl Into<String>) {
        self.notices.push(Notice::Info(text.into()));
    }

    fn problem(&mut self, text: impl Into<String>) {
        self.notices.push(Notice::Problem(text.into()));
    }

    /// Goes on for `wall` of time on screen, within `budget`.
    pub fn advance(&mut self, wall: Duration, budget: &mut Budget<'_>) {
        if self.motion == Motion::Paused {
            return;
        }
        let line = &mut self.lines[self.active];
        let reached = self.pacer.advance(line, self.motion, self.speed, &mut self.follow, wall, budget);
        line.look();
        if reached || line.is_over() {
            self.stop();
        }
        self.note_failure();
    }

    fn note_failure(&mut self) {
        if let Some(words) = self.line().failure.clone() {
            let at = self.line().now();
            self.stop();
            self.problem(format!("A model failed at {at}: {words}. Seek back to before it to go on."));
        }
    }

    fn stop(&mut self) {
        self.motion = Motion::Paused;
        self.pacer.rest();
    }

    /// Does what the viewer wants.
    pub fn apply(&mut self, command: Command) {
        match command {
            Command::Pause => self.stop(),
            Command::TogglePlay if self.is_playing() => self.stop(),
            Command::Play | Command::TogglePlay => self.play(Motion::Playing),
            Command::SetSpeed(speed) => self.speed = speed,
            Command::StepSpeed(direction) => self.speed = self.speed.stepped(direction),
            Command::SetFollow(follow) => self.follow.enabled = follow,
            Command::Step(stride, direction) => self.step(stride, direction),
            Command::RunUntil(Goal::Time(at)) if at <= self.line().now() => self.seek(at),
            Command::RunUntil(goal) => self.play(Motion::Until(goal)),
            Command::Seek(at) => self.seek(at),
            Command::SeekStart => self.seek(SimTime::ZERO),
            Command::SeekFrontier => self.seek(self.line().frontier()),
            Command::Give(command) => self.give(command),
            Command::Branch => {
                self.branch(None);
            }
            Command::Watch(id) => self.watch(id),
            Command::Close(id) => self.close(id),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
        }
        debug_assert!(self.active < self.lines.len());
    }

    fn play(&mut self, motion: Motion) {
        if self.line().is_over() {
            let text = if self.line().failure.is_some() {
                "This line has failed. Seek back to before that, or watch another line."
            } else {
                "The run is over. Seek back to see it again."
            };
            return self.info(text);
        }
        self.motion = motion;
        self.pacer.rest();
    }

    fn seek(&mut self, at: SimTime) {
        self.follow.forget();
        self.pacer.rest();
        // Seeking into the unknown goes no further than the run.
        let end = self.line().run().sim().end();
        self.lines[self.active].seek(at.min(end));
        self.lines[self.active].look();
        self.note_failure();
    }

    fn step(&mut self, stride: Stride, direction: Direction) {
        self.stop();
        let moved = match (stride, direction) {
            (Stride::Loss, Direction::Forward) => return self.play(Motion::Until(Goal::LossOrTimeout)),
            (_, Direction::Forward) if self.line().is_over() => Some(false),
            (Stride::Event, Direction::Forward) => self.lines[self.active].drive(stepping::next_event),
            (Stride::Event, Direction::Back) => self.lines[self.active].drive(stepping::previous_event),
            (Stride::Frame, Direction::Forward) => self.lines[self.active].drive(stepping::next_frame),
            (Stride::Frame, Direction::Back) => self.lines[self.active].drive(stepping::previous_frame),
            (Stride::Loss, Direction::Back) => self.lines[self.active].drive(stepping::previous_loss),
        };
        self.lines[self.active].look();
        if moved == Some(false) {
            let what = match stride {
                Stride::Event => "event",
                Stride::Frame => "frame",
                Stride::Loss => "loss",
            };
            let place = if direction == Direction::Back { "earlier" } else { "later" };
            self.info(format!("There is no {place} {what}."));
        }
        self.note_failure();
    }

    /// Gives a change at the cursor, on this line or on a branch. What a scenario's script could not hold is refused, so that the
    /// log of a session can always be run again.
    fn give(&mut self, command: SimCommand) {
        let scenario = self.line().run().scenario();
        let text = script::print(scenario, &[(self.line().now(), command.clone())]);
        if let Err(error) = script::parse(scenario, "this change", &text) {
            let why = error.problems().first().map_or_else(|| error.to_string(), |problem| problem.message.clone());
            return self.problem(format!("That cannot be done: {why}."));
        }
        self.redo.clear();
        self.change(command);
    }

    fn change(&mut self, command: SimCommand) {
        if self.line().is_over() && self.line().now() >= self.line().seen() {
            return self.info("The run is over here: seek back, then change it.");
        }
        if self.line().now() < self.line().seen() {
            self.branch(Some(command));
            return;
        }
        let before = Box::new(self.line().run().fork());
        let line = &mut self.lines[self.active];
        let at = line.now();
        // A command for the present is never too late.
        if line.drive(|run| give_now(run, at, command.clone())).is_some() {
            let id = line.id;
            self.remember(Undo::InPlace { line: id, before, command });
        }
    }

    /// A branch at the cursor, with or without a change; it is watched from now on. `None` if there is no room for it.
    fn branch(&mut self, command: Option<SimCommand>) -> Option<LineId> {
        if self.lines.len() == MOST_LINES {
            self.problem(format!("There are {MOST_LINES} lines already: close one, then branch."));
            return None;
        }
        let id = LineId(self.next_id);
        self.next_id += 1;
        let (from, at) = (self.line().id, self.line().now());
        let mut branch = self.line().branch(id);
        if let Some(command) = &command {
            branch.title = format!("{} from {:.1} s", self.title(command), at.secs_f64());
            branch.drive(|run| give_now(run, at, command.clone()));
        }
        self.lines.push(branch);
        self.active = self.lines.len() - 1;
        let (new, old) = (self.letter(id), self.letter(from));
        self.info(format!("Branch {new} began at {:.3} s; {old} stays as it was.", at.secs_f64()));
        self.remember(Undo::Branched { branch: id, from, at, command });
        Some(id)
    }

    fn remember(&mut self, undo: Undo) {
        if self.undo.len() == MOST_UNDO {
            self.undo.remove(0);
        }
        self.undo.push(undo);
    }

    /// A change in a few words.
    fn title(&self, command: &SimCommand) -> String {
        command.title(&self.line().run().scenario().blueprint)
    }

    /// A change in words, with what it sets.
    pub fn words(&self, command: &SimCommand) -> String {
        command.words(&self.line().run().scenario().blueprint)
    }

    fn watch(&mut self, id: LineId) {
        if let Some(place) = self.lines.iter().position(|line| line.id == id) {
            self.stop();
            self.follow.forget();
            self.active = place;
        }
    }

    fn close(&mut self, id: LineId) {
        let Some(place) = self.lines.iter().position(|line| line.id == id) else { return };
        if self.lines.len() == 1 {
            return self.info("The last line stays. Open another scenario instead.");
        }
        self.stop();
        let parent = self.lines[place].fork.map(|fork| fork.from);
        self.lines.remove(place);
        for line in &mut self.lines {
            if line.fork.is_some_and(|fork| fork.from == id) {
                line.fork = None;
            }
        }
        // What concerned the line can't be undone any more.
        self.undo.retain(|undo| match undo {
            Undo::InPlace { line, .. } => *line != id,
            Undo::Branched { branch, from, .. } => *branch != id && *from != id,
        });
        self.redo.retain(|redo| redo.line != id);
        if place == self.active {
            self.active = self.lines.iter().position(|line| Some(line.id) == parent).unwrap_or(0);
        } else if place < self.active {
            self.active -= 1;
        }
    }

    fn undo(&mut self) {
        let Some(undo) = self.undo.pop() else { return self.info("There is nothing to undo.") };
        self.stop();
        self.follow.forget();
        match undo {
            Undo::InPlace { line, before, command } => {
                let Some(place) = self.lines.iter().position(|other| other.id == line) else { return };
                let text = self.title(&command);
                let at = before.now();
                self.lines[place].replace(*before);
                self.active = place;
                self.redo.push(Redo { line, at, command: Some(command) });
                self.info(format!("Undone: {text}."));
            }
            Undo::Branched { branch, from, at, command } => {
                self.lines.retain(|line| line.id != branch);
                self.active = self.lines.iter().position(|line| line.id == from).unwrap_or(0);
                self.lines[self.active].seek(at);
                self.redo.push(Redo { line: from, at, command });
                self.info("Undone: the branch is gone.");
            }
        }
    }

    fn redo(&mut self) {
        let Some(redo) = self.redo.pop() else { return self.info("There is nothing to redo.") };
        self.watch(redo.line);
        self.seek(redo.at);
        match redo.command {
            Some(command) => self.change(command),
            None => {
                self.branch(None);
            }
        }
    }
}

/// Gives a command and lets it take effect, so that it can be seen while the run is paused.
fn give_now(run: &mut Run, at: SimTime, command: SimCommand) {
    run.give(at, command);
    run.run_until(at.saturating_add(SimDuration::from_nanos(1)));
}
