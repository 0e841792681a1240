"""The types a definition is read into: all frozen, all checked when they are made."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct

from brawlprint.errors import suggestion

if TYPE_CHECKING:
    from brawlprint.definitions.mapping import PackMapping

Cards = Annotated[int, Meta(ge=0)]
ColumnType = Literal["text", "integer", "letters", "choice", "effect"]
Status = Literal["source", "reconstructed"]


class Players(Struct, frozen=True, forbid_unknown_fields=True):
    """How many can play: fewest, most, and how many a build prints for when nobody says."""

    min: int
    max: int
    default: int


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """One word of a vocabulary: a kind, a trait letter, a need or an effect.

    ``word`` is what a card prints, ``icon`` an icon's name, ``letter`` the letter of the type
    line, ``meaning`` a phrase for the player aid. ``number`` says what an effect's number counts;
    an effect without it takes none.
    """

    word: str
    icon: str = ""
    letter: str = ""
    meaning: str = ""
    number: str = ""


class Column(Struct, frozen=True, forbid_unknown_fields=True):
    """A column that a game declares beside the fixed ones.

    ``values`` is the vocabulary of ``letters``, ``choice`` and ``effect``; ``min`` and ``max``
    bound an ``integer``; ``says`` are the phrases by which a card's text names this number
    (``"Adds {n}"``): the check compares them.
    """

    type: ColumnType
    values: dict[str, Term] = {}
    min: int | None = None
    max: int | None = None
    says: tuple[str, ...] = ()
    optional: bool = False


class Expect(Struct, frozen=True, forbid_unknown_fields=True):
    """What a deck must be made of: cards in all, copies of each title, cards by column value."""

    total: Cards | None = None
    copies: Cards | None = None
    count: dict[str, dict[str, Cards]] = {}


Setting = bool | int | str


class OptionSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that tables play differently: its default, and what else it may be.

    The type of ``default`` is the option's: ``true``/``false``; a number from ``min`` to ``max``;
    or one of the words in ``values``. ``meaning`` says in a phrase what it changes.

    >>> OptionSpec(20, min=5, max=100).read("30"), OptionSpec(False).read("on")
    (30, True)
    >>> OptionSpec("down", values=("down", "up")).read("sideways")
    Traceback (most recent call last):
    ValueError: known: 'down' or 'up'
    """

    default: Setting
    values: tuple[str, ...] = ()
    min: int | None = None
    max: int | None = None
    meaning: str = ""

    def read(self, text: Setting) -> Setting:
        """A setting from what somebody wrote; ``ValueError`` says what it may be."""
        word = str(text).strip().casefold()
        if isinstance(self.default, bool):
            if word not in _ON_OFF:
                raise ValueError("write 'on' or 'off'")
            return _ON_OFF[word]
        if isinstance(self.default, int):
            return self._number(word)
        if word not in self.values:
            raise ValueError(suggestion(word, self.values))
        return word

    def _number(self, word: str) -> int:
        low = self.min if self.min is not None else 0
        number = int(word) if re.fullmatch(r"-?\d{1,9}", word, re.ASCII) else None
        if number is None or number < low or (self.max is not None and number > self.max):
            bound = f"from {low} to {self.max}" if self.max is not None else f"of {low} or more"
            raise ValueError(f"write a whole number {bound}")
        return number


_ON_OFF = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


class DeckSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck as ``game.toml`` declares it: its card list, its looks, what it must be made of.

    ``template`` and ``back`` name templates for the faces and for their common back.
    ``columns`` names those of the game's columns that this list has; all of them by default.
    ``hand`` is how many cards everybody is dealt of it at the start, for the odds.
    """

    file: str
    template: str
    back: str = ""
    columns: tuple[str, ...] | None = None
    expect: Expect = Expect()
    hand: Cards | None = None


class Effect(Struct, frozen=True):
    """What a card does beyond its numbers: a name the rules know, and a number if it takes one.

    >>> str(Effect("stun", 2))
    'stun 2'
    """

    name: str
    number: int | None = None

    def __str__(self) -> str:
        return self.name if self.number is None else f"{self.name} {self.number}"


Value = int | str | Effect | None


class Card(Struct, frozen=True):
    """One title of a deck: a row of its card list.

    ``row`` is the row in the file (the header is row 1); ``values`` holds the columns the game
    declares. A value is read with ``card["strength"]``, fixed columns included.
    """

    row: int
    no: int
    id: str
    title: str
    kind: str
    copies: int = 1
    text: str = ""
    picture: str = ""
    status: Status = "source"
    note: str = ""
    values: Mapping[str, Value] = {}

    def __getitem__(self, column: str) -> Value:
        if column in self.values:
            return self.values[column]
        if column in FIXED_COLUMNS:
            value: Value = getattr(self, column)
            return value
        raise KeyError(column)

    def get(self, column: str) -> Value:
        """A column's value, or None where this deck has no such column."""
        return self[column] if column in self.values or column in FIXED_COLUMNS else None


FIXED_COLUMNS = ("no", "id", "title", "copies", "kind", "text", "picture", "status", "note")
REQUIRED_COLUMNS = ("no", "id", "title", "kind")
OWN = ("seat", "index", "owner")  # what a copy of a card may have beside its columns


class Deck(Struct, frozen=True):
    """A deck: its titles in file order, with how many copies of each.

    >>> deck = Deck("cards", Path("deck.csv"), (Card(2, 1, "jab", "Jab", "attack", copies=3),))
    >>> len(deck), [card.id for card in deck]
    (3, ['jab', 'jab', 'jab'])
    """

    name: str
    path: Path
    titles: tuple[Card, ...]
    template: str = ""
    back: str = ""
    expect: Expect = Expect()
    hand: int | None = None

    def __len__(self) -> int:
        return sum(card.copies for card in self.titles)

    def __iter__(self) -> Iterator[Card]:
        for card in self.titles:
            for _ in range(card.copies):
                yield card


class Game(Struct, frozen=True):
    """A whole definition: what ``cards/GAME/`` says, checked."""

    name: str
    path: Path
    title: str
    tagline: str
    credit: str
    players: Players
    kinds: Mapping[str, Term]
    columns: Mapping[str, Column]
    decks: Mapping[str, Deck]
    components: Mapping[str, Mapping[str, Any]]
    options: Mapping[str, OptionSpec]
    mapping: PackMapping | None = None

    def vocabulary(self, column: str) -> Mapping[str, Term]:
        """The words a column may hold; ``kind`` is a column like any other here."""
        if column == "kind":
            return self.kinds
        found = self.columns.get(column)
        return found.values if found else {}
