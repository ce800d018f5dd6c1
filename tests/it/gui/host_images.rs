//! Approved pictures: what the dashboard looked like when somebody last looked and said yes.
//!
//! `scripts/compare-images.sh` shows what has changed, side by side, and approves. Drivers round differently: a pixel differs if a
//! channel does by more than [`TOLERANCE`], and a picture if more than [`MOST`] pixels do, fewer than one changed word has.

use std::fs;
use std::path::{Path, PathBuf};

use hopscope::ids::{FlowId, NodeId};
use hopscope::palette::Ground;
use hopscope::session::view::Thing;
use hopscope::ui::Theme;
use hopscope::ui::dashboard::Dashboard;
use hopscope::ui::dock::{Dock, Pane};
use hopscope::ui::host::picture::Pixels;
use resvg::tiny_skia::{Color, Paint, Pixmap, PixmapPaint, Rect, Transform};

use crate::gui::host::{at, draw};

/// Largest difference of a channel, of 255, that is none.
const TOLERANCE: u8 = 20;

/// Most pixels that may differ.
const MOST: usize = 12;

/// Name, dashboard, size in points, pixels to a point.
type Case = (&'static str, fn() -> Dashboard, (u16, u16), f32);

const FULL: (u16, u16) = (1920, 1080);
const SMALL: (u16, u16) = (1280, 720);

/// At most twelve.
const CASES: &[Case] = &[
    ("gallery-dark-1920", || gallery(Ground::Dark), FULL, 1.0),
    ("gallery-light-1280", || gallery(Ground::Light), SMALL, 1.0),
    ("run-dark-1920", || chain(Ground::Dark), FULL, 1.0),
    ("run-light-1920", || chain(Ground::Light), FULL, 1.0),
    ("run-dark-1280", || chain(Ground::Dark), SMALL, 1.0),
    ("start-dark-1280", || at("chain8.ron", Ground::Dark, 0, 0), SMALL, 1.0),
    ("map-dark-2x", || lone(chain(Ground::Dark), Pane::Map), (960, 540), 2.0),
    ("plots-light-1280", || lone(chain(Ground::Light), Pane::Lanes), SMALL, 1.0),
    ("collision-dark-1280", || hidden(Ground::Dark), SMALL, 1.0),
    ("collision-light-1280", || hidden(Ground::Light), SMALL, 1.0),
];

fn gallery(ground: Ground) -> Dashboard {
    Dashboard { theme: Theme { ground }, ..Dashboard::default() }
}

/// A chain in the middle of a transfer, a frame on air, with what comes after it in the lanes.
fn chain(ground: Ground) -> Dashboard {
    let mut dashboard = at("chain8.ron", ground, 20_000, 12_346);
    dashboard.selected = Some(Thing::Flow(FlowId(0)));
    dashboard
}

/// Two senders that do not hear each other, while their frames meet.
fn hidden(ground: Ground) -> Dashboard {
    let mut dashboard = at("hidden_terminal.ron", ground, 3_000, 3_000);
    dashboard.selected = Some(Thing::Node(NodeId(1)));
    dashboard
}

fn lone(mut dashboard: Dashboard, pane: Pane) -> Dashboard {
    dashboard.dock = Dock::only(pane);
    dashboard
}

#[test]
fn the_dashboard_looks_as_approved() {
    assert!(CASES.len() <= 12);
    let approve = std::env::var_os("HOPSCOPE_APPROVE").is_some();
    let wanted = std::env::var("HOPSCOPE_IMAGES").unwrap_or_default();
    let mut complaints = Vec::new();
    for (name, dashboard, size, scale) in CASES.iter().filter(|(name, ..)| name.contains(&wanted)) {
        let (pixels, _) = draw(dashboard(), *size, *scale);
        let place = approved(name);
        if approve {
            if difference(&place, &pixels).map_or(true, |(count, _)| count > 0) {
                fs::write(&place, pixels.png(None).unwrap()).unwrap();
                eprintln!("approved {}", place.display());
            }
        } else if let Some(complaint) = compare(name, &pixels) {
            complaints.push(complaint);
        }
    }
    assert!(complaints.is_empty(), "{}\nscripts/compare-images.sh shows more", complaints.join("\n"));
}

#[test]
fn every_approved_picture_has_its_case() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/images");
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        assert!(CASES.iter().any(|(known, ..)| *known == name), "no case draws {name}");
    }
}

