"""What a run came to, in figures: as ``--json`` has them and the tables tell them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from brawlprint.definitions.model import Setting
from brawlprint.engine.rules import Rules
from brawlprint.simulation.intervals import Spread, mean, spread, wilson
from brawlprint.simulation.playout import WIN
from brawlprint.simulation.run import Result
from brawlprint.simulation.shares import Plan
from brawlprint.simulation.tally import Tally


class Winner(Struct, frozen=True):
    """How much a seat (or an agent) won: ``wins`` of the decided matches, a shared one in part.

    ``share`` is that of one seat; ``low`` and ``high`` are its Wilson interval at 95 %.
    """

    name: int | str
    wins: float
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, name: int | str, parts: int, among: int) -> Winner:
        """From parts of a win, among so many chances to win."""
        wins = parts / WIN
        share = wins / among if among else 0.0
        return cls(name, wins, share, *wilson(wins, among))

    def as_json(self, name: str) -> dict[str, Any]:
        """With what the name is, in words."""
        return {
            name: self.name,
            "wins": _plain(self.wins),
            **_rounded(self, "share", "low", "high"),
        }


class CardUse(Struct, frozen=True):
    """In how many matches a card was drawn, a legal option, and played; what its players won.

    ``win_share`` is the mean share of the win of those who played it, None if nobody did in a
    match that was won; ``low`` and ``high`` are its interval, ``users`` how many they were.
    """

    id: str
    title: str
    drawn: int
    playable: int
    played: int
    users: int
    win_share: float | None
    low: float
    high: float

    def as_json(self) -> dict[str, Any]:
        """The shape of ``cards`` in ``--json``."""
        share = None if self.win_share is None else round(self.win_share, 6)
        return {
            "id": self.id,
            "drawn": self.drawn,
            "playable": self.playable,
            "played": self.played,
            "win_share": share,
        }


class Figures(Struct, frozen=True):
    """All figures of a run."""

    game: str
    title: str
    players: int
    agents: tuple[str, ...]
    options: Mapping[str, Setting]
    seed: int
    games: int
    decided: int
    decisions: int
    seconds: float
    terminations: dict[str, int]
    unit: str
    length: Spread
    mean_length: float
    lengths: dict[int, int]
    seats: list[Winner]
    by_agent: list[Winner]
    cards: list[CardUse]
    interrupted: bool = False

    @property
    def par(self) -> float:
        """What each seat would win if all were alike."""
        return 1 / self.players

    @property
    def card_par(self) -> float:
        """What those who played a card won on average: more than par, since winners play more."""
        users = sum(card.users for card in self.cards)
        won = sum(card.users * (card.win_share or 0.0) for card in self.cards)
        return won / users if users else self.par

    def as_json(self) -> dict[str, Any]:
        """The document of ``brawlprint simulate --json``."""
        return {
            "game": self.game,
            "players": self.players,
            "agents": list(self.agents),
            "options": dict(self.options),
            "seed": self.seed,
            "games": self.games,
            "decided": self.decided,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "interrupted": self.interrupted,
            "terminations": self.terminations,
            "length": {"unit": self.unit, **self.length._asdict()},
            "seats": [seat.as_json("seat") for seat in self.seats],
            "by_agent": [agent.as_json("agent") for agent in self.by_agent],
            "cards": [card.as_json() for card in self.cards],
        }


def figures(plan: Plan, rules: Rules, tally: Tally, result: Result) -> Figures:
    """The figures of a plan's tally."""
    return Figures(
        game=plan.parcel.game,
        title=rules.game.title,
        players=plan.players,
        agents=plan.agents,
        options=plan.options,
        seed=plan.seed,
        games=tally.games,
        decided=tally.decided,
        decisions=tally.decisions,
        seconds=result.seconds,
        terminations=dict(sorted(tally.terminations.items(), key=lambda each: (-each[1], each[0]))),
        unit=tally.unit,
        length=spread(tally.lengths),
        mean_length=mean(tally.lengths),
        lengths=dict(sorted(tally.lengths.items())),
        seats=[Winner.of(seat + 1, parts, tally.decided) for seat, parts in enumerate(tally.wins)],
        by_agent=_by_agent(plan, tally),
        cards=_cards(rules, tally),
        interrupted=result.interrupted,
    )


def _by_agent(plan: Plan, tally: Tally) -> list[Winner]:
    """What each agent won, as if it had one seat; nothing where all are alike."""
    seats = [plan.agents[seat % len(plan.agents)] for seat in range(plan.players)]
    names: Sequence[str] = list(dict.fromkeys(seats))
    if len(names) == 1:
        return []
    return [
        Winner.of(name, tally.agents.get(name, 0), tally.decided * seats.count(name))
        for name in names
    ]


def _cards(rules: Rules, tally: Tally) -> list[CardUse]:
    found, cards = [], tally.cards
    for place, title in enumerate(rules.kit.titles):
        users, wins = cards.users[place], cards.won[place] / WIN
        found.append(
            CardUse(
                title.id,
                title.title,
                cards.drawn[place],
                cards.playable[place],
                cards.played[place],
                users,
                wins / users if users else None,
                *wilson(wins, users),
            )
        )
    return found


def _plain(number: float) -> float | int:
    """A number without decimals that say nothing."""
    return int(number) if number == int(number) else round(number, 6)


def _rounded(winner: Winner, *names: str) -> dict[str, float]:
    values = asdict(winner)
    return {name: round(values[name], 6) for name in names}
