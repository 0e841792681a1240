"""The print plan: a page that says what to print on what, in which order, and where to cut.

It is made of the finished products alone, so it tells what is there: pages, sheets, stock, how the
paper is turned, and for each grid its cuts in the order in which they are made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from brawlprint.combine import Part
from brawlprint.components import Product
from brawlprint.definitions import Game
from brawlprint.faces.drawing import Drawing
from brawlprint.faces.fitting import fit
from brawlprint.faces.icons import Icons
from brawlprint.settings import Settings
from brawlprint.sheets.grid import Grid
from brawlprint.sheets.pdf import PdfWriter

NAME = "print-plan"
TITLE, LABEL, TEXT, STRONG = (
    "BarlowCondensed-ExtraBold",
    "BarlowCondensed-SemiBold",
    "AtkinsonHyperlegible-Regular",
    "AtkinsonHyperlegible-Bold",
)
INK, SOFT, PALE = "#000000", "#505050", "#B0B0B0"
MARGIN, COLUMN = 16.0, 17.0  # mm: round the page, and from one number to what it stands before
CLOSE = 2.2  # mm between cuts in the drawing, below which one number is set off the other
MOST_GRIDS = 3  # that are drawn; the others are cut alike
HOW_TO_CUT = (
    "Knife and ruler: cut along the long lines first, each from mark to mark, and leave the paper's "
    "margins whole; then cut across. The pieces fall out with the last cuts.",
    "Guillotine: cut off one long margin, set the stop to the width of a card and cut strips; "
    "then cut each strip by the height.",
)


class Step(Struct, frozen=True):
    """A part of the kit to print: what it is, its pages, how many sheets of what, and how."""

    what: str
    pages: str
    sheets: int
    stock: str
    how: str


def steps(products: Sequence[Product], parts: Sequence[Part] = ()) -> list[Step]:
    """What to print, stock by stock; ``parts`` are its pages in the combined file, if there is one."""
    placed = {part.product.component: part for part in parts}
    found = []
    for product in products:
        sheets = -(-product.pages // product.sides)
        part = placed.get(product.component)
        pages = _in_one(part) if part else _range(1, product.pages)
        found.append(Step(product.file_name, pages, sheets, product.stock, product.how))
    order = list(dict.fromkeys(step.stock for step in found))
    return sorted(found, key=lambda step: order.index(step.stock))


def _in_one(part: Part) -> str:
    """A part's pages in the combined file, and which of them are blank.

    >>> one, three = Product("aid", b"", 1, 1, "", ""), Product("mats", b"", 3, 1, "", "")
    >>> _in_one(Part(one, 37, 2)), _in_one(Part(three, 3, 6))
    ('page 37 (38 is blank)', 'pages 3–8 (every second is blank)')
    """
    blank = part.pages - part.product.pages
    if part.product.pages == 1 and blank:
        return f"page {part.first} ({part.last} is blank)"
    every = " (every second is blank)" if blank > 1 else f" ({part.last} is blank)" if blank else ""
    return f"{_range(part.first, part.last)}{every}"


def _range(first: int, last: int) -> str:
    return f"page {first}" if first == last else f"pages {first}–{last}"


def print_plan(
    game: Game, settings: Settings, products: Sequence[Product], icons: Icons, parts: Sequence[Part]
) -> Product:
    """The page itself, on the kit's own paper."""
    paper = settings.paper
    facts = {"component": NAME, "layout": "page", "paper": paper.name, "style": settings.style}
    mono = settings.style == "mono"
    writer = PdfWriter(
        paper, icons, f"{game.title}: print plan", "Print plan", facts=facts, mono=mono
    )
    page = _Page(paper.width, paper.height)
    page.heading(game, settings)
    for stock, group in groupby(steps(products, parts), key=lambda step: step.stock):
        page.stock(stock, list(group), f"{game.name}.pdf" if parts else "")
    page.cuts([(product.file_name, product.grid) for product in products if product.grid])
    writer.draw(page.drawing.instructions)
    writer.end_page("Print plan", "Print plan")
    return Product(NAME, writer.finish(), 1, 1, "paper", "one-sided; read it first")


