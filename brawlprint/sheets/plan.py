"""How pieces of one size come onto pages: as sheets, folded sheets, or one a page.

:class:`Laying` holds what somebody chose (paper, layout, bleed, margins …); :func:`make_plan` turns
it into a :class:`Plan` for pieces of a size, which knows its grid, how many pieces a page takes and
how the paper is turned; :func:`brawlprint.sheets.card_sheets.write_sheets` draws it. What does not
fit is refused by :class:`NoRoomError`, which names the papers, sizes and bleed that would do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from brawlprint.errors import NoRoomError
from brawlprint.sheets.furniture import Marks
from brawlprint.sheets.grid import AXIS, Duplex, Grid, Margins, Wanted, most_places
from brawlprint.sheets.paper import CARD_SIZES, PAPERS, CardSize, Paper

Layout = Literal["sheet", "gutterfold", "single"]
LAYOUTS: tuple[Layout, ...] = ("sheet", "gutterfold", "single")

MOST_BLEED = 3.2  # mm that faces are drawn past their trim
OUTSIDE_BLEED = 3.0  # what --bleed-outside prints if nobody says how much
SINGLE_BLEED = 3.175  # 1/8 in, what printing services ask for round a single card
MOST_MARGIN = 40.0
MOST_CORNER = 6.0

FLIP_WORDS: dict[str, str] = {
    "long-edge": "two-sided, flip on the long edge",
    "short-edge": "two-sided, flip on the short edge",
    "off": "one-sided",
    "fold": "one-sided; fold at the dashed line and glue",
    "single": "a front and its back in turn",
}


class Laying(Struct, frozen=True, kw_only=True):
    """How somebody wants their pieces laid on paper.

    ``bleed`` (mm; None is what the layout usually has) goes round each card, or with
    ``bleed_outside`` only round the block of them; ``corners`` is the radius (mm) of corner guides,
    0 for none; ``card_size`` None is the templates' own. ``back_offset`` moves backs, and only
    backs, to where the printer puts the fronts: mm to the right and down as the back is read, and
    degrees clockwise about the page's middle.
    """

    paper: Paper
    style: str = "colour"
    duplex: Duplex = "long-edge"
    layout: Layout = "sheet"
    marks: Marks = "crop"
    card_size: CardSize | None = None
    bleed: float | None = None
    bleed_outside: bool = False
    margins: Margins = Margins()
    corners: float = 0.0
    back_offset: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def bleed_of_cards(self) -> float:
        """What is printed past the trim (mm), the layout's own where nobody says."""
        if self.bleed is not None:
            return self.bleed
        if self.layout == "single":
            return SINGLE_BLEED
        return OUTSIDE_BLEED if self.bleed_outside else 0.0


class Plan(Struct, frozen=True):
    """How pieces of one size (mm) lie on pages.

    ``grid`` is None for one card a page. ``duplex`` is how the printer turns the paper: ``off``
    where there are no backs, or they are on the same side.
    """

    laying: Laying
    width: float
    height: float
    duplex: Duplex
    bleed: float
    grid: Grid | None

    @property
    def single(self) -> bool:
        """Whether each card has a page of its own."""
        return self.grid is None

    @property
    def folded(self) -> bool:
        """Whether fronts and backs lie on one side of the paper, either side of a fold."""
        return self.grid is not None and self.grid.fold is not None

    @property
    def capacity(self) -> int:
        """How many pieces a sheet takes."""
        return self.grid.capacity if self.grid else 1

    def cut(self, count: int) -> Grid | None:
        """The places in which so many pieces are cut: on one sheet theirs, on several all.

        Sheets of one file are cut alike, the last one too, so that they can be cut as a stack.
        """
        return self.grid.holding(min(count, self.capacity)) if self.grid else None

    @property
    def sides(self) -> int:
        """How many sides of the paper are printed on."""
        return 1 if self.duplex == "off" else 2

    @property
    def turn(self) -> str:
        """How to turn or fold the paper, in words."""
        if self.single and self.duplex != "off":
            return FLIP_WORDS["single"]
        return FLIP_WORDS["fold" if self.folded else self.duplex]

    @property
    def how(self) -> str:
        """What to do with the printed pages."""
        if self.single:
            return f"{self.turn}, one card a page"
        marks = {"none": "", "full": "; cut along the lines", "crop": "; cut at the marks"}
        return f"{self.turn}{marks[self.laying.marks]}"


def make_plan(
    laying: Laying, size: tuple[float, float], past: float, backs: bool, cards: bool
) -> Plan:
    """A plan for pieces of a size (mm) that are drawn ``past`` mm beyond their trim.

    ``backs`` says that they have some; ``cards`` that they are cards, which take a page each in the
    single layout and of whose sizes an error may name others. Raises :class:`NoRoomError`.
    """
    duplex: Duplex = laying.duplex if backs else "off"
    bleed = min(past, laying.bleed_of_cards)
    if laying.layout == "single" and cards:
        return Plan(laying, *size, duplex, bleed, None)
    wanted = _wanted(laying, size, bleed, duplex, backs, cards)
    grid = most_places(laying.paper, wanted)
    if grid is None:
        raise NoRoomError(_refusal(laying, wanted))
    return Plan(laying, *size, "off" if grid.fold else duplex, bleed, grid)


def _wanted(
    laying: Laying,
    size: tuple[float, float],
    bleed: float,
    duplex: Duplex,
    backs: bool,
    cards: bool,
) -> Wanted:
    return Wanted(
        *size,
        margins=laying.margins,
        bleed=bleed,
        outside=laying.bleed_outside,
        mirror=None if duplex == "off" else AXIS[duplex],
        fold=laying.layout == "gutterfold" and backs,
        dense=cards,
    )


def _refusal(laying: Laying, wanted: Wanted) -> str:
    """That pieces don't fit on the paper, and what would do, each tried."""
    room = laying.margins.furnished("sides")
    wide = laying.paper.width - room.left - room.right
    high = laying.paper.height - room.top - room.bottom
    bleed = f" with {wanted.bleed:g} mm of bleed" if wanted.bleed else ""
    both = " and their backs beside a fold" if wanted.fold else ""
    does = "do" if both else "does"
    remedies = ", or ".join(_remedies(laying, wanted)) or "a larger paper"
    return (
        f"{wanted.width:g} × {wanted.height:g} mm{bleed}{both} {does} not fit on "
        f"{laying.paper.title}, where margins and rulers leave {wide:.4g} × {high:.4g} mm; "
        f"what would: {remedies}"
    )


def _remedies(laying: Laying, wanted: Wanted) -> Iterator[str]:
    papers = [paper.name for paper in PAPERS.values() if most_places(paper, wanted)]
    if papers:
        yield f"--paper {_listed(papers)}"
    sizes = [
        size.name
        for size in CARD_SIZES.values()
        if most_places(laying.paper, replace(wanted, width=size.width, height=size.height))
    ]
    if sizes and wanted.dense:
        yield f"--card-size {_listed(sizes)}"
    tenths = range(int(wanted.bleed * 10 - 1e-6), -1, -1)
    for bleed in (tenth / 10 for tenth in tenths):
        if wanted.bleed and most_places(laying.paper, replace(wanted, bleed=bleed)):
            yield f"--bleed {bleed:g}mm" + (" or less" if bleed else "")
            break
    if wanted.fold and most_places(laying.paper, replace(wanted, fold=False)):
        yield "--layout sheet"
    if wanted.margins != Margins() and most_places(
        laying.paper, replace(wanted, margins=Margins())
    ):
        yield "the usual margins of 5 mm"
    if wanted.dense:
        yield "--layout single"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
