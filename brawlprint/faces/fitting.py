"""Text made to fit its box: balanced lines, from the wished size down to a floor, never cut.

A number stays with what it counts ("3 breath") wherever that costs neither room nor size.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache

from msgspec import Struct

from brawlprint.errors import quoted
from brawlprint.faces.drawing import MM
from brawlprint.faces.fonts import missing, text_width

STEP = 0.25  # points by which a size is tried smaller
_NUMBER = re.compile(r"\W*\d(\S*\d)?%?")  # 2, +2, (2, 1–3, 50 %: not the 2. that ends a sentence
# After a number these read on as well from the next line: "Adds 1 / to strength".
_LITTLE = re.compile(
    "and|as|at|but|by|for|from|if|in|is|of|on|or|that|then|to|when|with", re.IGNORECASE
)

Words = list[tuple[str, float]]  # each with its width (pt)


class Fitted(Struct, frozen=True):
    """Lines that fit, the size (pt) at which they do, and the distance of their baselines (mm)."""

    lines: tuple[str, ...]
    size: float
    leading: float


class MisfitError(ValueError):
    """A text or icon does not fit; ``problem`` and ``remedy`` say why and what would.

    ``key`` is the dotted key of ``game.toml`` that is at fault, where it is known.
    """

    def __init__(self, code: str, problem: str, remedy: str, key: str = "") -> None:
        self.code, self.problem, self.remedy, self.key = code, problem, remedy, key
        super().__init__(f"{problem}; {remedy}")


@lru_cache(maxsize=4096)
def fit(
    text: str,
    font: str,
    size: float,
    floor: float,
    box: tuple[float, float],
    leading: float = 1.22,
    most_lines: int = 0,
) -> Fitted:
    """Fit a text into a box of (width, height) mm; ``leading`` is a multiple of the size.

    ``most_lines`` bounds the lines (0: as many as fit). Raises :class:`MisfitError`.

    >>> fit("Never attacks a fellow.", "AtkinsonHyperlegible-Regular", 9, 7, (30, 20)).lines
    ('Never attacks', 'a fellow.')
    """
    refuse_missing(text.replace("\n", " "), font)
    at = size
    while True:
        fitted = _at_size(text, font, at, box, leading, most_lines)
        if fitted is not None:
            return fitted
        if at <= floor:
            raise _misfit(text, font, floor, box, leading, most_lines)
        at = max(floor, at - STEP)


def refuse_missing(text: str, font: str, key: str = "") -> None:
    """Raise :class:`MisfitError` for a text with a character that no font has."""
    if (char := missing(text, font)) is not None:
        problem = f"no font has the character {char!r} (U+{ord(char):04X}) of {quoted(text)}"
        raise MisfitError("missing-character", problem, "use another character", key)


def _at_size(
    text: str, font: str, size: float, box: tuple[float, float], leading: float, most_lines: int
) -> Fitted | None:
    width, height = box
    step = size * leading / MM
    room = _lines_in(height, size, step)
    if most_lines:
        room = min(room, most_lines)
    paragraphs = text.split("\n")
    for spare in (1, 0):  # a line more for the sake of a number, if all that follows still fits
        lines: list[str] = []
        for paragraph in paragraphs:
            broken = _balanced(paragraph, font, size, width * MM, room - len(lines), spare)
            if broken is None:
                break
            lines += broken
        else:
            return Fitted(tuple(lines), size, step)
    return None


def _lines_in(height: float, size: float, step: float) -> int:
    first = size * 0.96 / MM  # from the top of an accent to the foot of a descender
    return 1 + int((height - first + 1e-6) / step) if height + 1e-6 >= first else 0


def _balanced(
    text: str, font: str, size: float, width: float, room: int, spare: int
) -> list[str] | None:
    """The fewest lines, then the narrowest width that needs no more of them.

    Numbers stay with what they count if that takes no more than ``spare`` further lines.
    """
    space = text_width(" ", font, size)
    words = [(word, text_width(word, font, size)) for word in text.split(" ")]
    lines = _wrap(words, space, width)
    if lines is None or len(lines) > room:
        return None
    if len(lines) == 1:
        return lines
    joined = _joined(words, space, width)
    if len(joined) < len(words):
        kept = _wrap(joined, space, width)
        if kept is not None and len(kept) <= min(room, len(lines) + spare):
            words, lines = joined, kept
    best, low, high = lines, width / len(lines), width
    for _ in range(6):
        middle = (low + high) / 2
        tried = _wrap(words, space, middle)
        if tried is not None and len(tried) <= len(lines):
            best, high = tried, middle
        else:
            low = middle
    return best


def _joined(words: Words, space: float, width: float) -> Words:
    """The words, what a number counts set to it where both fit on one line."""
    joined = words[:1]
    for word, wide in words[1:]:
        last, used = joined[-1]
        both, before = used + space + wide, last.rpartition(" ")[2]
        counts = _NUMBER.fullmatch(before) and not _LITTLE.fullmatch(word)
        if counts and both <= width:
            joined[-1] = (f"{last} {word}", both)
        else:
            joined.append((word, wide))
    return joined


def _wrap(words: Words, space: float, width: float) -> list[str] | None:
    """Greedy lines of measured words; None when a word alone is wider."""
    most = width + 1e-6
    lines: list[str] = []
    line, used = "", 0.0
    for word, wide in words:
        if wide > most:
            return None
        if line and used + space + wide <= most:
            line, used = f"{line} {word}", used + space + wide
        else:
            if line:
                lines.append(line)
            line, used = word, wide
    return [*lines, line]


def _misfit(
    text: str, font: str, floor: float, box: tuple[float, float], leading: float, most_lines: int
) -> MisfitError:
    width = box[0] * MM
    for word in text.replace("\n", " ").split(" "):
        wide = text_width(word, font, floor)
        if wide > width + 1e-6:
            return MisfitError(
                "wide-word",
                f"the word {word!r} is {wide / MM:.1f} mm wide at {floor:g} pt, "
                f"its box {box[0]:g} mm",
                "shorten or hyphenate the word",
            )
    kept = bisect_left(
        range(len(text)),
        True,
        key=lambda end: (
            _at_size(text[: end + 1].rstrip(), font, floor, box, leading, most_lines) is None
        ),
    )
    return MisfitError(
        "long-text",
        f"{quoted(text)} is too long for its box at {floor:g} pt",
        f"shorten it by about {len(text) - kept} of its {len(text)} characters",
    )
