"""What is printed on a tuck box: front, back, sides, lid and bottom, in the colours of the game.

The front and back look like the deck's backs: a pattern on the ground colour. Boxes are x, y,
width and height in mm.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from brawlprint.components.job import Job
from brawlprint.components.tuck_net import Net
from brawlprint.faces.drawing import MM, Drawing
from brawlprint.faces.elements import place_lines
from brawlprint.faces.fitting import MisfitError, fit
from brawlprint.faces.fonts import load_font, text_width
from brawlprint.faces.template import Box

BLEED = 1.5  # past an edge that is cut, where nothing else is printed
MARK = 6.4  # the pattern's icon


class Art(Struct, frozen=True):
    """A box's pictures and words; ``count`` is how many cards are in it."""

    job: Job
    title: str
    icon: str
    pattern: str
    count: int

    @property
    def cards(self) -> str:
        """How many cards, in words."""
        return f"{self.count} card{'s' if self.count != 1 else ''}"

    @property
    def players(self) -> str:
        """For how many players the game is."""
        players = self.job.game.players
        return f"{players.min}–{players.max}" if players.min < players.max else str(players.min)

    @property
    def outlined(self) -> bool:
        """Whether icons are drawn without filled areas."""
        return self.job.settings.style != "colour"

    def colour(self, name: str) -> str:
        """A colour of the game by name."""
        return self.job.look.colour(name)

    def draw(self, net: Net, drawing: Drawing) -> None:
        """All panels but the lid's words, which stand on their head on the page."""
        self._grounds(net, drawing)
        self._front(drawing, net.panel(1), net.notch)
        self._back(drawing, net.panel(3))
        for side in (0, 2):
            self._side(drawing, net.panel(side))
        x, y, w, h = net.outer_bottom
        words = f"{self.title} · {self.cards}"
        self._words(drawing, (x + 3, y + 1, w - 6, h - 2), words, "title", "on-back", 13, 6)

    def _grounds(self, net: Net, drawing: Drawing) -> None:
        """The panels' colours, past the edges that are cut."""
        back, ground = self.colour("back"), self.colour("ground")
        left, front, right, behind, end = net.folds
        high = net.size.height
        for start, width in ((left, front - left), (right, behind - right)):
            drawing.rectangle(start, net.top, width, high, 0, back)
        _, y, _, h = net.lid
        over = min(2.5, net.size.tuck / 2)  # the lid's front edge, and what the slits open
        drawing.rectangle(behind, y - over, end + BLEED - behind, h + over, 0, back)
        _, y, _, h = net.outer_bottom
        drawing.rectangle(front, y, net.size.width, h + BLEED, 0, back)
        drawing.rectangle(behind, y, end - behind, net.size.depth - h + BLEED, 0, back)
        for box in (
            (front, net.top - BLEED, net.size.width, high + BLEED),
            (behind, net.top, end + BLEED - behind, high),
        ):
            drawing.rectangle(*box, 0, ground)
            self._pattern(drawing, box)

    def _pattern(self, drawing: Drawing, box: Box) -> None:
        """The icon repeated over a panel, every second row half a tile along."""
        x, y, w, h = box
        across, down = w / 6, h / round(h / (w / 7))
        inside = Drawing()
        for row in range(-1, round(h / down) + 2):
            for column in range(-1, 8):
                left = x + (column + row % 2 / 2) * across - MARK / 2
                top = y + row * down - MARK / 2
                ink, ground = self.colour("pattern"), self.colour("ground")
                inside.symbol(self.pattern, left, top, MARK, ink, ground, self.outlined)
        drawing.group(box, inside)

    def _front(self, drawing: Drawing, box: Box, notch: float) -> None:
        """The emblem in its sign, the title on a plate across it, the tagline below."""
        x, y, w, h = box
        ink = self.colour("ink")
        radius = min(w * 0.37, h * 0.28)
        middle = y + notch + 2.5 + radius + (h - notch - 2 * radius - 36) * 0.3
        self._sign(drawing, x + w / 2, middle, radius)
        plate = (x + 4, middle + radius * 0.66, w - 8, 15.0)
        drawing.rectangle(
            *plate, 2.5, self.colour("on-back" if not self.outlined else "white"), ink, 0.5
        )
        self._words(drawing, _inset(plate, 2.5, 1), self.title, "title", "accent", 30, 9.5)
        tagline = self.job.game.tagline
        if tagline:
            label = (x + 6, plate[1] + 18, w - 12, 11.5)
            drawing.rectangle(*label, 2, self.colour("back"), ink, 0.4)
            self._words(drawing, _inset(label, 2.5, 1), tagline, "body", "on-back", 9, 6.5)

    def _sign(self, drawing: Drawing, x: float, y: float, radius: float) -> None:
        """The emblem on its round sign about (x, y)."""
        back, on_back = self.colour("back"), self.colour("on-back")
        drawing.circle(x, y, radius, back, self.colour("ink"), 0.5)
        drawing.circle(x, y, radius * 0.92, None, on_back, 0.5)
        size = radius * 1.3
        drawing.symbol(self.icon, x - size / 2, y - size * 0.55, size, on_back, back, self.outlined)

    def _back(self, drawing: Drawing, box: Box) -> None:
        """A panel that says what is inside: for whom, how many cards, after whom."""
        x, y, w, h = box
        panel = _inset(box, 6, 8)
        drawing.rectangle(*panel, 3, self.colour("paper"), self.colour("ink"), 0.5)
        drawing.rectangle(*_inset(panel, 1.3, 1.3), 2, None, self.colour("accent"), 0.3)
        x, y, w, h = _inset(panel, 4, 3)
        part = h / 12
        self._words(drawing, (x, y, w, 2.2 * part), self.title, "title", "accent", 19, 9)
        tagline = self.job.game.tagline
        self._words(drawing, (x, y + 2.2 * part, w, 3 * part), tagline, "body", "ink", 10, 7)
        facts = ((self.players, "players"), (str(self.count), "cards"))
        for place, (number, word) in enumerate(facts):
            left = x + place * w / 2
            self._words(
                drawing, (left, y + 5.4 * part, w / 2, 2 * part), number, "number", "ink", 24, 12
            )
            self._words(drawing, (left, y + 7.4 * part, w / 2, part), word, "label", "soft", 8, 6)
        drawing.line(
            x + w / 2, y + 5.7 * part, x + w / 2, y + 8.2 * part, self.colour("accent"), 0.3
        )
        drawing.line(x, y + 8.9 * part, x + w, y + 8.9 * part, self.colour("accent"), 0.3)
        credit = (x, y + 9.1 * part, w, 2.9 * part)
        if self.job.game.credit:
            self._words(drawing, credit, self.job.game.credit, "body", "soft", 7.5, 6)
        else:
            self._emblem(drawing, _square(credit), "accent", "paper")

    def _side(self, drawing: Drawing, box: Box) -> None:
        """The title along the side, as on a book's spine, with the emblem at both its ends."""
        x, y, w, h = box
        mark = min(w - 5, 14.0)
        room = h - 12
        if mark >= 5:
            for top in (y + 5, y + h - 5 - mark):
                self._emblem(drawing, (x + (w - mark) / 2, top, mark, mark))
            room = h - 2 * mark - 18
        style = self.job.look.texts["title"]
        words = self.title.upper() if style.upper else self.title
        size = min(30.0, (w - 2.5) * MM, room * MM / text_width(words, style.font, 1.0))
        if size >= 6:
            cap = load_font(style.font).cap_height * size / MM
            at, colour = x + w / 2 - cap / 2, self.colour("on-back")
            drawing.text(at, y + h / 2, words, style.font, size, colour, "centre", turn=90)

    def _emblem(
        self, drawing: Drawing, box: Box, ink: str = "on-back", ground: str = "back"
    ) -> None:
        x, y, size, _ = box
        colours = self.colour(ink), self.colour(ground)
        drawing.symbol(self.icon, x, y, size, *colours, self.outlined)

    def lid(self, width: float, height: float) -> Drawing:
        """The lid's words, upright; ``width`` and ``height`` are the lid's."""
        drawing = Drawing()
        mark = min(height - 5, 13.0)
        side = 0.0
        if mark >= 5:
            for left in (4.0, width - 4 - mark):
                self._emblem(drawing, (left, (height - mark) / 2, mark, mark))
            side = mark + 3
        box = (3 + side, 1, width - 6 - 2 * side, height - 2)
        self._words(drawing, box, self.title, "title", "on-back", 22, 6)
        return drawing

    def _words(
        self,
        drawing: Drawing,
        box: Box,
        text: str,
        style: str,
        colour: str,
        size: float,
        floor: float,
    ) -> None:
        """A text in the middle of a box, from ``size`` down to ``floor`` points.

        A box for few cards has no room for every word: what doesn't fit is left out, since a
        smaller print would help nobody and the box holds its cards without.
        """
        look = msgspec.structs.replace(
            self.job.look.texts[style], align="centre", valign="middle", lines=0
        )
        words = text.upper() if look.upper else text
        if not words:
            return
        try:
            fitted = fit(words, look.font, size, floor, box[2:], look.leading)
        except MisfitError as misfit:
            if misfit.code == "missing-character":
                raise self.job.error("", misfit.problem, misfit.remedy, misfit.code) from None
            return
        place_lines(drawing, fitted, box, look, self.colour(colour))


def _inset(box: Box, across: float, down: float) -> Box:
    x, y, w, h = box
    return x + across, y + down, w - 2 * across, h - 2 * down


def _square(box: Box) -> Box:
    """The largest square in the middle of a box."""
    x, y, w, h = box
    size = min(w, h)
    return x + (w - size) / 2, y + (h - size) / 2, size, size
