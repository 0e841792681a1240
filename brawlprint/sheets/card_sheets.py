"""Pieces drawn on their pages: fronts in reading order, each page's backs right behind them.

A part-filled last page keeps the full grid, so that its backs fall where they should, and the marks
of the others, so that a stack is cut in one go; a single sheet is marked where it is cut. Fronts never
move; a back offset moves backs and the marks that go with them, and leaves the words in the margins
where the printer can print them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from brawlprint.faces.drawing import Drawing
from brawlprint.faces.face import Face
from brawlprint.faces.icons import Icons
from brawlprint.sheets.furniture import Caption, Furniture
from brawlprint.sheets.grid import AXIS, Axis, Grid, Place
from brawlprint.sheets.marks import draw_cut_lines
from brawlprint.sheets.paper import Paper
from brawlprint.sheets.pdf import PdfWriter, Sides
from brawlprint.sheets.plan import Plan


class Piece(Struct, frozen=True):
    """Something to cut out: its front, and its back if it has one."""

    front: Face
    back: Face | None = None


class SheetJob(Struct, frozen=True):
    """What the sheets are called: the game's title, the part of its kit, the component's name."""

    title: str
    part: str
    component: str


def facts(plan: Plan, job: SheetJob) -> dict[str, str]:
    """How a file is laid out, as it tells its reader: lengths in mm, angles in degrees."""
    laying = plan.laying
    layout = "single" if plan.single else "gutterfold" if plan.folded else "sheet"
    return {
        "component": job.component,
        "layout": layout,
        "paper": laying.paper.name,
        "duplex": plan.duplex,
        "style": laying.style,
        "card": f"{plan.width:g}x{plan.height:g}",
        "bleed": f"{plan.bleed:g}",
        "bleed-outside": "yes" if laying.bleed_outside else "no",
        "margins": ",".join(
            f"{side:g}"
            for side in (
                laying.margins.top,
                laying.margins.right,
                laying.margins.bottom,
                laying.margins.left,
            )
        ),
        "grid": f"{plan.grid.columns}x{plan.grid.rows}" if plan.grid else "1x1",
        "turn": str(plan.grid.turn if plan.grid else 0),
        "fold": (plan.grid.fold or "no") if plan.grid else "no",
        "back-offset": ",".join(f"{value:g}" for value in laying.back_offset),
    }


def write_sheets(
    pieces: Sequence[Piece], plan: Plan, job: SheetJob, icons: Icons
) -> tuple[bytes, int]:
    """Lay pieces out as planned; gives the PDF and its number of pages.

    Backs are printed unless the plan has none or no piece has one.
    """
    sheets = (
        _Singles(pieces, plan, job, icons) if plan.single else _Sheets(pieces, plan, job, icons)
    )
    return sheets.write()


class _Pages:
    """What both sorts of pages share: the writer, and which faces are drawn more than once."""

    def __init__(self, pieces: Sequence[Piece], plan: Plan, job: SheetJob, icons: Icons) -> None:
        self.pieces, self.plan, self.job = pieces, plan, job
        self.uses = Counter(
            face.digest for piece in pieces for face in (piece.front, piece.back) if face
        )
        self.writer = self._writer(icons)

    def _writer(self, icons: Icons) -> PdfWriter:
        job, plan = self.job, self.plan
        told: Mapping[str, str] = facts(plan, job)
        title = f"{job.title}: {job.part}"
        mono = plan.laying.style == "mono"
        return PdfWriter(self.paper(), icons, title, job.part, plan.duplex, told, mono)

    def paper(self) -> Paper:
        """The paper of every page."""
        return self.plan.laying.paper

    def put(self, face: Face, place: Place, bleed: Sides) -> None:
        """A face in its place."""
        repeated = self.uses[face.digest] > 1
        self.writer.place(face, place.x, place.y, place.turn, repeated, bleed=bleed)


class _Sheets(_Pages):
    """Pages with a grid of places, and marks and furniture about it."""

    @property
    def grid(self) -> Grid:
        assert self.plan.grid is not None
        return self.plan.grid

    def write(self) -> tuple[bytes, int]:
        """All pages: a sheet's fronts, then its backs, unless they are on the same page."""
        size = self.grid.capacity
        sheets = [self.pieces[at : at + size] for at in range(0, len(self.pieces), size)]
        two_sided = self.plan.sides == 2
        sides = ("front", "back") if two_sided else ("front",)
        pages = len(sheets) * len(sides)
        for number, sheet in enumerate(sheets, 1):
            for side in sides:
                self._page(sheet, side == "back", pages)
                name = f"{side.capitalize() if two_sided else 'Sheet'} {number}"
                self._end(side == "back", name)
        return self.writer.finish(), pages

    def _page(self, sheet: Sequence[Piece], back: bool, pages: int) -> None:
        plan, job, writer, laying = self.plan, self.job, self.writer, self.plan.laying
        sides = f", {'backs' if back else 'fronts'}" if plan.sides == 2 else ""
        caption = Caption(job.title, f"{job.part}{sides}", writer.pages + 1, pages, plan.turn)
        furniture = Furniture(self.grid, caption, self._cut(back))
        writer.draw(furniture.words())
        with writer.shifted(laying.back_offset if back else (0.0, 0.0, 0.0)):
            writer.draw(furniture.lines(laying.marks, laying.corners))
            self._faces(sheet, back)
            if laying.marks == "full":
                lines = Drawing()
                draw_cut_lines(lines, self._cut(back))
                writer.draw(lines.instructions)

    def _cut(self, back: bool) -> Grid:
        """The places that are cut out, as they lie on this side of the paper."""
        cut = self.plan.cut(len(self.pieces))
        assert cut is not None
        return cut.mirrored(AXIS[self.plan.duplex]) if back else cut

    def _faces(self, sheet: Sequence[Piece], back: bool) -> None:
        """Fronts or backs; both of them where the page folds."""
        grid, plan = self.grid, self.plan
        axis = grid.fold or AXIS[plan.duplex]
        for number, piece in enumerate(sheet):
            bleed = self._bleed(number, len(sheet))
            if not back:
                self.put(piece.front, grid.place(number), bleed)
            if piece.back and (back or grid.fold):
                place = grid.back_place(number, plan.duplex)
                self.put(piece.back, place, _mirrored(bleed, axis))

    def _bleed(self, number: int, cards: int) -> Sides:
        """How far a front goes past its trim: nowhere into a neighbour."""
        grid, bleed = self.grid, self.plan.bleed
        if grid.gap or not bleed:
            return (bleed, bleed, bleed, bleed)
        column = number % grid.columns
        return (
            0.0 if number >= grid.columns else bleed,
            0.0 if column < grid.columns - 1 and number + 1 < cards else bleed,
            0.0 if number + grid.columns < cards else bleed,
            0.0 if column else bleed,
        )

    def _end(self, back: bool, name: str) -> None:
        x, y, w, h = self._cut(back).trim
        right, down, _ = self.plan.laying.back_offset if back else (0.0, 0.0, 0.0)
        self.writer.end_page(name, name, (x + right, y + down, w, h))


