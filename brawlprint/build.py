"""One build: every component of a game made, then all files written at once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from brawlprint import __version__
from brawlprint.components import KINDS, Job, Product, maker
from brawlprint.definitions import Game
from brawlprint.definitions.deck_file import first_sheet
from brawlprint.definitions.toml_file import read_toml
from brawlprint.errors import DefinitionError, Finding, NoRoomError, RequestError, suggestion
from brawlprint.output import read_json, write_all
from brawlprint.print_settings import told
from brawlprint.settings import Settings
from brawlprint.wanted import ChangedCards
from brawlprint.workspace import Workspace, is_file

if TYPE_CHECKING:
    from brawlprint.combine import Part

MANIFEST = "manifest.json"
MADE_OF_CARDS = ("cards", "targets")  # kinds of component without which there is no game


class Build(Struct, frozen=True):
    """What a build made: the game, the settings, the products and the folder they lie in.

    ``left_out`` says of each component that has no room on the paper why, and what would do;
    ``unchanged`` are those of whose cards none was wanted.
    """

    game: Game
    settings: Settings
    products: Sequence[Product]
    folder: Path
    left_out: Sequence[Finding] = ()
    unchanged: Sequence[Product] = ()

    @property
    def findings(self) -> list[Finding]:
        """What somebody should know: what was left out, then what each product says."""
        sheets = [each for deck in self.game.decks.values() for each in first_sheet(deck)]
        made = [each for product in self.products for each in product.findings]
        return [*sheets, *self.left_out, *made]

    def path(self, product: Product) -> Path:
        """Where a product's file lies."""
        return self.folder / product.file_name


def build_game(
    workspace: Workspace, game: Game, settings: Settings, out: Path, only: Sequence[str] = ()
) -> Build:
    """Make a game's components (all, or those named) and write them to ``out/GAME/``.

    Raises :class:`RequestError` for a component that the game hasn't,
    :class:`DefinitionError` for faults in its files, :class:`OutputError` for the folder's.
    """
    build = make_build(workspace, game, settings, out, only)
    write_build(build, only)
    return build


def make_build(
    workspace: Workspace,
    game: Game,
    settings: Settings,
    out: Path,
    only: Sequence[str] = (),
    combine: bool = False,
) -> Build:
    """Everything of a build but the writing, so that several games are written once all are made.

    A whole kit has a print plan; ``combine`` adds a PDF of all its parts.
    """
    left_out: list[Finding] = []
    made = make_products(workspace, game, settings, only, left_out)
    products = [product for product in made if product.pages]
    unchanged = [product for product in made if not product.pages]
    if products:
        partly = bool(only) or settings.wanted is not None
        if combine or not partly:
            products += overview(workspace, game, settings, products, combine)
    return Build(game, settings, products, out / game.name, left_out, unchanged)


def overview(
    workspace: Workspace,
    game: Game,
    settings: Settings,
    products: Sequence[Product],
    combine: bool,
) -> list[Product]:
    """What tells of these products: all in one file, where that is wanted, and the print plan."""
    from brawlprint.print_plan import print_plan

    whole = []
    in_one: Sequence[Part] = ()
    if combine:
        from brawlprint.combine import combined, parts

        in_one = parts(products)
        whole.append(combined(game.title, game.name, products))
    whole.append(print_plan(game, settings, products, workspace.icons, in_one))
    names = [product.component for product in products]
    return [replace(product, parts=names) for product in whole]


def write_build(build: Build, only: Sequence[str] = (), printed: bool = False) -> None:
    """Write a build's files and its manifest into its folder, and clear away what is no more.

    ``printed`` notes that these cards are printed: ``--changed`` then compares with them.
    """
    game, settings, products, folder = build.game, build.settings, build.products, build.folder
    files = {product.file_name: product.data for product in products}
    gone = [product.file_name for product in build.unchanged]
    entries = [_entry(product, settings) for product in products]
    partly = bool(only) or settings.wanted is not None
    if partly:
        entries += [entry for entry in _kept_entries(folder, files) if entry["path"] not in gone]
    files[MANIFEST] = _manifest(game, entries)
    if printed:
        from brawlprint.reprints import PRINTED, keep_printed

        files[PRINTED] = keep_printed(game, [*products, *build.unchanged], folder)
    stale = [] if partly else _stale(folder, files)
    stale += [folder / name for name in gone]
    write_all(folder, files, folder.parent)
    for path in stale:
        # One that a viewer holds open stays; the manifest doesn't name it any more.
        with suppress(OSError):
            path.unlink()


