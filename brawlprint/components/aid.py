"""A player aid: a page for each player, from a short text and the game's own vocabulary."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from brawlprint.components.job import Job, Product, face_of
from brawlprint.components.standing_words import printed
from brawlprint.errors import suggestion
from brawlprint.faces.drawing import MM, Drawing
from brawlprint.faces.face import Face
from brawlprint.faces.fitting import MisfitError, fit
from brawlprint.sheets.card_sheets import Piece

WIDTH, HEIGHT = 188.0, 265.0  # mm; a page of Letter and of A4
PAD, BAR, GUTTER = 4.0, 12.0, 8.0
COLUMNS = 2
SIZES = (11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)  # pt, the first that fits is taken


class Params(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """``text`` is a Markdown file of headings and lists.

    ``legend`` lists vocabularies below it: a column and the heading over its words.
    """

    text: str
    legend: dict[str, str] = {}


class Block(Struct, frozen=True):
    """A heading, an item of a list, or a word of the legend with its icon."""

    sort: str
    text: str
    mark: str = ""
    icon: str = ""


def make(job: Job) -> Product:
    """The same aid for every player."""
    params = job.read_params(Params)
    groups = [*_sections(job.read_text(params.text)), *_legend(job, params)]
    piece = Piece(_panel(job, groups))
    pieces = [piece] * job.settings.players
    return job.sheets(pieces, "card or paper", "one a player")


def _sections(markdown: str) -> Iterator[list[Block]]:
    """The text's sections: a heading and the items below it stay together."""
    from markdown_it import MarkdownIt

    group: list[Block] = []
    mark, number, sort = "", 0, ""
    tokens = MarkdownIt("commonmark").parse(markdown)
    printed(tokens)
    for token in tokens:
        if token.type == "heading_open":
            sort = "heading" if token.tag != "h1" else ""
            if group and sort:
                yield group
                group = []
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            mark, number = token.type, 0
        elif token.type == "list_item_open":
            number, sort = number + 1, "item"
        elif token.type == "inline":
            text = "".join(child.content or " " for child in token.children or [])
            if sort:
                sign = f"{number}." if mark.startswith("ordered") and sort == "item" else "•"
                group.append(Block(sort, text, sign if sort == "item" else ""))
            sort = sort if sort == "item" else "item"
    if group:
        yield group


def _legend(job: Job, params: Params) -> Iterator[list[Block]]:
    """A group for each vocabulary: letter, word and meaning of each of its terms."""
    for column, title in params.legend.items():
        terms = job.game.vocabulary(column)
        if not terms:
            raise job.error(
                "legend",
                f"{column!r} has no vocabulary",
                suggestion(column, ["kind", *job.game.columns]),
            )
        blocks = [Block("heading", title)]
        for key, term in terms.items():
            letter = term.letter or (key if len(key) == 1 else "")
            if term.meaning:
                blocks.append(Block("term", f"{term.word}: {term.meaning}", letter, term.icon))
        yield blocks


def _panel(job: Job, groups: list[list[Block]]) -> Face:
    drawing = Drawing()
    colour = job.look.colour
    drawing.rectangle(0, 0, WIDTH, HEIGHT, 0, colour("ground"))
    drawing.rectangle(
        PAD, PAD, WIDTH - 2 * PAD, HEIGHT - 2 * PAD, 2.5, colour("paper"), colour("ink"), 0.4
    )
    drawing.rectangle(PAD, PAD, WIDTH - 2 * PAD, BAR, 2.5, colour("back"), colour("ink"), 0.4)
    job.set_text(
        drawing, (PAD + 4, PAD, 100, BAR), f"{job.game.title} · your turn", "title", "on-back"
    )
    box = (PAD + 4, PAD + BAR + 3, WIDTH - 2 * PAD - 8, HEIGHT - 2 * PAD - BAR - 5)
    _fill_columns(job, drawing, groups, box)
    return face_of(drawing, WIDTH, HEIGHT)


