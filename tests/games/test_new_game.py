"""A game of one's own: made from the starter or any other game, it builds, is right, and plays."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from pathlib import Path

import pytest
from doing import run
from reading import read_pdf

from brawlprint.workspace import Workspace, builtin_root

GAMES = Workspace((builtin_root(),)).games


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# What matches say of it comes below, of fewer of them.
LAYERS = [w for layer in ("composition", "coverage", "odds", "print") for w in ("--layer", layer)]


def holds(name: str) -> None:
    """In the folder of the game: it is proved right, prints, and ends when played."""
    checked = run("check", name, *LAYERS, "--json")
    assert checked.exit_code == 0, checked.output
    built = run("build", name, "--json")
    assert built.exit_code == 0, built.output
    assert all(
        Path(each["path"]).is_file() for each in json.loads(built.output)["results"][0]["files"]
    )
    played = run("simulate", name, "--games", "20", "--json")
    assert played.exit_code == 0, played.output
    assert "move_limit" not in json.loads(played.output)["terminations"]


def test_the_starter(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = run("new", "harbour-brawl")
    assert made.exit_code == 0
    for path in (
        "cards/harbour-brawl/game.toml",
        "cards/harbour-brawl/deck.csv",
        "templates/harbour-brawl.toml",
        "rules/harbour-brawl.py",
    ):
        assert f"harbour-brawl/{path}" in made.output
    assert "cd harbour-brawl && brawlprint build harbour-brawl" in made.output
    monkeypatch.chdir("harbour-brawl")
    readme = Path("README.md").read_text("utf-8")
    assert len(readme.splitlines()) <= 10
    assert 'extends = "base"' in Path("templates/harbour-brawl.toml").read_text("utf-8")
    assert 'title = "Harbour Brawl"' in Path("cards/harbour-brawl/game.toml").read_text("utf-8")
    holds("harbour-brawl")
    # Two tokens and two strips: their cuts alone are numbered, five each, after the cards' eight.
    plan = read_pdf(Path("output/harbour-brawl/print-plan.pdf"))[0].text
    drawn = re.findall(r"\b\d+\b", plan.partition("Where to cut")[2])
    assert Counter(drawn) == Counter(map(str, [*range(1, 9), *range(1, 6), *range(1, 6)]))


@pytest.mark.parametrize("source", GAMES)
def test_a_copy_under_a_new_name(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("new", "another", "--from", source).exit_code == 0
    monkeypatch.chdir("another")
    own = [path for path in Path().rglob("*") if path.is_file()]
    assert not [path for path in own if source in path.name]
    assert f"{source}.md" not in Path("rules/another.py").read_text("utf-8").split('"""')[1]
    holds("another")
    manifest = json.loads(Path("output/another/manifest.json").read_text("utf-8"))
    assert manifest["game"] == "another"


def test_a_builtin_game_to_edit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("new", "throwdown", "--from", "throwdown", "--in", "mine").exit_code == 0
    monkeypatch.chdir("mine")
    root = builtin_root()
    for path in Path().rglob("*"):
        if path.is_file() and path.name != "README.md":
            assert path.read_bytes() == (root / path).read_bytes()
    holds("throwdown")


def test_a_second_game_goes_into_the_same_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("new", "one").exit_code == 0
    monkeypatch.chdir("one")
    readme = Path("README.md").read_bytes()
    assert run("new", "two", "--from", "one").exit_code == 0
    assert Path("README.md").read_bytes() == readme
    assert Path("cards/two/deck.csv").is_file()
    holds("two")
    assert "one" in run("list").output


def test_json(here: Path) -> None:
    document = json.loads(run("new", "one", "--json").output)
    (result,) = document["results"]
    assert (document["command"], document["ok"], result["game"]) == ("new", True, "one")
    assert all((here / path).is_file() for path in result["files"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["Tavern Two"], "'Tavern Two' is no name for a game; write lower-case letters"),
        (["../escape"], "'../escape' is no name for a game"),
        (["all"], "'all' is no name for a game"),
        (["tavern"], "tavern is a game that ships with brawlprint; --from tavern copies it"),
        (["mine", "--from", "taverm"], "there is no game 'taverm'; did you mean 'tavern'?"),
    ],
)
def test_refused_with_words(here: Path, words: list[str], message: str) -> None:
    result = run("new", *words)
    assert result.exit_code == 2
    assert message in result.output
    assert not list(here.iterdir())


def test_nothing_is_overwritten(here: Path) -> None:
    assert run("new", "one").exit_code == 0
    before = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
    again = run("new", "one")
    assert again.exit_code == 2
    assert "one/cards/one is there already; edit it, or choose another name" in again.output
    Path("two/rules").mkdir(parents=True)
    Path("two/rules/two.py").write_text("mine", "utf-8")
    result = run("new", "two")
    assert "two/rules/two.py is there already" in result.output
    assert not Path("two/cards").exists()
    assert all(path.read_bytes() == data for path, data in before.items())


def test_a_place_that_cant_be_written(here: Path) -> None:
    Path("file").write_text("", "utf-8")
    result = run("new", "one", "--in", os.fspath(Path("file/below")))
    assert result.exit_code == 2
    assert "can't be written: not a directory; name another --in" in result.output
    assert [path.name for path in here.iterdir()] == ["file"]
