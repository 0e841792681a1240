"""The commands that play: replay, play, rulings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from arena import GAMES, TRANSCRIPTS
from click.testing import CliRunner, Result

from brawlprint.cli import main

GAME = GAMES[0]


def run(*words: str, keys: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=keys)


def test_replay_tells_what_holds_and_what_fails(tmp_path: Path) -> None:
    good = next(TRANSCRIPTS.glob("throwdown/x01*.txt"))
    bad = tmp_path / "bad.txt"
    bad.write_text(good.read_text("utf-8").replace("Ben.pain 4", "Ben.pain 5"), "utf-8")
    assert run("replay", str(good)).exit_code == 0
    result = run("replay", str(good), str(bad))
    assert result.exit_code == 1
    assert "holds" in result.output
    assert "Ben.pain is 4, not 5" in result.output
    document = json.loads(run("replay", "--json", str(good), str(bad)).output)
    assert [each["ok"] for each in document["results"]] == [True, False]
    assert document["results"][1]["findings"][0]["where"]["row"] > 1


def test_a_ruling_there_is_not_is_told_by_its_line(tmp_path: Path) -> None:
    text = next(TRANSCRIPTS.glob("throwdown/x01*.txt")).read_text("utf-8")
    lines = text.splitlines()
    row = next(n for n, line in enumerate(lines) if line.startswith("[shows "))
    lines[row] = "[shows TD-A900]"
    bad = tmp_path / "bad.txt"
    bad.write_text("\n".join(lines), "utf-8")
    document = json.loads(run("replay", "--json", str(bad)).output)
    (finding,) = document["results"][0]["findings"]
    assert finding["where"]["row"] == row + 1
    assert "there is no ruling TD-A900 in " in finding["message"]
    assert finding["remedy"].startswith("did you mean TD-A")


def test_a_transcript_by_hand_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    text = next(TRANSCRIPTS.glob("tavern/printed-values-count.txt")).read_text("utf-8")
    file.write_text(text, "utf-8")
    result = run("play", "--resume", str(file), keys="1\nquit\n")
    assert result.exit_code == 0, result.output
    assert "stays as it is; --save FILE" in result.output
    assert file.read_text("utf-8") == text


def test_where_nothing_can_be_saved_nothing_is_played(tmp_path: Path) -> None:
    nowhere = tmp_path / "no such folder" / "match.txt"
    result = run("play", GAME, "--seed", "3", "--save", str(nowhere), keys="1\nquit\n")
    assert result.exit_code == 2
    assert "can't be written" in result.output


@pytest.mark.parametrize("game", GAMES)
def test_a_match_can_be_played_saved_and_gone_on_with(game: str, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    keys = "help\ntable\nrule\n1\n1\nundo\nno such thing\n1\nquit\n"
    result = run("play", game, "--seed", "3", "--save", str(file), keys=keys)
    assert result.exit_code == 0, result.output
    assert "Taken back" in result.output
    assert file.is_file()
    assert run("replay", str(file)).exit_code == 0
    again = run("play", "--resume", str(file), keys="1\nquit\n")
    assert again.exit_code == 0, again.output
    assert run("replay", str(file)).exit_code == 0


@pytest.mark.parametrize("game", GAMES)
def test_agents_can_be_watched(game: str) -> None:
    result = run("play", game, "--seat", "0", "--agents", "random,brawler", "--seed", "1")
    assert result.exit_code == 0, result.output
    assert result.output.strip().splitlines()[-1].count(":") == 1


def test_a_hint_is_a_legal_action() -> None:
    result = run("play", "throwdown", "--players", "2", "--seed", "1", keys="hint\nquit\n")
    assert "A look ahead says:" in result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "thrwdown"], "did you mean 'throwdown'?"),
        (["play"], "say which game"),
        (["play", GAME, "--seat", "99"], "--seat 99: write 1 to"),
        (["play", GAME, "--players", "99"], "players, not 99"),
        (["play", GAME, "--agents", "genius"], "there is no agent 'genius'"),
        (["play", GAME, "--option", "speed"], "write KEY=VALUE"),
        (["rulings", "chess"], "there are no rulings for 'chess'"),
    ],
)
def test_wrong_use_is_told(words: list[str], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.output


def test_rulings_are_found_by_number_and_by_word() -> None:
    assert "Guard halves each roll" in run("rulings", "throwdown", "td-b8").output
    assert "TD-A9" in run("rulings", "throwdown", "avoid", "attack").output
    assert run("rulings", "throwdown", "zebra").exit_code == 1
    assert json.loads(run("rulings", "throwdown", "--json").output)["ok"]
