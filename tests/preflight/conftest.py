"""Kits of all games, and one of them with faults planted, each read once a run."""

from __future__ import annotations

from pathlib import Path

import pytest
from flights import build, flown
from planted import FAULTS, HARMLESS, Plant

from brawlprint.preflight import Report


@pytest.fixture(scope="session")
def throwdown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of a small game with backs and a part-filled last sheet."""
    out = tmp_path_factory.mktemp("throwdown")
    build(out, "throwdown", "--paper", "letter")
    return out / "throwdown"


@pytest.fixture(scope="session")
def planted(throwdown: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    """Each fault in a file of its own, beside the manifest of the build; all looked at at once."""
    plants: dict[str, tuple[Path, Plant]] = {
        name: (throwdown / f"{fault.component}.pdf", fault.plant) for name, fault in FAULTS.items()
    }
    plants |= {name: (throwdown / f"{file}.pdf", plant) for name, (file, plant) in HARMLESS.items()}
    return flown(plants, tmp_path_factory.mktemp("planted"))
