//! A dashboard in a harness, drawn and updated as an application does, with a clock that only tests move.

use std::time::Duration;

use egui_kittest::Harness;
use hopscope::session::Session;
use hopscope::session::pacer::Budget;
use hopscope::ui::{Dashboard, UiCommand, shell, theme};

/// A dashboard and how it is shown.
pub(super) struct Shown {
    /// The dashboard.
    pub(super) dashboard: Dashboard,
    /// Pictures a second.
    rate: f64,
    /// Whether the next passes ask to be drawn again, as egui's layouts do now and then.
    pub(super) draw_twice: bool,
    fonts: bool,
}

/// A dashboard in the gallery, in a window of this size.
pub(super) fn gallery(width: f32, height: f32) -> Harness<'static, Shown> {
    show(Dashboard::default(), (width, height), 60.0)
}

/// A dashboard on a scenario of the gallery, in a window of 1280 x 720.
pub(super) fn run(name: &'static str) -> Harness<'static, Shown> {
    run_at(name, (1280.0, 720.0), 60.0)
}

/// A dashboard on a scenario of the gallery, at so many pictures a second.
pub(super) fn run_at(name: &'static str, size: (f32, f32), rate: f64) -> Harness<'static, Shown> {
    let mut dashboard = Dashboard::default();
    dashboard.apply(UiCommand::OpenGallery(name));
    let mut harness = show(dashboard, size, rate);
    harness.run_steps(3);
    harness
}

pub(super) fn show(dashboard: Dashboard, (width, height): (f32, f32), rate: f64) -> Harness<'static, Shown> {
    let shown = Shown { dashboard, rate, draw_twice: false, fonts: false };
    Harness::builder().with_size([width, height]).with_max_steps(16).build_ui_state(picture, shown)
}

fn picture(ui: &mut egui::Ui, shown: &mut Shown) {
    let ctx = ui.ctx().clone();
    if !shown.fonts {
        theme::install_fonts(&ctx);
        shown.fonts = true;
        // Fonts are there from the next picture on.
        return;
    }
    if ctx.current_pass_index() == 0 {
        let mut readings = 0;
        let mut clock = || {
            readings += 1;
            Duration::from_micros(250 * readings)
        };
        let wall = Duration::from_secs_f64(1.0 / shown.rate);
        shown.dashboard.update(wall, &mut Budget { span: Duration::from_millis(8), clock: &mut clock });
        shown.dashboard.theme.apply(&ctx);
    }
    shell::ui(ui, &mut shown.dashboard);
    if shown.draw_twice && ctx.current_pass_index() == 0 {
        ctx.request_discard("a layout that needs a second look");
    }
}

impl Shown {
    /// The session.
    pub(super) fn session(&self) -> &Session {
        self.dashboard.session.as_ref().expect("a scenario is open")
    }
}
