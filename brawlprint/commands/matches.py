"""What the commands that play many matches have in common."""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click
from msgspec import Struct

from brawlprint.definitions.model import Setting
from brawlprint.errors import OutputError, RequestError, RulesError, shown

if TYPE_CHECKING:
    from brawlprint.simulation.parcel import Parcel
    from brawlprint.simulation.run import Progress, Result
    from brawlprint.simulation.shares import Plan
    from brawlprint.simulation.workers import Workers

F = TypeVar("F", bound=Callable[..., Any])

MOST_GAMES = 10_000_000
HELD = 20  # matches of a run, the first ones, that are held to the game's invariants
INTERRUPTED = 130

_OPTIONS = (
    click.option("--games", type=int, default=1000, show_default=True, metavar="N",
                 help="How many matches."),
    click.option("--players", type=int, metavar="N",
                 help="How many play.  [default: the game's own]"),
    click.option("--agents", default="brawler", show_default=True, metavar="NAMES",
                 help="Who plays: random, brawler, lookahead, lookahead:200; parted by commas. "
                 "They move on by one seat each match."),
    click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, metavar="S",
                 help="Of the whole run: the same seed gives the same figures."),
    click.option("--jobs", type=int, metavar="J",
                 help="Processes at once.  [default: one for each processor]"),
    click.option("--scheduler", metavar="ADDRESS",
                 help="Play on a dask.distributed cluster, such as tcp://192.168.0.7:8786."),
    click.option("--match", "index", type=click.IntRange(min=0), metavar="I",
                 help="Play only match number I of the run, counted from 0."),
    click.option("--json", "as_json", is_flag=True,
                 help="Print one JSON document and nothing else."),
    click.option("--save", type=click.Path(path_type=Path), metavar="FILE",
                 help="Write the figures as JSON."),
)  # fmt: skip


def match_options(command: F) -> F:
    """The options that all such commands have."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def house_rule(flag: str, name: str, what: str) -> Callable[[F], F]:
    """An option that takes house rules, as often as one likes; ``what`` says for what matches."""
    told = f"A house rule{what}; repeatable."
    return click.option(flag, name, multiple=True, metavar="KEY=VALUE", help=told)


def repeated(flag: str, values: Sequence[str]) -> list[str]:
    """An option's words as they stood on the command line.

    >>> repeated("--option", ["dry=on", "beers=3"])
    ['--option', 'dry=on', '--option', 'beers=3']
    """
    return [word for value in values for word in (flag, value)]


class Wish(Struct, frozen=True):
    """What is asked for, as it was written."""

    command: str
    game: str
    games: int
    players: int | None
    agents: str
    seed: int
    jobs: int | None
    scheduler: str | None
    index: int | None

    @property
    def indexes(self) -> range:
        """The numbers of the matches to play."""
        if not 1 <= self.games <= MOST_GAMES:
            raise RequestError(f"--games {self.games}: write a whole number from 1 to "
                               f"{MOST_GAMES:,}")  # fmt: skip
        if self.index is not None:
            if self.index >= MOST_GAMES:
                raise RequestError(f"--match {self.index}: matches are numbered up to "
                                   f"{MOST_GAMES - 1:,}")  # fmt: skip
            return range(self.index, self.index + 1)
        return range(self.games)

    def workers(self) -> AbstractContextManager[Workers]:
        """Those who play."""
        from brawlprint.simulation import workers

        if self.jobs is not None and not 1 <= self.jobs <= workers.MOST_JOBS:
            raise RequestError(f"--jobs {self.jobs}: write a whole number from 1 to "
                               f"{workers.MOST_JOBS}")  # fmt: skip
        if self.scheduler is not None:
            from brawlprint.simulation.cluster import cluster

            if self.jobs is not None:
                raise RequestError(
                    "--jobs is for this machine alone; leave it out with --scheduler"
                )
            return cluster(self.scheduler)
        jobs = min(self.jobs or workers.usable_cpus(), len(self.indexes), workers.MOST_JOBS)
        return workers.inline() if jobs == 1 else workers.processes(jobs)

    def agent_names(self, players: int) -> tuple[str, ...]:
        """The agents, known and not more than there are seats."""
        from brawlprint.engine.agents import make_agent

        names = tuple(name.strip().casefold() for name in self.agents.split(","))
        for name in names:
            make_agent(name, 0)
        if len(names) > players:
            raise RequestError(f"--agents: {len(names)} agents can't sit on {players} seats; "
                               "name fewer, or let more play")  # fmt: skip
        return names

    def plan(self, parcel: Parcel, options: Sequence[str]) -> Plan:
        """The run of one game; everything about it that can be refused is refused here."""
        from msgspec.structs import replace

        from brawlprint.simulation import patience
        from brawlprint.simulation.shares import Plan, open_plan

        if self.players is not None and self.players < 1:
            raise RequestError(f"--players {self.players}: nobody would play")
        settings = read_settings(options)
        # A match that is asked for alone is one that something was said of: it is held to them too.
        first = HELD if self.index is None else self.index + 1
        plan = Plan(parcel, self.players or 0, settings, ("random",), self.seed, patience.PATIENCE,
                    first=first)  # fmt: skip
        match = open_plan(plan).match
        return replace(
            plan,
            players=match.players,
            options={key: match.options[key] for key in map(_named, settings)},
            agents=self.agent_names(match.players),
        )

    def play(self, plans: Sequence[Plan], repeat: Sequence[str]) -> Result:
        """Play; a match that can't go on is told with the command that repeats it."""
        from brawlprint.simulation.run import MatchFault, run

        with Meter() as meter:
            try:
                with self.workers() as workers:
                    return run(plans, self.indexes, workers, meter.tell)
            except MatchFault as error:
                again = [*self.words(plans[0]), *repeat, "--match", str(error.fault.index)]
                raise RulesError(f"{error.fault.message}; this repeats it: "
                                 f"brawlprint {shlex.join(again)}") from None  # fmt: skip

    def words(self, plan: Plan) -> list[str]:
        """The command line's words that say which matches are played."""
        return [self.command, self.game, "--players", str(plan.players), "--agents", ",".join(plan.agents),
                "--seed", str(plan.seed)]  # fmt: skip


