//! Seeking goes anywhere on the line of a run and arrives in the same state, whichever keyframe it starts from.

use hopscope::scenario;
use hopscope::sim::simulation::Simulation;
use hopscope::sim::tap::{Detail, Tap};
use hopscope::units::{SimDuration, SimTime};

fn chain() -> Simulation {
    let (file, text) = scenario::find("chain4").unwrap();
    Simulation::new(&scenario::parse(file, text, &["duration=10 s"]).unwrap())
}

#[test]
fn back_and_forth_is_the_same_as_straight_on() {
    let mut straight = chain();
    let targets = [9.3, 0.5, 7.1, 7.9, 2.0, 8.0, 10.0].map(SimTime::from_secs_f64);
    let mut expected: Vec<_> = targets.to_vec();
    expected.sort_unstable();
    let expected: Vec<_> = expected
        .into_iter()
        .map(|at| {
            straight.run_until(at);
            (at, straight.events(), straight.digest())
        })
        .collect();
    let mut jumping = chain();
    jumping.keep_keyframes(SimDuration::from_secs(1));
    jumping.run();
    for at in targets {
        jumping.seek(at);
        let found = (jumping.now(), jumping.events(), jumping.digest());
        assert!(expected.contains(&found), "{found:?} is not among {expected:?}");
        assert_eq!(found.0, at);
    }
}

/// A jump ahead takes the nearest keyframe instead of running everything between: only what follows 9 s happens again.
#[test]
fn a_jump_ahead_starts_from_a_keyframe() {
    let mut simulation = chain();
    simulation.keep_keyframes(SimDuration::from_secs(1));
    simulation.run();
    let kept = simulation.keyframes().0;
    simulation.seek(SimTime::from_secs_f64(0.5));
    simulation.world_mut().resource_mut::<Tap>().set_detail(Detail::Everything);
    simulation.seek(SimTime::from_secs_f64(9.5));
    let first = simulation.world().resource::<Tap>().noticed().first().map(|seen| seen.at);
    assert!(first >= Some(SimTime::from_secs_f64(9.0)), "began again at {first:?}");
    assert_eq!(simulation.keyframes().0, kept, "keyframes are neither lost nor taken twice");
}
