"""``brawlprint compare``: what a change does, and what is only luck."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from doing import run
from ring import planted, workspace

from brawlprint.simulation.examples import DECK


@pytest.fixture
def ring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(workspace(tmp_path))
    return tmp_path


def compare(*words: str):
    return run("compare", "duel", "--jobs", "1", *words)


def document(*words: str) -> dict:
    result = compare("--json", *words)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_the_same_deck_makes_no_difference(ring: Path) -> None:
    (ring / "same.csv").write_text(DECK, "utf-8")
    found = document("--with", "same.csv", "--games", "200")
    assert found["length"]["difference"] == 0
    assert {each["verdict"] for each in found["seats"]} == {"the same"}
    assert {card["use"]["verdict"] for card in found["cards"]} == {"the same"}


def test_a_change_is_told_from_luck(ring: Path) -> None:
    (ring / "few.csv").write_text(DECK.replace("Hook,4", "Hook,1"), "utf-8")
    found = document("--with", "few.csv", "--games", "500")
    use = {card["id"]: card["use"] for card in found["cards"]}
    assert use["hook"]["verdict"] == "a real difference"
    assert use["hook"]["low"] <= use["hook"]["difference"] <= use["hook"]["high"] < 0
    assert found["before"]["games"] == found["after"]["games"] == 500
    told = compare("--with", "few.csv", "--games", "500").output
    assert "a real difference" in told
    assert "noise" in told


def test_cards_come_and_go(ring: Path) -> None:
    rows = DECK.splitlines()
    (ring / "new.csv").write_text("\n".join([*rows[:2], "3,kick,Kick,4,attack"]), "utf-8")
    found = document("--with", "new.csv", "--games", "40")
    assert (found["only_before"], found["only_after"]) == (["hook"], ["kick"])
    told = compare("--with", "new.csv", "--games", "40").output
    new, gone, use = (told.index(head) for head in ("\nNew: ", "\nGone: ", "\nUse: "))
    assert new < gone < use
    (hook,) = [card for card in found["before"]["cards"] if card["id"] == "hook"]
    assert f"{hook['played'] / 40 * 100:.1f} %" in told[gone:use]
    assert "\nhook" in told[gone:use]
    new = told[new:gone]
    (kick,) = [line for line in new.splitlines() if line.startswith("kick")]
    (card,) = [card for card in found["after"]["cards"] if card["id"] == "kick"]
    shares = [card["played"] / 40, card["win_share"]]
    assert [f"{share * 100:.1f} %" in kick for share in shares] == [True, True]
    assert " to " in kick


def test_the_cards_that_were_edited_are_told_whatever_became_of_them(ring: Path) -> None:
    """Also where the difference is none but luck; new numbers and notes are no edit."""
    other = DECK.replace("kind\n", "kind,note\n").replace("attack\n", "attack,mine\n")
    (ring / "other.csv").write_text(other.replace("2,hook,Hook", "7,hook,Left Hook"), "utf-8")
    found = document("--with", "other.csv", "--games", "30")
    assert found["edited"] == [{"id": "hook", "columns": ["title"]}]
    told = compare("--with", "other.csv", "--games", "30").output
    edited = told[told.index("\nChanged: ") : told.index("\nUse: ")].splitlines()
    assert [line.split()[0] for line in edited[3:5]] == ["hook", "title"]
    use = next(card["use"] for card in found["cards"] if card["id"] == "hook")
    assert edited[3].split()[:2] == ["hook", "use"]
    assert edited[3].count(f"{use['before'] * 100:.1f} %") == 2
    assert edited[3].endswith("the same")
    assert "Changed" not in compare("--option", "move_limit=50", "--games", "5").output


def test_a_house_rule_is_compared(ring: Path) -> None:
    found = document("--option", "move_limit=1", "--both", "move_limit=50", "--games", "60")
    assert found["before"]["options"] == {"move_limit": 50}
    assert found["after"]["terminations"] == {"move_limit": 60}
    assert found["length"]["verdict"] == "a real difference"
    assert found["seats"][0]["verdict"] == "nothing to compare"


@pytest.mark.parametrize(
    ("deck", "code", "said"),
    [
        ("no,id,title,kind\n1,rook,Rook,attack\n", 2, "it has none of its cards"),
        ("a,b\n1,2\n", 2, "it has no column 'id'"),
        ("no,id,title,kind,suit\n1,jab,Jab,attack,x\n", 2, "unknown column 'suit'"),
        ("no,id,title,kind\n1,jab,Jab,attak\n", 1, "row 2, column 'kind'"),
    ],
)
def test_a_deck_that_will_not_do(ring: Path, deck: str, code: int, said: str) -> None:
    (ring / "other.csv").write_text(deck, "utf-8")
    result = compare("--with", "other.csv")
    assert result.exit_code == code
    assert said in result.output
    assert "other.csv" in result.output


def test_something_to_compare_with_is_asked_for(ring: Path) -> None:
    result = compare()
    assert result.exit_code == 2
    assert "--with DECK.csv or --option KEY=VALUE" in result.output
    assert compare("--with", "nowhere.csv").exit_code == 2


def test_a_fault_under_the_change_is_repeated_with_it(tmp_path: Path, monkeypatch) -> None:
    rules = planted("table.kit.titles[1].copies == 1 and victim.nose")
    monkeypatch.chdir(workspace(tmp_path, rules))
    (tmp_path / "few.csv").write_text(DECK.replace("Hook,4", "Hook,1"), "utf-8")
    result = compare("--with", "few.csv", "--games", "100")
    assert result.exit_code == 1
    again = result.output.partition("this repeats it: brawlprint ")[2].split()
    assert again[:4] == ["compare", "duel", "--players", "2"]
    assert run(*again, "--jobs", "1").output == result.output
