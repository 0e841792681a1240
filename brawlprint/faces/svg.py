"""A user's SVG as shapes: paths and plain forms, filled and stroked, with transforms.

What draws no shape is passed over (titles, metadata); what could do harm or would be drawn wrong
(scripts, entities, references to other files, text, gradients, clips) is refused with words, all
of a file's faults at once.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from msgspec import Struct

from brawlprint.errors import DefinitionError, Finding, Where, shown
from brawlprint.faces.drawing import Shape
from brawlprint.faces.paths import Segment, circle, parse_path, rounded_rectangle

if TYPE_CHECKING:
    from xml.etree import ElementTree

MOST_BYTES = 2_000_000
MOST_TOLD = 12  # faults of a file, each told once
MOST_SHAPES, MOST_SEGMENTS = 5_000, 100_000
LONGEST_TRANSFORM, LONGEST_PATH = 500, 400_000  # characters
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_P = ParamSpec("_P")
_T = TypeVar("_T")

_PASSED_OVER = {"title", "desc", "metadata", "defs", "namedview", "style"}
_GROUPS = {"svg", "g", "a"}
_CUT = ("clip-path", "mask", "filter")
_SHEER = ("opacity", "fill-opacity", "stroke-opacity")


class SvgError(ValueError):
    """What is wrong with an SVG; ``remedy`` is what would do, ``others`` is what else is wrong."""

    def __init__(self, problem: str, remedy: str, others: tuple[SvgError, ...] = ()) -> None:
        self.problem, self.remedy, self.others = problem, remedy, others
        super().__init__(problem)


class SvgPicture(Struct, frozen=True):
    """An SVG's shapes in its own units, and its view box (x, y, width, height)."""

    shapes: tuple[Shape, ...]
    box: tuple[float, float, float, float]


def read_svg(path: Path) -> SvgPicture:
    """Read an SVG file; raises :class:`DefinitionError` for one that is refused."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise SvgError(f"the file is {size / 1e6:,.1f} MB", "simplify it to under 2 MB")
        return parse_svg(path.read_bytes())
    except SvgError as error:
        where = Where(shown(path))
        faults = (error, *error.others)
        findings = [Finding("svg", each.problem, where, each.remedy) for each in faults]
        raise DefinitionError(findings) from None
    except OSError as error:
        finding = Finding("svg", f"can't be read: {error.strerror}", Where(shown(path)))
        raise DefinitionError([finding]) from None


def parse_svg(raw: bytes) -> SvgPicture:
    """An SVG's bytes as shapes; raises :class:`SvgError`.

    >>> parse_svg(b'<svg viewBox="0 0 10 10"><rect width="5" height="5" fill="red"/></svg>').box
    (0.0, 0.0, 10.0, 10.0)
    """
    from xml.etree import ElementTree

    class Strict(ElementTree.TreeBuilder):
        def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
            """Asked before any entity is read, whatever the encoding."""
            raise SvgError("it declares a document type or entities", "save it as plain SVG")

    try:
        root = ElementTree.fromstring(raw, ElementTree.XMLParser(target=Strict()))
    except SvgError:
        raise
    except (ElementTree.ParseError, LookupError, ValueError) as error:  # XML, encoding
        raise SvgError(f"it is no SVG: {error}", "save it as plain SVG") from None
    if _tag(root) != "svg":
        raise SvgError(f"its root is <{_tag(root)}>", "save it as plain SVG")
    reader = _Reader()
    reader.note(*_style_sheets(root))
    box = reader.noting((0.0, 0.0, 1.0, 1.0), _view_box, root)
    walked = reader.walk(root, IDENTITY, {"fill": "#000000", "stroke": "none"}, 0)
    shapes = tuple(islice(walked, MOST_SHAPES + 1))
    if len(shapes) > MOST_SHAPES or sum(len(each.segments) for each in shapes) > MOST_SEGMENTS:
        most = f"{MOST_SHAPES:,} shapes, or {MOST_SEGMENTS:,} lines and curves in them"
        raise SvgError(f"it has over {most}", "simplify it, or save it as PNG")
    reader.refuse()
    if not shapes:
        raise SvgError("it draws nothing", "draw filled or stroked paths")
    numbers = (number for shape in shapes for _, numbers in shape.segments for number in numbers)
    if not all(map(math.isfinite, (*box, *numbers))):
        raise SvgError("a number is too large, or none", "save it as plain SVG")
    return SvgPicture(shapes, box)


def on_field(picture: SvgPicture) -> tuple[Shape, ...]:
    """An SVG's shapes on a 100 × 100 field, as large as it takes, in its middle."""
    x, y, w, h = picture.box
    scale = 100 / max(w, h)
    left, top = (100 - w * scale) / 2 - x * scale, (100 - h * scale) / 2 - y * scale
    matrix = (scale, 0.0, 0.0, scale, left, top)
    return tuple(
        shape._replace(
            segments=tuple((command, _moved(ns, matrix)) for command, ns in shape.segments),
            width=shape.width * scale,
        )
        for shape in picture.shapes
    )


