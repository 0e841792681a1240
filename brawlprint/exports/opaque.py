"""Raster pictures made fit for a press: nothing see-through, no more pixels than it prints."""

from __future__ import annotations

import hashlib
import io
import math
from typing import TYPE_CHECKING

from msgspec.structs import replace

from brawlprint.exports.profiles import INCH
from brawlprint.exports.raster import encode, render, trim_frame
from brawlprint.faces.drawing import Instruction, Photo
from brawlprint.faces.face import Face
from brawlprint.faces.icons import Icons

if TYPE_CHECKING:
    from PIL import Image


def opaque_face(face: Face, icons: Icons, dpi: int) -> Face:
    """The face with each raster picture opaque and of ``dpi`` at most.

    One with see-through parts is replaced by what is seen there: itself on what lies below it. In
    black and white it is dots on white, which a change of size would blur.
    """
    if not any(isinstance(each, Photo) for each in face.instructions):
        return face
    if face.mono:
        from brawlprint.faces.mono import blackened

        return replace(face, instructions=tuple(blackened(face.instructions)), mono=False)
    done: list[Instruction] = []
    for each in face.instructions:
        if isinstance(each, Photo):
            below = replace(face, instructions=(*done, each))
            done.append(_opaque(each, below, icons, dpi))
        else:
            done.append(each)
    return replace(face, instructions=tuple(done))


def _opaque(photo: Photo, below: Face, icons: Icons, dpi: int) -> Photo:
    from PIL import Image

    with Image.open(io.BytesIO(photo.data)) as picture:
        if picture.mode in ("LA", "RGBA"):
            return _seen(photo, below, icons, dpi)
        across, down = photo.pixels
        now = INCH / max(photo.box[2] / across, photo.box[3] / down)
        if now <= dpi:
            return photo
        size = math.ceil(across * dpi / now), math.ceil(down * dpi / now)
        return _photo(picture.resize(size, Image.Resampling.LANCZOS), photo.box)


def _seen(photo: Photo, below: Face, icons: Icons, dpi: int) -> Photo:
    """The part of a face that a picture covers, as it looks, cut at whole pixels."""
    frame = trim_frame(below, dpi, below.bleed)
    left, top = ((all_ - trim) / 2 for all_, trim in zip(frame.page, _trim(below), strict=True))
    scale = dpi / INCH
    x, y, w, h = photo.box
    x0, y0 = (max(0, math.floor((at + edge) * scale)) for at, edge in ((x, left), (y, top)))
    x1 = min(frame.width, math.ceil((x + w + left) * scale))
    y1 = min(frame.height, math.ceil((y + h + top) * scale))
    (drawn,) = render([below], frame, icons)
    box = x0 / scale - left, y0 / scale - top, (x1 - x0) / scale, (y1 - y0) / scale
    return _photo(drawn.crop((x0, y0, x1, y1)), box)


def _trim(face: Face) -> tuple[float, float]:
    return face.width, face.height


def _photo(picture: Image.Image, box: tuple[float, float, float, float]) -> Photo:
    data = encode(picture)
    return Photo(data, hashlib.sha256(data).hexdigest(), picture.size, box)
