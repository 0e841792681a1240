"""A designer's desk for the tests of ``check``: a copy of one game to spoil, and the command."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from doing import run

ROOT = Path(__file__).parents[2]
Rows = list[dict[str, str]]


@dataclass(frozen=True)
class Desk:
    """A workspace with a game's own files; its templates and rules are the built-in ones."""

    root: Path
    game: str

    def path(self, name: str) -> Path:
        """One of the game's files."""
        return self.root / "cards" / self.game / name

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace a text that must be there."""
        text = self.path(name).read_text("utf-8")
        assert old in text, f"{old!r} is not in {name}"
        self.path(name).write_text(text.replace(old, new), "utf-8")

    def deck(self, change: Callable[[Rows], object]) -> None:
        """Change the rows of deck.csv in place."""
        path = self.path("deck.csv")
        text = io.StringIO(path.read_text("utf-8"))
        rows: Rows = list(csv.DictReader(text))
        change(rows)
        text = io.StringIO()
        writer = csv.DictWriter(text, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        path.write_text(text.getvalue(), "utf-8")

    def card(self, card_id: str, **cells: str) -> None:
        """Change cells of one card."""
        self.deck(lambda rows: _row(rows, card_id).update(cells))

    def rules(self, text: str) -> None:
        """Rules of its own."""
        path = self.root / "rules" / f"{self.game}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")

    def players(self, low: int, high: int) -> None:
        """Let only so many play, so that there is less to wait for."""
        text = self.path("game.toml").read_text("utf-8")
        (old,) = [line for line in text.splitlines() if line.startswith("players = ")]
        self.edit("game.toml", old, f"players = {{ min = {low}, max = {high}, default = {low} }}")


def _row(rows: Rows, card_id: str) -> dict[str, str]:
    (found,) = [row for row in rows if row["id"] == card_id]
    return found


def desk_of(folder: Path, game: str) -> Desk:
    """A copy of a built-in game."""
    shutil.copytree(ROOT / "cards" / game, folder / "cards" / game)
    return Desk(folder, game)


def checked(game: str, layer: str, *words: str) -> dict[str, Any]:
    """What ``check --json`` says of one layer."""
    result = run("check", game, "--layer", layer, "--jobs", "1", "--json", *words)
    assert result.stderr == ""
    document: dict[str, Any] = json.loads(result.stdout)
    assert result.exit_code == (0 if document["ok"] else 1)
    return document


def codes(document: dict[str, Any], *levels: str) -> list[str]:
    """The codes of all findings that are of one of the levels, errors and warnings by default."""
    wanted = levels or ("error", "warning")
    return [each["code"] for each in document["findings"] if each["level"] in wanted]
