"""``brawlprint build``: a game's PDFs."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from brawlprint.commands.sections import SectionedCommand, option
from brawlprint.commands.tables import table
from brawlprint.errors import shown

if TYPE_CHECKING:
    from brawlprint.build import Build
    from brawlprint.ink import PageInk
    from brawlprint.print_settings import PrintChoice
    from brawlprint.workspace import Workspace

EPILOG = """\b
Examples:
  brawlprint build GAME                      everything, for your paper
  brawlprint build GAME --paper a4           on A4
  brawlprint build GAME --only cards         the cards alone
  brawlprint build GAME --style mono         black only
  brawlprint build GAME --layout gutterfold  backs without a two-sided printer
  brawlprint build GAME --bleed-outside      colour past the outer edges
  brawlprint build GAME --card-size bridge   narrower cards
  brawlprint build all                       every game
  brawlprint build GAME --duplex off         fronts only, for sleeves with opaque backs
  brawlprint build GAME --watch              again after each save

The first two sections can be kept in brawlprint.toml, under [print].
"""
PAGES, CARDS, KIT, SOME = "Paper and pages", "Cards", "The kit", "Some of the cards"


@click.command("build", epilog=EPILOG, cls=SectionedCommand)
@click.argument("games", nargs=-1, required=True, metavar="GAME…")
@option(
    PAGES,
    "--paper",
    metavar="NAME",
    help="letter, a4, legal, a3, a5, pa4 (prints on A4 and on Letter), or WxHmm or WxHin.  "
    "[default: what your country uses]",
)
@option(
    PAGES,
    "--style",
    metavar="NAME",
    help="colour; ink-saver, outlines on white; or mono, black only.  [default: colour]",
)
@option(
    PAGES,
    "--duplex",
    metavar="EDGE",
    help="How your printer turns the sheet for the backs: "
    "long-edge, short-edge, or off for fronts only.  [default: long-edge]",
)
@option(
    PAGES,
    "--profile",
    metavar="NAME",
    help="Move backs as `brawlprint calibrate` measured this printer.",
)
@option(
    PAGES,
    "--layout",
    metavar="NAME",
    help="sheet; gutterfold, with fronts and backs on one side and a fold between them; or single, "
    "one card a page.  [default: sheet]",
)
@option(
    PAGES,
    "--margins",
    metavar="MM",
    help="What your printer leaves blank: one length, or top,right,bottom,left.  [default: 5]",
)
@option(
    PAGES,
    "--marks",
    metavar="NAME",
    help="crop marks; full, with hairlines where cards share a cut; or none.  [default: crop]",
)
@option(
    CARDS,
    "--card-size",
    metavar="NAME",
    help="poker, poker-eu, bridge, tarot, mini, square, or WxHmm or WxHin.  "
    "[default: the game's own]",
)
@option(
    CARDS,
    "--bleed",
    metavar="MM",
    help="Print this far past the trim, up to 3.2 mm, with gaps between cards.  "
    "[default: 0; with --layout single, 1/8in]",
)
@option(
    CARDS,
    "--bleed-outside",
    is_flag=True,
    default=None,
    help="Print the bleed only round the block; neighbours share their cuts.  [then: 3 mm]",
)
@option(
    CARDS,
    "--corners",
    metavar="MM",
    help="Mark corners of this radius, up to 6 mm, outside the cards.",
)
@option(
    KIT,
    "--players",
    type=int,
    metavar="N",
    help="For how many players the kit is.  [default: the game's own]",
)
@option(KIT, "--only", multiple=True, metavar="COMPONENT", help="Only this component; repeatable.")
@option(KIT, "--fill", is_flag=True, help="Put aid cards into the last sheet's free places.")
@option(KIT, "--copies", type=int, default=1, metavar="N", help="Whole decks.  [default: 1]")
@option(
    KIT,
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="A rule as your table plays it; repeatable.",
)
@option(
    SOME,
    "--pick",
    metavar="CARDS",
    help="Only these: ids, numbers, column=word, as uppercut,10-20,kind=weapon.",
)
@option(
    SOME,
    "--changed",
    is_flag=True,
    help="Only cards that differ from those marked --printed, else from the last whole build.",
)
@option(
    SOME,
    "--since",
    metavar="FILE|GAME|REV",
    help="Only cards that differ from an older card list, a manifest.json, a game as it ships, or a "
    "git revision.",
)
@option(SOME, "--printed", is_flag=True, help="Note that these are the cards you have on paper.")
@option(KIT, "--booklet", is_flag=True, help="Rulebooks as booklets, to fold and staple.")
@option(
    KIT,
    "--stock-thickness",
    type=float,
    default=0.30,
    metavar="MM",
    help="One card's thickness, for the tuck box.  [default: 0.30]",
)
@option(KIT, "--sleeved", is_flag=True, help="Size the tuck box for sleeved cards.")
@option(KIT, "--nudge", default="0,0", metavar="X,Y", help="Move labels X mm right, Y mm down.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("output"),
    metavar="DIR",
    help="Write to DIR/GAME/.  [default: output]",
)
@click.option("--combine", is_flag=True, help="Also write one PDF of everything, GAME.pdf.")
@click.option("--ink", is_flag=True, help="Measure each page's ink, in every style.")
@click.option("--watch", is_flag=True, help="Build again after each save, until Ctrl-C.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    games: tuple[str, ...],
    only: tuple[str, ...],
    out: Path,
    ink: bool,
    combine: bool,
    watch: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Print a game: PDFs of its cards and all else that its players need.

    GAME is a game's name, or 'all'. With 'all', what a game can't do as you ask it does its own
    way, and says so.
    """
    from brawlprint.build import make_build, write_build
    from brawlprint.print_settings import choose_print
    from brawlprint.settings import Wishes
    from brawlprint.wanted import SomeCards
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
    kit = {key: given.pop(key) for key in Wishes.__struct_fields__ if key in given}
    some = SomeCards(**{key: given.pop(key) for key in SomeCards.__struct_fields__})
    choice = choose_print(Path.cwd(), **given)
    wishes = Wishes(**kit, lenient="all" in games)
    chosen = [workspace.game(name) for name in workspace.named(games)]
    wishes.check_somebody_has(chosen)
    builds = []
    for game in chosen:
        settings = wishes.settings(choice, game)
        settings, parts = some.applied(workspace, game, settings, out / game.name, only)
        builds.append(make_build(workspace, game, settings, out, parts, combine))
    for build in builds:
        write_build(build, only, some.printed)
    inks = [_inks(workspace, build, only) if ink else [] for build in builds]
    if as_json:
        results = [_as_json(build, pages) for build, pages in zip(builds, inks, strict=True)]
        document = {"command": "build", "ok": True, "results": results}
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
        return
    for number, (build, pages) in enumerate(zip(builds, inks, strict=True)):
        if number:
            click.echo()
        _echo_files(build, wishes.players, some.printed)
        _echo_findings(build)
        if pages:
            _echo_ink(pages)
    if any(build.products for build in builds):
        _echo_advice(choice)


