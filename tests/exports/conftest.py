"""Exports, each made once a run through the command line, and read back by no code of ours."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from brawlprint.cli import main


@dataclass(frozen=True)
class Exported:
    """The folder of one export, and what the command said with ``--json``."""

    folder: Path
    said: dict[str, Any]

    def names(self, ending: str = ".png") -> list[str]:
        """The files of an ending, sorted as a file picker sorts them."""
        return sorted(path.name for path in self.folder.iterdir() if path.suffix == ending)


MakeExport = Callable[..., Exported]


@pytest.fixture(scope="session")
def export(tmp_path_factory: pytest.TempPathFactory) -> MakeExport:
    """Exports a built-in game; the same words give the same export."""
    made: dict[tuple[str, ...], Exported] = {}

    def run(game: str, profile: str, *options: str) -> Exported:
        key = (game, profile, *options)
        if key not in made:
            out = tmp_path_factory.mktemp("exports")
            arguments = ["export", game, "--for", profile, *options, "--out", str(out), "--json"]
            result = CliRunner().invoke(main, arguments, catch_exceptions=False)
            assert result.exit_code == 0, result.output
            said = json.loads(result.stdout)
            made[key] = Exported(out / game / f"export-{profile}", said)
        return made[key]

    return run
