"""Everything that luck decides, in one object: dice, the coin, random picks, shuffles.

Chance is seeded; single results can be *given* instead (a worked example's dice, a stacked deck).
What came up is written to the match's history either way.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from brawlprint.engine.choices import Title
from brawlprint.errors import ChanceError

if TYPE_CHECKING:
    from brawlprint.engine.table import Pile

T = TypeVar("T", bound=Title)
_MASK = (1 << 64) - 1


class Event(NamedTuple):
    """Something in a match that nobody decided.

    ``kind`` is ``dice``, ``coin``, ``pick`` or ``shuffle``; or, from outside the rules, ``stack``
    (cards brought to the top of a pile) and ``fresh`` (what is unknown was dealt anew).
    """

    kind: str
    result: Any
    place: str = ""
    given: bool = False


# These come up all the time, and are made once.
_HEADS, _TAILS = Event("coin", True), Event("coin", False)

# A source of given results: asked with kind and place, it answers with a result or None.
Source = Callable[[str, str], Any]


def mixed(*numbers: int) -> int:
    """Numbers mixed into one of 64 bits: near ones give far ones (after splitmix64).

    >>> mixed(1, 2) == mixed(1, 2), mixed(1, 2) == mixed(2, 1)
    (True, False)
    """
    state = 0
    for number in numbers:
        state = (state ^ number) + 0x9E3779B97F4A7C15 & _MASK
        state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        state = (state ^ state >> 27) * 0x94D049BB133111EB & _MASK
        state ^= state >> 31
    return state


def match_seed(seed: int, index: int) -> int:
    """The seed of one match of a run, the same however the run is shared out among workers."""
    return mixed(seed, index)


class Chance:
    """One match's luck.

    >>> log = []
    >>> chance = Chance(seed=7, log=log, source=lambda kind, place: 6 if kind == "dice" else None)
    >>> chance.die(), chance.coin() in (True, False), log[0]
    (6, True, Event(kind='dice', result=6, place='', given=True))
    """

    def __init__(self, seed: int, log: list[Any], source: Source | None = None) -> None:
        self.seed = seed
        self.source = source
        self._log = log
        self._random = random.Random(seed).random

    def reseed(self, seed: int) -> None:
        """Start another future."""
        self._random = random.Random(seed).random

    def below(self, number: int) -> int:
        """A number from 0, below ``number``, that goes into no history."""
        return int(self._random() * number)

    def die(self, sides: int = 6) -> int:
        """Roll a die."""
        if self.source is not None and (given := self.source("dice", "")) is not None:
            if not isinstance(given, int) or not 1 <= given <= sides:
                raise ChanceError(f"a die with {sides} sides can't show {given!r}")
            self._log.append(Event("dice", given, given=True))
            return given
        rolled = int(self._random() * sides) + 1
        self._log.append(Event("dice", rolled))
        return rolled

    def coin(self) -> bool:
        """Flip a coin: true for heads."""
        if self.source is not None and (given := self.source("coin", "")) is not None:
            self._log.append(Event("coin", bool(given), given=True))
            return bool(given)
        heads = self._random() < 0.5
        self._log.append(_HEADS if heads else _TAILS)
        return heads

    def pick(self, cards: Sequence[T]) -> T:
        """Pick one of the cards blindly; the caller takes it away."""
        if self.source is not None and (given := self.source("pick", "")) is not None:
            if given not in cards:
                raise ChanceError(f"{given!r} can't be picked: it is not among the cards")
            self._log.append(Event("pick", given, given=True))
            picked: T = given
            return picked
        picked = cards[int(self._random() * len(cards))]
        self._log.append(Event("pick", picked))
        return picked

    def shuffle(self, pile: Pile[T]) -> None:
        """Shuffle a pile. Given cards come on top in the order given, the rest below at random."""
        draw = self._random
        keys = [draw() for _ in pile]
        pile[:] = [pile[index] for index in sorted(range(len(keys)), key=keys.__getitem__)]
        given = None if self.source is None else self.source("shuffle", pile.path)
        if given is not None:
            bring_to_top(pile, given)
        # The history tells a pile from its top.
        self._log.append(Event("shuffle", tuple(pile[::-1]), pile.path, given is not None))


def bring_to_top(pile: Pile[T], wanted: Sequence[T]) -> None:
    """Put the wanted cards of a pile on its top, the first one topmost."""
    for card in wanted:
        if card not in pile:
            raise ChanceError(f"{card!r} can't come on top of {pile.path}: it is not there")
        pile.remove(card)
    pile.extend(reversed(wanted))
