"""A check's report as a designer reads it: a heading for each layer, tables, and the verdict."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from brawlprint.commands.tables import table
from brawlprint.errors import Finding
from brawlprint.folding import folded

if TYPE_CHECKING:
    from brawlprint.checks.accept import Acceptance
    from brawlprint.checks.balance import Balance
    from brawlprint.checks.composition import Composition
    from brawlprint.checks.coverage import Coverage
    from brawlprint.checks.odds import HandOdds, Odds
    from brawlprint.checks.report import Fit, Layer, Report
    from brawlprint.definitions import Game
    from brawlprint.simulation.figures import Figures

MARKS = {"error": ("✗", "red"), "warning": ("!", "yellow"), "info": ("·", "cyan")}
WIDTH = 80  # what lines are wrapped to; tables stay below it where they can


def tell(report: Report, strict: bool, first: bool = True) -> None:
    """Print one game's report."""
    title = report.game.title if report.game else report.name
    click.echo(("" if first else "\n\n") + click.style(title, bold=True, underline=True))
    _tell_findings(report.refused)
    for layer in report.layers:
        assert report.game is not None
        _tell_layer(report.game, layer)
    click.echo("\n" + verdict(report, strict))


def tell_accepted(names: Sequence[str], accepted: Mapping[str, Acceptance]) -> None:
    """Print what is expected from now on, change by change."""
    for name in names:
        unread = [f"{name}: nothing is accepted of a game that can't be read"]
        click.echo("\n".join(accepted[name].lines() if name in accepted else unread))
    click.echo()


def tell_all(reports: Sequence[Report], strict: bool) -> None:
    """Print the verdicts of all games under each other."""
    rows = [
        [each.name, str(each.count("error")), str(each.count("warning")), _word(each, strict)]
        for each in reports
    ]
    click.echo("\n\n" + table(["game", "errors", "warnings", ""], rows))


def verdict(report: Report, strict: bool) -> str:
    """How it came out, in a line."""
    if report.interrupted:
        return click.style("! interrupted: this is what was known by then", fg="yellow")
    errors, warnings = report.count("error"), report.count("warning")
    counted = ", ".join(_many(n, w) for n, w in ((errors, "error"), (warnings, "warning")) if n)
    if report.ok(strict):
        good = click.style(f"✓ {_good(report)}", fg="green")
        return f"{good}; {counted}" if counted else good
    return click.style(f"✗ {counted}", fg="red")


_GOOD = {"composition": "the deck is right", "balance": "it plays", "print": "it prints"}


def _good(report: Report) -> str:
    looked = [layer.name for layer in report.layers if not layer.left_out]
    return ", ".join(_GOOD[name] for name in looked if name in _GOOD) or "no fault"


def _word(report: Report, strict: bool) -> str:
    if report.interrupted:
        return "interrupted"
    return "✓ right" if report.ok(strict) else "✗ falls short"


def _many(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _tell_layer(game: Game, layer: Layer) -> None:
    heading = click.style(layer.name.capitalize(), bold=True)
    click.echo(f"\n{heading}{': left out, ' if layer.left_out else ''}{layer.left_out}")
    if layer.counted is not None:
        for line in _LAYERS[layer.name](game, layer.counted):
            click.echo(line)
    _tell_findings(layer.findings)


def _tell_findings(findings: Sequence[Finding]) -> None:
    for finding, text in folded(findings):
        _tell_finding(finding, text)


def _tell_finding(finding: Finding, text: str) -> None:
    mark, colour = MARKS[finding.level]
    if sys.stdout.isatty():  # elsewhere a line each, to be searched
        width = max(40, shutil.get_terminal_size().columns) - 2
        lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
        text = "\n  ".join(lines)
    click.echo(f"{click.style(mark, fg=colour)} {text}")


def _wrapped(head: str, width: int, words: Sequence[str]) -> str:
    """A name, and a list beside it that goes on below itself."""
    indent = " " * (width + 2)
    text = ", ".join(words).replace(" ", "\N{NO-BREAK SPACE}").replace(",\N{NO-BREAK SPACE}", ", ")
    lines = textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent)
    return f"{head:<{width}}  {lines.strip(' ')}".replace("\N{NO-BREAK SPACE}", " ")