#[test]
fn a_changed_label_is_a_difference() {
    let (pixels, mut dashboard) = draw(at("chain2.ron", Ground::Dark, 1_000, 1_000), SMALL, 1.0);
    let (again, _) = draw(at("chain2.ron", Ground::Dark, 1_000, 1_000), SMALL, 1.0);
    assert!(count(&pixels.rgba, &again.rgba) == 0, "the same dashboard differs from itself");
    // A nanosecond more is one digit of the clock, or more.
    dashboard
        .session
        .as_mut()
        .unwrap()
        .apply(hopscope::session::Command::Seek(hopscope::units::SimTime::from_nanos(1_001_000_000)));
    let (later, _) = draw(dashboard, SMALL, 1.0);
    let differ = count(&pixels.rgba, &later.rgba);
    assert!(differ > MOST, "one digit changed, and only {differ} pixels did");
}

fn approved(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/images").join(format!("{name}.png"))
}

/// Compares with the approved picture; leaves approved, new and difference side by side if they differ.
fn compare(name: &str, pixels: &Pixels) -> Option<String> {
    let found = difference(&approved(name), pixels);
    if found.as_ref().is_ok_and(|(count, _)| *count <= MOST) {
        return None;
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("images");
    fs::create_dir_all(&directory).unwrap();
    let new = Pixmap::decode_png(&pixels.clone().png(None).unwrap()).unwrap();
    let place = directory.join(format!("{name}.png"));
    let (words, parts) = match found {
        Ok((count, parts)) => (format!("{count} pixels differ"), [Some(parts.0), Some(new), Some(parts.1)]),
        Err(words) => (words, [None, Some(new), None]),
    };
    side_by_side(&parts).save_png(&place).unwrap();
    Some(format!("{name}: {words}: {}", place.display()))
}

/// How many pixels differ from the approved picture, that picture, and one that is red where they do.
fn difference(approved: &Path, pixels: &Pixels) -> Result<(usize, (Pixmap, Pixmap)), String> {
    let bytes = fs::read(approved).map_err(|_| "nobody has approved it yet".to_owned())?;
    let old = Pixmap::decode_png(&bytes).map_err(|error| error.to_string())?;
    if (old.width(), old.height()) != (pixels.width, pixels.height) {
        return Err(format!(
            "it was {} x {} pixels and is {} x {}",
            old.width(),
            old.height(),
            pixels.width,
            pixels.height
        ));
    }
    let mut marked = old.clone();
    let differ = count(old.data(), &pixels.rgba);
    let pairs = marked.data_mut().as_chunks_mut::<4>().0.iter_mut().zip(pixels.rgba.as_chunks::<4>().0);
    for (old, new) in pairs {
        let red = differs(*old, *new);
        for channel in &mut old[..3] {
            *channel = if red { 0 } else { *channel / 4 };
        }
        if red {
            old[0] = u8::MAX;
        }
    }
    Ok((differ, (old, marked)))
}

fn count(a: &[u8], b: &[u8]) -> usize {
    a.as_chunks::<4>().0.iter().zip(b.as_chunks::<4>().0).filter(|(a, b)| differs(**a, **b)).count()
}

fn differs(a: [u8; 4], b: [u8; 4]) -> bool {
    a.into_iter().zip(b).any(|(a, b)| a.abs_diff(b) > TOLERANCE)
}

/// The pictures in a row, with a gap between them.
fn side_by_side(parts: &[Option<Pixmap>]) -> Pixmap {
    const GAP: u32 = 20;
    let size = parts.iter().flatten().map(|part| (part.width(), part.height())).max().unwrap();
    let count = u32::try_from(parts.len()).unwrap();
    let mut all = Pixmap::new(count * (size.0 + GAP), size.1).unwrap();
    all.fill(Color::from_rgba8(255, 0, 255, 255));
    for (place, part) in (0..).zip(parts) {
        let x = place * i32::try_from(size.0 + GAP).unwrap();
        if let Some(part) = part {
            all.draw_pixmap(x, 0, part.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        } else {
            let rect = Rect::from_xywh(x as f32, 0.0, size.0 as f32, size.1 as f32).unwrap();
            all.fill_rect(rect, &Paint::default(), Transform::identity(), None);
        }
    }
    all
}
