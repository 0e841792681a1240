"""``brawlprint export``: a game's cards for a card shop or a table simulator."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from brawlprint.errors import shown

if TYPE_CHECKING:
    from brawlprint.exports.run import Made

EPILOG = """\b
Examples:
  brawlprint export GAME --for png                     one picture a face
  brawlprint export GAME --for png --dpi 600 --bleed 3
  brawlprint export GAME --for makeplayingcards        822 × 1122 pixels, a picture a card
  brawlprint export GAME --for thegamecrafter          825 × 1125 pixels
  brawlprint export GAME --for drivethrucards          one PDF for the press, in CMYK
  brawlprint export GAME --for tabletop-simulator      sheets and a saved object

docs/exports.md tells what each gives, and how to upload it.
"""


@click.command("export", epilog=EPILOG)
@click.argument("games", nargs=-1, required=True, metavar="GAME…")
@click.option(
    "--for",
    "names",
    multiple=True,
    required=True,
    metavar="NAME",
    help="png, makeplayingcards, thegamecrafter, drivethrucards or tabletop-simulator; repeatable.",
)
@click.option("--style", metavar="NAME", help="colour, ink-saver or mono.  [default: colour]")
@click.option("--card-size", metavar="NAME", help="As for build.  [default: the game's own]")
@click.option("--pick", metavar="CARDS", help="Only these, as uppercut,10-20,kind=weapon.")
@click.option(
    "--players",
    type=int,
    metavar="N",
    help="For how many players the cards are.  [default: the game's own]",
)
@click.option("--copies", type=int, default=1, metavar="N", help="Whole decks.  [default: 1]")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="A rule as your table plays it; repeatable.",
)
@click.option("--only", multiple=True, metavar="COMPONENT", help="Only this component; repeatable.")
@click.option("--dpi", type=int, metavar="N", help="Dots per inch, for png.  [default: 300]")
@click.option("--bleed", type=float, metavar="MM", help="Bleed, for png.  [default: 0]")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("output"),
    metavar="DIR",
    help="Write to DIR/GAME/export-NAME/.  [default: output]",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(
    games: tuple[str, ...],
    names: tuple[str, ...],
    style: str | None,
    card_size: str | None,
    pick: str | None,
    players: int | None,
    copies: int,
    options: tuple[str, ...],
    only: tuple[str, ...],
    dpi: int | None,
    bleed: float | None,
    out: Path,
    as_json: bool,
) -> None:
    """Make a game's cards ready for a card shop or a table simulator.

    GAME is a game's name, or 'all'. Each export is read back and checked before it is written.
    """
    from brawlprint.exports.profiles import find_profile
    from brawlprint.exports.run import Wanted, make_exports, write_exports
    from brawlprint.settings import Wishes, choose_print
    from brawlprint.wanted import SomeCards
    from brawlprint.workspace import Workspace

    workspace = Workspace.at(Path.cwd())
    choice = choose_print(Path.cwd(), style=style, card_size=card_size)
    some = SomeCards(pick=pick)
    profiles = [find_profile(name) for name in dict.fromkeys(names)]
    wanted = Wanted(profiles, only, dpi, bleed)
    wanted.check()
    wishes = Wishes(players=players, copies=copies, options=options, lenient="all" in games)
    chosen = [workspace.game(name) for name in workspace.named(games)]
    wishes.check_somebody_has(chosen)
    made = []
    for game in chosen:
        settings, _ = some.applied(
            workspace, game, wishes.settings(choice, game), out / game.name, ()
        )
        made.append(make_exports(workspace, game, settings, wanted, out))
    for each in made:
        write_exports(each)
    if as_json:
        results = [_as_json(each) for each in made]
        document = {"command": "export", "ok": True, "results": results}
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
        return
    for number, each in enumerate(made):
        if number:
            click.echo()
        _echo(each)


def _as_json(made: Made) -> dict[str, object]:
    exports = [
        {
            "for": export.profile.name,
            "folder": made.place(export).as_posix(),
            "cards": export.cards,
            "files": [(made.place(export) / name).as_posix() for name in export.files],
        }
        for export in made.exports
    ]
    return {
        "game": made.game.name,
        "ok": True,
        "exports": exports,
        "left_out": list(made.left_out),
        "findings": [finding.as_json() for finding in made.findings],
    }


def _echo(made: Made) -> None:
    """What was made, what to do with it, and what is not in it."""
    click.echo(click.style(made.game.title, bold=True))
    for export in made.exports:
        click.echo(f"For {export.profile.title}, in {shown(made.place(export))}/:")
        for note in export.notes:
            click.echo(f"  {note}")
        click.echo(f"  {export.profile.how}")
    if made.left_out:
        click.echo(f"Not cards, so left out: {', '.join(made.left_out)}")
    for finding in made.findings:
        click.echo(f"{click.style('Warning: ', fg='yellow', bold=True)}{finding}", err=True)
