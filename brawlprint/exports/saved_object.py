"""Tabletop Simulator's saved object: a JSON file that puts our decks on its table.

A card's number is a hundred times its sheet's number and its place on it, counted from 0.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from brawlprint.errors import ExportError
from brawlprint.exports.kit import CardCopy

if TYPE_CHECKING:
    from brawlprint.definitions import Card, Game

APART = 3.0  # the simulator's units from deck to deck; a card is about two wide
A_SHEET = 100  # card numbers that a sheet has


class Sheet(Struct, frozen=True):
    """A sheet: its number, its picture's name, and the name of its back or sheet of backs."""

    key: int
    faces: str
    back: str
    columns: int
    rows: int
    unique_backs: bool
    copies: Sequence[CardCopy]


class PlacedCard(Struct, frozen=True):
    """A card of a deck, and its place on a sheet."""

    card: Card
    sheet: Sheet
    slot: int

    @property
    def number(self) -> int:
        """The simulator's number for what it shows."""
        return self.sheet.key * A_SHEET + self.slot


class Pile(Struct, frozen=True):
    """A deck as it lies on the table."""

    title: str
    cards: Sequence[PlacedCard]


def saved_object(game: Game, piles: Sequence[Pile], folder: Path) -> bytes:
    """The saved object of all decks side by side, whose pictures lie in ``folder``."""
    states = []
    made = 1
    for place, pile in enumerate(piles):
        states.append(_deck(game, pile, folder, place * APART, made))
        made += len(pile.cards) + 1
    empty = ("GameMode", "Date", "Table", "Sky", "Note", "LuaScript", "LuaScriptState", "XmlUI")
    document = {
        "SaveName": "",
        **dict.fromkeys(empty, ""),
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "TabStates": {},
        "ObjectStates": states,
    }
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def _deck(game: Game, pile: Pile, folder: Path, x: float, made: int) -> dict[str, Any]:
    sheets = {placed.sheet.key: placed.sheet for placed in pile.cards}
    shown = {str(key): _custom(sheet, folder) for key, sheet in sheets.items()}
    cards = [
        _object("Card", placed.card.title, _description(game, placed.card), x, made + number)
        | {
            "CardID": placed.number,
            "CustomDeck": {str(placed.sheet.key): shown[str(placed.sheet.key)]},
        }
        for number, placed in enumerate(pile.cards, 1)
    ]
    if len(cards) == 1:  # one card is no deck to the simulator
        return cards[0]
    return _object("DeckCustom", f"{game.title}: {pile.title}", game.credit, x, made) | {
        "DeckIDs": [placed.number for placed in pile.cards],
        "CustomDeck": shown,
        "ContainedObjects": cards,
    }


def _description(game: Game, card: Card) -> str:
    kind = game.kinds.get(card.kind)
    return "\n".join(line for line in (kind.word if kind else "", card.text) if line)


def _custom(sheet: Sheet, folder: Path) -> dict[str, object]:
    return {
        "FaceURL": address(folder / sheet.faces),
        "BackURL": address(folder / sheet.back),
        "NumWidth": sheet.columns,
        "NumHeight": sheet.rows,
        "BackIsHidden": True,
        "UniqueBack": sheet.unique_backs,
        "Type": 0,
    }


def address(path: Path) -> str:
    """A file on this computer as the simulator names it: spaces stay as they are.

    >>> address(Path("/home/ann/my prints/cards-back.png"))
    'file:///home/ann/my prints/cards-back.png'
    """
    return f"file:///{path.as_posix().lstrip('/')}"


def _object(name: str, nickname: str, description: str, x: float, made: int) -> dict[str, Any]:
    """What the simulator asks of every object: face down, its head away from the players."""
    places = {"posX": x, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
    return {
        "GUID": f"{made:06x}",
        "Name": name,
        "Transform": places | {"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0},
        "Nickname": nickname,
        "Description": description,
        "GMNotes": "",
        "ColorDiffuse": {"r": 0.713235259, "g": 0.713235259, "b": 0.713235259},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": True,
        "Hands": True,
        "SidewaysCard": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def check_saved(
    data: bytes, files: Mapping[str, bytes], piles: Sequence[Pile], folder: Path
) -> None:
    """Read the saved object back: every card, and each picture that it names, is there.

    Raises :class:`ExportError` for one that is not.
    """
    found: list[tuple[str, int]] = []
    for state in json.loads(data)["ObjectStates"]:
        cards = state.get("ContainedObjects", [state])
        numbers = [card["CardID"] for card in cards]
        if state.get("DeckIDs", numbers) != numbers:
            raise ExportError(f"{state['Nickname']} has other cards than its list says")
        for card in cards:
            (sheet,) = card["CustomDeck"].values()
            if card["CardID"] % A_SHEET >= sheet["NumWidth"] * sheet["NumHeight"] - 1:
                raise ExportError(f"{card['Nickname']} lies in the hidden place of its sheet")
            for side in ("FaceURL", "BackURL"):
                name = str(sheet[side]).removeprefix(address(folder) + "/")
                if name not in files:
                    raise ExportError(f"{card['Nickname']} shows {name}, which is not there")
        found += [(card["Nickname"], card["CardID"]) for card in cards]
    due = [(placed.card.title, placed.number) for pile in piles for placed in pile.cards]
    if found != due:
        raise ExportError(f"the saved object has {len(found)} cards, not the {len(due)} it should")
