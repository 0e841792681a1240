"""A cage to run commands in, and a small workspace to spoil for each of them.

The cage forks, which Windows can't; there its tests are left out, and the run says so.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from dens import GAME, SECRET, Den, png

from brawlprint.workspace import builtin_root

ROOT = Path(__file__).resolve().parents[2]
VICTIM = "nobody may write here"

if not hasattr(os, "fork"):
    collect_ignore = ["test_hostile_workspaces.py"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not hasattr(os, "fork"):
        terminalreporter.write_line(
            "tests/hostile/test_hostile_workspaces.py was left out: this system can't fork",
            yellow=True,
        )


@dataclass(frozen=True)
class Caged:
    """What a run in the cage left: its exit code, what it said, and every file it touched."""

    code: int
    said: str
    err: str
    read: tuple[str, ...]
    wrote: tuple[str, ...]
    ran: tuple[str, ...]


class Cage:
    """The process that forks a command at a time; see ``cage.py``."""

    def __init__(self, notes: Path, home: Path) -> None:
        self.notes = notes
        neutral = {"LC_ALL": "de_DE.UTF-8", "NO_COLOR": "1", "PYTHONUTF8": "1", "HOME": str(home)}
        path = os.pathsep.join(filter(None, [str(ROOT), *sys.path]))
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("cage.py"))],
            env={**os.environ, **neutral, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(self, folder: Path, *arguments: str) -> Caged:
        assert self.process.stdin is not None and self.process.stdout is not None
        request = {"folder": str(folder), "notes": str(self.notes), "arguments": arguments}
        self.process.stdin.write(f"{json.dumps(request)}\n")
        self.process.stdin.flush()
        code = json.loads(self.process.stdout.readline())["code"]
        out, err = ((self.notes / name).read_text("utf-8", "replace") for name in ("out", "err"))
        lines = (self.notes / "touched").read_text("utf-8").splitlines()
        notes = [(what, name) for what, name in map(json.loads, lines)]
        told = {each: tuple(name for what, name in notes if what == each)
                for each in ("read", "write", "run")}  # fmt: skip
        return Caged(code, out + err, err, told["read"], told["write"], told["run"])

    def close(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()


@pytest.fixture(scope="session")
def cage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cage]:
    """The cage of all tests."""
    cage = Cage(tmp_path_factory.mktemp("notes"), tmp_path_factory.mktemp("home"))
    yield cage
    cage.close()


@pytest.fixture(scope="session")
def plain(cage: Cage, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace that does no harm, and what lies outside it."""
    folder = tmp_path_factory.mktemp("plain")
    assert cage.run(folder, "new", GAME, "--in", "ws").code == 0
    shutil.copy(builtin_root() / "templates/icons.toml", folder / "ws/templates")
    outside = folder / "outside"
    shutil.copytree(folder / "ws/cards/den", outside)
    for path in [*(folder / "ws/templates").iterdir(), builtin_root() / "templates/base.toml"]:
        shutil.copy(path, outside)
    (outside / "den").mkdir()
    for path in (outside / "jab.png", outside / "den/jab.png"):
        path.write_bytes(png(300, 300))
    (outside / "secret.txt").write_text(SECRET, "utf-8")
    (outside / "victim.txt").write_text(VICTIM, "utf-8")
    return folder


@pytest.fixture
def den(plain: Path, tmp_path: Path) -> Den:
    """A fresh copy to spoil."""
    shutil.copytree(plain, tmp_path / "den")
    return Den(tmp_path / "den/ws", tmp_path / "den/outside")
