"""Which cards somebody asks for: ``uppercut,10-20,kind=weapon``.

Each term adds the cards it means: an id (or its first words), a title, a number or a range of
numbers, or a column and what stands in it. A term that means no card is refused; nobody asks for
nothing. The preview's page searches by the same terms, see ``preview/page/search.js``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from msgspec import Struct

from brawlprint.definitions import Card, Game
from brawlprint.definitions.model import FIXED_COLUMNS, Effect
from brawlprint.errors import RequestError, suggestion

_NUMBERS = re.compile(r"(\d+)(?:\s*[-–]\s*(\d+))?")
MOST_RANGES = 4  # of numbers that are told one by one
MOST_TOLD, LONGEST_TOLD = 12, 40  # cells of a column that are listed; characters of one
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
        try:
            ids |= {card.id for card in _found(term, game, cards)}
        except _NoneError as problem:
            raise RequestError(f"{option} {term!r}: {problem}") from None
    return Picked(text, frozenset(ids))


class _NoneError(Exception):
    """A term means no card; why, and what it could have meant."""


def _found(term: str, game: Game, cards: Sequence[Card]) -> list[Card]:
    """The cards that a term means: one or more."""
    column, equals, value = (part.strip() for part in term.partition("="))
    if equals:
        test = _column_test(column, value, game)
    elif match := _NUMBERS.fullmatch(term):
        first, last = int(match[1]), int(match[2] or match[1])
        if first > last:
            raise _NoneError(f"it runs backwards; did you mean '{last}-{first}'?")
        test = lambda card: first <= card.no <= last  # noqa: E731
    else:
        test = _word_test(term, cards)
    if found := [card for card in cards if test(card)]:
        return found
    if equals:
        raise _NoneError(_no_such_cell(column, value, game, cards))
    if term[0].isdigit():
        raise _NoneError(f"{game.name} has no such card; its numbers are {_ranges(cards)}")
    near = suggestion(_slug(term), [card.id for card in cards])
    raise _NoneError(f"{game.name} has no such card; {near}")


def _word_test(term: str, cards: Sequence[Card]) -> Test:
    """An id or a title; or, if it is neither, how ids begin."""
    word, slug = term.casefold(), _slug(term)
    whole: Test = lambda card: word in (card.id, card.title.casefold())  # noqa: E731
    if any(map(whole, cards)):
        return whole
    return lambda card: card.id.startswith(f"{slug}-") or card.id == slug


def _slug(term: str) -> str:
    return re.sub(r"\W+", "-", term.casefold()).strip("-")


def _column_test(column: str, value: str, game: Game) -> Test:
    known = [*FIXED_COLUMNS, *game.columns]
    if column not in known:
        near = _repeated(suggestion(column, known), lambda name: f"{name}={value}")
        raise _NoneError(f"{game.name} has no column {column!r}; {near}")
    letters = letter_columns(game).get(column)
    if letters is not None:
        wanted = _letters(value, letters)
        return lambda card: bool(wanted) and wanted <= set(cells(card, game).get(column, ()))
    word = value.casefold()
    return lambda card: word in map(str.casefold, cells(card, game).get(column, ()))


def _letters(value: str, known: Collection[str]) -> set[str]:
    """Letters as the column has them; a small one may stand for a capital where there is no other."""
    large = {letter.casefold(): letter for letter in known}
    return {each if each in known else large.get(each.casefold(), each) for each in value}


def cells(card: Card, game: Game) -> dict[str, list[str]]:
    """What may stand after ``column=`` to mean a card, by column; of letters, any of them together."""
    letters = letter_columns(game)
    found: dict[str, list[str]] = {}
    for column in (*FIXED_COLUMNS, *game.columns):
        cell = card.get(column)
        if isinstance(cell, Effect):
            found[column] = list(dict.fromkeys((cell.name, str(cell))))
        elif column in letters:
            found[column] = list(str(cell or ""))
        elif cell is not None:
            found[column] = [str(cell)]
    return found


def letter_columns(game: Game) -> dict[str, list[str]]:
    """The columns whose cells are letters, each with those that there are."""
    return {
        name: list(each.values) for name, each in game.columns.items() if each.type == "letters"
    }


def _no_such_cell(column: str, value: str, game: Game, cards: Sequence[Card]) -> str:
    """Why no card has it: it is no word of the column, or none that a card has."""
    there = list(
        dict.fromkeys(each for card in cards for each in cells(card, game).get(column, ()))
    )
    numbers = [cell for card in cards if isinstance(cell := card.get(column), int)]
    if numbers:
        return f"no card has that; {column} goes from {min(numbers)} to {max(numbers)}"
    words = list(game.vocabulary(column))
    name = value.split(" ", maxsplit=1)[0] if words else value
    if column in letter_columns(game):
        if wrong := sorted(_letters(value or " ", words) - set(words)):
            return f"{wrong[0]!r} is no letter of {column}; known: {', '.join(words)}"
        return f"no card has all of these in {column}"
    what = "no card has that"
    if words and name.casefold() not in map(str.casefold, words):
        what = f"{value!r} is no {'kind' if column == 'kind' else f'word of {column}'}"
    short = [each for each in there if each and len(each) <= LONGEST_TOLD]
    near = suggestion(name if words else value, short)
    if len(there) > MOST_TOLD and (near.startswith("known") or len(short) < len(there)):
        return f"{what}; write what stands in the column, whole"
    return f"{what}; {_repeated(near, lambda word: f'{column}={word}')}"


def _repeated(near: str, told: Callable[[str], str]) -> str:
    """A suggestion whose names stand in the words that somebody wrote."""
    return re.sub(r"'([^']*)'", lambda match: repr(told(match[1])), near)


def _ranges(cards: Sequence[Card]) -> str:
    """The numbers that there are, in a few ranges, or from the first to the last.

    >>> _ranges([Card(2, no, "x", "X", "y") for no in (1, 2, 3, 7, 90, 91)])
    '1 to 3, 7 and 90 to 91'
    """
    numbers = sorted({card.no for card in cards})
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    if len(runs) > MOST_RANGES:
        return f"{numbers[0]} to {numbers[-1]}, with gaps"
    told = [f"{low} to {high}" if low < high else str(low) for low, high in runs]
    return " and ".join(filter(None, [", ".join(told[:-1]), told[-1]]))
