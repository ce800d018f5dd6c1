//! What a picture of the dashboard costs the processor: two hundred nodes, twenty flows, every lane fed with a million samples a curve.
//!
//! `cargo bench --bench picture` prints the median and the 95th percentile over two hundred pictures: with the cursor at rest, and
//! while the run plays (without what the run itself takes). The map is laid out and cut into triangles each time, as the window does.
#![expect(clippy::print_stdout, reason = "percentiles are no criterion measurements")]
#![expect(clippy::disallowed_methods, reason = "a bench looks at the clock")]

use std::time::{Duration, Instant};

use hopscope::ids::FlowId;
use hopscope::metrics::{Metric, Owner, Recorder};
use hopscope::scenario;
use hopscope::session::pacer::Budget;
use hopscope::session::{Command, Session};
use hopscope::sim::build::SimBuilder;
use hopscope::ui::dashboard::Screen;
use hopscope::ui::{Dashboard, shell, theme};
use hopscope::units::SimTime;

const FLOWS: u32 = 20;
const SAMPLES: u64 = 1_000_000;

/// Every curve has been sampled a million times in the first ten seconds.
fn fill(builder: &mut SimBuilder) {
    let recorder = &mut *builder.world.resource_mut::<Recorder>();
    for flow in (0..FLOWS).map(FlowId) {
        for sample in 0..SAMPLES {
            let at = SimTime::from_nanos(sample * 10_000);
            let value = ((sample * 7919 + u64::from(flow.0) * 31) % 1009) as f64 / 20.0;
            recorder.change(at, Metric::Cwnd, Owner::Flow(flow), value);
            recorder.change(at, Metric::Ssthresh, Owner::Flow(flow), value * 0.5);
            recorder.sample(at, Metric::Throughput, Owner::Flow(flow), sample as f64 * 30.0);
            recorder.sample(at, Metric::Goodput, Owner::Flow(flow), sample as f64 * 25.0);
        }
    }
}

fn dashboard() -> Dashboard {
    let flow = |n: u32| {
        let (from, to) = (n % 10 * 20 + n / 10, n % 10 * 20 + 5 + n / 10);
        format!("(from: {from}, to: {to}, transport: Tcp(preset: Ns2, max_window: 32))")
    };
    let flows: Vec<String> = (0..FLOWS).map(flow).collect();
    let text =
        format!("(duration: \"60 s\", mac: Ns2, topology: Grid(columns: 20, rows: 10), flows: [{}])", flows.join(", "));
    let scenario = scenario::parse("bench.ron", &text, &[] as &[&str]).expect("the scenario is valid");
    let mut session = Session::with_layers(scenario, "bench.ron", &[fill]);
    session.apply(Command::Seek(SimTime::from_secs_f64(11.0)));
    Dashboard { session: Some(session), screen: Screen::Run, ..Dashboard::default() }
}

/// Draws a picture and gives what that took, the run's own time left out.
fn picture(ctx: &egui::Context, dashboard: &mut Dashboard, wall: Duration) -> Duration {
    let start = Instant::now();
    let mut clock = || start.elapsed();
    dashboard.update(wall, &mut Budget { span: Duration::from_millis(8), clock: &mut clock });
    let start = Instant::now();
    let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1920.0, 1080.0));
    let input = egui::RawInput { screen_rect: Some(rect), ..egui::RawInput::default() };
    let mut map = None;
    let _ = ctx.run_ui(input, |ui| {
        shell::ui(ui, dashboard);
        map = dashboard.panels.map.picture.laid_out(ui.ctx());
    });
    let shape = egui::Shape::Vec(map.unwrap_or_default());
    let _ = ctx.tessellate(vec![egui::epaint::ClippedShape { clip_rect: rect, shape }], 1.0);
    start.elapsed()
}

fn main() {
    let mut dashboard = dashboard();
    let ctx = egui::Context::default();
    theme::install_fonts(&ctx);
    dashboard.theme.apply(&ctx);
    for playing in [false, true] {
        dashboard.apply(if playing { Command::Play } else { Command::Pause }.into());
        for _ in 0..10 {
            picture(&ctx, &mut dashboard, Duration::from_millis(16));
        }
        let mut costs: Vec<Duration> =
            (0..200).map(|_| picture(&ctx, &mut dashboard, Duration::from_millis(16))).collect();
        costs.sort_unstable();
        let words = if playing { "playing" } else { "at rest" };
        println!("a picture, {words}: median {:.2?}, 95 % within {:.2?}", costs[100], costs[190]);
    }
}
