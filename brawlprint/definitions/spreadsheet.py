"""A spreadsheet (``.xlsx``) read as the table it shows: the text of the CSV it would be saved as.

Rows keep their numbers, so that a message names the row that the spreadsheet counts; empty ones stay
as empty lines. A formula counts by the value it was saved with. Nothing of the file is run.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from xml.parsers import expat

from brawlprint.definitions.toml_file import refuse_large
from brawlprint.errors import DefinitionError, Finding, RequestError, Where, name_sheet, shown

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook

SUFFIX = ".xlsx"
MOST_BYTES, MOST_OF_SHEET = 8_000_000, 48_000_000  # of the file's parts unpacked; of its sheets
MOST_ROWS, MOST_COLUMNS = 30_000, 200  # empty rows count too
_PERCENT = re.compile(r"^0(?:\.(0+))?%$")
_PADDED = re.compile(r"^0{2,}$")
_MOMENTS = (datetime, date, time, timedelta)


def spreadsheet_text(path: Path) -> str:
    """The table of a spreadsheet as CSV text.

    It is read from the sheet named as the file is, else from the first one.
    Raises :class:`DefinitionError` for a file or a cell that can't be read, with sheet, row and
    column, and :class:`RequestError` where the reader isn't installed.
    """
    try:
        import openpyxl
    except ImportError:
        raise RequestError(
            f"{shown(path)} is a spreadsheet, and the part that reads them is not installed; "
            "run: pip install openpyxl, or save the table as CSV"
        ) from None
    _refuse_what_is_none(path)
    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    except Exception as error:
        raise _broken(path, str(error) or type(error).__name__) from None
    try:
        sheet = _sheet(path, book)
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        for row in _rows(path, sheet):
            writer.writerow(row)
    finally:
        book.close()
    _refuse_unsaved_formulas(path, text.getvalue())
    return text.getvalue()


def _refuse_what_is_none(path: Path) -> None:
    """A file that is no spreadsheet, or would fill the memory, before anything is made of it."""
    name_sheet(path, None)
    try:
        refuse_large(path)
        with zipfile.ZipFile(path) as parts:
            infos = parts.infolist()
            if not any(info.filename == "xl/workbook.xml" for info in infos):
                raise _broken(path, "it holds no workbook")
            sheets = [info for info in infos if info.filename.startswith("xl/worksheets/")]
            others = [info for info in infos if info not in sheets]
            for group, most in ((sheets, MOST_OF_SHEET), (others, MOST_BYTES)):
                if sum(info.file_size for info in group) > most:
                    raise _broken(path, f"unpacked it has over {most // 1_000_000} MB")
            for info in infos:
                if info.filename.endswith((".xml", ".rels")) and _declares(parts.open(info)):
                    raise _broken(path, "it declares entities of its own")
    except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        raise _broken(path, str(error)) from None


def _declares(part: IO[bytes]) -> bool:
    """Whether a part has a document type, which is where entities are declared; no sheet has one."""
    parser, found = expat.ParserCreate(), []
    ended = False

    def declared(*_: object) -> None:
        found.append(True)

    def started(*_: object) -> None:
        nonlocal ended
        ended = True  # the root: none may come any more

    parser.StartDoctypeDeclHandler, parser.StartElementHandler = declared, started
    try:
        while not (found or ended) and (data := part.read(4096)):
            parser.Parse(data)
    except expat.ExpatError:
        pass  # the reader will say what is wrong with it
    return bool(found)


def _broken(path: Path, why: str) -> DefinitionError:
    message = f"the spreadsheet can't be read: {why}"
    remedy = "save it anew as an Excel workbook (.xlsx) without a password, or as CSV UTF-8"
    return DefinitionError([Finding("spreadsheet", message, Where(shown(path)), remedy)])


def _sheet(path: Path, book: Workbook) -> Any:
    """The sheet that holds the table; its name stands in every message about the file."""
    if not book.worksheets:
        raise _broken(path, "it has no sheet of cells")
    named = [each for each in book.worksheets if each.title.casefold() == path.stem.casefold()]
    sheet: Any = (named or book.worksheets)[0]
    among = [each.title for each in book.worksheets] if not named else []
    name_sheet(path, sheet.title, among if len(among) > 1 else ())
    if hasattr(sheet, "reset_dimensions"):
        sheet.reset_dimensions()  # some programs write a size that isn't so
    return sheet


def _rows(path: Path, sheet: Any) -> Iterator[list[str]]:
    """The cells row by row, as text; columns beyond the last title are passed over."""
    header: list[str] = []
    faults: list[Finding] = []
    for number, cells in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS), start=1):
        if number > MOST_ROWS:
            raise _broken(path, f"it has over {MOST_ROWS:,} rows")
        row = []
        for place, cell in enumerate(cells):
            text, problem = _text(cell.value, str(cell.number_format or ""))
            if problem:
                column = header[place] if place < len(header) and header[place] else _letters(place)
                where = Where(shown(path), number, column)
                faults.append(Finding("cell", problem[0], where, problem[1]))
            row.append(text)
        while row and not row[-1] and len(row) > len(header):
            row.pop()
        header = header or row
        yield row
    if faults:
        raise DefinitionError(faults)


def _text(value: object, form: str) -> tuple[str, tuple[str, str] | None]:
    """A cell's value as a card list would have it, and what is wrong with it.

    >>> _text(3.0, "General"), _text(0.25, "0%"), _text(7, "000")
    (('3', None), ('25%', None), ('007', None))
    """
    if value is None:
        return "", None
    if isinstance(value, bool):
        return ("true" if value else "false"), None
    if isinstance(value, _MOMENTS):
        remedy = "format the column as text and write the cell again"
        return "", (f"{value} is a date or time, which the spreadsheet made of it", remedy)
    if isinstance(value, int | float):
        return _number(value, form), None
    text = str(value)
    if text.startswith("#") and text.rstrip("!?").lstrip("#").replace("/", "").isupper():
        return "", (f"{text!r} is an error of a formula", "mend the formula, or write its value")
    return text, None


def _number(value: float, form: str) -> str:
    if match := _PERCENT.match(form):
        return f"{value * 100:.{len(match[1] or '')}f}%"
    if value != int(value):
        return repr(round(value, 10))
    whole = int(value)
    return f"{whole:0{len(form)}d}" if _PADDED.match(form) else str(whole)


def _letters(place: int) -> str:
    """A column by the letters that a spreadsheet gives it.

    >>> _letters(0), _letters(27)
    ('A', 'AB')
    """
    name, rest = "", place + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def _refuse_unsaved_formulas(path: Path, text: str) -> None:
    """Formulas that no program has worked out yet look empty; that must not pass for a value."""
    import openpyxl

    cells: Sequence[Sequence[str]] = list(csv.reader(io.StringIO(text, newline="")))
    header = next((row for row in cells if any(row)), [])
    book = openpyxl.load_workbook(path, read_only=True)
    try:
        faults = [
            Finding(
                "cell",
                f"the formula {cell.value!r} has no saved value",
                Where(shown(path), row + 1, header[place] if place < len(header) else None),
                "open the file in a spreadsheet program and save it",
            )
            for row, line in enumerate(_sheet(path, book).iter_rows(max_col=MOST_COLUMNS))
            for place, cell in enumerate(line)
            if cell.data_type == "f" and not _there(cells, row, place)
        ]
    finally:
        book.close()
    if faults:
        raise DefinitionError(faults)


def _there(cells: Sequence[Sequence[str]], row: int, place: int) -> bool:
    return row < len(cells) and place < len(cells[row]) and bool(cells[row][place])
