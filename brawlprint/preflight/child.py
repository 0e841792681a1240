"""The process that reads: paths come in, a message for each goes out; it may be lost at any time."""

from __future__ import annotations

import faulthandler
import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import msgspec

from brawlprint.preflight.document import Document, Refusal

MEMORY = 1_500_000_000  # bytes of address space; a card PDF takes a fifth of that
MOST_TOLD = 60_000_000  # bytes of what is read; of a deck of 91 cards it is two million
READY = b"ready"  # what it says first
PATIENCE = 60.0  # seconds a file
BROKEN = "open it in a viewer; if it shows there, save it anew, else build it again"


def main() -> None:
    """Read the paths on standard input (JSON); write length and message of each in turn."""
    _limit_memory()
    import_module("brawlprint.preflight.reader")
    sys.stdout.buffer.write(READY)
    sys.stdout.buffer.flush()
    with Path(os.devnull).open("wb") as nowhere:
        for path in msgspec.json.decode(sys.stdin.buffer.read(), type=list[str]):
            # However deep a library is caught, the watch ends the process.
            faulthandler.dump_traceback_later(PATIENCE, exit=True, file=nowhere)
            message = msgspec.msgpack.encode(_read(Path(path)))
            if len(message) > MOST_TOLD:
                refusal = Refusal("too-much", "it shows more than any print would", BROKEN)
                message = msgspec.msgpack.encode(refusal)
            faulthandler.cancel_dump_traceback_later()
            sys.stdout.buffer.write(len(message).to_bytes(8, "big") + message)
            sys.stdout.buffer.flush()


def _read(path: Path) -> Document | Refusal:
    from brawlprint.preflight.reader import UnreadableError, read_document

    try:
        return read_document(path)
    except UnreadableError as error:
        return error.refusal
    except MemoryError:
        return Refusal("too-much", "it takes more memory to read than any print would", BROKEN)
    except Exception as error:  # a broken file breaks its reader in any way there is
        reason = " ".join(str(error).split())[:100]
        return Refusal("broken", f"it can't be read: {reason or type(error).__name__}", BROKEN)


def _limit_memory() -> None:
    """Where the system can: a file that unpacks without end hits this, and not the machine."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