def _composition(game: Game, counted: Composition) -> Iterator[str]:
    benched = f", {counted.benched} benched" if counted.benched else ""
    yield f"{counted.total} cards of {counted.titles} titles{benched}"
    if counted.mapping:
        yield str(counted.mapping).replace("; ", ";\n")
    width = max(map(len, counted.counts))
    for column, counts in counted.counts.items():
        words = game.vocabulary(column)
        yield _wrapped(column, width, [f"{n} {words[word].word}" for word, n in counts.items()])


def _coverage(game: Game, counted: Coverage) -> Iterator[str]:
    known = [f"{len(words)} of {column}" for column, words in counted.words.items()]
    if known:
        each = all(cards for words in counted.words.values() for cards in words.values())
        tail = "; each has its card" if each else ""
        yield f"words known to the rules: {', '.join(known)}{tail}"
    if counted.unread:
        yield f"columns that they do not look at: {', '.join(counted.unread)}"


def _odds(game: Game, counted: Odds) -> Iterator[str]:
    for number, hand in enumerate(counted.hands):
        if number:
            yield ""
        if hand.hand == hand.deck:
            all_ = ", ".join(f"{kind.cards} {game.kinds[kind.kind].word}" for kind in hand.kinds)
            yield f"everybody starts with all {hand.deck} cards ({all_}), {_players(hand.players)}"
            continue
        yield f"opening hand of {hand.hand} out of {hand.deck} cards, {_players(hand.players)}"
        yield _hand(game, hand)


def _hand(game: Game, hand: HandOdds) -> str:
    most = max(len(kind.chances) for kind in hand.kinds) - 1
    exact = [str(n) for n in range(most)] + [f"{most} or more" if most < hand.hand else str(most)]
    rows = [
        [game.kinds[kind.kind].word, str(kind.cards), f"{kind.expected:.2f}",
         _percent(kind.at_least_one), *map(_percent, kind.chances)]
        for kind in hand.kinds
    ]  # fmt: skip
    return table(["kind", "cards", "on average", "1 or more", *exact], rows)


def _percent(chance: float) -> str:
    return f"{chance * 100:.1f} %"


def _players(numbers: Sequence[int]) -> str:
    if numbers == tuple(range(numbers[0], numbers[-1] + 1)) and len(numbers) > 1:
        return f"{numbers[0]} to {numbers[-1]} players"
    return f"{' and '.join(map(str, numbers))} players"


def _balance(game: Game, counted: Balance) -> Iterator[str]:
    if not counted.runs:
        return
    unit = counted.runs[0].unit
    many = "1 match" if counted.playouts == 1 else f"{counted.playouts:,} matches"
    yield f"{many} of brawlers for each number of players, seed {counted.seed}"
    rows = [[str(run.players), *_length(run), _seats(run), _reach(run)] for run in counted.runs]
    yield table(["players", f"{unit} (median)", "5–95 %", "wins by seat, %", "±"], rows)
    yield from _endings(counted.runs)


def _length(run: Figures) -> tuple[str, str]:
    return f"{run.length.median:g}", f"{run.length.p5}–{run.length.p95}"


def _seats(run: Figures) -> str:
    return " ".join(f"{seat.share * 100:.0f}" for seat in run.seats)


def _reach(run: Figures) -> str:
    """How far the interval of a seat's share goes to either side at most, in points."""
    reach = max(max(seat.high - seat.share, seat.share - seat.low) for seat in run.seats)
    return f"{reach * 100:.0f}"


def _endings(runs: Sequence[Figures]) -> Iterator[str]:
    """How matches ended: a column for each way, where there are several."""
    ways = list(dict.fromkeys(name for run in runs for name in run.terminations))
    if len(ways) == 1:
        yield f"all ended by {ways[0]}"
        return
    rows = [
        [
            str(run.players),
            *(f"{run.terminations.get(way, 0) / run.games * 100:.0f} %" for way in ways),
        ]
        for run in runs
    ]
    yield "\nhow they ended\n" + table(["players", *ways], rows)


def _print(game: Game, counted: Fit) -> Iterator[str]:
    if counted.fits:
        yield f"everything fits in {', '.join(counted.styles[:-1])} and {counted.styles[-1]}"


_LAYERS: dict[str, Callable[[Game, Any], Iterator[str]]] = {
    "composition": _composition,
    "coverage": _coverage,
    "odds": _odds,
    "balance": _balance,
    "print": _print,
}
