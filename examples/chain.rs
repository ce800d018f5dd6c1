//! Runs chains under the rules of ns-2 and prints goodputs.
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "an example prints")]
use hopscope::sim::simulation::Simulation;
use hopscope::sim::flow::FlowStats;
use hopscope::sim::access::Index;
use hopscope::scenario;
fn main() {
    let a: Vec<u32> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (hops, window, dur, seeds) = (a[0], a[1], a[2], a[3]);
    for seed in 1..=seeds {
        let text = format!("(seed: {seed}, duration: \"{dur} s\", mac: Ns2, topology: Chain(hops: {hops}, spacing: \"200 m\"), routing: Static, flows: [(name: \"ftp\", from: 0, to: {hops}, start: \"1 s\", traffic: Bulk, transport: Tcp(controller: NewReno, preset: Ns2, max_window: {window}, segment: \"1460 B\"))])");
        let s = scenario::parse("x.ron", &text, &[] as &[&str]).unwrap();
        let mut sim = Simulation::new(&s);
        let t = std::time::Instant::now();
        sim.run();
        let el = t.elapsed();
        let f = sim.world().resource::<Index>().flows[0];
        let st = sim.world().get::<FlowStats>(f).unwrap();
        println!("hops {hops} w {window} seed {seed}: {:.1} kb/s events {} wall {:?} per s {:.3} ms digest {} balance {:?} cwnd {:.2}", st.delivered as f64*8.0/(f64::from(dur)-1.0)/1000.0, sim.events(), el, el.as_secs_f64()*1000.0/f64::from(dur), sim.digest(), sim.imbalance(), st.cwnd_mean(sim.now()));
    }
}
