"""Invariants and reasons: what a card breaks is found by ``check``, and breaks no match."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from desk import Desk, checked, codes
from doing import run

from brawlprint.cli import main
from brawlprint.engine.examples import SHOVING
from brawlprint.simulation.examples import DECK, GAME

CHOSEN = """rule="SH-A1")"""
SETUP = "\ndef setup(table):\n"
REASONS = """
def against(table, seat):
    from brawlprint.engine.decisions import Refusal
    yield Refusal(Shove(table.kit.titles[0], table.others(seat)[0]), "SH-A1", {reason})
"""


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    folder = tmp_path / "cards/duel"
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text(GAME.replace('"none"', '"tavern"'), "utf-8")
    (folder / "deck.csv").write_text(DECK.replace(",8,", ",40,"), "utf-8")
    made = Desk(tmp_path, "duel")
    made.rules(SHOVING)
    return made


def reasoned(reason: str) -> str:
    """Rules with a reason against the first card."""
    chosen = SHOVING.replace(CHOSEN, 'rule="SH-A1", why_not=lambda seat: against(table, seat))')
    return chosen.replace(SETUP, REASONS.replace("{reason}", reason) + SETUP)


def problem(duel: Desk) -> dict:
    document = checked("duel", "balance", "--playouts", "4")
    assert codes(document, "error")
    return next(each for each in document["findings"] if each["level"] == "error")


def test_sound_rules_are_not_accused(duel: Desk) -> None:
    itself = reasoned("'nobody shoves himself'").replace("table.others(seat)[0]", "seat")
    duel.rules(itself)
    found = codes(checked("duel", "balance", "--playouts", "12"))
    assert not {"invariant", "refusal", "rules-fault"}.intersection(found)


def test_a_broken_invariant(duel: Desk) -> None:
    """The match it came up in is told, and the command repeats it."""
    invariant = """
    def faults(self):
        if any(player.breath < 0 for player in self.players):
            yield "somebody has less than no breath (SH-A3)"
"""
    duel.rules(SHOVING.replace(SETUP, invariant + SETUP))
    finding = problem(duel)
    assert finding["code"] == "invariant"
    assert "somebody has less than no breath (SH-A3)" in finding["message"]
    assert "seed" in finding["message"]
    assert finding["where"]["file"] == "rules/duel.py"
    again = finding["remedy"].partition("brawlprint ")[2].split()
    repeated = CliRunner().invoke(main, again)
    assert repeated.exit_code == 1
    assert "less than no breath" in repeated.output


def test_a_reason_that_cannot_be_told(duel: Desk) -> None:
    rules = reasoned("{}['why']")
    duel.rules(rules)
    finding = problem(duel)
    assert finding["code"] == "refusal"
    assert "KeyError: 'why'" in finding["message"]
    line = 1 + rules[: rules.index("yield Refusal")].count("\n")
    assert (finding["where"]["file"], finding["where"]["row"]) == ("rules/duel.py", line)


def test_a_reason_against_what_is_legal(duel: Desk) -> None:
    duel.rules(reasoned("'that hurts'"))
    finding = problem(duel)
    assert finding["code"] == "refusal"
    assert "is legal, and there is a reason against it: that hurts (SH-A1)" in finding["message"]


def test_a_match_goes_on_when_a_reason_cannot_be_told(duel: Desk) -> None:
    duel.rules(reasoned("{}['why']"))
    keys = "jab p1\nrest\nquit\n"
    words = ["play", "duel", "--seed", "3", "--save", "match.txt"]
    result = CliRunner().invoke(main, words, input=keys, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert "'P1: jab p1' is not legal (SH-A1), but why can't be told: KeyError" in result.output
    assert "rules/duel.py, line " in result.output
    saved = Path("match.txt").read_text("utf-8")
    assert "P1: rest" in saved
    wrong = saved.replace("P1: rest", "P1: jab P1", 1)
    Path("wrong.txt").write_text(wrong, "utf-8")
    replayed = run("replay", "wrong.txt")
    assert replayed.exit_code == 1
    assert "wrong.txt, line " in replayed.output
    assert "rules/duel.py, line " in replayed.output
