"""Faults planted into real games: each is found, by the layer that should, on the command line."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from desk import Desk, Rows, checked, codes
from doing import run

Make = Callable[[str], Desk]


def found(document: dict, code: str) -> dict:
    """The one finding of a code."""
    (finding,) = [each for each in document["findings"] if each["code"] == code]
    return finding


# --- composition ---


def test_a_missing_card(desk: Make) -> None:
    tavern = desk("tavern")
    tavern.deck(lambda rows: rows.pop(54))
    document = checked("tavern", "composition")
    assert codes(document) == ["expect"]
    finding = found(document, "expect")
    assert finding["message"] == (
        "cards/tavern/deck.csv is not what [decks.cards.expect] says: "
        "90 cards, not 91; 29 cards of kind 'attack', not 30"
    )
    lines = tavern.path("game.toml").read_text("utf-8").splitlines()
    row = 1 + lines.index("[decks.cards.expect]")
    assert finding["where"]["file"] == "cards/tavern/game.toml"
    assert finding["where"]["row"] == row
    assert "delete the table" in finding["remedy"]
    assert {each["layer"] for each in document["findings"]} == {"composition"}


def test_a_92nd_card(desk: Make) -> None:
    tavern = desk("tavern")
    more = {"no": "92", "id": "uppercut-again", "title": "Uppercut Again"}
    tavern.deck(lambda rows: rows.append(rows[54] | more))
    document = checked("tavern", "composition")
    assert codes(document) == ["expect"]
    told = found(document, "expect")["message"]
    assert "92 cards, not 91; 31 cards of kind 'attack', not 30" in told
    tavern.edit("game.toml", "attack = 30", "attack = 31")
    document = checked("tavern", "composition")
    assert codes(document) == ["total"]
    assert found(document, "total")["message"] == "the deck has 92 cards, not 91"


def test_a_wrong_count_of_a_kind(desk: Make) -> None:
    desk("tavern").card("uppercut", kind="weapon")
    document = checked("tavern", "composition")
    assert codes(document) == ["expect"]
    told = found(document, "expect")["message"]
    assert told.endswith("8 cards of kind 'weapon', not 7; 29 cards of kind 'attack', not 30")


def test_a_number_in_the_text_that_is_not_its_columns(desk: Make) -> None:
    desk("tavern").card("uppercut", strength="+3")
    finding = found(checked("tavern", "composition"), "text-number")
    assert finding["where"] == {"file": "cards/tavern/deck.csv", "row": 56, "column": "text"}
    assert "'Adds 2', but strength is 3" in finding["message"]


@pytest.mark.parametrize(
    ("game", "card", "text", "told"),
    [
        # Longer than any number of the deck; within its ranges; spelled out; tied to a column.
        ("tavern", "uppercut", "Adds 2. Brewed since 1962.", ""),
        ("tavern", "uppercut", "Adds 2. Table 77 saw it.", "the text names 77, the card has"),
        ("tavern", "uppercut", "Adds 2. Table seventy-seven saw it.", ""),
        ("tavern", "uppercut", "Adds 1962.", "the text says 'Adds 1962', but strength is 2"),
        # As long as those of the deck: past the most that damage may be, and not.
        ("joebob", "suplex", "With a Headlock: 4 damage. Banned in 48 states.", ""),
        ("joebob", "suplex", "With a Headlock: 4 damage. Banned in 33 towns.", "the text names 33"),
    ],
)
def test_a_number_that_no_column_could_hold_is_flavour(
    desk: Make, game: str, card: str, text: str, told: str
) -> None:
    desk(game).card(card, text=text)
    findings = checked(game, "composition")["findings"]
    numbers = [each for each in findings if each["code"] == "text-number"]
    assert len(numbers) == bool(told)
    for each in numbers:
        assert each["message"].startswith(told)
        if "names" in told:
            assert each["remedy"].endswith("or spell out a number that is not the card's")


def test_a_face_that_is_mapped_twice(desk: Make) -> None:
    """No layer is looked at then: two ordinary packs would not be the deck."""
    joebob = desk("joebob")
    joebob.edit("mapping.csv", "4,spades,suplex", "3,spades,suplex")
    for layer in ("composition", "balance"):
        document = checked("joebob", layer)
        assert not document["ok"]
        first = document["findings"][0]
        assert first["where"]["file"] == "cards/joebob/mapping.csv"
        assert "3♠ is 'Suplex' here, but 'Body Slam' in row 4" in first["message"]
        assert document["composition"] is None


# --- coverage ---


def test_an_effect_that_nobody_knows(desk: Make) -> None:
    """Declared in game.toml and on a card, but no rule plays it."""
    tavern = desk("tavern")
    tavern.card("uppercut", effect="fly")
    word = '\nfly = { word = "Fly", icon = "stun" }'
    tavern.edit("game.toml", "[columns.effect.values]", f"[columns.effect.values]{word}")
    document = checked("tavern", "coverage")
    finding = found(document, "unknown-effect")
    assert finding["layer"] == "coverage"
    assert finding["level"] == "error"
    assert finding["where"] == {"file": "cards/tavern/deck.csv", "row": 56, "column": "effect"}
    assert "the rules know no effect 'fly'" in finding["message"]
    assert "'stun'" in finding["remedy"]
    assert "another is given its meaning in " in finding["remedy"]
    assert finding["remedy"].endswith("rules/tavern.py")
    assert checked("tavern", "composition")["ok"]
    everything = run("check", "tavern", "--jobs", "1")
    assert everything.exit_code == 1
    assert "Balance: left out, the game can't be played" in everything.output
    assert everything.output.endswith("✗ 1 error\n")


def test_an_effect_that_is_not_declared(desk: Make) -> None:
    desk("tavern").card("uppercut", effect="refill 2")
    finding = found(checked("tavern", "composition"), "unknown-effect")
    assert finding["message"] == "'refill 2' is no known effect"
    assert finding["remedy"].endswith("declare it in game.toml under [columns.effect.values]")


def test_a_word_that_only_game_toml_has(desk: Make) -> None:
    word = '\nfly = { word = "Fly", icon = "stun" }'
    desk("tavern").edit("game.toml", "[columns.effect.values]", f"[columns.effect.values]{word}")
    document = checked("tavern", "coverage")
    assert codes(document) == ["unknown-effect"]
    where = found(document, "unknown-effect")["where"]
    assert (where["file"], where["column"]) == (
        "cards/tavern/game.toml",
        "columns.effect.values.fly",
    )


@pytest.mark.parametrize(
    ("game", "card", "cells", "code", "word"),
    [
        ("tavern", "gang-up", {"copies": "0"}, "unused-effect", "join"),
        ("tavern", "shocking-grasp", {"traits": ""}, "unused-traits", "Z"),
        ("tavern", "knee-to-the-groin", {"needs": "any"}, "unused-needs", "versus-male"),
        ("stooges", "big-slap", {"effect": ""}, "unused-effect", "run"),
        ("joebob", "can-of-mace", {"effect": ""}, "unused-effect", "knockdown"),
        ("throwdown", "guard", {"effect": "avoid"}, "unused-effect", "halve"),
    ],
)
def test_a_rule_without_a_card(desk: Make, game: str, card: str, cells, code: str, word) -> None:
    desk(game).card(card, **cells)
    finding = found(checked(game, "coverage"), code)
    assert finding["level"] == "warning"
    assert repr(word) in finding["message"]
    assert finding["where"]["file"].endswith(f"rules/{game}.py")


def test_a_move_that_the_rules_lack(desk: Make) -> None:
    desk("wrestling").edit("deck.csv", ",J-J,", ",J-J-J,")
    document = checked("wrestling", "coverage")
    assert codes(document) == ["unknown-moves"] * 4
    desk_row = document["findings"][0]["where"]
    assert (desk_row["row"], desk_row["column"]) == (12, "moves")


@pytest.mark.parametrize("game", ["joebob", "stooges", "tavern", "throwdown", "wrestling"])
def test_the_games_are_covered(desk: Make, game: str) -> None:
    desk(game)
    document = checked(game, "coverage")
    assert document["findings"] == []
    assert all(min(words.values()) > 0 for words in document["coverage"]["words"].values())


# --- balance ---


def no_girls(rows: Rows) -> None:
    for row in rows:
        if row["kind"] == "character":
            row["traits"] = row["traits"].replace("G", "")


def test_a_card_that_no_one_can_ever_play(desk: Make) -> None:
    """Girl-only cards, and no girl."""
    tavern = desk("tavern")
    tavern.players(2, 2)
    tavern.deck(no_girls)
    document = checked("tavern", "balance", "--playouts", "60")
    never = [each for each in document["findings"] if each["code"] == "never-playable"]
    girls_only = {"Thigh Press", "Show some Skin", "Wouldn’t hit a Girl"}
    assert len(never) == len(girls_only)
    assert all(any(title in each["message"] for each in never) for title in girls_only)
    assert {each["where"]["row"] for each in never} == {79, 80, 81}


def test_cards_that_can_be_played_are_not_accused(desk: Make) -> None:
    desk("tavern").players(2, 2)
    assert codes(checked("tavern", "balance", "--playouts", "60")) == []


def test_a_deck_that_cannot_end(desk: Make) -> None:
    """Nobody drinks where nobody can be recruited; it is not waited for all the matches."""
    tavern = desk("tavern")
    tavern.players(2, 3)
    tavern.edit(
        "game.toml", "[options.move_limit]\ndefault = 1000", "[options.move_limit]\ndefault = 30"
    )

    def bench_characters(rows: Rows) -> None:
        for row in rows:
            if row["kind"] == "character":
                row["copies"] = "0"

    tavern.deck(bench_characters)
    document = checked("tavern", "balance", "--playouts", "5000")
    assert codes(document, "error") == ["endless"]
    endless = found(document, "endless")
    assert endless["message"] == (
        "with any number of players no match ends: each was broken off after 30 turns, and there "
        "is no Character in the deck"
    )
    assert endless["where"]["file"] == "cards/tavern/deck.csv"
    assert [each["games"] for each in document["balance"]["runs"]] == [8, 8]


def test_matches_that_hit_the_move_limit(desk: Make) -> None:
    tavern = desk("tavern")
    tavern.players(2, 2)
    tavern.edit(
        "game.toml", "[options.move_limit]\ndefault = 1000", "[options.move_limit]\ndefault = 15"
    )
    document = checked("tavern", "balance", "--playouts", "40")
    limit = found(document, "move-limit")
    assert limit["level"] == "warning"
    broken_off = document["balance"]["runs"][0]["terminations"]["move_limit"]
    assert f"{broken_off} of 40 matches were broken off after 15 turns" in limit["message"]


# --- print ---


def test_texts_that_no_longer_fit(desk: Make) -> None:
    """All of them, not the first alone; in every style told once."""
    tavern = desk("tavern")
    tavern.card("uppercut", text="Adds 2 to this attack. " + "And then some more. " * 20)
    tavern.card(
        "duck", title="A Duck That Is Far Too Long to Stand in the Title of Any Card at All"
    )
    tavern.card("bite", text="Adds 2 to this attack. " + "Donaudampfschifffahrtsgesellschaft" * 4)
    document = checked("tavern", "print")
    places = [(each["where"]["row"], each["where"]["column"]) for each in document["findings"]
              if each["level"] == "error"]  # fmt: skip
    assert sorted(places) == [(56, "text"), (74, "text"), (90, "title")]
    assert {each["layer"] for each in document["findings"]} == {"print"}
    assert document["print"]["fits"] is False
    told = run("check", "tavern", "--layer", "print")
    assert told.output.count("✗ cards/tavern/deck.csv, row ") == 3
    assert "everything fits" not in told.output


def test_a_pdf_from_an_older_deck(desk: Make) -> None:
    tavern = desk("tavern")
    assert run("build", "tavern", "--only", "cards", "--style", "ink-saver").exit_code == 0
    assert codes(checked("tavern", "print"), "error", "warning", "info") == []
    tavern.card("uppercut", title="Upper Cut")
    tavern.card("duck", copies="2")
    tavern.deck(lambda rows: rows.pop(0))
    finding = found(checked("tavern", "print"), "older-print")
    assert finding["level"] == "warning"
    assert finding["where"]["file"] == "output/tavern/cards.pdf"
    assert finding["message"].endswith("3 cards differ (uppercut, duck, old-red-the-bartender)")
    assert finding["remedy"] == "brawlprint build tavern --only cards --style ink-saver"
    assert run("check", "tavern", "--layer", "print", "--strict").exit_code == 1


@pytest.mark.parametrize("printed", [
    ["--only", "cards", "--paper", "a3", "--layout", "gutterfold", "--marks", "full",
     "--players", "3", "--corners", "2.5", "--margins", "6,6,7,6", "--out", "else where"],
    ["--only", "rulebook", "--style", "mono", "--booklet"],
    ["--only", "cards", "--layout", "single", "--card-size", "tarot", "--copies", "2",
     "--option", "pain_limit=25"],
], ids=["sheets", "rulebook", "single"])  # fmt: skip
def test_what_is_old_is_printed_again_as_it_was(desk: Make, printed: list[str]) -> None:
    """Following the remedy prints the same sheets with the new cards, and it is quiet."""
    throwdown = desk("throwdown")
    out = ["--out", "else where"] if "--out" in printed else []
    assert run("build", "throwdown", *printed).exit_code == 0
    throwdown.edit("game.toml", 'title = "Throw Down!"', 'title = "Throw Up!"')
    throwdown.card("uppercut", title="Upper Cut")
    finding = found(checked("throwdown", "print", *out), "older-print")
    words = shlex.split(finding["remedy"])
    assert words[:3] == ["brawlprint", "build", "throwdown"]
    assert sorted(words[3:]) == sorted(printed)
    assert run(*words[1:]).exit_code == 0
    assert checked("throwdown", "print", *out)["findings"] == []


def test_what_no_option_names_is_said_to_have_been_there(desk: Make) -> None:
    throwdown = desk("throwdown")
    assert run("build", "throwdown", "--only", "cards").exit_code == 0
    throwdown.card("uppercut", title="Upper Cut")
    manifest = Path("output/throwdown/manifest.json")
    told = json.loads(manifest.read_text("utf-8"))
    told["files"][0]["settings"]["back_offset"] = [0.5, 0, 0]
    manifest.write_text(json.dumps(told), "utf-8")
    finding = found(checked("throwdown", "print"), "older-print")
    assert finding["remedy"] == (
        "brawlprint build throwdown --only cards, with the same options as before"
    )


def test_a_pdf_that_was_changed_is_read_itself(desk: Make) -> None:
    """The print layer looks into the files, and does not take the manifest's word for them."""
    desk("tavern")
    assert run("build", "tavern", "--only", "cards").exit_code == 0
    path = Path("output/tavern/cards.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as document:
        document.pages[3].TrimBox = pikepdf.Array([0, 0, 100, 100])
        document.save(path)
    result = checked("tavern", "print")
    assert codes(result, "warning") == ["other-print"]
    finding = found(result, "trim-box")
    assert (finding["level"], finding["where"]["row"]) == ("error", 4)
    assert run("check", "tavern", "--layer", "print").exit_code == 1
