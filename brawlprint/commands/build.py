"""``brawlprint build``: a game's PDFs."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from brawlprint.commands.tables import table
from brawlprint.errors import shown

if TYPE_CHECKING:
    from brawlprint.build import Build
    from brawlprint.errors import Finding
    from brawlprint.ink import PageInk
    from brawlprint.settings import PrintChoice
    from brawlprint.workspace import Workspace

EPILOG = """\b
Examples:
  brawlprint build GAME                    everything, for your paper
  brawlprint build GAME --paper a4         on A4
  brawlprint build GAME --only cards       the cards alone
  brawlprint build GAME --style ink-saver  outlines, little ink
  brawlprint build all                     every game
  brawlprint build GAME --duplex off       fronts only, for sleeves with opaque backs
  brawlprint build GAME --watch            again after each save

Paper, style and duplex can be kept in brawlprint.toml, under [print].
"""


@click.command("build", epilog=EPILOG)
@click.argument("games", nargs=-1, required=True, metavar="GAME…")
@click.option("--paper", metavar="NAME", help="letter or a4.  [default: what your country uses]")
@click.option("--style", metavar="NAME", help="colour or ink-saver.  [default: colour]")
@click.option(
    "--duplex",
    metavar="EDGE",
    help="How your printer turns the sheet for the backs: "
    "long-edge, short-edge, or off for fronts only.  [default: long-edge]",
)
@click.option(
    "--players",
    type=int,
    metavar="N",
    help="For how many players the kit is.  [default: the game's own]",
)
@click.option("--only", multiple=True, metavar="COMPONENT", help="Only this component; repeatable.")
@click.option("--fill", is_flag=True, help="Put aid cards into the last sheet's free places.")
@click.option("--copies", type=int, default=1, metavar="N", help="Whole decks.  [default: 1]")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="A rule as your table plays it; repeatable.",
)
@click.option("--booklet", is_flag=True, help="Rulebooks as booklets, to fold and staple.")
@click.option(
    "--stock-thickness",
    type=float,
    default=0.30,
    metavar="MM",
    help="One card's thickness, for the tuck box.  [default: 0.30]",
)
@click.option("--sleeved", is_flag=True, help="Size the tuck box for sleeved cards.")
@click.option("--nudge", default="0,0", metavar="X,Y", help="Move labels X mm right, Y mm down.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("output"),
    metavar="DIR",
    help="Write to DIR/GAME/.  [default: output]",
)
@click.option("--ink", is_flag=True, help="Measure each page's ink, in every style.")
@click.option("--watch", is_flag=True, help="Build again after each save, until Ctrl-C.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.pass_context
def command(
    ctx: click.Context,
    games: tuple[str, ...],
    paper: str | None,
    style: str | None,
    duplex: str | None,
    players: int | None,
    only: tuple[str, ...],
    fill: bool,
    copies: int,
    options: tuple[str, ...],
    booklet: bool,
    stock_thickness: float,
    sleeved: bool,
    nudge: str,
    out: Path,
    ink: bool,
    watch: bool,
    as_json: bool,
) -> None:
    """Print a game: PDFs of its cards and all else that its players need.

    GAME is a game's name, or 'all'. With 'all', what a game can't do as you ask it does its own
    way, and says so.
    """
    from brawlprint.build import make_build, write_build
    from brawlprint.settings import Wishes, choose_print
    from brawlprint.workspace import Workspace

    workspace = Workspace.at(Path.cwd())
    if watch:
        from brawlprint.commands.watching import build_after_saves

        if as_json:
            raise click.UsageError(
                "--watch goes on, and --json is one document; leave one out", ctx
            )
        once = partial(ctx.invoke, command, **ctx.params | {"watch": False})
        build_after_saves(Path.cwd(), workspace.named(games), out, once)
        return
    choice = choose_print(Path.cwd(), paper, style, duplex)
    everything = "all" in games
    wishes = Wishes(
        players=players,
        fill=fill,
        copies=copies,
        options=options,
        booklet=booklet,
        stock_thickness=stock_thickness,
        sleeved=sleeved,
        nudge=nudge,
        lenient=everything,
    )
    chosen = [workspace.game(name) for name in workspace.named(games)]
    wishes.check_somebody_has(chosen)
    builds = [
        make_build(workspace, game, wishes.settings(choice, game), out, only) for game in chosen
    ]
    for build in builds:
        write_build(build, only)
    inks = [_inks(workspace, build, only) if ink else [] for build in builds]
    if as_json:
        results = [_as_json(build, pages) for build, pages in zip(builds, inks, strict=True)]
        document = {"command": "build", "ok": True, "results": results}
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
        return
    for number, (build, pages) in enumerate(zip(builds, inks, strict=True)):
        if number:
            click.echo()
        _echo_files(build, players)
        _echo_findings(build)
        if pages:
            _echo_ink(pages)
    _echo_advice(choice)


def _echo_findings(build: Build) -> None:
    """What is worth knowing belongs to the summary; what may be wrong is told beside it."""
    for finding in _findings(build):
        if finding.level == "info":
            click.echo(f"{click.style('Note: ', bold=True)}{finding}")
        else:
            click.echo(f"{click.style('Warning: ', fg='yellow', bold=True)}{finding}", err=True)


def _findings(build: Build) -> list[Finding]:
    return [finding for product in build.products for finding in product.findings]


def _inks(workspace: Workspace, build: Build, only: tuple[str, ...]) -> list[PageInk]:
    """The ink of every page in every style; the build's own is measured as it was written."""
    from msgspec.structs import replace

    from brawlprint.build import make_products
    from brawlprint.faces.template import STYLES
    from brawlprint.ink import compare_ink

    own = build.settings.style
    return compare_ink(
        {
            style: build.products
            if style == own
            else make_products(workspace, build.game, replace(build.settings, style=style), only)
            for style in STYLES
        }
    )


