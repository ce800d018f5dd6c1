//! A parameter that can be changed: its name, a slider, its value, its unit. A change is given once, when it is over.

use egui::{Align2, DragValue, Layout, Rect, Sense, Ui, UiBuilder, pos2, vec2};

use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::slider::slider;
use crate::ui::theme;
use crate::ui::widgets::{self, SMALL, VALUE};

/// What is being changed and not given yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft(Option<(String, f64)>);

impl Draft {
    fn of(&self, name: &str) -> Option<f64> {
        self.0.as_ref().filter(|(known, _)| known == name).map(|(_, value)| *value)
    }

    fn set(&mut self, name: &str, value: Option<f64>) {
        match value {
            Some(value) => self.0 = Some((name.to_owned(), value)),
            None if self.of(name).is_some() => self.0 = None,
            None => {}
        }
    }
}

/// A parameter.
#[derive(Clone, Debug)]
pub(super) struct Knob<'a> {
    /// Its name, unique in the panel.
    pub(super) name: &'a str,
    /// Its unit.
    pub(super) unit: &'a str,
    /// What it is and where it comes from.
    pub(super) hint: &'a str,
    /// Its value in force.
    pub(super) value: f64,
    /// Ends of the slider.
    pub(super) range: (f64, f64),
    /// What can be typed.
    pub(super) limits: (f64, f64),
    /// Whether the slider is logarithmic.
    pub(super) log: bool,
    /// Digits behind the point.
    pub(super) decimals: usize,
}

impl Knob<'_> {
    fn place(&self, value: f64) -> f64 {
        let (low, high) = self.range;
        let place = if self.log {
            libm::log(value.max(low) / low) / libm::log(high / low)
        } else {
            (value - low) / (high - low)
        };
        place.clamp(0.0, 1.0)
    }

    fn at(&self, place: f64) -> f64 {
        let (low, high) = self.range;
        let value = if self.log { low * libm::pow(high / low, place) } else { low + place * (high - low) };
        // Three digits on a logarithmic slider, the shown decimals on a plain one.
        let decimals = if self.log { (2 - libm::floor(libm::log10(value.max(1e-9))) as i32).max(0) } else { i32::MAX };
        let factor = libm::pow(10.0, f64::from(decimals.min(i32::try_from(self.decimals).unwrap_or(3))));
        libm::round(value * factor) / factor
    }

    /// Draws it. Gives a new value when a change is over.
    pub(super) fn ui(&self, ui: &mut Ui, cx: &Cx<'_>, draft: &mut Draft) -> Option<f64> {
        let (rect, _) = widgets::row(ui, 26.0, Sense::hover());
        let theme = cx.theme;
        let y = rect.center().y;
        let (left, right) = (rect.left() + theme::INSET, rect.right() - theme::INSET);
        let unit_room =
            widgets::width_of(ui.painter(), "dBm", SMALL).max(widgets::width_of(ui.painter(), self.unit, SMALL));
        let unit_left = right - unit_room;
        let value_room = 56.0;
        let value_rect =
            Rect::from_min_max(pos2(unit_left - 8.0 - value_room, rect.top()), pos2(unit_left - 6.0, rect.bottom()));
        let label_room = 106.0 - theme::INSET;
        widgets::text(ui.painter(), pos2(left, y), Align2::LEFT_CENTER, self.name, VALUE, theme.t3(), label_room - 4.0);
        widgets::text(
            ui.painter(),
            pos2(unit_left, y),
            Align2::LEFT_CENTER,
            self.unit,
            SMALL,
            theme.t3(),
            unit_room + 2.0,
        );
        let rail =
            Rect::from_min_max(pos2(rect.left() + 106.0, rect.top()), pos2(value_rect.left() - 6.0, rect.bottom()));
        let shown = draft.of(self.name).unwrap_or(self.value);
        let slid = slider(ui, theme, rail, self.place(shown), 0.02, self.name);
        let mut now = slid.place.map(|place| self.at(place));
        let mut done = slid.done;
        slid.response.on_hover_text(format!("{}: {}", self.name, self.hint));
        if let Some((typed, over)) = self.number(ui, cx, value_rect, now.unwrap_or(shown)) {
            (now, done) = (Some(typed), over);
        }
        if done {
            let value = now.or(draft.of(self.name));
            draft.set(self.name, None);
            return value.filter(|value| (value - self.value).abs() > 1e-12);
        }
        if now.is_some() {
            draft.set(self.name, now);
        }
        None
    }

    /// The value as a number that can be dragged and typed. Gives it when it changes, and whether the change is over.
    fn number(&self, ui: &mut Ui, cx: &Cx<'_>, rect: Rect, shown: f64) -> Option<(f64, bool)> {
        let mut value = shown;
        let mut child = ui.new_child(
            UiBuilder::new()
                .max_rect(rect)
                .layout(Layout::right_to_left(egui::Align::Center))
                .id_salt(("number", self.name)),
        );
        plain(&mut child, cx);
        let span = (self.range.1 - self.range.0).abs();
        let speed = if self.log { (shown * 0.01).max(0.01) } else { span / 300.0 };
        let number = DragValue::new(&mut value)
            .range(self.limits.0..=self.limits.1)
            .speed(speed)
            .fixed_decimals(self.decimals)
            .custom_formatter(|value, decimals| format::number(value, *decimals.end()))
            .custom_parser(typed)
            .update_while_editing(false);
        let response =
            child.add(number).on_hover_text(format!("{}: {}\nDrag it, or click to type.", self.name, self.hint));
        let changed = response.changed();
        let over = response.drag_stopped() || (changed && !response.dragged());
        (changed || over).then_some((value, over))
    }
}

