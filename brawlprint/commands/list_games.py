"""``brawlprint list``: the games, what each prints, and where each part comes from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from brawlprint.errors import BrawlprintError, shown

if TYPE_CHECKING:
    from brawlprint.definitions import Game
    from brawlprint.workspace import Workspace


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(as_json: bool) -> None:
    """List the games: what each can print, and where each part comes from.

    A game that can't be read is listed with what is wrong, and the exit code is 1.
    """
    from brawlprint.workspace import Workspace

    workspace = Workspace.at(Path.cwd())
    results = [_described(workspace, name) for name in workspace.games]
    ok = all(result["ok"] for result in results)
    if as_json:
        document = {"command": "list", "ok": ok, "results": results}
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
    for number, result in enumerate(results if not as_json else ()):
        if number:
            click.echo()
        _echo(result)
    click.get_current_context().exit(0 if ok else 1)


def _described(workspace: Workspace, name: str) -> dict[str, Any]:
    """A game as JSON shows it; one that can't be read is listed with what is wrong."""
    try:
        game = workspace.game(name)
        parts = _parts(workspace, game)
    except BrawlprintError as error:
        findings = [finding.as_json() for finding in error.findings()]
        return {"game": name, "ok": False, "findings": findings, "message": str(error)}
    players = game.players
    return {
        "game": name,
        "ok": True,
        "title": game.title,
        "players": {"min": players.min, "max": players.max, "default": players.default},
        "decks": {key: len(deck) for key, deck in game.decks.items()},
        "components": list(game.components),
        "parts": parts,
    }


def _parts(workspace: Workspace, game: Game) -> list[dict[str, str]]:
    """Every file a game is read from, and whether it is built in or the user's."""
    paths = [game.path, *(deck.path for deck in game.decks.values())]
    for params in game.components.values():
        text = workspace.find("cards", game.name, str(params.get("text", "")))
        paths += [text] if text else []
    for name in dict.fromkeys(
        name for deck in game.decks.values() for name in (deck.template, deck.back) if name
    ):
        template = workspace.find("templates", f"{name}.toml")
        paths += [template] if template else []
    return [{"file": shown(path), "from": workspace.origin(path)} for path in dict.fromkeys(paths)]


def _echo(result: dict[str, Any]) -> None:
    if not result["ok"]:
        click.echo(f"{click.style(result['game'], bold=True)}  can't be read")
        click.echo(f"  {result['message']}")
        return
    players = result["players"]
    decks = ", ".join(f"{count} {name}" for name, count in result["decks"].items())
    click.echo(f"{click.style(result['game'], bold=True)}  {result['title']}")
    click.echo(f"  players  {players['min']} to {players['max']}")
    click.echo(f"  decks    {decks}")
    click.echo(f"  prints   {', '.join(result['components'])}")
    origins: dict[str, list[str]] = {}
    for part in result["parts"]:
        origins.setdefault(part["from"], []).append(part["file"].rsplit("/", 1)[-1])
    for origin, files in origins.items():
        click.echo(f"  {origin}: {', '.join(files)}")
