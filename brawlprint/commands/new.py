"""``brawlprint new``: a game of one's own, in a folder that builds at once."""

from __future__ import annotations

import json
from pathlib import Path

import click

from brawlprint.errors import shown

EPILOG = """\b
Examples:
  brawlprint new harbour-brawl                  a small game to make your own
  brawlprint new harbour-brawl --from GAME      a copy of another game, under its new name
  brawlprint new GAME --from GAME               its own files, to change or to add to
  brawlprint new third-game --in my-games       into a folder that you have
"""


@click.command("new", epilog=EPILOG)
@click.argument("name", metavar="NAME")
@click.option("--from", "source", metavar="GAME", help="Copy this game instead of the starter.")
@click.option(
    "--in",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Make it in this folder.  [default: this one if it holds games of yours, else NAME]",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(name: str, source: str | None, folder: Path | None, as_json: bool) -> None:
    """Make a game of your own: card list, templates, rules and all, ready to build.

    NAME is lower-case letters, digits and hyphens.
    """
    from brawlprint.new_game import make_game
    from brawlprint.workspace import Workspace

    workspace = Workspace.at(Path.cwd())
    own = len(workspace.roots) > 1
    made = make_game(workspace, name, source, folder or (Path() if own else Path(name)))
    if as_json:
        files = [path.as_posix() for path in made.files]
        result = {"game": name, "ok": True, "folder": made.folder.as_posix(), "files": files}
        click.echo(json.dumps({"command": "new", "ok": True, "results": [result]}, indent=2))
        return
    click.echo(f"{click.style(name, bold=True)} is made in {shown(made.folder)}:")
    for path in made.files:
        click.echo(f"  {shown(path)}")
    enter = "" if made.folder.resolve() == Path.cwd() else f"cd {made.folder} && "
    click.echo(f"\nNow: {enter}brawlprint build {name}")