def _fill_columns(
    job: Job, drawing: Drawing, groups: list[list[Block]], box: tuple[float, float, float, float]
) -> None:
    """Set the groups in columns, at the largest size at which they fit."""
    x, y, w, h = box
    width = (w - (COLUMNS - 1) * GUTTER) / COLUMNS
    for size in SIZES:
        setter = _Setter(job, width, size)
        heights = [setter.height(group) for group in groups]
        if _dealt(heights, h, COLUMNS) is None:
            continue
        columns = _balanced(heights, COLUMNS)
        for column, places in enumerate(columns):
            top = y
            for place in places:
                top = setter.set(drawing, groups[place], x + column * (width + GUTTER), top)
        return
    raise job.error(
        "text",
        f"the aid is too long for its panel at {SIZES[-1]:g} pt",
        "shorten its text",
    )


def _balanced(heights: list[float], columns: int) -> list[list[int]]:
    """Groups in order into columns, the tallest of which is as short as can be.

    >>> _balanced([3.0, 1.0, 1.0, 1.0], 2)
    [[0], [1, 2, 3]]
    """
    # One of these sums is the height of the tallest column.
    ends = range(len(heights) + 1)
    rooms = sorted({sum(heights[start:end]) for end in ends for start in range(end)})
    return next(dealt for room in rooms if (dealt := _dealt(heights, room + 1e-6, columns)))


def _dealt(heights: list[float], room: float, columns: int) -> list[list[int]] | None:
    """Groups in order into columns, none taller than ``room``; None if they are too many."""
    dealt: list[list[int]] = [[]]
    used = 0.0
    for place, height in enumerate(heights):
        if dealt[-1] and used + height > room:
            dealt.append([])
            used = 0.0
        if height > room or len(dealt) > columns:
            return None
        dealt[-1].append(place)
        used += height
    return dealt


class _Setter:
    """Sets blocks at one size into one column's width."""

    def __init__(self, job: Job, width: float, size: float) -> None:
        self.job, self.width, self.size = job, width, size
        self.texts = job.look.texts
        self.indent = size * 0.42

    def lines(self, block: Block) -> tuple[str, ...]:
        style = self.texts["title" if block.sort == "heading" else "body"]
        width = self.width - (self._indent(block))
        size = self.size + 2.5 if block.sort == "heading" else self.size
        text = block.text.upper() if block.sort == "heading" else block.text
        try:
            return fit(text, style.font, size, size, (width, 400.0), 1.2).lines
        except MisfitError as misfit:
            raise self.job.error("text", misfit.problem, misfit.remedy, misfit.code) from None

    def _indent(self, block: Block) -> float:
        if block.sort == "term":
            return self.indent * (2.6 if block.mark else 1.6)
        return self.indent if block.sort == "item" else 0.0

    def _step(self, block: Block) -> float:
        return (self.size + 2.5 if block.sort == "heading" else self.size) * 1.2 / MM

    def height(self, group: list[Block]) -> float:
        """The height of a group (mm), with the space below it."""
        blocks = sum(len(self.lines(block)) * self._step(block) + 0.7 for block in group)
        return blocks + self.size * 0.28

    def set(self, drawing: Drawing, group: list[Block], x: float, y: float) -> float:
        """Set a group at (x, y); gives where the next one goes."""
        top = y
        for block in group:
            self._block(drawing, block, x, top)
            top += len(self.lines(block)) * self._step(block) + 0.7
        return y + self.height(group)

    def _block(self, drawing: Drawing, block: Block, x: float, y: float) -> None:
        colour = self.job.look.colour
        heading = block.sort == "heading"
        font = self.texts["title" if heading else "body"].font
        size = self.size + 2.5 if heading else self.size
        baseline = y + 0.78 * size / MM
        if block.sort == "term":
            self._sign(drawing, block, x, baseline)
        elif block.mark:
            drawing.text(x, baseline, block.mark, font, size, colour("ink"))
        for number, line in enumerate(self.lines(block)):
            drawing.text(
                x + self._indent(block),
                baseline + number * self._step(block),
                line,
                font,
                size,
                colour("accent" if heading else "ink"),
            )

    def _sign(self, drawing: Drawing, block: Block, x: float, baseline: float) -> None:
        """A term's letter, and its icon beside it."""
        colour = self.job.look.colour
        font = self.texts["title"].font
        drawing.text(
            x + self.indent * 0.45,
            baseline,
            block.mark,
            font,
            self.size + 1,
            colour("ink"),
            "centre",
        )
        if block.icon:
            side = self.size * 0.42
            drawing.symbol(
                self.job.icon(block.icon),
                x + (self.indent * 1.15 if block.mark else 0),
                baseline - side * 0.86,
                side,
                colour("ink"),
                colour("paper"),
            )
