"""Path data in SVG's notation, read into absolute moves, lines and curves.

The commands are ``M L H V C S Q T A Z``, capital for absolute, small for relative; arcs and
quadratic curves become cubic ones, which is all that PDF knows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache

Segment = tuple[str, tuple[float, ...]]

_LETTERS = "MLHVCSQTAZmlhvcsqtaz"
_COMMAND = re.compile(f"([{_LETTERS}])([^{_LETTERS}]*)")
_OTHER = re.compile(f"[^{_LETTERS}eE0-9.,+\\s-].*")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_LENGTH = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@lru_cache(maxsize=2048)
def parse_path(data: str) -> tuple[Segment, ...]:
    """Path data as ``M``, ``L``, ``C`` and ``Z`` segments with absolute numbers.

    Raises :class:`ValueError` for anything that is no path.

    >>> parse_path("M10 10 h5 z")
    (('M', (10.0, 10.0)), ('L', (15.0, 10.0)), ('Z', ()))
    """
    if other := _OTHER.search(data):
        raise _no_part(other[0])
    if data.strip() and data.lstrip()[0] not in "Mm":
        raise ValueError("a path starts with M")
    reader = _Reader()
    for command, text in _COMMAND.findall(data):
        for each, numbers in _split(command, _numbers(text)):
            reader.take(each, numbers)
    return tuple(reader.segments)


_PLAIN_COMMAND = re.compile(r"([MLCZ])((?: ?-?\d+(?:\.\d+)?)* ?)", re.ASCII)
_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def trace_path(data: str) -> str | None:
    """Path data as PDF's operators, its numbers as they are; None where it needs to be read.

    Most paths have only capital ``M L C Z``, with one set of numbers each; those need no arithmetic.

    >>> trace_path("M1 2 L3.5 4 Z"), trace_path("M1 2 h5"), trace_path("M1.5.5 2")
    ('1 2 m 3.5 4 l h', None, None)
    """
    if data[:1] != "M":
        return None
    parts: list[str] = []
    seen = 0
    for command, text in _PLAIN_COMMAND.findall(data):
        numbers = text.split()
        if len(numbers) != _LENGTH[command] or "-" in text[1:].replace(" -", ""):
            return None
        seen += 1 + len(text)
        parts += numbers
        parts.append(_OPERATORS[command])
    return " ".join(parts) if seen == len(data) else None


def _numbers(text: str) -> list[float]:
    try:
        return [float(word) for word in text.replace(",", " ").split()]
    except ValueError:  # they may stand close, as in 1.5-2 or .5.5
        if rest := _NUMBER.sub("", text).replace(",", "").strip():
            raise _no_part(rest) from None
        return [float(number) for number in _NUMBER.findall(text)]


def _no_part(text: str) -> ValueError:
    return ValueError(f"{text[:12]!r} is no part of a path")


def _split(command: str, numbers: list[float]) -> list[tuple[str, list[float]]]:
    """One command for each set of numbers; after a move, more of them are lines."""
    length = _LENGTH[command.upper()]
    if len(numbers) == length:
        return [(command, numbers)]
    if length == 0 or not numbers or len(numbers) % length:
        raise ValueError(f"{command} takes {length} numbers, not {len(numbers)}")
    then = {"M": "L", "m": "l"}.get(command, command)
    starts = range(0, len(numbers), length)
    return [(then if start else command, numbers[start : start + length]) for start in starts]


class _Reader:
    """Keeps the pen's place and the last control point, by which S and T reflect."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.control: tuple[float, float] | None = None
        self.last = ""

    def take(self, command: str, numbers: list[float]) -> None:
        kind = command.upper()
        if kind != command:
            numbers = self.absolute(kind, numbers)
        getattr(self, f"on_{kind.lower()}")(numbers)
        self.last = kind

    def absolute(self, kind: str, numbers: list[float]) -> list[float]:
        if kind == "H":
            return [numbers[0] + self.x]
        if kind == "V":
            return [numbers[0] + self.y]
        if kind == "A":
            return [*numbers[:5], numbers[5] + self.x, numbers[6] + self.y]
        return [n + (self.y if i % 2 else self.x) for i, n in enumerate(numbers)]

    def on_m(self, numbers: list[float]) -> None:
        self.x, self.y = self.start_x, self.start_y = numbers
        self.segments.append(("M", (self.x, self.y)))

    def on_l(self, numbers: list[float]) -> None:
        self.x, self.y = numbers
        self.segments.append(("L", (self.x, self.y)))

    def on_h(self, numbers: list[float]) -> None:
        self.on_l([numbers[0], self.y])

    def on_v(self, numbers: list[float]) -> None:
        self.on_l([self.x, numbers[0]])

    def on_c(self, numbers: list[float]) -> None:
        self.control = (numbers[2], numbers[3])
        self.x, self.y = numbers[4:]
        self.segments.append(("C", tuple(numbers)))

    def on_s(self, numbers: list[float]) -> None:
        self.on_c([*self.reflected("CS"), *numbers])

    def on_q(self, numbers: list[float]) -> None:
        qx, qy, x, y = numbers
        x1, y1 = self.x + 2 / 3 * (qx - self.x), self.y + 2 / 3 * (qy - self.y)
        x2, y2 = x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y)
        self.x, self.y, self.control = x, y, (qx, qy)
        self.segments.append(("C", (x1, y1, x2, y2, x, y)))

    def on_t(self, numbers: list[float]) -> None:
        self.on_q([*self.reflected("QT"), *numbers])

    def reflected(self, after: str) -> tuple[float, float]:
        if self.control is None or self.last not in after:
            return self.x, self.y
        return 2 * self.x - self.control[0], 2 * self.y - self.control[1]

    def on_a(self, numbers: list[float]) -> None:
        rx, ry, turn, large, sweep, x, y = numbers
        radii = (abs(rx), abs(ry))
        curves = _arc((self.x, self.y), radii, turn, bool(large), bool(sweep), (x, y))
        self.segments += [("C", curve) for curve in curves]
        self.x, self.y = x, y

    def on_z(self, numbers: list[float]) -> None:
        self.x, self.y = self.start_x, self.start_y
        self.segments.append(("Z", ()))


