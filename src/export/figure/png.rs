//! SVG to PNG, with the fonts that this program carries: no fonts of the system, so the same pixels everywhere.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::export::ExportError;

const INTER: &[u8] = include_bytes!("../../../assets/fonts/Inter-roman.var.ttf");
const MONO: &[u8] = include_bytes!("../../../assets/fonts/JetBrainsMono-Regular.ttf");

fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(INTER.to_vec());
        fonts.load_font_data(MONO.to_vec());
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}

/// `svg` as PNG, with `scale` pixels for each CSS pixel.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, ExportError> {
    let options = Options { fontdb: fonts(), font_family: "Inter".to_owned(), ..Options::default() };
    let error = |e: &dyn std::fmt::Display| ExportError::Png(e.to_string());
    let tree = Tree::from_str(svg, &options).map_err(|e| error(&e))?;
    let size = tree.size().to_int_size().scale_by(scale).ok_or_else(|| error(&"it would have no pixels"))?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or_else(|| error(&"it is too large"))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| error(&e))
}
