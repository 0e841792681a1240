"""Builds and preflights through the command line, in this process."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from brawlprint.cli import main

ROOT = Path(__file__).parents[2]


def build(out: Path, *arguments: str, options: Sequence[str] = ()) -> None:
    """Build through the command line; later options win over the usual ones."""
    usual = ["--style", "colour", "--duplex", "long-edge", "--out", str(out)]
    call = ["build", *arguments, *usual, *options]
    result = CliRunner().invoke(main, call, catch_exceptions=False)
    assert result.exit_code == 0, result.output


def run_json(*arguments: str) -> tuple[int, dict[str, Any]]:
    """Preflight through the command line: its exit code and its JSON."""
    result = CliRunner().invoke(main, ["preflight", *arguments, "--json"], catch_exceptions=False)
    document: dict[str, Any] = json.loads(result.stdout)
    return result.exit_code, document
