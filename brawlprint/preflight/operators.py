"""A page's content stream followed operator by operator: which faces it shows, and what is on them.

A face begins where, inside one ``q``, a matrix is followed by a rectangle that clips; it ends with
that ``q``'s own ``Q``. So our sheets write them, and nothing else that they write looks like it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from brawlprint.preflight.document import Matrix, Point, Stroke, in_mm, moved, multiply

TOKEN = re.compile(
    rb"\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*+\))*+\)"  # a string, with a pair of brackets in it
    rb"|<<|>>|<[0-9A-Fa-f\s]*+>|[\[\]{}]|/[^\s()<>\[\]{}/%]*+|%[^\r\n]*+|[^\s()<>\[\]{}/%]++",
    re.DOTALL,
)
OPERATOR = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'\"")
PAINTS = {  # what an operator paints: the inside, the line
    b"f": (True, False),
    b"F": (True, False),
    b"f*": (True, False),
    b"B": (True, True),
    b"B*": (True, True),
    b"b": (True, True),
    b"b*": (True, True),
    b"S": (False, True),
    b"s": (False, True),
}
COLOURS = {b"g": 1, b"G": 1, b"rg": 3, b"RG": 3, b"k": 4, b"K": 4}
SHOWS = frozenset((b"Tj", b"TJ", b"'", b'"'))
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
MOST_DEPTH = 200  # of q within q; viewers bear no more either

# What an object is that the stream draws by name: a sort, and the colours of its shapes.
Named = Callable[[str], "Walked | str"]


class Clip(NamedTuple):
    """A face as the stream has it: its matrix, the rectangle it is clipped to, what is drawn."""

    matrix: Matrix
    rectangle: tuple[float, float, float, float]
    drawn: list[Stroke]


class Event(NamedTuple):
    """A ``text`` or an ``object`` that is shown; ``place`` is its face's number, -1 for none.

    ``inside`` is what an object draws in its turn, None where that is a picture or isn't known.
    """

    sort: str
    place: int
    inside: Walked | None = None


class Walked(NamedTuple):
    """What a stream shows: its faces, all it draws outside of them, and its events in order.

    ``weight`` counts everything drawn, what its objects draw included each time.
    """

    clips: list[Clip]
    drawn: list[Stroke]
    events: list[Event]
    weight: int = 0

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the shapes drawn, for an icon's likeness."""
        return tuple(f"{stroke.fill}{stroke.stroke}" for stroke in self.drawn)


class _State(NamedTuple):
    matrix: Matrix
    fill: str
    stroke: str


