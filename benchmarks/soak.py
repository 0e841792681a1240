"""Soak the rules: random matches of each game at each number of players, and what came of them.

usage: soak.py [GAME …] [--players N …] [--games 10000] [--jobs 2] [--seed 1] [--watch 50] [--json]
       soak.py GAME --players N --match INDEX [--seed 1]

Every match must end, by the rules or by a named reason. Every 50th one is watched: after each
action the rules' invariants are asked for faults and the cards are counted; the others are timed.
A card that is never drawn, playable or played is told, and of the last kind there must be none.

The exit code is 1 if anything went wrong; what is printed then has the match's number and the
command that plays it again, watched.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from brawlprint.engine import Action, Choice, Match, Move, Rules, Seen, State, Title, games
from brawlprint.engine.agents import RandomAgent, play_out
from brawlprint.engine.chance import match_seed
from brawlprint.errors import BrawlprintError
from brawlprint.workspace import Workspace

LONGEST = 50_000  # decisions after which a match is taken for one without an end
PATIENCE = 20.0  # seconds of CPU time after which one is that asks for no decisions
CHUNK = 250  # matches that a worker plays at a time
NOT_PLAYED = ("discard", "take")  # first words of moves that only move a card
ENOUGH = 100  # matches of a game in which every card should have been played


class UnsoundError(Exception):
    """What must not be in a match."""


class Failure(NamedTuple):
    """A match that went wrong."""

    match: int
    what: str


@dataclass
class Tally:
    """What came of a number of matches; made of plain values, so that workers can send it."""

    endings: Counter[str] = field(default_factory=Counter)
    decisions: list[int] = field(default_factory=list)  # of each match
    turns: list[int] = field(default_factory=list)
    watched: int = 0
    drawn: set[str] = field(default_factory=set)  # as seen in watched matches
    playable: set[str] = field(default_factory=set)
    played: Counter[str] = field(default_factory=Counter)  # actions that name a card
    timed: int = 0  # matches, and how many decisions in how many seconds of CPU time
    timed_decisions: int = 0
    seconds: float = 0.0
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in what another one has counted."""
        for name, value in vars(other).items():
            mine = getattr(self, name)
            if isinstance(mine, (Counter, set)):
                mine.update(value)
            else:
                setattr(self, name, mine + value)


# --- playing ------------------------------------------------------------------------------------


def soak(match: Match, indexes: Iterable[int], seed: int = 1, watch: int = 50) -> Tally:
    """Play matches by their numbers, each ``watch``-th one watched, up to the first failure."""
    tally, actions = Tally(), Counter[Action]()
    for index in indexes:
        number = match_seed(seed, index)
        try:
            play = _watched if index % watch == 0 else _timed
            with _patience():
                state = play(match, number, tally)
            tally.endings[_ending(state)] += 1
        except Exception as error:  # whatever it is, it is told with what repeats it
            tally.failures.append(Failure(index, f"{type(error).__name__}: {error}"))
            break
        tally.decisions.append(state.ply)
        tally.turns.append(state.table.turn)
        actions.update(each for each in state.history if isinstance(each, Action))
    for action, times in actions.items():
        for card in named(action.choice):
            tally.played[card] += times
    return tally


