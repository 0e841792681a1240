"""What a command may ask for in vain, and places that can't be written: exit code 2."""

from __future__ import annotations

from errno import EACCES, ENOSPC
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from faults import BUILD, assert_said, earlier_build, refused

if TYPE_CHECKING:
    from conftest import Pub, Run

REQUESTS = [
    ("build pubb", "'pubb'", "did you mean 'pub'?"),
    ("build zzz", "'zzz'", "known: ", "'pub'", "'tavern'"),
    ("build ../pub", "'../pub'", "'pub'"),
    ("build pub pubb", "'pubb'", "did you mean 'pub'?"),
    ("check pubb", "'pubb'", "did you mean 'pub'?"),
    ("check pub pubb", "'pubb'", "did you mean 'pub'?"),
    ("build pub --paper lettr", "paper 'lettr'", "did you mean 'letter'?"),
    ("build pub --paper zzz", "paper 'zzz'", "known: ", "'letter'", "'a4'"),
    ("build pub --style inksaver", "style 'inksaver'", "did you mean 'ink-saver'?"),
    ("build pub --duplex long", "duplex 'long'", "did you mean 'long-edge'?"),
    ("build pub --duplex both", "duplex 'both'", "'long-edge', 'short-edge' or 'off'"),
    ("build pub --only card", "component 'card'", "did you mean 'cards'"),
    ("build pub --only cards --only zzz", "component 'zzz'", "known: 'cards'"),
    ("build pub --players 0", "not 0", "2 to 6 players"),
    ("build pub --players 1", "not 1", "2 to 6 players"),
    ("build pub --players 7", "not 7", "2 to 6 players"),
    ("build pub --players -2", "not -2", "2 to 6 players"),
    ("build pub --copies 0", "--copies 0", "1 to "),
    ("build pub --option speed", "'speed'", "KEY=VALUE"),
    ("build pub --option speed=1", "no option 'speed'"),
    (f"build pub --players {'9' * 30}", f"not {'9' * 30}", "2 to 6 players"),
]

# What click itself refuses: its usage line first, then the error.
USAGE = [
    ("biuld pub", "'biuld'", "did you mean 'build'?"),
    ("zzz", "'zzz'", "known: 'build'", "'check'", "'list'"),
    ("build pub --papr a4", "'--papr'", "'--paper'"),
    ("check pub --jsn", "'--jsn'", "'--json'"),
    ("build pub --players two", "'--players'", "'two'", "integer"),
    ("build pub --paper", "'--paper'", "argument"),
    ("build", "GAME"),
    ("check", "GAME"),
    ("list pub", "pub"),
]


def split(command: str) -> tuple[str, ...]:
    return tuple(command.split(" "))


@pytest.mark.parametrize("request_", REQUESTS, ids=[request[0][:40] for request in REQUESTS])
def test_what_there_is_not(workspace: Pub, run: Run, request_: tuple[str, ...]) -> None:
    command, *says = request_
    line, finding = refused(workspace, run, split(command), code=2)
    assert_said(says, line, str(finding["message"]))
    assert finding["where"] == {"file": "", "row": None, "column": None}


@pytest.mark.parametrize("request_", USAGE, ids=[request[0] for request in USAGE])
def test_what_is_written_wrongly(workspace: Pub, run: Run, request_: tuple[str, ...]) -> None:
    command, *says = request_
    before = workspace.tree()
    result = run(*split(command))
    assert (result.code, result.out) == (2, "")
    error = result.err.splitlines()[-1]
    assert error.startswith("Error: ")

    name, *others = split(command)
    as_json = run(name, "--json", *others)
    assert (as_json.code, as_json.err) == (2, "")
    assert as_json.json["ok"] is False
    [finding] = as_json.json["findings"]
    assert_said(says, error, finding["message"])
    assert workspace.tree() == before


# What lies in the way, where to write, and what is said of it.
OUTPUTS = {
    "output is a file": ("output", "output", "output/pub can't be made", "--out"),
    "the game's folder is a file": ("output/pub", "output", "output/pub can't be made", "--out"),
    "--out is a file": ("kit", "kit", "kit/pub can't be made", "--out"),
    "--out lies below a file": ("kit", "kit/a/b", "kit/a/b/pub can't be made", "--out"),
    "--out has too long a name": (
        "kit",
        "x" * 300,
        "/pub can't be made: file name too long",
        "--out",
    ),
    "cards.pdf is a folder": ("kit/pub/cards.pdf/", "kit", "kit/pub/cards.pdf is a folder"),
    "manifest is a folder": ("kit/pub/manifest.json/", "kit", "kit/pub/manifest.json is a folder"),
    "a folder is in the way": (
        "kit/pub/.cards.pdf.part/",
        "kit",
        "kit/pub/cards.pdf can't be written",
    ),
}


@pytest.mark.parametrize("case", OUTPUTS.values(), ids=OUTPUTS.keys())
def test_a_place_that_cannot_be_written(
    workspace: Pub, run: Run, case: tuple[str, str, str, str]
) -> None:
    obstacle, out, *says = case
    path = workspace.root / obstacle
    path.parent.mkdir(parents=True, exist_ok=True)
    if obstacle.endswith("/"):
        path.mkdir()
        (path.parent / "beer-track.pdf").write_bytes(b"earlier")
    else:
        path.write_bytes(b"somebody's")
    before = workspace.tree()

    result = run(*BUILD, "--out", out)
    assert (result.code, result.out) == (2, "")
    [line] = result.err.splitlines()
    as_json = run(*BUILD, "--out", out, "--json")
    assert (as_json.code, as_json.err) == (2, "")
    [finding] = as_json.json["findings"]
    assert line == f"Error: {finding['message']}"
    assert_said(says, line)
    assert workspace.tree() == before


