"""TOML files of many entries, of which a build needs a few: each is parsed when it is asked for.

Icons and pictures are such files. Parsing a hundred entries for the sake of ten would cost more
than drawing a deck.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from brawlprint.definitions.toml_file import TomlFile, broken, read_text
from brawlprint.errors import DefinitionError

_HEADER = re.compile(r"^\[([A-Za-z0-9_-]+)\][ \t]*(?:#.*)?\r?$", re.MULTILINE)

Entry = Mapping[str, Any]


class EntryFile(Mapping[str, Entry]):
    """The entries of a file by name, in file order.

    Raises :class:`DefinitionError` for a fault in an entry when that entry is read.
    """

    def __init__(self, path: Path) -> None:
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
        if name not in self._entries:
            start, end = self._spans[name]
            self._entries[name] = self._parse(start, end)[name]
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._spans)

    def __len__(self) -> int:
        return len(self._spans)

    def error(self, name: str, message: str, remedy: str, code: str = "toml") -> DefinitionError:
        """A fault in an entry, ready to raise."""
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
