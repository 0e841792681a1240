"""What people bring to a game of their own: icons beside those that ship, titles unlike ids, slips."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from doing import run

ICON = "[shark]\nlayers = [{ fill = 'M20 80 L50 20 L80 80 Z' }]\n"


@pytest.fixture
def plank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str, str], None]:
    """A game of one's own; ``edit`` changes one of its files."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "plank").exit_code == 0
    monkeypatch.chdir("plank")

    def edit(name: str, old: str, new: str) -> None:
        path = Path(name)
        text = path.read_text("utf-8")
        assert old in text, f"{old!r} is not in {name}"
        path.write_text(text.replace(old, new, 1), "utf-8")

    return edit


Edit = Callable[[str, str, str], None]
TOML, DECK, RULES = "cards/plank/game.toml", "cards/plank/deck.csv", "rules/plank.py"


def test_an_icon_of_ones_own_stands_beside_those_that_ship(plank: Edit) -> None:
    Path("templates/icons.toml").write_text(ICON, "utf-8")
    plank(TOML, 'icon = "special"', 'icon = "shark"')
    for game in ("plank", "tavern"):
        result = run("build", game, "--only", "cards")
        assert result.exit_code == 0, result.output


def test_it_goes_before_one_of_the_same_name(plank: Edit) -> None:
    def digests() -> set[str]:
        assert run("build", "plank", "--only", "cards").exit_code == 0
        document = json.loads(Path("output/plank/manifest.json").read_text("utf-8"))
        return {face["digest"] for each in document["files"] for face in each["faces"]}

    before = digests()
    Path("templates/icons.toml").write_text(ICON.replace("shark", "defense"), "utf-8")
    assert digests() != before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[shark]\nfill = 'M0 0'\n", "templates/icons.toml, line 1, key 'shark': the icon 'shark' "
                                     "has no list of layers; add layers = ["),
        ("[shark]\nlayers = [{ fil = 'M0 0' }]\n", "a layer can't be read: unknown paint 'fil'"),
    ],
)  # fmt: skip
def test_an_icon_that_cant_be_read(plank: Edit, text: str, message: str) -> None:
    Path("templates/icons.toml").write_text(text, "utf-8")
    plank(TOML, 'icon = "special"', 'icon = "shark"')
    result = run("build", "plank", "--only", "cards")
    assert result.exit_code == 1
    assert message in result.output


def test_a_kinds_icon_is_blamed_and_not_the_missing_picture(plank: Edit) -> None:
    plank(TOML, 'icon = "special"', 'icon = "shark"')
    plank(DECK, "tavern-tricks/shake-it-off", "")
    result = run("build", "plank", "--only", "cards")
    assert "game.toml, line" in result.output
    assert "key 'kinds.trick.icon': there is no icon 'shark'" in result.output


def test_titles_do_as_well_as_ids_where_they_differ(plank: Edit, tmp_path: Path) -> None:
    plank(DECK, "4,flying-chair,Flying Chair", "4,boot,Captain’s Boot")
    Path("boot.txt").write_text(
        "[game plank]\n[players Ann Ben]\n\n"
        "given active Ann\ngiven Ann.hand Captain's Boot, Kick, jab, jab\n"
        "given Ben.hand jab, jab, jab\ngiven Ann.breath 10\ngiven Ben.breath 8\n"
        "given draw-pile hook ...\n\n"
        "Ann: hit Captain's Boot Ben\n= Ben.breath 4\n= Ann.hand jab jab kick\n",
        "utf-8",
    )
    result = run("replay", "boot.txt")
    assert result.exit_code == 0, result.output


def test_a_part_that_is_called_and_not_played(plank: Edit) -> None:
    plank(RULES, "            yield from attack(", "            attack(")
    line = Path(RULES).read_text("utf-8").splitlines().index(
        "            attack(table, card, table.players[target])"
    ) + 1  # fmt: skip
    for words in (["simulate", "plank", "--games", "5"], ["check", "plank", "--layer", "balance"]):
        result = run(*words)
        assert result.exit_code == 1
        assert f"rules/plank.py, line {line}: attack(…) is called without 'yield from'" in (
            result.output
        )


def test_what_the_rules_ask_for_and_the_game_has_not(plank: Edit) -> None:
    plank(RULES, 'row.integer("strength")', 'row.integer("strenght")')
    result = run("check", "plank", "--layer", "coverage")
    assert "the rules read a column 'strenght', which game.toml doesn't declare" in result.output
    assert "did you mean 'strength'" in result.output
    plank(RULES, 'get_number("breath")', 'get_number("breth")')
    result = run("simulate", "plank", "--games", "5")
    assert "there is no option 'breth' in game.toml; did you mean 'breath'" in result.output


def test_headings_in_any_case(plank: Edit) -> None:
    plank(DECK, "no,id,title,copies,kind,", "No,ID,Title,Copies,KIND,")
    assert run("check", "plank", "--layer", "composition").exit_code == 0


def test_a_row_that_is_no_card(plank: Edit) -> None:
    path = Path(DECK)
    path.write_text(path.read_text("utf-8") + ",,,30,,,,,,\n", "utf-8")
    result = run("check", "plank", "--layer", "composition")
    assert result.output.count("✗ cards/plank/deck.csv, row 9") == 1
    assert "row 9: the row has no id, title and kind; give it all three, or take sums" in (
        result.output
    )


def test_prints_of_before_are_old_and_not_wrong(plank: Edit) -> None:
    assert run("build", "plank").exit_code == 0
    plank("cards/plank/rulebook.md", "Hit, block", "Shove, block")
    plank(TOML, 'title = "Breath"', 'title = "Planks"')
    result = json.loads(run("check", "plank", "--layer", "print", "--json").output)
    found = {each["where"]["file"]: each for each in result["findings"]}
    assert set(found) == {"output/plank/rulebook.pdf", "output/plank/breath-track.pdf"}
    assert {(each["code"], each["level"]) for each in found.values()} == {
        ("older-print", "warning")
    }


def test_a_look_for_a_kind_that_there_is_not(plank: Edit) -> None:
    plank("templates/plank.toml", "[kind.trick.palette]", "[kind.tricks.palette]")
    result = run("check", "plank", "--layer", "composition")
    assert result.exit_code == 0
    assert "key 'kind.tricks': 'tricks' is no kind of plank, so nothing of it is shown" in (
        result.output
    )
    assert "did you mean 'trick'" in result.output


def test_a_column_of_ones_own_is_declared(plank: Edit) -> None:
    plank(DECK, "strength,effect,", "strength,answer,")
    result = run("build", "plank")
    assert "unknown column 'answer'; " in result.output
    assert "one of your own is declared in game.toml, [columns.answer]" in result.output


def test_a_game_that_lies_below(plank: Edit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("..")
    result = run("build", "plank")
    assert result.exit_code == 2
    assert "there is no game 'plank'; it lies below: cd plank" in result.output
