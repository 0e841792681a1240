"""One build: every component of a game made, then all files written at once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from brawlprint import __version__
from brawlprint.components import KINDS, Job, Product, maker
from brawlprint.definitions import Game
from brawlprint.definitions.toml_file import read_toml
from brawlprint.errors import RequestError, suggestion
from brawlprint.output import write_all
from brawlprint.settings import Settings
from brawlprint.workspace import Workspace

MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Build:
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

    Raises :class:`RequestError` for a component or number of players that the game hasn't,
    :class:`DefinitionError` for faults in its files, :class:`OutputError` for the folder's.
    """
    _check_request(game, settings, only)
    names = [name for name in game.components if not only or name in only]
    products = []
    for name in names:
        params = game.components[name]
        make = maker(_kind(game, name))
        products.append(make(Job(workspace, game, name, params, settings)))
    folder = out / game.name
    files = {product.file_name: product.data for product in products}
    files[MANIFEST] = _manifest(game, settings, products)
    write_all(folder, files)
    return Build(game, settings, products, folder)


def _check_request(game: Game, settings: Settings, only: Sequence[str]) -> None:
    players = game.players
    if not players.min <= settings.players <= players.max:
        raise RequestError(
            f"{game.name} is for {players.min} to {players.max} players, not {settings.players}"
        )
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


def _manifest(game: Game, settings: Settings, products: Sequence[Product]) -> bytes:
    """What was built, from what: enough to tell later whether a print is of this deck."""
    document = {
        "brawlprint": __version__,
        "game": game.name,
        "settings": {
            "paper": settings.paper.name,
            "style": settings.style,
            "duplex": settings.duplex,
            "players": settings.players,
            "fill": settings.fill,
        },
        "files": [
            {
                "component": product.component,
                "path": product.file_name,
                "pages": product.pages,
                "sides": product.sides,
                "sha256": hashlib.sha256(product.data).hexdigest(),
                "faces": list(product.faces),
            }
            for product in products
        ],
    }
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()
