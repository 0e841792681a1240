"""Builds and preflights through the command line, in this process."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pikepdf
from click.testing import CliRunner
from planted import Fault

from brawlprint.cli import main
from brawlprint.preflight import Report, preflight_files
from brawlprint.workspace import Workspace

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


def flown(
    plants: Mapping[str, tuple[Path, Callable[[pikepdf.Pdf], None]]], folder: Path
) -> dict[str, Report]:
    """Reports by name, each on a copy of a file with something planted, beside its manifest."""
    paths = {}
    for name, (source, plant) in plants.items():
        paths[name] = folder / name / source.name
        paths[name].parent.mkdir()
        shutil.copy(source.parent / "manifest.json", paths[name].parent)
        with pikepdf.open(source) as pdf:
            plant(pdf)
            pdf.save(paths[name])
    reports = preflight_files(list(paths.values()), Workspace.at(ROOT))
    return dict(zip(paths, reports, strict=True))


def assert_found_alone(fault: Fault, report: Report) -> None:
    """The fault is the one finding, and that names page and place."""
    told = "\n".join(map(str, report.findings))
    assert len(report.findings) == 1, told or "nothing found"
    (finding,) = report.findings
    assert (finding.code, finding.where.row) == (fault.code, fault.page), told
    assert (finding.where.column or "").startswith(fault.place or ""), told
    assert (finding.where.column is None) == (fault.place is None), told
    assert fault.words in finding.message, told
    assert finding.remedy
    assert finding.level == "error"
    assert not report.ok
