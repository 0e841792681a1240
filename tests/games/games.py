"""The five games as the issue's table has them, their definitions as plain data, and their kits."""

from __future__ import annotations

import csv
import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from kits import PAPERS, ROOT, Kit
from reading import Box, Char, Page

from brawlprint.cli import main

SETTINGS = ("--style", "colour", "--duplex", "long-edge")
BOX = {"rulebook", "tuck-box", "print-plan"}  # what every game has


@dataclass(frozen=True)
class Row:
    """A row of the table: for how many a game is, how many cards it has, and its files."""

    players: tuple[int, int, int]  # fewest, most, and when nobody says
    cards: int
    files: frozenset[str]


TABLE = {
    "tavern": Row(
        (2, 6, 2), 91, frozenset({"cards", "beer-track", "mats", "tokens", "player-aid"} | BOX)
    ),
    "joebob": Row(
        (2, 8, 4),
        108,
        frozenset({"cards", "deck-map", "stickers", "ring-mat", "tokens", "player-aid"} | BOX),
    ),
    "stooges": Row((2, 8, 4), 55, frozenset({"cards", "score-sheet", "instruction-cards"} | BOX)),
    "wrestling": Row((2, 2, 2), 54, frozenset({"cards", "move-table", "score-sheet"} | BOX)),
    "throwdown": Row(
        (2, 8, 4),
        4 * 5,
        frozenset({"cards", "target-cards", "pain-tracker", "tokens", "dice", "player-aid"} | BOX),
    ),
}
GAMES = tuple(TABLE)

Build = Callable[..., dict[str, Kit]]


def build_kits(out: Path, games: Iterable[str], *options: str) -> dict[str, Kit]:
    """Build games through the command line, in this process; a kit for each."""
    arguments = ["build", *games, *SETTINGS, *options, "--out", str(out), "--json"]
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    results = json.loads(result.stdout)["results"]
    return {each["game"]: Kit(out / each["game"], {"results": [each]}) for each in results}


# The definitions


def rows(game: str, name: str = "deck.csv") -> list[dict[str, str]]:
    """A table of a game, as a spreadsheet reads it."""
    with (ROOT / "cards" / game / name).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def toml(game: str) -> dict[str, Any]:
    return tomllib.loads(text(game, "game.toml"))


def text(game: str, name: str) -> str:
    return (ROOT / "cards" / game / name).read_text(encoding="utf-8")


@cache
def boxes(game: str, shown: str, kind: str = "") -> list[Box]:
    """Where the game's template shows a text such as ``{title}`` on a kind of card."""
    template = tomllib.loads((ROOT / f"templates/{game}.toml").read_text(encoding="utf-8"))
    own = template.get("kind", {}).get(kind, {}).get("element", {})
    found = {
        tuple(own.get(name, {}).get("box", element["box"]))
        for name, element in template["element"].items()
        if element.get("text") == shown
    }
    assert found, f"no element of {game} shows {shown}"
    return [Box.of(list(box)) for box in sorted(found)]


# Reading


def squeezed(words: str) -> str:
    """A text without its spaces, which are where lines break, and in capitals, as some are set."""
    return "".join(words.split()).upper()


@dataclass(frozen=True)
class Laid:
    """A filled place of a sheet, and what lies behind it."""

    page: Page
    place: Box
    back: str = ""

    @property
    def text(self) -> str:
        return self.page.text_in(self.place)

    def read(self, where: Sequence[Box]) -> list[str]:
        """The texts in some boxes of the face, those that are empty left out."""
        texts = [self.page.text_in(box.within(self.place)) for box in where]
        return [each for each in texts if each]


def laid(pages: Sequence[Page], two_sided: bool = False) -> Iterator[Laid]:
    """All that is to be cut out, in reading order; backs are mirrored for the long edge."""
    step = 2 if two_sided else 1
    for at in range(0, len(pages), step):
        front = pages[at]
        for number in front.filled_places():
            back = ""
            if two_sided:
                row, column = divmod(number, front.columns)
                behind = pages[at + 1]
                mirrored = row * front.columns + front.columns - 1 - column
                back = behind.text_in(behind.places[mirrored])
            yield Laid(front, front.places[number], back)


def lines(chars: Iterable[Char]) -> list[list[tuple[str, float]]]:
    """Upright characters as lines from the top, each as words with their middles; 1 mm parts two."""
    found: list[list[Char]] = []
    for char in sorted(chars, key=lambda char: char.box.centre[1]):
        if found and char.box.centre[1] < max(each.box.y1 for each in found[-1]) - 0.1:
            found[-1].append(char)
        else:
            found.append([char])
    return [_words(line) for line in found]


def _words(line: list[Char]) -> list[tuple[str, float]]:
    words: list[list[Char]] = []
    for char in sorted(line, key=lambda char: char.box.x0):
        if words and char.box.x0 - words[-1][-1].box.x1 < 1:
            words[-1].append(char)
        else:
            words.append([char])
    return [
        ("".join(char.text for char in word), (word[0].box.x0 + word[-1].box.x1) / 2)
        for word in words
    ]


__all__ = [
    "GAMES",
    "PAPERS",
    "ROOT",
    "SETTINGS",
    "TABLE",
    "Build",
    "Kit",
    "Laid",
    "boxes",
    "build_kits",
    "laid",
    "lines",
    "rows",
    "squeezed",
    "text",
    "toml",
]
