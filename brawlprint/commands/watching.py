"""``build --watch``: a build after each save, told in a line or two."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from datetime import datetime
from pathlib import Path

import click

from brawlprint.errors import BrawlprintError, DefinitionError, OutputError
from brawlprint.folding import folded

MOST_NAMED = 6
# What a save can mend; a wish that can't be granted at the start is a wrong command.
BUILDS = (DefinitionError, OutputError)

# What a manifest says of a folder: its files by their hash, and each file's faces by card.
Made = dict[str, tuple[str, dict[str, list[str]]]]


def build_after_saves(
    folder: Path, games: Sequence[str], out: Path, build: Callable[[], None]
) -> None:
    """Build now and after each save, until Ctrl-C; what is wrong is told, and the watch goes on.

    ``build`` is the whole command; after the first time, what it says is shortened to what changed.
    """
    from brawlprint.watch import Watcher

    with Watcher(folder, games) as watcher:
        _told(build, BUILDS)
        click.echo("Watching for saves; Ctrl-C ends it.")
        try:
            for changed in watcher.changes():
                click.echo(f"{datetime.now():%H:%M:%S} {_listed(changed)} saved")
                before = {game: _made(out / game) for game in games}
                with redirect_stdout(io.StringIO()):
                    good = _told(build, BrawlprintError)
                for game in games if good else ():
                    for line in _differences(before[game], _made(out / game), out / game):
                        click.echo(line)
        except KeyboardInterrupt:
            click.echo("\nThe watch has ended.")


def _told(
    build: Callable[[], None], told: type[BrawlprintError] | tuple[type[BrawlprintError], ...]
) -> bool:
    """Build; tell what stands in the way, if it is of these kinds."""
    try:
        build()
    except told as error:
        for _, line in folded(error.findings()):
            click.echo(click.style("Error: ", fg="red", bold=True) + line, err=True)
        return False
    return True


def _made(folder: Path) -> Made:
    from brawlprint.build import MANIFEST
    from brawlprint.output import read_json

    made: Made = {}
    with suppress(KeyError, TypeError):
        for entry in read_json(folder / MANIFEST)["files"]:
            faces: dict[str, list[str]] = {}
            for face in entry["faces"]:
                faces.setdefault(face["id"], []).append(face["digest"])
            made[entry["path"]] = (entry["sha256"], faces)
    return made


def _differences(before: Made, after: Made, folder: Path) -> list[str]:
    """A line for each file that isn't what it was, with the cards that changed in it."""
    from brawlprint.errors import shown

    lines = []
    for path in dict.fromkeys([*before, *after]):
        if path not in after:
            lines.append(f"  {shown(folder / path)} is no longer made")
        elif before.get(path, ("",))[0] != after[path][0]:
            old, new = before.get(path, ("", {}))[1], after[path][1]
            cards = [card for card in {**old, **new} if old.get(card) != new.get(card)]
            faces = f": {_listed(cards)}" if cards and old else ""
            lines.append(f"  {shown(folder / path)} built{faces}")
    return lines or ["  nothing that prints has changed"]


def _listed(names: Sequence[str]) -> str:
    """Names as a line tells them, not more than a few.

    >>> _listed(["deck.csv"]), _listed(list("abcdefgh"))
    ('deck.csv', 'a, b, c, d, e, f and 2 more')
    """
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
