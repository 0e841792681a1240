"""Tokens: small squares with a round print, so many of each sort for each player."""

from __future__ import annotations

from msgspec import Struct

from brawlprint.components.job import Job, Product, face_of
from brawlprint.faces.drawing import Drawing
from brawlprint.faces.face import Face
from brawlprint.sheets.card_sheets import Piece

SIDE = 20.0  # mm
RADIUS = 8.8


class Token(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """One sort of token: a word or number and/or an icon, a note, and how many a player."""

    note: str
    per_player: int
    word: str = ""
    icon: str = ""
    colour: str = "paper"


class Params(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The sorts of tokens, printed in this order."""

    token: tuple[Token, ...]


def make(job: Job) -> Product:
    """All tokens for all players, sort by sort."""
    params = job.read_params(Params)
    pieces: list[Piece] = []
    for token in params.token:
        piece = Piece(_face(job, token))
        pieces += [piece] * (token.per_player * job.settings.players)
    stock = "thick card, or paper glued to a cereal box"
    return job.sheets(pieces, stock, "cut into squares or punch the circles", duplex="off")


def _face(job: Job, token: Token) -> Face:
    drawing = Drawing()
    colour = job.look.colour
    saver = job.settings.style != "colour"
    dark = token.colour in ("blue", "violet", "red", "green") and not saver
    ink = colour("white" if dark else "ink")
    ground = colour(token.colour)
    middle = SIDE / 2
    drawing.circle(middle, middle, RADIUS, ground, colour("ink"), 0.5)
    drawing.circle(middle, middle, RADIUS - 1.1, None, ink, 0.2)
    if token.word:
        _numbered(job, drawing, token, ink, ground)
    elif token.icon:
        drawing.symbol(job.icon(token.icon), middle - 5, middle - 6.4, 10, ink, ground, saver)
    job.set_text(
        drawing, (middle - 6, middle + 3.8, 12, 3), token.note, "label", "white" if dark else "ink"
    )
    return face_of(drawing, SIDE, SIDE)


def _numbered(job: Job, drawing: Drawing, token: Token, ink: str, ground: str) -> None:
    """A number with its icon small above it."""
    middle = SIDE / 2
    if token.icon:
        drawing.symbol(job.icon(token.icon), middle - 2, middle - 7.2, 4, ink, ground)
    style = job.look.texts["number"]
    drawing.text(middle, middle + 3.1, token.word, style.font, 19, ink, "centre")
