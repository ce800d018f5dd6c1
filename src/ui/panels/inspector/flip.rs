//! Another fate for a frame, and a branch with nothing changed.

use egui::{Rect, Sense, Ui, pos2, vec2};

use crate::fact::{Fact, FactId, LostBecause, What};
use crate::packet::BROADCAST;
use crate::session::Command;
use crate::session::flight::{Flown, Outcome};
use crate::session::view::{Thing, View};
use crate::sim::command::SimCommand;
use crate::ui::command::UiCommand;
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::icon::Icon;
use crate::ui::panels::inspector::Subject;
use crate::ui::theme;
use crate::ui::widgets::{self, Button, Look, SMALL};
use crate::units::{SimDuration, SimTime};

/// A frame whose fate can be turned.
struct Turnable {
    frame: Flown,
    /// Whether it was lost.
    lost: bool,
}

/// Draws the buttons and the sentence that says what they do.
pub(super) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, subject: &Subject) {
    let theme = cx.theme;
    let turnable = turnable(cx, subject);
    ui.add_space(8.0);
    let (row, _) = widgets::row(ui, 28.0, Sense::hover());
    let branch = Button::new("Branch").with(Icon::Branch).keys("B");
    let branch_width = branch.width(ui.painter());
    let mut x = row.left() + theme::INSET;
    if let Some(turnable) = &turnable {
        let (kind, survived) = (turnable.frame.kind.name(), if turnable.lost { "survived" } else { "been lost" });
        let full = format!("What if this {kind} had {survived}?");
        let short = if turnable.lost { "Had it survived?" } else { "Had it been lost?" };
        let room = row.right() - theme::INSET - x - branch_width - 8.0;
        let fits = Button::new(&full).with(Icon::Flip).look(Look::Primary).width(ui.painter()) <= room;
        let words = if fits { full.as_str() } else { short };
        // Primary where a lost frame is to be saved; otherwise it is one possibility among others.
        let look = if turnable.lost && subject.marked.is_some() { Look::Primary } else { Look::Plain };
        let flip = Button::new(words).with(Icon::Flip).look(look);
        let width = flip.width(ui.painter());
        let rect = Rect::from_min_size(pos2(x, row.top()), vec2(width, 28.0));
        let hint = format!("{full}\nGoes to the start of the frame and turns its fate there: a logged command");
        if flip.put(ui, theme, rect).on_hover_text(hint).clicked() {
            cx.push(Command::Seek(turnable.frame.start));
            cx.push(Command::Give(SimCommand::Flip { frame: turnable.frame.id }));
            // What has not happened yet in the branch cannot be selected there.
            let thing = subject.flow.map(Thing::Flow).or(subject.node.map(Thing::Node));
            cx.push(UiCommand::Select(thing));
        }
        x += width + 8.0;
    }
    let rect = Rect::from_min_size(pos2(x, row.top()), vec2(branch_width, 28.0));
    let now = format::time_s(cx.view.now());
    let hint = format!("A branch that begins at the cursor, {now}, with nothing changed (B)");
    if branch.put(ui, theme, rect).on_hover_text(hint).clicked() {
        cx.push(Command::Branch);
    }
    if let Some(turnable) = &turnable {
        ui.add_space(7.0);
        widgets::paragraph(ui, &sentence(cx, turnable), SMALL, theme.t3());
    }
}

fn sentence(cx: &Cx<'_>, Turnable { frame, lost }: &Turnable) -> String {
    let letter = char::from(b'A' + u8::try_from(cx.session.lines().len() % 26).unwrap_or(0));
    let to = cx.view.name(Thing::Node(frame.to));
    let what =
        if *lost { format!("lets {to} receive this one frame") } else { format!("lets {to} lose this one frame") };
    format!(
        "Starts branch {letter} at {} and {what}. All random numbers stay the same, so every difference comes from it.",
        format::time_s(frame.start)
    )
}

/// The frame that can be turned: the one that is shown, the one of the selected link, or the first lost one of the chain.
fn turnable(cx: &Cx<'_>, subject: &Subject) -> Option<Turnable> {
    if let Thing::Frame(id) = subject.thing {
        let frame = *cx.view.flight()?.frame(id)?;
        let lost = frame.outcome == Outcome::Lost;
        let turns = frame.to != BROADCAST && frame.outcome != Outcome::Open && (!lost || chain_turns(cx, subject));
        return turns.then_some(Turnable { frame, lost });
    }
    let lost = |id: FactId| lost_frame(&cx.view, cx.view.fact(id)?).map(|frame| Turnable { frame, lost: true });
    subject.marked.and_then(lost).or_else(|| subject.chain.iter().find_map(|line| lost(line.fact)))
}

fn chain_turns(cx: &Cx<'_>, subject: &Subject) -> bool {
    subject.chain.first().and_then(|line| cx.view.fact(line.fact)).is_some_and(|fact| can_turn(&fact.what))
}

/// No fate lets a radio receive while it sends, or gives it bits that were never sent or never reached it.
const fn can_turn(what: &What) -> bool {
    matches!(what, What::FrameLost { why: LostBecause::Collision | LostBecause::Ignored | LostBecause::BitError, .. })
}

/// The frame that a fact says is lost, if it is still kept and its fate can be turned.
fn lost_frame(view: &View<'_>, fact: &Fact) -> Option<Flown> {
    let What::FrameLost { at, from, kind, .. } = fact.what else { return None };
    if !can_turn(&fact.what) {
        return None;
    }
    find(view, fact.at, |flown| (flown.from, flown.to, flown.kind) == (from, at, kind))
}

/// The latest frame that had begun at `at`, had not ended long before, and is wanted.
fn find(view: &View<'_>, at: SimTime, wanted: impl Fn(&Flown) -> bool) -> Option<Flown> {
    /// Farther than any signal travels before it is too weak.
    const DELAY: SimDuration = SimDuration::from_millis(1);
    let early = SimTime::from_nanos(at.nanos().saturating_sub(DELAY.nanos()));
    let until = at.saturating_add(SimDuration::from_nanos(1));
    view.flight()?.between(early, until).filter(|flown| flown.start <= at && wanted(flown)).last().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::FrameKind;

    #[test]
    fn only_what_reached_the_receiver_can_be_turned() {
        let lost = |why| What::FrameLost {
            at: crate::ids::NodeId(1),
            from: crate::ids::NodeId(0),
            kind: FrameKind::Rts,
            why,
            with: crate::ids::NodeId(2),
            hidden: true,
            since: SimTime::ZERO,
            span: crate::fact::Micros(10),
        };
        assert!(can_turn(&lost(LostBecause::Collision)) && can_turn(&lost(LostBecause::Ignored)));
        assert!(!can_turn(&lost(LostBecause::OwnTransmission)) && !can_turn(&lost(LostBecause::TooWeak)));
    }
}
