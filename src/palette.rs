//! Colours and shapes that figures and dashboard share, as plain numbers: flows, frames, radio states, surfaces, events.
//!
//! Hue belongs to flows, light and dark to the radio, red to what was lost, violet to the viewer. Flows take the eight colours
//! of Okabe and Ito (2008) in fixed order by number, on white darkened to a contrast of 3:1, so that a flow looks the same in
//! every panel and in every exported figure. A shape stands beside each colour, because colour alone never carries meaning.

use std::fmt;

/// A colour in sRGB, 8 bits a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

impl Rgb {
    /// The colour written `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Self {
        let [_, r, g, b] = rgb.to_be_bytes();
        Self { r, g, b }
    }
}

impl fmt::Display for Rgb {
    /// As SVG and CSS write it: `#2B8CCB`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.r, self.g, self.b)
    }
}

/// On which ground something is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// Dark: the dashboard's default.
    #[default]
    Dark,
    /// White: publications and bright rooms.
    Light,
}

/// A colour for each ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    /// On dark ground.
    pub dark: Rgb,
    /// On white ground.
    pub light: Rgb,
}

impl Ink {
    const fn new(dark: u32, light: u32) -> Self {
        Self { dark: Rgb::hex(dark), light: Rgb::hex(light) }
    }

    /// The colour on `ground`.
    pub const fn on(self, ground: Ground) -> Rgb {
        match ground {
            Ground::Dark => self.dark,
            Ground::Light => self.light,
        }
    }
}

macro_rules! inks {
    ($($(#[$doc:meta])* $name:ident: $dark:literal / $light:literal;)*) => {$(
        $(#[$doc])*
        pub const $name: Ink = Ink::new($dark, $light);
    )*};
}

inks! {
    /// Map, plots, text fields.
    BG0: 0x0E_1114 / 0xFF_FFFF;
    /// Panels, tile headers, timeline.
    BG1: 0x15_191E / 0xF4_F6F8;
    /// Buttons, active tab, tooltips.
    BG2: 0x22_2930 / 0xE6_EAEE;
    /// Hover.
    BG3: 0x2C_343D / 0xDA_DFE5;
    /// Pressed.
    BG4: 0x37_414C / 0xCB_D2D9;
    /// Plot background right of the cursor.
    FUTURE: 0x13_171C / 0xF7_F8FA;
    /// Plot and map grid.
    GRID: 0x20_262D / 0xEC_EFF2;
    /// Separators.
    LINE: 0x2A_323A / 0xD5_DAE0;
    /// Outlines and ticks that must be seen.
    EDGE: 0x6C_7986 / 0x76_828E;
    /// Headings and values.
    TEXT1: 0xF1_F4F7 / 0x0F_1317;
    /// Body and legends.
    TEXT2: 0xC9_D0D8 / 0x2D_353D;
    /// Units, axis numbers, hints.
    TEXT3: 0x98_A3AF / 0x56_616C;
    /// Cursor, selection, links.
    ACCENT: 0xA5_95FF / 0x56_43CC;
    /// Selected row.
    ACCENT_GROUND: 0x2B_2749 / 0xE4_E0FA;
    /// Text on the accent.
    ON_ACCENT: 0x0E_1114 / 0xFF_FFFF;
    /// All is well.
    OK: 0x5A_C58A / 0x17_733F;
    /// Third duplicate ACK, advice.
    WARN: 0xF2_C14E / 0x7A_5600;
    /// Loss, collision, timeout, broken balance.
    BAD: 0xFF_6B61 / 0xB8_291F;
    /// Area of energy spent idle.
    IDLE_AREA: 0x34_3B42 / 0xC8_CDD2;
    /// Area of energy spent receiving.
    RECEIVE_AREA: 0x6F_889E / 0x77_96B0;
}

/// The shape that stands for a flow wherever its colour does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyph {
    /// A filled circle.
    Disc,
    /// A square on its corner.
    Diamond,
    /// A triangle on its base.
    TriangleUp,
    /// A square on its side.
    Square,
    /// A plus sign.
    Plus,
    /// A triangle on its tip.
    TriangleDown,
    /// An open circle.
    Ring,
    /// An upright bar.
    Bar,
}

/// How a flow is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowStyle {
    /// Its colour.
    pub ink: Ink,
    /// Its shape.
    pub glyph: Glyph,
    /// From the ninth flow on: hollow glyphs and dashed curves tell a colour's second owner from its first.
    pub second_round: bool,
}

