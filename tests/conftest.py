"""What all tests share: a workspace to break, and the command line, in this process or its own."""

from __future__ import annotations

import csv
import gc
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from browsers import find_browser
from click.testing import CliRunner

from brawlprint.cli import main

pytest.register_assert_rewrite("faults")
# Looked through for doctests, several conftest.py of one name would get in each other's way.
collect_ignore_glob = ["*conftest.py"]

ROOT = Path(__file__).parent.parent
MOST_WORKERS = 4  # each builds the kits that its tests share, and takes half a gigabyte

# Builds make many objects and few that refer to each other in a circle: looking for those after
# every 700 new ones, as Python does unasked, would take a tenth of the whole time.
gc.set_threshold(50_000, 20, 20)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """The whole of the tests are run by a process a core; a part that is picked, by this one."""
    places = {config.invocation_params.dir / place for place in config.args}
    picked = config.option.keyword or config.option.markexpr or config.option.collectonly
    if picked or ROOT / "tests" not in places:
        return 0
    affinity = getattr(os, "sched_getaffinity", None)  # not on every system
    cores = len(affinity(0)) if affinity else os.cpu_count() or 1
    return min(cores, MOST_WORKERS) if cores > 1 else 0


# Tests that need what a system may lack, and what that is; the conftest.py beside them has it so.
LEFT_OUT = {
    "tests/preview/test_page.py": (
        find_browser() is None,
        "it needs Chromium or Chrome (on Debian: apt install chromium), and there is none here",
    ),
    "tests/hostile/test_hostile_workspaces.py": (
        not hasattr(os, "fork"),
        "this system can't fork",
    ),
}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for name, (lacking, why) in LEFT_OUT.items():
        if lacking:
            terminalreporter.write_line(f"{name} was left out: {why}", yellow=True)


@dataclass(frozen=True)
class Pub:
    """A workspace of one game, ``pub``: the tavern's files under names that nothing built-in has.

    So a file that is taken away is missing, and none of the built-in ones stands in for it.
    """

    root: Path

    def path(self, name: str) -> Path:
        """A file by its short name: a template's (``house.toml``), else one of the game's."""
        template = self.root / "templates" / name
        return template if template.exists() else self.root / "cards" / "pub" / name

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace a text that must be there."""
        path = self.path(name)
        text = path.read_bytes().decode()
        assert old in text, f"{old!r} is not in {name}"
        path.write_bytes(text.replace(old, new, 1).encode())

    def deck(self) -> list[dict[str, str]]:
        """The rows of deck.csv."""
        text = self.path("deck.csv").read_bytes().decode()
        return list(csv.DictReader(io.StringIO(text, newline="")))

    def write_deck(self, rows: list[dict[str, str]], **dialect: Any) -> None:
        """Write deck.csv anew."""
        text = io.StringIO()
        writer = csv.DictWriter(text, rows[0], **{"lineterminator": "\n", **dialect})
        writer.writeheader()
        writer.writerows(rows)
        self.path("deck.csv").write_bytes(text.getvalue().encode())

    def set(self, row: int, **cells: str) -> None:
        """Change cells of one row of deck.csv, numbered as a spreadsheet does."""
        rows = self.deck()
        assert rows[row - 2].keys() >= cells.keys()
        rows[row - 2] |= cells
        self.write_deck(rows)

    def only(self, *cards: Mapping[str, str]) -> None:
        """A deck of these cards, each like Uppercut but for what is given."""
        like = next(row for row in self.deck() if row["id"] == "uppercut")
        numbered = [{"no": str(no), "id": f"card-{no}"} for no in range(1, len(cards) + 1)]
        self.write_deck(
            [like | own | dict(card) for own, card in zip(numbered, cards, strict=True)]
        )

    def tree(self) -> dict[str, bytes | None]:
        """Everything that lies in the workspace; None for a folder."""
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes() if path.is_file() else None
            for path in self.root.rglob("*")
        }


@dataclass(frozen=True)
class Result:
    """What a run of the command left."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Standard output as the one JSON document that it is."""
        document: dict[str, Any] = json.loads(self.out)
        return document


Run = Callable[..., Result]


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pub:
    """A fresh :class:`Pub`, the current folder, with no user's settings beside it."""
    pub = Pub(tmp_path / "workspace")
    shutil.copytree(ROOT / "cards/tavern", pub.root / "cards/pub")
    (pub.root / "templates").mkdir()
    renamed = {"base": "base", "tavern": "house", "tavern-back": "house-back", "icons": "icons"}
    for old, new in renamed.items():
        shutil.copy(ROOT / f"templates/{old}.toml", pub.root / f"templates/{new}.toml")
    pub.edit("game.toml", 'template = "tavern"', 'template = "house"')
    pub.edit("game.toml", 'back = "tavern-back"', 'back = "house-back"')
    monkeypatch.chdir(pub.root)
    neutral = {"LC_ALL": "de_DE.UTF-8", "NO_COLOR": "1", "HOME": str(tmp_path)}
    for key, value in neutral.items():
        monkeypatch.setenv(key, value)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return pub


@pytest.fixture
def run(workspace: Pub) -> Run:
    """The command line in this process, in the workspace; what it doesn't catch comes through."""

    def call(*args: str) -> Result:
        result = CliRunner().invoke(main, args, catch_exceptions=False)
        return Result(result.exit_code, result.stdout, result.stderr)

    return call


@pytest.fixture
def spawn(workspace: Pub) -> Run:
    """The command line as a process of its own, in the workspace."""

    def call(*args: str, **environment: str) -> Result:
        done = subprocess.run(
            [sys.executable, "-m", "brawlprint", *args],
            cwd=workspace.root,
            env=os.environ | {"PYTHONUTF8": "1"} | environment,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        return Result(done.returncode, done.stdout, done.stderr)

    return call
