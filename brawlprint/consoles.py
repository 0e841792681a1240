"""What is written to a console whose code page lacks a character: the nearest that it has."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from io import TextIOWrapper

ERRORS = "brawlprint.plain"
_PLAIN = {
    "✓": "+", "✗": "x", "×": "x", "→": "->", "−": "-", "–": "-", "—": "-", "…": "...", "·": "-",
    "≤": "<=", "≥": ">=", "½": "1/2", "“": '"', "”": '"', "„": '"', "’": "'", "‘": "'",
    "♠": "[spades]", "♥": "[hearts]", "♦": "[diamonds]", "♣": "[clubs]",
}  # fmt: skip


def plain(text: str) -> str:
    """A text in ASCII, as near as that comes.

    >>> plain("✓ 3 × ½ → Café ☃")
    '+ 3 x 1/2 -> Cafe ?'
    """
    return "".join(_PLAIN.get(char) or _bare(char) for char in text)


def _bare(char: str) -> str:
    bare = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
    return bare or "?"


def _instead(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


def prepare_streams() -> None:
    """Let whatever is said be written, wherever it goes.

    A pipe or file gets UTF-8, where Windows would write a code page that lacks half of it; a console
    keeps its own, and gets the nearest for what that lacks.
    """
    codecs.register_error(ERRORS, _instead)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors=ERRORS)
            else:
                stream.reconfigure(encoding="utf-8")
