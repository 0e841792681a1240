"""Sheets of faces for Tabletop Simulator: ten columns and seven rows at most, so 69 faces.

Fewer faces get a smaller grid, and more pixels each. The last place of a sheet is what others see of a card in somebody's hand. A deck of more faces
takes several sheets; copies of a card share their place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from brawlprint.exports.kit import Deck
from brawlprint.exports.profiles import INCH, Profile
from brawlprint.exports.raster import Frame, encode_all, render, trim_frame
from brawlprint.exports.results import Export, how_many
from brawlprint.exports.saved_object import Pile, PlacedCard, Sheet, check_saved, saved_object
from brawlprint.faces.face import Face
from brawlprint.faces.icons import Icons

if TYPE_CHECKING:
    from PIL import Image

    from brawlprint.definitions import Game

COLUMNS, ROWS = 10, 7
LEAST = 2  # columns and rows; fewer the simulator's own dialogue doesn't take
MOST_FACES = COLUMNS * ROWS - 1
MOST_PIXELS = 4096  # of a sheet, each way
LARGEST_DPI = 300  # more than a face on a table shows


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
        files |= _pictures(deck, sheets, icons)
        piles += _piles(deck, sheets)
        notes.append(_note(deck, sheets))
    data = saved_object(game, piles, folder)
    files[f"{game.name}.json"] = data
    check_saved(data, files, piles, folder)
    return Export(profile, files, sum(len(deck.copies) for deck in decks), notes)


def _note(deck: Deck, sheets: Sequence[Sheet]) -> str:
    sizes = [f"{frame.width} × {frame.height}" for frame in map(_whole, sheets)]
    return f"{deck.component}: {how_many(deck.copies, 'card')} on {' and '.join(sizes)} pixels"


def _whole(sheet: Sheet) -> Frame:
    """A whole sheet."""
    cell = cell_frame(sheet.copies[0].front, sheet.columns, sheet.rows)
    return Frame(sheet.columns * cell.width, sheet.rows * cell.height, cell.dpi)


def cell_frame(face: Face, columns: int, rows: int) -> Frame:
    """The largest place of a sheet that has a face's shape.

    >>> cell_frame(Face(63.5, 88.9, 3.2, (), ""), 10, 7).height
    573
    """
    room = MOST_PIXELS // columns, MOST_PIXELS // rows
    large = round(face.width * LARGEST_DPI / INCH)
    width = min(large, room[0], int(room[1] * face.width / face.height))
    height = min(room[1], round(width * face.height / face.width))
    return Frame(width, height, width * INCH / face.width)


def grid(places: int, face: Face) -> tuple[int, int]:
    """The columns and rows that give so many places (70 at most) the most pixels each.

    >>> face = Face(63.5, 88.9, 3.2, (), "")
    >>> grid(70, face), grid(6, face)
    ((10, 7), (3, 2))
    """
    fitting = [
        (columns, rows)
        for columns in range(LEAST, COLUMNS + 1)
        for rows in range(LEAST, ROWS + 1)
        if columns * rows >= places
    ]
    return max(
        fitting, key=lambda size: (cell_frame(face, *size).width, -size[0] * size[1], size[0])
    )


def _sheets(deck: Deck, first: int) -> Iterator[Sheet]:
    """A deck's distinct faces, 69 a sheet; sheets are numbered from ``first``."""
    distinct = list({copy.shown: copy for copy in deck.copies}.values())
    parts = [distinct[at : at + MOST_FACES] for at in range(0, len(distinct), MOST_FACES)]
    for number, part in enumerate(parts):
        many = f"-{number + 1}" if len(parts) > 1 else ""
        back = "-back" if deck.common_back else f"-backs{many}"
        columns, rows = grid(len(part) + 1, deck.size)
        yield Sheet(
            key=first + number,
            faces=f"{deck.component}-faces{many}.png",
            back=f"{deck.component}{back}.png",
            columns=columns,
            rows=rows,
            unique_backs=not deck.common_back,
            copies=part,
        )


def _pictures(deck: Deck, sheets: Sequence[Sheet], icons: Icons) -> dict[str, bytes]:
    """Every sheet of faces and, where backs differ, of backs; else the one back."""
    back = deck.copies[0].back if deck.common_back else None
    drawn: dict[str, Image.Image] = {}
    for sheet in sheets:
        fronts = [copy.front for copy in sheet.copies]
        drawn[sheet.faces] = _filled(sheet, fronts, back, icons)
        if sheet.unique_backs:
            drawn[sheet.back] = _filled(sheet, [copy.back for copy in sheet.copies], None, icons)
    if deck.common_back:
        name, large = sheets[0].back, trim_frame(deck.size, LARGEST_DPI)
        drawn[name] = next(render([back], large, icons)) if back else _white(large)
    return dict(zip(drawn, encode_all(drawn.values()), strict=True))


def _filled(
    sheet: Sheet, faces: Sequence[Face | None], hidden: Face | None, icons: Icons
) -> Image.Image:
    """A sheet with faces in reading order and the hidden picture in its last place."""
    places = dict(enumerate(faces)) | {sheet.columns * sheet.rows - 1: hidden}
    shown = {place: face for place, face in places.items() if face is not None}
    cell = cell_frame(sheet.copies[0].front, sheet.columns, sheet.rows)
    picture = _white(_whole(sheet))
    for place, drawn in zip(shown, render(list(shown.values()), cell, icons), strict=True):
        row, column = divmod(place, sheet.columns)
        picture.paste(drawn, (column * cell.width, row * cell.height))
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
