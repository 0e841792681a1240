"""Plain tables for the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

_NUMBER = re.compile(r"[+−-]?[\d.,]+( %)?|–|")  # an empty cell goes with any


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Rows under a header, columns aligned; numbers stand at the right.

    >>> print(click.unstyle(table(["file", "pages"], [["cards.pdf", "22"], ["aid.pdf", "1"]])))
    file       pages
    cards.pdf     22
    aid.pdf        1
    """
    lines = [list(header), *[list(row) for row in rows]]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    right = [all(_NUMBER.fullmatch(row[column]) for row in rows) for column in range(len(header))]
    shown = []
    for number, line in enumerate(lines):
        cells = [
            cell.rjust(width) if at_right else cell.ljust(width)
            for cell, width, at_right in zip(line, widths, right, strict=True)
        ]
        text = "  ".join(cells).rstrip()
        shown.append(text if number else click.style(text, bold=True))
    return "\n".join(shown)
