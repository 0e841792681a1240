"""A user's own pictures: ``art/ID.png``, ``.jpg`` or ``.svg`` in the workspace replaces a card's.

Pictures are turned as their EXIF says, brought to 8 bits, their transparency kept, CMYK converted;
bombs, broken files and paths that lead out of the workspace are refused.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from brawlprint.errors import DefinitionError, Finding, Where, shown
from brawlprint.faces.svg import SvgPicture, read_svg

if TYPE_CHECKING:
    from PIL import Image

ENDINGS = (".png", ".jpg", ".jpeg", ".svg")
MOST_PIXELS, MOST_BYTES = 60_000_000, 64_000_000
LEAST_DPI = 200.0


class Raster(Struct, frozen=True):
    """A picture ready to print: PNG bytes in 8-bit grey or RGB, with alpha if it has any."""

    data: bytes
    width: int
    height: int
    digest: str


class UserArt:
    """The pictures of a workspace's ``art`` folders, read when a card asks for one."""

    def __init__(self, roots: Sequence[Path]) -> None:
        # Most workspaces have no pictures of their own; those are not searched for every card.
        self.roots = [root for root in roots if (root / "art").is_dir()]
        self._read: dict[Path, Raster | SvgPicture | DefinitionError] = {}

    def find(self, game: str, card_id: str) -> Path | None:
        """A card's own picture: ``art/GAME/ID.*``, else ``art/ID.*``; None if there is none.

        One that leads outside the workspace is refused.
        """
        for root in self.roots:
            for folder in (root / "art" / game, root / "art"):
                for ending in ENDINGS:
                    path = folder / f"{card_id}{ending}"
                    if path.is_file():
                        return self._checked(path, root)
        return None

    def read(self, path: Path) -> Raster | SvgPicture:
        """A picture's content; raises :class:`DefinitionError` for one that can't be printed."""
        if path not in self._read:
            svg = path.suffix.lower() == ".svg"
            try:
                self._read[path] = read_svg(path) if svg else read_raster(path)
            except DefinitionError as error:
                self._read[path] = error
        found = self._read[path]
        if isinstance(found, DefinitionError):
            raise found
        return found

    def digest(self, path: Path) -> str:
        """What a picture's file holds, in a few characters."""
        return hashlib.sha256(path.read_bytes()).hexdigest()[:12]

    def _checked(self, path: Path, root: Path) -> Path:
        if not path.resolve().is_relative_to(root.resolve()):
            raise _refused(path, "it leads outside the workspace", "copy the picture into art/")
        size = path.stat().st_size
        if size > MOST_BYTES:
            remedy = f"shrink it to {MOST_BYTES // 10**6} MB"
            raise _refused(path, f"it has {size / 1e6:,.0f} MB", remedy)
        return path


def read_raster(path: Path) -> Raster:
    """A PNG or JPEG, turned, in 8 bits, converted; raises :class:`DefinitionError`."""
    import warnings

    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a large picture is refused below; odd EXIF is not
            with Image.open(path, formats=("PNG", "JPEG")) as opened:
                return _prepared(path, opened)
    except Image.DecompressionBombError as error:
        found = re.search(r"\((\d+) pixels\)", str(error))
        raise _too_large(
            path, f"{int(found[1]):,} pixels" if found else "too many pixels"
        ) from None
    except (OSError, ValueError, SyntaxError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        message = f"it is no picture that can be read: {reason}"
        raise _refused(path, message, "save it as PNG or JPEG") from None


def _prepared(path: Path, opened: Image.Image) -> Raster:
    if opened.width * opened.height > MOST_PIXELS:
        size = f"{opened.width:,} × {opened.height:,} pixels"
        raise _too_large(path, size)
    from PIL import ImageOps

    picture = ImageOps.exif_transpose(_eight_bit(opened))
    has_alpha = picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info
    grey = picture.mode in ("1", "L", "LA") and "transparency" not in picture.info
    picture = picture.convert(("LA" if grey else "RGBA") if has_alpha else ("L" if grey else "RGB"))
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    data = buffer.getvalue()
    return Raster(data, picture.width, picture.height, hashlib.sha256(data).hexdigest())


def _eight_bit(picture: Image.Image) -> Image.Image:
    """16-bit greys by their upper byte: PIL's own conversion would make most of them white."""
    if picture.mode.startswith("I") or picture.mode == "F":
        return picture.convert("I").point(lambda value: value / 256).convert("L")
    return picture


def coarse(raster: Raster, width: float, height: float) -> float | None:
    """The effective resolution (dpi) of a picture printed at this size (mm), if it is too low.

    >>> coarse(Raster(b"", 600, 600, ""), 50.8, 50.8) is None
    True
    """
    dpi = min(raster.width / width, raster.height / height) * 25.4
    return dpi if dpi < LEAST_DPI else None


def _too_large(path: Path, size: str) -> DefinitionError:
    return _refused(path, f"it has {size}", f"shrink it to {MOST_PIXELS // 10**6} megapixels")


def _refused(path: Path, message: str, remedy: str) -> DefinitionError:
    return DefinitionError([Finding("art", message, Where(shown(path)), remedy)])
