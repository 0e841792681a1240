"""What a game is made of: ``game.toml`` and its card lists, read into frozen, checked types."""

from brawlprint.definitions.game_file import load_game
from brawlprint.definitions.model import (
    Card,
    Column,
    Deck,
    DeckSpec,
    Effect,
    Game,
    OptionSpec,
    Players,
    Term,
)

__all__ = [
    "Card",
    "Column",
    "Deck",
    "DeckSpec",
    "Effect",
    "Game",
    "OptionSpec",
    "Players",
    "Term",
    "load_game",
]
