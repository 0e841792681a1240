"""A small soak of every game at every number of players, and what the soak says of bad rules."""

from __future__ import annotations

import importlib
import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from arena import ROOT, each_game, each_seating, match, rules

from brawlprint.engine import Match, load_rules
from brawlprint.engine.examples import SHOVING, definition, shoving

sys.path.append(str(ROOT / "benchmarks"))
soak = importlib.import_module("soak")


@cache
def soaked(game: str, players: int) -> Any:
    return soak.soak(match(game, players), range(100), watch=20)


@each_seating
def test_a_hundred_matches(game: str, players: int) -> None:
    tally = soaked(game, players)
    assert not tally.failures
    assert tally.endings.total() == 100
    assert "move_limit" not in tally.endings
    assert tally.watched == 5


@each_game
def test_every_card_gets_played(game: str) -> None:
    allowed = rules(game).game.players
    played = [soaked(game, players).played for players in range(allowed.min, allowed.max + 1)]
    assert set().union(*played) == set(rules(game).titles)


USED_UP = "player.hand.send(card, table.discard)"
HURT = "victim = table.players[target]\n            victim.breath -= table.chance.die(3)"


def broken(old: str, new: str) -> Match:
    """The shoving game with a fault in its rules."""
    assert old in SHOVING
    return load_rules(definition(), Path("shoving.py"), SHOVING.replace(old, new)).match(2)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (HURT, "{}[table.turn]\n            victim = player", "line 58: KeyError"),
        (USED_UP, "player.hand.remove(card)", "-1 jab"),
        ('Outcome("last-standing"', 'Outcome(""', "the end has no name"),
        ("winners=tuple(table.live())", "winners=(0, 7)", "the shares of the win don't add up"),
        (
            "class Table(Table[Cards, Boxer]):",
            "class Table(Table[Cards, Boxer]):\n    def faults(self):\n        yield 'too late'\n",
            "UnsoundError: after 0 actions too late",
        ),
        (
            f"{USED_UP}\n            {HURT}",
            "table.turn, victim = 0, player",
            "no end after 500 decisions",
        ),
        ("table.begin_turn()", "pass", "TimeoutError: no end after 0.5 seconds"),
    ],
)
# Where the time runs out inside a callback of the collector, it is told once more; the next tick ends it.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_fault_is_told(old: str, new: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "LONGEST", 500)
    if "0.5 seconds" in what:  # what ends by itself has as long as it takes
        monkeypatch.setattr(soak, "PATIENCE", 0.5)
    tally = soak.soak(broken(old, new), range(30), watch=1)
    assert len(tally.failures) == 1
    assert what in tally.failures[0].what


def test_a_failure_comes_with_what_repeats_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    faulty = broken("table.chance.die(3)", "1 // (table.turn % 7)").rules
    monkeypatch.setattr(soak, "rules_of", lambda game: faulty)
    assert soak.main(["shoving", "--players", "3", "--games", "20"]) == 1
    told = capsys.readouterr().err
    assert "shoving, 3 players, match 1 (seed " in told
    assert "ZeroDivisionError" in told
    again = told.partition("soak.py ")[2].split()
    assert again == ["shoving", "--players", "3", "--match", "1", "--seed", "1"]
    assert soak.main(again) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_card_that_is_never_played_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lazy = broken("[*shoves, REST]", "[*(s for s in shoves if s.card.id == 'jab'), REST]").rules
    monkeypatch.setattr(soak, "rules_of", lambda game: lazy)
    assert soak.main(["shoving", "--players", "2", "--games", "100"]) == 1
    told = capsys.readouterr()
    assert "never playable in the 2 watched matches: hook" in told.out
    assert told.err == "shoving: never played by anybody: hook\n"


def test_workers_count_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for jobs in ("1", "2"):
        words = ["throwdown", "--players", "2", "3", "--games", "300", "--jobs", jobs, "--json"]
        assert soak.main(words) == 0
        figures = json.loads(capsys.readouterr().out)["figures"]
        found.append([{k: v for k, v in f.items() if "per_second" not in k} for f in figures])
    assert found[0] == found[1]
    assert [each["players"] for each in found[0]] == [2, 3]
    assert sum(found[0][1]["endings"].values()) == 300


def test_playing_one_match_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["throwdown", "--players", "4", "--match", "17"]) == 0
    assert "last-standing after" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        soak.main(["throwdown", "--match", "17"])
    assert soak.main(["thrown"]) == 2
    assert "throwdown" in capsys.readouterr().err


def test_what_is_thrown_away_is_not_played() -> None:
    jab = shoving.titles["jab"]
    assert soak.named(jab) == {"jab"}
    tavern = rules("tavern")
    card = next(iter(tavern.titles.values()))
    assert soak.named(tavern.module.Discard(card)) == frozenset()
    assert soak.named(tavern.module.Recruit(card)) == {card.id}
