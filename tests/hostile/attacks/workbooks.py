"""Spreadsheets that unpack to far more than they weigh; each is packed when it is planted."""

from __future__ import annotations

from itertools import pairwise

from dens import Attack, Den, workbook
from plants import Plant, both, remove

SHEET = "xl/worksheets/sheet1.xml"
NAMESPACE = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
ROWS = (b"<worksheet " + NAMESPACE + b"><sheetData>", b"</sheetData></worksheet>")
STYLES = (b"<styleSheet " + NAMESPACE + b"><cellXfs>", b"</cellXfs></styleSheet>")
STRINGS = (b"<sst " + NAMESPACE + b">", b"</sst>")
LAUGHS = (
    b'<!DOCTYPE x [<!ENTITY a "ha">'
    + b"".join(b'<!ENTITY %c "%s">' % (b, b"&%c;" % a * 10) for a, b in pairwise(b"abcdefghi"))
    + b"]>"
)
LAUGH = b"<row><c t='str'><v>&i;</v></c></row>"
SPACE = b"<?xml version='1.0'?>" + b" " * 5000


def deck(
    part: str,
    inside: bytes,
    times: int = 1,
    around: tuple[bytes, bytes] = (b"", b""),
    head: bytes = b"",
) -> Plant:
    """A deck in a spreadsheet, one of its parts holding the same thing so many times."""

    def plant(den: Den) -> None:
        den.path("deck.csv").unlink()
        data = head + around[0] + inside * times + around[1]
        workbook(den.root / "cards/den/deck.xlsx", part, data)

    return plant


def cell(row: int, column: str) -> Plant:
    """A deck with one cell, far away."""
    text = f"<row r='{row}'><c r='{column}{row}' t='str'><v>no</v></c></row>"
    return deck(SHEET, text.encode(), around=ROWS)


WORKBOOKS = [
    Attack(
        "xlsx: a billion laughs",
        deck(SHEET, LAUGH, around=ROWS, head=LAUGHS),
        1,
        ("entities",),
    ),
    Attack(
        "xlsx: laughs behind much space",
        deck(SHEET, LAUGH, around=ROWS, head=SPACE + LAUGHS),
        1,
        ("entities",),
    ),
    Attack("xlsx: unpacks to a gigabyte", deck(SHEET, b" ", 200_000_000), 1, ("MB",)),
    Attack("xlsx: styles without end", deck("xl/styles.xml", b"<xf/>", 11_000_000, STYLES), 1),
    Attack(
        "xlsx: strings without end",
        deck("xl/sharedStrings.xml", b"<si><t>a</t></si>", 3_500_000, STRINGS),
        1,
    ),
    Attack("xlsx: rows without end", deck(SHEET, b"<row/>", 9_000_000, ROWS), 1),
    Attack("xlsx: a row a billion down", cell(1_000_000_000, "A"), 1),
    Attack("xlsx: a column far right", cell(1, "XFD"), 1),
    Attack(
        "xlsx: no workbook at all",
        both(
            remove("deck.csv"),
            lambda den: (den.root / "cards/den/deck.xlsx").write_bytes(b"PK\5\6" + bytes(18)),
        ),
        1,
    ),
]