def read_settings(options: Sequence[str]) -> dict[str, Setting]:
    """``--option KEY=VALUE``, read as far as that goes without the game.

    >>> read_settings(["stun_clock=all"])
    {'stun_clock': 'all'}
    """
    settings: dict[str, Setting] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise RequestError(f"--option {option!r}: write KEY=VALUE")
        settings[key.strip()] = value
    return settings


def _named(key: str) -> str:
    return key.replace("-", "_").casefold()


def nothing_done(ctx: click.Context, command: str, as_json: bool) -> NoReturn:
    """End an interrupted command that has nothing to tell."""
    click.echo("Interrupted before a match was over.", err=True)
    if as_json:
        click.echo(json.dumps({"command": command, "games": 0, "interrupted": True}, indent=2))
    ctx.exit(INTERRUPTED)


def deliver(
    command: str,
    figures: Mapping[str, Any],
    tell: Callable[[], None],
    as_json: bool,
    files: Mapping[Path | None, Callable[[bytes], bytes]],
) -> None:
    """Tell the figures, as a document or in tables, and write the files that are asked for.

    ``files`` makes each file's content, given the document; a place that is None isn't asked for.
    """
    text = json.dumps({"command": command, **figures}, indent=2, ensure_ascii=False)
    if as_json:
        click.echo(text)
    else:
        tell()
    for path, content in files.items():
        if path is not None:
            save_file(path, content(text.encode() + b"\n"))
            if not as_json:
                click.echo(f"Written: {shown(path)}")


def check_place(path: Path | None, ending: str = "") -> None:
    """Refuse a file that can't be written before the work is done and not after it."""
    if path is None:
        return
    if ending and path.suffix.casefold() != ending:
        raise RequestError(f"{shown(path)} is no name for it; write one that ends in {ending}")
    if path.is_dir():
        raise OutputError(f"{shown(path)} is a folder; write a file's name")
    above = next(each for each in (path.parent, *path.absolute().parents) if each.exists())
    if not above.is_dir():
        raise OutputError(f"{shown(path)} can't be written: {shown(above)} is no folder")


def save_file(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all."""
    from brawlprint.output import write_all

    write_all(path.parent, {path.name: data})


class Meter:
    """Tells how far a run is, where there is a terminal to tell it on; ``what`` says which run."""

    def __init__(self, what: str = "") -> None:
        self.what = what
        self.on = sys.stderr.isatty()
        self.last = 0.0
        self.width = 0

    def __enter__(self) -> Meter:
        return self

    def __exit__(self, *_: object) -> None:
        if self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")
            sys.stderr.flush()

    def tell(self, progress: Progress) -> None:
        """Write over the last line, a few times a second."""
        now = time.monotonic()
        if not self.on or now - self.last < 0.2:
            return
        self.last = now
        line = self.what + progress_line(progress)
        sys.stderr.write("\r" + line.ljust(self.width))
        sys.stderr.flush()
        self.width = max(self.width, len(line))


def progress_line(progress: Progress) -> str:
    """A run's progress in a line.

    >>> from brawlprint.simulation.run import Progress
    >>> progress_line(Progress(done=2500, games=10_000, seconds=10.0))
    '2,500 of 10,000 matches (25 %), 250 a second, 30 s left'
    """
    done, games = progress.done, progress.games
    left = "" if progress.left is None else f", {time_told(progress.left)} left"
    rate = f"{progress.rate:,.0f}" if progress.rate >= 10 else f"{progress.rate:.2g}"
    return f"{done:,} of {games:,} matches ({done * 100 // games} %), {rate} a second{left}"


def time_told(seconds: float) -> str:
    """A time in words.

    >>> time_told(9.4), time_told(200), time_told(9000)
    ('9 s', '3 min 20 s', '2 h 30 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def percent(share: float | None) -> str:
    """A share in percent.

    >>> percent(0.12345), percent(None)
    ('12.3 %', '–')
    """
    return "–" if share is None else f"{share * 100:.1f} %"


def options_told(options: Mapping[str, Setting]) -> str:
    """House rules as they are written.

    >>> options_told({"stun_clock": "all", "dry": True})
    'stun_clock=all, dry=on'
    """
    words = {True: "on", False: "off"}
    return ", ".join(
        f"{key}={words[value] if isinstance(value, bool) else value}"
        for key, value in options.items()
    )