def make_products(
    workspace: Workspace,
    game: Game,
    settings: Settings,
    only: Sequence[str] = (),
    left_out: list[Finding] | None = None,
) -> list[Product]:
    """Make a game's components (all, or those named) without writing anything.

    A mat, a box or the like that has no room on the paper is left out and told in ``left_out``, so
    that a small paper still gives its cards; a component that was asked for by name, or cards, or a
    kit of which nothing is left, is refused by :class:`NoRoomError`.
    """
    _check_components(game, only)
    names = [name for name in game.components if not only or name in only]
    products = []
    refusals: list[NoRoomError] = []
    for name in names:
        try:
            product = _product(workspace, game, name, settings)
        except NoRoomError as error:
            if name in only or _kind(game, name) in MADE_OF_CARDS:
                raise
            refusals.append(error)
            continue
        if product is not None:
            products.append(product)
    if refusals and not products:
        raise refusals[0]
    if left_out is not None:
        left_out += [_left_out(error) for error in refusals]
    return products


def _product(workspace: Workspace, game: Game, name: str, settings: Settings) -> Product | None:
    """One component, made; its faults are told with their place in ``game.toml``."""
    make = maker(_kind(game, name))
    job = Job(workspace, game, name, game.components[name], settings)
    try:
        return make(job)
    except NoRoomError as error:
        raise NoRoomError(f"{game.name}, {name}: {error}") from None
    except RecursionError:
        raise job.error("", "its text or lists are nested too deep", "write it plainer") from None
    except DefinitionError as error:
        if settings.card_size is not None:
            from brawlprint.components.card_sizes import too_small

            if refusal := too_small(job, make, error):
                raise refusal from None
        raise error.placed(job.file.where(f"components.{name}")) from None


def _left_out(error: NoRoomError) -> Finding:
    return Finding("no-room", f"left out: {error}", level="warning")


def _check_components(game: Game, only: Sequence[str]) -> None:
    for name in only:
        if name not in game.components:
            hint = suggestion(name, list(game.components))
            raise RequestError(f"{game.name} has no component {name!r}; {hint}")


def _kind(game: Game, name: str) -> str:
    kind = str(game.components[name].get("kind", name))
    if kind not in KINDS:
        file = read_toml(game.path)
        raise file.error(
            f"components.{name}.kind",
            f"{kind!r} is no kind of component",
            suggestion(kind, list(KINDS)),
        )
    return kind


def _manifest(game: Game, entries: Sequence[Mapping[str, object]]) -> bytes:
    """What the folder holds, made from what: enough to tell whether a print is of this deck."""
    document = {"brawlprint": __version__, "game": game.name, "files": list(entries)}
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def _entry(product: Product, settings: Settings) -> dict[str, object]:
    return {
        "component": product.component,
        "path": product.file_name,
        "pages": product.pages,
        "sides": product.sides,
        "settings": {
            **told(settings),
            "players": settings.players,
            "fill": settings.fill,
            "copies": settings.copies,
            "options": dict(settings.options),
            "booklet": settings.booklet,
            "sleeved": settings.sleeved,
            "stock_thickness": settings.stock_thickness,
            "nudge": list(settings.nudge),
        },
        "sha256": hashlib.sha256(product.data).hexdigest(),
        "faces": list(product.faces),
        **({"back": product.back} if product.back else {}),
        **({"variant": product.variant, **_since(settings)} if product.variant else {}),
        **({"parts": list(product.parts)} if product.parts else {}),
    }


def _since(settings: Settings) -> dict[str, str]:
    """What cards that differ were compared with, as the command said it."""
    option = settings.wanted.option if isinstance(settings.wanted, ChangedCards) else ""
    return {"since": option} if option else {}


def _earlier(folder: Path) -> list[dict[str, object]]:
    """The entries of the folder's manifest; none where there is none that can be read."""
    try:
        files = read_json(folder / MANIFEST)["files"]
        return [entry for entry in files if entry["path"] == Path(entry["path"]).name]
    except (KeyError, TypeError):
        return []


def _kept_entries(folder: Path, files: Mapping[str, bytes]) -> list[dict[str, object]]:
    """What an earlier build says of the files that this one leaves alone."""
    return [
        entry
        for entry in _earlier(folder)
        if entry["path"] not in files and is_file(folder / str(entry["path"]))
    ]


def _names(component: object, variant: object) -> tuple[str, str]:
    """What a build calls a component's file: all of it, and some of its cards."""
    return f"{component}.pdf", f"{component}-{variant}.pdf"


def _stale(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """PDFs that an earlier build wrote and this one has no need of, such as for fewer players.

    Those of some of the cards are among them: all cards are in the new build.
    """
    names = [
        str(entry["path"])
        for entry in _earlier(folder)
        if entry["path"] in _names(entry.get("component"), entry.get("variant"))
    ]
    return [
        folder / name
        for name in names
        if name not in files and name == Path(name).name and is_file(folder / name)
    ]