/// A number as it was typed, also with the minus and the narrow spaces of numbers that are shown.
pub(super) fn typed(words: &str) -> Option<f64> {
    let plain: String = words.chars().filter(|c| !c.is_whitespace()).collect();
    plain.replace('\u{2212}', "-").parse().ok()
}

/// Numbers without a frame until the pointer is over them.
pub(super) fn plain(ui: &mut Ui, cx: &Cx<'_>) {
    ui.spacing_mut().button_padding = vec2(4.0, 2.0);
    ui.spacing_mut().interact_size = vec2(20.0, 20.0);
    ui.style_mut().drag_value_text_style = egui::TextStyle::Monospace;
    let widgets = &mut ui.visuals_mut().widgets;
    widgets.inactive.weak_bg_fill = egui::Color32::TRANSPARENT;
    widgets.inactive.bg_fill = egui::Color32::TRANSPARENT;
    widgets.inactive.fg_stroke.color = cx.theme.t1();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knob(log: bool, range: (f64, f64), decimals: usize) -> Knob<'static> {
        Knob { name: "x", unit: "", hint: "", value: 1.0, range, limits: range, log, decimals }
    }

    #[test]
    fn places_and_values_belong_together() {
        let window = knob(true, (1.0, 1000.0), 0);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(near(window.at(0.0), 1.0) && near(window.at(1.0), 1000.0));
        assert!(near(window.at(window.place(32.0)), 32.0));
        let power = knob(false, (-10.0, 30.0), 1);
        assert!(near(power.at(power.place(24.5)), 24.5));
        assert!(near(power.place(99.0), 1.0));
    }

    #[test]
    fn a_number_that_is_shown_can_be_typed() {
        for value in [-60.5, 0.0, 24.5, 12_345.0] {
            assert_eq!(typed(&format::number(value, 1)), Some(value));
        }
        assert_eq!([typed("-3"), typed("x")], [Some(-3.0), None]);
    }

    #[test]
    fn a_draft_belongs_to_one_parameter() {
        let mut draft = Draft::default();
        draft.set("a", Some(1.0));
        assert_eq!((draft.of("a"), draft.of("b")), (Some(1.0), None));
        draft.set("b", None);
        assert_eq!(draft.of("a"), Some(1.0));
        draft.set("a", None);
        assert_eq!(draft.of("a"), None);
    }
}
