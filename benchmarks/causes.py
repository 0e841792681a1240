"""Why brawlers use the cards of two games otherwise than the first bots did: one switch at a time.

usage: causes.py [joebob] [stooges] [--players N …] [--switch NAME …] [--games 2000] [--jobs 2]
       causes.py [joebob] [stooges] --use

The card lists of two games were drafted with simpler bots, whose figures are in first_bots.toml.
Each row is a run of the same matches by brawlers of whom a single thing is otherwise. It tells how
many turns a match takes, how it ends, and which titles rank more than five places from the first
bots' order; each with its use and place, and the first bots' in brackets; then those that were far
for the brawler as he is, and are near now: their cause is found. ``--use`` prints the use of every
title, as docs/playouts.md has it.

Places are by use as it is printed; titles of the same use share the middle of their places.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from brawlprint.engine import PASS, Action, Rules, Seat, State, games
from brawlprint.engine.agents import Brawler, drawn, looks
from brawlprint.engine.chance import match_seed
from brawlprint.engine.choices import cards_played
from brawlprint.workspace import Workspace

FIRST_BOTS = tomllib.loads((Path(__file__).parent / "first_bots.toml").read_text("utf-8"))
FAR = 5  # places apart that want a cause
CHUNK = 250  # matches that a worker plays at a time

# How likely each legal action is, given what a brawler would make of it.
Bend: TypeAlias = Callable[[State, Seat, Sequence[Action], list[float]], list[float]]


class BentBrawler(Brawler):
    """A brawler of whom one thing is otherwise."""

    def __init__(self, seed: int, bend: Bend) -> None:
        super().__init__(seed)
        self.bend = bend

    def __call__(self, state: State, seat: Seat) -> Action:
        legal = state.legal_actions(seat)
        weights = self.bend(state, seat, legal, [look**3 for look in looks(state, seat, legal)])
        point = drawn(self.seed, seat, state.ply) / 2**32 * sum(weights)
        for action, weight in zip(legal, weights, strict=True):
            point -= weight
            if point < 0:
                return action
        return legal[-1]


# --- what can be switched -----------------------------------------------------------------------


def as_it_is(_: State, __: Seat, ___: Sequence[Action], weights: list[float]) -> list[float]:
    """The brawler, bent in nothing."""
    return weights


def discards(look: float | None, *cards: str) -> Bend:
    """Some cards look so good to be thrown away; None: as good as a card that is not kept."""

    def bend(state: State, _: Seat, legal: Sequence[Action], weights: list[float]) -> list[float]:
        if state.rule != "JB-A17":
            return weights
        chosen: list[Any] = [action.choice for action in legal]
        cards_of = [choice.card for choice in chosen]
        looked = [1.2 - card.damage / 10 if look is None else look for card in cards_of]
        return [
            new**3 if card.id in cards else old
            for card, old, new in zip(cards_of, weights, looked, strict=True)
        ]

    return bend


def several(*bends: Bend) -> Bend:
    """One change after the other."""

    def bend(
        state: State, seat: Seat, legal: Sequence[Action], weights: list[float]
    ) -> list[float]:
        for each in bends:
            weights = each(state, seat, legal, weights)
        return weights

    return bend


def any_reserve(
    state: State, _: Seat, legal: Sequence[Action], weights: list[float]
) -> list[float]:
    """Any number of points from Reserve is as likely as another."""
    return [1.0] * len(legal) if state.rule in ("JB-A7", "JB-A29") else weights


def best_or_any(
    state: State, seat: Seat, legal: Sequence[Action], weights: list[float]
) -> list[float]:
    """The best action, and 15 times in 100 any: the first bots' way of choosing."""
    best = max(weights)
    share = 0.85 / weights.count(best)
    return [0.15 / len(legal) + (share if weight == best else 0.0) for weight in weights]


def passes(chance: Callable[[State], float], *rules: str) -> Bend:
    """Where one of these rulings is decided, passing is so likely."""

    def bend(state: State, _: Seat, legal: Sequence[Action], weights: list[float]) -> list[float]:
        if state.rule not in rules:
            return weights
        acting = sum(w for a, w in zip(legal, weights, strict=True) if a.choice is not PASS)
        idle = acting * chance(state) / (1 - chance(state))
        return [idle if a.choice is PASS else w for a, w in zip(legal, weights, strict=True)]

    return bend


def by_size(power: int) -> Bend:
    """Attack cards are chosen by their damage much more."""

    def bend(_: State, __: Seat, legal: Sequence[Action], weights: list[float]) -> list[float]:
        sizes = [card.damage if (card := thrown(a.choice)) else 1 for a in legal]
        return [weight * size**power for weight, size in zip(weights, sizes, strict=True)]

    return bend