@contextmanager
def _patience() -> Iterator[None]:
    """Interrupt what takes too long, where the system can."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGPROF, _interrupt)
    # Again and again: what is raised within a callback of the garbage collector is lost.
    signal.setitimer(signal.ITIMER_PROF, PATIENCE, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _interrupt(*_: object) -> None:
    raise TimeoutError(f"no end after {PATIENCE} seconds")


def _timed(match: Match, number: int, tally: Tally) -> State:
    start = time.process_time()
    state = match.new_initial_state(number)
    play_out(state, [RandomAgent(number)] * match.players, LONGEST)
    tally.seconds += time.process_time() - start
    tally.timed += 1
    tally.timed_decisions += state.ply
    return state


def _watched(match: Match, number: int, tally: Tally) -> State:
    """The same match, looked at after every action."""
    state, agent = match.new_initial_state(number), RandomAgent(number)
    dealt = _cards(state)
    _look(state, dealt, tally)
    while state.to_act and state.ply < LONGEST:
        for seat in state.to_act:
            for action in state.legal_actions(seat):
                tally.playable |= named(action.choice)
        state.apply_action(agent(state, state.to_act[0]))
        _look(state, dealt, tally)
    tally.watched += 1
    return state


def _look(state: State, dealt: Counter[str], tally: Tally) -> None:
    if faults := list(state.table.faults()):
        raise UnsoundError(f"after {state.ply} actions {'; '.join(faults)}")
    if (cards := _cards(state)) != dealt:
        wrong = {each: cards[each] - dealt[each] for each in {*cards, *dealt}}
        told = ", ".join(f"{wrong[each]:+} {each}" for each in sorted(wrong) if wrong[each])
        raise UnsoundError(f"after {state.ply} actions there are other cards than before: {told}")
    tally.drawn.update(_drawn(state))
    for _, choice, _ in state.forced:
        tally.playable |= named(choice)
        tally.played.update(named(choice))


def _cards(state: State) -> Counter[str]:
    return Counter(card.id for _, zone in state.zones() for card in zone)


def _drawn(state: State) -> Iterator[str]:
    """The cards that somebody can see, or has seen."""
    for pile in state.table.piles():
        if pile.seen is not Seen.BY_NOBODY:
            yield from (card.id for card in pile)
    yield from (piece.title.id for piece in state.table.pieces())


def _ending(state: State) -> str:
    outcome = state.outcome()
    if outcome is None:
        raise UnsoundError(f"no end after {state.ply} decisions")
    if not outcome.termination:
        raise UnsoundError(f"the end has no name: {outcome}")
    if round(sum(state.returns()), 9) not in (0, 1):
        raise UnsoundError(f"the shares of the win don't add up: {state.returns()}")
    return outcome.termination


@cache
def named(choice: Choice) -> frozenset[str]:
    """The cards that a choice plays or uses; what is only taken or thrown away is not counted."""
    if choice.tokens()[0] in NOT_PLAYED:
        return frozenset()
    return frozenset(_named(choice))


def _named(value: object) -> Iterator[str]:
    if isinstance(value, Title):
        yield value.id
    elif isinstance(value, Move):
        for name in type(value).fields:
            yield from _named(getattr(value, name))
    elif isinstance(value, (tuple, frozenset)):
        for each in value:
            yield from _named(each)


# --- many matches, by several workers -----------------------------------------------------------


@cache
def rules_of(game: str) -> Rules:
    """A game's rules, read once by each worker."""
    return games.rules_of(Workspace.at(Path.cwd()), game)


def play_chunk(game: str, players: int, indexes: range, seed: int, watch: int) -> Tally:
    """A worker's share."""
    return soak(rules_of(game).match(players), indexes, seed, watch)


def soak_all(game: str, players: int, given: argparse.Namespace, pool: Executor | None) -> Tally:
    """All matches of a game at one number of players."""
    whole = Tally()
    parts = [
        (game, players, range(first, min(first + CHUNK, given.games)), given.seed, given.watch)
        for first in range(0, given.games, CHUNK)
    ]
    shares = pool.map(play_chunk, *zip(*parts, strict=True)) if pool else map_lazily(parts)
    for share in shares:
        whole.add(share)
        if whole.failures:
            break
    return whole


def map_lazily(parts: Sequence[tuple[Any, ...]]) -> Iterator[Tally]:
    """The shares one after the other, in this process."""
    return (play_chunk(*part) for part in parts)


# --- telling ------------------------------------------------------------------------------------


