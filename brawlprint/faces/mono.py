"""Pure black: what a printer that knows no grey puts on the paper as it stands.

:func:`pure` decides for a colour; :func:`blackened` for everything that is drawn, whatever colour
it names, raster pictures included, which become dots of one bit.
"""

from __future__ import annotations

import hashlib
import io
import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from brawlprint.faces.drawing import (
    Instruction,
    Line,
    Photo,
    Picture,
    Shape,
    Symbol,
    Traced,
)

BLACK, WHITE = "#000000", "#FFFFFF"
LIGHT = 0.8  # relative brightness from which a colour is white
DPI = 300  # of a picture's dots, at least; what is finer only smears
INCH = 25.4


@lru_cache(maxsize=512)
def pure(colour: str) -> str:
    """Black or white, whichever stands for a ``#RRGGBB``.

    >>> pure("#8A8A8A"), pure("#FFFAEE")
    ('#000000', '#FFFFFF')
    """
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return WHITE if 0.299 * red + 0.587 * green + 0.114 * blue >= LIGHT else BLACK


def blackened(instructions: Iterable[Instruction]) -> Iterator[Instruction]:
    """The same instructions in black and white alone."""
    for each in instructions:
        if isinstance(each, Shape):
            yield _shape(each)
        elif isinstance(each, Line):
            yield each._replace(colour=pure(each.colour))
        elif isinstance(each, Symbol):
            yield each._replace(ink=pure(each.ink), ground=pure(each.ground))
        elif isinstance(each, Picture):
            yield each._replace(shapes=_shapes(each.shapes))
        elif isinstance(each, Photo):
            yield _dotted(each)
        else:
            yield each._replace(inside=tuple(blackened(each.inside)))


@lru_cache(maxsize=1024)
def _shapes(shapes: tuple[Shape | Traced, ...]) -> tuple[Shape | Traced, ...]:
    return tuple(map(_shape, shapes))


def _shape(shape: Any) -> Any:
    fill = pure(shape.fill) if shape.fill else None
    stroke = pure(shape.stroke) if shape.stroke else None
    return shape._replace(fill=fill, stroke=stroke)


@lru_cache(maxsize=256)
def _dotted(photo: Photo) -> Photo:
    """A raster picture cut to its box and dithered, at 300 dpi of what is printed."""
    from PIL import Image, ImageOps

    with Image.open(io.BytesIO(photo.data)) as opened:
        picture = opened.convert("RGBA")
    paper = Image.new("RGBA", picture.size, WHITE)
    paper.alpha_composite(picture)
    wide, high = (math.ceil(side / INCH * DPI) for side in photo.box[2:])
    grey = ImageOps.autocontrast(ImageOps.fit(paper.convert("L"), (wide, high)), cutoff=1)
    buffer = io.BytesIO()
    grey.convert("1").convert("L").save(buffer, "PNG")
    data = buffer.getvalue()
    return Photo(data, hashlib.sha256(data).hexdigest(), grey.size, photo.box)
