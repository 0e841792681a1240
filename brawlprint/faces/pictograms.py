"""Pictures in the house's own style: figures built from poses, props, and signs of impact.

A picture is an entry of ``templates/pictograms/FILE.toml``: a list of ``parts`` on a 100 × 100
field (origin top left, y down), painted in order. A figure is a head and limbs with round ends,
given by the coordinates of its joints; what it overlaps is parted from it by a thin halo.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from brawlprint.definitions.entry_file import EntryFile, read_entries
from brawlprint.errors import DefinitionError, Finding, Where, suggestion
from brawlprint.faces.drawing import Shape, Traced
from brawlprint.faces.icons import LINE, Icons, layer_colours, layer_paint, layer_shape
from brawlprint.faces.paths import Segment, circle, trace_path

Point = tuple[float, float]
Find = Callable[[str], Sequence[Path]]  # a file in every workspace that has it

HALO, OUTLINE, FINE = 1.9, 1.5, 0.6  # field units, around a figure; FINE where ink is saved
PROPS = "props"
_WORDS = {
    "figure": ("dark", "accent"),
    "facing": ("left", "right"),
    "view": ("side", "front"),
    "build": ("normal", "big", "huge", "slim", "small"),
}
_PROP = re.compile(r"prop\s*=\s*['\"]([\w-]+)")


class Tones(NamedTuple):
    """The colours of a picture: of lines, of the wall behind, of the two fighters."""

    ink: str
    ground: str
    dark: str
    accent: str
    outline: bool = False


class Build(Struct, frozen=True):
    """The strength of a body: half-widths and thicknesses in field units."""

    head: float = 8.2
    shoulders: float = 4.6
    hips: float = 2.6
    torso: float = 9.0
    arm: float = 6.6
    leg: float = 8.2
    hand: float = 4.1
    foot: float = 6.6

    def scaled(self, by: float) -> Build:
        """The same body, thicker or thinner."""
        return Build(*(getattr(self, name) * by for name in self.__struct_fields__))


BUILDS = {
    "normal": Build(),
    "big": Build(8.4, 7.2, 4.0, 12.0, 8.4, 10.0, 5.0, 7.4),
    "huge": Build(8.6, 9.0, 6.4, 15.0, 9.8, 11.4, 5.8, 8.2),
    "slim": Build(7.6, 3.4, 2.2, 7.2, 5.2, 6.6, 3.5, 5.6),
    "small": Build(7.4, 3.2, 2.2, 7.4, 5.2, 6.4, 3.5, 5.4),
}


class Pictograms(Struct):
    """A workspace's pictures, read file by file as they are asked for."""

    find: Find
    icons: Icons
    _files: dict[str, EntryFile | None] = {}
    _drawn: dict[tuple[str, Tones], tuple[Shape | Traced, ...]] = {}

    def shapes(self, name: str, tones: Tones) -> tuple[Shape | Traced, ...]:
        """The shapes of ``FILE/NAME``, painted; an error names file, entry and fault."""
        key = (name, tones)
        if key not in self._drawn:
            self._drawn[key] = tuple(self._draw(name, tones))
        return self._drawn[key]

    def signature(self, name: str) -> str:
        """What a picture is made of, in a few characters: it changes when entry or props do."""
        stem, _, entry = name.partition("/")
        file = self._file(stem)
        source = file.source(entry) if file else ""
        props = [self._prop_source(name) for name in _PROP.findall(source)]
        return hashlib.sha256("\0".join([source, *props]).encode()).hexdigest()[:12]

    def problem(self, name: str) -> tuple[str, str] | None:
        """What is wrong with a picture's name and what would be right; None if there is one."""
        stem, _, entry = name.partition("/")
        file = self._file(stem)
        if file is None:
            return f"there is no templates/pictograms/{stem}.toml", "name one as FILE/NAME"
        if entry not in file:
            return f"there is no picture {name!r}", suggestion(entry, list(file))
        return None

    def _file(self, stem: str) -> EntryFile | None:
        if stem not in self._files:
            paths = self.find(f"{stem}.toml") if stem.replace("-", "").isalnum() else []
            self._files[stem] = read_entries(paths)
        return self._files[stem]

    def _draw(self, name: str, tones: Tones) -> Iterator[Shape | Traced]:
        stem, _, entry = name.partition("/")
        file = self._file(stem)
        if file is None or entry not in file:
            message, remedy = self.problem(name) or ("", "")
            where = Where(f"templates/pictograms/{stem}.toml")
            raise DefinitionError([Finding("unknown-picture", message, where, remedy)])
        parts = file[entry].get("parts")
        if not isinstance(parts, list):
            message = "it can't be drawn: it has no list of parts"
            raise file.error(entry, message, "see docs/pictograms.md", "picture")
        for number, part in enumerate(parts, 1):
            try:
                yield from self._part(part, tones)
            except (ValueError, KeyError, TypeError, StopIteration) as error:
                message = f"part {number} can't be drawn: {error}"
                raise file.error(entry, message, "see docs/pictograms.md", "picture") from None

    def _part(self, part: Mapping[str, Any], tones: Tones) -> Iterator[Shape | Traced]:
        if "figure" in part:
            yield from Figure(part, tones).shapes()
        elif "prop" in part:
            yield from self._prop(part, tones)
        elif "burst" in part:
            yield from _burst(_numbers(part["burst"]), tones)
        elif "ground" in part:
            left, right, y = _numbers(part["ground"])
            yield Shape((("M", (left, y)), ("L", (right, y))), None, tones.ink, 2.2)
        else:
            yield _layer(part, tones)

    def _prop_entry(self, name: str) -> Mapping[str, Any] | None:
        """A prop's entry, among the props or else the icons."""
        file = self._file(PROPS)
        if file is not None and name in file:
            return file[name]
        return self.icons.file[name] if name in self.icons else None

    def _prop_source(self, name: str) -> str:
        file = self._file(PROPS)
        found = file.source(name) if file else ""
        return found or self.icons.file.source(name)

    def _prop(self, part: Mapping[str, Any], tones: Tones) -> Iterator[Shape]:
        """A prop or icon, moved, turned and scaled to its place."""
        name = str(part["prop"])
        entry = self._prop_entry(name)
        if entry is None:
            known = [*(self._file(PROPS) or ()), *self.icons.file]
            raise ValueError(f"no prop {name!r}; {suggestion(name, known)}")
        place = Placement(part)
        accented = part.get("tone") == "accent"
        ink = tones.accent if accented else tones.dark
        for layer in entry["layers"]:
            shape = layer_shape(layer, ink, tones.ground, tones.outline, tones.accent)
            if shape.stroke == ink and (tones.outline or ink != tones.ink) and not accented:
                shape = shape._replace(stroke=tones.ink)
            yield place.moved(_finite(shape))


