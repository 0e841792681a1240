"""The experiments that say why brawlers use cards otherwise than the first bots did."""

from __future__ import annotations

import importlib
import sys
from functools import cache
from typing import Any

import pytest
from arena import ROOT, match, rules

from brawlprint.engine.agents import Brawler, play_out
from brawlprint.engine.chance import match_seed

sys.path.append(str(ROOT / "benchmarks"))
causes = importlib.import_module("causes")

each_game = pytest.mark.parametrize("game", ["joebob", "stooges"])
SWITCHED = [(game, name) for game, known in causes.SWITCHES.items() for name in known]


@cache
def tally(game: str, switch: str) -> Any:
    return causes.play(game, switch, 4, range(8), 1)


def use(game: str, switch: str) -> dict[str, float]:
    found: dict[str, float] = causes.use_of(
        game, 4, causes.SWITCHES[game][switch], tally(game, switch)
    )
    return found


@each_game
def test_nothing_switched_is_the_brawler(game: str) -> None:
    turns = []
    for index in range(8):
        seed = match_seed(1, index)
        state = match(game, 4).new_initial_state(seed)
        play_out(state, [Brawler(seed + seat) for seat in range(4)])
        turns.append(state.table.turn)
    assert tally(game, "none").turns == turns


@pytest.mark.parametrize(("game", "switch"), [each for each in SWITCHED if each[1] != "none"])
def test_each_switch_changes_something(game: str, switch: str) -> None:
    assert tally(game, switch).turns != tally(game, "none").turns or use(game, switch) != use(
        game, "none"
    )


def test_switches_do_what_they_say() -> None:
    assert use("joebob", "kick-outs")["kick-out-reverse-figure-four"] == 100
    assert use("joebob", "duck")["duck-punch"] < use("joebob", "none")["duck-punch"]
    assert use("stooges", "again")["slap"] > use("stooges", "none")["slap"]
    assert sum(tally("stooges", "joins").turns) > sum(tally("stooges", "none").turns)


@each_game
def test_the_first_bots_used_all_titles(game: str) -> None:
    told = causes.FIRST_BOTS[game]
    assert list(told["use"]) == list(rules(game).titles)
    assert {len(uses) for uses in told["use"].values()} == {len(told["players"])}


def test_titles_of_one_use_share_their_places() -> None:
    assert causes.places_of({"jab": 0.9, "hook": 1.0, "kick": 0.9}) == {
        "jab": 2.5,
        "hook": 1.0,
        "kick": 2.5,
    }


def test_the_command_tells_figures_and_titles(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--players", "2", "--games", "4", "--jobs", "1"]
    assert causes.main(["joebob", *few, "--switch", "none", "kick-outs"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[1] == "joebob, 2 players, 4 matches a row, seed 1"
    assert [line[:15] for line in told[3:]] == [
        "the first bots ",
        "a brawler as he",
        "Kick Outs later",
    ]
    assert "duck-punch" in told[4]
    assert causes.main(["stooges", *few, "--use"]) == 0
    assert "| Slap | " in capsys.readouterr().out
