//! The smallest headless run: an eight-hop chain, read from a scenario in the text, and one number out of it.
#![expect(clippy::print_stdout, reason = "an example prints")]

use hopscope::scenario::{self, ScenarioError};
use hopscope::sim::access::Index;
use hopscope::sim::flow::FlowStats;
use hopscope::sim::simulation::Simulation;

const CHAIN: &str = r#"(
    duration: "50 s", mac: Ns2, topology: Chain(hops: 8, spacing: "200 m"),
    flows: [(name: "ftp", from: 0, to: 8, traffic: Bulk, transport: Tcp(controller: NewReno, preset: Ns2, max_window: 32))],
)"#;

fn main() -> Result<(), ScenarioError> {
    for window in [2, 4, 8, 32] {
        let set = format!("flows[0].transport.max_window={window}");
        let mut simulation = Simulation::new(&scenario::parse("chain", CHAIN, &[set])?);
        simulation.run();
        let flow = simulation.world().resource::<Index>().flows[0];
        let delivered = simulation.world().get::<FlowStats>(flow).map_or(0, |stats| stats.delivered);
        let rate = delivered as f64 * 8.0 / simulation.now().secs_f64() / 1000.0;
        println!("window {window:>2}: {rate:.1} kb/s, digest {}", simulation.digest());
    }
    Ok(())
}
