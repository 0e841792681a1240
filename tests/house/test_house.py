"""The house's own rules, held by tests: linter, types, words that don't belong."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from brawlprint.cli import main

ROOT = Path(__file__).resolve().parents[2]


def run_tool(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "arguments",
    [("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",)],
    ids=["lint", "format", "types"],
)
def test_tool_has_nothing_to_say(arguments):
    result = run_tool(*arguments)
    assert result.returncode == 0, result.stdout + result.stderr


def test_modules_stay_small():
    lengths = {
        path.relative_to(ROOT): len(path.read_text(encoding="utf-8").splitlines())
        for path in (ROOT / "brawlprint").rglob("*.py")
    }
    assert lengths and max(lengths.values()) <= 400, max(lengths.items(), key=lambda item: item[1])


def test_readme_links_and_pictures_exist():
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links {target}"


def test_every_option_is_told_in_the_help(run):
    shown = run("build", "--help").out
    for option in (
        "--paper",
        "--style",
        "--duplex",
        "--players",
        "--only",
        "--fill",
        "--copies",
        "--option",
        "--booklet",
        "--stock-thickness",
        "--sleeved",
        "--nudge",
        "--out",
        "--ink",
        "--watch",
        "--json",
    ):
        assert option in shown


def test_readme_shows_what_build_prints(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = CliRunner().invoke(main, ["build", "tavern", "--paper", "letter"]).stdout
    assert said.strip() in (ROOT / "README.md").read_text(encoding="utf-8")