def _layer(part: Mapping[str, Any], tones: Tones) -> Shape | Traced:
    """A layer that lies on the picture's own field: its path is taken as it is where it can be."""
    paint, value = layer_paint(part)
    tone = (tones.ink, tones.ground, tones.outline, tones.accent)
    operators = None if paint.endswith("_circle") else trace_path(value)
    if operators is None:
        return _finite(layer_shape(part, *tone))
    return Traced(operators, *layer_colours(paint, float(part.get("width", LINE)), *tone))


class Placement:
    """Where a prop goes: its middle ``at``, its ``size``, ``turn`` (degrees clockwise), ``flip``."""

    def __init__(self, part: Mapping[str, Any]) -> None:
        self.x, self.y = _numbers(part["at"])
        self.scale = _number(part.get("size", 100)) / 100
        angle = math.radians(_number(part.get("turn", 0)))
        self.cos, self.sin = math.cos(angle), math.sin(angle)
        self.flip = -1 if part.get("flip") else 1

    def moved(self, shape: Shape) -> Shape:
        """The shape at its place; strokes scale with it, but never below what prints."""
        segments = tuple((command, self._points(numbers)) for command, numbers in shape.segments)
        width = max(shape.width * self.scale, 1.2) if shape.width else 0.0
        return shape._replace(segments=segments, width=width)

    def _points(self, numbers: tuple[float, ...]) -> tuple[float, ...]:
        moved: list[float] = []
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            dx, dy = (x - 50) * self.scale * self.flip, (y - 50) * self.scale
            moved += (
                self.x + dx * self.cos - dy * self.sin,
                self.y + dx * self.sin + dy * self.cos,
            )
        return tuple(moved)


