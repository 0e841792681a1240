"""What attacks are made of: a small workspace to spoil, files that bite, what must be said of them.

The workspace holds the small game that ``new`` makes, ``den``. Beside it lies ``outside``, a folder
that nothing may be read from or written to.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

GAME = "den"
SECRET = "s3cr3t-of-the-house"
WRITES_A_FILE = """\
from pathlib import Path
Path(__file__).resolve().parents[1].joinpath("ran.txt").write_text("ran")
raise SystemExit("ran")
"""


@dataclass(frozen=True)
class Den:
    """The workspace, and the folder beside it that is none of its business."""

    root: Path
    outside: Path

    def path(self, name: str) -> Path:
        """A file: a template's, else one of the game's."""
        template = self.root / "templates" / name
        return template if template.exists() else self.root / "cards" / GAME / name

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace a text that must be there."""
        path = self.path(name)
        text = path.read_text("utf-8")
        assert old in text, f"{old!r} is not in {name}"
        path.write_text(text.replace(old, new, 1), "utf-8", newline="\n")

    def add(self, name: str, text: str) -> None:
        """Write at a file's end."""
        path = self.path(name)
        path.write_text(f"{path.read_text('utf-8')}\n{text}\n", "utf-8", newline="\n")

    def component(self, text: str) -> None:
        """A component more."""
        self.add("game.toml", f"[components.more]\n{text}")

    def art(self, name: str, data: bytes) -> None:
        """A picture of the first card."""
        folder = self.root / "art" / GAME
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)

    def link(self, name: str, to: Path, *, folder: bool = False) -> None:
        """Put a link in a file's place."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir() and not path.is_symlink():
            for each in sorted(path.rglob("*"), reverse=True):
                each.rmdir() if each.is_dir() else each.unlink()
            path.rmdir()
        path.unlink(missing_ok=True)
        path.symlink_to(to, target_is_directory=folder)


@dataclass(frozen=True)
class Attack:
    """What is planted; ``code`` is what ``build`` ends with, ``says`` what it says."""

    name: str
    plant: Callable[[Den], object]
    code: int
    says: tuple[str, ...] = ()


def sparse(path: Path, size: int, head: bytes = b"") -> None:
    with path.open("wb") as file:
        file.write(head)
        file.truncate(size)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, *more: bytes, rows: int | None = None) -> bytes:
    """A grey PNG of any size that it claims; ``rows`` is how many it has."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    packer = zlib.compressobj(9)
    body = b"".join(
        packer.compress(bytes(width + 1)) for _ in range(height if rows is None else rows)
    )
    data = chunk(b"IDAT", body + packer.flush())
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + data + chunk(b"IEND", b"")


def svg(inside: str, head: str = "") -> bytes:
    return (
        f'{head}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{inside}</svg>'.encode()
    )


def workbook(path: Path, part: str, data: bytes) -> None:
    """A spreadsheet of the deck, with one of its parts in another's place."""
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["no", "id", "title", "kind"])
    sheet.append([1, "jab", "Jab", "attack"])
    book.save(path)
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name, inside in (parts | {part: data}).items():
            new.writestr(name, inside)
