"""A workspace with one small game, for the tests of simulations; and how to run commands in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from click.testing import Result

from brawlprint.engine.examples import SHOVING
from brawlprint.simulation.examples import DECK, GAME

# A line of the rules at which a victim has been hit, to plant faults at.
HIT = "            victim.out = victim.breath <= 0\n"

Run = Callable[..., Result]


def workspace(folder: Path, rules: str = SHOVING, deck: str = DECK) -> Path:
    """The shoving game as a workspace's game ``duel``."""
    for name, text in {"cards/duel/game.toml": GAME, "cards/duel/deck.csv": deck,
                       "rules/duel.py": rules}.items():  # fmt: skip
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def planted(fault: str) -> str:
    """The shoving rules with a fault after the tenth turn's hit."""
    return SHOVING.replace(HIT, f"            if table.turn > 10:\n                {fault}\n{HIT}")
