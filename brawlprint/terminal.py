"""A picture in the terminal: as its pixels where it can show them, else as cells of two colours.

Who can show pictures is told by the environment alone; asking the terminal itself would wait for
an answer that may never come.
"""

from __future__ import annotations

import base64
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from brawlprint.render import png

if TYPE_CHECKING:
    from PIL import Image

Way = Literal["kitty", "iterm", "cells", "none"]

CHUNK = 4096  # characters of base64 that kitty takes at a time
WIDEST = 72  # cells
HALF = "▀"  # its upper half in one colour, its lower half on another


def terminal_way(environment: Mapping[str, str], a_terminal: bool) -> Way:
    """How the terminal can show a picture; ``none`` for a pipe, or where colour isn't wanted.

    >>> terminal_way({"TERM": "xterm-kitty"}, True), terminal_way({"TERM": "xterm-256color"}, True)
    ('kitty', 'cells')
    >>> terminal_way({"TERM": "xterm-kitty"}, False), terminal_way({"NO_COLOR": "1"}, True)
    ('none', 'none')
    """
    program = environment.get("TERM_PROGRAM", "")
    term = environment.get("TERM", "")
    if not a_terminal or environment.get("NO_COLOR") or term == "dumb":
        return "none"
    if environment.get("TMUX") or term.startswith(("screen", "tmux")):
        return "cells"  # they swallow pictures
    if "kitty" in term or program == "ghostty" or environment.get("KITTY_WINDOW_ID"):
        return "kitty"
    if program in ("iTerm.app", "WezTerm") or environment.get("LC_TERMINAL") == "iTerm2":
        return "iterm"
    return "cells"


def this_terminal() -> Way:
    """How standard output can show a picture."""
    encoding = (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "")
    way = terminal_way(os.environ, sys.stdout.isatty())
    return "none" if way == "cells" and not encoding.startswith("utf") else way


def drawn(picture: Image.Image, way: Way, columns: int) -> str:
    """What to write to a terminal of ``columns`` cells so that it shows the picture."""
    if way == "kitty":
        return _kitty(png(picture))
    if way == "iterm":
        data = base64.b64encode(png(picture)).decode()
        return f"\x1b]1337;File=inline=1;preserveAspectRatio=1:{data}\x07\n"
    return _cells(picture, min(columns, WIDEST))


def _kitty(data: bytes) -> str:
    text = base64.b64encode(data).decode()
    chunks = [text[start : start + CHUNK] for start in range(0, len(text), CHUNK)]
    parts = []
    for number, chunk in enumerate(chunks):
        keys = "a=T,f=100," if number == 0 else ""
        more = int(number < len(chunks) - 1)
        parts.append(f"\x1b_G{keys}m={more};{chunk}\x1b\\")
    return "".join(parts) + "\n"


def _cells(picture: Image.Image, columns: int) -> str:
    """Two pixels a cell, one above the other: a cell is about twice as high as wide."""
    from PIL import Image

    rows = round(picture.height / picture.width * columns / 2)
    small = picture.convert("RGB").resize((columns, rows * 2), Image.Resampling.LANCZOS)
    data = small.tobytes()
    lines = []
    for row in range(rows):
        line = []
        for column in range(columns):
            above, below = ((2 * row + half) * columns * 3 + column * 3 for half in (0, 1))
            line.append(
                "\x1b[38;2;{};{};{};48;2;{};{};{}m".format(
                    *data[above : above + 3], *data[below : below + 3]
                )
                + HALF
            )
        lines.append("".join(line) + "\x1b[0m")
    return "\n".join(lines) + "\n"
