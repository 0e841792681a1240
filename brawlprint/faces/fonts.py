"""Fonts by name, their widths and characters, and what stands in for a character one lacks.

A font's name is its file's stem (``BarlowCondensed-ExtraBold``); the files come from the
``fontpkg`` packages, found without importing them. A character that a font lacks is taken from
the symbol font, then from Vera; one that none has is an error, since PDF viewers show nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from brawlprint.errors import DefinitionError, Finding, quoted

SYMBOLS = "Overpass[wght]"
LAST_RESORT = "Vera"
_FONT_NAME = re.compile(r"[A-Za-z0-9]+(?:[-\[][A-Za-z0-9,\[\]-]*)?")  # no path, whatever the system
_INVISIBLE = frozenset([*range(32), 0xFFFF])  # some fonts have them, and show nothing


class UnknownFontError(LookupError):
    """No package that is installed has a font of this name."""


class Run(NamedTuple):
    """A piece of a line set in one font."""

    font: str
    text: str


class Font(Struct, frozen=True):
    """A font's measures: ``widths`` by character in 1/1000 of the size, ascent and descent too."""

    name: str
    widths: dict[int, float]
    characters: frozenset[int]
    cap_height: float
    descent: float
    ttf: Any

    def width(self, text: str, size: float) -> float:
        """The width of a text in the unit of ``size``; characters it lacks count nothing."""
        widths = self.widths
        return sum([widths.get(ord(char), 0.0) for char in text]) * size * 0.001

    def has(self, text: str) -> bool:
        """Whether the font has every character of a text."""
        return self.characters.issuperset(map(ord, text))


@lru_cache(maxsize=64)
def font_file(name: str) -> Path:
    """Where a font's file lies; raises :class:`UnknownFontError`."""
    if not _FONT_NAME.fullmatch(name):
        raise UnknownFontError(name)
    if name.startswith(LAST_RESORT):
        spec = find_spec("reportlab")
        folder, file = "fonts", f"{name}.ttf"
    else:
        family = re.split(r"[-\[]", name)[0]
        snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", family).lower()
        spec = find_spec(f"fontpkg_{snake}") if family.isalnum() else None
        folder, file = "files", f"{name}.ttf"
    if spec is not None and spec.origin is not None:
        path = Path(spec.origin).parent / folder / file
        if path.exists():
            return path
    raise UnknownFontError(name)


@lru_cache(maxsize=64)
def load_font(name: str) -> Font:
    """A font by name, read once; raises :class:`UnknownFontError`.

    >>> round(load_font("AtkinsonHyperlegible-Regular").width("Brawl", 10), 1)
    23.8
    """
    from reportlab.pdfbase.ttfonts import TTFont

    ttf = TTFont(name, str(font_file(name)))
    face = ttf.face
    return Font(
        name=name,
        widths=face.charWidths,
        characters=frozenset(face.charToGlyph) - _INVISIBLE,
        cap_height=face.capHeight / 1000,
        descent=face.descent / 1000,
        ttf=ttf,
    )


@lru_cache(maxsize=8192)
def runs(text: str, name: str) -> tuple[Run, ...]:
    """A line as runs of fonts that have its characters; one that none has is refused.

    >>> [run.font for run in runs("A ♠", "BarlowCondensed-Bold")]
    ['BarlowCondensed-Bold', 'Overpass[wght]']
    """
    if load_font(name).has(text):
        return (Run(name, text),)
    pieces: list[Run] = []
    for char in text:
        font = _font_for(char, name)
        if font is None:
            problem = f"no font has the character {char!r} (U+{ord(char):04X}) of {quoted(text)}"
            raise DefinitionError(
                [Finding("missing-character", problem, remedy="use another character")]
            )
        if pieces and pieces[-1].font == font:
            pieces[-1] = Run(font, pieces[-1].text + char)
        else:
            pieces.append(Run(font, char))
    return tuple(pieces)


def _font_for(char: str, name: str) -> str | None:
    for candidate in (name, SYMBOLS, LAST_RESORT):
        if load_font(candidate).has(char):
            return candidate
    return None


def missing(text: str, name: str) -> str | None:
    """The first character that no font has, or None.

    >>> missing("Naïve ½ × → ♠ ™", "AtkinsonHyperlegible-Regular") is None
    True
    """
    if load_font(name).has(text):
        return None
    return next((char for char in text if _font_for(char, name) is None), None)


@lru_cache(maxsize=16384)
def text_width(text: str, name: str, size: float) -> float:
    """The width of a line, stand-in characters included, in the unit of ``size``."""
    font = load_font(name)
    if font.has(text):
        return font.width(text, size)
    return sum(load_font(run.font).width(run.text, size) for run in runs(text, name))
