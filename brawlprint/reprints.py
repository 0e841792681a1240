"""What was printed before: the faces that a build is compared with, to print only what changed.

That is the build last marked as printed (``printed.json`` in the output folder), else the last whole
build (its manifest); or, when asked for, an older card list, another manifest, a game as it ships, or
the definitions at a revision of git.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from brawlprint.components import Job, Product, maker
from brawlprint.definitions import Game, load_game
from brawlprint.definitions.another_deck import deck_replaced
from brawlprint.errors import BrawlprintError, RequestError, choices, shown
from brawlprint.output import read_json
from brawlprint.settings import Settings
from brawlprint.wanted import PICKED, ChangedCards, Earlier, EarlierFace
from brawlprint.workspace import Workspace

PRINTED, MANIFEST = "printed.json", "manifest.json"
_TABLES = (".csv", ".xlsx")


def card_components(game: Game) -> list[str]:
    """The components that print a deck's cards."""
    return [name for name, params in game.components.items() if params.get("kind", name) == "cards"]


def since_last(folder: Path, game: Game) -> ChangedCards:
    """Compare with what the output folder says was printed; :class:`RequestError` if it says nothing."""
    for name, words in ((PRINTED, "the last build marked --printed"), (MANIFEST, "the last build")):
        earlier = _listed(folder / name)
        if earlier:
            return ChangedCards(words, earlier, moment=_moment(folder / name, list(earlier)))
    ships = Workspace.shipped().games
    if game.name in ships:
        other = f"--since {game.name} compares with the game as it ships"
    else:
        other = f"if it began as a copy of {choices(ships)}, say --since and that name"
    raise RequestError(
        f"{shown(folder)} holds no earlier build to compare with; build {game.name} whole first, or "
        f"say --since a card list, a manifest.json or a git revision; {other}"
    )


def _moment(path: Path, components: Sequence[str]) -> str:
    """When that was, to the minute: of a manifest, when its cards were written, which it outlives."""
    places = [path] if path.name == PRINTED else [path.with_name(f"{n}.pdf") for n in components]
    times = [place.stat().st_mtime for place in places if place.is_file()]
    return f"{datetime.fromtimestamp(max(times)):%Y-%m-%d %H:%M}" if times else ""


def since(text: str, workspace: Workspace, game: Game, settings: Settings) -> ChangedCards:
    """Compare with a card list, a manifest, a game that ships, or a revision.

    Raises :class:`RequestError` for none of these.
    """
    path = Path(text)
    if path.suffix == ".json" and path.is_file():
        earlier = _listed(path)
        if not earlier:
            raise RequestError(f"--since {text}: it is no manifest of a build that has cards")
        return ChangedCards(shown(path), earlier)
    try:
        if path.suffix in _TABLES and path.is_file():
            return _since_deck(path, workspace, game, settings)
        ships = Workspace.shipped()
        if text in ships.games:
            return _made(f"{text} as it ships", ships, ships.game(text), settings)
        return _since_revision(text, workspace, game.name, settings)
    except RequestError:
        raise
    except BrawlprintError as error:
        raise RequestError(f"--since {text}: what was then can't be read: {error}") from None


def _since_deck(path: Path, workspace: Workspace, game: Game, settings: Settings) -> ChangedCards:
    """The game as it is, but for a card list."""
    replaced = Path(deck_replaced(game, path)).stem
    find = workspace.finder("cards", game.name)
    # A deck that has changed may be none that packs of playing cards can stand for.
    then = load_game(
        game.name, lambda file: path if Path(file).stem == replaced else find(file), mapped=False
    )
    return _made(shown(path), workspace, replace(then, mapping=game.mapping), settings)


def _since_revision(
    revision: str, workspace: Workspace, name: str, settings: Settings
) -> ChangedCards:
    from brawlprint.past import at_revision

    with at_revision(workspace, revision) as (then, folder):
        if name not in then.games:
            return ChangedCards(f"git {revision}", {})
        try:
            return _made(f"git {revision}", then, then.game(name), settings)
        except BrawlprintError as error:
            told = str(error).replace(f"{folder}/", "")
            raise RequestError(f"--since {revision}: what was then can't be read: {told}") from None


def _made(words: str, workspace: Workspace, game: Game, settings: Settings) -> ChangedCards:
    """The faces of a game as they would be printed now."""
    earlier = {}
    for name in card_components(game):
        job = Job(workspace, game, name, game.components[name], replace(settings, wanted=None))
        product = maker("cards")(job)
        assert product is not None
        earlier[name] = _earlier(listed(product))
    cards = {card.id: card for deck in game.decks.values() for card in deck.titles}
    return ChangedCards(words, earlier, cards)


def listed(product: Product) -> dict[str, Any]:
    """What is kept of a component's cards, so that a later build can be compared with it."""
    return {"component": product.component, "back": product.back, "faces": list(product.whole)}


def keep_printed(game: Game, products: Sequence[Product], folder: Path) -> bytes:
    """The content of ``printed.json`` after these were printed; other components stay in it."""
    kept = {entry["component"]: entry for entry in _entries(folder / PRINTED)}
    for product in products:
        if product.variant == PICKED:
            kept[product.component] = _with_picked(kept.get(product.component), product)
        elif product.whole:
            kept[product.component] = listed(product)
    document = {"game": game.name, "files": list(kept.values())}
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def _with_picked(entry: dict[str, Any] | None, product: Product) -> dict[str, Any]:
    """What was printed before, with cards that were picked and printed since."""
    ids = {face["id"] for face in product.faces}
    others = [face for face in (entry or {}).get("faces", []) if face["id"] not in ids]
    return {**listed(product), "faces": [*others, *product.faces]}


def _listed(path: Path) -> dict[str, Earlier]:
    """The components of a manifest whose faces are listed; none if it can't be read."""
    found = {}
    for entry in _entries(path):
        if entry.get("faces") and not entry.get("variant"):
            with suppress(KeyError, TypeError, ValueError):
                found[str(entry["component"])] = _earlier(entry)
    return found


def _entries(path: Path) -> list[dict[str, Any]]:
    try:
        files = read_json(path)["files"]
        return [
            entry
            for entry in files
            if isinstance(entry["component"], str)
            and all(isinstance(face["id"], str) for face in entry.get("faces", []))
        ]
    except (AttributeError, KeyError, TypeError):
        return []


def _earlier(entry: Mapping[str, Any]) -> Earlier:
    faces = (
        EarlierFace(str(face["id"]), str(face["digest"]), int(face["copies"]), str(face["look"]))
        for face in entry["faces"]
    )
    return Earlier(tuple(faces), str(entry.get("back", "")))
