"""A game found by its name, for the commands that play it: definition, rules file, rulings."""

from __future__ import annotations

from pathlib import Path

from brawlprint.definitions import load_game
from brawlprint.engine.rules import Rules, load_rules
from brawlprint.errors import RequestError, suggestion

# The built-in games: beside the package in a wheel, at the root of a checkout.
_PACKAGE = Path(__file__).resolve().parent.parent
BUILT_IN = next(
    (each for each in (_PACKAGE / "builtin", _PACKAGE.parent) if (each / "rules").is_dir()),
    _PACKAGE / "builtin",
)


def folders() -> list[Path]:
    """Where games are looked for: the current folder if it holds any, then the built-in ones."""
    here = Path.cwd()
    own = [here] if any(here.glob("cards/*/game.toml")) and here != BUILT_IN else []
    return [*own, BUILT_IN]


def find(*parts: str) -> Path | None:
    """A file of a game: the user's own first, then the built-in one."""
    paths = (folder.joinpath(*parts) for folder in folders())
    return next((path for path in paths if path.is_file()), None)


def playable() -> list[str]:
    """The names of the games that have rules to be played by."""
    found = {path.stem for folder in folders() for path in folder.glob("rules/*.py")}
    return sorted(name for name in found if find("cards", name, "game.toml"))


def rules_of(name: str) -> Rules:
    """A game's rules, ready to be set up for a match; raises :class:`RequestError` for no such."""
    path = find("rules", f"{name}.py") if name in playable() else None
    if path is None:
        raise RequestError(f"there is no game {name!r} to play; {suggestion(name, playable())}")
    return load_rules(load_game(name, lambda file: find("cards", name, file)), path)
