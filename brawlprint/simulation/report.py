"""The figures of a run as a PDF with plots: lengths, endings, seats, cards."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from reportlab.graphics import renderPDF
from reportlab.graphics.shapes import STATE_DEFAULTS, Circle, Drawing, Line, Rect, String
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from brawlprint import __version__
from brawlprint.faces.fonts import runs
from brawlprint.sheets.paper import Paper
from brawlprint.sheets.pdf import register
from brawlprint.simulation.figures import CardUse, Figures, Winner

TEXT, BOLD = "AtkinsonHyperlegible-Regular", "AtkinsonHyperlegible-Bold"
MARGIN = 18 * mm
INK, SOFT, FAINT = HexColor("#222222"), HexColor("#666666"), HexColor("#D5D5D5")
# Two colours that differ in lightness too, so that they do on a grey printer.
STRONG, LIGHT = HexColor("#0072B2"), HexColor("#9CCBE8")
ROW = 5.0 * mm  # of a card's line
BARS = 40  # at most in the histogram
BELOW = 13 * mm  # for the foot line


def draw_report(found: Figures, paper: Paper) -> bytes:
    """The report as a PDF's bytes; the same figures give the same bytes but for the time taken."""
    for font in (TEXT, BOLD):
        register(font)
    buffer = io.BytesIO()
    size = (paper.width * mm, paper.height * mm)
    canvas = Canvas(buffer, pagesize=size, invariant=1, initialFontName=TEXT, lang="en")
    canvas.setTitle(f"{found.title}: {found.games:,} matches")
    canvas.setAuthor("brawlprint")
    canvas.setCreator(f"brawlprint {__version__}")
    pages = list(_pages(found, *size))
    for number, page in enumerate(pages, 1):
        page.text(MARGIN, BELOW, f"{found.title} · seed {found.seed} · brawlprint {__version__}",
                  8, colour=SOFT)  # fmt: skip
        page.text(page.right, BELOW, f"{number} of {len(pages)}", 8, colour=SOFT, anchor="end")
        with _own_font():
            renderPDF.draw(page.drawing, canvas, 0, 0)
        canvas.addPageLabel(number - 1, prefix=str(number))
        canvas.bookmarkPage(f"page{number}")
        canvas.addOutlineEntry(page.name, f"page{number}")
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


@contextmanager
def _own_font() -> Iterator[None]:
    """Drawings begin in Helvetica, which no file embeds, though nothing is written in it."""
    before = STATE_DEFAULTS["fontName"]
    STATE_DEFAULTS["fontName"] = TEXT
    try:
        yield
    finally:
        STATE_DEFAULTS["fontName"] = before


