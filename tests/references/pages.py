"""The reference pages read as a designer reads them: their tables, and the game of their examples."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

DOCS = Path(__file__).resolve().parents[2] / "docs"
GAME_PAGES = ("data.md", "templates.md", "pictograms.md")  # whose examples are one game
PRINTING = "brawlprint.toml"  # an example of its own, on several pages

_BLOCK = re.compile(r"^```(\w+) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`]*)`")


class Table(NamedTuple):
    """A table: the heading it stands under, the head of each column, and the rows."""

    under: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def column(self, name: str) -> list[str]:
        """A column by its head; empty cells where the table has no such column."""
        place = self.head.index(name) if name in self.head else None
        return [row[place] if place is not None else "" for row in self.rows]

    def names(self) -> list[str]:
        """What the first column names, in code; a row may name several."""
        return [key for row in self.rows for key in codes(row[0])]


def codes(cell: str) -> list[str]:
    """The pieces of code in a cell."""
    return _CODE.findall(cell)


def text_of(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def tables(page: str) -> list[Table]:
    """Every table of a page, in order."""
    found, under, rows = [], "", list[tuple[str, ...]]()
    for line in [*_BLOCK.sub("", text_of(page)).split("\n"), ""]:
        if line.startswith("|"):
            rows.append(tuple(cell.strip() for cell in line[1:-1].split("|")))
            continue
        if rows:
            found.append(Table(under, rows[0], tuple(rows[2:])))
            rows = []
        if line.startswith("#"):
            under = line.lstrip("# ")
    return found


def table(page: str, under: str, first: str) -> list[Table]:
    """The tables under a heading whose first column has this head."""
    return [each for each in tables(page) if each.under == under and each.head[0] == first]


def blocks(page: str) -> Iterator[tuple[str, str]]:
    """A page's examples as (file, text), in order."""
    for _, name, text in _BLOCK.findall(text_of(page)):
        yield name, text


def example_files() -> dict[str, str]:
    """The files of the example game: the pieces of one file stand on the pages in its order."""
    files: dict[str, str] = {}
    for page in GAME_PAGES:
        for name, text in blocks(page):
            if name != PRINTING:
                files[name] = f"{files[name]}\n{text}" if name in files else text
    return files


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def data_of(files: dict[str, str]) -> dict[str, dict[str, Any]]:
    """The TOML files of the example, but for pictures and icons, as their tables."""
    return {
        name: tomllib.loads(text)
        for name, text in files.items()
        if name.endswith(".toml") and "pictograms" not in name and "icons" not in name
    }


def toml(data: dict[str, Any]) -> str:
    """A table as TOML again, a line a key."""
    return "\n".join(f"{_key(key)} = {_value(value)}" for key, value in data.items())


def _key(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key, re.ASCII) else _value(key)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {_value(each)}' for key, each in value.items())} }}"
    return str(value)
