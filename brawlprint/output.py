"""Files written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from brawlprint.errors import OutputError, shown


def write_all(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, made if need be: all of them, or none and an error that says why.

    Each is first written beside its place under another name; only when all are there do they take
    their places, so that a full disk or a file held open leaves the old ones as they were.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"the folder {shown(folder)} can't be made: {_why(error)}") from None
    waiting: dict[Path, Path] = {}
    try:
        for name, data in files.items():
            target = folder / name
            if target.is_dir():
                raise OutputError(
                    f"{shown(target)} is a folder, so no file of that name can be written"
                )
            partial = folder / f".{name}.part"
            waiting[partial] = target
            try:
                partial.write_bytes(data)
                if target.exists():
                    _refuse_if_held(target)
            except OSError as error:
                raise OutputError(f"{shown(target)} can't be written: {_why(error)}") from None
        _take_places(waiting)
    finally:
        for partial in waiting:
            if not partial.is_dir():
                partial.unlink(missing_ok=True)


def _take_places(waiting: Mapping[Path, Path]) -> None:
    """Let new files take the places of the old ones; if one can't, all old ones come back."""
    aside: dict[Path, Path] = {}
    new: list[Path] = []
    try:
        for partial, target in waiting.items():
            try:
                if target.exists():
                    aside[target] = target.replace(target.with_name(f".{target.name}.old"))
                new.append(partial.replace(target))
            except OSError as error:
                raise OutputError(f"{shown(target)} can't be replaced: {_why(error)}") from None
    except BaseException:
        for target in new:
            target.unlink(missing_ok=True)
        for target, old in aside.items():
            old.replace(target)
        raise
    for old in aside.values():
        with suppress(OSError):
            old.unlink()


def _refuse_if_held(target: Path) -> None:
    """Raise OSError if another program holds the file, as viewers on Windows do."""
    with target.open("ab"):
        pass


def _why(error: OSError) -> str:
    if isinstance(error, PermissionError) and os.name == "nt":
        return "another program has it open; close its viewer and build again"
    reason = (error.strerror or str(error)).lower()
    return f"{reason}; choose another place with --out"
