"""A made-up game whose deck two packs supply: proved as it is, refused for each thing broken."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from brawlprint.cli import main
from brawlprint.definitions.mapping import indices
from brawlprint.errors import DefinitionError, Finding
from brawlprint.workspace import Workspace

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = ["spades", "hearts", "diamonds", "clubs"]
ROW = {
    (rank, suit): 2 + SUITS.index(suit) * 13 + RANKS.index(rank) for suit in SUITS for rank in RANKS
}
GAME = """
title = "Made Up"
players = { min = 2, max = 4, default = 2 }
[kinds.blow]
word = "Blow"
[kinds.court]
word = "Court"
[kinds.fool]
word = "Fool"
[columns.damage]
type = "integer"
[decks.cards]
file = "deck.csv"
template = "tavern"
[decks.other]
file = "other.csv"
template = "tavern"
columns = []
[components.deck-map]
kind = "deck-map"
[mapping]
file = "mapping.csv"
deck = "cards"
packs = 2
[[mapping.mnemonic]]
says = "A blow hurts by its pips."
when = "kind == 'blow' or pips"
then = "damage == pips and kind == 'blow'"
[[mapping.mnemonic]]
says = "Jack, queen and king are themselves."
when = "rank in ['J', 'Q', 'K']"
then = "(rank == 'J' and id == 'jack') or (rank == 'Q' and id == 'queen') or (rank == 'K' and id == 'king')"
[[mapping.mnemonic]]
says = "Jokers are fools."
when = "rank == 'joker' or kind == 'fool'"
then = "kind == 'fool' and colour == suit"
"""
COURT = {"J": "jack", "Q": "queen", "K": "king"}


def card_of(rank: str) -> str:
    return COURT.get(rank) or f"hit-{1 if rank == 'A' else rank}"


@dataclass
class Table:
    """The workspace, its files as lists of lines; the first line of a table is row 1."""

    root: Path
    game: str
    deck: list[str]
    mapping: list[str]

    def row(self, number: int, text: str) -> None:
        self.mapping[number - 1] = text

    def write(self) -> None:
        folder = self.root / "cards/made-up"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "game.toml").write_text(self.game, encoding="utf-8")
        (folder / "deck.csv").write_text("\n".join(self.deck) + "\n", encoding="utf-8")
        other = "no,id,title,kind\n1,jack,Another jack,court\n"
        (folder / "other.csv").write_text(other, encoding="utf-8")
        (folder / "mapping.csv").write_text("\n".join(self.mapping) + "\n", encoding="utf-8")

    def load(self):
        self.write()
        return Workspace.at(self.root).game("made-up")

    def refused(self) -> list[Finding]:
        with pytest.raises(DefinitionError) as caught:
            self.load()
        return list(caught.value.findings())

    def only_fault(self) -> Finding:
        findings = self.refused()
        assert len(findings) == 1, findings
        return findings[0]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    deck = ["no,id,title,copies,kind,damage"]
    for no, rank in enumerate(RANKS, 1):
        kind = "court" if rank in COURT else "blow"
        damage = "" if rank in COURT else "1" if rank == "A" else rank
        card = card_of(rank)
        deck.append(f"{no},{card},{card.replace('-', ' ').title()},8,{kind},{damage}")
    deck.append("14,fool,Fool,4,fool,")
    mapping = ["rank,suit,card"]
    mapping += [f"{rank},{suit},{card_of(rank)}" for suit in SUITS for rank in RANKS]
    mapping += ["joker,red,fool", "joker,black,fool"]
    return Table(tmp_path, GAME, deck, mapping)


def test_a_true_mapping_is_read_whole(table: Table):
    mapping = table.load().mapping
    assert len(mapping.faces) == 54
    assert len({face.index for face in mapping.faces}) == 54
    assert [face.index for face in mapping.of("jack")] == ["J♠", "J♥", "J♦", "J♣"]
    assert [face.index for face in mapping.of("fool")] == ["red joker", "black joker"]
    assert indices(mapping)["queen"] == ["Q♠", "Q♠", "Q♥", "Q♥", "Q♦", "Q♦", "Q♣", "Q♣"]
    assert mapping.deck == "cards"


def test_columns_in_any_order_and_semicolons(table: Table):
    rows = [line.split(",") for line in table.mapping]
    table.mapping = [f"{card};{rank};{suit}" for rank, suit, card in rows]
    assert len(table.load().mapping.faces) == 54


def test_a_face_twice(table: Table):
    table.row(ROW["8", "clubs"], "7,clubs,hit-8")
    fault = table.only_fault()
    assert (fault.code, fault.where.row, fault.where.column) == ("face-twice", 48, "rank")
    assert "7♣ is 'Hit 8' here, but 'Hit 7' in row 47 already" in str(fault)
    assert fault.where.file.endswith("cards/made-up/mapping.csv")


def test_two_rows_for_one_face_and_card(table: Table):
    table.mapping.append("K,hearts,king")
    fault = table.only_fault()
    assert (fault.code, fault.where.row) == ("face-twice", 56)
    assert "K♥" in fault.message


def test_a_face_not_at_all(table: Table):
    del table.mapping[ROW["9", "diamonds"] - 1]
    fault = table.only_fault()
    assert fault.code == "face-missing"
    assert "no card for 9♦" in str(fault)
    assert "54" in fault.remedy


def test_many_missing_faces_are_told_shortly(table: Table):
    del table.mapping[20:]
    fault = table.only_fault()
    assert "and 29 more" in fault.message


def test_a_card_that_the_deck_lacks(table: Table):
    table.row(ROW["4", "hearts"], "4,hearts,hit-44")
    fault = table.only_fault()
    assert (fault.code, fault.where.row, fault.where.column) == ("unknown-card", 18, "card")
    assert "'hit-44' is no card of" in fault.message and "deck.csv" in fault.message
    assert "'hit-4'" in fault.remedy


def test_a_title_in_place_of_an_id(table: Table):
    table.row(ROW["4", "hearts"], "4,hearts,Hit 4")
    assert table.only_fault().remedy == "write its id, 'hit-4'"


@pytest.mark.parametrize(
    ("text", "column", "message", "remedy"),
    [
        ("1,hearts,hit-4", "rank", "'1' is no rank of a playing card", "write A, 2 to 10"),
        ("4,harts,hit-4", "suit", "'harts' is no suit", "did you mean 'hearts'?"),
        ("4,red,hit-4", "suit", "'red' is no suit", "'hearts'"),
        ("joker,hearts,fool", "suit", "'hearts' is no colour of a joker", "'red' or 'black'"),
        (",hearts,hit-4", "rank", "'' is no rank", "write A"),
    ],
)
def test_no_playing_card(table: Table, text: str, column: str, message: str, remedy: str):
    table.row(ROW["4", "hearts"], text)
    fault = table.only_fault()
    assert (fault.where.row, fault.where.column) == (18, column)
    assert message in fault.message
    assert remedy in fault.remedy


@pytest.mark.parametrize("text", ["4,hearts", "4,hearts,hit-4,hit-5"])
def test_a_row_of_too_few_or_many_cells(table: Table, text: str):
    table.row(ROW["4", "hearts"], text)
    fault = table.only_fault()
    assert (fault.code, fault.where.row) == ("cells", 18)


@pytest.mark.parametrize("header", ["rank,suit,title", "rank,suit", "rank,suit,card,card"])
def test_wrong_headers(table: Table, header: str):
    table.mapping[0] = header
    fault = table.only_fault()
    assert (fault.code, fault.where.row) == ("columns", 1)
    assert header.replace(",", ", ") in fault.message
    assert "rank,suit,card" in fault.remedy


def test_packs_that_supply_too_many_and_too_few(table: Table):
    table.game = table.game.split("[[mapping")[0]
    table.row(ROW["8", "clubs"], "8,clubs,hit-7")
    lacks, surplus = table.refused()
    assert {lacks.code, surplus.code} == {"packs"}
    assert "2 packs supply 10 of 'Hit 7' (rows 8, 21, 34, 47, 48), the deck has 8" in str(surplus)
    assert (surplus.where.row, surplus.where.column) == (48, "card")
    assert "2 packs supply 6 of 'Hit 8'" in lacks.message
    assert (lacks.where.row, lacks.where.column) == (9, "copies")
    assert lacks.where.file.endswith("deck.csv")
    assert "map 4 faces to it" in lacks.remedy


def test_copies_that_equal_packs_cannot_supply(table: Table):
    table.deck[1] = table.deck[1].replace(",8,", ",7,")
    fault = table.only_fault()
    assert fault.remedy == "2 equal packs can't supply 7; make its copies a multiple of 2"
    assert "2 packs supply 8 of 'Hit 1'" in fault.message


def test_a_card_that_no_face_stands_for(table: Table):
    table.deck.append("15,mob,Mob,2,fool,")
    fault = table.only_fault()
    assert "2 packs supply 0 of 'Mob' (no row), the deck has 2" in fault.message
    assert (fault.where.row, fault.where.column) == (16, "copies")


def test_a_benched_card_needs_no_face(table: Table):
    table.deck.append("15,mob,Mob,0,fool,")
    assert table.load().mapping is not None


@pytest.mark.parametrize("packs", [0, -1, 21])
def test_packs_out_of_range(table: Table, packs: int):
    table.game = table.game.replace("packs = 2", f"packs = {packs}")
    fault = table.only_fault()
    assert fault.where.column == "mapping.packs"
    assert str(packs) in fault.message and "1 to 20" in fault.remedy


def test_another_number_of_packs(table: Table):
    table.game = table.game.replace("packs = 2", "packs = 1")
    faults = table.refused()
    assert len(faults) == 14
    assert "the pack supplies 4 of 'Hit 1'" in faults[0].message


def test_an_untrue_mnemonic(table: Table):
    table.row(ROW["8", "clubs"], "8,clubs,hit-7")
    table.row(ROW["7", "clubs"], "7,clubs,hit-8")
    first, second = table.refused()
    assert (first.code, first.where.row, first.where.column) == ("mnemonic", 47, "card")
    assert "'A blow hurts by its pips.' is not true of 7♣, 'Hit 8'" in first.message
    assert (second.where.row, second.code) == (48, "mnemonic")


def test_a_mnemonic_about_no_face(table: Table):
    table.game = table.game.replace("rank in ['J', 'Q', 'K']", "rank == 'jack'")
    fault = table.only_fault()
    assert fault.code == "mnemonic"
    assert "is about no face" in fault.message


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ("kind == 'blow' or pips", "kind == 'blow' or pip", "[0].when", "did you mean 'pips'?"),
        ("damage == pips", "damgae == pips", "[0].then", "did you mean 'damage'?"),
        ("rank in ['J', 'Q', 'K']", "rank in ['J', 'Q'", "[1].when", "such as:"),
        ("rank in ['J', 'Q', 'K']", "", "[1].when", "such as:"),
        ("Jokers are fools.", " ", "[2].says", "write what it says"),
    ],
)
def test_a_mnemonic_that_cannot_be_read(table: Table, old: str, new: str, key: str, words: str):
    table.game = table.game.replace(old, new)
    fault = table.only_fault()
    assert fault.where.column == f"mapping.mnemonic{key}"
    line = table.game.split("\n")[fault.where.row - 1]
    assert line.startswith(key.split(".")[1])
    assert words in fault.remedy


@pytest.mark.parametrize(
    ("old", "new", "column", "words"),
    [
        ('deck = "cards"\npacks', 'deck = "card"\npacks', "mapping.deck", "'cards'"),
        ('file = "mapping.csv"', 'file = "map.csv"', "mapping.file", "put the mapping there"),
        ("packs = 2", "pack = 2", "mapping.pack", "did you mean 'packs'?"),
    ],
)
def test_a_table_that_names_what_is_not_there(
    table: Table, old: str, new: str, column: str, words: str
):
    table.game = table.game.replace(old, new)
    fault = table.only_fault()
    assert fault.where.column == column
    assert words in fault.remedy


# What check says


@pytest.fixture
def check(table: Table, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    def run(*options: str) -> tuple[int, str]:
        table.write()
        monkeypatch.chdir(table.root)
        result = CliRunner().invoke(
            main, ["check", "made-up", "--layer", "composition", *options], catch_exceptions=False
        )
        return result.exit_code, result.stdout

    return run


def test_check_tells_of_the_packs(check):
    code, out = check("--json")
    said = json.loads(out)
    assert code == 0
    expected = {"faces": 54, "packs": 2, "cards": 108, "sentences": 3}
    assert said["composition"]["mapping"] == expected
    assert said["findings"] == []
    code, out = check()
    assert "2 ordinary packs make the 108 cards: 54 faces, each one title" in out
    assert "all 3 sentences of the mnemonic are true of every face" in out


def test_check_fails_on_an_untrue_mapping(table: Table, check):
    table.row(ROW["8", "clubs"], "7,clubs,hit-8")
    code, out = check("--json")
    said = json.loads(out)
    assert (code, said["ok"], said["composition"]) == (1, False, None)
    assert [finding["code"] for finding in said["findings"]] == ["face-twice"]
    assert said["findings"][0]["where"]["row"] == 48


def test_check_tells_what_the_mnemonic_leaves_open(table: Table, check):
    table.game = table.game.replace("(rank == 'J' and id == 'jack')", "rank == 'J'")
    code, out = check("--json")
    (finding,) = json.loads(out)["findings"]
    assert (code, finding["level"], finding["code"]) == (0, "info", "mnemonic-open")
    assert "4 of 54 faces (J♠, J♥, J♦, J♣)" in finding["message"]


def test_a_game_without_packs_says_nothing_of_them(table: Table, check):
    table.game = table.game.split("[mapping]")[0]
    _, out = check("--json")
    assert "mapping" not in json.loads(out)["composition"]
