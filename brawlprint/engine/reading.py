"""Card lists read for the rules: numbers, needs and effects, typed and checked.

The rules of a game know its vocabulary better than ``game.toml`` does: they say which kinds and
effects they can play, and a card that asks for another is told by its row.

Reading is also how rules declare what they know: whoever reads within :func:`noticing` is told the
columns that were read and the words that had a meaning. So no second list can differ from the code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NoReturn, TypeVar

from msgspec import Struct, field

from brawlprint.definitions import Card, Deck, Effect
from brawlprint.definitions.model import Value
from brawlprint.engine.choices import Title
from brawlprint.errors import DefinitionError, Finding, Where, choices, shown

T = TypeVar("T")
TitleT = TypeVar("TitleT", bound=Title)


class Known(Struct):
    """What the rules know of their card lists.

    ``decks`` are the lists that were read, by name; ``columns`` all columns that were asked for;
    ``words`` those of a column that mean something to the rules, each with the cards that have it:
    their ids, and copies. ``file`` is where they are written. A column without words holds numbers, free text or names of other cards.
    """

    file: str = "the rules file"
    decks: dict[str, None] = field(default_factory=dict)
    columns: dict[str, None] = field(default_factory=dict)
    words: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)

    def note(self, column: str, known: Iterable[str], used: Iterable[str], card: Card) -> None:
        """Words that the rules know in a column, and those of them that a card has."""
        words = self.words.setdefault(column, {})
        for word in known:
            words.setdefault(word, {})
        for word in used:
            words.setdefault(word, {})[card.id] = card.copies


_noticed: ContextVar[Known | None] = ContextVar("noticed", default=None)


@contextmanager
def noticing(file: str = "the rules file") -> Iterator[Known]:
    """Notice what is known to the rules (of a file) that are read within.

    >>> from brawlprint.engine.examples import shoving
    >>> with noticing() as known:
    ...     _ = shoving.module.read(shoving.game)
    >>> list(known.decks), list(known.columns)  # these rules look at no column of theirs
    (['cards'], [])
    """
    known = Known(file)
    token = _noticed.set(known)
    try:
        yield known
    finally:
        _noticed.reset(token)


class Row:
    """One row of a card list, with typed cells; a cell that the rules can't use is an error."""

    def __init__(self, deck: Deck, card: Card) -> None:
        self.deck, self.card = deck, card

    def value(self, column: str) -> Value:
        """A cell as the definition read it; None where the list lacks the column."""
        if (noticed := _noticed.get()) is not None:
            noticed.columns[column] = None
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
        value = self.text(column)
        self._check(column, [value] if value else [], known)
        return value

    def letters(self, column: str, known: Iterable[str]) -> str:
        """Letters, each of which must be known to the rules."""
        value = self.text(column)
        self._check(column, value, known)
        return value

    def words(self, column: str, known: Iterable[str], between: str) -> list[str]:
        """Words with something ``between`` them, each of which must be known to the rules."""
        values = [each for each in self.text(column).split(between) if each]
        self._check(column, values, known)
        return values

    def other_card(self, column: str) -> str:
        """The id of a card of the same list, or empty."""
        value, ids = self.text(column), [card.id for card in self.deck.titles]
        if value and value not in ids:
            self.fault(column, f"the rules know no {column} {value!r}", ids)
        return value

    def one_of(self, column: str, known: Mapping[str, T]) -> T | None:
        """What a word stands for in the rules (a test, a small function); empty is None."""
        word = self.word(column, known)
        return known[word] if word else None

    def effect(self, column: str, known: Mapping[str, T]) -> tuple[T | None, int]:
        """What an effect's name stands for in the rules, and its number (0 if it has none)."""
        value = self.value(column)
        if not isinstance(value, Effect):
            self._check(column, [], known)
            return None, 0
        self._check(column, [value.name], known)
        return known[value.name], value.number or 0

    def _check(self, column: str, values: Iterable[str], known: Iterable[str]) -> None:
        """Refuse what is not known, and notice what is."""
        names, used, noticed = list(known), list(values), _noticed.get()
        for value in used:
            if value not in names:
                file = "the rules file" if noticed is None else noticed.file
                meaning = f"; another is given its meaning in {file}"
                self.fault(column, f"the rules know no {column} {value!r}", names, meaning)
        if noticed is not None:
            noticed.note(column, names, used, self.card)

    def fault(self, column: str, message: str, known: list[str], more: str = "") -> NoReturn:
        """Refuse the row: what is wrong with the cell, and what it may be (and ``more`` of that)."""
        where = Where(shown(self.deck.path), self.card.row, column)
        remedy = f"known: {choices(known)}{more}"
        raise DefinitionError([Finding(f"unknown-{column}", message, where, remedy)])


def titles(deck: Deck, make: Callable[[Row, int], TitleT]) -> tuple[TitleT, ...]:
    """The titles of a deck as a game's own type, in file order; all faults are told at once.

    ``make`` gets the row and its place in the order. Benched titles (no copies) are left out.
    """
    found: list[TitleT] = []
    faults: list[Finding] = []
    if (noticed := _noticed.get()) is not None:
        noticed.decks[deck.name] = None
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
