"""The pages of a rulebook: their columns, and which paper is large enough for them."""

from __future__ import annotations

from msgspec import Struct
from reportlab.lib.units import mm
from reportlab.platypus import Frame

from brawlprint.components.job import Job
from brawlprint.errors import NoRoomError
from brawlprint.sheets.paper import PAPERS, Paper

SIDE, TOP, FOOT, GUTTER = 16 * mm, 16 * mm, 18 * mm, 8 * mm
COLUMN, LEAST_COLUMN = 62 * mm, 55 * mm  # a good column's width, and the narrowest there is


class Page(Struct, frozen=True):
    """A page of the rules (points): a whole sheet, or half a one, in columns."""

    width: float
    height: float
    columns: int

    @property
    def column(self) -> float:
        """The width of a column."""
        inside = self.width - 2 * SIDE - (self.columns - 1) * GUTTER
        return float(inside / self.columns)

    def frames(self) -> list[Frame]:
        """The columns as frames."""
        height = self.height - TOP - FOOT
        return [
            Frame(SIDE + place * (self.column + GUTTER), FOOT, self.column, height, 0, 0, 0, 0)
            for place in range(self.columns)
        ]


def page_of(paper: Paper, booklet: bool) -> Page:
    """A page, in as many columns as can be read well: one to three."""
    width, height = paper.width * mm, paper.height * mm
    if booklet:
        width, height = height / 2, width
    columns = int((width - 2 * SIDE + GUTTER) / (COLUMN + GUTTER))
    return Page(width, height, min(max(columns, 1), 3))


def too_small(job: Job) -> NoRoomError:
    """That the rules can't be set on pages so small, and on what they can."""
    paper, booklet = job.settings.paper, job.settings.booklet
    what = "a booklet" if booklet else "a page of rules"
    papers = [
        name for name, each in PAPERS.items() if page_of(each, booklet).column >= LEAST_COLUMN
    ]
    pages = ", or pages in place of a booklet" if booklet else ""
    return NoRoomError(
        f"{what} on {paper.title} is too small to be read; what would do: "
        f"--paper {', '.join(papers)}{pages}"
    )