def _burst(numbers: tuple[float, ...], tones: Tones) -> Iterator[Shape]:
    """A star where it hurts: middle, radius, and how far it is turned (degrees)."""
    x, y, radius, *rest = numbers
    start = math.radians(rest[0] if rest else 8)
    points: list[Segment] = []
    for number in range(18):
        reach = radius * (1.0 if number % 2 == 0 else 0.5)
        angle = start + number * math.pi / 9
        command = "L" if points else "M"
        points.append((command, (x + reach * math.cos(angle), y + reach * math.sin(angle))))
    yield Shape((*points, ("Z", ())), "#FFFFFF", tones.ink, 1.5)


class Figure:
    """A fighter: strokes and a torso, drawn as halo, outline and tone.

    ``head`` is ``x y`` (and a radius), ``body`` neck and hip, each of ``arms`` elbow and hand, each
    of ``legs`` knee, foot and, if it should not stand flat, toe. ``arms-over`` and ``legs-over``
    lie before the body, with a halo of their own.
    """

    def __init__(self, part: Mapping[str, Any], tones: Tones) -> None:
        self.part, self.tones = part, tones
        for key, known in _WORDS.items():
            if part.get(key, known[0]) not in known:
                raise ValueError(f"{key} = {part[key]!r}; {suggestion(str(part[key]), known)}")
        self.build = BUILDS[part.get("build", "normal")].scaled(_number(part.get("scale", 1)))
        self.neck, self.hip = _points(part["body"])
        front = part.get("view") == "front"
        self.spread = 1.0 if front else 0.45
        self.facing = {"left": -1.0, "right": 1.0}.get(part.get("facing", ""), 0.0)
        self.fill = tones.accent if part["figure"] == "accent" else tones.dark

    def shapes(self) -> Iterator[Shape]:
        """Back to front: far limbs, body and head as one; then each near limb over it."""
        body = [*self.limbs("legs"), *self.limbs("arms"), self.torso(), self.head()]
        yield from self.passes(body)
        for limb in [*self.limbs("legs-over"), *self.limbs("arms-over")]:
            yield from self.passes([limb])

    def passes(self, pieces: list[list[Shape]]) -> Iterator[Shape]:
        """The same pieces wider in the ground's colour, in ink, and in the figure's own tone."""
        flat = [shape for piece in pieces for shape in piece]
        outlined = self.fill != self.tones.ink
        rim = (FINE if self.tones.outline else OUTLINE) if outlined else 0.0
        yield from _grown(flat, rim + HALO, self.tones.ground)
        if outlined:
            yield from _grown(flat, rim, self.tones.ink)
        yield from _grown(flat, 0.0, self.fill)

    def torso(self) -> list[Shape]:
        """A trapezium from shoulders to hips with round corners."""
        build, spread = self.build, self.spread
        across = _across(self.neck, self.hip)
        a, b = build.shoulders * spread, build.hips * spread
        corners = [_along(self.neck, across, a), _along(self.neck, across, -a),
                   _along(self.hip, across, -b), _along(self.hip, across, b)]  # fmt: skip
        return [Shape(_polygon(corners), "fill", None, build.torso)]

    def head(self) -> list[Shape]:
        """The head, and a nose where it faces a side."""
        x, y, *rest = _numbers(self.part["head"])
        radius = rest[0] if rest else self.build.head
        shapes = [Shape(circle(x, y, radius), "fill", None, 0.0)]
        if self.facing:
            nose = circle(x + self.facing * radius * 0.95, y + radius * 0.12, radius * 0.3)
            shapes.append(Shape(nose, "fill", None, 0.0))
        return shapes

    def limbs(self, key: str) -> list[list[Shape]]:
        """Arms from the nearer shoulder, legs from the nearer hip."""
        arms = key.startswith("arms")
        return [self.arm(joints) if arms else self.leg(joints) for joints in self.part.get(key, ())]

    def arm(self, joints: str) -> list[Shape]:
        """Upper arm, forearm, fist."""
        elbow, hand, *_ = _points(joints)
        shoulder = self._nearer(self.neck, self.build.shoulders, elbow)
        return [
            Shape(_polyline([shoulder, elbow, hand]), None, None, self.build.arm),
            Shape(circle(*hand, self.build.hand), "fill", None, 0.0),
        ]

    def leg(self, joints: str) -> list[Shape]:
        """Thigh, shin, and a foot that points where the figure faces."""
        knee, foot, *toes = _points(joints)
        hip = self._nearer(self.hip, self.build.hips, knee)
        outward = self.facing or (1.0 if foot[0] >= self.hip[0] else -1.0)
        toe = toes[0] if toes else (foot[0] + outward * self.build.foot * 0.95, foot[1])
        return [
            Shape(_polyline([hip, knee, foot]), None, None, self.build.leg),
            Shape(_polyline([foot, toe]), None, None, self.build.foot),
        ]

    def _nearer(self, joint: Point, reach: float, towards: Point) -> Point:
        across = _across(self.neck, self.hip)
        sides = [_along(joint, across, reach * self.spread * sign) for sign in (1, -1)]
        return min(sides, key=lambda side: math.dist(side, towards))


