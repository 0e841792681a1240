"""Card lists read for the rules: numbers, needs and effects, typed and checked.

The rules of a game know its vocabulary better than ``game.toml`` does: they say which kinds and
effects they can play, and a card that asks for another is told by its row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn, TypeVar

from brawlprint.definitions import Card, Deck, Effect
from brawlprint.definitions.model import Value
from brawlprint.engine.choices import Title
from brawlprint.errors import DefinitionError, Finding, Where, choices, shown

T = TypeVar("T")
TitleT = TypeVar("TitleT", bound=Title)


class Row:
    """One row of a card list, with typed cells; a cell that the rules can't use is an error."""

    def __init__(self, deck: Deck, card: Card) -> None:
        self.deck, self.card = deck, card

    def value(self, column: str) -> Value:
        """A cell as the definition read it; None where the list lacks the column."""
        return self.card.get(column)

    def integer(self, column: str, default: int = 0) -> int:
        """A number; an empty cell (or column) counts as the default."""
        value = self.value(column)
        return value if isinstance(value, int) else default

    def text(self, column: str) -> str:
        """A cell's text; an empty cell is an empty string."""
        value = self.value(column)
        return "" if value is None else str(value)

    def word(self, column: str, known: Iterable[str]) -> str:
        """A word that must be one of those known to the rules, or empty."""
        value, names = self.text(column), list(known)
        if value and value not in names:
            self.fault(column, f"the rules know no {column} {value!r}", names)
        return value

    def one_of(self, column: str, known: Mapping[str, T]) -> T | None:
        """What a word stands for in the rules (a test, a small function); empty is None."""
        word = self.word(column, known)
        return known[word] if word else None

    def effect(self, column: str, known: Mapping[str, T]) -> tuple[T | None, int]:
        """What an effect's name stands for in the rules, and its number (0 if it has none)."""
        value = self.value(column)
        if not isinstance(value, Effect):
            return None, 0
        if value.name not in known:
            self.fault(column, f"the rules know no effect {value.name!r}", list(known))
        return known[value.name], value.number or 0

    def fault(self, column: str, message: str, known: list[str]) -> NoReturn:
        """Refuse the row: what is wrong with the cell, and what it may be."""
        where = Where(shown(self.deck.path), self.card.row, column)
        remedy = f"known: {choices(known)}"
        raise DefinitionError([Finding(f"unknown-{column}", message, where, remedy)])


def titles(deck: Deck, make: Callable[[Row, int], TitleT]) -> tuple[TitleT, ...]:
    """The titles of a deck as a game's own type, in file order; all faults are told at once.

    ``make`` gets the row and its place in the order. Benched titles (no copies) are left out.
    """
    found: list[TitleT] = []
    faults: list[Finding] = []
    for card in deck.titles:
        if not card.copies:
            continue
        try:
            found.append(make(Row(deck, card), len(found)))
        except DefinitionError as error:
            faults += error.findings()
    if faults:
        raise DefinitionError(faults)
    return tuple(found)
