//! Pixels into a PNG file, with the run in its metadata so that the file can be opened again at that moment.

use std::path::Path;

use bevy::image::Image;
use resvg::tiny_skia::{IntSize, Pixmap};

use crate::export::atomic::{self, Existing};
use crate::export::figure::metadata;
use crate::export::{ExportError, RunInfo};

/// Opaque pixels, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green, blue, 255 of each pixel, in sRGB.
    pub rgba: Vec<u8>,
}

impl Pixels {
    /// What the graphics card gave back.
    pub(super) fn of(image: Image) -> Result<Self, ExportError> {
        let image = image.try_into_dynamic().map_err(|error| ExportError::Png(error.to_string()))?.to_rgba8();
        let (width, height) = image.dimensions();
        let mut rgba = image.into_raw();
        // A window has no holes.
        for pixel in rgba.as_chunks_mut::<4>().0 {
            pixel[3] = u8::MAX;
        }
        Ok(Self { width, height, rgba })
    }

    /// As PNG. With a run, its metadata say what is shown; `view` says where in it, in one line.
    pub fn png(self, run: Option<(&RunInfo, &str)>) -> Result<Vec<u8>, ExportError> {
        let size = IntSize::from_wh(self.width, self.height);
        let pixels = size.and_then(|size| Pixmap::from_vec(self.rgba, size));
        let pixels = pixels.ok_or_else(|| ExportError::Png("it has no pixels".to_owned()))?;
        let png = pixels.encode_png().map_err(|error| ExportError::Png(error.to_string()))?;
        Ok(match run {
            Some((info, view)) => metadata::into_png(&png, &metadata::entries(info, view)),
            None => png,
        })
    }

    /// Writes the PNG whole or not at all. Returns whether another file was replaced.
    pub fn write(self, path: &Path, run: Option<(&RunInfo, &str)>, existing: Existing) -> Result<bool, ExportError> {
        atomic::write(path, &self.png(run)?, existing)
    }
}
