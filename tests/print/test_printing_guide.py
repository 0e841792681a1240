"""docs/printing.md: every command that it shows runs, and gives what its wish asks for."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from brawlprint.cli import main
from brawlprint.sheets.paper import PAPERS
from brawlprint.sheets.plan import Laying, make_plan

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/printing.md").read_text("utf-8")
SHOWN = re.findall(r"(?:`|^\$ )brawlprint ([^`\n]+)", GUIDE, re.MULTILINE)
COMMANDS = list(dict.fromkeys(SHOWN))
# The tavern's cards that are kept: their numbers, below the names of the columns.
FEW = ("no", "1", "2", "3", "10", "11", "28", "36", "55", "61", "62")
# What keeps a command short without changing what it shows.
LESS = {"build": ["--only", "cards"], "export": ["--pick", "uppercut"]}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A workspace as a reader has it: under git, built and printed once, a printer measured."""
    folder = tmp_path_factory.mktemp("table")
    for name in ("cards", "templates"):
        shutil.copytree(ROOT / name, folder / name)
    deck = folder / "cards/tavern/deck.csv"
    rows = deck.read_text("utf-8").splitlines(keepends=True)
    deck.write_text("".join(row for row in rows if row.split(",")[0] in FEW), "utf-8")
    shutil.copy(deck, folder / "old-deck.csv")
    me = ["-c", "user.name=me", "-c", "user.email=me@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    subprocess.run(["git", "add", "cards", "templates"], cwd=folder, check=True)
    for message in ("one", "two"):
        commit = ["git", *me, "commit", "-q", "--allow-empty", "-m", message]
        subprocess.run(commit, cwd=folder, check=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr("platformdirs.user_config_path", lambda *_, **__: folder / "config")
        patch.setenv("LANG", "en_US.UTF-8")
        run("calibrate", "--measured", "0.5,-1")
        run("build", "tavern", "--only", "cards", "--printed")
        yield folder


def run(*words: str) -> Result:
    result = CliRunner().invoke(main, list(words), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result


def shorter(command: str) -> list[str]:
    """The command's words, with some of the cards in place of all where it says nothing itself."""
    words = shlex.split(command)
    less = LESS.get(words[0], [])
    return words if {"--only", "--pick", "--help"} & set(words) else words + less


def test_there_are_commands() -> None:
    assert len(COMMANDS) > 40
    assert {command.split()[0] for command in COMMANDS} == {
        "build",
        "calibrate",
        "export",
        "new",
        "preflight",
    }


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs(command: str) -> None:
    run(*shorter(command))


def test_every_option_that_is_named_exists() -> None:
    context = click.Context(main)
    commands = [main.get_command(context, name) for name in main.list_commands(context)]
    known = {name for command in commands for each in command.params for name in each.opts}
    named = set(re.findall(r"`(--[a-z-]+)", GUIDE))
    assert named
    assert not named - known - {"--help"}


ON_LETTER = {"paper": "letter", "duplex": "long-edge", "layout": "sheet", "style": "colour"}
WISHES: list[tuple[str, dict[str, Any], int]] = [
    ("cards with backs, on Letter", ON_LETTER, 4),
    ("no two-sided printer", {"layout": "gutterfold"}, 3),
    ("off by a millimetre", {"back_offset": [0.5, 1.0, 0.0]}, 4),
    ("flips on the short edge", {"duplex": "short-edge"}, 4),
    ("fronts only, for sleeves", {"duplex": "off"}, 2),
    ("black only", {"style": "mono"}, 4),
    ("small paper", {"paper": "a5"}, 6),
    ("another card size", {"card_size": "bridge"}, 4),
    ("colour past the cut", {"bleed": 3.0, "bleed_outside": False}, 4),
    ("the same only round all cards", {"bleed": 3.0, "bleed_outside": True}, 4),
    ("one card again", {}, 2),
]


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(("wish", "settings", "pages"), WISHES, ids=[wish for wish, *_ in WISHES])
def test_a_wish_gets_what_it_asks_for(wish: str, settings: dict[str, Any], pages: int) -> None:
    """The last command in the wish's row, on Letter unless it says otherwise."""
    run("calibrate", "--measured", "0.5,-1")
    (row,) = [line for line in GUIDE.splitlines() if line.startswith("| ") and wish in line]
    command = re.findall(r"`brawlprint ([^`]+)`", row)[-1]
    document = json.loads(run(*shorter(command), "--json").output)
    (result,) = document["results"]
    assert {key: result[key] for key in settings} == settings
    assert [file["pages"] for file in result["files"]] == [pages]


def test_the_page_tells_the_sheets_as_they_are() -> None:
    """The table of papers: poker cards on a sheet, plain, with both bleeds, and folded."""
    rows = re.findall(r"^\| `(\w+)` \| (\d) \| (\d) \| (\d) \| (\d) \|$", GUIDE, re.MULTILINE)
    assert [name for name, *_ in rows] == ["letter", "a4", "pa4", "a5"]
    for name, *counts in rows:
        plain = Laying(paper=PAPERS[name])
        layings = [plain, replace(plain, bleed_outside=True), replace(plain, bleed=3.0),
                   replace(plain, layout="gutterfold")]  # fmt: skip
        plans = [make_plan(each, (63.5, 88.9), 3.2, backs=True, cards=True) for each in layings]
        assert [plan.capacity for plan in plans] == [int(count) for count in counts], name
