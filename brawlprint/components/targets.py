"""Target cards: for each player the numbers of all others, and his own to lie face up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from brawlprint.components.job import Job, Product
from brawlprint.definitions import Card
from brawlprint.faces.face import Face, FaceMaker, back_card
from brawlprint.sheets.card_sheets import Piece

OTHER, OWN = "target", "self"  # the kinds by which the template tells them apart


class Params(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """How they look, and with how many players they are needed at all."""

    template: str
    back: str = ""
    least_players: Annotated[int, Meta(ge=1)] = 3


def make(job: Job) -> Product | None:
    """A hand of target cards for each player; None where there are too few players to choose."""
    params = job.read_params(Params)
    if job.settings.players < params.least_players:
        return None
    back = back_face(job)
    pieces = [Piece(face, back) for _, _, face in printed_faces(job)]
    return job.sheets(pieces, None, "a set a player", backs=True)


def printed_faces(job: Job) -> Iterator[tuple[int, Card, Face]]:
    """Every card with its owner (from 0), owner by owner; none where there are too few players.

    A card is in its target's colours and says whose hand it belongs to.
    """
    params = job.read_params(Params)
    if job.settings.players < params.least_players:
        return
    template = job.card_template(params.template)
    for owner in range(job.settings.players):
        for target in range(job.settings.players):
            maker = FaceMaker(job.game, template, job.workspace.art, job.settings.style, target)
            kind = OWN if owner == target else OTHER
            card = Card(0, target + 1, f"{kind}-{target + 1}", f"Player {target + 1}", kind)
            yield owner, card, maker.face(card, own={"owner": owner + 1})


def back_face(job: Job) -> Face | None:
    """The common back of all target cards, if they have one."""
    params = job.read_params(Params)
    if not params.back:
        return None
    template = job.card_template(params.back)
    maker = FaceMaker(job.game, template, job.workspace.art, job.settings.style)
    return maker.face(back_card(job.game))