const FLOWS: [(Ink, Glyph); 8] = [
    (Ink::new(0x56_B4E9, 0x2B_8CCB), Glyph::Disc),
    (Ink::new(0xE6_9F00, 0xBD_7B00), Glyph::Diamond),
    (Ink::new(0xCC_79A7, 0xA8_3F80), Glyph::TriangleUp),
    (Ink::new(0xF0_E442, 0x5F_5800), Glyph::Square),
    (Ink::new(0x00_9E73, 0x00_6B4E), Glyph::Plus),
    (Ink::new(0x00_72B2, 0x00_467A), Glyph::TriangleDown),
    (Ink::new(0xD5_5E00, 0xC9_500A), Glyph::Ring),
    (Ink::new(0xF1_F4F7, 0x2D_353D), Glyph::Bar),
];

/// Colour and shape of the flow with this number; nodes and links in a plot take them in the same order.
pub const fn flow(number: usize) -> FlowStyle {
    let (ink, glyph) = FLOWS[number % FLOWS.len()];
    FlowStyle { ink, glyph, second_round: (number / FLOWS.len()) % 2 == 1 }
}

/// Frames with a colour of their own; DATA and TCP ACK take the colour of their flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameInk {
    /// Request to send.
    Rts,
    /// Clear to send.
    Cts,
    /// The MAC's acknowledgement.
    MacAck,
    /// Packets of a routing protocol.
    Routing,
    /// Frames that destroyed each other.
    Collision,
}

impl FrameInk {
    /// The colour.
    pub const fn ink(self) -> Ink {
        match self {
            Self::Rts => Ink::new(0xE3_E8ED, 0x2D_353D),
            Self::Cts => Ink::new(0xA9_B7C4, 0x5F_6E7C),
            Self::MacAck => Ink::new(0x7F_8E9C, 0x75_828F),
            Self::Routing => Ink::new(0xB4_CC5A, 0x5E_7A12),
            Self::Collision => BAD,
        }
    }
}

/// What a radio does, as far as its look goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RadioInk {
    /// Sends.
    Transmit,
    /// Is locked on a signal.
    Receive,
    /// Hears something that it cannot decode.
    Busy,
    /// Counts slots.
    Backoff,
    /// Is silent because of a reservation.
    Nav,
    /// Nothing.
    Idle,
    /// Sleeps.
    Sleep,
    /// Is off.
    Off,
}

impl RadioInk {
    /// The colour.
    pub const fn ink(self) -> Ink {
        match self {
            Self::Transmit => TEXT1,
            Self::Receive => Ink::new(0x8F_B0CC, 0x4A_7396),
            Self::Busy => Ink::new(0x66_737F, 0x7D_8995),
            Self::Backoff => Ink::new(0xC7_AE74, 0x8C_7132),
            Self::Nav => Ink::new(0x7C_7FA8, 0x6A_6D9C),
            Self::Idle => Ink::new(0x33_3C45, 0xD5_DAE0),
            Self::Sleep => Ink::new(0x5A_6FB0, 0x4A_5FA8),
            Self::Off => Ink::new(0x5F_6A75, 0x7D_8995),
        }
    }
}

/// Shape of an event on a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventShape {
    /// A diagonal cross, half 4: something was lost.
    Cross,
    /// A hollow triangle on its tip, above the curve: the third duplicate acknowledgement.
    HollowTriangleDown,
    /// A filled diamond: a timeout.
    Diamond,
    /// A hollow square: the route changed.
    HollowSquare,
    /// A filled triangle that points right: a command.
    TriangleRight,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// WCAG 2.2: relative luminance.
    fn luminance(c: Rgb) -> f64 {
        let linear = |v: u8| {
            let v = f64::from(v) / 255.0;
            if v <= 0.04045 { v / 12.92 } else { libm::pow((v + 0.055) / 1.055, 2.4) }
        };
        0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b)
    }

    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_flow_can_be_seen_on_both_grounds() {
        for id in 0..8 {
            for ground in [Ground::Dark, Ground::Light] {
                let ratio = contrast(flow(id).ink.on(ground), BG0.on(ground));
                assert!(ratio >= 3.0, "flow {id} on {ground:?}: {ratio:.2}");
            }
        }
    }

    #[test]
    fn colours_and_shapes_start_again_with_the_ninth_flow() {
        assert_eq!(flow(0).ink.light.to_string(), "#2B8CCB");
        assert_eq!(flow(8).ink, flow(0).ink);
        assert!(flow(8).second_round && !flow(7).second_round);
    }
}
