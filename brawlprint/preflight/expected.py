"""What ought to be in a file: the manifest beside it says how it was built, the definition what of.

A build is made anew in memory as the manifest has it; what it would print is what is compared.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from brawlprint.build import MANIFEST, make_products, overview
from brawlprint.components import Product
from brawlprint.definitions import Game
from brawlprint.errors import BrawlprintError, Finding, Where, printable, shown
from brawlprint.settings import FARTHEST, MOST_DECKS, THICKEST, THINNEST, Settings
from brawlprint.sheets.grid import DUPLEX, Margins
from brawlprint.sheets.paper import PRINTABLE, find_card_size, find_paper
from brawlprint.sheets.plan import MOST_BLEED, MOST_MARGIN, Layout
from brawlprint.wanted import PICKED, ListedCards
from brawlprint.workspace import Workspace

MOST_MANIFEST = 20_000_000  # bytes
MOST_LISTED = 12  # cards in a message


class Built(Struct, frozen=True):
    """The settings of a build as its manifest has them; what it leaves out is the usual.

    How a back is moved, and which marks stand about the cards, is read from the file itself.
    """

    paper: str
    style: str
    duplex: str
    players: int
    fill: bool = False
    copies: int = 1
    options: dict[str, bool | int | str] = {}
    booklet: bool = False
    sleeved: bool = False
    stock_thickness: float = 0.30
    nudge: tuple[float, float] = (0.0, 0.0)
    card_size: str | None = None
    layout: Layout = "sheet"
    bleed: float | None = None
    bleed_outside: bool = False
    margins: tuple[float, float, float, float] = (PRINTABLE, PRINTABLE, PRINTABLE, PRINTABLE)

    def settings(self, game: Game) -> Settings | None:
        """The settings for a game; None for such as no build of it can have had."""
        from brawlprint.faces.template import STYLES

        players = game.players
        possible = (
            self.style in STYLES
            and self.duplex in DUPLEX
            and players.min <= self.players <= players.max
            and 1 <= self.copies <= MOST_DECKS
            and THINNEST <= self.stock_thickness <= THICKEST
            and all(abs(side) <= FARTHEST for side in self.nudge)
            and 0 <= (self.bleed or 0) <= MOST_BLEED
            and all(0 <= margin <= MOST_MARGIN for margin in self.margins)
        )
        if not possible:
            return None
        options = {name: spec.default for name, spec in game.options.items()}
        given = {name: value for name, value in self.options.items() if name in options}
        return Settings(
            paper=find_paper(self.paper),
            style=self.style,
            duplex=self.duplex,  # type: ignore[arg-type]
            layout=self.layout,
            card_size=find_card_size(self.card_size) if self.card_size else None,
            bleed=self.bleed,
            bleed_outside=self.bleed_outside,
            margins=Margins(*self.margins),
            players=self.players,
            fill=self.fill,
            copies=self.copies,
            options={**options, **given},
            booklet=self.booklet,
            sleeved=self.sleeved,
            stock_thickness=self.stock_thickness,
            nudge=self.nudge,
            lenient=True,  # what was built may have had to give way, and what wasn't didn't
        )


class ListedFace(Struct, frozen=True):
    """A face of a file: how many of it there are, its digest, and the card it is of."""

    digest: str
    copies: int
    id: str = ""


class Entry(Struct, frozen=True):
    """A file of the manifest.

    ``parts`` are the components that a file of several tells of; ``since`` is what the cards of one
    of them were compared with.
    """

    component: str
    path: str
    settings: Built
    variant: str = ""
    since: str = ""
    faces: tuple[ListedFace, ...] = ()
    parts: tuple[str, ...] = ()

    def settings_for(self, game: Game) -> Settings | None:
        """How it was built; of some of the cards, just these are wanted."""
        settings = self.settings.settings(game)
        if settings is None or not self.variant:
            return settings
        return replace(settings, wanted=ListedCards(self.variant, self._copies))

    @property
    def ids(self) -> list[str]:
        """The cards that are in it."""
        return list(dict.fromkeys(face.id for face in self.faces))

    @property
    def _copies(self) -> dict[str, int]:
        return {face.digest: face.copies for face in self.faces}


class Manifest(Struct, frozen=True):
    """As much of ``manifest.json`` as is needed here."""

    game: str
    files: tuple[Entry, ...]

    def of(self, path: Path) -> Entry | None:
        """The entry of a file, by its name."""
        return next((entry for entry in self.files if entry.path == path.name), None)


class Expected(Struct, frozen=True):
    """What a file ought to show: the product made anew, and the title of each of its faces."""

    game: Game
    settings: Settings
    product: Product
    titles: Mapping[str, str]


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of an output folder; None where there is none that can be read."""
    path = folder / MANIFEST
    try:
        if path.stat().st_size > MOST_MANIFEST:
            return None
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (OSError, ValueError, RecursionError):
        return None