class _Page:
    """A page that is filled from the top; on a small paper everything is smaller."""

    def __init__(self, width: float, height: float) -> None:
        self.drawing = Drawing()
        self.width, self.height = width, height
        self.scale = min(1.0, width / 205, height / 275)
        self.margin = MARGIN * self.scale
        self.y = self.margin

    def write(self, text: str, font: str, size: float, x: float = 0.0, ink: str = INK) -> None:
        """A text from ``x`` mm inside the margin, in as many lines as it takes."""
        at = self.margin + x * self.scale
        fitted = fit(text, font, size * self.scale, 4.0, (self.width - self.margin - at, 400), 1.25)
        for line in fitted.lines:
            self.y += fitted.leading
            self.drawing.text(at, self.y, line, font, fitted.size, ink)

    def space(self, mm: float) -> None:
        """Leave some room."""
        self.y += mm * self.scale

    def heading(self, game: Game, settings: Settings) -> None:
        """Whose kit this is, and what holds for every page of it."""
        self.write(f"{game.title}: print plan", TITLE, 22)
        self.space(1.5)
        words = f"For {settings.players} players, on {settings.paper.title}, {settings.style}."
        self.write(
            f"{words} Print everything at 100 % (actual size), never fitted to the page: "
            "the ruler on the first page of the cards tells whether it was.",
            TEXT,
            10.5,
        )

    def stock(self, stock: str, group: Sequence[Step], file: str) -> None:
        """What is printed on one kind of paper."""
        sheets = sum(step.sheets for step in group)
        self.space(5)
        self.write(f"{stock[0].upper()}{stock[1:]}: {_sheets(sheets)}", TITLE, 13)
        for step in group:
            self.space(1.6)
            where = f"{file}, {step.pages}: {step.what.removesuffix('.pdf')}" if file else step.what
            top = self.y
            self.write(f"{step.sheets} ×", STRONG, 10.5)
            self.y = top
            self.write(where + ("" if file else f", {step.pages}"), STRONG, 10.5, COLUMN)
            self.write(f"{step.how[0].upper()}{step.how[1:]}.", TEXT, 9.5, COLUMN, SOFT)

    def cuts(self, grids: Sequence[tuple[str, Grid]]) -> None:
        """Each grid with its cuts numbered in their order, as large as there is room for."""
        distinct: dict[Grid, list[str]] = {}
        for name, grid in grids:
            distinct.setdefault(grid, []).append(name)
        if not distinct:
            return
        self.space(6)
        self.write("Where to cut", TITLE, 13)
        for text in HOW_TO_CUT:
            self.space(1)
            self.write(text, TEXT, 9.5)
        self.space(7)
        room = self.height - self.margin - self.y - 6 * self.scale
        shown = list(distinct.items())[:MOST_GRIDS]
        each = (self.width - 2 * self.margin) / MOST_GRIDS
        for number, (grid, names) in enumerate(shown):
            scale = min((each - 8) / grid.paper.width, room / grid.paper.height)
            if scale > 0.08:
                left = self.margin + number * each
                self._grid(grid, names, left, scale)

    def _grid(self, grid: Grid, names: Sequence[str], left: float, scale: float) -> None:
        top = self.y
        self.drawing.rectangle(
            left, top, grid.paper.width * scale, grid.paper.height * scale, stroke=PALE, width=0.2
        )
        for block in grid.blocks:
            x, y, w, h = (value * scale for value in block)
            self.drawing.rectangle(left + x, top + y, w, h, stroke=PALE, width=0.2)
        before = (False, -CLOSE, False)  # the cut before: upright or not, where, and set off
        for number, cut in enumerate(cuts(grid), 1):
            x1, y1, x2, y2 = (value * scale for value in cut)
            self.drawing.line(left + x1, top + y1, left + x2, top + y2, INK, 0.2)
            upright, size = cut[0] == cut[2], 5.5
            at = x1 if upright else y1
            # Where cards have gaps, two numbers would stand on each other.
            off = before[0] == upright and at - before[1] < CLOSE and not before[2]
            before = (upright, at, off)
            x, y = left + x1, top + y1
            if upright:
                y -= 0.7 + off * CLOSE
                self.drawing.text(x, y, str(number), LABEL, size, INK, "centre")
            else:
                x -= 0.7 + off * CLOSE
                self.drawing.text(x, y + 0.7, str(number), LABEL, size, INK, "right")
        word = names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
        y = top + grid.paper.height * scale + 4 * self.scale
        self.drawing.text(left, y, word, LABEL, 9 * self.scale, INK)


def _sheets(number: int) -> str:
    return "1 sheet" if number == 1 else f"{number} sheets"


def cuts(grid: Grid) -> Iterator[tuple[float, float, float, float]]:
    """The cuts of a page, from point to point in mm: the long ones first, then across.

    >>> from brawlprint.sheets.grid import compute_grid
    >>> from brawlprint.sheets.paper import PAPERS
    >>> len(list(cuts(compute_grid(PAPERS["letter"], 63.5, 88.9))))
    8
    """
    x, y, w, h = grid.trim
    over = 3.0  # mm past the block
    down = [(at, y - over, at, y + h + over) for at in _lines(grid, across=True)]
    across = [(x - over, at, x + w + over, at) for at in _lines(grid, across=False)]
    yield from [*down, *across] if h >= w else [*across, *down]


def _lines(grid: Grid, across: bool) -> list[float]:
    """Where the cut lines are, each once: two between neighbours with a gap."""
    count = grid.columns if across else grid.rows
    size = grid.width if across else grid.height
    found: set[float] = set()
    for block in grid.blocks:
        start = block[0] if across else block[1]
        for number in range(count):
            at = start + number * (size + grid.gap)
            found |= {round(at, 4), round(at + size, 4)}
    return sorted(found)
