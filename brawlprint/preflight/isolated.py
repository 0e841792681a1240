"""PDFs read in a process of their own: a hostile one can break that, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from brawlprint.errors import BrawlprintError
from brawlprint.preflight.child import BROKEN, READY
from brawlprint.preflight.document import Document, Refusal

MOST_BYTES = 200_000_000
HEAD = 1024  # bytes within which a PDF says that it is one

# The package is found where this one was, and nothing in the folder that the user stands in.
_RUN = (
    "import sys; home = sys.argv[1]; sys.path.insert(0, home); import brawlprint; "
    "sys.path[:] = [*sys.path[1:], home]; "
    "from brawlprint.preflight.child import main; main()"
)


class ReaderError(BrawlprintError):
    """The process that reads can't be started at all, which is no file's fault."""


_decoder = msgspec.msgpack.Decoder(Document | Refusal)


def read_documents(paths: Sequence[Path]) -> list[Document | Refusal]:
    """Read PDFs, one after the other; each that can't be read has a refusal in its place.

    >>> read_documents([Path("no-such.pdf")])[0].code
    'missing-file'
    """
    found: dict[Path, Document | Refusal] = {
        path: refusal for path in paths if (refusal := refuse(path)) is not None
    }
    waiting = [path for path in dict.fromkeys(paths) if path not in found]
    while waiting:
        for document in _read(waiting):
            found[waiting.pop(0)] = document
        if waiting:  # the process was lost over the first of them
            message = "it can't be read: it takes too much memory or time, or breaks its reader"
            found[waiting.pop(0)] = Refusal("too-much", message, BROKEN)
    return [found[path] for path in paths]


def refuse(path: Path) -> Refusal | None:
    """Why a file isn't even opened: it isn't there, is none, is too large, or is no PDF."""
    try:
        if not path.is_file():
            what = "it is no file" if path.exists() else "there is no such file"
            return Refusal("missing-file", what, "build it first, or name another")
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(HEAD)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return Refusal("unreadable", f"it can't be read: {reason.lower()}", "see who may read it")
    if not size:
        return Refusal("empty", "the file is empty", "build it again")
    if b"%PDF-" not in head:
        return Refusal("no-pdf", "it is no PDF", "name a file that brawlprint built")
    if size > MOST_BYTES:
        most = f"files up to {MOST_BYTES // 10**6} MB can be looked at"
        return Refusal("too-large", f"it has {size / 1e6:,.0f} MB", most)
    return None


def _read(paths: Sequence[Path]) -> Iterator[Document | Refusal]:
    """The documents that one process gives, in order; fewer than there are paths if it is lost."""
    home = str(Path(__file__).resolve().parents[2])
    names = msgspec.json.encode([str(path.resolve()) for path in paths])
    with subprocess.Popen(
        [sys.executable, "-P", "-c", _RUN, home],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as child:
        assert child.stdin is not None and child.stdout is not None
        try:
            child.stdin.write(names)
            child.stdin.close()
            if child.stdout.read(len(READY)) != READY:
                raise ReaderError("the process that reads PDFs can't be started")
            while len(size := child.stdout.read(8)) == 8:
                message = child.stdout.read(int.from_bytes(size, "big"))
                yield _decoder.decode(message)
        except (BrokenPipeError, msgspec.DecodeError):
            pass
        finally:
            if child.poll() is None:
                child.kill()
