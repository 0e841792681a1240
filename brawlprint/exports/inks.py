"""From screen colours to the four inks of a press, by a rule of our own that fits on a line.

Whatever the three colours have in common is black ink; the rest is cyan, magenta and yellow. So
grey is black ink alone, and pure black is 0, 0, 0, 100. A dark colour that is nearly black is
black too: type in it stands in one ink and stays sharp. Where the sum of inks would be over what
the press allows, the three colours give way and black stays.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image
    from PIL.ImageFilter import Color3DLUT

MOST_INK = 2.40  # of the four inks in one place; 1 is one of them solid
AIM = 2.38  # so that rounding stays below it
NEARLY_BLACK, NEARLY_GREY = 0.16, 0.07  # the lightest channel, and how far they differ

Inks = tuple[float, float, float, float]


def inks(red: float, green: float, blue: float) -> Inks:
    """A drawn colour (0 to 1 each) as cyan, magenta, yellow and black.

    >>> inks(0, 0, 0), inks(1, 1, 1), inks(1, 0, 0)
    ((0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.0, 0.0), (0.0, 1.0, 1.0, 0.0))
    """
    lightest = max(red, green, blue)
    if lightest <= NEARLY_BLACK and lightest - min(red, green, blue) <= NEARLY_GREY:
        return 0.0, 0.0, 0.0, 1.0
    return _inks(red, green, blue)


def _inks(red: float, green: float, blue: float) -> Inks:
    lightest = max(red, green, blue)
    if not lightest:
        return 0.0, 0.0, 0.0, 1.0
    black = 1.0 - lightest
    cyan, magenta, yellow = ((lightest - part) / lightest for part in (red, green, blue))
    share = min(1.0, (AIM - black) / (cyan + magenta + yellow or 1.0))
    return cyan * share, magenta * share, yellow * share, black


def picture_inks(picture: Image.Image) -> Image.Image:
    """A picture in RGB or grey as one in the four inks."""
    return picture.convert("RGB").filter(_table())


@lru_cache(maxsize=1)
def _table() -> Color3DLUT:
    from PIL import ImageFilter

    rule: Callable[..., Inks] = _inks
    return ImageFilter.Color3DLUT.generate(33, rule, channels=4, target_mode="CMYK")


def most_ink(picture: Image.Image) -> float:
    """The largest sum of the four inks in a CMYK picture, 4 at most.

    >>> from PIL import Image
    >>> round(most_ink(Image.new("CMYK", (2, 2), (255, 0, 0, 51))), 1)
    1.2
    """
    from PIL import ImageChops

    cyan, magenta, yellow, black = picture.split()
    halves = ImageChops.add(cyan, magenta, 2), ImageChops.add(yellow, black, 2)
    steps = ImageChops.add(*halves, 2).histogram()
    return max(step for step, count in enumerate(steps) if count) * 4 / 255
