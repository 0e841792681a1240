"""A game found by its name, for the commands that play it."""

from __future__ import annotations

from pathlib import Path

from brawlprint.engine.rules import Rules, load_rules
from brawlprint.errors import RequestError, suggestion
from brawlprint.workspace import Workspace


def here() -> Workspace:
    """The workspace of the current folder."""
    return Workspace.at(Path.cwd())


def playable(workspace: Workspace) -> list[str]:
    """The names of the games that have rules to be played by."""
    return [name for name in workspace.games if workspace.find("rules", f"{name}.py")]


def rules_file(workspace: Workspace, name: str) -> Path:
    """Where a game's rules file lies.

    Raises :class:`RequestError` for a game there is not, or that has no rules file.
    """
    path = workspace.find("rules", f"{name}.py")
    if path is None or name not in workspace.games:
        known = suggestion(name, playable(workspace))
        raise RequestError(f"there is no game {name!r} to play; {known}")
    return path


def rules_of(workspace: Workspace, name: str) -> Rules:
    """A game's rules, ready to be set up for a match; raises as :func:`rules_file` does."""
    path = rules_file(workspace, name)
    return load_rules(workspace.game(name), path)
