"""Decisions in a second of brawlprint's games and of RLCard's UNO, by turns, on one core.

In the root of the checkout, with a virtual environment of its own:

    python3 -m venv build/engines
    build/engines/bin/pip install -r benchmarks/engines/requirements.txt -e .
    build/engines/bin/python benchmarks/engines/compare.py

usage: compare.py [GAME …] [--batches 5] [--seconds 1.5] [--json]

Everything runs in one process that is kept on one core. A batch is some matches, as many as take
about ``--seconds`` of CPU time; batches of all take turns, so that a busy machine slows all of them
alike, and the median counts. Nothing else is done to the figures.

RLCard counts a step with a single possible action as a decision, brawlprint plays it unasked. So
there are three rates: *asked* as each engine counts, *choices* among two actions at least, and
*steps*, forced ones among them. Everybody plays at random, by the cheapest choice there is from
the list of what is legal. brawlprint does so twice: decision by decision from outside, which checks
and records every action, and by its own random agents, whose matches can be repeated seat by seat.
RLCard's raw game neither checks nor records.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from brawlprint.engine import games, match_seed
from brawlprint.engine.agents import RandomAgent, play_out
from brawlprint.errors import BrawlprintError
from brawlprint.workspace import Workspace

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = 4  # or as many as a game takes
WANTED = 50_000  # decisions asked in a second, at least
Chooser = Callable[[list[str]], str]


class Contender(Protocol):
    """A game of some engine."""

    name: str

    def play(self, seed: int, matches: int) -> int:
        """Play matches at random; how many actions were asked for."""

    def count(self, seed: int, matches: int) -> tuple[int, int]:
        """Play the same matches, untimed: how many choices there were, and forced steps."""


class Brawl:
    """A game of brawlprint's, with its own random agent or the choice that the others have."""

    def __init__(self, game: str, by_agent: bool) -> None:
        rules = games.rules_of(Workspace.at(ROOT), game)
        allowed = rules.game.players
        self.players = max(allowed.min, min(PLAYERS, allowed.max))
        self.match = rules.match(self.players)
        self.by_agent = by_agent
        self.name = f"{game}, {self.players} players{'' if by_agent else ', step by step'}"

    def play(self, seed: int, matches: int) -> int:
        if self.by_agent:
            return self._by_agent(seed, matches)
        return self._by_choice(seed, matches)

    def _by_choice(self, seed: int, matches: int) -> int:
        asked, draw = 0, random.Random(seed).random
        for index in range(matches):
            state = self.match.new_initial_state(match_seed(seed, index))
            while state.to_act:
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
            asked += state.ply
        return asked

    def _by_agent(self, seed: int, matches: int) -> int:
        asked = 0
        for index in range(matches):
            number = match_seed(seed, index)
            state = self.match.new_initial_state(number)
            play_out(state, [RandomAgent(number)] * self.players)
            asked += state.ply
        return asked

    def count(self, seed: int, matches: int) -> tuple[int, int]:
        choices = forced = 0
        for index in range(matches):
            number = match_seed(seed, index)
            state, agent = self.match.new_initial_state(number), RandomAgent(number)
            forced += len(state.forced)
            while state.to_act:
                state.apply_action(agent(state, state.to_act[0]))
                forced += len(state.forced)
            choices += state.ply
        return choices, forced


class RawUno:
    """RLCard's game of UNO itself, without the environment that turns it into arrays."""

    def __init__(self, players: int) -> None:
        from rlcard.games.uno import Game  # noqa: PLC0415, for those who have it

        self.name = f"RLCard raw UNO, {players} players"
        self._game = Game(num_players=players)

    def play(self, seed: int, matches: int) -> int:
        draw = random.Random(seed).random
        return self._play(seed, matches, lambda legal: legal[int(draw() * len(legal))])

    def count(self, seed: int, matches: int) -> tuple[int, int]:
        draw, forced = random.Random(seed).random, 0

        def choose(legal: list[str]) -> str:
            nonlocal forced
            forced += len(legal) == 1
            return legal[int(draw() * len(legal))]

        asked = self._play(seed, matches, choose)
        return asked - forced, forced

    def _play(self, seed: int, matches: int, choose: Chooser) -> int:
        import numpy  # noqa: PLC0415, RLCard's

        game = self._game
        game.np_random = numpy.random.RandomState(seed)
        asked = 0
        for _ in range(matches):
            state, _ = game.init_game()
            while not game.is_over():
                state, _ = game.step(choose(state["legal_actions"]))
                asked += 1
        return asked


class UnoEnvironment:
    """RLCard's UNO as its users play it: the environment, which makes arrays of what is seen."""

    def __init__(self) -> None:
        import rlcard  # noqa: PLC0415, for those who have it

        self.name = "RLCard UNO environment, 2 players"
        self._make = rlcard.make

    def play(self, seed: int, matches: int) -> int:
        choices, forced = self.count(seed, matches)
        return choices + forced

    def count(self, seed: int, matches: int) -> tuple[int, int]:
        env, draw = self._make("uno", config={"seed": seed}), random.Random(seed).random
        asked = forced = 0
        for _ in range(matches):
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                forced += len(legal) == 1
                state, _ = env.step(legal[int(draw() * len(legal))])
                asked += 1
        return asked - forced, forced


