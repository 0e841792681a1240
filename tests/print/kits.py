"""A kit as a build wrote it, and the definitions it was built from as plain data."""

from __future__ import annotations

import csv
import json
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from reading import Page, read_pdf

from brawlprint.cli import main

ROOT = Path(__file__).parents[2]
PAPERS = ("letter", "a4")
STYLES = ("colour", "ink-saver")
ON_SHEETS = ("cards", "beer-track", "tokens", "player-aid")
COMPONENTS = (*ON_SHEETS, "rulebook")  # what this folder knows the looks of


@dataclass(frozen=True)
class Kit:
    """What a build wrote, and what it said with ``--json``."""

    folder: Path
    said: dict[str, Any]
    read: dict[str, list[Page]] = field(default_factory=dict, repr=False)

    def path(self, component: str) -> Path:
        return self.folder / f"{component}.pdf"

    def pages(self, component: str) -> list[Page]:
        """A component's pages, read once."""
        if component not in self.read:
            self.read[component] = read_pdf(self.path(component))
        return self.read[component]

    @property
    def fronts(self) -> list[Page]:
        """The fronts of a two-sided cards.pdf: every other page."""
        return self.pages("cards")[0::2]

    @property
    def backs(self) -> list[Page]:
        return self.pages("cards")[1::2]

    def listed(self, component: str) -> dict[str, Any]:
        """What the manifest says of a component's file."""
        (entry,) = (file for file in self.manifest["files"] if file["component"] == component)
        return dict(entry)

    @cached_property
    def manifest(self) -> dict[str, Any]:
        return dict(json.loads((self.folder / "manifest.json").read_text(encoding="utf-8")))


BuildKit = Callable[..., Kit]


def build_kit(out: Path, *options: str) -> Kit:
    """Build the tavern through the command line, in this process."""
    arguments = ["build", "tavern", *options, "--out", str(out), "--json"]
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return Kit(out / "tavern", json.loads(result.stdout))


def read_csv(name: str) -> list[dict[str, str]]:
    """A card list of the tavern, as a spreadsheet reads it."""
    with (ROOT / "cards/tavern" / name).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def read_template(name: str) -> dict[str, Any]:
    """A template as its file has it."""
    return tomllib.loads((ROOT / f"templates/{name}.toml").read_text(encoding="utf-8"))


def read_game() -> dict[str, Any]:
    """The tavern's game.toml as its file has it."""
    return tomllib.loads((ROOT / "cards/tavern/game.toml").read_text(encoding="utf-8"))


EVERY_COMPONENT = (*read_game()["components"], "print-plan")  # all that a whole build makes