class Walker:
    """Follows one stream; ``named`` tells what its objects are."""

    def __init__(self, named: Named) -> None:
        self.named = named
        self.state = _State(IDENTITY, "#000000", "#000000")
        self.stack: list[_State] = []
        self.found = Walked([], [], [])
        self.start: Point | None = None  # where the path begins
        self.rectangle: tuple[float, ...] = ()
        self.step = ""  # how far the beginning of a face has come: q, cm, re
        self.inside = -1  # the face that is open
        self.opened = 0  # the depth at which it was
        self.back = IDENTITY  # from the page to the face that is open

    def walk(self, data: bytes) -> Walked:
        """Follow a stream to its end."""
        operands: list[bytes] = []
        for token in TOKEN.findall(data):
            if token[0] not in OPERATOR:
                operands.append(token)
                continue
            self._operator(token, operands)
            operands = []
        found = self.found
        own = len(found.drawn) + sum(len(clip.drawn) for clip in found.clips) + len(found.events)
        inner = sum(event.inside.weight for event in found.events if event.inside)
        return found._replace(weight=own + inner)

    def _operator(self, name: bytes, operands: list[bytes]) -> None:
        if name in PAINTS:
            self._paint(*PAINTS[name])
        elif name in COLOURS:
            self._colour(name, operands)
        elif name in SHOWS:
            if operands and operands[-1] != b"()":
                self.found.events.append(Event("text", self.inside))
        elif (method := _METHODS.get(name)) is not None:
            method(self, operands)
        if name not in _STEPS:
            self.step = ""

    def _save(self, operands: list[bytes]) -> None:
        if len(self.stack) >= MOST_DEPTH:
            raise ValueError("the content saves its state too deep")
        self.stack.append(self.state)
        self.step = "q"

    def _restore(self, operands: list[bytes]) -> None:
        if self.inside >= 0 and len(self.stack) <= self.opened:
            self.inside = -1
        if self.stack:
            self.state = self.stack.pop()
        self.step = ""

    def _matrix(self, operands: list[bytes]) -> None:
        a, b, c, d, e, f = map(float, operands[-6:])
        self.state = self.state._replace(matrix=multiply((a, b, c, d, e, f), self.state.matrix))
        self.step = "cm" if self.step == "q" else ""

    def _begin(self, operands: list[bytes]) -> None:
        if self.start is None:
            x, y = map(float, operands[-2:])
            self.start = (x, y)

    def _rectangle(self, operands: list[bytes]) -> None:
        self.rectangle = tuple(map(float, operands[-4:]))
        if self.start is None:
            self.start = self.rectangle[:2]  # type: ignore[assignment]
        self.step = "re" if self.step == "cm" else ""

    def _clip(self, operands: list[bytes]) -> None:
        if self.step == "re" and self.inside < 0:
            x, y, w, h = self.rectangle
            self.found.clips.append(Clip(self.state.matrix, (x, y, w, h), []))
            self.back = _inverse(self.state.matrix)
            self.inside, self.opened = len(self.found.clips) - 1, len(self.stack)

    def _no_paint(self, operands: list[bytes]) -> None:
        self.start = None

    def _paint(self, fills: bool, strokes: bool) -> None:
        fill, stroke = self.state.fill, self.state.stroke
        x, y = self._at(*(self.start or (0.0, 0.0)))
        self._draw(Stroke("path", fill if fills else "", stroke if strokes else "", x, y))
        self.start = None

    def _at(self, x: float, y: float) -> Point:
        """A point of the current matrix in mm of the face it lies on."""
        x, y = moved(self.state.matrix, x, y)
        if self.inside >= 0:
            x, y = moved(self.back, x, y)
        return round(in_mm(x), 3), round(in_mm(y), 3)

    def _draw(self, stroke: Stroke) -> None:
        drawn = self.found.clips[self.inside].drawn if self.inside >= 0 else self.found.drawn
        drawn.append(stroke)

    def _colour(self, name: bytes, operands: list[bytes]) -> None:
        colour = _hexadecimal(tuple(operands[-COLOURS[name] :]))
        if name.islower():
            self.state = self.state._replace(fill=colour)
        else:
            self.state = self.state._replace(stroke=colour)

    def _object(self, operands: list[bytes]) -> None:
        found = self.named(operands[-1][1:].decode("latin-1"))
        inside = found if isinstance(found, Walked) else None
        self.found.events.append(Event("object", self.inside, inside))
        x, y = self._at(0.0, 0.0)
        right, up = self._at(1.0, 0.0)
        size = ((right - x) ** 2 + (up - y) ** 2) ** 0.5
        if isinstance(found, str):
            self._draw(Stroke(found, "", "", x, y, size))
        elif self.inside >= 0 and (x, y) == (0.0, 0.0) and 0.35 < size < 0.36:
            # A face that is drawn again and again is a form of its own, point for point.
            self.found.clips[self.inside].drawn.extend(found.drawn)
        else:
            self._draw(Stroke("icon", "", "", x, y, size, found.colours))


@lru_cache(maxsize=1024)
def _hexadecimal(operands: tuple[bytes, ...]) -> str:
    values = [float(value) for value in operands] * (3 if len(operands) == 1 else 1)
    return "#" + "".join(f"{round(max(0.0, min(1.0, v)) * 255):02x}" for v in values)


def _inverse(matrix: Matrix) -> Matrix:
    a, b, c, d, e, f = matrix
    area = a * d - b * c
    if abs(area) < 1e-12:
        raise ValueError("a matrix of the content can't be undone")
    return (
        d / area,
        -b / area,
        -c / area,
        a / area,
        (c * f - d * e) / area,
        (b * e - a * f) / area,
    )


_METHODS: dict[bytes, Callable[[Walker, list[bytes]], None]] = {
    b"q": Walker._save,
    b"Q": Walker._restore,
    b"cm": Walker._matrix,
    b"m": Walker._begin,
    b"re": Walker._rectangle,
    b"W": Walker._clip,
    b"W*": Walker._clip,
    b"n": Walker._no_paint,
    b"Do": Walker._object,
}
_STEPS = frozenset((b"q", b"cm", b"re"))
