"""What a worker does: play some matches of a plan, and count."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path

from msgspec import Struct

from brawlprint.definitions.model import Setting
from brawlprint.engine.chance import match_seed
from brawlprint.engine.rules import line_in
from brawlprint.errors import BrawlprintError, Finding, RulesError, Where, shown
from brawlprint.simulation.pairs import Pairs
from brawlprint.simulation.parcel import Parcel, unpack
from brawlprint.simulation.patience import PATIENCE, Stuck, watched
from brawlprint.simulation.playout import Player, Record, seated
from brawlprint.simulation.tally import Tally


class Plan(Struct, frozen=True):
    """A run of matches that differ in their seed alone; agents move on by a seat each match.

    The ``first`` ones and each ``watch``-th one are held to the game's invariants; none, if it is 0.
    """

    parcel: Parcel
    players: int
    options: Mapping[str, Setting]
    agents: tuple[str, ...]
    seed: int
    patience: float = PATIENCE
    watch: int = 0
    first: int = 0


class Fault(Struct, frozen=True):
    """A match that can't go on, and why; ``plan`` is its plan's place among those compared."""

    index: int
    plan: int
    finding: Finding

    @property
    def message(self) -> str:
        """What is wrong and where, in words."""
        return str(self.finding)


class Share(Struct):
    """What came of some matches: a tally for each plan, and their comparison if there are two.

    Matches after a fault were not played. ``seconds`` is the time the matches took.
    """

    tallies: list[Tally]
    pairs: Pairs | None = None
    fault: Fault | None = None
    seconds: float = 0.0

    def merge(self, other: Share) -> None:
        """Take in another share."""
        for mine, theirs in zip(self.tallies, other.tallies, strict=True):
            mine.merge(theirs)
        if self.pairs is not None and other.pairs is not None:
            self.pairs.merge(other.pairs)
        self.seconds += other.seconds


# Rules share what they make of choices between matches, which two threads must not do at once; a
# cluster's worker may have several.
_one_at_a_time = threading.Lock()


def play_share(plans: Sequence[Plan], first: int, last: int) -> Share:
    """Play the matches of each plan from one number up to (not with) another.

    >>> from brawlprint.simulation.examples import plan
    >>> play_share([plan()], 0, 10).tallies[0].games
    10
    """
    with _one_at_a_time, redirect_stdout(sys.stderr):
        work = _Work(plans)
        share = work.empty()
        start = time.perf_counter()
        try:
            watched(lambda: work.play(share, first, last), work.standing, plans[0].patience)
        except Stuck as stuck:
            share.fault = work.fault(stuck)
        share.seconds = time.perf_counter() - start
        return share


def open_plan(plan: Plan) -> Player:
    """A plan's player; raises :class:`RulesError` if its rules file never comes to an end."""
    try:
        rules = watched(lambda: unpack(plan.parcel), lambda: None, plan.patience)
    except Stuck as stuck:
        path = Path(plan.parcel.rules.path)
        line = stuck.line_in(str(path))
        message = f"the rules are not read after {plan.patience:g} seconds"
        raise RulesError(message, Where(shown(path), line)) from None
    match = rules.match(plan.players, plan.options)
    return Player(match, plan.agents, plan.seed, plan.watch, plan.first)


class _Work:
    """The matches of a share, plan by plan."""

    def __init__(self, plans: Sequence[Plan]) -> None:
        self.plans = plans
        self.players = [open_plan(plan) for plan in plans]
        self.plan = 0

    def empty(self) -> Share:
        sizes = [len(player.places) for player in self.players]
        seats = self.plans[0].players
        tallies = [Tally.of(seats, size) for size in sizes]
        both = [list(player.match.rules.titles) for player in self.players]
        return Share(tallies, Pairs.of(seats, *both) if len(both) == 2 else None)

    def standing(self) -> tuple[object, ...]:
        return (self.plan, self.players[self.plan].standing())

    def play(self, share: Share, first: int, last: int) -> None:
        """Play, and count into a share; matches are counted whole, with their like or not at all."""
        for index in range(first, last):
            records: list[Record] = []
            for plan, player in enumerate(self.players):
                self.plan = plan
                try:
                    records.append(player.play(index))
                except (Exception, SystemExit) as error:
                    share.fault = self.fault(error)
                    return
            for each, tally, record in zip(self.plans, share.tallies, records, strict=True):
                tally.add(record, seated(each.agents, each.players, index))
            if share.pairs is not None:
                share.pairs.add(*records)

    def fault(self, error: BaseException) -> Fault:
        """A match that can't go on, in words."""
        plan, player = self.plans[self.plan], self.players[self.plan]
        if isinstance(error, BrawlprintError):
            return Fault(player.index, self.plan, error.findings()[0])
        path = player.match.rules.path
        if isinstance(error, Stuck):
            line = error.line_in(str(path))
            what = f"no decision for {plan.patience:g} seconds"
        else:
            line = line_in(error, path)
            what = f"{type(error).__name__}: {error}"
        seed = match_seed(plan.seed, player.index)
        message = f"{what} (seed {seed}, {plan.players} players); the match can't go on"
        return Fault(player.index, self.plan, Finding("rules", message, Where(shown(path), line)))
