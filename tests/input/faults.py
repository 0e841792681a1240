"""Faults as data: what to spoil, and what must be said of it, through the command line.

A refusal is one message that says where and what, and leaves nothing behind: no new file or folder,
and an earlier build as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from conftest import Pub, Run

Spoil = Callable[["Pub"], object]

GAME, DECK = "cards/pub/game.toml", "cards/pub/deck.csv"
NOT_UTF_8 = "save the file as UTF-8 (in a spreadsheet: 'CSV UTF-8')"
BUILD = ("build", "pub", "--only", "cards")


@dataclass(frozen=True)
class Fault:
    """What to spoil, where the fault is told to be, and what must be said of it.

    ``row`` may be a text: the line on which it ends. ``says`` are parts of the message: the
    value that is wrong, and what would be right.
    """

    name: str
    spoil: Spoil
    file: str
    row: int | str | None
    column: str | None
    says: tuple[str, ...]
    args: tuple[str, ...] = BUILD


def cell(row: int, **cells: str) -> Spoil:
    return lambda pub: pub.set(row, **cells)


def edit(name: str, old: str, new: str) -> Spoil:
    return lambda pub: pub.edit(name, old, new)


def raw(name: str, content: bytes) -> Spoil:
    return lambda pub: pub.path(name).write_bytes(content)


def changed(name: str, change: Callable[[bytes], bytes]) -> Spoil:
    return lambda pub: pub.path(name).write_bytes(change(pub.path(name).read_bytes()))


def gone(name: str) -> Spoil:
    return lambda pub: pub.path(name).unlink()


def every(**cells: str) -> Spoil:
    return lambda pub: pub.write_deck([row | cells for row in pub.deck()])


def both(*spoils: Spoil) -> Spoil:
    return lambda pub: [spoil(pub) for spoil in spoils]


def deck(name: str, spoil: Spoil, row: int | None, column: str | None, *says: str) -> Fault:
    return Fault(name, spoil, DECK, row, column, says)


def game(name: str, spoil: Spoil, row: int | str | None, key: str | None, *says: str) -> Fault:
    return Fault(name, spoil, GAME, row, key, says)


def toml(name: str, old: str, new: str, key: str | None, *says: str) -> Fault:
    """A fault in game.toml, on the line where ``new`` now stands."""
    return game(name, edit("game.toml", old, new), new, key, *says)


def ids(faults: Iterable[Fault]) -> list[str]:
    return [fault.name for fault in faults]


def place(fault: Fault, pub: Pub) -> tuple[str, dict[str, Any]]:
    """Where a fault must be told to be: in words, and as JSON has it."""
    row = fault.row
    if isinstance(row, str):
        text = (pub.root / fault.file).read_text("utf-8")
        assert row in text
        row = text[: text.index(row) + len(row)].count("\n") + 1
    words = ("row", "column") if fault.file.endswith(".csv") else ("line", "key")
    told = [f"{words[0]} {row}"] * (row is not None)
    told += [f"{words[1]} {fault.column!r}"] * (fault.column is not None)
    return ", ".join([fault.file, *told]), {"file": fault.file, "row": row, "column": fault.column}


def earlier_build(pub: Pub) -> None:
    """Something that lies where a build would write."""
    folder = pub.root / "output/pub"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("cards.pdf", "beer-track.pdf", "manifest.json"):
        (folder / name).write_bytes(f"earlier {name}".encode())


def refused(pub: Pub, run: Run, args: tuple[str, ...], code: int) -> tuple[str, dict[str, Any]]:
    """Run in vain: the one message on stderr, and the one finding of ``--json``."""
    before = pub.tree()
    result = run(*args)
    assert (result.code, result.out) == (code, "")
    assert pub.tree() == before
    [line] = result.err.splitlines()
    assert line.isprintable()
    assert len(line) < 1000
    assert line.startswith("Error: ")

    earlier_build(pub)
    before = pub.tree()
    result = run(*args, "--json")
    assert (result.code, result.err) == (code, "")
    assert pub.tree() == before
    assert result.json["ok"] is False
    [finding] = result.json["findings"]
    assert finding["level"] == "error"
    assert finding["code"]
    return line.removeprefix("Error: "), finding


def assert_refused(fault: Fault, pub: Pub, run: Run) -> tuple[str, dict[str, Any]]:
    """Spoil and run in vain: the fault is told, in words and as JSON; both are given back."""
    fault.spoil(pub)
    words, where = place(fault, pub)
    line, finding = refused(pub, run, fault.args, code=1)
    assert line.startswith(f"{words}: ")
    assert finding["where"] == where
    assert_said(fault.says, line, f"{finding['message']}; {finding['remedy']}")
    return line, finding


def assert_said(says: Iterable[str], *messages: str) -> None:
    for message in messages:
        assert [part for part in says if part not in message] == []
