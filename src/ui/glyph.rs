//! Shapes that stand beside colours: glyphs of flows, events on curves, frames in legends, dashed and dotted lines. For any painter.
