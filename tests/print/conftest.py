"""Kits, each built once a run through the command line, and what they were built from."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from kits import (
    PAPERS,
    ROOT,
    STYLES,
    BuildKit,
    Kit,
    build_kit,
    read_csv,
    read_game,
    read_template,
)


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> BuildKit:
    """Builds the tavern with the options given; the same ones give the same kit."""
    built: dict[tuple[str, ...], Kit] = {}

    def run(*options: str) -> Kit:
        if options not in built:
            built[options] = build_kit(tmp_path_factory.mktemp("kit"), *options)
        return built[options]

    return run


@pytest.fixture(scope="session", params=PAPERS)
def paper(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session", params=STYLES)
def style(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def kit(build: BuildKit, paper: str, style: str) -> Kit:
    """The kit as most people build it: each paper, each style, backs for the long edge."""
    return build("--paper", paper, "--style", style, "--duplex", "long-edge")


@pytest.fixture(scope="session")
def letter_kit(build: BuildKit) -> Kit:
    return build("--paper", "letter", "--style", "colour", "--duplex", "long-edge")


@pytest.fixture(scope="session")
def cards() -> list[dict[str, str]]:
    """The deck: 91 cards, one copy each."""
    return read_csv("deck.csv")


@pytest.fixture(scope="session")
def aid_cards() -> list[dict[str, str]]:
    return read_csv("aid.csv")


@pytest.fixture(scope="session")
def game() -> dict[str, Any]:
    return read_game()


@pytest.fixture(scope="session")
def elements() -> dict[str, Any]:
    """The elements of the tavern's face."""
    found: dict[str, Any] = read_template("tavern")["element"]
    return found


@pytest.fixture
def own_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own with the tavern in it, and the run standing there."""
    shutil.copytree(ROOT / "cards/tavern", tmp_path / "cards/tavern")
    shutil.copytree(ROOT / "templates", tmp_path / "templates")
    monkeypatch.chdir(tmp_path)
    return tmp_path
