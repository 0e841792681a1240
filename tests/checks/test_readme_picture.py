"""The README's picture of ``check`` is real output, and docs/check.md knows every code."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from desk import ROOT
from doing import run
from PIL import Image

from brawlprint.checks.lifeless import NEVER


def test_the_picture_shows_what_check_says(tmp_path: Path, monkeypatch) -> None:
    """The picture holds its text too, and the text is what the command says now."""
    monkeypatch.chdir(tmp_path)
    with Image.open(ROOT / "docs/pictures/check.png") as picture:
        command, *lines = picture.text["Description"].split("\n")
    assert command == "$ brawlprint check wrestling"
    result = run(*command.split()[2:])
    assert result.exit_code == 0
    assert result.output == "\n".join(lines) + "\n"
    assert max(map(len, lines)) <= 80
    assert "](docs/pictures/check.png)" in (ROOT / "README.md").read_text("utf-8")


def test_the_findings_of_the_readme_are_real(desk: Callable) -> None:
    """Those of them that need no thousand matches."""
    tavern = desk("tavern")
    run("build", "tavern", "--only", "cards")
    tavern.card("backstab", strength="+2")
    readme = (ROOT / "README.md").read_text("utf-8")
    for layer in ("composition", "print"):
        told = run("check", "tavern", "--layer", layer).output.splitlines()
        (line,) = [each for each in told if each.startswith(("✗ cards", "! "))]
        assert line in readme.splitlines()


def test_every_code_is_in_the_docs() -> None:
    told = set(re.findall(r"`([a-z-]+)`", (ROOT / "docs/check.md").read_text("utf-8")))
    told |= {code.replace("COLUMN", "kind") for code in ("count-COLUMN", "unknown-COLUMN")}
    sources = [path.read_text("utf-8") for path in (ROOT / "brawlprint/checks").glob("*.py")]
    used = {code for text in sources for code in re.findall(r'Finding\(\s*"([a-z-]+)"', text)}
    assert {"total", "no-rules", "endless", "no-print"} <= used
    others = {*NEVER, "missing-print", "other-print", "older-print", "manifest", "rules-fault"}
    assert (used | others) - told == set()