class Result(NamedTuple):
    """What a contender did: its median rates, and how far its batches were apart."""

    name: str
    asked: float
    choices: float
    steps: float
    matches: float
    spread: float


# --- measuring ----------------------------------------------------------------------------------


def timed(contender: Contender, seed: int, matches: int) -> tuple[int, float]:
    """Actions asked for in a batch, and its seconds of CPU time."""
    gc.collect()
    start = time.process_time()
    asked = contender.play(seed, matches)
    return asked, time.process_time() - start


def batch_size(contender: Contender, seconds: float) -> int:
    """How many matches take so long."""
    matches, spent = 1, 0.0
    while spent < seconds / 10:
        matches *= 2
        _, spent = timed(contender, 0, matches)
    return max(1, round(matches * seconds / spent))


def measure(contenders: Sequence[Contender], batches: int, seconds: float) -> list[Result]:
    """Let all take turns, each time from another one on."""
    sizes = [batch_size(each, seconds) for each in contenders]
    rates: list[list[float]] = [[] for _ in contenders]
    per_match: list[list[float]] = [[] for _ in contenders]
    places = list(range(len(contenders)))
    for batch in range(batches):
        for place in places[batch % len(places) :] + places[: batch % len(places)]:
            asked, spent = timed(contenders[place], batch + 1, sizes[place])
            rates[place].append(asked / spent)
            per_match[place].append(sizes[place] / spent)
    return [
        result(each, sizes[place], rates[place], per_match[place])
        for place, each in enumerate(contenders)
    ]


def result(
    contender: Contender, size: int, rates: Sequence[float], per_match: Sequence[float]
) -> Result:
    """Medians; choices and steps from what the first batch had of them."""
    asked = statistics.median(rates)
    choices, forced = contender.count(1, max(1, size // 4))
    unasked = isinstance(contender, Brawl)
    return Result(
        contender.name,
        asked,
        asked if unasked else asked * choices / (choices + forced),
        asked * (choices + forced) / choices if unasked else asked,
        statistics.median(per_match),
        (max(rates) - min(rates)) / asked,
    )


def stay_on_one_core() -> None:
    """Keep this process where it is best left alone, if the system lets it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


# --- telling ------------------------------------------------------------------------------------


def report(results: Sequence[Result]) -> None:
    base = results[0]
    print(f"{'':36}{'asked/s':>10}{'×':>6}{'choices/s':>12}{'×':>6}{'steps/s':>12}{'×':>6}"
          f"{'matches/s':>11}{'spread':>8}")  # fmt: skip
    for each in results:
        rates = ((each.asked, base.asked), (each.choices, base.choices), (each.steps, base.steps))
        told = [f"{rate:10,.0f}{rate / of:6.2f}" for rate, of in rates]
        print(f"{each.name:36}{'  '.join(told)}{each.matches:11,.0f}{each.spread:8.0%}")


def verdicts(results: Sequence[Result]) -> None:
    """What was aimed at: so many decisions in a second, and no fewer than the raw UNO's."""
    base = results[0]
    for each in results:
        aims = {
            f"{WANTED:,} a second": each.asked >= WANTED,
            "raw UNO's choices/s": each.choices >= base.choices,
            "raw UNO's asked/s": each.asked >= base.asked,
        }
        if "RLCard" not in each.name:
            told = ", ".join(f"{aim} {'met' if met else 'MISSED'}" for aim, met in aims.items())
            print(f"{each.name}: {told}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare speeds with RLCard's UNO.")
    parser.add_argument("game", nargs="*", help="games (all)")
    parser.add_argument("--batches", type=int, default=5, help="of each (5)")
    parser.add_argument("--seconds", type=float, default=1.5, help="of CPU time for each (1.5)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON alone")
    given = parser.parse_args()
    try:
        names = given.game or games.playable(Workspace.at(ROOT))
        brawls = [Brawl(name, by_agent) for name in names for by_agent in (True, False)]
        contenders: list[Contender] = [RawUno(PLAYERS), RawUno(2), UnoEnvironment(), *brawls]
    except (BrawlprintError, ImportError) as error:
        print(f"{error}; how to set this up is told at the top of {__file__}", file=sys.stderr)
        return 2
    stay_on_one_core()
    load: list[Any] = [os.getloadavg()]
    results = measure(contenders, given.batches, given.seconds)
    load.append(os.getloadavg())
    if given.json:
        document = {
            "python": sys.version.split()[0],
            "cpus": os.cpu_count(),
            "load": load,
            "results": [each._asdict() for each in results],
        }
        print(json.dumps(document, indent=1))
        return 0
    report(results)
    print(f"\nPython {sys.version.split()[0]}, {os.cpu_count()} CPUs, one in use; "
          f"load {load[0][0]:.1f} before, {load[1][0]:.1f} after")  # fmt: skip
    verdicts(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
