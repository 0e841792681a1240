"""A cage to run commands in, and a small workspace to spoil for each of them.

The cage forks, which Windows can't; there its tests are left out, and the run says so.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from caging import Cage
from dens import GAME, SECRET, Den, png

from brawlprint.workspace import builtin_root

VICTIM = "nobody may write here"

if not hasattr(os, "fork"):
    collect_ignore = ["test_hostile_workspaces.py"]


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
