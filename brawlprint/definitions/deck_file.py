"""A card list (``deck.csv``) read into a :class:`Deck`: every fault of the file told at once."""

from __future__ import annotations

import csv
import io
import itertools
import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from brawlprint.definitions.columns import or_declare, read_value, whole_number
from brawlprint.definitions.model import (
    FIXED_COLUMNS,
    REQUIRED_COLUMNS,
    Card,
    Column,
    Deck,
    DeckSpec,
    Status,
    Term,
    Value,
)
from brawlprint.definitions.toml_file import read_text
from brawlprint.errors import (
    DefinitionError,
    Finding,
    Where,
    choices,
    quoted,
    sheet_guessed,
    shown,
    steering,
    suggestion,
)

MOST_COPIES = 1000
MOST_NUMBER = 99_999
MOST_CHARACTERS = 5_000  # of one cell
MOST_ROWS = 25_000  # of a table, and cards of a deck: what half a gigabyte of memory prints
MOST_FAULTS = 500  # told at once
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
# Windows has devices of these names in every folder, whatever the ending.
DEVICES = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)),
}


def load_deck(
    name: str, spec: DeckSpec, path: Path, kinds: Mapping[str, Term], columns: Mapping[str, Column]
) -> Deck:
    """Read a card list; raises :class:`DefinitionError` with a finding for every fault in it."""
    return _Reader(path, kinds, columns).deck(name, spec)


def first_sheet(deck: Deck) -> Iterator[Finding]:
    """A card list that was read from the first of several sheets, since none has its name."""
    if told := sheet_guessed(deck.path):
        message, _, remedy = told.partition("; ")
        yield Finding("sheet", message, Where(shown(deck.path)), remedy, "info")


def read_rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """A table's row numbers (as a spreadsheet counts them) and cells; empty rows are passed over.

    The separator is whichever of comma and semicolon the first row has more of.
    """
    text = read_text(path)
    first = next((line for line in text.splitlines() if line.strip(" \t,;")), "")
    separator = ";" if first.count(";") > first.count(",") else ","
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True
    )
    for row in itertools.count(1):
        try:
            cells = next(reader, None)
        except csv.Error as error:
            message = f"the row can't be read: {error}"
            remedy = "a quote inside a quoted cell is written twice, and each is closed"
            where = Where(shown(path), row)
            raise DefinitionError([Finding("csv-syntax", message, where, remedy)]) from None
        if cells is None:
            return
        cells = [_clean(cell) for cell in cells]
        if any(cells):
            if row > MOST_ROWS + 1:
                message = f"the table has over {MOST_ROWS:,} rows"
                remedy = "split it, or give one row more copies"
                raise DefinitionError([Finding("rows", message, Where(shown(path), row), remedy)])
            yield row, cells


def _clean(cell: str) -> str:
    """A cell without spaces around it, its line ends and accents written the one common way."""
    return unicodedata.normalize("NFC", cell.replace("\r\n", "\n").replace("\r", "\n").strip())


