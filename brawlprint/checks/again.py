"""The command that prints a file again as it was printed, by what its manifest says of it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from brawlprint.definitions import Game
from brawlprint.errors import BrawlprintError, printable
from brawlprint.output import DEFAULT
from brawlprint.preflight.expected import Built
from brawlprint.print_settings import told
from brawlprint.settings import Settings
from brawlprint.sheets.furniture import Marks

AS_BEFORE = ", with the same options as before"


class _Beside(Struct, frozen=True):
    """What a manifest has beside :class:`Built`."""

    marks: Marks = "crop"
    corners: float = 0.0
    back_offset: tuple[float, float, float] = (0.0, 0.0, 0.0)


def print_again(game: Game, entry: Mapping[str, Any], usual: Settings, out: Path) -> str:
    """How a manifest's file is built anew; ``usual`` is what a build without options would have.

    Options that differ from it are named; where one can't be, it is said that they were there.
    """
    component = entry.get("component")
    words = ["--only", str(component)] if component in game.components else []
    try:
        options = list(_options(game, entry["settings"], usual))
    except (BrawlprintError, KeyError, TypeError, ValueError, AttributeError):
        options, rest = [], AS_BEFORE
    else:
        rest = ""
    return build_again(game, out, [*words, *options]) + rest


def build_again(game: Game, out: Path, options: Sequence[str] = ()) -> str:
    """The command that builds a game into its folder in ``out``."""
    place = ["--out", str(out)] if out != DEFAULT else []
    return printable(shlex.join(["brawlprint", "build", game.name, *options, *place]))


def _options(game: Game, written: Mapping[str, Any], usual: Settings) -> Iterator[str]:
    """The options that differ from the usual; raises ValueError for what no option gives."""
    settings = msgspec.convert(written, Built).settings(game)
    if settings is None:
        raise ValueError("no build of it can have had these")
    # The bleed that it has if nobody says: the layout's.
    like = replace(usual, layout=settings.layout, bleed_outside=settings.bleed_outside)
    before: dict[str, Any] = {**told(like), **_told(like), "layout": usual.layout}
    before |= {"bleed_outside": usual.bleed_outside, "back_offset": usual.back_offset}
    now: dict[str, Any] = {**told(settings), **_told(settings)}
    now |= asdict(msgspec.convert(written, _Beside, strict=False))
    for key, value in now.items():
        if value == before[key]:
            continue
        name = f"--{key.replace('_', '-')}"
        if value is None or key == "back_offset" or value is False:
            raise ValueError(f"there is no option for {key}")
        if value is True:
            yield name
        elif key == "options":
            for option, chosen in settings.options.items():
                if chosen != usual.options.get(option):
                    yield from ("--option", f"{option}={_as_typed(chosen)}")
        else:
            several = isinstance(value, list | tuple)
            yield from (name, ",".join(map(_as_typed, value)) if several else _as_typed(value))


def _told(settings: Settings) -> dict[str, object]:
    """The settings that are the kit's own, by the name of their option."""
    names = (
        "players",
        "fill",
        "copies",
        "booklet",
        "sleeved",
        "stock_thickness",
        "nudge",
        "options",
    )
    return {name: getattr(settings, name) for name in names}


def _as_typed(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)
