//! Pictures of the dashboard without a window.
//!
//! They need something that can draw (any software driver will do). Where nothing can, these tests fail: a picture that nobody has
//! looked at is no picture.

use std::sync::{Mutex, PoisonError};

use hopscope::palette::{self, Ground, Ink};
use hopscope::session::Command;
use hopscope::ui::Theme;
use hopscope::ui::dashboard::{Dashboard, Source};
use hopscope::ui::dock::{Dock, Pane};
use hopscope::ui::host::offscreen::{self, Canvas};
use hopscope::ui::host::picture::Pixels;
use hopscope::units::SimTime;

/// One application at a time: each wants all processors.
static DRAWING: Mutex<()> = Mutex::new(());

/// Draws a dashboard; gives it back with the picture.
pub(super) fn draw(dashboard: Dashboard, size: (u16, u16), scale: f32) -> (Pixels, Dashboard) {
    let _one = DRAWING.lock().unwrap_or_else(PoisonError::into_inner);
    offscreen::draw(dashboard, Canvas { size, scale }).unwrap()
}

/// A scenario of the gallery, run to `until` and taken back to `at`, in milliseconds.
pub(super) fn at(file: &'static str, ground: Ground, until: u64, at: u64) -> Dashboard {
    let instant = |millis: u64| SimTime::from_nanos(millis * 1_000_000);
    let mut dashboard = Dashboard { theme: Theme { ground }, ..Dashboard::default() };
    dashboard.open(&Source::Gallery(file));
    let session = dashboard.session.as_mut().unwrap();
    session.apply(Command::Seek(instant(until)));
    session.apply(Command::Seek(instant(at)));
    session.take_notices();
    dashboard
}

/// The share of pixels that have a colour, to within 2 of 255 in each channel.
fn share(pixels: &Pixels, ink: Ink, ground: Ground) -> f64 {
    let rgb = ink.on(ground);
    let wanted = [rgb.r, rgb.g, rgb.b];
    let is_it = |pixel: &[u8; 4]| pixel.iter().zip(wanted).all(|(found, wanted)| found.abs_diff(wanted) <= 2);
    let all = pixels.rgba.as_chunks::<4>().0;
    all.iter().filter(|pixel| is_it(pixel)).count() as f64 / all.len() as f64
}

#[test]
fn map_and_panels_have_the_colours_of_the_palette() {
    for ground in [Ground::Dark, Ground::Light] {
        let mut map = at("chain8.ron", ground, 3_000, 3_000);
        map.dock = Dock::only(Pane::Map);
        let (pixels, _) = draw(map, (1280, 720), 1.0);
        assert_eq!((pixels.width, pixels.height), (1280, 720));
        // Drawn by Bevy: the ground, and discs of nodes.
        assert!(share(&pixels, palette::BG0, ground) > 0.5, "{ground:?}");
        assert!(share(&pixels, palette::BG2, ground) > 0.001, "{ground:?}");
        let (pixels, _) = draw(at("chain8.ron", ground, 3_000, 3_000), (1280, 720), 1.0);
        // Drawn by egui over it.
        assert!(share(&pixels, palette::BG1, ground) > 0.15, "{ground:?}");
        assert!(share(&pixels, palette::BG0, ground) > 0.15, "{ground:?}");
    }
}

#[test]
fn the_same_dashboard_gives_the_same_pixels() {
    let one = || draw(at("hidden_terminal.ron", Ground::Dark, 2_000, 1_500), (1280, 720), 1.0).0;
    assert!(one() == one(), "two pictures of the same moment differ");
}

#[test]
fn twice_the_scale_is_the_same_layout_with_twice_the_pixels() {
    let picture = |scale| draw(at("chain8.ron", Ground::Dark, 3_000, 3_000), (1000, 600), scale).0;
    let (small, large) = (picture(1.0), picture(2.0));
    assert_eq!((large.width, large.height), (2 * small.width, 2 * small.height));
    // A panel's ground lies where it lay: compared at points where four pixels of the large one agree.
    let (mut same, mut compared) = (0_u32, 0_u32);
    let at = |pixels: &Pixels, x: u32, y: u32| {
        let place = 4 * (y * pixels.width + x) as usize;
        [pixels.rgba[place], pixels.rgba[place + 1], pixels.rgba[place + 2]]
    };
    for y in (0..small.height).step_by(7) {
        for x in (0..small.width).step_by(7) {
            let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| at(&large, 2 * x + dx, 2 * y + dy));
            if four.iter().all(|one| *one == four[0]) {
                compared += 1;
                same += u32::from(at(&small, x, y) == four[0]);
            }
        }
    }
    assert!(f64::from(same) > 0.95 * f64::from(compared), "{same} of {compared}");
}

#[test]
fn looking_changes_nothing() {
    let digest = |dashboard: &Dashboard| dashboard.session.as_ref().unwrap().line().run().digest();
    let before = at("chain8.ron", Ground::Dark, 2_000, 2_000);
    let expected = digest(&before);
    let (_, after) = draw(before, (1280, 720), 1.0);
    assert_eq!(digest(&after), expected);
}
