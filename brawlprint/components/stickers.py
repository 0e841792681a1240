"""Stickers: corner labels that turn ordinary packs of playing cards into the deck.

They go onto label sheets that shops sell. The first page is an outline test for plain paper; the
label pages hold nothing but labels and, above them, a line that says what they are. Lengths are mm
from the sheet's top left; ``--nudge`` moves every label by the same amount.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from brawlprint.components.job import Job, Product, face_of
from brawlprint.components.packs import PackJob
from brawlprint.definitions.mapping import PackFace
from brawlprint.errors import NoRoomError, RequestError, choices, suggestion
from brawlprint.faces.drawing import MM, Drawing
from brawlprint.faces.elements import place_lines
from brawlprint.faces.fitting import fit
from brawlprint.faces.fonts import load_font, text_width
from brawlprint.faces.template import Box, TextStyle
from brawlprint.sheets.furniture import FONT, SIZE
from brawlprint.sheets.marks import INK
from brawlprint.sheets.paper import PAPERS, PRINTABLE, Paper


class LabelSheet(Struct, frozen=True):
    """A label sheet: a label's size, the grid, the first one's corner, the steps to the next."""

    name: str
    paper: str
    width: float
    height: float
    columns: int
    rows: int
    left: float
    top: float
    across: float
    down: float

    @property
    def capacity(self) -> int:
        """How many labels a sheet has."""
        return self.columns * self.rows

    def place(self, number: int) -> tuple[float, float]:
        """The top left corner of a label; they count row by row.

        >>> SHEETS["L4730"].place(11)
        (26.3, 23)
        """
        row, column = divmod(number, self.columns)
        return round(self.left + column * self.across, 4), round(self.top + row * self.down, 4)


def _inches(name: str, *figures: float) -> LabelSheet:
    """A Letter sheet, its figures in inches: width, height, columns, rows, left, top, steps."""
    width, height, columns, rows, *places = figures
    left, top, across, down = (value * 25.4 for value in places)
    grid = (int(columns), int(rows))
    return LabelSheet(name, "letter", width * 25.4, height * 25.4, *grid, left, top, across, down)


# Figures as the makers and label programs have them, not measured by us: hence the test page.
SHEETS = {
    "5167": _inches("Avery 5167", 1.75, 0.5, 4, 20, 0.28125, 0.5, 2.0625, 0.5),
    "8195": _inches("Avery 8195", 1.75, 0.666, 4, 15, 0.297, 0.531, 2.031, 0.666),
    "5160": _inches("Avery 5160", 2.625, 1, 3, 10, 0.15625, 0.5, 2.78125, 1),
    "L4730": LabelSheet("Avery L4730", "a4", 17.8, 10, 10, 27, 6, 13, 20.3, 10),
    "L4732": LabelSheet("Avery L4732", "a4", 35.6, 16.9, 5, 16, 11, 13, 38.1, 16.9),
    "L7651": LabelSheet("Avery L7651", "a4", 38.1, 21.2, 5, 13, 4.7, 10.9, 40.6, 21.2),
}
DEFAULT = {"letter": "5167", "a4": "L4730"}

SMALL_PAD, WIDE_PAD = 0.8, 1.6  # mm inside a label's edge that stay white
WIDE = 30.0  # a label from this width on has its number beside the title, not below
TITLE_FLOOR, FOOT_FLOOR = 6.0, 5.5  # pt
CAPTION_ROOM = 3.5  # of free paper above the first row, for the line that says what a page is


class Params(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """``number`` is the column of the key number; ``sheet`` names a label sheet for each paper."""

    number: str = ""
    sheet: Mapping[str, str] = {}


def make(job: Job) -> Product:
    """An outline test page, then a label for every card of the deck, face by face."""
    params = job.read_params(Params)
    packs = PackJob.of(job)
    packs.check_columns("number", [params.number] if params.number else [])
    sheet = chosen_sheet(job, params.sheet)
    nudge = job.settings.nudge
    _check_nudge(sheet, job.settings.paper, nudge)
    pages = _Pages(packs, sheet, params.number)
    writer = job.writer(job.settings.paper)
    labels = pages.labels()
    sheets = [labels[at : at + sheet.capacity] for at in range(0, len(labels), sheet.capacity)]
    size = job.settings.paper.width, job.settings.paper.height
    writer.place(face_of(pages.test_page(len(sheets) + 1), *size), 0, 0)
    writer.end_page("Test", "Outline test, on plain paper")
    for number, faces in enumerate(sheets, 1):
        writer.place(face_of(pages.label_page(faces, number, len(sheets)), *size), 0, 0)
        writer.end_page(f"Labels {number}", f"Labels {number}")
    how = f"page 1 on plain paper first; then pages 2 to {len(sheets) + 1} on the labels, one-sided"
    if len(sheets) == 1:
        how = "page 1 on plain paper first; then page 2 on the labels, one-sided"
    stock = f"label sheets {sheet.name}, {sheet.width:.4g} × {sheet.height:.4g} mm"
    return Product(job.name, writer.finish(), len(sheets) + 1, 1, stock, how)


def chosen_sheet(job: Job, wanted: Mapping[str, str]) -> LabelSheet:
    """The sheet for the build's paper; every one that the parameter names must be of its paper."""
    for paper, name in wanted.items():
        key = f"sheet.{paper}"
        if paper not in PAPERS:
            raise job.error(key, f"there is no paper {paper!r}", suggestion(paper, list(PAPERS)))
        of_paper = [known for known, sheet in SHEETS.items() if sheet.paper == paper]
        right = f"for {PAPERS[paper].title}: {choices(of_paper) or 'none'}"
        if name not in SHEETS:
            raise job.error(key, f"no label sheet is known as {name!r}", right)
        if name not in of_paper:
            other = PAPERS[SHEETS[name].paper].title
            raise job.error(key, f"{name!r} is a label sheet of {other} size", right)
    paper = job.settings.paper.name
    found = {**DEFAULT, **wanted}.get(paper)
    if found is None:
        sizes = choices(DEFAULT)
        raise NoRoomError(
            f"no label sheet is known for {job.settings.paper.title}; "
            f"choose --paper {sizes}, or leave the labels out with --only"
        )
    return SHEETS[found]


