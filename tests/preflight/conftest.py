"""Kits of all games, and one of them with faults planted, each read once a run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pikepdf
import pytest
from flights import ROOT, build
from planted import FAULTS, HARMLESS, Plant

from brawlprint.preflight import Report, preflight_files
from brawlprint.workspace import Workspace


@pytest.fixture(scope="session")
def throwdown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of a small game with backs and a part-filled last sheet."""
    out = tmp_path_factory.mktemp("throwdown")
    build(out, "throwdown", "--paper", "letter")
    return out / "throwdown"


@pytest.fixture(scope="session")
def planted(throwdown: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    """Each fault in a file of its own, beside the manifest of the build; all looked at at once."""
    folder = tmp_path_factory.mktemp("planted")
    plants: dict[str, tuple[str, Plant]] = {
        name: (fault.component, fault.plant) for name, fault in FAULTS.items()
    }
    paths = {}
    for name, (component, plant) in (plants | HARMLESS).items():
        paths[name] = folder / name / f"{component}.pdf"
        paths[name].parent.mkdir()
        shutil.copy(throwdown / "manifest.json", paths[name].parent)
        with pikepdf.open(throwdown / f"{component}.pdf") as pdf:
            plant(pdf)
            pdf.save(paths[name])
    reports = preflight_files(list(paths.values()), Workspace.at(ROOT))
    return dict(zip(paths, reports, strict=True))