class Spread(NamedTuple):
    """How long matches are."""

    mean: float
    median: float
    p95: int
    most: int

    @classmethod
    def of(cls, lengths: Sequence[int]) -> Spread:
        ranked = sorted(lengths) or [0]
        p95 = ranked[(len(ranked) * 95 - 1) // 100]
        return cls(statistics.fmean(ranked), statistics.median(ranked), p95, ranked[-1])


@dataclass
class Figures:
    """One game at one number of players."""

    game: str
    players: int
    matches: int
    watched: int
    endings: dict[str, int]
    decisions: Spread
    turns: Spread
    decisions_per_second: float
    playouts_per_second: float
    never_drawn: list[str]
    never_playable: list[str]
    played: dict[str, int]  # actions that play or use a card
    failures: list[Failure]

    @classmethod
    def of(cls, game: str, players: int, tally: Tally) -> Figures:
        ids = list(rules_of(game).titles)
        seconds = tally.seconds or float("inf")
        return cls(
            game=game,
            players=players,
            matches=len(tally.decisions),
            watched=tally.watched,
            endings=dict(tally.endings.most_common()),
            decisions=Spread.of(tally.decisions),
            turns=Spread.of(tally.turns),
            decisions_per_second=tally.timed_decisions / seconds,
            playouts_per_second=tally.timed / seconds,
            never_drawn=[each for each in ids if each not in tally.drawn],
            never_playable=[each for each in ids if each not in tally.playable],
            played={each: tally.played[each] for each in ids},
            failures=tally.failures,
        )


HEAD = f"""{"":28}{"decisions of a match":>32}{"turns":>20}{"in a second of CPU time":>27}
{"game":12}{"players":>7}{"matches":>9}\
{"mean":>11}{"median":>7}{"p95":>7}{"most":>7}{"median":>8}{"p95":>6}{"most":>6}\
{"decisions":>15}{"matches":>12}  ended by"""


def row(each: Figures) -> str:
    """A line of the table."""
    d, t = each.decisions, each.turns
    endings = ", ".join(f"{name} {times:,}" for name, times in each.endings.items())
    return (
        f"{each.game:12}{each.players:7}{each.matches:9,}"
        f"{d.mean:11,.1f}{d.median:7,.0f}{d.p95:7,}{d.most:7,}{t.median:8,.0f}{t.p95:6,}{t.most:6,}"
        f"{each.decisions_per_second:15,.0f}{each.playouts_per_second:12,.1f}  {endings}"
    )


def problems(found: Sequence[Figures], seed: int) -> Iterator[str]:
    """What went wrong, with the command that repeats it."""
    for each in found:
        for index, what in each.failures:
            number = match_seed(seed, index)
            yield (
                f"{each.game}, {each.players} players, match {index} (seed {number}): {what}\n"
                f"  again: {Path(sys.executable).name} benchmarks/soak.py {each.game} "
                f"--players {each.players} --match {index} --seed {seed}"
            )
    for game, played in used(found).items():
        never = [card for card, times in played.items() if not times]
        if never and sum(each.matches for each in found if each.game == game) >= ENOUGH:
            yield f"{game}: never played by anybody: {', '.join(never)}"


def used(found: Sequence[Figures]) -> dict[str, Counter[str]]:
    """How often each card of each game was played or used, whatever the number of players."""
    total: dict[str, Counter[str]] = {}
    for each in found:
        total.setdefault(each.game, Counter()).update(each.played)
    return total


def remarks(each: Figures) -> Iterator[str]:
    """What was seen of the cards."""
    sample = f" in the {each.watched} watched matches"
    if each.never_drawn:
        yield f"never drawn{sample}: {', '.join(each.never_drawn)}"
    if each.never_playable:
        yield f"never playable{sample}: {', '.join(each.never_playable)}"
    if never := [card for card, times in each.played.items() if not times]:
        yield f"never played: {', '.join(never)}"


def summary(found: Sequence[Figures]) -> Iterator[str]:
    """The cards of each game, over all numbers of players."""
    for game, played in used(found).items():
        card, times = min(played.items(), key=lambda each: each[1])
        yield (
            f"{game}: {sum(map(bool, played.values()))} of {len(played)} cards were played; "
            f"the least used, {card}, in {times:,} of {played.total():,} uses"
        )


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    load = [round(each, 2) for each in os.getloadavg()] if hasattr(os, "getloadavg") else None
    return {"python": sys.version.split()[0], "cpus": os.cpu_count(), "load": load}


# --- the command --------------------------------------------------------------------------------


def play_again(game: str, players: int, index: int, seed: int) -> int:
    """Play one match, watched; what goes wrong in it is told once more."""
    tally = soak(rules_of(game).match(players), [index], seed, watch=1)
    for failure in tally.failures:
        print(failure.what, file=sys.stderr)
    for ending in tally.endings:
        print(f"{ending} after {tally.decisions[0]:,} decisions, {tally.turns[0]:,} turns")
    return 1 if tally.failures else 0


def seatings(given: argparse.Namespace) -> list[tuple[str, int]]:
    """The games asked for, each at the numbers of players asked for that it takes."""
    found = []
    for game in given.game or games.playable(Workspace.at(Path.cwd())):
        players = rules_of(game).game.players
        numbers = given.players or range(players.min, players.max + 1)
        found += [(game, n) for n in numbers if players.min <= n <= players.max]
    return found


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description="Play random matches and count what happens.")
    parser.add_argument("game", nargs="*", help="games (all)")
    parser.add_argument("--players", type=int, nargs="+", metavar="N", help="only these numbers")
    parser.add_argument("--games", type=_positive, default=10_000, help="matches of each (10000)")
    parser.add_argument("--jobs", type=_positive, default=1, help="worker processes (1)")
    parser.add_argument("--seed", type=int, default=1, help="of the whole run (1)")
    parser.add_argument("--watch", type=_positive, default=50, help="watch each so-manieth (50)")
    parser.add_argument("--match", type=int, metavar="INDEX", help="play this one alone, watched")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON alone")
    given = parser.parse_args(words)
    if given.match is not None and (len(given.game) != 1 or len(given.players or ()) != 1):
        parser.error("--match takes one game and one number of --players")
    return given


