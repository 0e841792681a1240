"""The house's own rules, held by tests: linter, types, words that don't belong."""

import ast
import re
import subprocess
import sys
from collections import Counter
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


def one_line_helpers(text: str) -> list[str]:
    """The functions that do nothing but return something, and that a single call uses.

    Methods that several classes have, each its own, are no helpers.
    """
    tree = list(ast.walk(ast.parse(text)))
    functions = [node for node in tree if isinstance(node, ast.FunctionDef)]
    made = Counter(function.name for function in functions)
    used = Counter(map(name_of, tree))
    called = {name_of(node.func) for node in tree if isinstance(node, ast.Call)}
    return [
        name
        for function in functions
        if isinstance(function.body[-1], ast.Return)
        and all(isinstance(part, (ast.Expr, ast.Return)) for part in function.body)
        and (name := function.name) in called
        and used[name] == made[name] == 1
    ]


def name_of(node: ast.AST) -> str | None:
    return getattr(node, "id", None) or getattr(node, "attr", None)


def test_a_one_line_helper_is_seen():
    helper = 'def twice(x):\n    """Two of it."""\n    return 2 * x\n'
    assert one_line_helpers(f"{helper}print(twice(3))") == ["twice"]
    method = "class A:\n  def b(self): return 1\n"
    assert one_line_helpers(f"{method}A().b()") == ["b"]
    assert one_line_helpers(f"{method}{method.replace('A', 'B')}A().b()") == []
    assert one_line_helpers(f"{helper}print(twice(3), twice(4))") == []
    assert one_line_helpers(f"{helper}EFFECTS = {{'twice': twice}}") == []


def test_rules_read_from_top_to_bottom():
    found = {
        path.name: helpers
        for path in (ROOT / "rules").glob("*.py")
        if (helpers := one_line_helpers(path.read_text(encoding="utf-8")))
    }
    assert not found, "helpers that only one line uses; write them there"


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
