"""A workspace as it was: its definitions at a revision, read through git.

Only files are read; nothing of them is run, and the working tree is left alone.
"""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from brawlprint.errors import RequestError
from brawlprint.workspace import Workspace

_PARTS = ("cards", "templates", "art")
# A repository's own settings must not make git run anything.
_SAFE = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=", "-c", "protocol.allow=never")


@contextmanager
def at_revision(workspace: Workspace, revision: str) -> Iterator[tuple[Workspace, Path]]:
    """The workspace with its own files as they were; and the folder in which they lie meanwhile.

    The built-in games stay as they are. Raises :class:`RequestError` where there is no git, no
    repository, or no such revision.
    """
    root = workspace.roots[0]
    commit = _git(root, revision, "rev-parse", "--verify", "--quiet", "--end-of-options",
                  f"{revision}^{{commit}}").decode().strip()  # fmt: skip
    there = _git(root, revision, "ls-tree", "--name-only", commit).decode().split("\n")
    parts = [part for part in _PARTS if part in there]
    with tempfile.TemporaryDirectory(prefix="brawlprint-") as name:
        folder = Path(name).resolve()
        if parts:
            packed = _git(root, revision, "archive", "--format=tar", commit, "--", *parts)
            _unpack(packed, folder)
        yield Workspace((folder, *workspace.roots[1:])), folder


def _git(root: Path, revision: str, *words: str) -> bytes:
    try:
        done = subprocess.run(
            ["git", *_SAFE, "-C", str(root), *words], capture_output=True, check=True, timeout=60
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


def _unpack(packed: bytes, folder: Path) -> None:
    """Write the plain files of an archive; links are left out, wherever they lead."""
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for member in archive:
            place = PurePosixPath(member.name)
            if not member.isfile() or place.is_absolute() or ".." in place.parts:
                continue
            content = archive.extractfile(member)
            assert content is not None
            target = folder.joinpath(*place.parts)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.read())