class Page:
    """A page that is drawn from the top down; ``y`` is how far, in points from the foot."""

    def __init__(self, name: str, width: float, height: float) -> None:
        self.name = name
        self.drawing = Drawing(width, height)
        self.left, self.right = MARGIN, width - MARGIN
        self.y = height - MARGIN

    @property
    def width(self) -> float:
        """Between the margins, in points."""
        return float(self.right - self.left)

    def text(self, x: float, y: float, text: str, size: float = 9, font: str = TEXT,
             colour: Color = INK, anchor: str = "start") -> None:  # fmt: skip
        """Set a line, each character in a font that has it."""
        parts = [(run.font, run.text) for run in runs(text, font)]
        for each, _ in parts:
            register(each)
        width = sum(stringWidth(part, each, size) for each, part in parts)
        x -= {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        for each, part in parts:
            self.drawing.add(String(x, y, part, fontName=each, fontSize=size, fillColor=colour))
            x += stringWidth(part, each, size)

    def heading(self, text: str) -> None:
        """A section's heading, with room above it."""
        self.y -= 9 * mm
        self.text(self.left, self.y, text, 12, BOLD)
        self.y -= 3 * mm

    def bar(self, x: float, y: float, width: float, height: float, colour: Color) -> None:
        """A filled bar."""
        self.drawing.add(
            Rect(x, y, max(width, 0), height, fillColor=colour, strokeColor=None, strokeWidth=0)
        )

    def rule(self, x1: float, y1: float, x2: float, y2: float, colour: Color = SOFT,
             width: float = 0.6, dashed: bool = False) -> None:  # fmt: skip
        """A thin line."""
        dash = [2, 2] if dashed else None
        self.drawing.add(
            Line(x1, y1, x2, y2, strokeColor=colour, strokeWidth=width, strokeDashArray=dash)
        )

    def whisker(self, scale: Scale, y: float, low: float, middle: float, high: float) -> None:
        """A figure as a dot on the line of its interval."""
        self.rule(scale.at(low), y, scale.at(high), y, STRONG, 1.0)
        for end in (low, high):
            self.rule(scale.at(end), y - 1.6, scale.at(end), y + 1.6, STRONG, 1.0)
        self.drawing.add(Circle(scale.at(middle), y, 2.0, fillColor=STRONG, strokeColor=None))


class Scale:
    """Where shares lie between two places of a page."""

    def __init__(self, left: float, right: float, low: float = 0.0, high: float = 1.0) -> None:
        self.left, self.right, self.low, self.high = left, right, low, high

    def at(self, share: float) -> float:
        """A share's place.

        >>> Scale(100, 300).at(0.5)
        200.0
        """
        part = (share - self.low) / (self.high - self.low)
        return self.left + min(1.0, max(0.0, part)) * (self.right - self.left)


def _pages(found: Figures, width: float, height: float) -> Iterator[Page]:
    yield _first_page(found, width, height)
    cards = sorted(found.cards, key=_rank)
    while cards:
        page = Page("Cards", width, height)
        rows = int((page.y - BELOW - 30 * mm) / ROW)
        _draw_cards(page, found, cards[:rows])
        yield page
        cards = cards[rows:]


def _first_page(found: Figures, width: float, height: float) -> Page:
    page = Page("The matches", width, height)
    page.y -= 6 * mm
    page.text(page.left, page.y, found.title, 20, BOLD)
    page.y -= 7 * mm
    who = ", ".join(found.agents)
    page.text(page.left, page.y, f"{found.games:,} matches of {found.players} players ({who}), "
              f"{found.decisions:,} decisions")  # fmt: skip
    for told in _remarks(found):
        page.y -= 4.5 * mm
        page.text(page.left, page.y, told, colour=SOFT)
    page.heading(f"Length in {found.unit}")
    _draw_lengths(page, found)
    page.heading("Share of the wins, with 95 % intervals")
    _draw_winners(page, found, "Seat", found.seats)
    if found.by_agent:
        page.y -= 3 * mm
        _draw_winners(page, found, "", found.by_agent)
    page.heading("How they ended")
    _draw_endings(page, found.terminations, found.games)
    return page


def _remarks(found: Figures) -> Iterator[str]:
    if found.options:
        rules = ", ".join(f"{key} = {value}" for key, value in found.options.items())
        yield f"House rules: {rules}"
    if found.interrupted:
        yield "Interrupted: these are the matches done till then."
    undecided = found.games - found.decided
    if undecided:
        yield f"{undecided:,} matches were won by nobody; shares are those of the others."


def histogram(counts: Mapping[int, int], bars: int = BARS) -> tuple[int, list[int]]:
    """Counts by number put together into so many bars at most: a bar's breadth, and the bars.

    >>> histogram({0: 1, 1: 2, 9: 5}, bars=5)
    (2, [3, 0, 0, 0, 5])
    """
    breadth = max(counts, default=0) // bars + 1
    found = [0] * (max(counts, default=0) // breadth + 1)
    for number, count in counts.items():
        found[number // breadth] += count
    return breadth, found


def _draw_lengths(page: Page, found: Figures) -> None:
    breadth, bars = histogram(found.lengths)
    high = 38 * mm
    foot = page.y - high - 3 * mm  # the median is told above the bars
    each = page.width / len(bars)
    for place, count in enumerate(bars):
        x = page.left + place * each
        page.bar(x + each * 0.06, foot, each * 0.88, high * count / max(bars), LIGHT)
        if place % max(1, len(bars) // 10) == 0:
            page.text(x + each / 2, foot - 9, f"{place * breadth:,}", 7, colour=SOFT,
                      anchor="middle")  # fmt: skip
    page.rule(page.left, foot, page.right, foot)
    for number, word, up in ((found.length.p5, "5 %", 0), (found.length.median, "median", 8),
                             (found.length.p95, "95 %", 0)):  # fmt: skip
        x = page.left + (number / breadth + 0.5 * (breadth == 1)) * each
        page.rule(x, foot, x, foot + high + up, STRONG, 0.8, dashed=word != "median")
        page.text(x + 2, foot + high + up - 6, f"{word} {number:,g}", 7, colour=STRONG)
    page.y = foot - 12


def _draw_winners(page: Page, found: Figures, what: str, winners: Sequence[Winner]) -> None:
    lows, highs = [each.low for each in winners], [each.high for each in winners]
    low, high = max(0.0, min(*lows, found.par) - 0.05), min(1.0, max(*highs, found.par) + 0.05)
    scale = Scale(page.left + 30 * mm, page.right - 38 * mm, low, high)
    top = page.y
    for each in winners:
        page.y -= 6 * mm
        page.text(page.left, page.y - 3, f"{what} {each.name}".strip())
        page.whisker(scale, page.y, each.low, each.share, each.high)
        told = f"{each.share:.1%}  ({each.low:.1%} to {each.high:.1%})"
        page.text(page.right, page.y - 3, told, 8, colour=SOFT, anchor="end")
    page.y -= 4 * mm
    _draw_par(page, scale, top - 2 * mm, found.par)


def _draw_par(page: Page, scale: Scale, top: float, par: float) -> None:
    """The line on which all would be if they were alike."""
    x = scale.at(par)
    page.rule(x, page.y, x, top, SOFT, 0.6, dashed=True)
    page.text(x, page.y - 7, f"{par:.1%}", 7, colour=SOFT, anchor="middle")
    page.y -= 8


def _draw_endings(page: Page, endings: Mapping[str, int], games: int) -> None:
    scale = Scale(page.left + 42 * mm, page.right - 30 * mm)
    for name, times in list(endings.items())[: int((page.y - BELOW - 8 * mm) / (5 * mm))]:
        page.y -= 5 * mm
        page.text(page.left, page.y, name.replace("_", " "))
        share = times / games
        page.bar(scale.left, page.y - 1, scale.at(share) - scale.left, 3 * mm, LIGHT)
        page.text(page.right, page.y, f"{times:,}  {share:.1%}", 8, colour=SOFT, anchor="end")


def _rank(card: CardUse) -> tuple[float, str]:
    return (2.0 if card.win_share is None else -card.win_share, card.id)


def _draw_cards(page: Page, found: Figures, cards: Sequence[CardUse]) -> None:
    page.heading("Cards, by what those who played them won")
    use = Scale(page.left + 58 * mm, page.left + 58 * mm + (page.width - 58 * mm) * 0.45)
    won = Scale(use.right + 13 * mm, page.right - 3 * mm)
    page.y -= 4 * mm
    head = f"could be played (light), was played; of {found.games:,} matches"
    page.text(use.left, page.y, head, 7, colour=SOFT)
    page.text(won.left, page.y + 3 * mm, "share of the win, with 95 % interval", 7, colour=SOFT)
    top = page.y - 1 * mm
    for card in cards:
        page.y -= ROW
        _draw_card(page, found, card, use, won)
    page.y -= 3 * mm
    foot = page.y
    for scale in (use, won):
        page.rule(scale.left, foot, scale.right, foot)
        for share in (0.0, 0.5, 1.0):
            page.text(scale.at(share), foot - 8, f"{share:.0%}", 7, colour=SOFT, anchor="middle")
    x = won.at(found.card_par)
    page.rule(x, foot, x, top, SOFT, 0.6, dashed=True)
    page.text(x, top + 1, "average", 6, colour=SOFT, anchor="middle")


def _draw_card(page: Page, found: Figures, card: CardUse, use: Scale, won: Scale) -> None:
    page.text(page.left, page.y, _shortened(card.title, 56 * mm, 8), 8)
    for count, colour in ((card.playable, LIGHT), (card.played, STRONG)):
        width = use.at(count / found.games) - use.left
        page.bar(use.left, page.y - 0.6, width, 2.6 * mm, colour)
    if card.win_share is None:
        told = "never drawn" if not card.drawn else "never played"
        page.text(won.left, page.y, told, 7, colour=SOFT)
    else:
        page.whisker(won, page.y + 2.5, card.low, card.win_share, card.high)
    page.rule(page.left, page.y - 2.2, page.right, page.y - 2.2, FAINT, 0.3)


def _shortened(text: str, width: float, size: float) -> str:
    """A text cut to a width, with an ellipsis if need be."""
    if stringWidth(text, TEXT, size) <= width:
        return text
    while text and stringWidth(f"{text}…", TEXT, size) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"
