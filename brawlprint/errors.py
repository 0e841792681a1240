"""What can go wrong, told for people.

The tree, with the exit code of each::

    BrawlprintError
    ├── RequestError      2   wrong use: an unknown game, paper, component, number of players
    │   └── NoRoomError            it does not fit on the paper; says what would
    ├── OutputError       2   a place that can't be written
    ├── DefinitionError   1   game.toml, deck.csv or a template falls short; carries its findings
    ├── ExportError       1   what was made for a shop is not what it takes
    ├── ActionError       1   what somebody wants to do in a match can't be done; the match goes on
    │   ├── InvalidActionError     it is no action at all
    │   ├── IllegalActionError     an action, but not one of the legal ones now
    │   └── AmbiguousActionError   it fits several legal actions
    ├── PositionError     1   a starting position that can't be
    ├── RulesError        1   a rules file went wrong in the middle of a match, which is over now
    ├── WorkerError       1   a process or machine that played a part of a simulation was lost
    ├── ChanceError       1   a die, coin or shuffle was given that can't be, or was not given
    └── TranscriptError   1   a transcript can't be read, or does not go as it says

A *finding* says where something is wrong, quotes the value, and says what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

MOST_LISTED = 30  # names in a message
MOST_COMPARED, LONGEST_WORD = 500, 80  # names and letters looked at for a likeness

Level = Literal["error", "warning", "info"]


class Where(NamedTuple):
    """A place in a file: ``row`` counts as a spreadsheet does (the header is row 1), or lines.

    In a PDF ``row`` is the page and ``column`` the place on it.

    >>> str(Where("cards.pdf", 3, "row 1, column 2"))
    'cards.pdf, page 3, row 1, column 2'
    """

    file: str = ""
    row: int | None = None
    column: str | None = None

    @property
    def sheet(self) -> str | None:
        """The sheet of a spreadsheet that was read."""
        return _SHEETS.get(self.file)

    def __str__(self) -> str:
        parts = [self.file] if self.file else []
        if self.sheet is not None:
            parts.append(f"sheet {self.sheet!r}")
        if self.file.lower().endswith(".pdf"):
            row, column = f"page {self.row}", self.column
        elif self.file.endswith((".csv", ".xlsx")):
            row, column = f"row {self.row}", f"column {self.column!r}"
        else:
            row, column = f"line {self.row}", f"key {self.column!r}"
        if self.row is not None:
            parts.append(row)
        if self.column is not None and column is not None:
            parts.append(column)
        return ", ".join(parts)


class Finding(NamedTuple):
    """One thing somebody should know about a definition, a deck or a print.

    >>> str(Finding("unknown-need", "'theif' is no known need", Where("deck.csv", 24, "needs"),
    ...             "did you mean 'thief'?"))
    "deck.csv, row 24, column 'needs': 'theif' is no known need; did you mean 'thief'?"
    """

    code: str
    message: str
    where: Where = Where()
    remedy: str = ""
    level: Level = "error"

    def __str__(self) -> str:
        place = str(self.where)
        head = f"{place}: " if place else ""
        tail = f"; {self.remedy}" if self.remedy else ""
        return printable(f"{head}{self.message}{tail}")

    def as_json(self) -> dict[str, object]:
        """The finding as the ``--json`` output shows it."""
        where = {"file": self.where.file, "row": self.where.row, "column": self.where.column}
        if self.where.sheet is not None:
            where["sheet"] = self.where.sheet
        return {
            "level": self.level,
            "code": self.code,
            "where": where,
            "message": self.message,
            "remedy": self.remedy,
        }


class BrawlprintError(Exception):
    """Anything this program refuses; the message is for the person at the keyboard."""

    exit_code = 1

    def findings(self) -> tuple[Finding, ...]:
        """The error as findings, for ``--json``."""
        code = "".join(f"-{c.lower()}" if c.isupper() else c for c in type(self).__name__)
        return (Finding(code.strip("-").removesuffix("-error"), str(self)),)


class RequestError(BrawlprintError):
    """The command asks for something there is not."""

    exit_code = 2


class NoRoomError(RequestError):
    """Something does not fit on the paper; a build leaves it out if nobody asked for it by name."""


class OutputError(BrawlprintError):
    """A place that can't be written."""

    exit_code = 2


class DefinitionError(BrawlprintError):
    """A definition falls short; one finding for each fault.

    >>> print(DefinitionError([Finding("empty-deck", "the deck has no cards", Where("deck.csv"))]))
    deck.csv: the deck has no cards
    """

    def __init__(self, findings: Iterable[Finding]) -> None:
        self._findings = tuple(findings)
        super().__init__("\n".join(str(finding) for finding in self._findings))

    def findings(self) -> tuple[Finding, ...]:
        """Every fault found, in file order."""
        return self._findings

    def placed(self, where: Where) -> DefinitionError:
        """The same faults, those without a place of their own told to be there."""
        findings = self._findings
        return DefinitionError(
            each if each.where.file else each._replace(where=where) for each in findings
        )


class ExportError(BrawlprintError):
    """What was made for a shop or a table simulator is not what it takes, so it is not written."""


class ActionError(BrawlprintError, ValueError):
    """What somebody wants to do in a match can't be done; the match is as it was.

    ``rule`` is the number of the ruling it stands under, as far as one is known.
    """

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule


class InvalidActionError(ActionError):
    """The text (or object) is no action of this game."""


class IllegalActionError(ActionError):
    """An action of the game, but none of the legal ones now."""


class AmbiguousActionError(ActionError):
    """The text fits several legal actions."""