def one_way(_: State, __: Seat, legal: Sequence[Action], weights: list[float]) -> list[float]:
    """A card is as likely as another, however many ways there are to throw it."""
    ways = Counter(thrown(action.choice) for action in legal)
    cards = [thrown(action.choice) for action in legal]
    return [w / ways[card] if card else w for card, w in zip(cards, weights, strict=True)]


def at_the_lowest(chance: float) -> Bend:
    """An attack at anybody but those with the lowest total is less likely by this factor."""

    def bend(
        state: State, seat: Seat, legal: Sequence[Action], weights: list[float]
    ) -> list[float]:
        totals = {each.seat: each.damage for each in state.table.players if each.seat != seat}
        lowest = [each for each, total in totals.items() if total == min(totals.values())]
        return [
            w * chance if hasattr(a.choice, "target") and not aims_at(a.choice, lowest) else w
            for a, w in zip(legal, weights, strict=True)
        ]

    return bend


def aims_at(throw: Any, seats: Sequence[Seat]) -> bool:
    return throw.target in seats or throw.second in seats


def alike(state: State, _: Seat, legal: Sequence[Action], weights: list[float]) -> list[float]:
    """Duck and Switch-a-roo look no better than other defenses."""
    if state.rule != "ST-A8":
        return weights
    look = 0.3 + 0.2 * state.table.points
    return [w if a.choice is PASS else look**3 for a, w in zip(legal, weights, strict=True)]


def thrown(choice: Any) -> Any:
    """The card of a throw; None if that is not what a choice is."""
    return getattr(choice, "card", None) if hasattr(choice, "target") else None


class Switch(NamedTuple):
    """A single change, in words and in effect."""

    what: str
    bend: Bend = as_it_is
    options: Mapping[str, str] = MappingProxyType({})
    again: bool = False  # whether attacks that are used again through Switch-a-roo count


KICK_OUTS = ("kick-out-reverse-figure-four", "kick-out-dodge-top-rope-ring-jump")
PINS = ("pin-figure-four-leg-lock", "pin-top-rope-ring-jump")
REVERSALS = ("escape-headlock", "reverse-irish-whip", "reverse-rope-throw")

ORDER = {  # the first bots' order of what is thrown away first, card by card
    "duck": Switch("a Duck Punch is discarded like any card", discards(None, "duck-punch")),
    "reversals": Switch(
        "Escapes and Reverses sooner than other defenses", discards(0.4, *REVERSALS)
    ),
    "kick-outs": Switch("Kick Outs later than other defenses", discards(0.05, *KICK_OUTS)),
    "victory": Switch("a Victory Pin later than other cards", discards(0.05, "victory-pin")),
}
SWITCHES: dict[str, dict[str, Switch]] = {
    "joebob": {
        "none": Switch("a brawler as he is"),
        **ORDER,
        "order": Switch("these four at once", several(*(each.bend for each in ORDER.values()))),
        "pins": Switch("both Pins later than other cards", discards(0.05, *PINS)),
        "mace": Switch("a Can of Mace later than other cards", discards(0.05, "can-of-mace")),
        "reserve": Switch("any number of points from Reserve", any_reserve),
        "best": Switch("the best action, or 15 times in 100 any", best_or_any),
        "passes": Switch(
            "15 times in 100 no answer is given", passes(lambda _: 0.15, "JB-A11", "JB-A22")
        ),
    },
    "stooges": {
        "none": Switch("a brawler as he is"),
        "again": Switch("attacks used again by Switch-a-roo are counted", again=True),
        "size": Switch("attack cards chosen by their damage much more", by_size(2)),
        "defends": Switch(
            "55 of 100 blows of 1 point defended, 90 of larger",
            passes(lambda state: 0.45 if state.table.points == 1 else 0.1, "ST-A8"),
        ),
        "alike": Switch("Duck and Switch-a-roo no better than other defenses", alike),
        "ways": Switch("a card counts once, in however many ways it goes", one_way),
        "lowest": Switch("attacks at the lowest total four times as often", at_the_lowest(0.25)),
        "joins": Switch(
            "half of all chances to join or counter let go",
            passes(lambda _: 0.5, "ST-A12", "ST-A14"),
        ),
        "free": Switch("no counters to free attacks", options={"free_attacks_counterable": "off"}),
        "both": Switch(
            "by damage and at the lowest total", several(by_size(2), at_the_lowest(0.25))
        ),
    },
}

