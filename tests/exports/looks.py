"""Which of several cards a picture shows: the one that it differs least from, whatever its size."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageChops, ImageStat

SIZE = (125, 175)


def nearest(picture: Image.Image, cards: Sequence[Image.Image]) -> int:
    """The number of the card that a picture shows."""
    return min(range(len(cards)), key=lambda number: apart(picture, cards[number]))


def apart(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures differ, of 255; their colours don't count, only light and dark."""
    grey = [each.convert("L").resize(SIZE, Image.Resampling.BICUBIC) for each in (one, other)]
    return float(ImageStat.Stat(ImageChops.difference(*grey)).mean[0])


def read(path: object) -> Image.Image:
    """A picture's file."""
    with Image.open(str(path)) as opened:
        return opened.convert("RGB")