class PositionError(BrawlprintError, ValueError):
    """A given starting position can't be."""


class RulesError(BrawlprintError):
    """A rules file went wrong: it can't be loaded, or in the middle of a match, which is over.

    ``where`` is the file and line of the fault; the message names the seed that repeats it.

    >>> print(RulesError("KeyError: 'jab'", Where("rules/duel.py", 7)))
    rules/duel.py, line 7: KeyError: 'jab'
    """

    def __init__(self, message: str, where: Where | None = None) -> None:
        self._finding = Finding("rules", message, where or Where())
        super().__init__(str(self._finding))

    def findings(self) -> tuple[Finding, ...]:
        """The error as the one finding it is."""
        return (self._finding,)


class WorkerError(BrawlprintError):
    """A process or machine that played a part of a simulation was lost, or can't do its part."""


class ChanceError(BrawlprintError):
    """A given die, coin, pick or shuffle can't be, or is missing."""


class TranscriptError(BrawlprintError):
    """A transcript can't be read, or the match does not go as it says.

    >>> print(TranscriptError("Ann has no stamina", Where("fall.txt", 7), rule="TD-A13"))
    fall.txt, line 7: Ann has no stamina (TD-A13)
    """

    def __init__(self, message: str, where: Where, rule: str = "", remedy: str = "") -> None:
        self.where, self.rule = where, rule
        text = f"{message} ({rule})" if rule and rule not in message else message
        self._finding = Finding("transcript", text, where, remedy)
        super().__init__(str(self._finding))

    def findings(self) -> tuple[Finding, ...]:
        """The error as the one finding it is."""
        return (self._finding,)


_SHEETS: dict[str, str] = {}
_AMONG: dict[str, tuple[str, ...]] = {}  # where none of several has the name that is looked for
# Controls but tab and line feed, and what sets the direction of a line.
_STEERING = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069]")


def name_sheet(path: Path, sheet: str | None, among: Sequence[str] = ()) -> None:
    """Note which sheet of a spreadsheet was read, so that whatever is said of it names the sheet.

    None forgets it, before the file is read anew. ``among`` are all its sheets, where it was the
    first one that was read and none is named as the file is.

    >>> name_sheet(Path("crew.xlsx"), "Cards")
    >>> str(Where("crew.xlsx", 3, "kind"))
    "crew.xlsx, sheet 'Cards', row 3, column 'kind'"
    """
    _SHEETS.pop(shown(path), None)
    _AMONG.pop(shown(path), None)
    if sheet is not None:
        _SHEETS[shown(path)] = sheet
    if among:
        _AMONG[shown(path)] = tuple(among)


def sheet_guessed(path: Path) -> str:
    """What to say of a spreadsheet of which the first sheet was read for want of one with its name.

    >>> name_sheet(Path("crew.xlsx"), "Ideas", ["Ideas", "Cards"])
    >>> sheet_guessed(Path("crew.xlsx"))
    "of the sheets 'Ideas' and 'Cards' the first was read; name the one with the cards 'crew'"
    >>> sheet_guessed(Path("crew.csv"))
    ''
    """
    names = [quoted(name) for name in _AMONG.get(shown(path), ())[:MOST_LISTED]]
    if not names:
        return ""
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    return f"of the sheets {listed} the first was read; name the one with the cards {path.stem!r}"


def shown(path: Path) -> str:
    """A path as people know it: relative to the current folder where it lies below it."""
    here = Path.cwd()
    for place in (path.resolve(), path.absolute()):  # a link below it may lead elsewhere
        if place.is_relative_to(here) and ".." not in place.parts:
            return printable(place.relative_to(here).as_posix())
    return printable(str(path))


def printable(text: str) -> str:
    r"""A text as a terminal may have it: what would steer the terminal is written out.

    >>> print(printable("Jab\x1b[2J"), printable("½ ♠"))
    Jab\x1b[2J ½ ♠
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def steering(text: str) -> str | None:
    r"""The first character that would steer a terminal or turn the line round; or None.

    Line feeds and tabs are none.

    >>> steering("a\tb\n"), steering("a\x1bb"), steering("a\u202eb")
    (None, '\x1b', '\u202e')
    """
    if text.isprintable():
        return None
    found = _STEERING.search(text)
    return found[0] if found else None


def quoted(value: object, most: int = 60) -> str:
    """A value as a message quotes it: written out, unless it goes on and on.

    >>> quoted("x" * 99, most=8)
    "'xxxxxxx…'"
    """
    if isinstance(value, str):
        return repr(value if len(value) <= most else f"{value[: most - 1]}…")
    text = repr(value)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def choices(names: Iterable[str]) -> str:
    """Names as a sentence lists them.

    >>> choices(["a4", "letter"])
    "'a4' or 'letter'"
    """
    quoted = [f"'{name}'" for name in names]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def suggestion(value: str, known: Sequence[str]) -> str:
    """The nearest known names if there are any, else all of them, or the first of very many.

    >>> suggestion("lettr", ["a4", "letter"])
    "did you mean 'letter'?"
    >>> suggestion("zzz", ["a4", "letter"])
    "known: 'a4' or 'letter'"
    """
    from difflib import get_close_matches

    near = []
    if len(value) <= LONGEST_WORD:
        near = get_close_matches(value.casefold(), known[:MOST_COMPARED], n=3, cutoff=0.55)
    if near:
        return f"did you mean {choices(near)}?"
    if len(known) > MOST_LISTED:
        return f"known: {', '.join(map(repr, known[:MOST_LISTED]))} … ({len(known)} in all)"
    return f"known: {choices(known)}" if known else "there are none"