# --- playing ------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What came of a number of matches; made of plain values, so that workers can send it."""

    turns: list[int] = field(default_factory=list)
    out: Counter[str] = field(default_factory=Counter)  # players, by how they went out
    totals: list[tuple[int, ...]] = field(default_factory=list)  # of each seat
    shared: int = 0
    played: Counter[str] = field(default_factory=Counter)  # copies laid down
    again: Counter[str] = field(default_factory=Counter)  # by Switch-a-roo, from the table
    discarded: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        for name, value in vars(other).items():
            mine = getattr(self, name)
            if isinstance(mine, Counter):
                mine.update(value)
            else:
                setattr(self, name, mine + value)

    def count(self, done: Counter[tuple[str, Any]]) -> None:
        """Count the cards of what was chosen, by the rulings it was chosen under."""
        for (rule, choice), times in done.items():
            if rule == "JB-A17":
                self.discarded[choice.card.id] += times
            else:
                counts = self.again if rule == "ST-A30" else self.played
                for card in cards_played(choice):
                    counts[card.id] += times


@cache
def rules_of(game: str) -> Rules:
    """A game's rules, read once by each worker."""
    return games.rules_of(Workspace.at(Path(__file__).parents[1]), game)


def play(game: str, switch: str, players: int, indexes: Sequence[int], seed: int) -> Tally:
    """Matches by their numbers, all players switched alike."""
    change, tally = SWITCHES[game][switch], Tally()
    done = Counter[tuple[str, Any]]()
    match = rules_of(game).match(players, change.options)
    for index in indexes:
        number = match_seed(seed, index)
        state = match.new_initial_state(number)
        agents = [BentBrawler(number + seat, change.bend) for seat in range(players)]
        while state.to_act:
            done.update((rule, choice) for _, choice, rule in state.forced)
            seat = state.to_act[0]
            action = agents[seat](state, seat)
            done[state.rule, action.choice] += 1
            state.apply_action(action)
        done.update((rule, choice) for _, choice, rule in state.forced)
        outcome = state.outcome()
        assert outcome is not None
        tally.turns.append(state.table.turn)
        tally.totals.append(outcome.scores)
        tally.shared += len(outcome.winners) > 1
        beaten = (getattr(player, "beaten_by", None) for player in state.table.players)
        tally.out.update(how for how in beaten if how)
    tally.count(done)
    return tally


# --- figures ------------------------------------------------------------------------------------


def use_of(game: str, players: int, switch: Switch, tally: Tally) -> dict[str, float]:
    """Each title's use, as the first bots' is told: of 100 copies, or plays a copy."""
    found: dict[str, float] = {}
    for card in rules_of(game).kit.titles:
        laid = tally.played[card.id] + (tally.again[card.id] if switch.again else 0)
        if game == "joebob":
            found[card.id] = round(100 * laid / max(1, laid + tally.discarded[card.id]))
        else:
            copies = card.copies * (2 if players > 3 else 1) * len(tally.turns)
            found[card.id] = round(laid / copies, 2)
    return found


def places_of(use: dict[str, float]) -> dict[str, float]:
    """Each title's place by its use, the most used first.

    >>> places_of({"jab": 0.9, "hook": 1.0, "kick": 0.9})
    {'jab': 2.5, 'hook': 1.0, 'kick': 2.5}
    """
    ranked = sorted(use.values(), reverse=True)
    return {each: ranked.index(much) + (ranked.count(much) + 1) / 2 for each, much in use.items()}


def first_bots(game: str, players: int) -> tuple[list[str], dict[str, float]]:
    """The first bots' figures beside the use of the cards, and that use."""
    told = FIRST_BOTS[game]
    column = told["players"].index(players)
    heads = [f"{told[name][column]:g}" for name in HEADS[game]]
    return heads, {title: uses[column] for title, uses in told["use"].items()}


HEADS = {
    "joebob": ["turns", "pin", "victory-pin", "exhaustion"],
    "stooges": ["turns", "winner", "loser", "shared"],
}


def heads_of(game: str, tally: Tally) -> list[str]:
    """The median of turns; then how players went out, or the medians of the damage and ties."""
    matches = len(tally.turns)
    if game == "joebob":
        rest = [f"{tally.out[how] / matches:.2f}" for how in HEADS[game][1:]]
    else:
        ends = [median(end(totals) for totals in tally.totals) for end in (min, max)]
        rest = [*(f"{end:g}" for end in ends), f"{100 * tally.shared / matches:.1f}"]
    return [f"{median(tally.turns):g}", *rest]


def places_apart(use: dict[str, float], theirs: dict[str, float]) -> dict[str, float]:
    """How far each title's place is from the first bots'."""
    mine, other = places_of(use), places_of(theirs)
    return {title: abs(mine[title] - other[title]) for title in use}