def _tag(element: ElementTree.Element) -> str:
    return str(element.tag).rpartition("}")[2].rpartition(":")[2]


def _view_box(root: ElementTree.Element) -> tuple[float, float, float, float]:
    if text := root.get("viewBox"):
        numbers = _numbers(text)
        if len(numbers) == 4 and numbers[2] > 0 and numbers[3] > 0:
            return numbers[0], numbers[1], numbers[2], numbers[3]
        raise SvgError(f"the viewBox {text!r} can't be read", "write four numbers")
    width, height = _length(root.get("width", "")), _length(root.get("height", ""))
    if not (width > 0 and height > 0):
        raise SvgError("it has neither a viewBox nor a size", "give it a viewBox")
    return 0.0, 0.0, width, height


class _Reader:
    """Reads on where something is wrong, so that all of it can be told."""

    def __init__(self) -> None:
        self.faults: dict[str, SvgError] = {}  # by what they say, each once

    def note(self, *faults: SvgError) -> bool:
        """Keep faults; whether there were any."""
        for each in faults:
            self.faults.setdefault(each.problem, each)
        return bool(faults)

    def noting(
        self, otherwise: _T, read: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs
    ) -> _T:
        """What is read; ``otherwise`` if that is refused, and the fault kept."""
        try:
            return read(*args, **kwargs)
        except SvgError as error:
            self.note(error)
            return otherwise

    def refuse(self) -> None:
        """Raise what is wrong, if anything is."""
        found = list(self.faults.values())
        if len(found) > MOST_TOLD:
            left = len(found) - MOST_TOLD + 1
            found[MOST_TOLD - 1 :] = [SvgError(f"{left} more of it can't be drawn", "simplify it")]
        if found:
            raise SvgError(found[0].problem, found[0].remedy, tuple(found[1:]))

    def walk(
        self, element: ElementTree.Element, matrix: Matrix, inherited: Mapping[str, str], depth: int
    ) -> Iterator[Shape]:
        """The shapes of an element and of all in it."""
        tag = _tag(element)
        if depth > 60:
            raise SvgError("its groups are nested too deep", "ungroup it")
        refused = self.note(*_refusals(element, tag))
        if tag in _PASSED_OVER or not isinstance(element.tag, str):
            return
        own = _own_style(element)
        self.note(*_against_style(own))
        style = {**inherited, **own}
        moved = self.noting(IDENTITY, _transform, element.get("transform", ""))
        matrix = _times(matrix, moved)
        if tag in _GROUPS:
            for child in element:
                yield from self.walk(child, matrix, style, depth + 1)
        elif not refused and style.get("display") != "none":
            segments = self.noting((), _segments, element, tag)
            yield from self.painted(segments, matrix, style)

    def painted(
        self, segments: tuple[Segment, ...], matrix: Matrix, style: Mapping[str, str]
    ) -> Iterator[Shape]:
        """An outline where it belongs, in its colours; nothing if it has none."""
        fill = self.noting(None, _colour, style.get("fill", ""))
        stroke = self.noting(None, _colour, style.get("stroke", "none"))
        scale = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
        width = (_length(style.get("stroke-width", "1")) or 1.0) * scale if stroke else 0.0
        if segments and (fill or stroke):
            moved = tuple((command, _moved(numbers, matrix)) for command, numbers in segments)
            yield Shape(moved, fill, stroke, width)


def _refusals(element: ElementTree.Element, tag: str) -> Iterator[SvgError]:
    """Scripts, handlers, and whatever points out of the file."""
    if tag == "script" or any(name.lower().startswith("on") for name in element.attrib):
        yield SvgError("it has scripts", "save it as plain SVG")
    for name, value in element.attrib.items():
        if name.rpartition("}")[2] == "href" and not value.startswith("#"):
            yield SvgError(f"it refers to {value[:60]!r}", "embed nothing, draw it as paths")
        elif "url(" in value and "url(#" not in value.replace(" ", ""):
            yield SvgError(f"it refers to {value[:60]!r}", "draw it as paths")


def _style_sheets(root: ElementTree.Element) -> Iterator[SvgError]:
    """Rules of style, wherever they stand: unread, they would leave all in black."""
    for text in ((each.text or "").strip() for each in root.iter() if _tag(each) == "style"):
        if "@import" in text or "url(" in text:
            yield SvgError("its style sheet refers to other files", "save it as plain SVG")
        elif text:
            yield SvgError("it has a style sheet", "give each shape its own fill and stroke")


def _own_style(element: ElementTree.Element) -> dict[str, str]:
    own: dict[str, str] = {
        str(name): element.attrib[name]
        for name in ("fill", "stroke", "stroke-width", "display", *_CUT, *_SHEER)
        if name in element.attrib
    }
    for part in element.get("style", "").split(";"):
        name, _, value = part.partition(":")
        if value:
            own[name.strip()] = value.strip()
    return own


