"""All five games' kits, each built once a run; what reads them is that of ``tests/print``."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "input"))
sys.path.insert(0, str(Path(__file__).parents[1] / "print"))

from games import PAPERS, Build, Kit, build_kits


@pytest.fixture(scope="session")
def build_games(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Builds games with the options given; the same ones give the same kits."""
    built: dict[tuple[str, ...], dict[str, Kit]] = {}

    def run(games: str, *options: str) -> dict[str, Kit]:
        key = (games, *options)
        if key not in built:
            built[key] = build_kits(tmp_path_factory.mktemp("kits"), games.split(), *options)
        return built[key]

    return run


@pytest.fixture(scope="session", params=PAPERS)
def paper(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def kits(build_games: Build, paper: str) -> dict[str, Kit]:
    """Everything of every game, for as many players as the games themselves say."""
    return build_games("all", "--paper", paper)