@pytest.mark.parametrize("name", [".cards.pdf.part", ".manifest.json.part"])
def test_a_full_disk_leaves_the_earlier_build(
    workspace: Pub, run: Run, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    earlier_build(workspace)
    before = workspace.tree()
    write = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        if self.name == name:
            write(self, data[:100])
            raise OSError(ENOSPC, "No space left on device")
        return write(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    result = run(*BUILD)
    monkeypatch.undo()
    assert (result.code, result.out) == (2, "")
    [line] = result.err.splitlines()
    assert_said(["can't be written: no space left on device"], line)
    assert workspace.tree() == before


def test_a_file_that_cant_take_its_place_brings_the_earlier_build_back(
    workspace: Pub, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier_build(workspace)
    replace = Path.replace

    def held(self: Path, target: Path) -> Path:
        if self.name == ".manifest.json.part":  # the last of them
            raise OSError(EACCES, "Permission denied")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", held)
    workspace.edit("deck.csv", "Uppercut", "Haymaker")
    before = workspace.tree()
    result = run(*BUILD)
    monkeypatch.undo()
    assert (result.code, result.out) == (2, "")
    assert_said(["manifest.json can't be replaced: permission denied"], result.err)
    assert workspace.tree() == before


def test_a_game_folder_of_no_game_is_none(workspace: Pub, run: Run) -> None:
    (workspace.root / "cards/inn").mkdir()
    assert "there is no game 'inn'" in run("build", "inn").err
    (workspace.root / "cards/inn/deck.csv").write_bytes(b"no,id\n")
    line, finding = refused(workspace, run, ("build", "inn"), code=1)
    assert finding["where"]["file"] == "cards/inn/game.toml"
    assert "every game folder needs its game.toml" in line


CONFIG = {
    "unknown key": ('[print]\npapr = "a4"\n', 1, "brawlprint.toml, line 2", "'papr'", "'paper'"),
    "wrong type": ("[print]\n\npaper = 4\n", 1, "brawlprint.toml, line 3", "4", "text in quotes"),
    "no TOML": ("[print\n", 1, "brawlprint.toml, line 1", "'[print'", "as TOML"),
    "unknown paper": ('[print]\npaper = "a44"\n', 2, "brawlprint.toml", "'a44'", "'a4'"),
    "unknown style": ('[print]\nstyle = "clour"\n', 2, "brawlprint.toml", "'clour'", "'colour'"),
    "unknown edge": ('[print]\nduplex = "top"\n', 2, "brawlprint.toml", "'top'", "'off'"),
}


@pytest.mark.parametrize("case", CONFIG.values(), ids=CONFIG.keys())
def test_settings_that_cannot_be(
    workspace: Pub, run: Run, case: tuple[str, int, str, str, str]
) -> None:
    text, code, *says = case
    (workspace.root / "brawlprint.toml").write_text(text, "utf-8")
    line, finding = refused(workspace, run, BUILD, code)
    assert_said(says, line)
    assert_said(says[1:], f"{finding['message']}; {finding['remedy']}")


@pytest.mark.parametrize(
    "args", [("build", "pub"), ("check", "pub"), ("build", "nowhere"), ("zzz",)]
)
def test_no_process_ends_in_a_traceback(workspace: Pub, spawn: Run, args: tuple[str, ...]) -> None:
    workspace.set(24, kind="zzz")
    before = workspace.tree()
    told, as_json = spawn(*args), spawn(*args, "--json")
    assert told.code == as_json.code == (1 if "pub" in args else 2)
    assert "Traceback" not in told.err
    assert as_json.err == ""
    assert as_json.json["ok"] is False
    assert workspace.tree() == before


def test_every_fault_is_told_on_its_own_line_in_file_order(workspace: Pub, run: Run) -> None:
    workspace.set(90, kind="zzz", strength="x")
    workspace.set(50, id="hide", copies="-1")
    workspace.set(3, no="")
    result = run(*BUILD)
    assert (result.code, result.out) == (1, "")
    places = [line.split(": ")[1] for line in result.err.splitlines()]
    assert places == [
        f"cards/pub/deck.csv, row {row}, column {column!r}"
        for row, column in ((3, "no"), (50, "copies"), (50, "id"), (90, "strength"), (90, "kind"))
    ]
    assert len(run("check", "pub", "--json").json["findings"]) == 5
    assert "✗ 5 errors" in run("check", "pub").out


def test_list_tells_the_good_games_and_the_broken_one(workspace: Pub, run: Run) -> None:
    """A script hears of it by the exit code; the other games are listed all the same."""
    assert run("list").code == 0
    workspace.edit("game.toml", "title =", "titel =")
    result = run("list")
    assert result.code == 1
    assert "pub  can't be read\n  cards/pub/game.toml, line 3, key 'titel': " in result.out
    assert "tavern  Tavern Brawl" in result.out
    document = run("list", "--json")
    assert document.code == 1
    assert not document.json["ok"]
    assert {each["game"]: each["ok"] for each in document.json["results"]}["tavern"]
