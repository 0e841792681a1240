"""Sheets of faces for Tabletop Simulator: ten columns, at most seven rows, 69 faces.

The last place of a sheet is what others see of a card in somebody's hand. A deck of more faces
takes several sheets; copies of a card share their place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from brawlprint.exports.kit import Deck
from brawlprint.exports.profiles import INCH, Profile
from brawlprint.exports.raster import Frame, encode_all, render, trim_frame
from brawlprint.exports.results import Export
from brawlprint.exports.saved_object import Pile, PlacedCard, Sheet, check_saved, saved_object
from brawlprint.faces.face import Face
from brawlprint.faces.icons import Icons

if TYPE_CHECKING:
    from PIL import Image

    from brawlprint.definitions import Game

COLUMNS, MOST_ROWS = 10, 7
MOST_FACES = COLUMNS * MOST_ROWS - 1
LEAST_ROWS = 2  # fewer the simulator's own dialogue doesn't take
MOST_PIXELS = 4096  # of a sheet, each way
CELL = (MOST_PIXELS // COLUMNS, MOST_PIXELS // MOST_ROWS)
BACK_DPI = 300


def export_table(
    decks: Sequence[Deck], profile: Profile, icons: Icons, game: Game, folder: Path
) -> Export:
    """Sheets and backs as pictures, and one saved object that has them as decks.

    ``folder`` is where the files will lie: the saved object names them there.
    """
    files: dict[str, bytes] = {}
    piles: list[Pile] = []
    notes = []
    first = 1
    for deck in decks:
        sheets = list(_sheets(deck, first))
        first += len(sheets)
        frame = cell_frame(deck.size)
        files |= _pictures(deck, sheets, frame, icons)
        piles += _piles(deck, sheets)
        notes.append(_note(deck, sheets, frame))
    data = saved_object(game, piles, folder)
    files[f"{game.name}.json"] = data
    check_saved(data, files, piles, folder)
    return Export(profile, files, sum(len(deck.copies) for deck in decks), notes)


def _note(deck: Deck, sheets: Sequence[Sheet], frame: Frame) -> str:
    sizes = [f"{COLUMNS * frame.width} × {sheet.rows * frame.height}" for sheet in sheets]
    return f"{deck.component}: {len(deck.copies)} cards on {' and '.join(sizes)} pixels"


def cell_frame(face: Face) -> Frame:
    """The largest place of a sheet that has a face's shape.

    >>> cell_frame(Face(63.5, 88.9, 3.2, (), "")).height
    573
    """
    width = min(CELL[0], int(CELL[1] * face.width / face.height))
    height = min(CELL[1], round(width * face.height / face.width))
    return Frame(width, height, width * INCH / face.width)


def _sheets(deck: Deck, first: int) -> Iterator[Sheet]:
    """A deck's distinct faces, 69 a sheet; sheets are numbered from ``first``."""
    distinct = list({copy.shown: copy for copy in deck.copies}.values())
    parts = [distinct[at : at + MOST_FACES] for at in range(0, len(distinct), MOST_FACES)]
    for number, part in enumerate(parts):
        many = f"-{number + 1}" if len(parts) > 1 else ""
        back = "-back" if deck.common_back else f"-backs{many}"
        yield Sheet(
            key=first + number,
            faces=f"{deck.component}-faces{many}.png",
            back=f"{deck.component}{back}.png",
            columns=COLUMNS,
            rows=max(LEAST_ROWS, -(-(len(part) + 1) // COLUMNS)),
            unique_backs=not deck.common_back,
            copies=part,
        )


def _pictures(deck: Deck, sheets: Sequence[Sheet], frame: Frame, icons: Icons) -> dict[str, bytes]:
    """Every sheet of faces and, where backs differ, of backs; else the one back."""
    back = deck.copies[0].back if deck.common_back else None
    drawn: dict[str, Image.Image] = {}
    for sheet in sheets:
        fronts = [copy.front for copy in sheet.copies]
        drawn[sheet.faces] = _filled(sheet, fronts, back, frame, icons)
        if sheet.unique_backs:
            backs = [copy.back for copy in sheet.copies]
            drawn[sheet.back] = _filled(sheet, backs, None, frame, icons)
    if deck.common_back:
        name, large = sheets[0].back, trim_frame(deck.size, BACK_DPI)
        drawn[name] = next(render([back], large, icons)) if back else _white(large)
    return dict(zip(drawn, encode_all(drawn.values()), strict=True))


def _filled(
    sheet: Sheet, faces: Sequence[Face | None], hidden: Face | None, frame: Frame, icons: Icons
) -> Image.Image:
    """A sheet with faces in reading order and the hidden picture in its last place."""
    places = dict(enumerate(faces)) | {sheet.columns * sheet.rows - 1: hidden}
    shown = {place: face for place, face in places.items() if face is not None}
    whole = Frame(sheet.columns * frame.width, sheet.rows * frame.height, frame.dpi)
    picture = _white(whole)
    for place, drawn in zip(shown, render(list(shown.values()), frame, icons), strict=True):
        row, column = divmod(place, sheet.columns)
        picture.paste(drawn, (column * frame.width, row * frame.height))
    return picture


def _white(frame: Frame) -> Image.Image:
    from PIL import Image

    return Image.new("RGB", (frame.width, frame.height), "white")


def _piles(deck: Deck, sheets: Sequence[Sheet]) -> list[Pile]:
    """The decks to lie on the table: one, or one for each player whose cards they are."""
    places = {
        copy.shown: (sheet, slot) for sheet in sheets for slot, copy in enumerate(sheet.copies)
    }
    players = list(dict.fromkeys(copy.player for copy in deck.copies))
    return [
        Pile(
            deck.title if player is None else f"{deck.title}, player {player}",
            [
                PlacedCard(copy.card, *places[copy.shown])
                for copy in deck.copies
                if copy.player == player
            ],
        )
        for player in players
    ]
