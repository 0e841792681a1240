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

from brawlprint.definitions.entry_file import EntryFile
from brawlprint.errors import suggestion
from brawlprint.faces.drawing import Shape
from brawlprint.faces.paths import circle, parse_path

FIELD = 100.0  # an icon's own units
OUTLINE = 1.1  # the stroke, in those units, of an icon drawn without filled areas
_PAINTS = ("fill", "cut", "line", "cutline", "accent")


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


def load_icons(path: Path) -> Icons:
    """Read an icon file; its shapes are parsed when they are first drawn."""
    return Icons(EntryFile(path))


@lru_cache(maxsize=512)
def _layers(icons: Icons, name: str, ink: str, ground: str, outline: bool) -> tuple[Shape, ...]:
    table = icons.file[name]
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
    paint, value = next(((key, layer[key]) for key in layer if key != "width"), ("", ""))
    base = paint.removesuffix("_circle")
    if base not in _PAINTS:
        raise ValueError(f"unknown paint {paint!r}")
    segments = circle(*value) if paint.endswith("_circle") else parse_path(value)
    width = float(layer.get("width", 6))
    if not 0 < width <= FIELD:
        raise ValueError(f"no line is {width:g} wide")
    if base == "accent":
        return Shape(segments, accent, ink, OUTLINE if outline else 1.5)
    if base in ("fill", "cut") and outline:
        return Shape(segments, ground, ink, OUTLINE)
    if base in ("fill", "cut"):
        return Shape(segments, ink if base == "fill" else ground)
    if outline:
        return Shape(segments, None, ink, width * 0.25 if base == "line" else OUTLINE)
    return Shape(segments, None, ink if base == "line" else ground, width)
