"""The balance layer: brawlers play the deck, and what came of it is looked at.

Every number of players has its matches. A card that nobody ever draws, may play or plays, a match
that goes on to the move limit, a seat that wins more than its share: each is a finding. Some of the matches are watched: they are
held to the game's own invariants (the table's ``faults``) and to the reasons it gives against choices.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from brawlprint.checks.lifeless import LIMITS, NEVER, Lifeless, listed, never
from brawlprint.errors import Finding, Where, shown

if TYPE_CHECKING:
    from brawlprint.definitions import Game
    from brawlprint.engine.rules import Rules
    from brawlprint.simulation.figures import Figures
    from brawlprint.simulation.parcel import Parcel
    from brawlprint.simulation.run import Progress, Result
    from brawlprint.simulation.shares import Plan
    from brawlprint.simulation.workers import Workers

AGENT = "brawler"
WATCH = 10  # each so-manieth match is held to the game's invariants
PROBE = 8  # matches; if every one of them is broken off, so would be the others


class Balance(Struct):
    """The figures of each number of players, fewest first; ``findings`` has what broke them off.

    ``interrupted`` tells that somebody had no more patience.
    """

    seed: int
    playouts: int
    runs: list[Figures]
    findings: list[Finding]
    interrupted: bool = False

    def as_json(self) -> dict[str, object]:
        """The shape of ``balance`` in ``brawlprint check --json``."""
        return {
            "seed": self.seed,
            "playouts": self.playouts,
            "runs": [_without_time(run.as_json()) for run in self.runs],
        }


def _without_time(run: dict[str, Any]) -> dict[str, Any]:
    """A run's figures but for the one that is another each time."""
    return {key: value for key, value in run.items() if key != "seconds"}


def play_out(
    parcel: Parcel,
    rules: Rules,
    playouts: int,
    seed: int,
    workers: Workers,
    tell: Callable[[int, Progress], None] = lambda players, progress: None,
) -> Balance:
    """Play so many matches for each number of players; ``tell`` hears how far each one is.

    A match that can't go on, or is as it can't be, ends it, and is a finding with the command that repeats it.

    >>> from brawlprint.simulation.examples import shoving
    >>> from brawlprint.simulation.parcel import unpack
    >>> from brawlprint.simulation.workers import inline
    >>> with inline() as workers:
    ...     balance = play_out(shoving(), unpack(shoving()), 20, 1, workers)
    >>> [(run.players, run.games) for run in balance.runs]
    [(2, 20), (3, 20), (4, 20)]
    """
    from brawlprint.simulation import patience
    from brawlprint.simulation.figures import figures
    from brawlprint.simulation.run import MatchFault
    from brawlprint.simulation.shares import Plan

    balance = Balance(seed, playouts, [], [])
    seats = rules.game.players
    for players in range(seats.min, seats.max + 1):
        plan = Plan(parcel, players, {}, (AGENT,), seed, patience.PATIENCE, WATCH)
        try:
            result = _play(plan, playouts, workers, partial(tell, players))
        except MatchFault as error:
            balance.findings.append(_fault(plan, error))
            return balance
        if result.share is not None:
            balance.runs.append(figures(plan, rules, result.share.tallies[0], result))
        if result.interrupted:
            balance.interrupted = True
            return balance
    return balance


def _play(plan: Plan, playouts: int, workers: Workers, tell: Callable[[Progress], None]) -> Result:
    """Play; if the first matches all have no end, it is not worth waiting for the others."""
    from brawlprint.simulation.run import Progress, run

    seconds = 0.0

    def tell_all(before: int, progress: Progress) -> None:
        """Both parts of the run as one."""
        tell(Progress(before + progress.done, playouts, seconds + progress.seconds))

    first = run([plan], range(min(PROBE, playouts)), workers, partial(tell_all, 0))
    if first.share is None or first.interrupted or playouts <= PROBE:
        return first
    ended = first.share.tallies[0].terminations
    if all(name in LIMITS for name in ended):
        return first
    seconds = first.seconds
    others = run([plan], range(PROBE, playouts), workers, partial(tell_all, PROBE))
    if others.share is not None:
        first.share.merge(others.share)
    first.seconds += others.seconds
    first.interrupted = others.interrupted
    return first


def _fault(plan: Plan, error: Any) -> Finding:
    from brawlprint.simulation.soundness import INVARIANT, REFUSAL

    finding: Finding = error.fault.finding
    again = ["simulate", plan.parcel.game, "--players", str(plan.players), "--agents", AGENT,
             "--seed", str(plan.seed), "--match", str(error.fault.index)]  # fmt: skip
    remedy = f"this repeats it: brawlprint {shlex.join(again)}"
    code = finding.code if finding.code in (INVARIANT, REFUSAL) else "rules-fault"
    return finding._replace(code=code, remedy=remedy)


def check_balance(game: Game, runs: Sequence[Figures], rules: str) -> list[Finding]:
    """Every finding in the figures of a deck's runs; ``rules`` is the rules file, as it is shown."""
    place = Where(shown(next(iter(game.decks.values())).path))
    found = [each for run in runs for each in _endings(run, place)]
    lifeless = Lifeless.of(game, runs, rules)
    found += lifeless.findings()
    found += _dead_at_some(runs, set(lifeless.cards), place)
    return found + list(_edges(runs, place))


def _endings(run: Figures, place: Where) -> Iterator[Finding]:
    """Some matches that were broken off, or that nobody won any; where none ends, that is told once."""
    with_ = f"with {run.players} players"
    limits = {name: run.terminations.get(name, 0) for name in LIMITS}
    if 0 < sum(limits.values()) < run.games:
        for name, broken_off in limits.items():
            if broken_off:
                message = f"{with_} {broken_off} of {run.games} matches were broken off"
                longest = f"{max(run.lengths):,} {run.unit}"
                remedy = "let the deck bring the end closer"
                code = name.replace("_", "-")
                yield Finding(code, f"{message} after {longest}", place, remedy, "warning")
    if not run.decided and not any(limits.values()):
        message = f"{with_} nobody won any of {run.games} matches"
        yield Finding("undecided", message, place, "is there a way to win?", "warning")


def _dead_at_some(runs: Sequence[Figures], dead: set[str], place: Where) -> Iterator[Finding]:
    """Cards that do something, but nothing at some number of players."""
    for run in runs:
        for code, (told, _) in NEVER.items():
            titles = [c.title for c in run.cards if c.id not in dead and never([c]) == code]
            if titles:
                message = f"with {run.players} players {listed(titles)} {told}"
                yield Finding(f"{code}-there", message, place, level="info")


def _edges(runs: Sequence[Figures], place: Where) -> Iterator[Finding]:
    """Seats that win more or less than an equal share, for certain even among so many seats."""
    from brawlprint.simulation.intervals import simultaneous, wilson

    z = simultaneous(sum(run.players for run in runs))
    for run in runs:
        for seat in run.seats:
            low, high = wilson(seat.wins, run.decided, z)
            if run.decided and not low <= run.par <= high:
                edge = "more" if low > run.par else "less"
                message = (f"with {run.players} players seat {seat.name} wins {seat.share:.0%} of "
                           f"the matches, {edge} than its {run.par:.0%}")  # fmt: skip
                yield Finding("seat-edge", message, place, level="info")
