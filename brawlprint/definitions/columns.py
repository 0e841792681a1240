"""The types of a deck's own columns: how each cell is read, and what is said when it can't be."""

from __future__ import annotations

import re
from typing import NamedTuple

from brawlprint.definitions.model import Column, Effect, Value
from brawlprint.errors import quoted, suggestion

# Spreadsheets and people write a minus in several ways; all of them mean it.
_MINUS = str.maketrans({"−": "-", "–": "-"})
DIGITS = 9  # of a whole number, at most
_WHOLE = re.compile(rf"[+-]?\d{{1,{DIGITS}}}", re.ASCII)


_COUNTED = f"a whole number of 1 or more, of {DIGITS} digits at most"


class Problem(NamedTuple):
    """What is wrong with a cell, and what would be right."""

    code: str
    message: str
    remedy: str


def whole_number(text: str) -> int | None:
    """A whole number, signed or not; None if the text is none.

    >>> whole_number("+3"), whole_number("−1"), whole_number("2.5")
    (3, -1, None)
    """
    text = text.translate(_MINUS)
    return int(text) if _WHOLE.fullmatch(text) else None


def read_value(text: str, column: Column, name: str = "effect") -> tuple[Value, Problem | None]:
    """A cell's value by its column's type, and the problem with it if there is one.

    ``name`` is the column's own, for what is said of it. An empty cell is ``None`` (for ``text`` and ``letters`` an empty string) and never a problem.

    >>> read_value("+3", Column(type="integer"))
    (3, None)
    """
    readers = {
        "text": _text,
        "integer": _integer,
        "letters": _letters,
        "choice": _choice,
        "effect": _effect,
    }
    value, problem = readers[column.type](text, column)
    if problem is not None and problem.code == "unknown-effect":
        remedy = or_declare(problem.remedy, f"under [columns.{name}.values]")
        problem = problem._replace(remedy=remedy)
    return value, problem


def or_declare(remedy: str, place: str) -> str:
    """What would be right, or else where a new word is declared.

    >>> or_declare("did you mean 'stun'?", "under [columns.effect.values]")
    "did you mean 'stun'? or declare it in game.toml under [columns.effect.values]"
    """
    return f"{remedy}; or declare it in game.toml {place}".replace("?;", "?")


def _text(text: str, column: Column) -> tuple[Value, Problem | None]:
    return text, None


def _integer(text: str, column: Column) -> tuple[Value, Problem | None]:
    if not text:
        return None, None
    number = whole_number(text)
    if number is None:
        return None, Problem("number", f"{quoted(text)} is no number", _range(column))
    low = column.min if column.min is not None else number
    high = column.max if column.max is not None else number
    if not low <= number <= high:
        return number, Problem("range", f"{quoted(text)} is out of range", _range(column))
    return number, None


def _range(column: Column) -> str:
    if column.min is None and column.max is None:
        return f"write a whole number such as 3, of {DIGITS} digits at most"
    if column.max is None:
        return f"write a whole number of {column.min} or more"
    if column.min is None:
        return f"write a whole number of {column.max} or less"
    return f"write a whole number from {column.min} to {column.max}"


def _letters(text: str, column: Column) -> tuple[Value, Problem | None]:
    for letter in text:
        if letter not in column.values:
            known = ", ".join(f"{key} ({term.word})" for key, term in column.values.items())
            message = f"{letter!r} in {quoted(text)} is no known letter"
            return text, Problem("unknown-letter", message, f"known: {known}")
    repeated = [letter for letter in text if text.count(letter) > 1]
    if repeated:
        message = f"{repeated[0]!r} stands twice in {quoted(text)}"
        return text, Problem("repeated-letter", message, "write each letter once")
    return text, None


def _choice(text: str, column: Column) -> tuple[Value, Problem | None]:
    if not text:
        return None, None
    if text not in column.values:
        remedy = suggestion(text, list(column.values))
        return None, Problem("unknown-word", f"{quoted(text)} is no known word here", remedy)
    return text, None


def _effect(text: str, column: Column) -> tuple[Value, Problem | None]:
    if not text:
        return None, None
    name, _, rest = text.partition(" ")
    if name not in column.values:
        remedy = suggestion(name, list(column.values))
        return None, Problem("unknown-effect", f"{quoted(text)} is no known effect", remedy)
    counted = column.values[name].number
    number = whole_number(rest.strip()) if rest else None
    if rest and (number is None or number < 1 or not counted):
        right = f"'{name} 2' ({counted}; {_COUNTED})" if counted else f"'{name}' alone"
        return None, Problem("effect", f"{quoted(text)} can't be read", f"write {right}")
    if counted and number is None:
        return None, Problem(
            "effect",
            f"{quoted(text)} lacks its number",
            f"write '{name} 2' ({counted}; {_COUNTED})",
        )
    return Effect(name, number), None
