//! Icons of 14 points with strokes of 1.5, drawn with the painter in the colour of their text.
