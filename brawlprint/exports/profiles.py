"""What each place that takes our cards asks for, as data.

A shop that prints takes cards of certain sizes only, to the pixel; the rest take any. Lengths are
mm, pictures have three channels of 8 bits.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from brawlprint.errors import RequestError, choices, suggestion
from brawlprint.faces.face import Face

INCH = 25.4  # mm
SAME = 0.01  # mm by which two sizes may differ and still be the same

Form = Literal["pictures", "table-sheets", "press-pdf"]


class CardSize(Struct, frozen=True):
    """A size of card that a shop prints: its trim, and its picture with bleed in pixels."""

    name: str
    width: float
    height: float
    pixels: tuple[int, int]

    def is_of(self, face: Face) -> bool:
        """Whether a face is of this size."""
        return abs(self.width - face.width) < SAME and abs(self.height - face.height) < SAME


class Profile(Struct, frozen=True):
    """How one place wants its cards.

    ``sizes`` are those that it takes, any if empty; ``each_copy`` is a picture for every card
    rather than one for all copies of a face; ``needs_back`` gives cards without a back a white
    one; ``how`` is what to do with the files.
    """

    name: str
    title: str
    form: Form
    how: str
    sizes: tuple[CardSize, ...] = ()
    dpi: int = 300
    each_copy: bool = False
    needs_back: bool = False

    def size(self, face: Face) -> CardSize | None:
        """The size that a face is to this shop; None if it takes any.

        Raises :class:`RequestError` for a face that the shop has no card for, or that is not drawn
        as far past its trim as the shop wants.
        """
        if not self.sizes:
            return None
        for size in self.sizes:
            if size.is_of(face):
                self._refuse_short_bleed(size, face)
                return size
        taken = ", ".join(f"{size.name} {size.width:g} × {size.height:g}" for size in self.sizes)
        fitting = [name for name, other in PROFILES.items() if other.takes(face)]
        raise RequestError(
            f"{self.name} takes cards of {taken} mm, and these are {face.width:g} × "
            f"{face.height:g} mm; such cards can be exported for {choices(fitting)}"
        )

    def takes(self, face: Face) -> bool:
        """Whether it has a card of a face's size."""
        return not self.sizes or any(size.is_of(face) for size in self.sizes)

    def _refuse_short_bleed(self, size: CardSize, face: Face) -> None:
        wanted = (size.pixels[0] / self.dpi * INCH - size.width) / 2
        if face.bleed < wanted - SAME:
            raise RequestError(
                f"{self.name} wants {wanted:.2f} mm of bleed, and these faces are drawn "
                f"{face.bleed:g} mm past their trim; let the template say bleed = 3.2"
            )


def _poker(across: int, down: int) -> tuple[CardSize, ...]:
    return (CardSize("poker", 63.5, 88.9, (across, down)),)


PROFILES = {
    profile.name: profile
    for profile in (
        Profile(
            "png",
            "PNG pictures",
            "pictures",
            "one picture a face; a name that ends in -x3 stands for three cards",
        ),
        Profile(
            "makeplayingcards",
            "MakePlayingCards",
            "pictures",
            "upload the fronts in the order of their names, then the back; 36 pixels will be cut off",
            sizes=_poker(822, 1122),
            each_copy=True,
        ),
        Profile(
            "thegamecrafter",
            "The Game Crafter",
            "pictures",
            "upload the pictures to a deck; a name that ends in -x3 wants a quantity of three",
            sizes=_poker(825, 1125),
        ),
        Profile(
            "drivethrucards",
            "DriveThruCards",
            "press-pdf",
            "upload the PDF; each card's back comes before its face",
            sizes=_poker(825, 1125),
            needs_back=True,
        ),
        Profile(
            "tabletop-simulator",
            "Tabletop Simulator",
            "table-sheets",
            "copy the .json into the simulator's Saved Objects, and leave the pictures here",
            needs_back=True,
        ),
    )
}


def find_profile(name: str) -> Profile:
    """A profile by name; raises :class:`RequestError` that offers the nearest.

    >>> find_profile("thegamecrafter").sizes[0].pixels
    (825, 1125)
    """
    if name not in PROFILES:
        raise RequestError(f"there is no export for {name!r}; {suggestion(name, list(PROFILES))}")
    return PROFILES[name]
