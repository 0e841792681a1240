"""How much faster two processes play the same run than one, start-up included.

usage: simulate.py [GAME] [--games 10000] [--players 2] [--jobs 2] [--rounds 3]

The runs are whole commands, one job and several in turn, so that other work on the machine meets
both alike; the best round of each counts. On a machine that is busy with other things the wall
clock says little, so CPU time is told too: what each run would take on processors of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from typing import Any, NamedTuple


class Timed(NamedTuple):
    """One run: seconds on the wall, of all its processes' CPU time, and its figures."""

    wall: float
    cpu: float
    figures: dict[str, Any]


def timed(given: argparse.Namespace, jobs: int) -> Timed:
    """Run the command with so many jobs."""
    words = ["simulate", given.game, "--games", given.games, "--players", given.players,
             "--jobs", jobs, "--json"]  # fmt: skip
    before = os.times()
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "brawlprint", *map(str, words)], capture_output=True, check=True
    )
    wall = time.perf_counter() - start
    after = os.times()
    user = after.children_user - before.children_user
    system = after.children_system - before.children_system
    figures = json.loads(done.stdout)
    del figures["seconds"]
    return Timed(wall, user + system, figures)


def main() -> int:
    """Run and tell; the exit code is 1 if the figures differ."""
    parser = argparse.ArgumentParser(description="Time a simulation on one job and on several.")
    parser.add_argument("game", nargs="?", default="tavern")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    load = os.getloadavg() if hasattr(os, "getloadavg") else (0.0,)
    runs: dict[int, list[Timed]] = {1: [], given.jobs: []}
    for _ in range(given.rounds):
        for jobs, done in runs.items():
            done.append(timed(given, jobs))
            print(f"{jobs} jobs: {done[-1].wall:6.1f} s on the wall, {done[-1].cpu:6.1f} s of CPU",
                  flush=True)  # fmt: skip
    one, many = (min(done) for done in runs.values())
    rate = given.games / many.wall
    print(f"{given.games:,} matches of {given.game}, best of {given.rounds}: "
          f"{one.wall:.1f} s on 1 job, {many.wall:.1f} s on {given.jobs}: "
          f"{one.wall / many.wall:.2f} times as fast, {rate:,.0f} matches a second")  # fmt: skip
    print(f"CPU time {one.cpu:.1f} s and {many.cpu:.1f} s: {given.jobs * one.cpu / many.cpu:.2f} times"
          " as fast on processors of its own")  # fmt: skip
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} CPUs, load {load[0]:.1f} before")
    alike = one.figures == many.figures
    print("the figures are the same" if alike else "THE FIGURES DIFFER")
    return 0 if alike else 1


if __name__ == "__main__":
    sys.exit(main())
