"""What tests of every folder do: run the command line in this process, and edit a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from brawlprint.cli import main


def run(*words: str, **more: Any) -> Result:
    """The command line; what it doesn't catch comes through. ``more`` is for click's runner."""
    return CliRunner().invoke(main, words, catch_exceptions=False, **more)


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text that must be there, once."""
    text = path.read_text("utf-8")
    assert old in text, f"{old!r} is not in {path}"
    path.write_text(text.replace(old, new, 1), "utf-8")