def _check_nudge(sheet: LabelSheet, paper: Paper, nudge: tuple[float, float]) -> None:
    """Refuse a nudge by which labels leave the paper."""
    right, bottom = sheet.place(sheet.capacity - 1)
    rooms = (
        (nudge[0], sheet.left, paper.width - right - sheet.width, "X"),
        (nudge[1], sheet.top, paper.height - bottom - sheet.height, "Y"),
    )
    for moved, before, after, axis in rooms:
        if not -before - 1e-6 <= moved <= after + 1e-6:
            raise RequestError(
                f"--nudge moves labels off the paper; on {sheet.name} its {axis} can be "
                f"{-before:.1f} to {after:.1f}"
            )


class _Pages(Struct, frozen=True):
    """Draws the pages."""

    packs: PackJob
    sheet: LabelSheet
    number: str

    def labels(self) -> list[PackFace]:
        """The face of every label: each as often as there are packs, one after the other."""
        times = self.packs.mapping.packs * self.packs.job.settings.copies
        return [face for face in self.packs.mapping.faces for _ in range(times)]

    def boxes(self) -> Iterator[Box]:
        """Where the labels of a sheet are, nudged."""
        right, down = self.packs.job.settings.nudge
        for number in range(self.sheet.capacity):
            x, y = self.sheet.place(number)
            yield x + right, y + down, self.sheet.width, self.sheet.height

    def label_page(self, faces: list[PackFace], number: int, pages: int) -> Drawing:
        """A page of labels; its caption stands in the margin above them, if there is room."""
        drawing = Drawing()
        job, paper = self.packs.job, self.packs.job.settings.paper
        nudge = job.settings.nudge
        if self.sheet.top - PRINTABLE >= CAPTION_ROOM:
            text = (
                f"{job.game.title} · {job.title}, sheet {number} of {pages} · {self.sheet.name} · "
                "print at 100 % (actual size)"
            )
            y = PRINTABLE + (self.sheet.top - PRINTABLE) / 2
            drawing.text(paper.width / 2, y, text, FONT, SIZE, INK, "centre")
        for face, box in zip(faces, self.boxes(), strict=False):
            if box[2] >= WIDE:
                self.wide_label(drawing, face, _printable(box, WIDE_PAD, paper, nudge))
            else:
                self.small_label(drawing, face, _printable(box, SMALL_PAD, paper, nudge))
        return drawing

    # Labels

    def small_label(self, drawing: Drawing, face: PackFace, label: Box) -> None:
        """The title above; below it the number, the kind's icon and, at the right, the index."""
        x, y, w, h = _inset(label, SMALL_PAD)
        foot, gap = 2.7, 0.7
        self.title(drawing, face, (x, y - 0.2, w, h - foot - 0.55), 11)
        top = y + h - foot
        number = self.packs.note(face.card, [self.number] if self.number else [])
        left = x
        if number:
            left += self.chip(drawing, face, (x, top, 4.6, foot), number, 8) + gap
        self.icon(drawing, face, (left, top, foot, foot))
        left += foot + gap
        self.index(drawing, face, (left, top, x + w - left, foot), 7)

    def wide_label(self, drawing: Drawing, face: PackFace, label: Box) -> None:
        """A block with number and icon at the left; the title beside it, kind and index below."""
        x, y, w, h = _inset(label, WIDE_PAD)
        side = min(h, 12.0)
        number = self.packs.note(face.card, [self.number] if self.number else [])
        if number:
            self.chip(drawing, face, (x, y, side, h), number, 17 if h < 12 else 24, icon=True)
        else:
            self.block(drawing, face, (x, y, side, h))
            self.icon(drawing, face, _square((x, y, side, h), side * 0.66), on_band=True)
        left = x + side + 1.4
        foot = 2.7 if h < 12 else 3.4
        self.title(drawing, face, (left, y - 0.3, x + w - left, h - foot), 16 if h < 12 else 20)
        box = (left, y + h - foot, x + w - left, foot)
        room = self.index(drawing, face, box, 7.5 if h < 12 else 9)
        self.word(drawing, face, (left, box[1], box[2] - room - 1.5, foot), 6.5 if h < 12 else 8)

    def title(self, drawing: Drawing, face: PackFace, box: Box, size: float) -> None:
        """The title as large as fits, on one line or two."""
        texts, card = self.packs.look(face.card).texts, face.card
        style = TextStyle(texts["title"].font, size, TITLE_FLOOR, leading=0.96, lines=2)
        fitted = self.packs.fitted(card.title, style, box[2:], card)
        middle = TextStyle(style.font, size, TITLE_FLOOR, valign="middle")
        place_lines(drawing, fitted, box, middle, self.packs.look().colour("ink"))

    def chip(
        self,
        drawing: Drawing,
        face: PackFace,
        box: Box,
        number: str,
        size: float,
        icon: bool = False,
    ) -> float:
        """The key number on its kind's colour, the icon below it if asked; gives the width."""
        x, y, w, h = box
        font = self.packs.look().texts["title"].font
        while size > TITLE_FLOOR and text_width(number, font, size) / MM > w - 1.0:
            size -= 0.25
        w = max(w, text_width(number, font, size) / MM + 1.0)
        self.block(drawing, face, (x, y, w, h))
        cap = load_font(font).cap_height * size / MM
        lower = min(h * 0.4, w * 0.8) if icon else 0.0
        space = (h - cap - lower) / (3 if icon else 2)
        baseline = y + space + cap
        _, ink = self.packs.band(face.card)
        drawing.text(x + w / 2, baseline, number, font, size, ink, "centre")
        if icon:
            place = _square((x, baseline + space, w, lower), lower)
            self.icon(drawing, face, place, on_band=True)
        return w

    def block(self, drawing: Drawing, face: PackFace, box: Box) -> None:
        """A rounded block in the colour of the kind, outlined."""
        band, _ = self.packs.band(face.card)
        radius = min(box[2:]) * 0.16
        drawing.rectangle(*box, radius, band, self.packs.look().colour("ink"), 0.2)

    def icon(self, drawing: Drawing, face: PackFace, box: Box, on_band: bool = False) -> None:
        """The icon of the kind, on the label's white or on the kind's colour."""
        colour = self.packs.look().colour
        ground, ink = self.packs.band(face.card) if on_band else (colour("white"), colour("ink"))
        self.packs.symbol(drawing, face.card, box, ink, ground)

    def index(self, drawing: Drawing, face: PackFace, box: Box, size: float) -> float:
        """The playing card's index at the right of a box; gives how wide it is."""
        return self.foot(drawing, face, box, face.index, size, self.packs.ink(face.suit), True)

    def word(self, drawing: Drawing, face: PackFace, box: Box, size: float) -> None:
        """The word of the kind, where a label has room for it."""
        word = self.packs.kind(face.card).word.upper()
        font = self.packs.look().texts["label"].font
        if text_width(word, font, FOOT_FLOOR) / MM <= box[2]:
            soft = self.packs.look().colour("soft")
            self.foot(drawing, face, box, word, size, soft, False)

    def foot(
        self,
        drawing: Drawing,
        face: PackFace,
        box: Box,
        text: str,
        size: float,
        colour: str,
        right: bool,
    ) -> float:
        """A small line at the right or left of a box, its foot at the box's; gives its width."""
        x, y, w, h = box
        style = TextStyle(self.packs.look().texts["label"].font, size, FOOT_FLOOR, lines=1)
        fitted = self.packs.fitted(text, style, (w, max(h, 3.0)), face.card)
        at, align = (x + w, "right") if right else (x, "left")
        baseline = y + h - 0.2 * fitted.size / MM
        drawing.text(at, baseline, text, style.font, fitted.size, colour, align)  # type: ignore[arg-type]
        return text_width(text, style.font, fitted.size) / MM

    # The test page

    def test_page(self, pages: int) -> Drawing:
        """Every label's outline, and in their middle what to do with the page."""
        drawing = Drawing()
        job, paper = self.packs.job, self.packs.job.settings.paper
        for x, y, w, h in self.boxes():
            drawing.rectangle(x, y, w, h, min(1.2, h / 6), None, INK, 0.2)
        width, height = 142.0, 68.0
        x, y = (paper.width - width) / 2, (paper.height - height) / 2
        drawing.rectangle(x, y, width, height, 2, "#FFFFFF", INK, 0.5)
        texts = job.look.texts
        right, down = job.settings.nudge
        then = "page 2" if pages == 2 else f"pages 2 to {pages}"
        title = TextStyle(texts["title"].font, 18, 12, valign="middle", lines=1)
        body = TextStyle(texts["body"].font, 10.5, 8, leading=1.24)
        lines = (
            f"Label sheet: {self.sheet.name}, {self.sheet.columns} × {self.sheet.rows} labels of "
            f"{self.sheet.width:.4g} × {self.sheet.height:.4g} mm, {paper.title}.\n"
            "1. Print this page on plain paper, at 100 % (actual size): the ruler tells whether it was.\n"
            "2. Hold it against the label sheet, before a window.\n"
            "3. If it is off, measure how many mm the outlines must move to the right and down, and "
            "build again with --nudge X,Y (to the left or up: with a minus).\n"
            f"4. If it fits, print {then} on the labels. Sort the packs; each label says in its "
            "foot which playing card it goes on.\n"
            f"This page was made with --nudge {right:g},{down:g}."
        )
        inner = (x + 6, y + 12.5, width - 12, height - 24)
        heading = f"{job.game.title}: {job.title.lower()}"
        for box, text, style in (
            ((x + 6, y + 3, width - 12, 9), heading, title),
            (inner, lines, body),
        ):
            fitted = fit(
                text, style.font, style.size, style.floor, box[2:], style.leading, style.lines
            )
            place_lines(drawing, fitted, box, style, INK)
        _ruler(drawing, x + width / 2 - 25, y + height - 5)
        return drawing


def _printable(box: Box, pad: float, paper: Paper, nudge: tuple[float, float]) -> Box:
    """A nudged label without what lies, its white edge aside, where printers print nothing."""
    (x, y, w, h), (right, down), edge = box, nudge, PRINTABLE - pad
    left, top = max(x, edge + right), max(y, edge + down)
    far, low = paper.width - edge + right, paper.height - edge + down
    return left, top, min(x + w, far) - left, min(y + h, low) - top


def _inset(box: Box, by: float) -> Box:
    x, y, w, h = box
    return x + by, y + by, w - 2 * by, h - 2 * by


def _square(box: Box, side: float) -> Box:
    """A square in the middle of a box."""
    x, y, w, h = box
    return x + (w - side) / 2, y + (h - side) / 2, side, side


def _ruler(drawing: Drawing, x: float, y: float) -> None:
    """50 mm, lying, with its name behind it."""
    drawing.line(x, y, x + 50, y, INK, 0.2)
    for tick in range(6):
        drawing.line(x + tick * 10, y, x + tick * 10, y - 1.5, INK, 0.2)
    drawing.text(x + 51.5, y, "50 mm", FONT, 7.5, INK)
