"""``brawlprint check``: whether the deck is right, plays and will print."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from brawlprint.commands.matches import INTERRUPTED, MOST_GAMES, Meter
from brawlprint.errors import DefinitionError, RequestError, suggestion

if TYPE_CHECKING:
    from brawlprint.checks.accept import Acceptance
    from brawlprint.checks.report import Report, Wish
    from brawlprint.simulation.run import Progress
    from brawlprint.simulation.workers import Workers
    from brawlprint.workspace import Workspace

EPILOG = """\b
Layers:
  composition  every card there, as often as it should be, its text in agreement
  coverage     every word of the cards known to the rules, every rule with a card
  odds         what an opening hand holds, exactly
  balance      playouts: dead cards, how matches end, how long they take, who wins
  print        every text fits in every style; what is printed is of this deck

\b
Examples:
  brawlprint check GAME                       is it right, does it play, will it print?
  brawlprint check all                        the same for all games
  brawlprint check GAME --layer composition   only this, at once; repeatable
  brawlprint check GAME --playouts 2000       surer of its balance
  brawlprint check GAME --accept              the cards are right: expect them as they are
  brawlprint check GAME --strict --json       for a script

Exit code: 0 if the deck is right, 1 if it falls short (with --strict also for a warning), 2 for
wrong use, 130 if it was interrupted (what is known by then is told).
"""

_COPY = "which stays as it is; brawlprint new {name} --from {name} --in my-{name} makes a copy to change"


@click.command("check", epilog=EPILOG)
@click.argument("games", nargs=-1, required=True, metavar="GAME…")
@click.option("--layer", "layers", multiple=True, metavar="LAYER",
              help="Only this layer; repeatable.  [default: all]")  # fmt: skip
@click.option("--accept", "accepting", is_flag=True,
              help="First write the cards, as they are counted now, into game.toml as expected.")  # fmt: skip
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
@click.option("--playouts", type=int, default=200, show_default=True, metavar="N",
              help="Matches for each number of players.")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, metavar="S",
              help="Of the playouts: the same seed gives the same figures.")  # fmt: skip
@click.option("--jobs", type=int, metavar="J",
              help="Processes at once.  [default: one for each processor]")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path), default=Path("output"), metavar="DIR",
              help="Where DIR/GAME/ was printed to.  [default: output]")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.pass_context
def command(
    ctx: click.Context,
    games: tuple[str, ...],
    layers: tuple[str, ...],
    accepting: bool,
    strict: bool,
    playouts: int,
    seed: int,
    jobs: int | None,
    out: Path,
    as_json: bool,
) -> None:
    """Check a deck: whether it is right, plays, and will print.

    GAME is a game's name, or 'all'.
    """
    from brawlprint.checks.report import Wish, check_game
    from brawlprint.commands import check_told
    from brawlprint.workspace import Workspace

    workspace = Workspace.at(Path.cwd())
    names = workspace.named(games)
    wish = Wish(_layers(layers), _playouts(playouts), seed, out)
    crew = _Crew(jobs, playouts)
    own = _own(workspace, games, names) if accepting else []
    accepted = _accept(workspace, own)
    if accepting and not as_json:
        check_told.tell_accepted(own, accepted)
    several = len(names) > 1 or "all" in games
    reports: list[Report] = []
    for name in names:
        with crew:
            report = check_game(workspace, name, wish, crew.workers, crew.tell)
        if not as_json:
            check_told.tell(report, strict, first=not reports)
        reports.append(report)
        if report.interrupted:
            break
    if as_json:
        results = [_as_json(report, wish, strict) for report in reports]
        for result in results if accepting else ():
            told = accepted.get(result["game"])
            result["accepted"] = told.as_json() if told else None
        fine = all(report.ok(strict) for report in reports)
        document = {"command": "check", "ok": fine, "results": results} if several else results[0]
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
    elif several:
        check_told.tell_all(reports, strict)
    if reports[-1].interrupted:
        ctx.exit(INTERRUPTED)
    ctx.exit(0 if all(report.ok(strict) for report in reports) else 1)


def _layers(names: tuple[str, ...]) -> tuple[str, ...]:
    """The layers that are asked for, in their own order."""
    from brawlprint.checks.report import LAYERS

    for name in names:
        if name not in LAYERS:
            raise RequestError(f"there is no layer {name!r}; {suggestion(name, LAYERS)}")
    return tuple(layer for layer in LAYERS if not names or layer in names)


def _playouts(number: int) -> int:
    if not 1 <= number <= MOST_GAMES:
        raise RequestError(f"--playouts {number}: write a whole number from 1 to {MOST_GAMES:,}")
    return number


def _accept(workspace: Workspace, names: list[str]) -> dict[str, Acceptance]:
    """Bring up to date what the games expect: all of them, or none and an error that says why.

    One that can't be read has nothing to be counted; what is wrong with it, its report tells.
    """
    from brawlprint.checks.accept import accept, write_accepted

    accepted: dict[str, Acceptance] = {}
    for name in names:
        try:
            game = workspace.game(name)
        except DefinitionError:
            continue
        if _ships(workspace, name):
            raise RequestError(f"{name} is the game as it ships, {_COPY.format(name=name)}")
        accepted[name] = accept(game)
    write_accepted(accepted.values())
    return accepted


def _own(workspace: Workspace, words: tuple[str, ...], names: list[str]) -> list[str]:
    """The games to be accepted: those named, and of ``all`` those that don't ship."""
    if "all" not in words:
        return names
    own = [name for name in names if name in words or not _ships(workspace, name)]
    if not own:
        raise RequestError(f"every game here is as it ships, {_COPY.format(name=names[0])}")
    return own


