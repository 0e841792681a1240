"""Papers, and which one somebody has when they don't say."""

from __future__ import annotations

import os
from collections.abc import Mapping

from msgspec import Struct

from brawlprint.errors import RequestError, suggestion


class Paper(Struct, frozen=True):
    """A sheet of paper, upright; width and height in mm."""

    name: str
    title: str
    width: float
    height: float


PAPERS = {
    "letter": Paper("letter", "Letter", 215.9, 279.4),
    "a4": Paper("a4", "A4", 210.0, 297.0),
}

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
    """A paper by name; raises :class:`RequestError` that offers the nearest names.

    >>> find_paper("A4").width
    210.0
    """
    try:
        return PAPERS[name.lower()]
    except KeyError:
        hint = suggestion(name, list(PAPERS))
        raise RequestError(f"there is no paper {name!r}; {hint}") from None


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