class Maker:
    """Makes what files ought to show, each component once, and says where it can't."""

    def __init__(self, workspace: Workspace, game: Game | None = None) -> None:
        self.workspace, self.game = workspace, game
        self._manifests: dict[Path, Manifest | None] = {}
        self._games: dict[str, Game] = {}
        self._products: dict[bytes, Sequence[Product]] = {}

    def manifest(self, folder: Path) -> Manifest | None:
        """A folder's manifest, read once."""
        if folder not in self._manifests:
            self._manifests[folder] = read_manifest(folder)
        return self._manifests[folder]

    def expected(self, path: Path) -> Expected | list[Finding]:
        """What a file ought to show, or what stands in the way of knowing it."""
        where = Where(shown(path))
        manifest = self.manifest(path.parent)
        entry = manifest.of(path) if manifest else None
        if manifest is None or entry is None:
            why = f"there is no {MANIFEST} beside it that tells how it was built"
            return [_not_compared(where, why, f"keep it in the folder with its {MANIFEST}")]
        name = self.game.name if self.game else manifest.game
        if name not in self.workspace.games:
            why = f"there is no game {name!r} here"
            return [_not_compared(where, why, "run it in the folder that holds the game")]
        try:
            return self._made(name, entry, where)
        except BrawlprintError as error:
            return [*error.findings()]

    def _files(self, where: Where) -> Sequence[Entry]:
        """The files of the manifest that a file is listed in."""
        manifest = self.manifest(Path(where.file).parent)
        return manifest.files if manifest else ()

    def _made(self, name: str, entry: Entry, where: Where) -> Expected | list[Finding]:
        game = self.game or self._games.get(name) or self.workspace.game(name)
        self._games[name] = game
        settings = entry.settings_for(game)
        names = entry.parts or (entry.component,)
        if settings is None or any(each not in game.components for each in names):
            why = f"{name} prints no {entry.component!r} of that sort any more"
            return [Finding("stale-file", why, where, "build it again")]
        key = msgspec.msgpack.encode((name, entry))
        if key not in self._products:
            made = make_products(self.workspace, game, settings, names)
            if entry.variant and (old := _as_before(entry, made[0])):
                why = f"it holds cards as they were before ({listed_ids(old)})"
                remedy = again(game, entry.variant, entry.ids, entry.since)
                return [Finding("stale-file", why, where, remedy)]
            if entry.parts:
                combine = any(each.component == game.name for each in self._files(where))
                whole = overview(self.workspace, game, settings, made, combine)
                made = [each for each in whole if each.component == entry.component]
            self._products[key] = [product for product in made if product.pages]
        products = self._products[key]
        if not products:
            why = f"{name} has no need of {entry.component!r} for {settings.players} players"
            return [Finding("stale-file", why, where, "build it again")]
        return Expected(game, settings, products[0], _titles(game, products[0]))


def _as_before(entry: Entry, product: Product) -> list[str]:
    """The cards of a file of some of them that are not, or not so often, among all cards now."""
    now = Counter({str(face["digest"]): int(str(face["copies"])) for face in product.whole})
    old = [face.id for face in entry.faces if face.copies > now[face.digest]]
    return list(dict.fromkeys(old))


def listed_ids(ids: Sequence[str]) -> str:
    """Some ids for a message."""
    more = f" and {len(ids) - MOST_LISTED} more" if len(ids) > MOST_LISTED else ""
    return f"{', '.join(ids[:MOST_LISTED])}{more}"


def again(game: Game, variant: str, ids: Sequence[str], since: str) -> str:
    """How a file of some of the cards is made anew; those that are gone can't be picked.

    ``since`` is what they were compared with, where the command said it.
    """
    known = {card.id for deck in game.decks.values() for card in deck.titles}
    here = [each for each in ids if each in known]
    if variant == PICKED and not here:
        return "delete it"
    how = f"--pick {','.join(here)}" if variant == PICKED else f"--{variant}"
    if since and variant != PICKED:
        how = f"--since {printable(shlex.quote(since))}"
    return f"build it again with {how}, or delete it"


def _titles(game: Game, product: Product) -> dict[str, str]:
    """The title of each face that shows a card, by its digest."""
    cards: dict[Any, str] = {
        card.id: card.title for deck in game.decks.values() for card in deck.titles
    }
    return {str(face["digest"]): cards.get(face["id"], str(face["id"])) for face in product.faces}


def _not_compared(where: Where, why: str, remedy: str) -> Finding:
    message = f"it is not compared with a definition: {why}"
    return Finding("not-compared", message, where, remedy, level="info")
