"""A card's columns as a template reads them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from brawlprint.definitions.conditions import names_in
from brawlprint.definitions.model import FIXED_COLUMNS, OWN, Card, Effect, Game, Term, Value
from brawlprint.faces.template import Element

# Whatever stands in braces, so that a misspelt field is told and not printed.
FIELD = re.compile(r"\{([^{}]*?)(:\+)?\}")

# What of the game a template may show.
GAME = ("title", "tagline", "credit", "name")


def known_fields(game: Game) -> list[str]:
    """Every name that a template of this game may use, its parts after a dot included."""
    columns = [*FIXED_COLUMNS, *game.columns]
    parts = [
        f"{column}.{part}"
        for column in columns
        if game.vocabulary(column)
        for part in (*Term.__struct_fields__,)
    ]
    return [*columns, *parts, *OWN, *(f"game.{part}" for part in GAME)]


def fields_of(element: Element) -> list[str]:
    """The names that an element reads: in its text or icon, its chips, its condition."""
    names = names_in(element.when) if element.when else []
    content = getattr(element, element.shows)
    names += [match[1] for match in FIELD.finditer(f"{content} {element.instead}")]
    return names + (content.split() if element.shows == "chips" else [])


class Fields:
    """A card's columns as a template reads them: ``{strength:+}``, ``{kind.word}``."""

    def __init__(
        self,
        game: Game,
        card: Card,
        seat: int | None = None,
        own: Mapping[str, object] | None = None,
    ) -> None:
        self.game, self.card = game, card
        self.own = {"seat": None if seat is None else seat + 1, **(own or {})}

    def value(self, name: str) -> object:
        """A column's value, or a property of it after a dot; None where there is none."""
        column, _, part = name.partition(".")
        if column == "game":
            return getattr(self.game, part, None)
        if column in self.own:
            return self.own[column]
        value = self.card.get(column)
        if part == "number":
            return value.number if isinstance(value, Effect) else None
        if not part:
            return str(value) if isinstance(value, Effect) else value
        term = self.term(column, value)
        return getattr(term, part, None) if term else None

    def term(self, column: str, value: Value) -> Term | None:
        """The word of a vocabulary that a value names."""
        key = value.name if isinstance(value, Effect) else value
        return self.game.vocabulary(column).get(str(key))

    def chips(self, columns: str) -> str:
        """The words that a row of chips shows for these columns, as ``column=word`` a line."""
        lines = []
        for column in columns.split():
            effect = self.card.get(column)
            word = effect.name if isinstance(effect, Effect) else str(self.value(column) or "")
            declared = self.game.columns.get(column)
            letters = declared is not None and declared.type == "letters"
            words = word if letters else [word] if word else []
            lines += [f"{column}={word}" for word in words]
        return "\n".join(lines)

    def worded(self, chips: str) -> str:
        """What :meth:`chips` stands for in print: the words and icons, as ``game.toml`` has them."""
        terms = [self.term(*line.split("=", 1)) for line in chips.splitlines()]
        return "\n".join(f"{term.icon} {term.word}" for term in terms if term)

    def filled(self, text: str) -> str:
        """A template's text with its fields filled in."""
        if "{" not in text:
            return text

        def fill(match: re.Match[str]) -> str:
            value = self.value(match[1])
            if value is None:
                return ""
            return signed(value) if match[2] and isinstance(value, int) else str(value)

        return FIELD.sub(fill, text)


def vocabulary_key(column: str, word: str, part: str) -> str:
    """Where ``game.toml`` says what a word of a column looks like.

    >>> vocabulary_key("needs", "thief", "icon")
    'columns.needs.values.thief.icon'
    """
    table = "kinds" if column == "kind" else f"columns.{column}.values"
    return f"{table}.{word}.{part}"


def signed(number: int) -> str:
    """A number with its sign, a true minus for those below zero.

    >>> signed(3), signed(-1)
    ('+3', '−1')
    """
    return f"+{number}" if number >= 0 else f"−{-number}"
