"""One build: every component of a game made, then all files written at once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from brawlprint import __version__
from brawlprint.components import KINDS, Job, Product, maker
from brawlprint.definitions import Game
from brawlprint.definitions.toml_file import read_toml
from brawlprint.errors import DefinitionError, RequestError, suggestion
from brawlprint.output import write_all
from brawlprint.settings import Settings
from brawlprint.workspace import Workspace

MANIFEST = "manifest.json"


class Build(Struct, frozen=True):
    """What a build made: the game, the settings, the products and the folder they lie in."""

    game: Game
    settings: Settings
    products: Sequence[Product]
    folder: Path

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
    workspace: Workspace, game: Game, settings: Settings, out: Path, only: Sequence[str] = ()
) -> Build:
    """Everything of a build but the writing, so that several games are written once all are made."""
    products = make_products(workspace, game, settings, only)
    return Build(game, settings, products, out / game.name)


def write_build(build: Build, only: Sequence[str] = ()) -> None:
    """Write a build's files and its manifest into its folder, and clear away what is no more."""
    game, settings, products, folder = build.game, build.settings, build.products, build.folder
    files = {product.file_name: product.data for product in products}
    entries = [_entry(product, settings) for product in products]
    if only:
        entries += _kept_entries(folder, files)
    files[MANIFEST] = _manifest(game, entries)
    stale = [] if only else _stale(folder, files)
    write_all(folder, files)
    for path in stale:
        # One that a viewer holds open stays; the manifest doesn't name it any more.
        with suppress(OSError):
            path.unlink()


def make_products(
    workspace: Workspace, game: Game, settings: Settings, only: Sequence[str] = ()
) -> list[Product]:
    """Make a game's components (all, or those named) without writing anything."""
    _check_components(game, only)
    names = [name for name in game.components if not only or name in only]
    products = []
    for name in names:
        params = game.components[name]
        make = maker(_kind(game, name))
        job = Job(workspace, game, name, params, settings)
        try:
            product = make(job)
        except DefinitionError as error:
            raise error.placed(job.file.where(f"components.{name}")) from None
        if product is not None:
            products.append(product)
    return products


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
            "paper": settings.paper.name,
            "style": settings.style,
            "duplex": settings.duplex,
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
    }


def _earlier(folder: Path) -> list[dict[str, object]]:
    """The entries of the folder's manifest; none where there is none that can be read."""
    try:
        document = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return [entry for entry in document["files"] if isinstance(entry["path"], str)]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def _kept_entries(folder: Path, files: Mapping[str, bytes]) -> list[dict[str, object]]:
    """What an earlier build says of the files that this one leaves alone."""
    return [
        entry
        for entry in _earlier(folder)
        if entry["path"] not in files and (folder / str(entry["path"])).is_file()
    ]


def _stale(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """PDFs that an earlier build wrote and this one has no need of, such as for fewer players."""
    names = [
        str(entry["path"])
        for entry in _earlier(folder)
        if entry["path"] == f"{entry.get('component')}.pdf"
    ]
    return [
        folder / name
        for name in names
        if name not in files and name == Path(name).name and (folder / name).is_file()
    ]