def _mirrored(sides: Sides, axis: Axis) -> Sides:
    """What stands at each side of a place, as it is at its mirror image."""
    top, right, bottom, left = sides
    return (top, left, bottom, right) if axis == "across" else (bottom, right, top, left)


class _Singles(_Pages):
    """A page for each face, as large as its trim and bleed: a front, then its back."""

    def paper(self) -> Paper:
        """A page of trim and bleed."""
        width, height = (side + 2 * self.plan.bleed for side in (self.plan.width, self.plan.height))
        return Paper("single", "single", width, height)

    def write(self) -> tuple[bytes, int]:
        """All pages, with trim and bleed boxes; without furniture, for which there is no room."""
        for number, piece in enumerate(self.pieces, 1):
            self._page(piece.front, f"Front {number}", (0.0, 0.0, 0.0))
            if piece.back and self.plan.sides == 2:
                self._page(piece.back, f"Back {number}", self.plan.laying.back_offset)
        return self.writer.finish(), self.writer.pages

    def _page(self, face: Face, name: str, offset: tuple[float, float, float]) -> None:
        bleed = self.plan.bleed
        with self.writer.shifted(offset):
            self.put(face, Place(bleed, bleed), (bleed, bleed, bleed, bleed))
        right, down, _ = offset
        trim = (bleed + right, bleed + down, self.plan.width, self.plan.height)
        self.writer.end_page(name, name, trim, bleed)
