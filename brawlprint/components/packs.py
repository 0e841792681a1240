"""What the deck map and the stickers share: a mapping, its deck, and how its cards look small."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from brawlprint.components.job import Job
from brawlprint.definitions import Card, Deck, Effect, Term
from brawlprint.definitions.mapping import RED, PackMapping
from brawlprint.definitions.model import FIXED_COLUMNS
from brawlprint.errors import DefinitionError, Finding, Where, shown, suggestion
from brawlprint.faces.drawing import Drawing
from brawlprint.faces.elements import place_lines
from brawlprint.faces.fitting import Fitted, MisfitError, fit
from brawlprint.faces.template import Box, Look, Template, TextStyle

LEAST_CONTRAST = 3.0  # of large type on its ground
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class PackJob(Struct, frozen=True):
    """A component that tells of ordinary packs: its job, the mapping, the deck, the template."""

    job: Job
    mapping: PackMapping
    deck: Deck
    template: Template

    @classmethod
    def of(cls, job: Job) -> PackJob:
        """From a component's job; refused where the game has no mapping."""
        mapping = job.game.mapping
        if mapping is None:
            remedy = "add [mapping] to game.toml (see docs/data.md), or take the component out"
            raise job.error("kind", "the game maps no playing cards to its deck", remedy)
        deck = job.game.decks[mapping.deck]
        return cls(job, mapping, deck, job.workspace.template(deck.template))

    def look(self, card: Card | None = None) -> Look:
        """How the deck's template shows the card's kind; without a card, what all kinds share."""
        return self.template.look(card.kind if card else "", self.job.settings.style)

    def kind(self, card: Card) -> Term:
        """The word and icon of a card's kind."""
        return self.job.game.kinds[card.kind]

    def check_columns(self, key: str, names: Iterable[str]) -> None:
        """Refuse a parameter that names a column which the deck hasn't."""
        own = {column for card in self.deck.titles for column in card.values}
        known = [*FIXED_COLUMNS, *sorted(own)]
        for name in names:
            if name not in known:
                message = f"the deck {self.deck.name!r} has no column {name!r}"
                raise self.job.error(key, message, suggestion(name, known))

    def note(self, card: Card, columns: Iterable[str]) -> str:
        """What some columns of a card hold, as it is printed beside the title."""
        values = (card.get(column) for column in columns)
        words = (str(value) if isinstance(value, Effect) else value for value in values)
        return " ".join(str(word) for word in words if word not in (None, ""))

    def ink(self, suit: str) -> str:
        """The ink of a suit or joker: black, or the accent of the template for the red ones."""
        return self.look().colour("accent" if suit in RED else "ink")

    def band(self, card: Card) -> tuple[str, str]:
        """The colour of the card's kind, and an ink that can be read on it.

        A template may paint a kind's band by elements of its own, and leave ``on-band`` to suit
        those: then it is the template's ink or white, whichever stands out more.
        """
        colour = self.look(card).colour
        band, on_band = colour("band"), colour("on-band")
        if contrast(band, on_band) < LEAST_CONTRAST:
            on_band = max(colour("ink"), colour("white"), key=lambda ink: contrast(band, ink))
        return band, on_band

    def fitted(self, text: str, style: TextStyle, room: tuple[float, float], card: Card) -> Fitted:
        """A card's text at the largest size that fits (width, height) mm; else its row is told."""
        try:
            return fit(text, style.font, style.size, style.floor, room, style.leading, style.lines)
        except MisfitError as misfit:
            where = Where(shown(self.deck.path), card.row, "title")
            message = f"{self.job.name}: {misfit.problem}"
            raise DefinitionError([Finding(misfit.code, message, where, misfit.remedy)]) from None

    def write(
        self, drawing: Drawing, box: Box, text: str, style: TextStyle, card: Card, colour: str
    ) -> None:
        """Set a card's text into a box (x, y, w, h in mm)."""
        if text:
            place_lines(drawing, self.fitted(text, style, box[2:], card), box, style, colour)

    def symbol(self, drawing: Drawing, card: Card, box: Box, ink: str, ground: str) -> None:
        """The icon of a card's kind, if it has one, in the middle of a box."""
        x, y, w, h = box
        side = min(w, h)
        if icon := self.kind(card).icon:
            left, top = x + (w - side) / 2, y + (h - side) / 2
            outline = self.job.settings.style != "colour"
            drawing.symbol(self.job.icon(icon), left, top, side, ink, ground, outline)


def contrast(one: str, other: str) -> float:
    """How far two colours (``#RRGGBB``) stand apart, 1 to 21, by the formula of WCAG.

    >>> contrast("#000000", "#FFFFFF"), contrast("#FFFBEF", "#FFFBEF")
    (21.0, 1.0)
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return round((light + 0.05) / (dark + 0.05), 3)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def how_many(number: int, thing: str) -> str:
    """A number of things in words, as a sentence begins.

    >>> how_many(2, "ordinary pack"), how_many(1, "pack"), how_many(20, "pack")
    ('Two ordinary packs', 'One pack', '20 packs')
    """
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word[0].upper()}{word[1:]} {thing}{'' if number == 1 else 's'}"
