"""A workspace as it was: its definitions at a revision, read through git.

Only files are read; nothing of them is run, and the working tree is left alone.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PureWindowsPath
from typing import NamedTuple

from brawlprint.errors import RequestError
from brawlprint.workspace import Workspace

_PARTS = ("cards", "templates", "art")
MOST_FILES, MOST_BYTES = 5_000, 256_000_000  # of a workspace; what it takes is kept in memory
# A repository's own settings must not make git run anything, nor fetch anything. Nothing that
# filters what it gives is asked for: no archive, no working tree.
_SAFE = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=", "-c", "safe.bareRepository=explicit",
         "-c", "core.alternateRefsCommand=", "--no-replace-objects", "--no-pager")  # fmt: skip
_QUIET = {
    "GIT_ALLOW_PROTOCOL": "none",  # unlike protocol.allow, it is not overridden by what is more exact
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
}


@contextmanager
def at_revision(workspace: Workspace, revision: str) -> Iterator[tuple[Workspace, Path]]:
    """The workspace with its own files as they were; and the folder in which they lie meanwhile.

    The built-in games stay as they are. Raises :class:`RequestError` where there is no git, no
    repository, or no such revision, or where it holds more than a workspace would.
    """
    root = workspace.roots[0]
    commit = _git(root, revision, "rev-parse", "--verify", "--quiet", "--end-of-options",
                  f"{revision}^{{commit}}").decode().strip()  # fmt: skip
    listed = _git(root, revision, "ls-tree", "-r", "-z", "-l", commit, "--", *_PARTS)
    files = dict(_plain_files(listed))
    if len(files) > MOST_FILES or sum(files.values()) > MOST_BYTES:
        most = f"{MOST_FILES:,} files or {MOST_BYTES // 10**6} MB"
        raise RequestError(f"--since {revision!r} holds over {most}, which is no workspace's")
    with tempfile.TemporaryDirectory(prefix="brawlprint-") as name:
        folder = Path(name).resolve()
        wanted = "\n".join(entry.blob for entry in files)
        packed = _git(root, revision, "cat-file", "--batch", given=wanted.encode())
        try:
            _unpack(packed, list(files), folder)
        except (OSError, ValueError):  # "missing" in place of a size; a name that can't be
            problem = f"--since {revision!r} can't be taken whole from the repository"
            raise RequestError(f"{problem}; fetch what it lacks") from None
        yield Workspace((folder, *workspace.roots[1:])), folder


class _Entry(NamedTuple):
    """A file of a revision: the name of its content, and its place."""

    blob: str
    place: str


def _git(root: Path, revision: str, *words: str, given: bytes = b"") -> bytes:
    try:
        done = subprocess.run(
            ["git", *_SAFE, "-C", str(root), *words],
            input=given,
            env={**os.environ, **_QUIET},
            capture_output=True,
            check=True,
            timeout=60,
        )
    except FileNotFoundError:
        raise RequestError(
            f"--since {revision} is no file here, and git is not installed"
        ) from None
    except subprocess.TimeoutExpired:
        raise RequestError(f"--since {revision}: git has not answered for a minute") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip().splitlines()
        why = f" ({said[0].removeprefix('fatal: ')})" if said else ""
        raise RequestError(
            f"--since {revision!r} is no file here, and no revision that git knows{why}; "
            "name a card list, a manifest.json, or a revision such as HEAD~1"
        ) from None
    return done.stdout


def _plain_files(listed: bytes) -> Iterator[tuple[_Entry, int]]:
    """The plain files of a listing, with their sizes; links are left out, wherever they lead.

    So are names that would lead out of a folder, on any system.
    """
    for line in listed.split(b"\0"):
        facts, _, place = line.decode(errors="replace").partition("\t")
        mode, sort, blob, size = (facts.split() or [""] * 4)[:4]
        parts = PureWindowsPath(place).parts
        if sort != "blob" or not mode.startswith("100") or not size.isdecimal():
            continue
        if ".." not in parts and not any(":" in part for part in parts) and place[:1] not in "/\\":
            yield _Entry(blob, place), int(size)


def _unpack(packed: bytes, entries: Sequence[_Entry], folder: Path) -> None:
    """Write the contents that git gives one after the other, each after a line that tells its size."""
    start = 0
    for entry in entries:
        end = packed.index(b"\n", start)
        size = int(packed[start:end].rpartition(b" ")[2])
        target = folder / entry.place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(packed[end + 1 : end + 1 + size])
        start = end + size + 2
