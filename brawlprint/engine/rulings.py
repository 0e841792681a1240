"""Rulings: how a game is played where its rules leave it open, read from ``rules/GAME.md``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from brawlprint.definitions.toml_file import read_text

_RULING = re.compile(r"- \*\*(?P<number>[A-Z]{2}-[A-Z]\d+[a-z]?)\*\* (?P<text>.+)")
_NOT_PLAYED = "*(not played)* "


class Ruling(NamedTuple):
    """One ruling: its number, what it says, the heading it stands under.

    ``played`` is false for those about the table, which no match can show.
    """

    number: str
    text: str
    heading: str
    played: bool

    def has(self, words: Iterable[str]) -> bool:
        """Whether its number is a word, or all the words occur in it.

        >>> ruling = Ruling("TV-B3", "The hand limit bites once.", "Order", True)
        >>> ruling.has(["tv-b3"]), ruling.has(["limit", "hand"]), ruling.has(["beer"])
        (True, True, False)
        """
        text = f"{self.text} {self.heading}".casefold()
        number = self.number.casefold()
        return all(
            word.casefold() in (number, number.partition("-")[2]) or word.casefold() in text
            for word in words
        )


def nearest(number: str, rulings: Iterable[Ruling]) -> str:
    """The ruling that somebody may have meant by a number there is not; empty if none is near.

    >>> rulings = [Ruling(number, "", "", True) for number in ("TV-A2", "TV-B3", "TV-B38")]
    >>> nearest("TV-B40", rulings), nearest("tv-b4", rulings), nearest("XX", rulings)
    ('TV-B38', 'TV-B3', '')
    """
    series, wanted = _split(number.upper())
    near = [each.number for each in rulings if _split(each.number)[0] == series]
    return min(near, key=lambda each: abs(_split(each)[1] - wanted), default="")


def _split(number: str) -> tuple[str, int]:
    """A ruling's series (``TV-B``) and its place in it."""
    match = re.fullmatch(r"(\D+)(\d+)\w*", number)
    return (match[1], int(match[2])) if match else (number, 0)


def read_rulings(path: Path) -> list[Ruling]:
    """The rulings of a file in order: list items that open with a number in bold."""
    found: list[Ruling] = []
    heading = ""
    for line in read_text(path).splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        elif match := _RULING.match(line):
            text = match["text"]
            played = not text.startswith(_NOT_PLAYED)
            found.append(Ruling(match["number"], text.removeprefix(_NOT_PLAYED), heading, played))
    return found
