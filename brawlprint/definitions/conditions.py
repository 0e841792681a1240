"""The small language of ``when``: conditions on a card's columns, parsed here, never evaluated.

``kind == 'weapon'``, ``'S' in traits``, ``strength`` (is there one?), ``not``, ``and``, ``or`` and
brackets.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

Lookup = Callable[[str], object]
Condition = Callable[[Lookup], bool]
Operand = Callable[[Lookup], object]

WORDS = ("and", "or", "not", "in")  # of the language; no column is named so
_TOKEN = re.compile(
    r"\s*(?:(?P<op>==|!=|\(|\)|\[|\]|,)|(?P<text>'[^']*'|\"[^\"]*\")|(?P<number>-?\d+)"
    r"|(?P<word>[A-Za-z_][\w.-]*))"
)


LONGEST, DEEPEST = 1_000, 20  # characters; brackets and "not" in one another


class ConditionError(ValueError):
    """A condition that can't be read."""


@lru_cache(maxsize=512)
def parse_condition(text: str) -> Condition:
    """Read a condition; the result takes a function from column name to value.

    >>> card = {"kind": "attack", "traits": "N"}
    >>> parse_condition("kind == 'attack' and 'N' in traits")(card.get)
    True
    >>> parse_condition("kind in ['food', 'spell'] or not traits")(card.get)
    False
    """
    parser = _Parser(text)
    condition = parser.either()
    if parser.kind != "end":
        raise ConditionError(f"{parser.token!r} is not expected in {text!r}")
    return condition


def names_in(text: str) -> list[str]:
    """The columns that a condition asks about, in its order.

    >>> names_in("kind == 'attack' and not strength")
    ['kind', 'strength']
    """
    parser, names = _Parser(text), []
    while parser.kind != "end":
        if parser.kind == "word" and parser.token not in WORDS:
            names.append(parser.token)
        parser.step()
    return names


class _Parser:
    """Recursive descent over the tokens: either → both → negated → comparison → operand."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise ConditionError(f"it is too long: {len(text):,} characters, {LONGEST:,} at most")
        self.text = text
        self.place = self.depth = 0
        self.kind = self.token = ""
        self.step()

    def step(self) -> str:
        seen = self.token
        if not self.text[self.place :].strip():
            self.kind, self.token = "end", "the end"
            return seen
        match = _TOKEN.match(self.text, self.place)
        if match is None:
            raise ConditionError(f"{self.text[self.place :].strip()!r} can't be read")
        self.place = match.end()
        self.kind, self.token = str(match.lastgroup), match[str(match.lastgroup)]
        return seen

    def takes(self, *words: str) -> bool:
        if self.kind in ("op", "word") and self.token in words:
            self.step()
            return True
        return False

    def either(self) -> Condition:
        left = self.both()
        while self.takes("or"):
            left = _or(left, self.both())
        return left

    def both(self) -> Condition:
        left = self.negated()
        while self.takes("and"):
            left = _and(left, self.negated())
        return left

    def negated(self) -> Condition:
        if self.takes("not"):
            inner = self.deeper(self.negated)
            return lambda look: not inner(look)
        if self.takes("("):
            inner = self.deeper(self.either)
            if not self.takes(")"):
                raise ConditionError(f"a bracket is not closed in {self.text!r}")
            return inner
        return self.comparison()

    def deeper(self, part: Callable[[], Condition]) -> Condition:
        self.depth += 1
        if self.depth > DEEPEST:
            raise ConditionError(f"brackets or 'not' stand too deep in one another: {DEEPEST}")
        condition = part()
        self.depth -= 1
        return condition

    def comparison(self) -> Condition:
        left = self.operand()
        if self.takes("=="):
            right = self.operand()
            return lambda look: _plain(left(look)) == _plain(right(look))
        if self.takes("!="):
            right = self.operand()
            return lambda look: _plain(left(look)) != _plain(right(look))
        if self.takes("in"):
            return _member(left, self.operand(), negate=False)
        if self.takes("not"):
            if not self.takes("in"):
                raise ConditionError(f"'not' is followed by 'in' in {self.text!r}")
            return _member(left, self.operand(), negate=True)
        return lambda look: left(look) not in (None, "")

    def operand(self) -> Operand:
        kind, token = self.kind, self.token
        if kind == "op" and token == "[":
            self.depth += 1
            if self.depth > DEEPEST:
                raise ConditionError(f"lists stand too deep in one another: {DEEPEST}")
            items = self.listed()
            self.depth -= 1
            return items
        if kind not in ("text", "number", "word"):
            raise ConditionError(f"{token!r} is not expected in {self.text!r}")
        self.step()
        if kind == "word":
            return lambda look: look(token)
        value: object = token[1:-1] if kind == "text" else int(token)
        return lambda look: value

    def listed(self) -> Operand:
        self.step()
        items = []
        while not self.takes("]"):
            items.append(self.operand())
            if not self.takes(",") and self.token != "]":
                raise ConditionError(f"a list is not closed in {self.text!r}")
        return lambda look: [item(look) for item in items]


def _or(left: Condition, right: Condition) -> Condition:
    return lambda look: left(look) or right(look)


def _and(left: Condition, right: Condition) -> Condition:
    return lambda look: left(look) and right(look)


def _member(left: Operand, right: Operand, negate: bool) -> Condition:
    def holds(look: Lookup) -> bool:
        group = right(look)
        value = _plain(left(look))
        inside = str(value) in group if isinstance(group, str) else value in _listed(group)
        return inside != negate

    return holds


def _listed(group: object) -> list[object]:
    return group if isinstance(group, list) else []


def _plain(value: object) -> object:
    """Values compare as what a template can write: numbers and texts."""
    return value if isinstance(value, int | str | list) or value is None else str(value)
