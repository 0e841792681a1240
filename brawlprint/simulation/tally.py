"""Records added up: counts that come to the same in whatever order they are put together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct, field

from brawlprint.simulation.playout import Record

K = TypeVar("K")


class Cards(Struct):
    """Counts by card, in the deck's order.

    ``drawn``, ``playable`` and ``played`` count matches. ``users`` counts seats that played the
    card in a match that somebody won, ``won`` the parts of a win that these seats had of it.
    """

    drawn: list[int]
    playable: list[int]
    played: list[int]
    users: list[int]
    won: list[int]

    @classmethod
    def none(cls, titles: int) -> Cards:
        """No counts yet."""
        return cls(*([0] * titles for _ in range(5)))

    def add(self, record: Record) -> None:
        """Count a match."""
        for places, counts in ((record.drawn, self.drawn), (record.playable, self.playable)):
            for place in places:
                counts[place] += 1
        for place in frozenset().union(*record.played):
            self.played[place] += 1
        if not record.decided:
            return
        for share, places in zip(record.shares, record.played, strict=True):
            for place in places:
                self.users[place] += 1
                self.won[place] += share

    def merge(self, other: Cards) -> None:
        """Take in other counts."""
        for name in self.__struct_fields__:
            mine, theirs = getattr(self, name), getattr(other, name)
            mine[:] = [a + b for a, b in zip(mine, theirs, strict=True)]


class Tally(Struct):
    """What came of a number of matches.

    ``turns`` and ``plies`` (decisions) are counts of matches by their length; ``wins`` are parts of
    :data:`WIN` by seat, ``agents`` by the name of who played; ``decided`` counts the matches that
    somebody won.

    >>> from brawlprint.engine.examples import shoving
    >>> from brawlprint.simulation.playout import Player, seated
    >>> player = Player(shoving.match(), ["random"], seed=1)
    >>> one, other = Tally.of(2, 2), Tally.of(2, 2)
    >>> for index in range(4):
    ...     (one if index < 2 else other).add(player.play(index), ["random", "random"])
    >>> one.merge(other)
    >>> one.games, sum(one.turns.values())
    (4, 4)
    """

    wins: list[int]
    cards: Cards
    games: int = 0
    decided: int = 0
    decisions: int = 0
    terminations: dict[str, int] = field(default_factory=dict)
    turns: dict[int, int] = field(default_factory=dict)
    plies: dict[int, int] = field(default_factory=dict)
    agents: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, players: int, titles: int) -> Tally:
        """No matches yet, of so many players with so many card titles."""
        return cls([0] * players, Cards.none(titles))

    def add(self, record: Record, agents: Sequence[str]) -> None:
        """Count a match, played by these agents in their seats."""
        self.games += 1
        self.decided += record.decided
        self.decisions += record.decisions
        _count(self.terminations, record.termination)
        _count(self.turns, record.turns)
        _count(self.plies, record.decisions)
        for seat, share in enumerate(record.shares):
            self.wins[seat] += share
            _count(self.agents, agents[seat], share)
        self.cards.add(record)

    def merge(self, other: Tally) -> None:
        """Take in what another one has counted."""
        self.games += other.games
        self.decided += other.decided
        self.decisions += other.decisions
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        self.cards.merge(other.cards)
        for name in ("terminations", "turns", "plies", "agents"):
            mine = getattr(self, name)
            for key, number in getattr(other, name).items():
                _count(mine, key, number)

    @property
    def lengths(self) -> dict[int, int]:
        """Matches by length: in turns, or in decisions where the game counts no turns."""
        return self.turns if self.unit == "turns" else self.plies

    @property
    def unit(self) -> str:
        """What lengths are counted in: ``turns`` or ``decisions``."""
        return "turns" if any(self.turns) else "decisions"


def _count(counts: dict[K, int], key: K, number: int = 1) -> None:
    counts[key] = counts.get(key, 0) + number
