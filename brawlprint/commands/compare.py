"""``brawlprint compare``: what a change of the deck or the rules does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
from brawlprint.errors import RequestError, shown

if TYPE_CHECKING:
    from brawlprint.simulation.changes import Changes
    from brawlprint.simulation.figures import CardUse
    from brawlprint.simulation.pairs import Difference

MOST_EDITED = 30  # cards that are told one by one

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
@house_rule("--option", "options", " to play with instead")
@house_rule("--both", "common", " on both sides")
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
    from brawlprint.simulation.changes import Changes, edited, pack_with
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
    rows = edited(*(unpack(plan.parcel).game for plan in plans))
    changes = Changes.of(both[0], both[1], result.share.pairs, rows)
    files = {save: lambda document: document}
    deliver("compare", changes.as_json(), lambda: tell(changes, other), as_json, files)
    ctx.exit(INTERRUPTED if result.interrupted else 0)


def _again(other: Path | None, options: tuple[str, ...], common: tuple[str, ...]) -> list[str]:
    words = ["--with", shown(other)] if other is not None else []
    return [*words, *repeated("--option", options), *repeated("--both", common)]


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
    _tell_edited(changes)
    _tell_cards("Use: in how many matches a card is played", changes.use)
    _tell_cards("Win share: what those who play a card win", changes.win_share)


def _tell_edited(changes: Changes) -> None:
    """The cards that the change is made of, whatever became of them: as a rule one asks for these."""
    before, after = changes.before, changes.after
    if changes.edited:
        click.echo("\nChanged: the cards whose rows differ, and in which columns")
        rows = [
            row
            for card, columns in list(changes.edited.items())[:MOST_EDITED]
            for row in _edited_rows(changes, card, columns)
        ]
        click.echo(table(["card", "", "before", "after", "difference", "95 % interval", ""], rows))
        if len(changes.edited) > MOST_EDITED:
            click.echo(f"… and {len(changes.edited) - MOST_EDITED} more; --json has them all")
    new = "New: in how many matches each is played, and what those who play it win"
    gone = "Gone: in how many matches each was played, and what those who played it won"
    for what, ids, side in ((new, changes.only_after, after), (gone, changes.only_before, before)):
        if ids:
            click.echo(f"\n{what} (on average over all cards {percent(side.card_par)})")
            rows = [_use_row(card, side.games) for card in side.cards if card.id in ids]
            click.echo(table(["card", "use", "win share", "95 % interval"], rows))


def _edited_rows(changes: Changes, card: str, columns: Sequence[str]) -> Iterator[list[str]]:
    """A card's use and win share, and below its name what was changed of it."""
    from brawlprint.simulation.pairs import Difference

    none = Difference(None, None)
    use, won = changes.use.get(card, none), changes.win_share.get(card, none)
    yield [card, *_row("use", use, percent)]
    yield [f"  {', '.join(columns)}", *_row("win share", won, percent)]


def _use_row(card: CardUse, games: int) -> list[str]:
    interval = ""
    if card.win_share is not None:
        interval = f"{percent(card.low)} to {percent(card.high)}"
    return [card.id, percent(card.played / games), percent(card.win_share), interval]


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
