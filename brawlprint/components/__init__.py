"""What a game's kit is made of beside its rules: one module for each kind of component.

``[components.NAME]`` in ``game.toml`` names a kind and its parameters. A kind is a module of this
package with ``make(job)``, listed here; it takes its numbers from the parameters and knows no
game.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from brawlprint.components.job import Job, Product

# kind -> its module; imported when a game has one, since some need heavy libraries.
KINDS = {
    "cards": "cards",
    "track": "track",
    "tokens": "tokens",
    "tuck-box": "tuck_box",
    "dice": "dice",
    "aid": "aid",
    "rulebook": "rulebook",
    "mat": "mat",
    "score-sheet": "score_sheet",
    "table": "table",
    "targets": "targets",
    "deck-map": "deck_map",
    "stickers": "stickers",
}


def maker(kind: str) -> Callable[[Job], Product | None]:
    """The function that makes components of a kind; None is one that this build has no need of."""
    module = import_module(f"brawlprint.components.{KINDS[kind]}")
    make: Callable[[Job], Product | None] = module.make
    return make


__all__ = ["KINDS", "Job", "Product", "maker"]
