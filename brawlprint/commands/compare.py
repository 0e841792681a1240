"""``brawlprint compare``: what a change of the deck or the rules does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from brawlprint.commands.matches import (
    INTERRUPTED,
    Wish,
    check_place,
    match_options,
    nothing_done,
    options_told,
    percent,
    save_file,
)
from brawlprint.commands.tables import table
from brawlprint.errors import RequestError, shown

if TYPE_CHECKING:
    from brawlprint.simulation.changes import Changes
    from brawlprint.simulation.pairs import Difference

EPILOG = """\b
Examples:
  brawlprint compare GAME --with new.csv          another card list in place of deck.csv
  brawlprint compare GAME --option KEY=VALUE      a house rule against none
  brawlprint compare GAME --with new.csv --games 10000 --players 4

Every match is played twice with the same seed, without the change and with it. A difference counts
as real only if luck alone would hardly make it; among many cards that asks for more.

Exit code: 0 whatever differs; 130 if it was interrupted; 1 if a deck or the rules fall short; 2
for wrong use.
"""


@click.command("compare", epilog=EPILOG)
@click.argument("game")
@click.option("--with", "other", metavar="DECK.csv",
              type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="A card list to play with instead; .csv or .xlsx.")  # fmt: skip
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE",
              help="A house rule to play with instead; repeatable.")  # fmt: skip
@click.option("--both", "common", multiple=True, metavar="KEY=VALUE",
              help="A house rule on both sides; repeatable.")  # fmt: skip
@match_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    other: Path | None,
    options: tuple[str, ...],
    common: tuple[str, ...],
    as_json: bool,
    save: Path | None,
    **wish: Any,
) -> None:
    """Play the same matches of GAME without a change and with it, and tell what differs."""
    from brawlprint.engine.games import here
    from brawlprint.simulation.changes import Changes, pack_with
    from brawlprint.simulation.figures import figures
    from brawlprint.simulation.parcel import definition, pack, unpack

    asked = Wish("compare", **wish)
    asked.indexes  # noqa: B018 - refuses what can't be, before anything is read
    if other is None and not options:
        raise RequestError("say what to compare with: --with DECK.csv or --option KEY=VALUE")
    check_place(save)
    before = pack(here(), asked.game)
    after = before
    if other is not None:
        after = pack_with(here(), asked.game, definition(before), other)
    plans = [asked.plan(before, common), asked.plan(after, (*common, *options))]
    result = asked.play(plans, _again(other, options, common))
    if result.share is None or result.share.pairs is None:
        nothing_done(ctx, "compare", as_json)
    both = [
        figures(plan, unpack(plan.parcel), tally, result)
        for plan, tally in zip(plans, result.share.tallies, strict=True)
    ]
    changes = Changes.of(both[0], both[1], result.share.pairs)
    document = {"command": "compare", **changes.as_json()}
    text = json.dumps(document, indent=2, ensure_ascii=False)
    if as_json:
        click.echo(text)
    else:
        tell(changes, other)
    if save is not None:
        save_file(save, text.encode() + b"\n")
        if not as_json:
            click.echo(f"\nWritten: {shown(save)}")
    ctx.exit(INTERRUPTED if result.interrupted else 0)


def _again(other: Path | None, options: tuple[str, ...], common: tuple[str, ...]) -> list[str]:
    words = ["--with", shown(other)] if other is not None else []
    words += [word for option in options for word in ("--option", option)]
    return words + [word for option in common for word in ("--both", option)]


def tell(changes: Changes, other: Path | None) -> None:
    """Print what differs, and what to think of it."""
    before, after = changes.before, changes.after
    change = [shown(other)] if other is not None else []
    if after.options != before.options:
        change.append(options_told(after.options))
    click.echo(f"{click.style(before.title, bold=True)} before and with {' and '.join(change)}: "
               f"{before.players} players ({', '.join(before.agents)}), seed {before.seed}")  # fmt: skip
    many = "1 match" if before.games == 1 else f"{before.games:,} matches"
    click.echo(f"{many}, each played both ways, in {before.seconds:.1f} s")
    if before.interrupted:
        click.echo(click.style("Interrupted: these are the matches done so far.", fg="yellow"))
    rows = [_row(f"mean length, {changes.unit}", changes.length, _number)]
    rows += [_row(f"seat {seat}", each, percent) for seat, each in enumerate(changes.seats, 1)]
    click.echo("\n" + table(["", "before", "after", "difference", "95 % interval", ""], rows))
    _tell_ends(changes)
    _tell_cards("Use: in how many matches a card is played", changes.use)
    _tell_cards("Win share: what those who play a card win", changes.win_share)
    if changes.only_before:
        click.echo(f"\nGone: {', '.join(changes.only_before)}")
    _tell_new(changes)


def _tell_new(changes: Changes) -> None:
    """The cards that are there after the change alone, with what came of them."""
    after = changes.after
    new = [card for card in after.cards if card.id in changes.only_after]
    if not new:
        return
    rows = [
        [card.id, percent(card.played / after.games), percent(card.win_share),
         "" if card.win_share is None else f"{percent(card.low)} to {percent(card.high)}"]
        for card in new
    ]  # fmt: skip
    click.echo("\nNew: in how many matches each is played, and what those who play it win (on "
               f"average over all cards {percent(after.card_par)})")  # fmt: skip
    click.echo(table(["card", "use", "win share", "95 % interval"], rows))


def _tell_ends(changes: Changes) -> None:
    before, after = changes.before, changes.after
    names = dict.fromkeys([*before.terminations, *after.terminations])
    rows = [
        [name, *(percent(side.terminations.get(name, 0) / side.games) for side in (before, after))]
        for name in names
    ]
    click.echo("\n" + table(["ended by", "before", "after"], rows))


def _tell_cards(what: str, cards: dict[str, Difference]) -> None:
    """The cards that differ for certain; of the others only how many they are."""
    real = {card: each for card, each in cards.items() if each.clear}
    click.echo(f"\n{what}")
    if real:
        ranked = sorted(real.items(), key=lambda each: -abs(each[1].difference or 0))
        rows = [_row(card, each, percent) for card, each in ranked]
        click.echo(table(["card", "before", "after", "difference", "95 % interval", ""], rows))
    others = [each.verdict for card, each in cards.items() if card not in real]
    told = [
        f"{others.count(verdict)} {words}"
        for verdict, words in (
            ("noise", "differ by no more than luck would make them (noise)"),
            ("the same", "the same"),
            ("too few to tell", "too seldom otherwise to tell"),
            ("nothing to compare", "never played on one side"),
        )
        if others.count(verdict)
    ]
    if told:
        click.echo(f"{'Others' if real else 'Cards'}: {', '.join(told)}.")


def _row(name: str, each: Difference, told: Callable[[float | None], str]) -> list[str]:
    interval = ""
    if each.interval is not None:
        low, high = (_signed(bound, told) for bound in each.interval)
        interval = f"{low} to {high}"
    change = "–" if each.difference is None else _signed(each.difference, told)
    return [name, told(each.before), told(each.after), change, interval, each.verdict]


def _signed(number: float, told: Callable[[float | None], str]) -> str:
    """A difference with its sign; one of shares is in points.

    >>> _signed(-0.031, percent), _signed(0.5, _number)
    ('−3.1 pt', '+0.50')
    """
    return f"{'−' if number < 0 else '+'}{told(abs(number)).replace('%', 'pt')}"


def _number(number: float | None) -> str:
    return "–" if number is None else f"{number:,.2f}"
