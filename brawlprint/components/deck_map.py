"""The deck map: one page that says which card of the deck each ordinary playing card stands for.

A table of ranks and suits in the order of the mapping's file, the list the other way round, and
the sentences to remember it by. Lengths are mm from the panel's top left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from brawlprint.components.job import Job, Product, face_of
from brawlprint.components.packs import PackJob, how_many
from brawlprint.definitions import Card
from brawlprint.definitions.mapping import JOKER, RANKS, SUITS, PackFace
from brawlprint.faces.drawing import MM, Drawing
from brawlprint.faces.elements import place_lines
from brawlprint.faces.face import Face
from brawlprint.faces.fitting import Fitted, MisfitError, fit
from brawlprint.faces.fonts import load_font, text_width
from brawlprint.faces.template import Box, TextStyle
from brawlprint.sheets.card_sheets import Piece

WIDTH, HEIGHT = 188.0, 265.0  # a page of Letter and of A4
PAD, BAR, INSET = 4.0, 11.0, 3.5  # border, title bar, between border and what is inside
LEFT, INNER = PAD + INSET, WIDTH - 2 * (PAD + INSET)
HOW_TOP, HOW = PAD + BAR + 1.8, 9.4  # the lines that say how to use it
TABLE_TOP, HEADER, RANK, ROW = HOW_TOP + HOW + 1.6, 6.6, 9.0, 8.7
STRIPE = 6.4  # the part of a cell that has the kind's colour and icon
JOKER_LABEL = 17.0
LIST_GAP, GUTTER = 3.2, 4.5
HEAD, LINE = 5.4, 5.1  # rows of the list, at most: a kind, a title
TEXT_SIZES = (9.0, 8.75, 8.5, 8.25, 8.0, 7.75, 7.5, 7.25, 7.0)  # pt; the first that fits
FLOOR = 7.0  # pt, of everything
LEAST_TITLE = 18.0  # mm for a title in the list; its faces are told shorter where it has less


class Params(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """``note`` names the columns shown beside each title, such as a damage."""

    note: tuple[str, ...] = ()


def make(job: Job) -> Product:
    """One page, whatever the number of players."""
    params = job.read_params(Params)
    packs = PackJob.of(job)
    packs.check_columns("note", params.note)
    panel = _Panel(packs, params.note, Drawing()).face()
    return job.sheets([Piece(panel)], "card or paper", "one for the table")


class _Panel(Struct, frozen=True):
    """Draws the page."""

    packs: PackJob
    notes: Sequence[str]
    drawing: Drawing

    def face(self) -> Face:
        self.frame()
        bottom = self.table()
        room = HEIGHT - PAD - 3.0 - bottom - LIST_GAP
        self.below((LEFT, bottom + LIST_GAP, INNER, room))
        return face_of(self.drawing, WIDTH, HEIGHT)

    # The frame

    def frame(self) -> None:
        """Border, title bar, and the lines that say how to use the page."""
        job, drawing, colour = self.packs.job, self.drawing, self.packs.look().colour
        inner = (PAD, PAD, WIDTH - 2 * PAD, HEIGHT - 2 * PAD)
        drawing.rectangle(0, 0, WIDTH, HEIGHT, 0, colour("ground"))
        drawing.rectangle(*inner, 2.5, colour("paper"), colour("ink"), 0.4)
        drawing.rectangle(*inner[:3], BAR, 2.5, colour("back"), colour("ink"), 0.4)
        packs = self.packs.mapping.packs
        title = f"{job.game.title}: {how_many(packs, 'ordinary pack').lower()}"
        style = self.style("title", 15, 9.5, valign="middle", lines=1)
        self.put((LEFT, PAD, INNER, BAR), title.upper(), style, colour("on-back"))
        style = self.style("text", 9.5, FLOOR, valign="middle", leading=1.18)
        self.put((LEFT, HOW_TOP, INNER, HOW), self.how_to(packs, self.notes), style, colour("ink"))

    @staticmethod
    def how_to(packs: int, notes: Sequence[str]) -> str:
        """How ordinary packs are used, and what the number beside a title is."""
        if packs == 1:
            use = "One ordinary pack with jokers is the deck."
        else:
            many = how_many(packs, "ordinary pack")
            use = f"{many} with jokers, same backs or not, shuffled together, are the deck."
        tell = "Of the jokers, the coloured one is the red one, the plain one the black."
        number = f" Beside a title stands its {' and '.join(notes)}." if notes else ""
        return f"{use} {tell}{number}"

    # The table

    def table(self) -> float:
        """Ranks down, suits across, jokers below; gives where the table ends."""
        faces = self.packs.mapping.faces
        suited = [face for face in faces if face.rank != JOKER]
        suits = list(dict.fromkeys(face.suit for face in suited))
        ranks = list(dict.fromkeys(face.rank for face in suited))
        width = (INNER - RANK) / len(suits)
        for column, suit in enumerate(suits):
            self.suit((LEFT + RANK + column * width, TABLE_TOP, width, HEADER), suit)
        top = TABLE_TOP + HEADER
        for face in suited:
            row, column = ranks.index(face.rank), suits.index(face.suit)
            self.cell((LEFT + RANK + column * width, top + row * ROW, width, ROW), face)
        for row, rank in enumerate(ranks):
            style = self.style("title", 15, 9, align="centre", valign="middle", lines=1)
            box = (LEFT, top + row * ROW, RANK - 1.0, ROW)
            self.put(box, rank, style, self.packs.look().colour("ink"))
        top += len(ranks) * ROW + 1.2
        self.jokers([face for face in faces if face.rank == JOKER], top)
        return top + ROW

    def suit(self, box: Box, suit: str) -> None:
        """A column's head: the suit's symbol and name."""
        x, y, w, h = box
        style = self.packs.look().texts["title"]
        ink, name = self.packs.ink(suit), suit.upper()
        size, gap = (15.0, 11.5), 1.4
        symbol = text_width(SUITS[suit], style.font, size[0]) / MM
        left = x + (w - symbol - gap - text_width(name, style.font, size[1]) / MM) / 2
        baseline = y + h - 1.8
        self.drawing.text(left, baseline, SUITS[suit], style.font, size[0], ink)
        self.drawing.text(left + symbol + gap, baseline, name, style.font, size[1], ink)

    def jokers(self, faces: Sequence[PackFace], top: float) -> None:
        """The jokers side by side, each behind its name."""
        width = (INNER - RANK) / 2
        for column, face in enumerate(faces):
            x = LEFT + RANK + column * width
            style = self.style("label", 10, FLOOR, align="right", valign="middle", lines=1)
            label = JOKER_LABEL if column else JOKER_LABEL + RANK
            box = (x + JOKER_LABEL - label, top, label - 1.5, ROW)
            self.put(box, face.index.capitalize(), style, self.packs.ink(face.suit))
            self.cell((x + JOKER_LABEL, top, width - JOKER_LABEL, ROW), face)

    def cell(self, box: Box, face: PackFace) -> None:
        """One face's card: its kind's colour and icon, its title, its note."""
        x, y, w, h = box
        card, look = face.card, self.packs.look(face.card)
        (band, on_band), ink = self.packs.band(card), look.colour("ink")
        self.drawing.rectangle(x, y, w, h, 0, look.colour("tint"))
        self.drawing.rectangle(x, y, STRIPE, h, 0, band, ink, 0.2)
        self.drawing.rectangle(x, y, w, h, 0, None, ink, 0.3)
        icon = (x + 0.8, y + 0.8, STRIPE - 1.6, h - 1.6)
        self.packs.symbol(self.drawing, card, icon, on_band, band)
        note = self.packs.note(card, self.notes)
        number = self.style("title", 13, FLOOR, align="right", valign="middle", lines=1)
        wide = text_width(note, number.font, number.size) / MM + 1.2 if note else 0.0
        wide = min(wide, w * 0.4)
        style = self.style("label", 10.5, FLOOR, valign="middle", leading=0.98, lines=2)
        room = w - STRIPE - wide - (2.8 if note else 2.4)
        self.write((x + STRIPE + 1.4, y + 0.3, room, h - 0.6), card.title, style, card)
        self.write((x + w - wide - 1.2, y, wide, h), note, number, card)

    # Below the table

    def below(self, box: Box) -> None:
        """The list the other way round, and the mnemonic at its right if there is one."""
        x, y, w, h = box
        sentences = [line.says for line in self.packs.mapping.mnemonic]
        columns = 3
        width = (w - (columns - 1) * GUTTER) / columns
        listed = columns - 1 if sentences else columns
        dealt = self.dealt(listed)
        used = max(HEAD * len(column) + LINE * sum(map(len, column)) for column in dealt)
        scale = min(1.0, h / used)
        for place, groups in enumerate(dealt):
            top = y
            for group in groups:
                left = x + place * (width + GUTTER)
                top = self.group((left, top, width, HEAD * scale), LINE * scale, group)
        if sentences:
            self.mnemonic((x + listed * (width + GUTTER), y, width, h), sentences)

    def groups(self) -> list[list[Card]]:
        """The titles that faces stand for, by kind, in the game's order of kinds."""
        kinds = self.packs.job.game.kinds
        mapped = {face.card.id for face in self.packs.mapping.faces}
        titles = [card for card in self.packs.deck.titles if card.id in mapped]
        groups = [[card for card in titles if card.kind == kind] for kind in kinds]
        return [group for group in groups if group]

    def dealt(self, columns: int) -> list[list[list[Card]]]:
        """The groups in order into columns, so that the longest is as short as can be."""
        groups = self.groups()
        heights = [HEAD + LINE * len(group) for group in groups]
        room = max(heights)
        while True:
            dealt: list[list[list[Card]]] = [[]]
            used = 0.0
            for group, height in zip(groups, heights, strict=True):
                if dealt[-1] and used + height > room:
                    dealt.append([])
                    used = 0.0
                dealt[-1].append(group)
                used += height
            if len(dealt) <= columns:
                return dealt
            room += LINE

    def group(self, head: Box, line: float, cards: Sequence[Card]) -> float:
        """A kind and its titles, each with its faces; gives where the next group goes."""
        x, y, w, h = head
        (band, on_band), ink = self.packs.band(cards[0]), self.packs.look(cards[0]).colour("ink")
        term = self.packs.kind(cards[0])
        self.drawing.rectangle(x, y, w, h - 0.6, 0.8, band, ink, 0.2)
        icon = (x + 0.8, y + 0.3, h - 1.2, h - 1.2)
        self.packs.symbol(self.drawing, cards[0], icon, on_band, band)
        style = self.style("label", 9, FLOOR, valign="middle", lines=1)
        box = (x + h + 0.6, y, w - h - 1.2, h - 0.6)
        self.write(box, term.word.upper(), style, cards[0], on_band)
        for row, card in enumerate(cards):
            self.listed((x, y + h + row * line, w, line), card)
        return y + h + len(cards) * line

    def listed(self, box: Box, card: Card) -> None:
        """A title, its note, and at the right the faces that stand for it."""
        x, y, w, h = box
        font, size = self.packs.look().texts["label"].font, 9.0
        baseline = y + (h + load_font(font).cap_height * size / MM) / 2 - 0.2
        self.drawing.line(x, y + h, x + w, y + h, self.packs.look().colour("soft"), 0.1)
        faces, gap = self.packs.mapping.of(card.id), 1.3
        words = [(face.index, face.suit) for face in faces]
        left = x + w - 0.6 - room_of(words, font, size, gap)
        if left - x < LEAST_TITLE:
            words = list(in_runs(faces))
            left = x + w - 0.6 - room_of(words, font, size, gap)
        note = self.packs.note(card, self.notes)
        title = f"{card.title} {note}" if note else card.title
        style = self.style("label", size, FLOOR, valign="middle", leading=0.98, lines=2)
        self.write((x + 0.6, y, left - gap - x - 0.6, h - 0.4), title, style, card)
        for word, suit in words:
            self.drawing.text(left, baseline, word, font, size, self.packs.ink(suit))
            left += text_width(word, font, size) / MM + gap

    def mnemonic(self, box: Box, sentences: Sequence[str]) -> None:
        """The sentences, set at the largest size at which all of them fit."""
        x, y, w, h = box
        colour = self.packs.look().colour
        style = self.style("title", 12, 9, valign="middle", lines=1)
        self.put((x, y, w, HEAD), "HOW TO REMEMBER IT", style, colour("accent"))
        indent, gap = 2.6, 1.1
        room = h - HEAD - 1.0
        for size in TEXT_SIZES:
            style = self.style("text", size, size, leading=1.16)
            texts = [self.lines(text, style, w - indent) for text in sentences]
            if sum(len(text.lines) * text.leading + gap for text in texts) <= room:
                break
        else:
            message = f"the mnemonic is too long for its column at {FLOOR:g} pt"
            raise self.packs.job.file.error("mapping.mnemonic", message, "say it shorter")
        top = y + HEAD + 1.0
        for text in texts:
            span = len(text.lines) * text.leading
            bullet = top + 0.75 * text.size / MM
            self.drawing.text(x, bullet, "•", style.font, text.size, colour("accent"))
            place_lines(self.drawing, text, (x + indent, top, w, span), style, colour("ink"))
            top += span + gap

    # Type

    def lines(self, text: str, style: TextStyle, width: float) -> Fitted:
        """A text as lines of a width, however many; its fault is the mapping's."""
        try:
            return fit(text, style.font, style.size, style.floor, (width, 400.0), style.leading)
        except MisfitError as misfit:
            key = "mapping.mnemonic"
            raise self.packs.job.file.error(key, misfit.problem, misfit.remedy) from None

    def style(self, name: str, size: float, floor: float, **more: object) -> TextStyle:
        """A text style in a font of the template: ``title``, ``label`` or ``text``."""
        texts = self.packs.look().texts
        font = texts["body" if name == "text" else name].font
        return TextStyle(font=font, size=size, floor=floor, **more)  # type: ignore[arg-type]

    def put(self, box: Box, text: str, style: TextStyle, colour: str) -> None:
        """A text of the page itself."""
        try:
            fitted = fit(
                text, style.font, style.size, style.floor, box[2:], style.leading, style.lines
            )
        except MisfitError as misfit:
            raise self.packs.job.error("", misfit.problem, misfit.remedy, misfit.code) from None
        place_lines(self.drawing, fitted, box, style, colour)

    def write(
        self, box: Box, text: str, style: TextStyle, card: Card, colour: str | None = None
    ) -> None:
        """A text of a card."""
        colour = colour or self.packs.look(card).colour("ink")
        self.packs.write(self.drawing, box, text, style, card, colour)


def room_of(words: Sequence[tuple[str, str]], font: str, size: float, gap: float) -> float:
    """How wide (mm) words are side by side."""
    return sum(text_width(word, font, size) / MM for word, _ in words) + gap * (len(words) - 1)


def in_runs(faces: Sequence[PackFace]) -> Iterator[tuple[str, str]]:
    """The corner indices of faces with their suit, three and more of a suit in a row as one."""
    rest = list(faces)
    while rest:
        first, run = rest[0], 1
        while run < len(rest) and _follows(rest[run - 1], rest[run]):
            run += 1
        run = run if run > 2 else 1
        yield (f"{first.rank}–{rest[run - 1].index}" if run > 1 else first.index), first.suit
        rest = rest[run:]


def _follows(one: PackFace, other: PackFace) -> bool:
    """Whether a face is the next of the same suit."""
    if one.suit != other.suit or JOKER in (one.rank, other.rank):
        return False
    return RANKS.index(other.rank) == RANKS.index(one.rank) + 1
