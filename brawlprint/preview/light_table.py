"""The light table: a game's faces as they are now, or as they last were where a file is broken."""

from __future__ import annotations

import hashlib
from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from brawlprint.components.cards import Copy, deck_back, planned
from brawlprint.components.job import Job
from brawlprint.definitions import Card, Game
from brawlprint.errors import BrawlprintError, DefinitionError, Finding, shown
from brawlprint.faces.drawing import Group, Instruction, Symbol
from brawlprint.faces.face import Face, back_card
from brawlprint.faces.icons import Icons
from brawlprint.preview.layers import run_layers
from brawlprint.render import most_dpi, png, render_face
from brawlprint.settings import PrintChoice, Wishes, choose_print
from brawlprint.workspace import Workspace

LATELY = 4  # drawings of a view that pages may still ask for
MOST_KEPT = 96 * 2**20  # bytes of pictures


class Size(NamedTuple):
    """How large a face is rendered, and whether what is past its trim is shown."""

    dpi: float
    whole: bool


SIZES = {"card": Size(150.0, False), "whole": Size(300.0, True)}


class Tile(Struct, frozen=True):
    """A face on the table: where it lies, what card it is, how many there are.

    ``place`` stays the same from redraw to redraw; ``key`` changes when what is shown does.
    ``stale`` is one that can't be drawn as it is now: it is shown as it last was, or, where
    ``face`` is None, not at all.
    """

    place: str
    card: Card
    note: str
    face: Face | None
    key: str
    count: int = 1
    stale: bool = False


class Section(Struct, frozen=True):
    """The faces of one component; its deck's card list, and trim, bleed and safe zone in mm."""

    name: str
    title: str
    deck: str
    file: str
    trim: tuple[float, float]
    bleed: float
    safe: float
    tiles: tuple[Tile, ...]


class View(Struct, frozen=True):
    """All faces in one style, what stands in the way of others, and what is worth knowing."""

    sections: tuple[Section, ...]
    errors: tuple[Finding, ...]
    notes: tuple[Finding, ...]


