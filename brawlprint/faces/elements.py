"""How each sort of element is drawn: text, icons, shapes, rows of chips, patterns."""

from __future__ import annotations

import re
from pathlib import Path

from brawlprint.definitions.model import Term
from brawlprint.errors import Finding, Where, quoted, shown
from brawlprint.faces.art import Art
from brawlprint.faces.drawing import MM, Drawing, Photo, Picture, Shape, Traced
from brawlprint.faces.fields import Fields, vocabulary_key
from brawlprint.faces.fitting import Fitted, MisfitError, fit, refuse_missing
from brawlprint.faces.fonts import load_font, text_width
from brawlprint.faces.paths import parse_path
from brawlprint.faces.pictograms import Tones
from brawlprint.faces.seats import seat_pattern
from brawlprint.faces.svg import SvgPicture, on_field
from brawlprint.faces.template import Box, Element, Look, Template, TextStyle
from brawlprint.faces.user_art import LEAST_DPI, coarse

ASCENT, DESCENT = 0.75, 0.21  # of a line of type, in sizes
_SEAT = re.compile(r"\d{1,3}", re.ASCII)


class ElementPainter:
    """Draws each sort of element; the method's name is what the element shows."""

    def __init__(
        self, drawing: Drawing, look: Look, template: Template, art: Art, fields: Fields
    ) -> None:
        self.drawing, self.look, self.fields = drawing, look, fields
        self.template, self.art, self.icons = template, art, art.icons
        self.findings: list[Finding] = []

    def check_icon(self, name: str, key: str = "") -> None:
        """Refuse the name of an icon that there is not; ``key`` is what names it, if known."""
        if name not in self.icons:
            raise MisfitError("unknown-icon", *self.icons.unknown(name), key)

    def text(self, element: Element, content: str) -> None:
        """A text, fitted into the box."""
        style = self.look.texts[element.style]
        text = content.upper() if style.upper else content
        if text:
            fitted = fit(
                text,
                style.font,
                style.size,
                style.floor,
                element.box[2:],
                style.leading,
                style.lines,
            )
            place_lines(self.drawing, fitted, element.box, style, self.look.colour(style.colour))

    def icon(self, element: Element, content: str) -> None:
        """An icon, as large as the box takes, in its middle."""
        if not content:
            return
        self.check_icon(content)
        x, y, w, h = element.box
        size = min(w, h)
        ink, ground = self.look.colour(element.ink), self.look.colour(element.ground)
        self.drawing.symbol(
            content, x + (w - size) / 2, y + (h - size) / 2, size, ink, ground, element.outline
        )

    def picture(self, element: Element, content: str) -> None:
        """The user's own picture, else the card's, else the icon that stands in for one."""
        path = self.art.user.find(self.fields.game.name, self.fields.card.id)
        name = content.partition(" ")[0]
        if path is not None:
            self.own_picture(element, path)
        elif name:
            if problem := self.art.pictograms.problem(name):
                raise MisfitError("unknown-picture", *problem)
            self.pictogram(element, self.art.pictograms.shapes(name, self.tones(element)))
        else:
            self.icon(element, self.fields.filled(element.instead))

    def own_picture(self, element: Element, path: Path) -> None:
        """A user's picture: a raster one fills its box, an SVG is drawn whole."""
        read = self.art.user.read(path)
        if isinstance(read, SvgPicture):
            self.pictogram(element, on_field(read))
            return
        box = element.art or element.box
        dpi = coarse(read, box[2], box[3])
        if dpi is not None:
            message = f"the picture prints at {dpi:.0f} dpi"
            remedy = f"use one of {LEAST_DPI:.0f} dpi or more"
            self.findings.append(
                Finding("low-resolution", message, Where(shown(path)), remedy, level="warning")
            )
        pixels = (read.width, read.height)
        self.drawing.instructions.append(Photo(read.data, read.digest, pixels, box))

    def tones(self, element: Element) -> Tones:
        """A picture's colours."""
        look = self.look.colour
        return Tones(
            ink=look(element.ink),
            ground=look(element.ground),
            dark=look(element.dark),
            accent=look(element.accent),
            outline=element.outline,
        )

    def pictogram(self, element: Element, shapes: tuple[Shape | Traced, ...]) -> None:
        """Shapes of a 100 × 100 field, as large as the box takes, in its middle."""
        x, y, w, h = element.box
        size = min(w, h)
        self.drawing.instructions.append(
            Picture(shapes, x + (w - size) / 2, y + (h - size) / 2, size)
        )

    def shape(self, element: Element, content: str) -> None:
        """A rectangle, circle or line over the box, or a path in mm."""
        x, y, w, h = element.box
        fill = self.look.colour(element.fill) if element.fill else None
        stroke = self.look.colour(element.stroke) if element.stroke else None
        if content == "rectangle":
            self.drawing.rectangle(x, y, w, h, element.radius, fill, stroke, element.width)
        elif content == "circle":
            r = min(w, h) / 2
            self.drawing.circle(x + w / 2, y + h / 2, r, fill, stroke, element.width)
        elif content == "line":
            self.drawing.line(x, y, x + w, y + h, stroke or "#000000", element.width)
        else:
            try:
                segments = parse_path(content)
            except ValueError as error:
                remedy = "write rectangle, circle, line, or path data in mm such as 'M3 3 H60'"
                raise MisfitError("shape", f"the shape can't be read: {error}", remedy) from None
            self.drawing.shape(segments, fill, stroke, element.width)

    def chips(self, element: Element, content: str) -> None:
        """A row of labels, icon and word; ``content`` has ``column=word`` a line."""
        terms = []
        for line in content.splitlines():
            column, word = line.split("=", 1)
            if term := self.fields.term(column, word):
                terms.append(term)
                font = self.look.texts[element.style].font
                refuse_missing(term.word, font, vocabulary_key(column, word, "word"))
                if term.icon:
                    self.check_icon(term.icon, vocabulary_key(column, word, "icon"))
        if terms:
            ChipRow(self.drawing, self.look, element).draw(terms)

    def seat(self, element: Element, content: str) -> None:
        """The pattern of a player's seat, whose number ``content`` is."""
        if content:
            if not _SEAT.fullmatch(content):
                remedy = "let it be a player's number, such as {owner}"
                raise MisfitError("seat", f"{quoted(content)} is no player's number", remedy)
            ink = self.look.colour(element.ink)
            seat_pattern(self.drawing, element.box, int(content) - 1, ink, element.width or 0.35)

    def pips(self, element: Element, content: str) -> None:
        """Suit marks as playing cards have them: ``content`` is their number and their icon."""
        number, _, icon = content.partition(" ")
        if not _SEAT.fullmatch(number) or not icon:
            return
        self.check_icon(icon)
        ink, ground = self.look.colour(element.ink), self.look.colour(element.ground)
        for x, y in pip_places(int(number), element.box, element.size):
            self.drawing.symbol(icon, x, y, element.size, ink, ground, element.outline)

    def pattern(self, element: Element, content: str) -> None:
        """An icon repeated over the box, every second row half a tile along, clipped to it."""
        self.check_icon(content)
        x, y, w, h = element.box
        across, down = element.tile
        ink, ground = self.look.colour(element.ink), self.look.colour(element.ground)
        inside = Drawing()
        # Rows and columns count from the middle, so that the pattern is centred.
        columns, rows = int(w / across / 2) + 2, int(h / down / 2) + 2
        for row in range(-rows, rows + 1):
            for column in range(-columns, columns + 1):
                left = x + w / 2 + (column + (row % 2) / 2) * across - element.size / 2
                top = y + h / 2 + row * down - element.size / 2
                inside.symbol(content, left, top, element.size, ink, ground, element.outline)
        self.drawing.group(element.box, inside)


