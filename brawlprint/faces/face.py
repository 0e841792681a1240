"""One face: a card seen through a template, as drawing instructions."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from brawlprint.definitions.model import Card, Game
from brawlprint.errors import DefinitionError, Finding, Where
from brawlprint.faces.conditions import parse_condition
from brawlprint.faces.drawing import Drawing, Instruction
from brawlprint.faces.elements import ElementPainter
from brawlprint.faces.fields import FIELD, Fields
from brawlprint.faces.fitting import MisfitError
from brawlprint.faces.icons import Icons
from brawlprint.faces.template import Element, Look, Template


@dataclass(frozen=True)
class Face:
    """A face's instructions, its trim size and bleed in mm, and a digest of all it shows."""

    width: float
    height: float
    bleed: float
    instructions: tuple[Instruction, ...]
    digest: str


class FaceMaker:
    """Makes the faces of one deck: same template, style and game for all of its cards."""

    def __init__(self, game: Game, template: Template, icons: Icons, style: str) -> None:
        self.game, self.template, self.icons, self.style = game, template, icons, style
        self._done: dict[tuple[str, str, str], tuple[Instruction, ...]] = {}

    def face(self, card: Card, file: str = "") -> Face:
        """The face of a card; a text that doesn't fit is an error with the card's row.

        ``file`` is the card list's name for such an error.
        """
        look = self.template.look(card.kind, self.style)
        fields = Fields(self.game, card)
        instructions: list[Instruction] = []
        shown_texts: list[str] = []
        for name, element in look.elements.items():
            if element.when and not parse_condition(element.when)(fields.value):
                continue
            show = getattr(element, element.shows)
            content = fields.chips(show) if element.shows == "chips" else fields.filled(show)
            shown_texts += (name, content)
            try:
                instructions += self._drawn(card.kind, name, element, look, content, fields)
            except MisfitError as misfit:
                raise self._misfit(misfit, name, show, card, file) from None
        width, height = self.template.card
        digest = hashlib.sha256("\0".join([look.digest, *shown_texts]).encode()).hexdigest()
        return Face(width, height, self.template.raw.bleed, tuple(instructions), digest)

    def _drawn(
        self, kind: str, name: str, element: Element, look: Look, content: str, fields: Fields
    ) -> tuple[Instruction, ...]:
        """An element's instructions; the same content on the same kind is drawn only once."""
        key = (kind, name, content)
        if key not in self._done:
            drawing = Drawing()
            painter = ElementPainter(drawing, look, self.template, self.icons, fields)
            getattr(painter, element.shows)(element, content)
            self._done[key] = tuple(drawing.instructions)
        return self._done[key]

    def _misfit(
        self, misfit: MisfitError, name: str, show: str, card: Card, file: str
    ) -> DefinitionError:
        field = FIELD.search(show)
        column = (
            field[1].partition(".")[0] if field else (show if card.get(show) is not None else None)
        )
        if column is None:
            key = f"element.{name}"
            return self.template.file.error(key, misfit.problem, misfit.remedy, misfit.code)
        where = Where(file, card.row, column)
        return DefinitionError([Finding(misfit.code, misfit.problem, where, misfit.remedy)])


def back_card(game: Game) -> Card:
    """The card that a deck's back is drawn for: it has no columns of its own."""
    return Card(row=0, no=0, id="back", title=game.title, kind="back")