class _Reader:
    """Reads one file and collects what is wrong with it."""

    def __init__(
        self, path: Path, kinds: Mapping[str, Term], columns: Mapping[str, Column]
    ) -> None:
        self.path = path
        self.file = shown(path)
        self.kinds = kinds
        self.columns = columns
        self.width = 0  # cells of the header row, empty ones included
        self.findings: list[Finding] = []

    def deck(self, name: str, spec: DeckSpec) -> Deck:
        rows = read_rows(self.path)
        first, names = next(rows, (1, []))
        self.width = len(names)
        header = self.header(first, names)
        used = {key: spec_ for key, spec_ in self.columns.items() if key in header}
        cards = [
            self.card(row, cells, header, used)
            for row, cells in rows
            if self.whole(row, cells, header)
        ]
        self.unique(cards, "id")
        self.unique(cards, "no")
        self.stop_at_faults()
        count = sum(card.copies for card in cards)
        if not count:
            self.fault("empty-deck", "the deck has no cards", remedy="add a row with copies 1")
        if count > MOST_ROWS:
            remedy = f"let the copies make at most {MOST_ROWS:,}"
            self.fault("cards", f"the deck has {count:,} cards", remedy=remedy)
        self.stop_at_faults()
        made = Deck(name, self.path, tuple(cards), spec.template, spec.back, spec.expect)
        return replace(made, hand=spec.hand)

    def fault(
        self,
        code: str,
        message: str,
        row: int | None = None,
        column: str | None = None,
        remedy: str = "",
    ) -> None:
        self.findings.append(Finding(code, message, Where(self.file, row, column), remedy))
        if len(self.findings) == MOST_FAULTS:
            message = f"{MOST_FAULTS} faults are told, and there may be more"
            where = Where(self.file, row)
            self.findings.append(Finding("more-faults", message, where, "mend these first"))
            self.stop_at_faults()

    def stop_at_faults(self) -> None:
        if self.findings:
            raise DefinitionError(sorted(self.findings, key=lambda each: each.where.row or 0))

    def header(self, row: int, names: list[str]) -> list[str]:
        """The column names, checked; if they fall short, another sheet may have been meant."""
        try:
            return self.checked_header(row, names)
        except DefinitionError as error:
            first, *others = error.findings()
            if not (told := sheet_guessed(self.path)):
                raise
            remedy = f"{first.remedy}; {told}" if first.remedy else told
            raise DefinitionError([first._replace(remedy=remedy), *others]) from None

    def checked_header(self, row: int, names: list[str]) -> list[str]:
        """The column names, checked against the fixed ones and those the game declares."""
        while names and not names[-1]:
            names.pop()
        if not names:
            self.fault("empty-deck", "the file is empty", remedy="write a header row and the cards")
            self.stop_at_faults()
        known = [*FIXED_COLUMNS, *self.columns]
        own = {column.casefold(): column for column in known}
        names[:] = [own.get(column.casefold(), column) for column in names]
        for column in names:
            if column not in known:
                remedy = suggestion(column, known)
                if column.isidentifier():
                    remedy += f"; one of your own is declared in game.toml, [columns.{column}]"
                self.fault("unknown-column", f"unknown column {column!r}", row, column, remedy)
        self.stop_at_faults()  # a column that is misspelt is not missing as well
        for column in sorted({column for column in names if names.count(column) > 1}):
            self.fault(
                "duplicate-column",
                f"two columns are named {column!r}",
                row,
                column,
                "keep one of them",
            )
        needed = [name for name, column in self.columns.items() if not column.optional]
        for column in (*REQUIRED_COLUMNS, *needed):
            if column not in names:
                there = ", ".join(names) or "nothing"
                self.fault(
                    "missing-column",
                    f"the column {column!r} is missing",
                    row,
                    column,
                    f"add it to the header row, which has: {there}",
                )
        self.stop_at_faults()
        return names

    def whole(self, row: int, cells: list[str], header: list[str]) -> bool:
        """Whether a row is a card: a cell for each column, none endless; if not, it is told."""
        if not len(header) <= len(cells) <= self.width:
            remedy = (
                "leave what is no card's beside the table out"
                if self.path.suffix == ".xlsx"
                else "put text that holds the separator in quotes"
            )
            message = f"the row has {len(cells)} cells, the header {len(header)}"
            self.fault("cells", message, row, remedy=remedy)
            return False
        for name, cell in zip(header, cells, strict=False):
            if len(cell) > MOST_CHARACTERS:
                message = f"{cell[:30] + '…'!r} has {len(cell):,} characters"
                remedy = f"write at most {MOST_CHARACTERS:,}, and close every quote"
                self.fault("long-cell", message, row, name, remedy)
                return False
        named = dict(zip(header, cells, strict=False))
        if not any(named.get(column) for column in ("id", "title", "kind")):
            remedy = "give it all three, or take sums and notes out of the list"
            self.fault("no-card", "the row has no id, title and kind", row, remedy=remedy)
            return False
        return True

    def card(
        self, row: int, cells: list[str], header: list[str], columns: Mapping[str, Column]
    ) -> Card:
        raw = dict(zip(header, cells, strict=False))
        values: dict[str, Value] = {}
        for name, column in columns.items():
            value, problem = read_value(raw[name], column, name)
            values[name] = value
            if problem:
                self.fault(problem.code, problem.message, row, name, problem.remedy)
        self.refuse_steering(raw, row, columns)
        return Card(
            row=row,
            no=self.number(raw, "no", row, least=1, most=MOST_NUMBER),
            id=self.slug(raw["id"], row),
            title=self.filled(raw["title"], row, "title"),
            kind=self.kind(raw["kind"], row),
            copies=self.number(raw, "copies", row, least=0, most=MOST_COPIES, default=1),
            text=raw.get("text", ""),
            picture=raw.get("picture", ""),
            status=self.status(raw.get("status", "") or "source", row),
            note=raw.get("note", ""),
            values=values,
        )

    def refuse_steering(
        self, raw: Mapping[str, str], row: int, columns: Mapping[str, Column]
    ) -> None:
        """Characters in free text that would steer whatever terminal it is shown in."""
        free = [name for name, column in columns.items() if column.type == "text"]
        for name in ("title", "text", "picture", "note", *free):
            if char := steering(raw.get(name, "")):
                message = f"{char!r} (U+{ord(char):04X}) of {quoted(raw[name])} is no text"
                self.fault(
                    "control-character", message, row, name, "use another character, or none"
                )

    def number(
        self,
        raw: Mapping[str, str],
        column: str,
        row: int,
        least: int,
        most: int,
        default: int | None = None,
    ) -> int:
        text = raw.get(column, "")
        if not text and default is not None:
            return default
        number = whole_number(text)
        if number is None or not least <= number <= most:
            remedy = f"write a whole number from {least:,} to {most:,}"
            self.fault("number", f"{quoted(text)} is no number for it", row, column, remedy)
            return least
        return number

    def slug(self, text: str, row: int) -> str:
        if not SLUG.fullmatch(text):
            remedy = "write lower-case letters, digits and single hyphens, such as 'bar-stool'"
            self.fault("id", f"{quoted(text)} is no id", row, "id", remedy)
        if text in DEVICES:
            message = f"{text!r} is a name that Windows keeps for itself"
            self.fault("id", message, row, "id", f"write another, such as '{text}-1'")
        return text

    def filled(self, text: str, row: int, column: str) -> str:
        if not text:
            self.fault("empty-cell", "'' is empty", row, column, f"every card needs a {column}")
        return text

    def kind(self, text: str, row: int) -> str:
        known = list(self.kinds)
        if text not in known:
            problem = f"{quoted(text)} is no known kind"
            remedy = or_declare(suggestion(text, known), "as [kinds.NAME]")
            self.fault("unknown-kind", problem, row, "kind", remedy)
        return text

    def status(self, text: str, row: int) -> Status:
        if text == "source":
            return "source"
        if text == "reconstructed":
            return "reconstructed"
        remedy = f"write {choices(['source', 'reconstructed'])}"
        self.fault("unknown-status", f"{quoted(text)} is no known status", row, "status", remedy)
        return "source"

    def unique(self, cards: list[Card], column: str) -> None:
        faulty = {finding.where.row for finding in self.findings if finding.where.column == column}
        seen: dict[Value, int] = {}
        for card in cards:
            if card.row in faulty:
                continue
            value = card[column]
            if value in seen:
                remedy = "give each row its own; more of one card is a number in 'copies'"
                message = f"{quoted(value)} stands in row {seen[value]} already"
                self.fault(f"duplicate-{column}", message, card.row, column, remedy)
            seen.setdefault(value, card.row)
