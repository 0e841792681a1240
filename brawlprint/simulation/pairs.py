"""Two games compared match by match: what differs, and whether that is more than luck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import sqrt

from msgspec import Struct

from brawlprint.simulation.intervals import Z95, Interval, simultaneous
from brawlprint.simulation.playout import WIN, Record

# What is counted among so few, or differs in so few matches, is told but not judged.
FEW = 30
FEW_DIFFER = 10
_PLACES = tuple(combinations_with_replacement(range(4), 2))


class Moments(Struct):
    """Sums of four numbers a match and of their products: two ratios, one of each game.

    The numbers are what is counted and what it is counted among, before and after. Sums of whole
    numbers are the same in any order. ``differ`` counts the matches that were not alike in both.
    """

    sums: list[int]
    products: list[int]
    differ: int = 0

    @classmethod
    def none(cls) -> Moments:
        """No matches yet."""
        return cls([0] * 4, [0] * len(_PLACES))

    def add(self, *numbers: int) -> None:
        """Take in a match. One with four zeros adds nothing."""
        for place, number in enumerate(numbers):
            self.sums[place] += number
        for place, (one, other) in enumerate(_PLACES):
            self.products[place] += numbers[one] * numbers[other]
        self.differ += numbers[:2] != numbers[2:]

    def merge(self, other: Moments) -> None:
        """Take in other matches."""
        self.sums = [a + b for a, b in zip(self.sums, other.sums, strict=True)]
        self.products = [a + b for a, b in zip(self.products, other.products, strict=True)]
        self.differ += other.differ

    def ratio(self, after: bool) -> float | None:
        """What is counted, among what it is counted among; None if that is nothing."""
        count, among = self.sums[2:] if after else self.sums[:2]
        return count / among if among else None

    def deviation(self, games: int) -> float:
        """The standard error of the ratios' difference over so many matches.

        A match's part in the difference is linear in its four numbers (the delta method), so its
        variance comes of their products; being of the same luck, the two games' parts go together.
        """
        before, after = self.ratio(False), self.ratio(True)
        if before is None or after is None or games < 2:
            return 0.0
        among_before, among_after = self.sums[1] / games, self.sums[3] / games
        factors = (-1 / among_before, before / among_before, 1 / among_after, -after / among_after)
        square = sum(
            product * factors[one] * factors[other] * (1 if one == other else 2)
            for product, (one, other) in zip(self.products, _PLACES, strict=True)
        )
        return sqrt(max(0.0, square) / (games * (games - 1)))


class Difference(Struct, frozen=True):
    """A figure before and after, the difference with its interval at 95 %, and what to think of it.

    ``clear`` says that it is more than luck, judged together with the other figures of its kind.
    ``few`` says that there is too little to judge by.
    """

    before: float | None
    after: float | None
    difference: float | None = None
    interval: Interval | None = None
    clear: bool = False
    few: bool = False
    same: bool = False

    @property
    def verdict(self) -> str:
        """What to think of it, plainly."""
        if self.difference is None:
            return "nothing to compare"
        if self.same:
            return "the same"
        if self.few:
            return "too few to tell"
        return "a real difference" if self.clear else "noise"


def judged(moments: Moments, games: int, figures: int, unit: int = 1) -> Difference:
    """The difference of two ratios, told in ``unit``; one of so many ``figures`` of its kind.

    >>> moments = Moments.none()
    >>> for match in range(100):
    ...     moments.add(match % 2, 1, 1, 1)
    >>> change = judged(moments, games=100, figures=1)
    >>> change.before, change.after, change.verdict, round(change.interval.low, 2)
    (0.5, 1.0, 'a real difference', 0.4)
    """
    before, after = moments.ratio(False), moments.ratio(True)
    if before is None or after is None:
        told = [None if each is None else each / unit for each in (before, after)]
        return Difference(told[0], told[1])
    difference, deviation = (after - before) / unit, moments.deviation(games) / unit
    reach = Z95 * deviation
    few = min(moments.sums[1], moments.sums[3]) < FEW or moments.differ < FEW_DIFFER
    return Difference(
        before / unit,
        after / unit,
        difference,
        Interval(difference - reach, difference + reach),
        clear=not few and abs(difference) > simultaneous(figures) * deviation,
        few=few,
        same=not moments.differ,
    )


class Pairs(Struct):
    """Matches of two games that had the same seeds.

    Cards go by their ids. ``use`` is counted among matches, ``won`` are parts of a win counted
    among the seats that played the card in a match that somebody won.
    """

    ids: tuple[list[str], list[str]]
    length: Moments
    plies: Moments
    seats: list[Moments]
    use: dict[str, Moments]
    won: dict[str, Moments]
    games: int = 0

    @classmethod
    def of(cls, players: int, before: Sequence[str], after: Sequence[str]) -> Pairs:
        """No matches yet, of so many players with these cards."""
        both = [card for card in before if card in set(after)]
        return cls(
            (list(before), list(after)),
            Moments.none(),
            Moments.none(),
            [Moments.none() for _ in range(players)],
            {card: Moments.none() for card in both},
            {card: Moments.none() for card in both},
        )

    def add(self, before: Record, after: Record) -> None:
        """Take in the two matches of one seed."""
        self.games += 1
        self.length.add(before.turns, 1, after.turns, 1)
        self.plies.add(before.decisions, 1, after.decisions, 1)
        decided = (int(before.decided), int(after.decided))
        for seat, moments in enumerate(self.seats):
            moments.add(before.shares[seat], decided[0], after.shares[seat], decided[1])
        one, other = _Uses(before, self.ids[0]), _Uses(after, self.ids[1])
        for card in {**one.seats, **other.seats}:
            if card in self.use:
                self.use[card].add(int(card in one.seats), 1, int(card in other.seats), 1)
                self.won[card].add(*one.won(card), *other.won(card))

    def merge(self, other: Pairs) -> None:
        """Take in other matches."""
        self.games += other.games
        self.length.merge(other.length)
        self.plies.merge(other.plies)
        for mine, theirs in zip(self.seats, other.seats, strict=True):
            mine.merge(theirs)
        for card, moments in self.use.items():
            moments.merge(other.use[card])
            self.won[card].merge(other.won[card])

    def seat_differences(self) -> list[Difference]:
        """Each seat's share of the wins."""
        return [judged(each, self.games, len(self.seats), WIN) for each in self.seats]

    def use_differences(self) -> dict[str, Difference]:
        """Each card's share of the matches in which it is played."""
        return {card: self._used(moments) for card, moments in self.use.items()}

    def _used(self, moments: Moments) -> Difference:
        """A card's use; the matches that neither game played it in were left out till now."""
        missing = self.games - moments.sums[1]
        whole = Moments(list(moments.sums), list(moments.products), moments.differ)
        for place in (1, 3):
            whole.sums[place] += missing
        for place, pair in enumerate(_PLACES):
            if set(pair) <= {1, 3}:
                whole.products[place] += missing
        return judged(whole, self.games, len(self.use))

    def win_differences(self) -> dict[str, Difference]:
        """The share of the win of those who play each card."""
        return {
            card: judged(each, self.games, len(self.won), WIN) for card, each in self.won.items()
        }


class _Uses:
    """Which seats of a match played which card."""

    def __init__(self, record: Record, ids: Sequence[str]) -> None:
        self.record = record
        self.seats: dict[str, list[int]] = {}
        for seat, places in enumerate(record.played):
            for place in places:
                self.seats.setdefault(ids[place], []).append(seat)

    def won(self, card: str) -> tuple[int, int]:
        """The parts of a win of those who played a card, and how many they are."""
        seats = self.seats.get(card, []) if self.record.decided else []
        return sum(self.record.shares[seat] for seat in seats), len(seats)