def _ships(workspace: Workspace, name: str) -> bool:
    """Whether a game is a built-in one that stays as it is: all but in their own folder."""
    from brawlprint.workspace import builtin_root

    try:
        path = workspace.find("cards", name, "game.toml")
    except DefinitionError:
        return False
    shipped = path is not None and workspace.origin(path) == "built-in"
    return shipped and builtin_root().resolve() != Path.cwd()


class _Crew:
    """Those who play, and the line on the terminal that tells how far they are."""

    def __init__(self, jobs: int | None, playouts: int) -> None:
        from brawlprint.simulation import workers

        if jobs is not None and not 1 <= jobs <= workers.MOST_JOBS:
            raise RequestError(f"--jobs {jobs}: write a whole number from 1 to {workers.MOST_JOBS}")
        self.jobs = min(jobs or workers.usable_cpus(), playouts, workers.MOST_JOBS)
        self.meter = Meter()

    def workers(self) -> AbstractContextManager[Workers]:
        """So many processes, or this one alone."""
        from brawlprint.simulation import workers

        return workers.inline() if self.jobs == 1 else workers.processes(self.jobs)

    def tell(self, game: str, players: int, progress: Progress) -> None:
        """Show how far the matches of so many players are."""
        self.meter.what = f"{game}, {players} players: "
        self.meter.tell(progress)

    def __enter__(self) -> None:
        self.meter.__enter__()

    def __exit__(self, *error: object) -> None:
        self.meter.__exit__(*error)


def _as_json(report: Report, wish: Wish, strict: bool) -> dict[str, Any]:
    """The JSON of one game: what was counted by layer, then all findings with theirs."""
    counted: dict[str, Any] = {"composition": None}
    for layer in report.layers:
        counted[layer.name] = layer.counted.as_json() if layer.counted else None
    findings = [finding.as_json() for finding in report.refused]
    findings += [
        {"layer": layer.name, **finding.as_json()}
        for layer in report.layers
        for finding in layer.findings
    ]
    return {
        "game": report.name,
        "ok": report.ok(strict),
        "layers": list(wish.layers),
        "left_out": {each.name: each.left_out for each in report.layers if each.left_out},
        "interrupted": report.interrupted,
        **counted,
        "findings": findings,
    }