def _positive(text: str) -> int:
    if (number := int(text)) < 1:
        raise ValueError(text)
    return number


def run(given: argparse.Namespace) -> int:
    """Soak all that was asked for, and tell it."""
    if given.match is not None:
        return play_again(given.game[0], given.players[0], given.match, given.seed)
    before, found = machine(), []
    asked = seatings(given)
    if not given.json:
        print(HEAD)
    pool = ProcessPoolExecutor(given.jobs) if given.jobs > 1 else None
    try:
        for game, players in asked:
            figures = Figures.of(game, players, soak_all(game, players, given, pool))
            found.append(figures)
            if not given.json:
                print(
                    row(figures),
                    *(f"    {each}" for each in remarks(figures)),
                    sep="\n",
                    flush=True,
                )
    finally:
        if pool:
            pool.shutdown(cancel_futures=True)
    wrong = list(problems(found, given.seed))
    if given.json:
        document = {"machine": before, "load_after": machine()["load"], "seed": given.seed}
        document["figures"] = [_plain(each) for each in found]
        print(json.dumps(document | {"problems": wrong}, indent=1))
    else:
        print("", *summary(found), sep="\n")
        print(f"Python {before['python']}, {before['cpus']} CPUs, {given.jobs} in use; "
              f"load {before['load']} before, {machine()['load']} after")  # fmt: skip
        print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


def _plain(each: Figures) -> dict[str, Any]:
    plain = asdict(each)
    plain["decisions"], plain["turns"] = each.decisions._asdict(), each.turns._asdict()
    plain["failures"] = [failure._asdict() for failure in each.failures]
    return plain


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; the answer is its exit code."""
    try:
        return run(arguments(words))
    except BrawlprintError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
