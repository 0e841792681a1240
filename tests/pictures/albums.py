"""Pictures as cameras, scanners and programs write them, and as nobody should."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

from PIL import Image, PngImagePlugin

Colour = tuple[int, int, int]
Quarters = tuple[Colour, Colour, Colour, Colour]  # upper left, upper right, lower left, lower right

RED, GREEN, BLUE, YELLOW = (200, 30, 30), (30, 160, 60), (30, 60, 200), (240, 210, 40)
FOUR: Quarters = (RED, GREEN, BLUE, YELLOW)
SIZE = (520, 400)


def quarters(mode: str, colours: tuple[object, ...], size: tuple[int, int] = SIZE) -> Image.Image:
    """A picture of four areas."""
    w, h = size
    picture = Image.new(mode, size)
    for place, colour in enumerate(colours):
        x, y = place % 2 * w // 2, place // 2 * h // 2
        picture.paste(colour, (x, y, x + w // 2, y + h // 2))  # type: ignore[arg-type]
    return picture


def four() -> Image.Image:
    return quarters("RGB", FOUR)


# How a camera that was turned stores what stood upright, and the EXIF orientation that says so.
STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def turned(picture: Image.Image, orientation: int) -> dict[str, object]:
    """A picture as it is stored, and its EXIF: what ``save`` is given."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    how = STORED[orientation]
    return {"picture": picture.transpose(how) if how is not None else picture, "exif": exif}


def save(path: Path, picture: Image.Image, **options: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path, **options)