# How far down the pips of the outer columns stand (0 top, 1 foot), and those of the middle one.
_OUTER: dict[int, tuple[float, ...]] = {
    4: (0, 1),
    5: (0, 1),
    6: (0, 1 / 2, 1),
    7: (0, 1 / 2, 1),
    8: (0, 1 / 2, 1),
    9: (0, 1 / 3, 2 / 3, 1),
    10: (0, 1 / 3, 2 / 3, 1),
}
_MIDDLE: dict[int, tuple[float, ...]] = {
    1: (1 / 2,),
    2: (0, 1),
    3: (0, 1 / 2, 1),
    5: (1 / 2,),
    7: (1 / 4,),
    8: (1 / 4, 3 / 4),
    9: (1 / 2,),
    10: (1 / 6, 5 / 6),
}


def pip_places(number: int, box: Box, size: float) -> list[tuple[float, float]]:
    """The top left corners (mm) of a playing card's pips in a box, 1 to 10 of them.

    >>> [len(pip_places(number, (0, 0, 30, 60), 8)) for number in range(1, 11)]
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    """
    x, y, w, h = box
    spots = [(across, down) for across in (0.0, 1.0) for down in _OUTER.get(number, ())]
    spots += [(0.5, down) for down in _MIDDLE.get(number, ())]
    return [(x + across * (w - size), y + down * (h - size)) for across, down in spots]


