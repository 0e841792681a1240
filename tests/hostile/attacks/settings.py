"""Settings that no printer has."""

from __future__ import annotations

from dens import Attack
from plants import Plant, write


def asked(lines: str) -> Plant:
    return write("brawlprint.toml", f"[print]\n{lines}")


SETTINGS = [
    Attack("settings of no sense", asked('paper = "1e300x1e300mm"'), 2),
    Attack("settings without number", asked("bleed = nan\nmargins = [inf, 1, 1, 1]"), 2),
    Attack("a card of nothing", asked('card-size = "0.0001x0.0001mm"'), 2),
    Attack("a profile with a path", asked('profile = "../../outside/x"'), 2, ("profile",)),
]
