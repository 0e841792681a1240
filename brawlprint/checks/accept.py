"""What a deck is made of, taken over into ``game.toml`` as what is expected of it.

The file stays its author's: a number that differs is changed where it stands, a word that has none
gets a line beside its neighbours, and nothing else is touched. The new text is read before it is
written: unless it says what the old one did, but for these numbers, nothing is.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brawlprint.checks.composition import cards_by_word
from brawlprint.definitions import Deck, Game
from brawlprint.definitions.toml_file import TomlFile, read_toml
from brawlprint.errors import RequestError, shown

BOM = b"\xef\xbb\xbf"
_NUMBER = r"\+?\d\w*"
# What may stand before a key in an inline table: other keys, and tables in tables.
_BEFORE = r"(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*?"


class Change(Struct, frozen=True):
    """A number of an ``expect`` table: its key part by part, what it was, is now, and its line.

    ``words`` are all the words of its column, in their order; ``new`` is one that had no number.
    """

    path: tuple[str, ...]
    was: int
    now: int
    new: bool = False
    words: tuple[str, ...] = ()
    line: int = 0

    def __str__(self) -> str:
        return f"{self.path[-1]} {self.was} → {self.now}{', a new line' if self.new else ''}"


class Acceptance(Struct, frozen=True):
    """A ``game.toml`` with what is expected brought up to date: its bytes, and what changed."""

    path: Path
    data: bytes
    changes: tuple[Change, ...]

    def lines(self) -> list[str]:
        """Each change with its place; or that there is none."""
        if not self.changes:
            return [f"{shown(self.path)} expects what there is; nothing to accept"]
        return [f"{shown(self.path)}, line {each.line}: {each}" for each in self.changes]

    def as_json(self) -> list[dict[str, object]]:
        """The shape of ``accepted`` in ``brawlprint check --json``."""
        return [
            {"file": shown(self.path), "row": each.line, "key": ".".join(each.path),
             "was": each.was, "now": each.now}
            for each in self.changes
        ]  # fmt: skip


def write_accepted(acceptances: Iterable[Acceptance]) -> None:
    """Put all files in their places, or none of them and raise :class:`OutputError`."""
    from brawlprint.output import write_all

    # A link within the workspace stays one.
    files = {each.path.resolve(): each.data for each in acceptances if each.changes}
    if files:
        folder = Path(os.path.commonpath([path.parent for path in files]))
        named = {str(path.relative_to(folder)): data for path, data in files.items()}
        write_all(folder, named, remedy="nothing is accepted")


def accept(game: Game) -> Acceptance:
    """What a game's decks are made of now, as what ``game.toml`` expects; nothing is written yet.

    Raises :class:`RequestError` where nothing is expected, or the tables are laid out in a way that
    is not changed line by line.
    """
    file = read_toml(game.path)
    if not any("expect" in spec for spec in file.data["decks"].values()):
        table = f"[decks.{next(iter(game.decks))}.expect]"
        raise RequestError(
            f"{shown(game.path)} expects nothing of its cards, so there is nothing to bring up to "
            f"date; write {table} with total = 0 in it, then accept"
        )
    changes = [change for deck in game.decks.values() for change in _changes(game, deck)]
    text, data = file.text, deepcopy(file.data)
    for change in changes:
        text = _changed(text, change)
        _table(data, change.path)[change.path[-1]] = change.now
    if _parsed(text) != data:
        raise _unlike(game.path, changes)
    after = TomlFile(game.path, data, text)
    told = tuple(replace(each, line=after.find(".".join(each.path))[1]) for each in changes)
    mark = BOM if game.path.read_bytes().startswith(BOM) else b""
    return Acceptance(game.path, mark + text.encode(), told)


def _changes(game: Game, deck: Deck) -> Iterator[Change]:
    """The numbers of a deck that differ; a word that nobody expects any of is not told to be 0.

    How many copies each title has is a rule more than a count: it changes if all keep another.
    """
    expect, table = deck.expect, ("decks", deck.name, "expect")
    copies = {card.copies for card in deck.titles if card.copies}
    plain = [("total", expect.total, len(deck))]
    plain += [("copies", expect.copies, copies.pop())] if len(copies) == 1 else []
    for key, was, now in plain:
        if was is not None and was != now:
            yield Change((*table, key), was, now)
    for column, wanted in expect.count.items():
        have, words = cards_by_word(game, deck, column), tuple(game.vocabulary(column))
        for word in words:
            was, now = wanted.get(word, 0), have.get(word, 0)
            if was != now:
                path = (*table, "count", column, word)
                yield Change(path, was, now, word not in wanted, words)


def _changed(text: str, change: Change) -> str:
    """The text with one number changed; as it is where it has a form that is not known here."""
    lines = text.split("\n")
    depth, line = TomlFile(Path(), {}, text).find(".".join(change.path))
    at = line - 1
    if change.new:
        return _added(text, change)
    if depth == len(change.path):
        lines[at] = re.sub(rf"^([^=]*=\s*){_NUMBER}", rf"\g<1>{change.now}", lines[at], count=1)
    elif line:
        table, key = (_spelt(part) for part in change.path[-2:])
        pattern = rf"({table}\s*=\s*\{{{_BEFORE}(?<![\w-]){key}\s*=\s*){_NUMBER}"
        lines[at] = re.sub(pattern, rf"\g<1>{change.now}", lines[at], count=1)
    return "\n".join(lines)


def _added(text: str, change: Change) -> str:
    """The text with a line more, where the column's words have it; or a key more between braces."""
    lines, table = text.split("\n"), change.path[:-1]
    file = TomlFile(Path(), {}, text)

    def standing(path: Sequence[str]) -> int:
        depth, line = file.find(".".join(path))
        return line if depth == len(path) else 0

    key, place = _written(change.path[-1]), change.words.index(change.path[-1])
    for word in [*change.words[:place][::-1], *change.words[place + 1 :]]:
        if not (line := standing((*table, word))):
            continue
        beside = lines[line - 1]
        shape = re.match(rf"(\s*(?:.*\.)?){_spelt(word)}(\s*=\s*)", beside)
        if shape is None:
            return text
        after = change.words.index(word) < place
        more = f"{shape[1]}{key}{shape[2]}{change.now}{_ending(beside)}"
        lines.insert(line if after else line - 1, more)
        return "\n".join(lines)
    line = standing(table) or file.find(".".join(table))[1]
    if not line:
        return text
    here = lines[line - 1]
    if re.match(r"\s*\[", here):
        lines.insert(line, f"{key} = {change.now}{_ending(here)}")
        return "\n".join(lines)
    pattern = rf"({_spelt(table[-1])}\s*=\s*\{{)([^{{}}]*?)(\s*\}})"
    more = f"{key} = {change.now}"
    lines[line - 1] = re.sub(
        pattern,
        lambda found: f"{found[1]}{found[2]}{',' if found[2].strip() else ''} {more}{found[3]}",
        here,
        count=1,
    )
    return "\n".join(lines)


def _ending(line: str) -> str:
    return "\r" if line.endswith("\r") else ""


def _spelt(key: str) -> str:
    """A pattern for a key, in quotes or without."""
    return rf"[\"']?{re.escape(key)}[\"']?"


def _written(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def _table(data: Any, path: Sequence[str]) -> dict[str, Any]:
    """The table that a key stands in."""
    for part in path[:-1]:
        data = data[part]
    found: dict[str, Any] = data
    return found


def _parsed(text: str) -> Mapping[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _unlike(path: Path, changes: Sequence[Change]) -> RequestError:
    told = ", ".join(f"{'.'.join(each.path)} = {each.now}" for each in changes)
    return RequestError(
        f"{shown(path)}: its expect tables are laid out in a way that is not changed by itself; "
        f"nothing is written; write  {told}"
    )