def png(width: int, height: int, depth: int, sort: int, rows: bytes, *more: bytes) -> bytes:
    """A PNG by hand, for what no library writes: depth 16, untrue sizes, odd chunks."""
    header = struct.pack(">IIBBBBB", width, height, depth, sort, 0, 0, 0)
    data = zlib.compress(rows, 9)
    parts = [chunk(b"IHDR", header), *more, chunk(b"IDAT", data), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def sixteen_bit_colours(side: int = 400) -> bytes:
    """Colours of 16 bits a channel: the four, each byte followed by one that counts for little."""

    def row(left: Colour, right: Colour) -> bytes:
        halves = [
            bytes(each for channel in colour for each in (channel, 0x7F))
            for colour in (left, right)
        ]
        return b"\0" + halves[0] * (side // 2) + halves[1] * (side // 2)

    rows = row(*FOUR[:2]) * (side // 2) + row(*FOUR[2:]) * (side // 2)
    return png(side, side, 16, 2, rows)


def sixteen_bit_greys() -> Image.Image:
    """Dark, middle, light and white: read by the lower byte or cut off, all but one would be lost."""
    w, h = SIZE

    def row(left: int, right: int) -> bytes:
        return struct.pack("<H", left) * (w // 2) + struct.pack("<H", right) * (w // 2)

    rows = row(0x40FF, 0x80FF) * (h // 2) + row(0xC0FF, 0xFFFF) * (h // 2)
    return Image.frombytes("I;16", SIZE, rows)


GREYS: Quarters = ((64, 64, 64), (128, 128, 128), (192, 192, 192), (255, 255, 255))
GROUND = (255, 250, 238)  # of the card


def _mix(colour: Colour, share: float) -> Colour:
    red, green, blue = (
        round(one * share + two * (1 - share)) for one, two in zip(colour, GROUND, strict=True)
    )
    return red, green, blue


def _palette_hole(path: Path) -> None:
    """A palette one colour of which is none."""
    picture = four().quantize(8)
    save(path, picture, transparency=picture.getpixel((5, 5)))


def _colour_hole(path: Path) -> None:
    """Colours one of which is none, as old programs write it."""
    save(path, four(), transparency=RED)


def _sixteen_turned(path: Path) -> None:
    stored = turned(sixteen_bit_greys(), 3)
    save(path, stored["picture"], exif=stored["exif"])  # type: ignore[arg-type]


def _turned(orientation: int, ending: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        stored = turned(four(), orientation)
        options = {"quality": 95} if ending == "jpg" else {}
        save(path, stored["picture"], exif=stored["exif"], **options)  # type: ignore[arg-type]

    return write


def _plain(picture: Callable[[], Image.Image], **options: object) -> Callable[[Path], None]:
    return lambda path: save(path, picture(), **options)


def _bytes(content: bytes) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    return write


def _wide() -> Image.Image:
    """Three times as wide as high: its ends are cut off, and with them what is painted there."""
    picture = Image.new("RGB", (1500, 500), (255, 0, 255))
    picture.paste(quarters("RGB", FOUR, (500, 500)), (500, 0))
    return picture


PURE = ((255, 0, 0, 0), (0, 255, 0, 0), (0, 0, 255, 0), (0, 0, 0, 255))
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><title>four</title>'
    '<rect width="10" height="10" fill="#C81E1E"/>'
    '<g transform="translate(10)"><path d="M0 0h10v10h-10z" style="fill:rgb(30, 160, 60)"/></g>'
    '<polygon points="0,10 10,10 10,20 0,20" fill="#1E3CC8"/>'
    '<g fill="#F0D228"><circle cx="15" cy="15" r="4"/></g></svg>'
)

# An id -> its file's ending, what writes it, and the colours it must have on the card.
GOOD: dict[str, tuple[str, Callable[[Path], None], Quarters]] = {
    "png": ("png", _plain(four), FOUR),
    "jpg": ("jpg", _plain(four, quality=95), FOUR),
    "jpeg": ("jpeg", _plain(four, quality=95), FOUR),
    "progressive": ("jpg", _plain(four, quality=95, progressive=True), FOUR),
    **{f"turned-{way}": ("jpg", _turned(way, "jpg"), FOUR) for way in STORED},
    "odd-exif": (
        "jpg",
        _plain(four, quality=95, exif=b"Exif\0\0MM\0*\0\0\0\x08\0\x05"),
        FOUR,
    ),
    "turned-png": ("png", _turned(6, "png"), FOUR),
    "palette": ("png", _plain(lambda: four().quantize(8)), FOUR),
    "palette-hole": ("png", _palette_hole, (GROUND, GREEN, BLUE, YELLOW)),
    "colour-hole": ("png", _colour_hole, (GROUND, GREEN, BLUE, YELLOW)),
    "alpha": (
        "png",
        _plain(lambda: quarters("RGBA", ((*RED, 255), (*GREEN, 128), (*BLUE, 0), (*YELLOW, 64)))),
        (RED, _mix(GREEN, 128 / 255), GROUND, _mix(YELLOW, 64 / 255)),
    ),
    "grey-alpha": (
        "png",
        _plain(lambda: quarters("LA", ((0, 255), (100, 128), (0, 0), (200, 255)))),
        ((0, 0, 0), _mix((100, 100, 100), 128 / 255), GROUND, (200, 200, 200)),
    ),
    "bits": (
        "png",
        _plain(lambda: quarters("1", (0, 1, 1, 0))),
        ((0, 0, 0), (255, 255, 255), (255, 255, 255), (0, 0, 0)),
    ),
    "sixteen": ("png", _plain(sixteen_bit_greys), GREYS),
    "sixteen-turned": ("png", _sixteen_turned, GREYS),
    "sixteen-colours": ("png", _bytes(sixteen_bit_colours()), FOUR),
    "cmyk": (
        "jpg",
        _plain(lambda: quarters("CMYK", PURE), quality=95),
        ((0, 255, 255), (255, 0, 255), (255, 255, 0), (0, 0, 0)),
    ),
    "grey-jpg": ("jpg", _plain(lambda: quarters("L", (64, 128, 192, 255)), quality=95), GREYS),
    "wide": ("png", _plain(_wide), FOUR),
    "svg": ("svg", _bytes(SVG.encode()), FOUR),
}


# ---- what is refused: the file's name, its content, and what must be said ----


def _cut(ending: str) -> bytes:
    buffer = io.BytesIO()
    four().save(buffer, {"png": "PNG", "jpg": "JPEG"}[ending])
    return buffer.getvalue()[: len(buffer.getvalue()) // 2]


def _as(format_: str) -> bytes:
    buffer = io.BytesIO()
    four().save(buffer, format_)
    return buffer.getvalue()


def _noted() -> bytes:
    """A small picture with a note that takes little and says much."""
    note = PngImagePlugin.PngInfo()
    note.add_text("note", " " * 2_000_000, zip=True)
    buffer = io.BytesIO()
    four().save(buffer, "PNG", pnginfo=note)
    return buffer.getvalue()


BAD: dict[str, tuple[str, bytes, tuple[str, ...]]] = {
    "empty": ("png", b"", ("no picture that can be read", "PNG or JPEG")),
    "words": ("png", b"Not a picture.\n" * 9, ("no picture that can be read", "PNG or JPEG")),
    "half a PNG": ("png", _cut("png"), ("no picture that can be read",)),
    "half a JPEG": ("jpg", _cut("jpg"), ("no picture that can be read", "truncated")),
    "GIF under png": ("png", _as("GIF"), ("no picture that can be read", "PNG or JPEG")),
    "BMP under jpg": ("jpg", _as("BMP"), ("no picture that can be read", "PNG or JPEG")),
    "PDF under png": ("png", _as("PDF"), ("no picture that can be read", "PNG or JPEG")),
    "SVG under png": ("png", SVG.encode(), ("no picture that can be read", "PNG or JPEG")),
    "PNG under svg": ("svg", _as("PNG"), ("no SVG", "plain SVG")),
    "300 megapixels": (
        "png",
        png(20_000, 15_000, 8, 0, b"\0"),
        ("300,000,000 pixels", "60 megapixels"),
    ),
    "100 megapixels": (
        "png",
        png(10_000, 10_000, 8, 0, b"\0"),
        ("10,000 × 10,000 pixels", "60 megapixels"),
    ),
    "61 megapixels": (
        "png",
        png(6_100, 10_000, 8, 0, b"\0"),
        ("6,100 × 10,000 pixels", "60 megapixels"),
    ),
    "a bomb in a note": ("png", _noted(), ("no picture that can be read", "too large")),
    "no size": ("png", png(0, 0, 8, 0, b""), ("no picture that can be read",)),
}


def svg(inside: str, attributes: str = 'viewBox="0 0 9 9"', before: str = "") -> bytes:
    space = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"{before}<svg {space} {attributes}>{inside}</svg>".encode()


RECT = '<rect width="9" height="9"/>'
DOCTYPE = '<!DOCTYPE svg [<!ENTITY a "M0 0h9v9z">]>'
SVGS: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "script": (svg(f"<script>alert(1)</script>{RECT}"), ("scripts", "plain SVG")),
    "handler": (svg('<rect width="9" height="9" onload="x()"/>'), ("scripts", "plain SVG")),
    "handler of the root": (svg(RECT, 'viewBox="0 0 9 9" ONCLICK="x()"'), ("scripts",)),
    "document type": (svg(RECT, before="<!DOCTYPE svg>"), ("a document type",)),
    "entity": (svg('<path d="&a;"/>', before=DOCTYPE), ("document type or entities",)),
    "entity in UTF-16": (
        svg('<path d="&a;"/>', before=DOCTYPE).decode().encode("utf-16"),
        ("document type or entities",),
    ),
    "entity of a file": (
        svg(
            '<path d="&a;"/>',
            before='<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        ),
        ("document type or entities",),
    ),
    "picture elsewhere": (
        svg(f'{RECT}<image href="http://example.org/a.png"/>'),
        ("'http://example.org/a.png'", "paths"),
    ),
    "picture in the house": (
        svg(f'{RECT}<image xlink:href="file:///etc/passwd"/>'),
        ("'file:///etc/passwd'", "paths"),
    ),
    "picture inside": (svg(f'{RECT}<image href="data:image/png;base64,AAAA"/>'), ("refers to",)),
    "use of another file": (svg('<use href="other.svg#a"/>'), ("'other.svg#a'",)),
    "link with code": (svg(f'<a href="javascript:x()">{RECT}</a>'), ("'javascript:x()'",)),
    "use": (svg(f'<defs>{RECT}</defs><use href="#a"/>'), ("<use>", "paths")),
    "text": (svg("<text>Hi</text>"), ("<text> can't be drawn", "paths")),
    "text in a group": (svg(f"<g>{RECT}<g><text>Hi</text></g></g>"), ("<text> can't be drawn",)),
    "foreign matter": (svg("<foreignObject/>"), ("<foreignObject> can't be drawn",)),
    "filled from elsewhere": (
        svg('<rect width="9" height="9" fill="url(http://example.org/a#b)"/>'),
        ("refers to", "paths"),
    ),
    "style from elsewhere": (
        svg(f"<style>@import 'http://example.org/a.css';</style>{RECT}"),
        ("other files",),
    ),
    "a gradient": (svg('<rect width="9" height="9" fill="url(#a)"/>'), ("'url(#a)'", "#RRGGBB")),
    "an unknown colour": (svg('<rect width="9" height="9" fill="mauve"/>'), ("'mauve'",)),
    "a style sheet": (
        svg(f"<defs><style>.a {{ fill: red }}</style></defs>{RECT}"),
        ("a style sheet", "own fill"),
    ),
    "a clip": (svg(f'<g clip-path="url(#a)">{RECT}</g>'), ("a clip-path", "into paths")),
    "a mask": (svg('<rect width="9" height="9" style="mask: url(#a)"/>'), ("a mask",)),
    "half seen": (svg(f'<g opacity="0.5">{RECT}</g>'), ("opacity is '0.5'", "opaque")),
    "hardly seen": (svg('<rect width="9" height="9" style="fill-opacity:9%"/>'), ("'9%'",)),
    "endless": (svg('<path d="M0 0L1e999 5"/>'), ("too large",)),
    "endless form": (svg('<circle cx="1e999" r="5"/>'), ("too large",)),
    "endless field": (svg(RECT, 'viewBox="0 0 1e999 9"'), ("too large",)),
    "unknown encoding": (
        svg(RECT, before='<?xml version="1.0" encoding="klingon"?>'),
        ("no SVG", "klingon", "plain SVG"),
    ),
    "an encoding of many bytes": (
        svg(RECT, before='<?xml version="1.0" encoding="shift_jis"?>'),
        ("no SVG", "encoding"),
    ),
    "a skew": (svg(f'<g transform="skewX(20)">{RECT}</g>'), ("'skewX'", "flatten")),
    "no size": (svg(RECT, ""), ("neither a viewBox nor a size",)),
    "no width": (svg(RECT, 'viewBox="0 0 0 9"'), ("viewBox '0 0 0 9'",)),
    "nothing drawn": (svg("<title>Hi</title>"), ("draws nothing",)),
    "odd path": (svg('<path d="M0 0 X"/>'), ("path can't be read",)),
    "too deep": (svg("<g>" * 70 + RECT + "</g>" * 70), ("nested too deep",)),
    "no end": (b"<svg viewBox='0 0 9 9'>", ("no SVG",)),
    "another root": (b"<html/>", ("<html>",)),
    "too long": (svg(RECT + " " * 2_000_001), ("2.0 MB", "under 2 MB")),
}
