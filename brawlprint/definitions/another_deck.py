"""Another card list tried in the place of one of a game's own."""

from __future__ import annotations

from pathlib import Path

from brawlprint.definitions.deck_file import read_rows
from brawlprint.definitions.model import Game
from brawlprint.errors import RequestError, sheet_guessed, shown


def deck_replaced(game: Game, path: Path) -> str:
    """The file of a game whose place another card list takes: the deck it has most cards of.

    Raises :class:`RequestError` for a list that has none of the game's cards.
    """
    rows = read_rows(path)
    _, header = next(rows, (1, []))
    if "id" not in header:
        told = f"; {guessed}" if (guessed := sheet_guessed(path)) else ""
        raise RequestError(f"{shown(path)} is no deck of {game.title}: it has no column 'id'{told}")
    place = header.index("id")
    ids = {cells[place] for _, cells in rows if len(cells) > place}
    common = {
        name: len(ids & {card.id for card in deck.titles}) for name, deck in game.decks.items()
    }
    name = max(common, key=lambda each: common[each])
    deck = game.decks[name]
    if not common[name]:
        raise RequestError(f"{shown(path)} is no deck of {game.title}: it has none of its cards, "
                           f"which {shown(deck.path)} lists")  # fmt: skip
    return deck.path.name
