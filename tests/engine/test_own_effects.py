"""Effects a designer adds: what they take off the table may be asked about once more."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from arena import ROOT, rules
from doing import edit, run

HITS_BACK = """        player.hand.send(answer, table.played)
        if answer.effect == "counter":
            attacker.damage += answer.number
            if attacker.damage >= attacker.hits:
                discard_character(table, attacker)
"""
ANSWERED_TWICE = """[game tavern]
[players Ann Ben]
given Ann.crew woody
given woody.damage 5
given Ann.hand bang-heads
given Ben.crew tuck karloff
given Ben.hand duck hide
given deck slippery beg bite

Ann: attack woody tuck; bang-heads; 2 to tuck
"""


@pytest.fixture
def counters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose tavern has two defenses that knock the attacker out."""
    copytree(ROOT / "cards/tavern", tmp_path / "cards/tavern")
    copytree(ROOT / "rules", tmp_path / "rules")
    program, cards = tmp_path / "rules/tavern.py", tmp_path / "cards/tavern"
    edit(program, "        player.hand.send(answer, table.played)\n", HITS_BACK)
    edit(program, '"defense": ["cancel"]', '"defense": ["cancel", "counter"]')
    word = 'counter = { word = "Back", icon = "hit", number = "damage" }'
    edit(cards / "game.toml", 'cancel = { word = "Cancel"', f'{word}\ncancel = {{ word = "Cancel"')
    edit(cards / "deck.csv", ",any,cancel,", ",any,counter 30,")
    edit(cards / "deck.csv", ",thief,cancel,", ",any,counter 30,")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _replay(folder: Path, moves: str) -> None:
    match = folder / "match.txt"
    match.write_text(ANSWERED_TWICE + moves, "utf-8")
    done = run("replay", str(match))
    assert done.exit_code == 0, done.output


def test_both_answers_to_a_divided_attack_may_knock_the_attacker_out(counters: Path) -> None:
    _replay(counters, "Ben: duck\n= Ann.crew none\n= discard woody\nBen: hide\n"
            "= tuck.damage 0\n= karloff.damage 0\n= discard woody bang-heads duck hide\n")  # fmt: skip


def test_the_other_share_of_an_attacker_who_is_out_lands_all_the_same(counters: Path) -> None:
    _replay(counters, "Ben: duck\n= Ann.crew none\nBen: pass\n= karloff.damage 4\n")


def test_nothing_happens_to_a_character_that_is_gone() -> None:
    table, does = _begun("tavern", 3)
    ann, ben = table.players[:2]
    gone = ben.crew.make(next(c for c in table.deck if c.kind == "character"))
    weapon = next(c for c in table.deck if c.kind == "weapon")
    ann.hand.append(weapon)
    before = _position(table)
    does["discard_character"](table, gone)
    does["remove"](table, ann, gone, 0)
    does["change_sides"](table, ann, gone, 0)
    does["attach"](ann, weapon, gone)
    assert [*does["steal_weapon"](table, ann, gone)] == []
    assert [*does["break_weapon"](table, ann, gone)] == []
    assert _position(table) == before


def test_nothing_happens_to_a_player_who_is_out() -> None:
    table, does = _begun("tavern", 3)
    does["take_beers"](table, table.players[1], 10)
    before = _position(table)
    does["take_beers"](table, table.players[1], 1)
    does["draw"](table, table.players[1], 2)
    assert _position(table) == before
    table, does = _begun("joebob", 3)
    does["eliminate"](table, table.players[1], "pin")
    before = _position(table)
    does["eliminate"](table, table.players[1], "pin")
    does["draw"](table, table.players[1], 2)
    assert does["hit"](table, table.players[0], table.players[1], 4) is None
    assert _position(table) == before


def test_an_empty_hand_and_a_card_sent_back_already_do_no_harm() -> None:
    table, does = _begun("wrestling", 2)
    table.players[1].hand.send_all(table.removed)
    before = _position(table)
    does["weaken"](table, table.players[1])
    assert _position(table) == before
    table, does = _begun("stooges", 3)
    throw = next(throw for p in table.players for throw in does["all_throws"](table, p))
    attack = does["Attack"](0, throw.card, throw, does["IN_TURN"], 1)
    before = _position(table)
    next(does["send_back"](table, attack, 1))  # up to what the defender may do then
    assert _position(table) == before


def _begun(game: str, players: int) -> tuple[Any, dict[str, Any]]:
    """A table with cards dealt, and what the game's rules file has."""
    return rules(game).match(players).new_initial_state(1).table, vars(rules(game).module)


def _position(table: Any) -> dict[str, Any]:
    """All that lies on the table and in hands, with every counter."""
    holders = [table, *table.players]
    told = [{k: v for k, v in vars(each).items() if k != "players"} for each in holders]
    return {"zones": [*table.zones()], "told": [*map(repr, told)]}
