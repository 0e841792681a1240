"""Tokens: small squares with a round print, so many of each sort for each player."""

from __future__ import annotations

from msgspec import Struct

from brawlprint.components.job import Job, Product, face_of
from brawlprint.faces.drawing import MM, Drawing
from brawlprint.faces.face import Face
from brawlprint.faces.fonts import text_width
from brawlprint.faces.seats import DARK, seat_colour, seat_pattern
from brawlprint.sheets.card_sheets import Piece

SIDE = 20.0  # mm
RADIUS = 8.8
MOST = 500  # of one sort, for one player


class Print(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What one side of a token shows: a word or number and/or an icon, and a note below it."""

    note: str = ""
    word: str = ""
    icon: str = ""
    colour: str = "paper"


class Token(Print, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """One sort of token: its front, its back if that differs, and how many a player.

    ``each-player`` gives it the player's colour, number and pattern.
    """

    per_player: int = 1
    back: Print | None = None
    each_player: bool = False


class Params(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The sorts of tokens, printed in this order."""

    token: tuple[Token, ...]


def make(job: Job) -> Product:
    """All tokens for all players, sort by sort.

    Where one sort has a back, all are printed on both sides, so that none lies blank.
    """
    params = job.read_params(Params)
    if not params.token:
        raise job.error("token", "there are no tokens", "add a table [[…token]], or take it out")
    if (sorts := len(params.token)) > MOST:
        raise job.error("token", f"{sorts:,} sorts of tokens are too many", f"at most {MOST}")
    two_sided = any(token.back for token in params.token)
    pieces: list[Piece] = []
    for place, token in enumerate(params.token):
        if not 1 <= token.per_player <= MOST:
            key = f"token[{place}].per-player"
            raise job.error(key, f"per-player = {token.per_player}", f"write 1 to {MOST}")
    job.refuse_many(sum(each.per_player for each in params.token) * job.settings.players)
    for place, token in enumerate(params.token):
        key = f"token[{place}]"
        for seat in range(job.settings.players):
            shown_seat = seat if token.each_player else None
            front = _face(job, token, shown_seat, key)
            back = _face(job, token.back, shown_seat, f"{key}.back") if token.back else front
            pieces += [Piece(front, back if two_sided else None)] * token.per_player
    stock = "thick card, or paper glued to a cereal box"
    return job.sheets(pieces, stock, "cut into squares or punch the circles", two_sided)


def _face(job: Job, token: Print, seat: int | None, key: str) -> Face:
    """One side of a token; ``key`` is where it stands, for a fault."""
    drawing = Drawing()
    colour = job.look.colour
    name = token.colour if seat is None else seat_colour(seat)
    dark = name in DARK and job.settings.style == "colour"
    ink = colour("white" if dark else "ink")
    ground = colour(name)
    middle = SIDE / 2
    drawing.circle(middle, middle, RADIUS, ground, colour("ink"), 0.5)
    drawing.circle(middle, middle, RADIUS - 1.1, None, ink, 0.2)
    if seat is not None:
        _seated(job, drawing, seat, ink)
    elif token.word:
        _numbered(job, drawing, token, ink, ground, key)
    elif token.icon:
        outline = job.settings.style != "colour"
        drawing.symbol(job.icon(token.icon), middle - 5, middle - 6.4, 10, ink, ground, outline)
    note = (middle - 6.5, middle + 3.8, 13, 3)
    job.set_text(drawing, note, token.note, "label", "white" if dark else "ink")
    return face_of(drawing, SIDE, SIDE)


def _seated(job: Job, drawing: Drawing, seat: int, ink: str) -> None:
    """A player's number, his pattern above and below it."""
    middle = SIDE / 2
    for top in (middle - 7, middle + 3.4):
        seat_pattern(drawing, (middle - 4.4, top, 8.8, 3.2), seat, ink)
    style = job.look.texts["number"]
    drawing.text(middle, middle + 2.4, str(seat + 1), style.font, 21, ink, "centre")


def _numbered(job: Job, drawing: Drawing, token: Print, ink: str, ground: str, key: str) -> None:
    """A number with its icon small above it."""
    middle = SIDE / 2
    if token.icon:
        drawing.symbol(job.icon(token.icon), middle - 2, middle - 7.2, 4, ink, ground)
    style = job.look.texts["number"]
    if text_width(token.word, style.font, 19) / MM > 2 * (RADIUS - 1.5):
        problem = f"the word {token.word!r} is too wide for a token"
        raise job.error(f"{key}.word", problem, "write a shorter one")
    drawing.text(middle, middle + 3.1, token.word, style.font, 19, ink, "centre")
