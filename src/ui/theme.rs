//! How the dashboard looks: colours from the palette, sizes, fonts, and egui's own style made of them.
//!
//! The only place that makes a [`Color32`]; panels ask for a token by its meaning. Sizes are points at scale 1.

use std::sync::Arc;

use egui::epaint::text::VariationCoords;
use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, RichText, Stroke, Visuals};

use crate::ids::FlowId;
use crate::palette::{self, Ground, Ink, Rgb};

/// Text of 13 points: body and buttons.
pub const BODY: f32 = 13.0;
/// Section and lane titles.
pub const SECTION: f32 = 12.5;
/// Values, node names.
pub const VALUE: f32 = 12.0;
/// Legends and units.
pub const SMALL: f32 = 11.0;
/// Axis figures, the smallest of all.
pub const AXIS: f32 = 10.5;
/// The inspector's title.
pub const TITLE: f32 = 15.0;

/// Inset of panels.
pub const INSET: f32 = 14.0;

/// Colours on one ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Dark or light.
    pub ground: Ground,
}

macro_rules! tokens {
    ($($(#[$doc:meta])* $name:ident: $ink:ident;)*) => {
        impl Theme {
            $($(#[$doc])* pub fn $name(self) -> Color32 { self.ink(palette::$ink) })*
        }
    };
}

tokens! {
    /// Map, plots, text fields.
    bg0: BG0;
    /// Panels, tile headers, timeline.
    bg1: BG1;
    /// Buttons, active tab, tooltips.
    bg2: BG2;
    /// Hover, slider rail.
    bg3: BG3;
    /// Pressed.
    bg4: BG4;
    /// Plot background right of the cursor.
    future: FUTURE;
    /// Plot and map grid.
    grid: GRID;
    /// Separators.
    line: LINE;
    /// What is drawn and must be seen: outlines, ticks, range circles.
    edge: EDGE;
    /// Headings, values, what is on air.
    t1: TEXT1;
    /// Body, legends.
    t2: TEXT2;
    /// Units, axis numbers, hints.
    t3: TEXT3;
    /// Cursor, selection, links.
    acc: ACCENT;
    /// Selected row.
    accbg: ACCENT_GROUND;
    /// Text on the accent.
    onacc: ON_ACCENT;
    /// All is well.
    ok: OK;
    /// Third duplicate ACK, advice.
    warn: WARN;
    /// Loss, collision, timeout, broken balance.
    bad: BAD;
}

/// A palette colour as egui has it.
pub const fn color(rgb: Rgb) -> Color32 {
    Color32::from_rgb(rgb.r, rgb.g, rgb.b)
}

impl Theme {
    /// An ink on this ground.
    pub fn ink(self, ink: Ink) -> Color32 {
        color(ink.on(self.ground))
    }

    /// The colour of a flow.
    pub fn flow(self, flow: FlowId) -> Color32 {
        self.ink(palette::flow(flow.index()).ink)
    }

    /// The colour of a flow's name as text: its own where that can be read, else that of values (flow 6 in dark; 1, 2, 7 in light).
    pub fn flow_text(self, flow: FlowId) -> Color32 {
        let place = flow.index() % 8;
        let unreadable = match self.ground {
            Ground::Dark => place == 5,
            Ground::Light => matches!(place, 0 | 1 | 6),
        };
        if unreadable { self.t1() } else { self.flow(flow) }
    }

    /// The same colour, more transparent: `part` 0 to 1. The window mixes colours as they are stored, as egui means them to be.
    pub fn faded(self, color: Color32, part: f32) -> Color32 {
        color.gamma_multiply(part)
    }

    /// `part` (0 to 1) of `color` on `ground`, opaque: where something else lies between that must not shine through.
    pub fn mix(self, ground: Color32, color: Color32, part: f32) -> Color32 {
        ground.lerp_to_gamma(color, part)
    }

    /// What `part` of a colour gives over the ground of maps and plots: opaque, so that nothing shines through.
    pub fn on_ground(self, color: Color32, part: f32) -> Color32 {
        self.mix(self.bg0(), color, part)
    }

    /// What lies behind a dialog.
    pub fn veil(self) -> Color32 {
        Color32::from_black_alpha(if self.ground == Ground::Dark { 120 } else { 60 })
    }

    /// egui's own style made of these tokens.
    pub fn apply(self, ctx: &egui::Context) {
        ctx.set_theme(match self.ground {
            Ground::Dark => egui::Theme::Dark,
            Ground::Light => egui::Theme::Light,
        });
        ctx.all_styles_mut(|style| self.style(style));
    }

    fn style(self, style: &mut egui::Style) {
        let radius = CornerRadius::same(4);
        let base = if self.ground == Ground::Dark { Visuals::dark() } else { Visuals::light() };
        let visuals = &mut style.visuals;
        *visuals = base;
        visuals.panel_fill = self.bg1();
        visuals.extreme_bg_color = self.bg0();
        visuals.window_fill = self.bg2();
        visuals.window_stroke = Stroke::new(1.0, self.edge());
        visuals.window_corner_radius = radius;
        visuals.menu_corner_radius = radius;
        visuals.faint_bg_color = self.bg1();
        visuals.hyperlink_color = self.acc();
        visuals.warn_fg_color = self.warn();
        visuals.error_fg_color = self.bad();
        visuals.weak_text_color = Some(self.t3());
        visuals.selection.bg_fill = self.accbg();
        visuals.selection.stroke = Stroke::new(2.0, self.acc());
        visuals.text_cursor.stroke = Stroke::new(1.5, self.acc());
        visuals.striped = false;
        visuals.indent_has_left_vline = false;
        visuals.slider_trailing_fill = true;
        visuals.handle_shape = egui::style::HandleShape::Circle;
        visuals.window_shadow =
            egui::Shadow { offset: [0, 4], blur: 12, spread: 0, color: Color32::from_black_alpha(97) };
        visuals.popup_shadow = visuals.window_shadow;
        let widgets = &mut visuals.widgets;
        for (widget, fill, text) in [
            (&mut widgets.noninteractive, self.bg1(), self.t2()),
            (&mut widgets.inactive, self.bg2(), self.t2()),
            (&mut widgets.hovered, self.bg3(), self.t1()),
            (&mut widgets.active, self.bg4(), self.t1()),
            (&mut widgets.open, self.bg3(), self.t1()),
        ] {
            widget.bg_fill = fill;
            widget.weak_bg_fill = fill;
            widget.fg_stroke = Stroke::new(1.5, text);
            widget.bg_stroke = Stroke::NONE;
            widget.corner_radius = radius;
            widget.expansion = 0.0;
        }
        widgets.noninteractive.bg_stroke = Stroke::new(1.0, self.line());
        style.spacing.item_spacing = egui::vec2(8.0, 4.0);
        style.spacing.button_padding = egui::vec2(9.0, 4.0);
        style.spacing.interact_size.y = 26.0;
        style.spacing.slider_width = 110.0;
        style.spacing.window_margin = Margin::same(8);
        style.spacing.menu_margin = Margin::same(6);
        style.spacing.scroll = egui::style::ScrollStyle::thin();
        style.interaction.selectable_labels = false;
        style.interaction.tooltip_delay = 0.4;
        style.animation_time = 0.0;
        let font = |size| FontId::new(size, FontFamily::Proportional);
        style.text_styles = [
            (egui::TextStyle::Small, font(SMALL)),
            (egui::TextStyle::Body, font(BODY)),
            (egui::TextStyle::Button, font(BODY)),
            (egui::TextStyle::Heading, font(TITLE)),
            (egui::TextStyle::Monospace, FontId::new(VALUE, FontFamily::Monospace)),
        ]
        .into();
    }
}

/// Inter, the variable font, for words.
pub const INTER: &[u8] = include_bytes!("../../assets/fonts/Inter-roman.var.ttf");

/// JetBrains Mono, for numbers that change or line up.
pub const MONO: &[u8] = include_bytes!("../../assets/fonts/JetBrainsMono-Regular.ttf");

/// Puts the two fonts of this program before egui's own, which stay for what they lack.
pub fn install_fonts(ctx: &egui::Context) {
    let mut fonts = egui::FontDefinitions::default();
    fonts.font_data.insert("inter".into(), Arc::new(egui::FontData::from_static(INTER)));
    fonts.font_data.insert("mono".into(), Arc::new(egui::FontData::from_static(MONO)));
    let family = |name: FontFamily, first: &[&str], fonts: &mut egui::FontDefinitions| {
        let list = fonts.families.entry(name).or_default();
        for (place, font) in first.iter().enumerate() {
            list.insert(place, (*font).to_owned());
        }
    };
    family(FontFamily::Proportional, &["inter"], &mut fonts);
    family(FontFamily::Monospace, &["mono", "inter"], &mut fonts);
    ctx.set_fonts(fonts);
}

/// Weight 600, for names and titles.
pub const STRONG: f32 = 600.0;

/// A text in Inter with a weight: 400, 500 or 600.
pub fn text(words: impl Into<String>, size: f32, weight: f32, color: Color32) -> RichText {
    RichText::new(words).size(size).color(color).variation("wght", weight)
}

/// A number or time in JetBrains Mono.
pub fn mono(words: impl Into<String>, size: f32, color: Color32) -> RichText {
    RichText::new(words).font(FontId::new(size, FontFamily::Monospace)).color(color)
}

/// The text format for painters: family, size, weight, colour.
pub fn format(size: f32, weight: f32, monospace: bool, color: Color32) -> egui::TextFormat {
    let family = if monospace { FontFamily::Monospace } else { FontFamily::Proportional };
    let coords = if monospace { VariationCoords::default() } else { VariationCoords::new([("wght", weight)]) };
    egui::TextFormat { font_id: FontId::new(size, family), color, coords, ..egui::TextFormat::default() }
}

/// Lays out one line for a painter.
pub fn galley(
    painter: &egui::Painter,
    words: &str,
    size: f32,
    weight: f32,
    monospace: bool,
    color: Color32,
) -> Arc<egui::Galley> {
    let job = egui::text::LayoutJob::single_section(words.to_owned(), format(size, weight, monospace, color));
    painter.layout_job(job)
}

/// Draws one line at `at`, whose `anchor` lies there. Gives the rectangle it takes.
pub fn draw_text(
    painter: &egui::Painter,
    at: egui::Pos2,
    anchor: egui::Align2,
    words: &str,
    (size, weight, monospace): (f32, f32, bool),
    color: Color32,
) -> egui::Rect {
    let galley = galley(painter, words, size, weight, monospace, color);
    let rect = anchor.anchor_size(at, galley.size());
    painter.galley(rect.min, galley, color);
    rect
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the window makes of `over` on `ground`: egui's colours are multiplied by their own opacity.
    fn blended(over: Color32, ground: Color32) -> [u8; 3] {
        let (over, ground) = (over.to_array(), ground.to_array());
        let rest = 1.0 - f32::from(over[3]) / 255.0;
        [0, 1, 2].map(|n| (f32::from(over[n]) + f32::from(ground[n]) * rest).min(255.0).round() as u8)
    }

    #[test]
    fn a_faded_colour_is_the_mean_as_the_eye_sees_it() {
        for ground in [Ground::Dark, Ground::Light] {
            let theme = Theme { ground };
            for color in [theme.bad(), theme.flow(FlowId(0)), theme.acc(), theme.t1()] {
                for part in [0.08, 0.16, 0.5, 0.62, 1.0] {
                    let seen = blended(theme.faded(color, part), theme.bg0());
                    let mean = |c: u8, g: u8| f32::from(c) * part + f32::from(g) * (1.0 - part);
                    let wanted =
                        [(color.r(), theme.bg0().r()), (color.g(), theme.bg0().g()), (color.b(), theme.bg0().b())];
                    for (seen, (c, g)) in seen.into_iter().zip(wanted) {
                        assert!(
                            (f32::from(seen) - mean(c, g)).abs() < 4.0,
                            "{ground:?} {color:?} {part}: {seen} {}",
                            mean(c, g)
                        );
                    }
                }
            }
        }
    }
}