def place_lines(
    drawing: Drawing,
    fitted: Fitted,
    box: tuple[float, float, float, float],
    style: TextStyle,
    colour: str,
) -> None:
    """Set fitted lines into their box as the style aligns them."""
    x, y, w, h = box
    size = fitted.size / MM
    span = (len(fitted.lines) - 1) * fitted.leading
    if style.valign == "top":
        baseline = y + ASCENT * size
    elif style.valign == "bottom":
        baseline = y + h - DESCENT * size - span
    else:
        cap = load_font(style.font).cap_height * size
        baseline = y + (h - cap - span) / 2 + cap
    at = {"left": x, "centre": x + w / 2, "right": x + w}[style.align]
    for number, line in enumerate(fitted.lines):
        drawing.text(
            at,
            baseline + number * fitted.leading,
            line,
            style.font,
            fitted.size,
            colour,
            style.align,
        )


class ChipRow:
    """Labels side by side: they shrink together until the row fits, down to the style's floor."""

    GAP, PAD, ICON = (
        1.3,
        1.2,
        0.72,
    )  # between chips, inside one (mm), the icon's share of the height

    def __init__(self, drawing: Drawing, look: Look, element: Element) -> None:
        self.drawing, self.look, self.element = drawing, look, element
        self.style = look.texts[element.style]

    def draw(self, terms: list[Term]) -> None:
        """Draw the row from the left of its box."""
        words = [term.word.upper() if self.style.upper else term.word for term in terms]
        size = self._size(words, [bool(term.icon) for term in terms])
        x = self.element.box[0]
        for term, word in zip(terms, words, strict=True):
            x = self._chip(x, term, word, size) + self.GAP

    def _size(self, words: list[str], icons: list[bool]) -> float:
        size = self.style.size
        room = self.element.box[2] - self.GAP * (len(words) - 1)
        while True:
            need = sum(map(lambda word, icon: self._width(word, icon, size), words, icons))
            if need <= room + 1e-6:
                return size
            if size <= self.style.floor:
                listed = ", ".join(words)
                raise MisfitError(
                    "long-text",
                    f"the labels {listed} are too wide for their row",
                    "use fewer or shorter words",
                )
            size = max(self.style.floor, size - 0.25)

    def _width(self, word: str, icon: bool, size: float) -> float:
        picture = self.element.box[3] * self.ICON + 0.7 if icon else 0.0
        return 2 * self.PAD + picture + text_width(word, self.style.font, size) / MM

    def _chip(self, x: float, term: Term, word: str, size: float) -> float:
        element, (_, y, _, h) = self.element, self.element.box
        width = self._width(word, bool(term.icon), size)
        fill = self.look.colour(element.fill) if element.fill else None
        stroke = self.look.colour(element.stroke) if element.stroke else None
        self.drawing.rectangle(x, y, width, h, element.radius, fill, stroke, element.width)
        at = x + self.PAD
        if term.icon:
            side = h * self.ICON
            ink, ground = self.look.colour(element.ink), self.look.colour(element.ground)
            self.drawing.symbol(
                term.icon, at, y + (h - side) / 2, side, ink, ground, element.outline
            )
            at += side + 0.7
        cap = load_font(self.style.font).cap_height * size / MM
        self.drawing.text(
            at, y + (h + cap) / 2, word, self.style.font, size, self.look.colour(self.style.colour)
        )
        return x + width
