#!/usr/bin/env python3
"""Wall and processor time per simulated second against ns-2, in alternated pairs on one machine.

Both simulate eight static hops with one NewReno transfer (window 32). Each is run for two lengths and the difference counts, so
that start-up, and ns-2's 1029 s of idle convergence before the flow starts, cancel out. The two programs take turns within a
repetition and change places between repetitions, so that a slow phase of the machine hits both.

Needs `ns` (Debian package ns2) and a release build: cargo build --release
Usage: benches/peers/ns2.py [-n REPETITIONS] [--short 50] [--long 350] [--hopscope PATH] [--only ns2|hopscope]
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = ROOT / "benches/peers/chain8.ron"
TCL = ROOT / "tests/reference/ns2/chain.tcl"
TCL_ARGUMENTS = "topo=chain hops=8 app=tcp variant=Newreno window=32 rp=STATIC trace=0 seed=1".split()


def timed(command):
    """Runs a command; returns its wall and user seconds and what it printed."""
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        if process.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))} failed:\n{errors.read()}")
        return wall, usage.ru_utime, output.read()


def ns2(seconds):
    wall, user, text = timed(["ns", TCL, *TCL_ARGUMENTS, f"dur={seconds}"])
    goodput = float(re.search(r"good_kbps=([\d.]+)", text).group(1))
    return wall, user, goodput, int(re.search(r"EVENTS (\d+)", text).group(1))


def hopscope(program, seconds):
    wall, user, text = timed([program, "run", SCENARIO, "--until", f"{seconds}s", "--json", "-q"])
    summary = json.loads(text)
    return wall, user, summary["flows"][0]["goodput_bps"] / 1000, summary["events"]


def differences(short, long, span):
    """Milliseconds per simulated second of each repetition, and of the two fastest runs."""
    paired = [1000 * (b - a) / span for a, b in zip(short, long)]
    return paired, 1000 * (min(long) - min(short)) / span


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=9, help="repetitions")
    parser.add_argument("--short", type=int, default=50, help="simulated seconds of the short run")
    parser.add_argument("--long", type=int, default=350, help="simulated seconds of the long run")
    parser.add_argument("--hopscope", help="program to time; default: the release build")
    parser.add_argument("--only", choices=["ns2", "hopscope"], help="time one side")
    options = parser.parse_args()
    if options.n < 1 or options.long <= options.short:
        parser.error("needs one repetition or more, and a long run longer than the short one")

    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    program = options.hopscope or target / "release/hopscope"
    sides = {"ns2": ns2, "hopscope": lambda seconds: hopscope(program, seconds)}
    if options.only:
        sides = {options.only: sides[options.only]}
    elif not Path(program).exists():
        parser.error(f"{program} does not exist: cargo build --release, or --hopscope PATH")

    lengths = (options.short, options.long)
    runs = {name: {seconds: [] for seconds in lengths} for name in sides}
    for repetition in range(options.n):
        order = list(sides)
        if repetition % 2:
            order.reverse()
        for seconds in lengths:
            for name in order:
                runs[name][seconds].append(sides[name](seconds))
        print(f"\rrepetition {repetition + 1}/{options.n}", end="", file=sys.stderr)
    print(file=sys.stderr)

    report(runs, lengths, options.n)


def report(runs, lengths, repetitions):
    short, long = lengths
    print(f"{repetitions} repetitions of {short} s and {long} s; ms per simulated second, start-up cancelled; load {os.getloadavg()[0]:.1f}")
    print(f"{'':10} {'wall median':>12} {'wall min':>10} {'user median':>12} {'user min':>10} {'goodput kb/s':>13} {'events/s':>10}")
    medians = {}
    for name, by_length in runs.items():
        columns = []
        for field in (0, 1):
            paired, fastest = differences([r[field] for r in by_length[short]], [r[field] for r in by_length[long]], long - short)
            columns += [statistics.median(paired), fastest]
            medians[name, field] = paired
        events = (by_length[long][0][3] - by_length[short][0][3]) / (long - short)
        print(f"{name:10} {columns[0]:12.3f} {columns[1]:10.3f} {columns[2]:12.3f} {columns[3]:10.3f} {by_length[long][0][2]:13.1f} {events:10.0f}")
    if len(runs) == 2:
        for field, what in ((0, "wall"), (1, "user")):
            ratios = [a / b for a, b in zip(medians["hopscope", field], medians["ns2", field]) if b > 0]
            print(f"{what} time of hopscope / ns-2: median of pairs {statistics.median(ratios):.3f}, from {min(ratios):.3f} to {max(ratios):.3f}")


if __name__ == "__main__":
    main()