def _against_style(own: Mapping[str, str]) -> Iterator[SvgError]:
    """What is cut or seen through, which would be drawn whole and opaque."""
    for name in _CUT:
        if own.get(name, "none") != "none":
            yield SvgError(f"it has a {name}", "flatten it into paths")
    for name in _SHEER:
        share = _numbers(own.get(name, "1"))
        if share and share[0] < (100 if "%" in own.get(name, "1") else 1):
            yield SvgError(f"its {name} is {own[name]!r}", "make it opaque")


def _segments(element: ElementTree.Element, tag: str) -> tuple[Segment, ...]:
    """A form's outline in its own units."""

    def number(name: str) -> float:
        return _length(element.get(name, "0"))

    if tag == "path":
        if len(element.get("d", "")) > LONGEST_PATH:
            raise SvgError("a path is too long", "simplify it, or save it as PNG")
        try:
            return parse_path(element.get("d", "")) if element.get("d") else ()
        except ValueError as error:
            raise SvgError(f"a path can't be read: {error}", "save it as plain SVG") from None
    if tag == "rect":
        box = (number("x"), number("y"), number("width"), number("height"))
        return rounded_rectangle(*box, number("rx") or number("ry"))
    if tag == "circle":
        return circle(number("cx"), number("cy"), number("r"))
    if tag == "ellipse":
        stretch = (number("rx"), 0.0, 0.0, number("ry"), number("cx"), number("cy"))
        return tuple((command, _moved(numbers, stretch)) for command, numbers in circle(0, 0, 1))
    if tag == "line":
        return (("M", (number("x1"), number("y1"))), ("L", (number("x2"), number("y2"))))
    if tag in ("polygon", "polyline"):
        points = _numbers(element.get("points", ""))
        pairs = list(zip(points[::2], points[1::2], strict=False))
        lines = tuple(("L" if place else "M", pair) for place, pair in enumerate(pairs))
        return (*lines, ("Z", ())) if tag == "polygon" else lines
    raise SvgError(f"<{tag}> can't be drawn here", "turn everything into paths")


def _colour(text: str) -> str | None:
    """``#RRGGBB``, or None for nothing."""
    text = text.strip().lower()
    if text in ("none", "transparent", ""):
        return None
    if text == "currentcolor":
        return "#000000"
    if match := re.fullmatch(r"#([0-9a-f]{3})", text):
        return "#" + "".join(2 * digit for digit in match[1]).upper()
    if re.fullmatch(r"#[0-9a-f]{6}", text):
        return text.upper()
    if match := re.fullmatch(r"rgb\(\s*(\d{1,9})\s*,\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)", text):
        return "#" + "".join(f"{min(255, int(part)):02X}" for part in match.groups())
    if named := _named(text):
        return named
    raise SvgError(f"the colour {text[:40]!r} can't be drawn here", "use plain colours, #RRGGBB")


def _named(text: str) -> str | None:
    """The colour that CSS means by a name, as ``#RRGGBB``."""
    from PIL import ImageColor

    if text not in ImageColor.colormap:
        return None
    return "#{:02X}{:02X}{:02X}".format(*ImageColor.getrgb(text))


def _numbers(text: str) -> tuple[float, ...]:
    found = re.findall(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", text)
    return tuple(map(float, found))


def _length(text: str) -> float:
    numbers = _numbers(text)
    return numbers[0] if numbers and "%" not in text else 0.0


def _transform(text: str) -> Matrix:
    matrix = IDENTITY
    if len(text) > LONGEST_TRANSFORM:
        raise SvgError("a transform is too long", "flatten transforms")
    for name, inside in re.findall(r"(\w+)\s*\(([^)]*)\)", text):
        matrix = _times(matrix, _one_transform(name, _numbers(inside)))
    return matrix


def _one_transform(name: str, numbers: tuple[float, ...]) -> Matrix:
    if name == "matrix" and len(numbers) == 6:
        a, b, c, d, e, f = numbers
        return a, b, c, d, e, f
    if name == "translate" and numbers:
        return (1.0, 0.0, 0.0, 1.0, numbers[0], numbers[1] if len(numbers) > 1 else 0.0)
    if name == "scale" and numbers:
        return (numbers[0], 0.0, 0.0, numbers[-1], 0.0, 0.0)
    if name == "rotate" and numbers:
        angle = math.radians(numbers[0])
        turn = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0.0, 0.0)
        if len(numbers) == 3:
            there: Matrix = (1.0, 0.0, 0.0, 1.0, numbers[1], numbers[2])
            back: Matrix = (1.0, 0.0, 0.0, 1.0, -numbers[1], -numbers[2])
            return _times(_times(there, turn), back)
        return turn
    raise SvgError(f"the transform {name!r} can't be drawn here", "flatten transforms")


def _times(one: Matrix, two: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return (
        a * g + c * h,
        b * g + d * h,
        a * i + c * j,
        b * i + d * j,
        a * k + c * m + e,
        b * k + d * m + f,
    )


def _moved(numbers: tuple[float, ...], matrix: Matrix) -> tuple[float, ...]:
    a, b, c, d, e, f = matrix
    moved: list[float] = []
    for x, y in zip(numbers[::2], numbers[1::2], strict=True):
        moved += (a * x + c * y + e, b * x + d * y + f)
    return tuple(moved)
