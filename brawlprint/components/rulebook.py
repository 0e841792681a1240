"""The rulebook: ``rulebook.md`` set as pages. The only component that needs reportlab's platypus."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from msgspec import Struct
from reportlab.lib.enums import TA_LEFT
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFontFamily
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    KeepTogether,
    ListFlowable,
    ListItem,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)
from reportlab.platypus.doctemplate import LayoutError

from brawlprint import __version__
from brawlprint.components.job import Job, Product
from brawlprint.components.rule_pages import LEAST_COLUMN, SIDE, Page, page_of, too_small
from brawlprint.components.standing_words import printed
from brawlprint.faces.fonts import missing, runs, text_width
from brawlprint.sheets.booklet import BookletCanvas, booklet_spreads
from brawlprint.sheets.pdf import FLIP, register
from brawlprint.sheets.plan import FLIP_WORDS

TEXT, BOLD, ITALIC = (
    "AtkinsonHyperlegible-Regular",
    "AtkinsonHyperlegible-Bold",
    "AtkinsonHyperlegible-Italic",
)
HEAD, LABEL = "BarlowCondensed-ExtraBold", "BarlowCondensed-SemiBold"
SIZE, LEADING = 9.5, 12.6  # pt
MOST_COLUMNS, DEEPEST = 12, 12  # of a table; lists count twice, with their items
# Room (pt) for a heading, a sentence that leads up to a list, and the list's start; where there is
# less, they go to the next column.
ROOM_FOR_HEADING, ROOM_FOR_LEAD, ROOM_FOR_START = 50, 30, 30


class Params(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """``text`` is the Markdown file of the rules."""

    text: str


def make(job: Job) -> Product:
    """The rules as pages, or with ``--booklet`` as half pages imposed for folding."""
    params = job.read_params(Params)
    markdown = MarkdownIt("commonmark").enable("table").parse(job.read_text(params.text))
    printed(markdown)
    for name in (TEXT, BOLD, ITALIC, HEAD, LABEL):
        register(name)
    registerFontFamily(TEXT, normal=TEXT, bold=BOLD, italic=ITALIC, boldItalic=BOLD)
    paper, booklet = job.settings.paper, job.settings.booklet
    page = page_of(paper, booklet)
    if page.column < LEAST_COLUMN:
        raise too_small(job)
    story = _kept_together(
        list(_Setter(job, page.column).blocks(SyntaxTreeNode(markdown).children))
    )
    buffer = io.BytesIO()
    document = _document(job, buffer, page)
    try:
        document.build(story, canvasmaker=BookletCanvas if booklet else Canvas)
    except LayoutError:
        raise too_small(job) from None
    pages = len(booklet_spreads(document.page)) if booklet else document.page
    sides = min(2, pages)
    how = _how(pages, booklet)
    return Product(job.name, buffer.getvalue(), pages, sides, "paper", how)


def _how(pages: int, booklet: bool) -> str:
    """How to print and bind so many pages: a single sheet has nothing to be stapled to.

    >>> [_how(pages, booklet=False) for pages in (1, 2)]
    ['one-sided', 'two-sided, flip on the long edge']
    >>> _how(4, booklet=True)
    'two-sided, flip on the short edge; fold, staple in the fold'
    """
    if pages == 1:
        return FLIP_WORDS["off"]
    turned = FLIP_WORDS["short-edge" if booklet else "long-edge"]
    bound = "; staple at the left" if pages > 2 else ""
    if booklet:
        bound = "; fold, staple in the fold" if pages > 2 else "; fold"
    return turned + bound


def _document(job: Job, buffer: io.BytesIO, page: Page) -> Any:
    document = BaseDocTemplate(
        buffer,
        pagesize=(page.width, page.height),
        title=f"{job.game.title}: {job.title}",
        subject=job.title,
        author="brawlprint",
        creator=f"brawlprint {__version__}",
        lang="en",
        invariant=1,
        initialFontName=TEXT,
    )

    def furnish(canvas: Canvas, _: Any) -> None:
        _furnish(canvas, job, page)

    document.addPageTemplates([PageTemplate("rules", page.frames(), onPage=furnish)])
    return document


def _furnish(canvas: Canvas, job: Job, page: Page) -> None:
    """What every page has: boxes and preferences, a bookmark, the foot line."""
    settings, number = job.settings, canvas.getPageNumber()
    booklet = settings.booklet
    # Each page says it anew: whether there is another side, nobody knows before the second one.
    edge = "short-edge" if booklet else "long-edge" if number > 1 else "off"
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", FLIP[edge])
    canvas.setKeywords(
        f"component={job.name}; layout={'booklet' if booklet else 'page'}; "
        f"paper={settings.paper.name}; duplex={edge}; style={settings.style}"
    )
    if not booklet:
        canvas.setTrimBox((0, 0, page.width, page.height))
        canvas.addPageLabel(number - 1, prefix=f"Page {number}")
        canvas.bookmarkPage(f"page{number}")
        canvas.addOutlineEntry(f"Page {number}", f"page{number}")
    canvas.setFillColor(job.look.colour("soft"))
    x = SIDE
    for run in runs(f"{job.game.title} · {job.title}", LABEL):
        register(run.font)
        canvas.setFont(run.font, 8)
        canvas.drawString(x, 11 * mm, run.text)
        x += canvas.stringWidth(run.text, run.font, 8)
    canvas.setFont(LABEL, 8)
    canvas.drawRightString(page.width - SIDE, 11 * mm, str(number))


def _kept_together(story: list[Flowable]) -> list[Flowable]:
    """Headings stay with what follows them: with all of a paragraph, with the start of a list.

    So does a sentence that leads up to a list or table.
    """
    kept: list[Flowable] = []
    heads: list[Flowable] = []
    for flowable, following in zip(story, [*story[1:], None], strict=True):
        if _is_heading(flowable) or _leads_up(flowable, following):
            heads.append(flowable)
        elif isinstance(flowable, ListFlowable):
            room = sum(ROOM_FOR_HEADING if _is_heading(head) else ROOM_FOR_LEAD for head in heads)
            kept += [CondPageBreak(room + ROOM_FOR_START), *heads] if heads else []
            kept.append(flowable)
            heads = []
        else:
            kept.append(KeepTogether([*heads, flowable]) if heads else flowable)
            heads = []
    return kept + heads


def _is_heading(flowable: Flowable) -> bool:
    return getattr(getattr(flowable, "style", None), "name", "").startswith("h")


def _leads_up(flowable: Flowable, following: Flowable | None) -> bool:
    """Whether a list or table completes a paragraph: it ends without a full stop."""
    if not (isinstance(flowable, Paragraph) and isinstance(following, ListFlowable | Table)):
        return False
    return flowable.getPlainText().rstrip()[-1:] not in tuple(".!?)”")


class _Setter:
    """Turns Markdown's blocks into flowables in the game's colours."""

    def __init__(self, job: Job, width: float) -> None:
        self.job = job
        self.width = width
        colour = job.look.colour
        ink, accent = colour("ink"), colour("accent")
        base = ParagraphStyle(
            "body",
            fontName=TEXT,
            fontSize=SIZE,
            leading=LEADING,
            textColor=ink,
            alignment=TA_LEFT,
            spaceAfter=4.5,
            allowWidows=0,
            allowOrphans=0,
        )
        self.body = base
        self.item = ParagraphStyle("item", base, spaceAfter=2)
        self.cell = ParagraphStyle("cell", base, fontSize=8.5, leading=10.6, spaceAfter=0)
        self.head_cell = ParagraphStyle("head-cell", self.cell, fontName=BOLD)
        self.headings = {
            "h1": ParagraphStyle(
                "h1", base, fontName=HEAD, fontSize=30, leading=31, textColor=accent, spaceAfter=6
            ),
            "h2": ParagraphStyle(
                "h2",
                base,
                fontName=HEAD,
                fontSize=16,
                leading=18,
                textColor=accent,
                spaceBefore=9,
                spaceAfter=3,
            ),
            "h3": ParagraphStyle(
                "h3", base, fontName=HEAD, fontSize=12.5, leading=14.5, spaceBefore=6, spaceAfter=2
            ),
        }

    def blocks(self, nodes: list[SyntaxTreeNode]) -> Iterator[Flowable]:
        for node in nodes:
            if node.level > DEEPEST:
                self.refuse(node, "lists and quotes stand too deep in one another")
            if node.type == "heading":
                style = self.headings.get(node.tag, self.headings["h3"])
                yield Paragraph(
                    self.inline(node, style.fontName).upper()
                    if node.tag == "h1"
                    else self.inline(node, style.fontName),
                    style,
                )
            elif node.type == "paragraph":
                yield Paragraph(self.inline(node), self.body)
            elif node.type in ("bullet_list", "ordered_list"):
                yield self.listed(node)
                yield Spacer(0, 2.5)
            elif node.type == "table":
                yield self.table(node)
                yield Spacer(0, 6)
            elif node.type == "blockquote":
                yield self.quoted(node)
                yield Spacer(0, 4)
            elif node.type != "hr":
                self.refuse(node, f"a {node.type.replace('_', ' ')} can't be set here")

    def refuse(self, node: SyntaxTreeNode, problem: str) -> None:
        line = f" (line {node.map[0] + 1})" if node.map else ""
        raise self.job.error(
            "text",
            f"{self.params_text()}{line}: {problem}",
            "write headings, paragraphs, lists and tables",
        )

    def params_text(self) -> str:
        return str(self.job.params.get("text", ""))

    def listed(self, node: SyntaxTreeNode) -> Flowable:
        items = [
            ListItem(list(self.item_blocks(child)), bulletColor=self.headings["h2"].textColor)
            for child in node.children
        ]
        numbered = node.type == "ordered_list"
        return ListFlowable(
            items,
            bulletType="1" if numbered else "bullet",
            bulletFormat="%s." if numbered else None,
            start=None if numbered else "•",
            bulletFontName=BOLD,
            bulletFontSize=SIZE,
            leftIndent=13 if numbered else 10,
        )

    def item_blocks(self, node: SyntaxTreeNode) -> Iterator[Flowable]:
        for child in node.children:
            if child.type == "paragraph":
                yield Paragraph(self.inline(child), self.item)
            else:
                yield from self.blocks([child])

    def quoted(self, node: SyntaxTreeNode) -> Flowable:
        """A worked example: its text on a tint, with a bar at the left."""
        colour = self.job.look.colour
        table = Table([[list(self.blocks(node.children))]], colWidths="100%")
        table.setStyle(
            TableStyle(
                [
                    ("FONTNAME", (0, 0), (-1, -1), TEXT),  # else Helvetica is listed
                    ("BACKGROUND", (0, 0), (-1, -1), colour("tint")),
                    ("LINEBEFORE", (0, 0), (0, -1), 2, self.headings["h2"].textColor),
                    ("LEFTPADDING", (0, 0), (-1, -1), 8),
                    ("RIGHTPADDING", (0, 0), (-1, -1), 6),
                    ("TOPPADDING", (0, 0), (-1, -1), 4),
                    ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
                ]
            )
        )
        return table

    def table(self, node: SyntaxTreeNode) -> Flowable:
        rows = [row.children for part in node.children for row in part.children]
        if len(rows[0]) > MOST_COLUMNS:
            self.refuse(node, f"a table of {len(rows[0])} columns can't be set here")
        cells = [
            [Paragraph(self.inline(cell), self.cell if number else self.head_cell) for cell in row]
            for number, row in enumerate(rows)
        ]
        widths = self.column_widths(rows)
        colour = self.job.look.colour
        table = Table(cells, colWidths=widths, repeatRows=1)
        table.setStyle(
            TableStyle(
                [
                    ("FONTNAME", (0, 0), (-1, -1), TEXT),  # else Helvetica is listed
                    ("VALIGN", (0, 0), (-1, -1), "TOP"),
                    ("LINEBELOW", (0, 0), (-1, 0), 1, colour("ink")),
                    ("LINEBELOW", (0, 1), (-1, -1), 0.3, colour("soft")),
                    ("LEFTPADDING", (0, 0), (-1, -1), 2),
                    ("RIGHTPADDING", (0, 0), (-1, -1), 4),
                    ("TOPPADDING", (0, 0), (-1, -1), 2.2),
                    ("BOTTOMPADDING", (0, 0), (-1, -1), 2.6),
                ]
            )
        )
        return table

    def column_widths(self, rows: list[list[SyntaxTreeNode]]) -> list[float]:
        """Widths (pt) that fill the column: each takes its longest word, then what it lacks.

        What is left goes to the columns in the measure in which their longest text is short of
        room for one line.
        """
        columns = [[self.plain(row[place]) for row in rows] for place in range(len(rows[0]))]

        def width(text: str) -> float:
            return text_width(text, BOLD, self.cell.fontSize) + 8

        least = [
            max(width(word) for text in col for word in text.split() or [""]) for col in columns
        ]
        wanted = [max(width(text) for text in col) for col in columns]
        lacking = [want - has for want, has in zip(wanted, least, strict=True)]
        spare = max(0.0, self.width - sum(least))
        return [
            has + spare * (lacks / sum(lacking) if sum(lacking) else 1 / len(columns))
            for has, lacks in zip(least, lacking, strict=True)
        ]

    def plain(self, node: SyntaxTreeNode) -> str:
        return "".join(
            child.content for child in node.walk() if child.type in ("text", "code_inline")
        )

    def inline(self, node: SyntaxTreeNode, font: str = TEXT) -> str:
        """A block's text in reportlab's own small markup, everything typed escaped."""
        return "".join(self.span(child, font) for top in node.children for child in top.children)

    def span(self, node: SyntaxTreeNode, font: str) -> str:
        if node.type in ("text", "code_inline"):
            return self.characters(node, font)
        if node.type in ("softbreak", "hardbreak"):
            return " " if node.type == "softbreak" else "<br/>"
        tag = {"strong": "b", "em": "i"}.get(node.type)
        if tag is None:
            self.refuse(node, f"a {node.type.replace('_', ' ')} can't be set here")
        inside = "".join(self.span(child, font) for child in node.children)
        return f"<{tag}>{inside}</{tag}>"

    def characters(self, node: SyntaxTreeNode, font: str) -> str:
        """Text, with a stand-in font for characters that the text font lacks."""
        if (char := missing(node.content, font)) is not None:
            self.refuse(node, f"no font has the character {char!r}")
        pieces = []
        for run in runs(node.content, font):
            text = escape(run.text)
            if run.font != font:
                register(run.font)
                text = f'<font name="{run.font}">{text}</font>'
            pieces.append(text)
        return "".join(pieces)