def _grown(shapes: list[Shape], by: float, colour: str) -> Iterator[Shape]:
    """Shapes in one colour, wider by so much on every side."""
    for shape in _joined(shapes):
        fill = colour if shape.fill else None
        yield Shape(shape.segments, fill, colour, shape.width + 2 * by)


def _joined(shapes: list[Shape]) -> Iterator[Shape]:
    """Strokes of one width as one shape: fewer operators, same picture."""
    groups: dict[tuple[float, bool], list[Segment]] = {}
    for shape in shapes:
        groups.setdefault((shape.width, bool(shape.fill)), []).extend(shape.segments)
    for (width, filled), segments in groups.items():
        yield Shape(tuple(segments), "fill" if filled else None, None, width)


def _finite(shape: Shape) -> Shape:
    """The same shape; refused if a number of it is none that can be drawn."""
    _number(shape.width + sum(sum(numbers) for _, numbers in shape.segments))
    return shape


def _number(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError("a number is too large, or none")
    return number


def _numbers(text: object) -> tuple[float, ...]:
    if not isinstance(text, str):
        raise ValueError(f"{text!r} is no text; put the numbers in quotes")
    numbers = tuple(map(float, text.split()))
    _number(sum(numbers))
    return numbers


def _points(text: str) -> list[Point]:
    numbers = _numbers(text)
    if len(numbers) % 2 or len(numbers) < 4:
        raise ValueError(f"{text!r} is no list of points x y x y")
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _across(one: Point, two: Point) -> Point:
    """The unit vector square to the line from one to two."""
    length = math.dist(one, two) or 1.0
    return (one[1] - two[1]) / length, (two[0] - one[0]) / length


def _along(point: Point, direction: Point, by: float) -> Point:
    return point[0] + direction[0] * by, point[1] + direction[1] * by


def _polyline(points: list[Point]) -> tuple[Segment, ...]:
    return (("M", points[0]), *(("L", point) for point in points[1:]))


def _polygon(points: list[Point]) -> tuple[Segment, ...]:
    return (*_polyline(points), ("Z", ()))
