"""One face: a card seen through a template, as drawing instructions."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from msgspec import Struct

from brawlprint.definitions.conditions import parse_condition
from brawlprint.definitions.model import Card, Effect, Game, Term
from brawlprint.definitions.toml_file import read_toml
from brawlprint.errors import DefinitionError, Finding, Where, suggestion
from brawlprint.faces.art import Art
from brawlprint.faces.drawing import Drawing, Instruction
from brawlprint.faces.elements import ElementPainter
from brawlprint.faces.fields import FIELD, Fields, fields_of, known_fields, vocabulary_key
from brawlprint.faces.fitting import MisfitError
from brawlprint.faces.seats import seated
from brawlprint.faces.template import Element, Look, Template


class Face(Struct, frozen=True):
    """A face's instructions, its trim size and bleed in mm, and a digest of all it shows.

    ``look`` is a digest of how its template, in this style, looks, whatever the card says. ``mono``
    is one that is drawn in black and white alone, whatever colours its pictures have.
    """

    width: float
    height: float
    bleed: float
    instructions: tuple[Instruction, ...]
    digest: str
    look: str = ""
    mono: bool = False


class FaceMaker:
    """Makes the faces of one deck: same template, style and game for all of its cards.

    ``seat`` (from 0) marks them as one player's: templates read it as ``{seat}``, counted from 1,
    and as the colours ``seat`` and ``on-seat``. What doesn't fit is an error; if ``misfits`` is
    set to a list, it is told there instead and left out of the face.
    """

    def __init__(
        self, game: Game, template: Template, art: Art, style: str, seat: int | None = None
    ) -> None:
        self.game, self.template, self.art, self.style = game, template, art, style
        self.seat = seat
        self.misfits: list[Finding] | None = None
        self.findings: list[Finding] = []
        self._checked: set[str] = set()
        self._done: dict[tuple[str, str, str], tuple[Instruction, ...]] = {}

    def face(self, card: Card, file: str = "", own: Mapping[str, object] | None = None) -> Face:
        """The face of a card; a text that doesn't fit is an error with the card's row.

        ``file`` is the card list's name for such an error; ``own`` holds what is this copy's alone,
        such as ``index``, the playing card that it stands for.
        """
        look = self.template.look(card.kind, self.style)
        self._check_fields(card.kind, look)
        if self.seat is not None:
            look = seated(look, self.seat, self.style)
        fields = Fields(self.game, card, self.seat, own)
        instructions: list[Instruction] = []
        shown_texts: list[str] = []
        for name, element in look.elements.items():
            if element.when and not parse_condition(element.when)(fields.value):
                continue
            show = getattr(element, element.shows)
            content = self._content(element, show, fields)
            shown_texts += (name, self._told(element, content, fields))
            try:
                instructions += self._drawn(card.kind, name, element, look, content, fields)
            except MisfitError as misfit:
                key = f"element.{name}.{element.shows}"
                # A card without a picture shows something instead, and that is then at fault.
                shown = element.instead if misfit.code == "unknown-icon" else ""
                error = self._misfit(misfit, key, shown or show, card, file)
                if self.misfits is None:
                    raise error from None
                self.misfits += error.findings()
        width, height = self.template.card
        content = "\0".join([look.digest, str(self.seat), *shown_texts])
        digest = hashlib.sha256(content.encode()).hexdigest()
        bleed = self.template.raw.bleed
        mono = self.style == "mono"
        return Face(width, height, bleed, tuple(instructions), digest, look.digest[:16], mono)

    def _check_fields(self, kind: str, look: Look) -> None:
        """Refuse a template that reads what the game has not: it would be blank, without a word."""
        if kind in self._checked:
            return
        known = known_fields(self.game)
        for name, element in look.elements.items():
            for field in fields_of(element):
                if field not in known:
                    message = f"{field!r} is no column of {self.game.name}"
                    key = f"element.{name}"
                    hint = suggestion(field, known)
                    raise self.template.file.error(key, message, hint, "unknown-field")
        self._checked.add(kind)

    def _content(self, element: Element, show: str, fields: Fields) -> str:
        """What an element shows of a card, as text: the same content is the same picture."""
        if element.shows == "chips":
            return fields.chips(show)
        content = fields.filled(show)
        if element.shows == "picture":
            instead = fields.filled(element.instead)
            return self.art.signature(self.game.name, fields.card.id, content, instead)
        return content

    def _told(self, element: Element, content: str, fields: Fields) -> str:
        """What an element shows, as the face's digest counts it: words and shapes, not their names."""
        if element.shows == "chips":
            return fields.worded(content)
        if element.shows in ("icon", "pattern"):
            return f"{content} {self.art.icons.signature(content)}"
        return content

    def _drawn(
        self, kind: str, name: str, element: Element, look: Look, content: str, fields: Fields
    ) -> tuple[Instruction, ...]:
        """An element's instructions; the same content on the same kind is drawn only once."""
        key = (kind, name, content)
        if key not in self._done:
            drawing = Drawing()
            painter = ElementPainter(drawing, look, self.template, self.art, fields)
            getattr(painter, element.shows)(element, content)
            self._done[key] = tuple(drawing.instructions)
            self.findings += painter.findings
        return self._done[key]

    def _misfit(
        self, misfit: MisfitError, place: str, show: str, card: Card, file: str
    ) -> DefinitionError:
        """The misfit told with its place: a key of game.toml, the card's cell, or the template."""
        told = misfit.problem, misfit.remedy, misfit.code
        field = FIELD.search(show)
        words = [field[1]] if field else [word for word in show.split() if card.get(word)]
        column, _, part = words[-1].partition(".") if words else ("", "", "")
        key = misfit.key
        if column == "game" or not card.row:
            key = part or column
        elif part in Term.__struct_fields__ and (value := card.get(column)):
            word = value.name if isinstance(value, Effect) else str(value)
            key = vocabulary_key(column, word, part)
        if key:
            return read_toml(self.game.path).error(key, *told)
        if not column:
            return self.template.file.error(place, *told)
        where = Where(file, card.row, column)
        return DefinitionError([Finding(misfit.code, misfit.problem, where, misfit.remedy)])


def back_card(game: Game) -> Card:
    """The card that a deck's back is drawn for: it has no columns of its own."""
    return Card(row=0, no=0, id="back", title=game.title, kind="back")
