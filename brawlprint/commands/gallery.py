"""``brawlprint gallery``: a deck at a glance."""

from __future__ import annotations

import json
from pathlib import Path

import click

from brawlprint.errors import shown


@click.command("gallery")
@click.argument("games", nargs=-1, required=True, metavar="GAME…")
@click.option("--style", metavar="NAME", help="colour, ink-saver or mono.  [default: colour]")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("output"),
    metavar="DIR",
    help="Write to DIR/GAME/.  [default: output]",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(games: tuple[str, ...], style: str | None, out: Path, as_json: bool) -> None:
    """Draw a contact sheet of all faces: gallery.png and gallery.pdf.

    GAME is a game's name, or 'all'.
    """
    from brawlprint.gallery import draw_gallery
    from brawlprint.output import write_all
    from brawlprint.settings import Wishes, choose_print
    from brawlprint.workspace import Workspace

    workspace = Workspace.at(Path.cwd())
    choice = choose_print(Path.cwd(), style=style)
    results = []
    for name in workspace.named(games):
        game = workspace.game(name)
        gallery = draw_gallery(workspace, game, Wishes().settings(choice, game))
        folder = out / name
        write_all(folder, {"gallery.pdf": gallery.pdf, "gallery.png": gallery.png}, out)
        paths = [(folder / file).as_posix() for file in ("gallery.pdf", "gallery.png")]
        results.append({"game": name, "ok": True, "faces": gallery.faces, "files": paths})
        if not as_json:
            click.echo(f"{shown(folder / 'gallery.png')} and .pdf show {gallery.faces} faces")
    if as_json:
        document = {"command": "gallery", "ok": True, "results": results}
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
