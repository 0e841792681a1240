"""Papers and card sizes by name or measure, and which paper somebody has when they don't say.

Lengths are given as people write them (``3mm``, ``1/8in``, ``3``) and kept in mm.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from brawlprint.errors import RequestError, suggestion


class Paper(Struct, frozen=True):
    """A sheet of paper, upright; width and height in mm."""

    name: str
    title: str
    width: float
    height: float


class CardSize(Struct, frozen=True):
    """A card's trim size, upright as it is read; width and height in mm."""

    name: str
    title: str
    width: float
    height: float


PAPERS = {
    "letter": Paper("letter", "Letter", 215.9, 279.4),
    "a4": Paper("a4", "A4", 210.0, 297.0),
    "legal": Paper("legal", "Legal", 215.9, 355.6),
    "a3": Paper("a3", "A3", 297.0, 420.0),
    "a5": Paper("a5", "A5", 148.0, 210.0),
    # As narrow as A4 and as short as Letter: it prints on both.
    "pa4": Paper("pa4", "PA4", 210.0, 279.4),
}
CARD_SIZES = {
    "poker": CardSize("poker", "poker", 63.5, 88.9),
    "poker-eu": CardSize("poker-eu", "European poker", 63.0, 88.0),
    "bridge": CardSize("bridge", "bridge", 57.15, 88.9),
    "tarot": CardSize("tarot", "tarot", 70.0, 120.0),
    "mini": CardSize("mini", "mini", 44.45, 63.5),
    "square": CardSize("square", "square", 63.5, 63.5),
}
INCH = 25.4
SMALLEST_PAPER, LARGEST_PAPER = 50.0, 1200.0  # mm, of a side
SMALLEST_CARD, LARGEST_CARD = 25.0, 300.0

PRINTABLE = 5.0  # mm from the edge within which home printers may print nothing

# Where Letter is what a shop sells; everywhere else it is A4.
_LETTER_COUNTRIES = ("US", "CA", "MX", "PH", "CL", "CO", "VE")
_LETTER_NAMES = (
    "United States",
    "Canada",
    "Mexico",
    "Philippines",
    "Chile",
    "Colombia",
    "Venezuela",
)


class Chosen(Struct, frozen=True):
    """A setting and where it comes from, for the summary."""

    value: str
    source: str


def find_paper(name: str) -> Paper:
    """A paper by name or as ``WxHmm`` or ``WxHin``; raises :class:`RequestError` for none such.

    >>> find_paper("A4").width
    210.0
    >>> find_paper("4x6in").title
    '101.6 × 152.4 mm'
    """
    word = name.strip().lower()
    if word in PAPERS:
        return PAPERS[word]
    sides = _sides(word, name, "paper", list(PAPERS), (SMALLEST_PAPER, LARGEST_PAPER))
    width, height = sorted(sides)  # papers stand upright
    return Paper(_measure(width, height), f"{width:g} × {height:g} mm", width, height)


def find_card_size(name: str) -> CardSize:
    """A card size by name or as ``WxHmm`` or ``WxHin``; raises :class:`RequestError`.

    >>> find_card_size("tarot").height, find_card_size("59x86mm").title
    (120.0, '59 × 86 mm')
    """
    word = name.strip().lower()
    if word in CARD_SIZES:
        return CARD_SIZES[word]
    sides = _sides(word, name, "card size", list(CARD_SIZES), (SMALLEST_CARD, LARGEST_CARD))
    return CardSize(_measure(*sides), f"{sides[0]:g} × {sides[1]:g} mm", *sides)


def _measure(width: float, height: float) -> str:
    return f"{width:g}x{height:g}mm"


# Compiled where they are used: most builds name their paper.
_SIDES = r"([\d.]+)\s*(mm|in)?\s*[x×]\s*([\d.]+)\s*(mm|in)"


def _sides(
    word: str, name: str, what: str, known: Sequence[str], bounds: tuple[float, float]
) -> tuple[float, float]:
    """Two sides (mm) as they are written, within bounds."""
    found = re.fullmatch(_SIDES, word)
    try:
        if found is None:
            raise ValueError(word)
        unit = found[4]
        sides = (_mm(found[1], found[2] or unit), _mm(found[3], unit))
    except ValueError:
        hint = suggestion(name, known)
        example = "or write its measures, as 100x150mm or 4x6in"
        raise RequestError(f"there is no {what} {name!r}; {hint}, {example}") from None
    least, most = bounds
    if not (least <= min(sides) and max(sides) <= most):
        raise RequestError(
            f"the {what} {name!r} is out of range; each side can be {least:g} to {most:g} mm"
        )
    return sides


def _mm(number: str, unit: str) -> float:
    top, slash, below = number.partition("/")
    value = float(top) / (float(below) if slash else 1.0)
    return round(value * (INCH if unit == "in" else 1.0), 4)


_LENGTH = r"(\d*\.?\d+(?:/\d+)?)\s*(mm|in)?"


def read_length(text: str, option: str, most: float) -> float:
    """A length from 0 to ``most`` mm, written with ``mm`` or ``in``, or bare, which is mm.

    >>> read_length("1/8in", "--bleed", 3.2), read_length("3", "--bleed", 3.2)
    (3.175, 3.0)
    """
    found = re.fullmatch(_LENGTH, text.strip().lower())
    try:
        if found is None:
            raise ValueError(text)
        value = _mm(found[1], found[2] or "mm")
    except (ValueError, ZeroDivisionError):
        raise RequestError(
            f"{option} {text!r} can't be read; write a length as 3mm or 1/8in"
        ) from None
    if value > most + 1e-6:
        raise RequestError(f"{option} {text!r} is out of range; 0 to {most:g} mm")
    return value


def locale_paper(environment: Mapping[str, str] = os.environ) -> Chosen:
    """Letter where the locale's country uses it, else A4.

    >>> locale_paper({"LANG": "en_US.UTF-8"}).value, locale_paper({"LANG": "de_DE"}).value
    ('letter', 'a4')
    """
    name = next(
        (environment[key] for key in ("LC_ALL", "LC_PAPER", "LANG") if environment.get(key)), ""
    )
    if not name and os.name == "nt":
        import locale

        name = locale.getlocale()[0] or ""
    country = name.partition(".")[0].partition("_")[2]
    letter = country.upper()[:2] in _LETTER_COUNTRIES if len(country) == 2 else False
    letter = letter or any(known in country for known in _LETTER_NAMES)
    source = f"your locale, {name}" if name else "no locale set"
    return Chosen("letter" if letter else "a4", source)
