"""Icons: our own shapes, kept as data in ``templates/icons.toml`` on a 100 × 100 field, y down.

An icon is a list of layers, painted in order: ``fill`` and ``line`` in the ink, ``cut`` and
``cutline`` in the ground colour, each with path data; ``fill_circle`` and the like take
``[x, y, radius]``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from brawlprint.definitions.entry_file import EntryFile, read_entries
from brawlprint.errors import suggestion
from brawlprint.faces.drawing import Shape
from brawlprint.faces.paths import circle, parse_path

FIELD = 100.0  # an icon's own units
OUTLINE = 1.1  # the stroke, in those units, of an icon drawn without filled areas
LINE = 6.0  # the width of a line that says nothing else
_AREAS = ("fill", "cut", "line", "cutline", "accent")
_PAINTS = frozenset([*_AREAS, *(f"{name}_circle" for name in _AREAS)])


class Icons(Struct, frozen=True, eq=False):
    """A workspace's icons by name."""

    file: EntryFile

    def __contains__(self, name: str) -> bool:
        return name in self.file

    def layers(self, name: str, ink: str, ground: str, outline: bool) -> tuple[Shape, ...]:
        """An icon's shapes on its own field, painted; raises an error that names the fault."""
        return _layers(self, name, ink, ground, outline)

    def signature(self, name: str) -> str:
        """What an icon is made of, in a few characters: it changes when the entry does."""
        return hashlib.sha256(repr(self.file.get(name)).encode()).hexdigest()[:12]

    def unknown(self, name: str) -> tuple[str, str]:
        """What to say of a name that no icon has, and what would be right."""
        return f"there is no icon {name!r}", suggestion(name, list(self.file))


def load_icons(*paths: Path) -> Icons:
    """Read icon files, the first one's icons before the others'; shapes are parsed when drawn."""
    file = read_entries(paths)
    assert file is not None, "at least the icons that ship are there"
    return Icons(file)


@lru_cache(maxsize=512)
def _layers(icons: Icons, name: str, ink: str, ground: str, outline: bool) -> tuple[Shape, ...]:
    table = icons.file[name]
    if not isinstance(table.get("layers"), list):
        remedy = "add layers = [{ fill = 'M20 20 H80 V80 H20 Z' }], painted in order"
        raise icons.file.error(name, f"the icon {name!r} has no list of layers", remedy, "icon")
    shapes = []
    try:
        for layer in table["layers"]:
            shapes.append(layer_shape(layer, ink, ground, outline))
    except (ValueError, KeyError, TypeError) as error:
        remedy = "a layer is { fill = 'M…' }, cut, line or cutline, or one of them with _circle"
        raise icons.file.error(name, f"a layer can't be read: {error}", remedy, "icon") from None
    return tuple(shapes)


def layer_shape(
    layer: Mapping[str, Any], ink: str, ground: str, outline: bool, accent: str = ""
) -> Shape:
    """One layer as a shape; ``accent`` and ``accent_circle`` are areas of a second colour.

    Raises ValueError, KeyError or TypeError for what is no layer.
    """
    paint, value = layer_paint(layer)
    segments = circle(*value) if paint.endswith("_circle") else parse_path(value)
    width = float(layer.get("width", LINE))
    return Shape(segments, *layer_colours(paint, width, ink, ground, outline, accent))


def layer_paint(layer: Mapping[str, Any]) -> tuple[str, Any]:
    """How a layer is painted, and its path or circle; raises ValueError for an unknown paint."""
    paint = next(iter(layer), "")
    if paint == "width":
        paint = next((key for key in layer if key != "width"), "")
    if paint not in _PAINTS:
        raise ValueError(f"unknown paint {paint!r}")
    return paint, layer[paint]


def layer_colours(
    paint: str, width: float, ink: str, ground: str, outline: bool, accent: str
) -> tuple[str | None, str | None, float]:
    """A layer's fill, stroke and width; raises ValueError for a width that no line has."""
    base = paint.removesuffix("_circle")
    if not 0 < width <= FIELD:
        raise ValueError(f"no line is {width:g} wide")
    if base == "accent":
        return accent, ink, OUTLINE if outline else 1.5
    if base in ("fill", "cut") and outline:
        return ground, ink, OUTLINE
    if base in ("fill", "cut"):
        return ink if base == "fill" else ground, None, 0.0
    if outline:
        return None, ink, width * 0.25 if base == "line" else OUTLINE
    return None, ink if base == "line" else ground, width