def _echo_ink(pages: list[PageInk]) -> None:
    styles = list(pages[0].shares)
    rows = [
        [page.component, str(page.page), *(f"{share:6.1%}" for share in page.shares.values())]
        for page in pages
    ]
    click.echo()
    click.echo(table(["ink, share of the cut area", "page", *styles], rows))


def _as_json(build: Build, pages: list[PageInk]) -> dict[str, object]:
    from msgspec.structs import asdict

    files = [
        {
            "component": product.component,
            "path": build.path(product).as_posix(),
            "pages": product.pages,
            "sides": product.sides,
            "stock": product.stock,
        }
        for product in build.products
    ]
    return {
        "game": build.game.name,
        "ok": True,
        "paper": build.settings.paper.name,
        "style": build.settings.style,
        "players": build.settings.players,
        "files": files,
        "findings": [finding.as_json() for finding in _findings(build)],
        **({"ink": [asdict(page) for page in pages]} if pages else {}),
    }


def _echo_files(build: Build, asked: int | None) -> None:
    """What was made, for whom, and how each file is printed."""
    title = click.style(build.game.title, bold=True)
    settings = build.settings
    click.echo(f"{title} for {settings.players} players, {settings.paper.title}, {settings.style}")
    if asked is not None and asked != settings.players:
        few, most = build.game.players.min, build.game.players.max
        range_ = f"{few} to {most}" if few < most else few
        click.echo(f"It is for {range_} players, so it keeps its {settings.players}.")
    rows = [
        [shown(build.path(product)), str(product.pages), product.stock, product.how]
        for product in build.products
    ]
    click.echo(table(["file", "pages", "print on", "how"], rows))


def _echo_advice(choice: PrintChoice) -> None:
    click.echo("Print at 100 % (actual size); the ruler on each page tells whether it was.")
    if choice.paper_source:
        other = "a4" if choice.paper.name == "letter" else "letter"
        click.echo(
            f"Paper: {choice.paper.title}, by {choice.paper_source}; --paper {other} changes it."
        )