class LightTable:
    """A game's faces in every style that is asked for; :meth:`refresh` reads its files anew.

    Not safe for several threads: pdfium isn't either.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name
        self.workspace = Workspace.at(folder)
        self.workspace.refuse_unknown(name)
        self.game: Game | None = None
        self._choice: PrintChoice | None = None
        self.errors: tuple[Finding, ...] = ()
        self.findings: list[tuple[str, Finding]] = []
        self._views: dict[str, View] = {}
        self._good: dict[str, tuple[Section, ...]] = {}
        self._lately: deque[set[str]] = deque(maxlen=LATELY)
        self._drawable: dict[str, tuple[Face, Icons]] = {}
        self._pictures: OrderedDict[tuple[str, str, bool], bytes] = OrderedDict()
        self.refresh()

    def refresh(self) -> None:
        """Read the game's files anew; where they are broken, the last good ones stay."""
        self.errors = ()
        self._views = {}
        try:
            workspace = Workspace.at(self.folder)
            game = workspace.game(self.name)
            _ = workspace.icons
            choice = choose_print(self.folder)
        except BrawlprintError as error:
            self.errors = error.findings()
            return
        self.workspace, self.game, self._choice = workspace, game, choice

    def check(self) -> None:
        """Run the layers that need no rules; a game that can't be read has none."""
        self.findings = (
            run_layers(self.workspace, self.game) if self.game and not self.errors else []
        )

    def view(self, style: str) -> View:
        """The faces in one style, drawn if they weren't since the last refresh."""
        if style not in self._views:
            self._views[style] = self._draw(style)
            self._forget()
        return self._views[style]

    def picture(self, key: str, size: str, grey: bool) -> bytes | None:
        """A face's render as a PNG; None for one that isn't on the table."""
        wanted = (key, size, grey)
        if wanted in self._pictures:
            self._pictures.move_to_end(wanted)
            return self._pictures[wanted]
        if key not in self._drawable or size not in SIZES:
            return None
        face, icons = self._drawable[key]
        dpi, whole = SIZES[size]
        bleed = face.bleed if whole else 0.0
        picture = render_face(face, icons, min(dpi, most_dpi(face) / 3), bleed, grey)
        self._pictures[wanted] = png(picture, effort=2)
        kept = sum(map(len, self._pictures.values()))
        while kept > MOST_KEPT and len(self._pictures) > 1:
            kept -= len(self._pictures.popitem(last=False)[1])
        return self._pictures[wanted]

    def _draw(self, style: str) -> View:
        if self.game is None or self._choice is None:
            return View((), self.errors, ())
        if self.errors and style in self._good:
            return View(self._good[style], self.errors, ())
        settings = Wishes().settings(replace(self._choice, style=style), self.game)
        good = {section.name: section for section in self._good.get(style, ())}
        faults, notes, sections = _Once(self.errors), _Once(()), []
        for name, params in self.game.components.items():
            if params.get("kind", name) != "cards":
                continue
            job = Job(self.workspace, self.game, name, params, settings)
            try:
                sections.append(self._section(job, good.get(name), faults, notes))
            except BrawlprintError as error:
                faults.add(_placed(error, job))
                if name in good:
                    tiles = tuple(replace(tile, stale=True) for tile in good[name].tiles)
                    sections.append(replace(good[name], tiles=tiles))
        self._good[style] = tuple(sections)
        return View(tuple(sections), tuple(faults.all), tuple(notes.all))

    def _section(self, job: Job, good: Section | None, faults: _Once, notes: _Once) -> Section:
        copies = list(planned(job))
        if not copies:
            raise job.error("deck", "the deck has no cards to print", "give some card copies")
        deck = job.game.decks[str(job.params.get("deck", "cards"))]
        before = {tile.place: tile for tile in good.tiles} if good else {}
        tiles = self._tiles(job.name, copies, before, faults)
        for maker in dict.fromkeys(copy.maker for copy in copies):
            notes.add(maker.findings)
        tiles += self._back(job)
        template = copies[0].maker.template
        return Section(
            name=job.name,
            title=job.title,
            deck=deck.name,
            file=shown(deck.path),
            trim=template.card,
            bleed=template.raw.bleed,
            safe=template.raw.safe,
            tiles=tuple(tiles),
        )

    def _tiles(
        self, component: str, copies: Iterable[Copy], before: dict[str, Tile], faults: _Once
    ) -> list[Tile]:
        """A tile for each different face of each card, with how many copies show it."""
        tiles: dict[tuple[str, str], Tile] = {}
        for copy in copies:
            place, note = _place(component, copy)
            try:
                face = copy.face()
                key = self._key(face)
            except DefinitionError as error:
                faults.add(error.findings())
                last = before.get(place) or Tile(place, copy.card, note, None, "")
                tiles.setdefault(
                    (place, ""),
                    Tile(place, copy.card, note, last.face, last.key, copy.card.copies, True),
                )
                continue
            known = tiles.get((copy.card.id, face.digest))
            if known:
                tiles[copy.card.id, face.digest] = replace(known, count=known.count + 1)
            else:
                tile = Tile(place, copy.card, note, face, key)
                tiles[copy.card.id, face.digest] = tile
        return list(tiles.values())

    def _back(self, job: Job) -> list[Tile]:
        face = deck_back(job)
        if face is None:
            return []
        return [Tile(f"{job.name}/back", back_card(job.game), "back", face, self._key(face))]

    def _key(self, face: Face) -> str:
        """A name for all that a face shows, its icons' shapes included; raises for a broken icon."""
        icons = self.workspace.icons
        told = [face.digest, str(face.bleed), str(face.mono)]
        for symbol in dict.fromkeys(_symbols(face.instructions)):
            icons.layers(symbol.icon, symbol.ink, symbol.ground, symbol.outline)
            told.append(icons.signature(symbol.icon))
        key = hashlib.sha256("\0".join(told).encode()).hexdigest()[:32]
        self._drawable[key] = (face, icons)
        return key

    def _forget(self) -> None:
        """Let go of faces that lie on no table any more, nor did a save or two ago.

        A page may still ask for those before it hears of what is new.
        """
        self._lately.append({tile.key for tile in self._shown()})
        there = set().union(*self._lately)
        for key in [key for key in self._drawable if key not in there]:
            del self._drawable[key]

    def _shown(self) -> Iterator[Tile]:
        for sections in self._good.values():
            for section in sections:
                yield from section.tiles


def _symbols(instructions: Iterable[Instruction]) -> Iterator[Symbol]:
    for each in instructions:
        if isinstance(each, Symbol):
            yield each
        elif isinstance(each, Group):
            yield from _symbols(each.inside)


class _Once:
    """Findings without repetition, in the order they came up."""

    def __init__(self, first: Iterable[Finding]) -> None:
        self.all = dict.fromkeys(first)

    def add(self, findings: Iterable[Finding]) -> None:
        self.all |= dict.fromkeys(findings)


def _placed(error: BrawlprintError, job: Job) -> Iterable[Finding]:
    """What is wrong with a component, told to be there if nothing else is said."""
    if isinstance(error, DefinitionError):
        error = error.placed(job.file.where(f"components.{job.name}"))
    return error.findings()


def _place(component: str, copy: Copy) -> tuple[str, str]:
    """Where a copy lies, and what is said of it beside its title: its index, or whose it is."""
    seat = copy.maker.seat
    parts = [component, copy.card.id]
    notes = []
    if copy.index:
        parts.append(copy.index)
        notes.append(copy.index)
    if seat is not None:
        parts.append(f"player-{seat + 1}")
        notes.append(f"player {seat + 1}")
    return "/".join(parts), ", ".join(notes)