def told(title: str, use: dict[str, float], theirs: dict[str, float]) -> str:
    """A title with its use and place, and the first bots' in brackets."""
    mine, other = places_of(use)[title], places_of(theirs)[title]
    return f"{title} {use[title]:g} at {mine:g} ({theirs[title]:g} at {other:g})"


# --- the command --------------------------------------------------------------------------------


def run_all(
    pool: ProcessPoolExecutor, game: str, switch: str, players: int, given: argparse.Namespace
) -> Tally:
    """All matches of a row."""
    whole = Tally()
    parts = [
        range(first, min(first + CHUNK, given.games)) for first in range(0, given.games, CHUNK)
    ]
    futures = [pool.submit(play, game, switch, players, part, given.seed) for part in parts]
    for future in futures:
        whole.add(future.result())
    return whole


def tell_causes(pool: ProcessPoolExecutor, game: str, given: argparse.Namespace) -> None:
    """A row for each switch, at each number of players."""
    names = [name for name in SWITCHES[game] if not given.switch or name in given.switch]
    for players in given.players or FIRST_BOTS[game]["players"]:
        heads, theirs = first_bots(game, players)
        print(f"\n{game}, {players} players, {given.games:,} matches a row, seed {given.seed}")
        print(f"{'':52}", *(f"{head:>12}" for head in HEADS[game]), "  far from the first bots'")
        print(f"{'the first bots':52}", *(f"{head:>12}" for head in heads), flush=True)
        were_far: list[str] = []
        for name in names:
            switch = SWITCHES[game][name]
            tally = run_all(pool, game, name, players, given)
            use = use_of(game, players, switch, tally)
            far = [title for title, apart in places_apart(use, theirs).items() if apart > FAR]
            row = "; ".join(told(title, use, theirs) for title in far) or "none"
            if near := [told(title, use, theirs) for title in were_far if title not in far]:
                row += f" - near: {'; '.join(near)}"
            were_far = were_far or (far if name == "none" else [])
            cells = [f"{head:>12}" for head in heads_of(game, tally)]
            print(f"{switch.what:52}", *cells, f"  {row}", flush=True)


def tell_use(pool: ProcessPoolExecutor, game: str, given: argparse.Namespace) -> None:
    """The use of every title by number of players, as a table for Markdown."""
    numbers = given.players or FIRST_BOTS[game]["players"]
    uses = {}
    for players in numbers:
        tally = run_all(pool, game, "none", players, given)
        uses[players] = use_of(game, players, SWITCHES[game]["none"], tally)
    print(
        f"\n| title | {' | '.join(map(str, numbers))} |",
        "|---" * (1 + len(numbers)) + "|",
        sep="\n",
    )
    for card in rules_of(game).kit.titles:
        digits = 0 if game == "joebob" else 2
        cells = [f"{uses[players][card.id]:.{digits}f}" for players in numbers]
        print(f"| {card.title} | {' | '.join(cells)} |", flush=True)


def switches_told() -> Iterator[str]:
    """The switches of each game, by name and in words."""
    for game, known in SWITCHES.items():
        yield f"switches of {game}:"
        yield from (f"  {name:10} {switch.what}" for name, switch in known.items())


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; the answer is its exit code."""
    parser = argparse.ArgumentParser(
        description="Test why brawlers use cards as they do, one switch at a time.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="\n".join(switches_told()),
    )
    parser.add_argument("game", nargs="*", help="joebob, stooges (both)")
    parser.add_argument("--players", type=int, nargs="+", choices=[2, 3, 4, 6, 8], metavar="N")
    known = sorted({name for switches in SWITCHES.values() for name in switches})
    parser.add_argument(
        "--switch", nargs="+", choices=known, metavar="NAME", help="see below (all)"
    )
    parser.add_argument("--use", action="store_true", help="the use of every title, nothing else")
    parser.add_argument("--games", type=int, default=2000, help="matches of each row (2000)")
    parser.add_argument("--jobs", type=int, default=2, help="worker processes (2)")
    parser.add_argument("--seed", type=int, default=1, help="of the whole run (1)")
    given = parser.parse_args(words)
    if wrong := [game for game in given.game if game not in SWITCHES]:
        parser.error(f"no first bots have played {', '.join(wrong)}; write {' or '.join(SWITCHES)}")
    with ProcessPoolExecutor(given.jobs) as pool:
        for game in given.game or SWITCHES:
            (tell_use if given.use else tell_causes)(pool, game, given)
    return 0


if __name__ == "__main__":
    sys.exit(main())
