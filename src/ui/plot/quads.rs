//! Many rectangles, or a filled area, as one shape; text on a plate.

use std::sync::Arc;

use egui::{Align2, Color32, Mesh, Painter, Pos2, Rect, Shape, pos2};

use crate::ui::theme;

/// Collects rectangles.
#[derive(Debug, Default)]
pub struct Quads {
    mesh: Mesh,
}

impl Quads {
    /// Adds a filled rectangle.
    pub fn fill(&mut self, rect: Rect, color: Color32) {
        self.mesh.add_colored_rect(rect, color);
    }

    /// Adds the outline of a rectangle, inside it.
    pub fn outline(&mut self, rect: Rect, width: f32, color: Color32) {
        if rect.width() <= 2.0 * width || rect.height() <= 2.0 * width {
            return self.fill(rect, color);
        }
        let inner = rect.shrink(width);
        self.fill(Rect::from_min_max(rect.min, pos2(rect.max.x, inner.min.y)), color);
        self.fill(Rect::from_min_max(pos2(rect.min.x, inner.max.y), rect.max), color);
        self.fill(Rect::from_min_max(pos2(rect.min.x, inner.min.y), pos2(inner.min.x, inner.max.y)), color);
        self.fill(Rect::from_min_max(pos2(inner.max.x, inner.min.y), pos2(rect.max.x, inner.max.y)), color);
    }

    /// All of them.
    pub fn shape(self) -> Shape {
        Shape::Mesh(Arc::new(self.mesh))
    }
}

/// The area between two lines with the same x, left to right: (x, y above, y below). Its upper edge is soft.
pub fn area(columns: &[(f32, f32, f32)], color: Color32) -> Mesh {
    let mut mesh = Mesh::default();
    for (i, (x, above, below)) in columns.iter().enumerate() {
        for (y, ink) in [(above - 0.5, Color32::TRANSPARENT), (above + 0.5, color), (below.max(above + 0.5), color)] {
            mesh.colored_vertex(Pos2::new(*x, y), ink);
        }
        if i > 0 {
            let [a, b] = [3 * (i as u32 - 1), 3 * i as u32];
            for row in 0..2 {
                mesh.add_triangle(a + row, b + row, a + row + 1);
                mesh.add_triangle(b + row, b + row + 1, a + row + 1);
            }
        }
    }
    mesh
}

/// Draws one line of text on a plate of its ground, so that what lies below does not cross it.
pub fn haloed(
    painter: &Painter,
    at: Pos2,
    anchor: Align2,
    words: &str,
    (size, weight, monospace): (f32, f32, bool),
    (color, ground): (Color32, Color32),
) -> Rect {
    let galley = theme::galley(painter, words, size, weight, monospace, color);
    let rect = anchor.anchor_size(at, galley.size());
    painter.rect_filled(rect.expand2(egui::vec2(2.0, 0.0)), 2.0, ground);
    painter.galley(rect.min, galley, color);
    rect
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_is_two_strips() {
        let mesh = area(&[(0.0, 1.0, 9.0), (5.0, 2.0, 9.0), (9.0, 3.0, 9.0)], Color32::WHITE);
        assert_eq!((mesh.vertices.len(), mesh.indices.len()), (9, 24));
        assert!(mesh.is_valid());
    }
}
