"""What ``check`` says of rules that somebody has just begun to write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from desk import checked, codes, run

Edit = Callable[[str, str, str], None]


@pytest.fixture
def edit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Edit:
    """The starter as a game of one's own, at hand; and how its rules are changed."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "harbour").exit_code == 0
    monkeypatch.chdir(tmp_path / "harbour")

    def change(file: str, old: str, new: str) -> None:
        path = Path(file)
        text = path.read_text("utf-8")
        assert old in text, f"{old!r} is not in {file}"
        path.write_text(text.replace(old, new), "utf-8")

    change("cards/harbour/game.toml", "max = 6, default", "max = 3, default")
    change("cards/harbour/game.toml", "default = 2000", "default = 60")
    return change


RULES, RULINGS = "rules/harbour.py", "rules/harbour.md"


def test_the_starter_is_clean(edit: Edit) -> None:
    assert checked("harbour", "coverage")["findings"] == []
    assert codes(checked("harbour", "balance", "--playouts", "40")) == []


def test_a_kind_that_no_choice_offers_is_told_once(edit: Edit) -> None:
    """No attack, so nothing to block, so no end: one fault, and it is not the deck's."""
    edit(RULES, "if card.kind == ATTACK\n", 'if card.kind == "atack"\n')
    document = checked("harbour", "balance", "--playouts", "20")
    assert codes(document) == ["endless"]
    (finding,) = [each for each in document["findings"] if each["level"] == "error"]
    assert finding["where"]["file"] == RULES
    assert finding["message"] == (
        "with any number of players no match ends: each was broken off after 60 turns, and no "
        "Attack or Defense card could ever be played ('Jab', 'Hook', 'Kick', 'Flying Chair', "
        "'Block' and 1 more)"
    )
    assert finding["remedy"] == "does a choice in the rules offer the kind 'attack' or 'defense'?"


def test_a_kind_that_is_never_playable_where_matches_end(edit: Edit) -> None:
    edit(RULES, "if each.kind == DEFENSE", 'if each.kind == "defence"')
    document = checked("harbour", "balance", "--playouts", "60")
    assert codes(document) == ["never-playable"]
    (finding,) = [each for each in document["findings"] if each["code"] == "never-playable"]
    assert (finding["level"], finding["where"]["file"]) == ("error", RULES)
    assert finding["message"] == "no Defense card could ever be played ('Block', 'Duck')"


def test_a_match_without_end_in_which_all_is_played(edit: Edit) -> None:
    """The rules are asked about first; nobody can say for certain."""
    edit(RULES, "player.breath - breath)", "player.breath - 0)")
    document = checked("harbour", "balance", "--playouts", "8")
    (finding,) = [each for each in document["findings"] if each["code"] == "endless"]
    assert finding["remedy"].startswith(f"does {RULES} end it as it should?")


def test_rulings_without_a_text(edit: Edit) -> None:
    line = "- **BR-A4** The target may lay a Defense card, and then the attack costs nothing.\n"
    edit(RULINGS, line, "")
    document = checked("harbour", "coverage")
    assert codes(document) == ["unknown-ruling"]
    (finding,) = document["findings"]
    assert finding["where"]["file"] == RULES
    assert finding["message"] == f"the rules go by BR-A4, which has no text in {RULINGS}"
    assert finding["remedy"] == "write it there as - **BR-A4** …"
    edit(RULES, 'rule="BR-A4"', 'rule="Blocking"')
    told = [each["message"] for each in checked("harbour", "coverage")["findings"]]
    assert "'Blocking' is no ruling's number" in told


def test_a_number_that_is_misspelt(edit: Edit) -> None:
    edit(RULES, "BR-B3", "BR-B5")
    (finding,) = checked("harbour", "coverage")["findings"]
    assert finding["remedy"] == (
        "write it there as - **BR-B5** …, or name the one that is meant (is it BR-B3?)"
    )


def test_no_rulings_at_all(edit: Edit) -> None:
    Path(RULINGS).unlink()
    (finding,) = checked("harbour", "coverage")["findings"]
    assert (finding["code"], finding["level"]) == ("unknown-ruling", "warning")
    assert "BR-A1, BR-A2, BR-A3" in finding["message"]
    assert finding["message"].endswith(f"no text: there are no rulings in {RULINGS}")
