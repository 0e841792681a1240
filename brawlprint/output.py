"""Files written whole or not at all, into the folder that was named and no other.

What lies there already may be anybody's: a link in a file's place is replaced, never followed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import Any

from brawlprint.errors import OutputError, shown

ELSEWHERE = "choose another place with --out"
DEFAULT = Path("output")  # where is written if nothing else is said
MOST_JSON = 64_000_000  # bytes; ten times what 25,000 cards take


def write_all(
    folder: Path, files: Mapping[str, bytes], out: Path | None = None, remedy: str = ELSEWHERE
) -> None:
    """Write files into a folder, made if need be: all of them, or none and an error that says why.

    A file's name may lead through folders that are there already.
    Each is first written beside its place under another name; only when all are there do they take
    their places, so that a full disk or a file held open leaves the old ones as they were. ``out`` is
    the place that was named, if the folder lies below it: no link may lead on from there. ``remedy``
    is what to do, or how things stand, where they can't be written.
    """
    try:
        if out is not None:
            refuse_links(folder, out)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            f"the folder {shown(folder)} can't be made: {_why(error, remedy)}"
        ) from None
    waiting: dict[Path, Path] = {}
    try:
        for name, data in files.items():
            target = folder / name
            if target.is_dir():
                raise OutputError(
                    f"{shown(target)} is a folder, so no file of that name can be written"
                )
            partial = target.with_name(f".{target.name}.part")
            waiting[partial] = target
            try:
                if partial.is_symlink() or (partial.exists() and not partial.is_dir()):
                    partial.unlink()
                partial.write_bytes(data)
                if target.is_file() and not target.is_symlink():
                    _refuse_if_held(target)
            except OSError as error:
                raise OutputError(
                    f"{shown(target)} can't be written: {_why(error, remedy)}"
                ) from None
        _take_places(waiting, remedy)
    finally:
        for partial in waiting:
            if partial.is_symlink() or not partial.is_dir():
                partial.unlink(missing_ok=True)


def refuse_links(folder: Path, out: Path) -> None:
    """Refuse links on the way from the place that was named to where is written.

    They would lead what is written to where nobody asked for it: a workspace may be anybody's.
    """
    places = [*takewhile(lambda place: place != out, (folder, *folder.parents))]
    for place in [*places, *([out] if out == DEFAULT else [])]:
        if place.is_symlink():
            raise OutputError(
                f"{shown(place)} is a link to {shown(place.resolve())}; "
                "name the folder itself with --out"
            )


def read_json(path: Path) -> Any:
    """What an earlier run noted in a JSON file; None where there is nothing that can be read."""
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > MOST_JSON:
            return None
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None


def _take_places(waiting: Mapping[Path, Path], remedy: str) -> None:
    """Let new files take the places of the old ones; if one can't, all old ones come back.

    One alone does so in a single step: there is no moment in which nothing is there.
    """
    if len(waiting) == 1:
        [(partial, target)] = waiting.items()
        _take_place(partial, target, target, remedy)
        return
    aside: dict[Path, Path] = {}
    new: list[Path] = []
    try:
        for partial, target in waiting.items():
            if target.exists() or target.is_symlink():
                old = target.with_name(f".{target.name}.old")
                aside[target] = _take_place(target, old, target, remedy)
            new.append(_take_place(partial, target, target, remedy))
    except BaseException:
        for target in new:
            target.unlink(missing_ok=True)
        for target, old in aside.items():
            old.replace(target)
        raise
    for old in aside.values():
        with suppress(OSError):
            old.unlink()


def _take_place(file: Path, place: Path, target: Path, remedy: str) -> Path:
    """Give a file another name, whatever has that now; a failure is told of ``target``."""
    try:
        return file.replace(place)
    except OSError as error:
        raise OutputError(f"{shown(target)} can't be replaced: {_why(error, remedy)}") from None


def _refuse_if_held(target: Path) -> None:
    """Raise OSError if another program holds the file, as viewers on Windows do."""
    with target.open("ab"):
        pass


def _why(error: OSError, remedy: str) -> str:
    if isinstance(error, PermissionError) and os.name == "nt":
        return "another program has it open; close its viewer and build again"
    reason = (error.strerror or str(error)).lower()
    return f"{reason}; {remedy}"
