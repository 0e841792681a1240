"""The game of the engine's own examples, packed up: for the examples of this package."""

from __future__ import annotations

from brawlprint.engine.examples import SHOVING
from brawlprint.simulation.parcel import File, Parcel
from brawlprint.simulation.shares import Plan

GAME = """
title = "Shoving"
players = { min = 2, max = 4, default = 2 }
components = {}

[kinds.attack]
word = "Attack"

[options.move_limit]
default = 100

[decks.cards]
file = "deck.csv"
template = "none"
"""
DECK = """no,id,title,copies,kind
1,jab,Jab,8,attack
2,hook,Hook,4,attack
"""


def shoving(deck: str = DECK, rules: str = SHOVING) -> Parcel:
    """The shoving game, perhaps with another deck or other rules."""
    files = {"game.toml": File("game.toml", GAME), "deck.csv": File("deck.csv", deck)}
    return Parcel("shoving", files, File("shoving.py", rules))


def plan(parcel: Parcel | None = None, players: int = 2, seed: int = 1) -> Plan:
    """Matches of the shoving game, played at random."""
    return Plan(parcel or shoving(), players, {}, ("random",), seed)
