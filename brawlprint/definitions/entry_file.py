"""TOML files of many entries, of which a build needs a few: each is parsed when it is asked for.

Icons and pictures are such files. Parsing a hundred entries for the sake of ten would cost more
than drawing a deck.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from brawlprint.definitions.toml_file import TomlFile, broken, read_text
from brawlprint.errors import DefinitionError

_HEADER = re.compile(r"^\[([A-Za-z0-9_-]+)\][ \t]*(?:#.*)?\r?$", re.MULTILINE)

Entry = Mapping[str, Any]


class EntryFile(Mapping[str, Entry]):
    """The entries of a file by name, in file order; then those of ``base`` that it hasn't.

    Raises :class:`DefinitionError` for a fault in an entry when that entry is read.
    """

    def __init__(self, path: Path, base: EntryFile | None = None) -> None:
        self.base = base
        self.file = TomlFile(path, {}, read_text(path))
        text = self.file.text
        heads = list(_HEADER.finditer(text))
        ends = [head.start() for head in heads[1:]] + [len(text)]
        self._spans: dict[str, tuple[int, int]] = {}
        self._entries: dict[str, Entry] = {}
        for head, end in zip(heads, ends, strict=False):  # no heads, one end
            if head[1] in self._spans:
                raise self.error(head[1], f"two entries are named {head[1]!r}", "rename one")
            self._spans[head[1]] = (head.start(), end)
        self._parse(0, heads[0].start() if heads else len(text))

    def __getitem__(self, name: str) -> Entry:
        if self.base is not None and name not in self._spans:
            return self.base[name]
        if name not in self._entries:
            start, end = self._spans[name]
            quick = read_plain_entry(self.file.text[start:end])
            self._entries[name] = self._parse(start, end)[name] if quick is None else quick
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._spans
        yield from (name for name in self.base or () if name not in self._spans)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return name in self._spans or (self.base is not None and name in self.base)

    def source(self, name: str) -> str:
        """An entry as it is written; empty for one that there is not."""
        if self.base is not None and name not in self._spans:
            return self.base.source(name)
        start, end = self._spans.get(name, (0, 0))
        return self.file.text[start:end]

    def error(self, name: str, message: str, remedy: str, code: str = "toml") -> DefinitionError:
        """A fault in an entry, ready to raise."""
        if self.base is not None and name not in self._spans and name in self.base:
            return self.base.error(name, message, remedy, code)
        return self.file.error(name, message, remedy, code)

    def _parse(self, start: int, end: int) -> dict[str, Any]:
        """A stretch of the file, with blank lines before it, so that line numbers stay true."""
        text = self.file.text
        try:
            return tomllib.loads(text[start:end])
        except (ValueError, RecursionError):
            padded = "\n" * text.count("\n", 0, start) + text[start:end]
            try:
                return tomllib.loads(padded)
            except (ValueError, RecursionError) as error:
                raise broken(self.file.path, padded, error) from None


def read_entries(paths: Sequence[Path]) -> EntryFile | None:
    """Files of one sort as one, the first one's entries before those of the others; None of none."""
    file: EntryFile | None = None
    for path in reversed(paths):
        file = EntryFile(path, file)
    return file


_BARE_LINE = re.compile(r"\[[\w-]+\][ \t]*|\s*(?:#.*)?")
_TEXT_LINE = re.compile(r"([\w-]+) = (?:\"([^\"\\]*)\"|'([^']*)')")
_LIST_LINE = re.compile(r"([\w-]+) = \[")
_TABLE_LINE = re.compile(r"\s+\{ (.*) \},?")
_NUMBER = r"-?(?:0|[1-9]\d*)(?:\.\d+)?"
_PAIR = re.compile(
    rf"([\w-]+) = (?:'([^']*)'|({_NUMBER})(?![\w.])|(true|false)"
    rf"|\[({_NUMBER}(?:, {_NUMBER})*)\]|\[('[^']*'(?:, '[^']*')*)\])(?:, |$)"
)


def read_plain_entry(text: str) -> Entry | None:
    r"""An entry written as most are, one table a line, at a third of tomllib's time; else None.

    >>> read_plain_entry("[a]\nparts = [\n  { line = 'M1 2', width = 3 },\n]\n")
    {'parts': [{'line': 'M1 2', 'width': 3}]}
    """
    entry: dict[str, Any] = {}
    lines = iter(text.splitlines())
    for line in lines:
        if found := _TEXT_LINE.fullmatch(line):
            name, value = found[1], found[2] if found[2] is not None else found[3]
        elif found := _LIST_LINE.fullmatch(line):
            name, value = found[1], _plain_tables(lines)
        elif _BARE_LINE.fullmatch(line):
            continue
        else:
            return None
        if value is None or name in entry:
            return None
        entry[name] = value
    return entry


def _plain_tables(lines: Iterator[str]) -> list[dict[str, Any]] | None:
    """The tables of a list up to its end; None if a line is anything else."""
    tables: list[dict[str, Any]] = []
    for line in lines:
        if line == "]":
            return tables
        found = _TABLE_LINE.fullmatch(line)
        table = _plain_table(found[1]) if found else None
        if table is None:
            return None
        tables.append(table)
    return None


def _plain_table(text: str) -> dict[str, Any] | None:
    table: dict[str, Any] = {}
    place = 0
    for pair in _PAIR.finditer(text):
        name, word, number, truth, numbers, words = pair.groups()
        if pair.start() != place or name in table:
            return None
        place = pair.end()
        if word is not None:
            table[name] = word
        elif number is not None:
            table[name] = _number(number)
        elif truth is not None:
            table[name] = truth == "true"
        elif numbers is not None:
            table[name] = [_number(each) for each in numbers.split(", ")]
        else:
            table[name] = words[1:-1].split("', '")
    return table if place == len(text) else None


def _number(text: str) -> float:
    return float(text) if "." in text else int(text)
