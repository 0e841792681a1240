"""Pictures of pixels that unpack to far more than they weigh, and broken ones.

They are made when they are planted: some take a while.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from functools import cache

from dens import SECRET, Attack, chunk, png
from plants import Plant

MOST = 2**31 - 1
JPEG = bytes.fromhex("ffd8ffc0000b08ffffffff01011100ffda0008010100003f00")


def picture(make: Callable[[], bytes], name: str = "jab.png") -> Plant:
    return lambda den: den.art(name, make())


@cache
def packed() -> bytes:
    """300 MB of nothing."""
    packer = zlib.compressobj(9)
    return b"".join([*(packer.compress(bytes(1_000_000)) for _ in range(300)), packer.flush()])


def unpacks(kind: bytes, head: bytes) -> Plant:
    """A small picture with a chunk that unpacks."""
    return picture(lambda: png(300, 300, chunk(kind, head + packed())))


PNGS = [
    Attack(
        "png: 300 megapixels",
        picture(lambda: png(20_000, 15_000, rows=10)),
        1,
        ("300,000,000 pixels",),
    ),
    Attack("png: four billion pixels", picture(lambda: png(MOST, 2, rows=0)), 1),
    Attack("png: 61 megapixels", picture(lambda: png(8_000, 7_700)), 1, ("megapixels",)),
    Attack("png: 50 megapixels of nothing", picture(lambda: png(8_000, 6_250)), 0),
    Attack("png: a text that unpacks", unpacks(b"zTXt", b"a\0\0"), 1),
    Attack("png: an international text that unpacks", unpacks(b"iTXt", b"a\0\1\0\0\0"), 1),
    Attack("png: a profile that unpacks", unpacks(b"iCCP", b"a\0\0"), 1),
    Attack("png: more rows than it has", picture(lambda: png(300, 300, rows=100_000)), 0),
    Attack("png: fewer rows than it has", picture(lambda: png(300, 300, rows=3)), 0),
    Attack(
        "png: a chunk longer than the file",
        picture(lambda: png(300, 300)[:33] + struct.pack(">I", MOST) + b"tEXtabc"),
        1,
    ),
    Attack(
        "png: an animation",
        picture(lambda: png(300, 300, chunk(b"acTL", struct.pack(">II", MOST, 0)))),
        0,
    ),
    Attack("png: a text that it isn't", picture(SECRET.encode), 1),
    Attack("jpg: an image of another sort", picture(lambda: b"GIF89a" + bytes(50), "jab.jpg"), 1),
    Attack(
        "jpg: as large as can be",
        picture(lambda: JPEG + bytes(500) + b"\xff\xd9", "jab.jpg"),
        1,
    ),
]