def _echo_findings(build: Build) -> None:
    """What is worth knowing belongs to the summary; what may be wrong is told beside it."""
    for finding in build.findings:
        if finding.level == "info":
            click.echo(f"{click.style('Note: ', bold=True)}{finding}")
        else:
            click.echo(f"{click.style('Warning: ', fg='yellow', bold=True)}{finding}", err=True)


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

    from brawlprint.commands.reprinted import cards_json
    from brawlprint.print_settings import told

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
        **told(build.settings),
        "players": build.settings.players,
        "files": files,
        "findings": [finding.as_json() for finding in build.findings],
        **cards_json(build),
        **({"ink": [asdict(page) for page in pages]} if pages else {}),
    }


def _echo_files(build: Build, asked: int | None, printed: bool) -> None:
    """What was made, for whom, how each file is printed, and what is noted as printed."""
    from brawlprint.commands.reprinted import echo_cards, echo_noted
    from brawlprint.print_settings import words

    title = click.style(build.game.title, bold=True)
    settings = build.settings
    click.echo(f"{title} for {settings.players} players, {', '.join(words(settings))}")
    if asked is not None and asked != settings.players:
        few, most = build.game.players.min, build.game.players.max
        range_ = f"{few} to {most}" if few < most else few
        click.echo(f"It is for {range_} players, so it keeps its {settings.players}.")
    rows = [
        [shown(build.path(product)), str(product.pages), product.stock, product.how]
        for product in build.products
    ]
    if rows:
        click.echo(table(["file", "pages", "print on", "how"], rows))
    echo_cards(build)
    if printed:
        echo_noted(build)


def _echo_advice(choice: PrintChoice) -> None:
    click.echo("Print at 100 % (actual size); the ruler on each page tells whether it was.")
    if choice.paper_source:
        other = "a4" if choice.paper.name == "letter" else "letter"
        click.echo(
            f"Paper: {choice.paper.title}, by {choice.paper_source}; --paper {other} changes it."
        )
