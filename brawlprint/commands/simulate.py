"""``brawlprint simulate``: a game played by the thousand, and what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from brawlprint.commands.matches import (
    INTERRUPTED,
    Wish,
    check_place,
    deliver,
    house_rule,
    match_options,
    nothing_done,
    options_told,
    percent,
    repeated,
)
from brawlprint.commands.tables import table
from brawlprint.errors import RequestError

if TYPE_CHECKING:
    from brawlprint.engine.rules import Rules
    from brawlprint.simulation.figures import CardUse, Figures

EPILOG = """\b
Examples:
  brawlprint simulate GAME                                a thousand matches
  brawlprint simulate GAME --players 4 --games 10000
  brawlprint simulate GAME --agents brawler,random        who is better, and by how much?
  brawlprint simulate GAME --option KEY=VALUE             with a house rule
  brawlprint simulate GAME --cards kind=weapon            how do these do?
  brawlprint simulate GAME --report fair.pdf              with plots

Exit code: 0, or 130 if it was interrupted (what is done is told); 1 if the rules go wrong; 2 for
wrong use.
"""

ENDS = 8  # cards at either end of the list


@click.command("simulate", epilog=EPILOG)
@click.argument("game")
@match_options
@house_rule("--option", "options", "")
@click.option("--cards", "wanted", metavar="PICK",
              help="Tell of these cards: ids, numbers or COLUMN=WORD, parted by commas, as --pick "
              "of build takes them; or all.  [default: the best and the worst]")  # fmt: skip
@click.option("--report", type=click.Path(path_type=Path), metavar="FILE.pdf",
              help="Write the figures with plots.")  # fmt: skip
@click.pass_context
def command(
    ctx: click.Context,
    /,
    options: tuple[str, ...],
    as_json: bool,
    save: Path | None,
    report: Path | None,
    wanted: str | None,
    **wish: Any,
) -> None:
    """Play many matches of GAME and tell who wins, how long they last, and which cards matter."""
    from brawlprint.engine.games import here
    from brawlprint.simulation.figures import figures
    from brawlprint.simulation.parcel import pack, unpack

    asked = Wish("simulate", **wish)
    asked.indexes  # noqa: B018 - refuses what can't be, before anything is read
    check_place(save)
    check_place(report, ".pdf")
    parcel = pack(here(), asked.game)
    plan = asked.plan(parcel, options)
    picked = _picked(wanted, unpack(parcel))
    result = asked.play([plan], repeated("--option", options))
    if result.share is None:
        nothing_done(ctx, "simulate", as_json)
    found = figures(plan, unpack(parcel), result.share.tallies[0], result)
    files = {save: _whole, report: lambda _: _drawn(found)}
    deliver("simulate", found.as_json(), lambda: tell(found, picked), as_json, files)
    ctx.exit(INTERRUPTED if result.interrupted else 0)


def _whole(document: bytes) -> bytes:
    return document


def _drawn(found: Figures) -> bytes:
    """The figures with plots, on the paper of the workspace."""
    from brawlprint.settings import choose_print
    from brawlprint.simulation.report import draw_report

    return draw_report(found, choose_print(Path.cwd(), None, None, None).paper)


def _picked(wanted: str | None, rules: Rules) -> frozenset[str] | None:
    """The ids of the cards to tell of; None if nobody has said which."""
    if wanted is None:
        return None
    if wanted.strip().casefold() == "all":
        return frozenset(title.id for title in rules.kit.titles)
    from brawlprint.picking import pick

    ids = pick(wanted, rules.game, "--cards").ids
    if not ids & {title.id for title in rules.kit.titles}:
        raise RequestError(f"--cards {wanted!r}: none of these is played as a card of its own")
    return ids


def tell(found: Figures, picked: frozenset[str] | None = None) -> None:
    """Print the tables; of cards those that are ``picked``, or else the best and the worst."""
    head = click.style(found.title, bold=True)
    rules = f", {options_told(found.options)}" if found.options else ""
    click.echo(f"{head}, {found.players} players ({', '.join(found.agents)}), seed {found.seed}"
               f"{rules}")  # fmt: skip
    rate = found.games / found.seconds if found.seconds else 0
    many = "1 match" if found.games == 1 else f"{found.games:,} matches"
    click.echo(f"{many} of {found.decisions:,} decisions in {found.seconds:.1f} s "
               f"({rate:,.0f} a second)")  # fmt: skip
    if found.interrupted:
        click.echo(click.style("Interrupted: these are the matches done so far.", fg="yellow"))
    rows = [
        [name, f"{times:,}", percent(times / found.games)]
        for name, times in found.terminations.items()
    ]
    click.echo("\n" + table(["ended by", "matches", "share"], rows))
    low, high = found.length.p5, found.length.p95
    click.echo(f"\nLength: {found.length.median:g} {found.unit} (median); "
               f"nine of ten matches take {low:,} to {high:,}")  # fmt: skip
    _tell_winners("seat", found)
    if found.by_agent:
        _tell_winners("agent", found)
    _tell_cards(found, picked)


def _tell_winners(what: str, found: Figures) -> None:
    winners = found.seats if what == "seat" else found.by_agent
    rows = [
        [str(each.name), f"{each.wins:,.1f}", percent(each.share),
         f"{percent(each.low)} to {percent(each.high)}", _edge(each.low, each.high, found.par)]
        for each in winners
    ]  # fmt: skip
    click.echo("\n" + table([what, "wins", "share", "95 % interval", ""], rows))


def _edge(low: float, high: float, par: float) -> str:
    """Whether an interval leaves out what all would have if they were alike."""
    if low <= par <= high:
        return ""
    return f"{'over' if low > par else 'under'} {percent(par)}"


def _tell_cards(found: Figures, picked: frozenset[str] | None) -> None:
    for what, cards in (
        ("Never drawn", [card for card in found.cards if not card.drawn]),
        ("Never playable", [card for card in found.cards if card.drawn and not card.playable]),
        ("Never played", [card for card in found.cards if card.playable and not card.played]),
    ):
        if cards:
            click.echo(click.style(f"\n{what}: ", fg="yellow") + ", ".join(c.id for c in cards))
    ranked = sorted(
        (card for card in found.cards
         if (card.win_share is not None if picked is None else card.id in picked)),
        key=lambda card: (-(card.win_share or 0), card.id),
    )  # fmt: skip
    if not ranked:
        return
    click.echo("\nCards by what those who played them won; winners play more, so that the average "
               f"is {percent(found.card_par)}:")  # fmt: skip
    left_out = len(ranked) - 2 * ENDS
    whole = picked is not None or left_out <= ENDS
    shown_cards = ranked if whole else [*ranked[:ENDS], *ranked[-ENDS:]]
    rows = [_card_row(card, found) for card in shown_cards]
    if not whole:
        rows.insert(ENDS, [f"… {left_out} more", "", "", "", "", ""])
    click.echo(table(["card", "drawn", "playable", "played", "win share", "95 % interval"], rows))
    if not whole:
        click.echo("--cards all shows all of them, --cards ID,ID or --cards kind=WORD just these; "
                   "--json, --save and --report have them all.")  # fmt: skip


def _card_row(card: CardUse, found: Figures) -> list[str]:
    counts = [percent(count / found.games) for count in (card.drawn, card.playable, card.played)]
    interval = ""
    if card.win_share is not None:
        interval = f"{percent(card.low)} to {percent(card.high)}"
    return [card.id, *counts, percent(card.win_share), interval]
