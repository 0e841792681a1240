"""The cards of a deck, 9-up or as many as the paper takes, with their backs behind them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

from msgspec import Struct

from brawlprint.components.job import Job, Product
from brawlprint.definitions import Card, Deck
from brawlprint.definitions.toml_file import read_toml
from brawlprint.errors import shown, suggestion
from brawlprint.faces.face import Face, FaceMaker, back_card
from brawlprint.sheets.card_sheets import FLIP_WORDS, Piece, SheetJob, write_sheets
from brawlprint.sheets.furniture import SIDE
from brawlprint.sheets.grid import compute_grid
from brawlprint.sheets.paper import PRINTABLE


class Params(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """``deck`` is printed; ``fill`` is a deck whose cards take the free places of the last page."""

    deck: str = "cards"
    fill: str = ""


def make(job: Job) -> Product:
    """The deck's PDF: fronts and backs, and the digest of each face for the manifest."""
    params = job.read_params(Params)
    deck = _deck(job, params.deck, "deck")
    back = _back(job, deck)
    faces = list(_faces(job, deck))
    pieces = [Piece(face, back) for _, face in faces]
    width, height = pieces[0].front.width, pieces[0].front.height
    grid = compute_grid(job.settings.paper, width, height, SIDE, PRINTABLE)
    free = -len(pieces) % grid.capacity
    if params.fill and job.settings.fill and free:
        aid = [face for _, face in _faces(job, _deck(job, params.fill, "fill"))]
        pieces += [Piece(face, back) for face in islice(cycle(aid), free)]
    duplex = job.settings.duplex if back else "off"
    sheet_job = SheetJob(job.game.title, job.title, duplex)
    data, pages = write_sheets(pieces, grid, sheet_job, job.workspace.icons)
    return Product(
        component=job.name,
        data=data,
        pages=pages,
        sides=1 if duplex == "off" else 2,
        stock="card, 250–330 g/m²",
        how=f"{FLIP_WORDS[duplex]}; cut at the marks",
        faces=list(_digests(deck, faces)),
    )


def _deck(job: Job, name: str, key: str) -> Deck:
    if name not in job.game.decks:
        file = read_toml(job.game.path)
        raise file.error(
            f"components.{job.name}.{key}",
            f"there is no deck {name!r}",
            suggestion(name, list(job.game.decks)),
        )
    return job.game.decks[name]


def _faces(job: Job, deck: Deck) -> Iterator[tuple[Card, Face]]:
    """Every card with its face; copies of a title share one."""
    template = job.workspace.template(deck.template)
    maker = FaceMaker(job.game, template, job.workspace.icons, job.settings.style)
    for card in deck.titles:
        if card.copies:
            face = maker.face(card, shown(deck.path))
            for _ in range(card.copies):
                yield card, face


def _back(job: Job, deck: Deck) -> Face | None:
    if not deck.back:
        return None
    template = job.workspace.template(deck.back)
    maker = FaceMaker(job.game, template, job.workspace.icons, job.settings.style)
    return maker.face(back_card(job.game))


def _digests(deck: Deck, faces: list[tuple[Card, Face]]) -> Iterator[dict[str, object]]:
    """A line a title for the manifest: which card, how many, and the digest of its face."""
    by_id = {card.id: face for card, face in faces}
    for card in deck.titles:
        if card.copies:
            digest = by_id[card.id].digest
            yield {"id": card.id, "no": card.no, "copies": card.copies, "digest": digest}
