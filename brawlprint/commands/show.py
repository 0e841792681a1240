"""``brawlprint show``: one card, as it prints."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import click

from brawlprint.errors import OutputError, RequestError, shown, suggestion

if TYPE_CHECKING:
    from brawlprint.definitions import Game
    from brawlprint.faces.face import Face
    from brawlprint.settings import Settings
    from brawlprint.workspace import Workspace

EPILOG = """\b
Examples:
  brawlprint show GAME bar-stool                       in the terminal
  brawlprint show GAME "Bar Stool" --style ink-saver   by its title, as outlines
  brawlprint show GAME back --out back.png --dpi 600   the back, into a file

Where the terminal can't show it, the card goes to output/GAME/ID.png.
"""
DPI = 300.0


@click.command("show", epilog=EPILOG)
@click.argument("game", metavar="GAME")
@click.argument("card", metavar="CARD")
@click.option("--style", metavar="NAME", help="A style of build.  [default: colour]")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE.png",
              help="Write the card to this file.")  # fmt: skip
@click.option("--dpi", type=float, default=DPI, metavar="N", help="Pixels an inch.  [default: 300]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(
    game: str, card: str, style: str | None, out: Path | None, dpi: float, as_json: bool
) -> None:
    """Draw one card, cut at its trim: in the terminal, or as a PNG.

    CARD is a card's id or title, or 'back'.
    """
    from brawlprint.output import DEFAULT
    from brawlprint.render import LEAST_DPI, MOST_DPI, most_dpi, png, render_face
    from brawlprint.settings import Wishes, choose_print
    from brawlprint.terminal import drawn, this_terminal
    from brawlprint.workspace import Workspace

    if not LEAST_DPI <= dpi <= MOST_DPI:
        raise RequestError(f"--dpi {dpi:g} is out of range; {LEAST_DPI:g} to {MOST_DPI:g}")
    if out is not None and out.suffix.lower() != ".png":
        raise RequestError(f"--out {str(out)!r} is no PNG's name; let it end in .png")
    workspace = Workspace.at(Path.cwd())
    definition = workspace.game(game)
    settings = Wishes().settings(choose_print(Path.cwd(), style=style), definition)
    name, face = _face(workspace, definition, settings, card)
    if dpi > (most := most_dpi(face)):
        size = f"{face.width:g} × {face.height:g} mm"
        raise RequestError(f"--dpi {dpi:g} is too fine for a face of {size}; {most:.0f} at most")
    picture = render_face(face, workspace.icons, dpi)
    way = this_terminal()
    if out is None and not as_json and way != "none":
        click.echo(drawn(picture, way, shutil.get_terminal_size().columns), nl=False, color=True)
        return
    path = out or DEFAULT / game / f"{name}.png"
    _write(path, png(picture), None if out else DEFAULT)
    if as_json:
        result = {"game": game, "ok": True, "card": name, "path": path.as_posix(),
                  "style": settings.style, "pixels": list(picture.size)}  # fmt: skip
        document = {"command": "show", "ok": True, "results": [result]}
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
        return
    click.echo(f"{shown(path)} shows {name}, {picture.width} × {picture.height} pixels")


def _face(workspace: Workspace, game: Game, settings: Settings, wanted: str) -> tuple[str, Face]:
    """The first face of a card, and the card's id; raises what offers the nearest."""
    from brawlprint.components.cards import deck_back, planned
    from brawlprint.components.job import Job

    names: dict[str, None] = {}
    for name, params in game.components.items():
        if params.get("kind", name) != "cards":
            continue
        job = Job(workspace, game, name, params, settings)
        for copy in planned(job):
            if _same(wanted, copy.card.id, copy.card.title):
                return copy.card.id, copy.face()
            names[copy.card.id] = None
        if wanted == "back" and (face := deck_back(job)):
            return "back", face
    near = suggestion("-".join(wanted.split()), [*names, "back"])
    raise RequestError(f"{game.name} has no card {wanted!r}; {near}")


def _same(wanted: str, *names: str) -> bool:
    return wanted.strip().casefold() in [name.casefold() for name in names]


def _write(path: Path, data: bytes, out: Path | None) -> None:
    from brawlprint.output import write_all

    if path.is_dir():
        raise OutputError(f"{shown(path)} is a folder; name a file")
    write_all(path.parent, {path.name: data}, out)
