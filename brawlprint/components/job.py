"""What every component is given, and what it gives back."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct

from brawlprint.components.standing_words import put_in, standing_words
from brawlprint.definitions import Game
from brawlprint.definitions.toml_file import (
    TomlFile,
    convert,
    read_text,
    read_toml,
    refuse_endless,
)
from brawlprint.errors import DefinitionError, Finding, Where, shown
from brawlprint.faces.drawing import Drawing
from brawlprint.faces.elements import place_lines
from brawlprint.faces.face import Face
from brawlprint.faces.fitting import MisfitError, fit
from brawlprint.faces.template import Box, Look, Template
from brawlprint.settings import Settings
from brawlprint.sheets.card_sheets import Piece, SheetJob, write_sheets
from brawlprint.sheets.grid import Grid
from brawlprint.sheets.paper import Paper
from brawlprint.sheets.pdf import PdfWriter
from brawlprint.sheets.plan import Plan, make_plan
from brawlprint.workspace import Workspace

T = TypeVar("T")
CARD, GLUED = "card, 250–330 g/m²", "paper, 120–160 g/m², two layers glued"
BEFORE_A_CARD = "paper, before a playing card in a sleeve; or card"
MOST_TEXT = 100_000  # characters of a text, which are some forty pages
MOST_PIECES = 25_000  # of a component


class Product(Struct, frozen=True):
    """A finished PDF, and what somebody at the printer has to know of it.

    ``variant`` tells a file of some of the cards from that of all, ``whole`` lists what the latter
    would hold; ``back`` is the digest of the cards' common back, ``grid`` where pages are cut.
    ``pieces`` is what lies on its sheets in printing order, where it has such; ``parts`` are the
    components of which a file of several is made.
    """

    component: str
    data: bytes
    pages: int
    sides: int
    stock: str
    how: str
    faces: Sequence[Mapping[str, object]] = ()
    findings: Sequence[Finding] = ()
    variant: str = ""
    whole: Sequence[Mapping[str, object]] = ()
    back: str = ""
    grid: Grid | None = None
    pieces: Sequence[Piece] = ()
    parts: Sequence[str] = ()

    @property
    def file_name(self) -> str:
        """The name of its file in the output folder."""
        return f"{self.component}{'-' * bool(self.variant)}{self.variant}.pdf"


class Job(Struct, frozen=True, dict=True):
    """One component of one game to be made."""

    workspace: Workspace
    game: Game
    name: str
    params: Mapping[str, Any]
    settings: Settings

    @property
    def title(self) -> str:
        """What the component is called in print: its name in words."""
        return self.name.replace("-", " ").capitalize()

    @cached_property
    def look(self) -> Look:
        """Colours and text styles of the game, for what is not a card."""
        decks = list(self.game.decks.values())
        template = decks[0].template if decks else "base"
        return self.workspace.template(template).look("", self.settings.style)

    def card_template(self, name: str) -> Template:
        """A template of cards, in the size that is printed."""
        size = self.settings.card_size
        return self.workspace.template(name).sized((size.width, size.height) if size else None)

    def read_params(self, into: type[T]) -> T:
        """The component's parameters as a type; faults name line and key of ``game.toml``."""
        table = {key: self._resolved(value) for key, value in self.params.items() if key != "kind"}
        at = f"components.{self.name}"
        refuse_endless(self.file, table, at)
        return convert(self.file, table, into, at)

    def _resolved(self, value: object) -> object:
        """A parameter; ``"{option}"`` stands for the value of one of the game's options."""
        if isinstance(value, str) and value[:1] == "{" and value[1:-1] in self.settings.options:
            return self.settings.options[value[1:-1]]
        return value

    @cached_property
    def file(self) -> TomlFile:
        """The game's ``game.toml``, to tell where a parameter stands."""
        return read_toml(self.game.path)

    def error(
        self, key: str, message: str, remedy: str, code: str = "component"
    ) -> DefinitionError:
        """A fault in the component's parameters, ready to raise; ``key`` may be empty."""
        return self.file.error(f"components.{self.name}.{key}".strip("."), message, remedy, code)

    def read_text(self, name: str) -> str:
        """A text file of the game's folder; words in braces stand for what data say."""
        path = self.workspace.find("cards", self.game.name, name)
        if path is None:
            raise self.error(
                "text",
                f"there is no {name!r} beside game.toml",
                "write it, or name the one that is",
            )
        text = read_text(path)
        if len(text) > MOST_TEXT:
            message = f"{name!r} has {len(text):,} characters"
            raise self.error("text", message, f"write {MOST_TEXT:,} at most")
        words = standing_words(self.game, self.settings.options)
        return "\n".join(
            put_in(words, line, Where(shown(path), number), self.game)
            for number, line in enumerate(text.split("\n"), 1)
        )

    def icon(self, name: str) -> str:
        """An icon's name, refused if there is none."""
        if name not in self.workspace.icons:
            raise self.error("", *self.workspace.icons.unknown(name), "unknown-icon")
        return name

    def set_text(
        self, drawing: Drawing, box: Box, text: str, style: str, colour: str | None = None
    ) -> None:
        """A text in one of the template's styles, fitted into a box (x, y, w, h in mm)."""
        look = self.look.texts[style]
        words = text.upper() if look.upper else text
        if not words:
            return
        try:
            fitted = fit(words, look.font, look.size, look.floor, box[2:], look.leading, look.lines)
        except MisfitError as misfit:
            raise self.error("", misfit.problem, misfit.remedy, misfit.code) from None
        place_lines(drawing, fitted, box, look, self.look.colour(colour or look.colour))

    def writer(self, paper: Paper) -> PdfWriter:
        """What writes the component's pages, where they are no sheets of pieces."""
        settings, title = self.settings, f"{self.game.title}: {self.title}"
        facts = {
            "component": self.name,
            "layout": "page",
            "paper": settings.paper.name,
            "style": settings.style,
        }
        icons, mono = self.workspace.icons, settings.style == "mono"
        return PdfWriter(paper, icons, title, self.title, facts=facts, mono=mono)

    def plan(self, face: Face, backs: bool) -> Plan:
        """How pieces of a face's size are laid on pages; what a template draws is a card."""
        size = (face.width, face.height)
        return make_plan(self.settings, size, face.bleed, backs, cards=face.bleed > 0)

    def card_stock(self, plan: Plan) -> str:
        """What cards are printed on: folded ones are two layers, sleeves may stiffen fronts."""
        if plan.folded:
            return GLUED
        return BEFORE_A_CARD if self.settings.sleeved and self.settings.duplex == "off" else CARD

    def refuse_many(self, count: int) -> None:
        """Raise :class:`DefinitionError` for more pieces than a component can have."""
        if count > MOST_PIECES:
            message = f"{count:,} pieces are too many for one component"
            raise self.error("", message, f"print at most {MOST_PIECES:,}, or fewer copies")

    def sheets(
        self, pieces: Sequence[Piece], stock: str | None, how: str, backs: bool = False
    ) -> Product:
        """Lay pieces of one size on pages; ``backs`` says that they may have some to print.

        ``stock`` None is what cards are printed on.
        """
        self.refuse_many(len(pieces))
        backs = backs and any(piece.back for piece in pieces)
        plan = self.plan(pieces[0].front, backs)
        job = SheetJob(self.game.title, self.title, self.name)
        data, pages = write_sheets(pieces, plan, job, self.workspace.icons)
        printed = plan.how if pieces[0].front.bleed else plan.turn
        how = f"{printed}; {how}"
        if stock is None or plan.folded:
            stock = self.card_stock(plan)
        grid = plan.cut(len(pieces))
        return Product(self.name, data, pages, plan.sides, stock, how, grid=grid, pieces=pieces)


def face_of(drawing: Drawing, width: float, height: float) -> Face:
    """A component's piece as a face of its own size (mm)."""
    instructions = tuple(drawing.instructions)
    digest = hashlib.sha256(repr((width, height, instructions)).encode()).hexdigest()
    return Face(width, height, 0.0, instructions, digest)
