"""Which cards somebody asks for: ``uppercut,10-20,kind=weapon``.

Each term adds the cards it means: an id (or its first words), a title, a number or a range of
numbers, or a column and what stands in it. A term that means no card is refused; nobody asks for
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from brawlprint.definitions import Card, Game
from brawlprint.definitions.model import FIXED_COLUMNS, Effect
from brawlprint.errors import RequestError, suggestion

_NUMBERS = re.compile(r"(\d+)(?:\s*[-–]\s*(\d+))?")
Test = Callable[[Card], bool]


class Picked(Struct, frozen=True):
    """The cards that were asked for, by their ids; ``text`` is how."""

    text: str
    ids: frozenset[str]

    def __contains__(self, card: Card) -> bool:
        return card.id in self.ids


def pick(text: str, game: Game, option: str = "--pick") -> Picked:
    """The cards of a game's decks that a text asks for; raises :class:`RequestError`.

    ``option`` is the one that it was written with.
    """
    cards = [card for deck in game.decks.values() for card in deck.titles]
    ids: set[str] = set()
    for term in (each.strip() for each in text.split(",")):
        if not term:
            raise RequestError(
                f"{option} {text!r} has an empty term; write ids, numbers or column=word"
            )
        test = _test(term, game, cards, option)
        found = {card.id for card in cards if test(card)}
        if not found:
            raise RequestError(
                f"{option} {term!r}: {game.name} has no such card; {_nearest(term, cards)}"
            )
        ids |= found
    return Picked(text, frozenset(ids))


def _test(term: str, game: Game, cards: Sequence[Card], option: str) -> Test:
    column, equals, value = term.partition("=")
    if equals:
        return _column_test(column.strip(), value.strip(), game, option)
    if match := _NUMBERS.fullmatch(term):
        first, last = int(match[1]), int(match[2] or match[1])
        return lambda card: first <= card.no <= last
    word = term.casefold()
    whole: Test = lambda card: word in (card.id, card.title.casefold())  # noqa: E731
    if any(map(whole, cards)):
        return whole
    return lambda card: card.id.startswith(f"{word}-")


def _column_test(column: str, value: str, game: Game, option: str) -> Test:
    known = [*FIXED_COLUMNS, *game.columns]
    if column not in known:
        raise RequestError(
            f"{option}: {game.name} has no column {column!r}; {suggestion(column, known)}"
        )
    words = game.vocabulary(column)
    declared = game.columns.get(column)
    letters = declared is not None and declared.type == "letters"
    name = (
        value.split(" ", maxsplit=1)[0]
        if declared is not None and declared.type == "effect"
        else value
    )
    if words and not letters and name not in words:
        raise RequestError(f"{option}: {value!r} is no {column}; {suggestion(name, list(words))}")

    def holds(card: Card) -> bool:
        cell = card.get(column)
        if isinstance(cell, Effect):
            return value in (cell.name, str(cell))
        if letters and isinstance(cell, str):
            return bool(value) and set(value) <= set(cell)
        return cell is not None and str(cell).casefold() == value.casefold()

    return holds


def _nearest(term: str, cards: Sequence[Card]) -> str:
    numbers = [card.no for card in cards]
    if term[0].isdigit():
        return f"its numbers are {min(numbers)} to {max(numbers)}"
    if "=" in term:
        return "no card has that there"
    return suggestion(term.casefold(), [card.id for card in cards])