def _arc(
    start: tuple[float, float],
    radii: tuple[float, float],
    turn: float,
    large: bool,
    sweep: bool,
    end: tuple[float, float],
) -> Iterator[tuple[float, ...]]:
    """An elliptical arc as cubic curves of at most a quarter turn (SVG 1.1, appendix F.6)."""
    rx, ry = radii
    if rx == 0 or ry == 0 or start == end:
        yield (*start, *end, *end)
        return
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos * dx + sin * dy, cos * dy - sin * dx
    scale = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * scale, ry * scale
    rest = (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2
    root = math.sqrt(max(0.0, rest / ((rx * py) ** 2 + (ry * px) ** 2)))
    root = -root if large == sweep else root
    cx, cy = root * rx * py / ry, -root * ry * px / rx
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    ox, oy = cos * cx - sin * cy + middle[0], sin * cx + cos * cy + middle[1]
    first = math.atan2((py - cy) / ry, (px - cx) / rx)
    sweep_angle = math.atan2((-py - cy) / ry, (-px - cx) / rx) - first
    if sweep and sweep_angle < 0:
        sweep_angle += 2 * math.pi
    if not sweep and sweep_angle > 0:
        sweep_angle -= 2 * math.pi
    pieces = max(1, math.ceil(abs(sweep_angle) / (math.pi / 2) - 1e-9))
    step = sweep_angle / pieces
    reach = 4 / 3 * math.tan(step / 4)

    def point(angle: float, along: float) -> tuple[float, float]:
        ex = rx * (math.cos(angle) - along * math.sin(angle))
        ey = ry * (math.sin(angle) + along * math.cos(angle))
        return ox + cos * ex - sin * ey, oy + sin * ex + cos * ey

    for piece in range(pieces):
        one, two = first + piece * step, first + (piece + 1) * step
        yield (*point(one, reach), *point(two, -reach), *point(two, 0.0))


def rounded_rectangle(x: float, y: float, w: float, h: float, r: float) -> tuple[Segment, ...]:
    """A rectangle with round corners, as segments.

    >>> len(rounded_rectangle(0, 0, 10, 10, 2))
    10
    """
    r = min(r, w / 2, h / 2)
    if r <= 0:
        return (
            ("M", (x, y)),
            ("L", (x + w, y)),
            ("L", (x + w, y + h)),
            ("L", (x, y + h)),
            ("Z", ()),
        )
    k = r * 0.4477
    right, bottom = x + w, y + h
    return (
        ("M", (x + r, y)),
        ("L", (right - r, y)),
        ("C", (right - k, y, right, y + k, right, y + r)),
        ("L", (right, bottom - r)),
        ("C", (right, bottom - k, right - k, bottom, right - r, bottom)),
        ("L", (x + r, bottom)),
        ("C", (x + k, bottom, x, bottom - k, x, bottom - r)),
        ("L", (x, y + r)),
        ("C", (x, y + k, x + k, y, x + r, y)),
        ("Z", ()),
    )


def circle(x: float, y: float, r: float) -> tuple[Segment, ...]:
    """A circle about (x, y), as four curves.

    >>> circle(0, 0, 1)[0]
    ('M', (-1, 0))
    """
    k = r * 0.5523
    return (
        ("M", (x - r, y)),
        ("C", (x - r, y - k, x - k, y - r, x, y - r)),
        ("C", (x + k, y - r, x + r, y - k, x + r, y)),
        ("C", (x + r, y + k, x + k, y + r, x, y + r)),
        ("C", (x - k, y + r, x - r, y + k, x - r, y)),
        ("Z", ()),
    )
