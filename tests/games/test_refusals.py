"""What a build of the five games refuses, with words and without a trace, and what it lets pass."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from doing import edit
from faults import assert_said, refused
from games import GAMES, ROOT, TABLE

if TYPE_CHECKING:
    from conftest import Pub, Run

BOX = ("--only", "tuck-box")  # what every game has, and quickly

# ---- requests: exit code 2 ----

RANGES = {game: row.players[:2] for game, row in TABLE.items()}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("off", ["below", "above", "none", "many"])
def test_players_outside_the_range(workspace: Pub, run: Run, game: str, off: str) -> None:
    fewest, most = RANGES[game]
    players = {"below": fewest - 1, "above": most + 1, "none": 0, "many": 10**9}[off]
    line, _ = refused(workspace, run, ("build", game, "--players", str(players)), 2)
    range_ = f"{fewest} to {most}" if fewest < most else f"{fewest}"
    assert line == f"{game} is for {range_} players, not {players}"


@pytest.mark.parametrize("game", GAMES)
def test_players_at_both_ends_of_the_range(workspace: Pub, run: Run, game: str) -> None:
    for players in set(RANGES[game]):
        result = run("build", game, *BOX, "--players", str(players), "--json")
        assert (result.code, result.json["results"][0]["players"]) == (0, players)


def test_some_games_named_are_asked_in_earnest(workspace: Pub, run: Run) -> None:
    args = ("build", "joebob", "tavern", *BOX, "--players", "8")
    line, _ = refused(workspace, run, args, 2)
    assert line == "tavern is for 2 to 6 players, not 8"


def test_of_all_games_one_that_is_not_for_so_many_keeps_its_own(workspace: Pub, run: Run) -> None:
    args = ("build", "all", *BOX, "--players", "7")
    played = {each["game"]: each["players"] for each in run(*args, "--json").json["results"]}
    assert played.pop("pub") == 2
    wanted = {
        game: 7 if fewest <= 7 <= most else TABLE[game].players[2]
        for game, (fewest, most) in RANGES.items()
    }
    assert played == wanted
    assert set(wanted.values()) == {7, 2}

    told = run(*args)
    assert (told.code, told.err) == (0, "")
    parts = dict(zip(sorted([*GAMES, "pub"]), told.out.split("\n\n"), strict=True))
    for game, said in parts.items():
        keeps = "keeps its 2" in said
        assert keeps == (game in ("tavern", "pub", "wrestling")), game
    assert "It is for 2 to 6 players, so it keeps its 2." in parts["tavern"]
    assert "It is for 2 players, so it keeps its 2." in parts["wrestling"]


REQUESTS = {
    "no game for so many": ("all --players 9", "no game is for 9 players"),
    "no game for so few": ("all --players 1", "no game is for 1 players"),
    "pain limit 4": ("throwdown --option pain_limit=4", "pain_limit", "'4'", "from 5 to 100"),
    "pain limit 101": ("throwdown --option pain_limit=101", "pain_limit", "'101'", "5 to 100"),
    "pain limit of all": (
        "all --only tuck-box --option pain_limit=4",
        "pain_limit",
        "'4'",
        "from 5 to 100",
    ),
    "pain limit in words": ("throwdown --option pain_limit=ten", "'ten'", "from 5 to 100"),
    "pain limit with a point": ("throwdown --option pain_limit=7.5", "'7.5'", "a whole number"),
    "pain limit empty": ("throwdown --option pain_limit=", "pain_limit", "''", "from 5 to 100"),
    "guard rounding": (
        "throwdown --option guard_rounding=sideways",
        "'sideways'",
        "'down'",
        "'up'",
    ),
    "unknown option": ("throwdown --option pain=20", "'pain'", "did you mean 'pain_limit'?"),
    "another game's option": ("tavern --option pain_limit=20", "tavern has no option 'pain_limit'"),
    "no game's option": ("all --option pain=20", "no game has an option 'pain'", "'pain_limit'"),
    "option without =": ("throwdown --option pain_limit", "'pain_limit'", "KEY=VALUE"),
    "option without name": ("throwdown --option =20", "''", "no option"),
    "no stock": ("joebob --stock-thickness 0", "--stock-thickness 0", "0.05 to 2 mm"),
    "boards": ("joebob --stock-thickness 9", "--stock-thickness 9", "0.05 to 2 mm"),
    "stock below none": ("joebob --stock-thickness -0.3", "--stock-thickness -0.3", "0.05 to 2"),
    "stock no number": ("joebob --stock-thickness nan", "--stock-thickness nan", "0.05 to 2 mm"),
    "no copies": ("stooges --copies 0", "--copies 0", "1 to 20"),
    "21 copies": ("stooges --copies 21", "--copies 21", "1 to 20"),
    "nudge in words": ("joebob --nudge x", "--nudge 'x'", "X,Y in mm"),
    "nudge one way": ("joebob --nudge 1", "--nudge '1'", "X,Y in mm"),
    "nudge three ways": ("joebob --nudge 1,2,3", "--nudge '1,2,3'", "X,Y in mm"),
    "nudge too far": ("joebob --nudge 0,11", "--nudge '0,11'", "up to 10 mm"),
    "nudge no number": ("joebob --nudge nan,0", "--nudge 'nan,0'", "up to 10 mm"),
    "nudge no number down": ("joebob --nudge 0,nan", "--nudge '0,nan'", "up to 10 mm"),
    "box too deep": (
        "joebob --copies 3 --paper a4 --only tuck-box",
        "joebob, tuck-box: ",
        "324 cards of 0.3 mm",
        "does not fit on A4",
        "what would: up to ",
        "--stock-thickness",
        "--only",
    ),
    "box too deep for sleeves": (
        "joebob --copies 2 --sleeved --paper letter --only tuck-box",
        "216 sleeved cards",
        "does not fit on Letter",
        "2 boxes of 108",
        "[components.tuck-box] in ",
        "joebob/game.toml",
    ),
    "too many boxes": (
        "all --copies 20 --paper letter --only tuck-box",
        "joebob, tuck-box: ",
        "2160 cards",
        "up to 186 cards",
    ),
    "another game's component": ("tavern --only dice", "no component 'dice'", "'tuck-box'"),
}


@pytest.mark.parametrize("case", REQUESTS.values(), ids=REQUESTS.keys())
def test_what_there_is_not(workspace: Pub, run: Run, case: tuple[str, ...]) -> None:
    command, *says = case
    line, finding = refused(workspace, run, ("build", *command.split()), 2)
    assert_said(says, line, str(finding["message"]))
    assert finding["where"] == {"file": "", "row": None, "column": None}


def test_what_would_fit_does(workspace: Pub, run: Run) -> None:
    """The remedies of a box that is too deep are none in vain."""
    args = ("build", "joebob", *BOX, "--paper", "a4", "--copies", "2")
    line, _ = refused(workspace, run, args, 2)
    thinner = line.partition("cards of ")[2].partition("cards of ")[2].split()[0]
    assert run(*args, "--stock-thickness", thinner).code == 0
    more = f"{float(thinner) + 0.01:g}"
    assert run(*args, "--stock-thickness", more).code == 2


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_the_long_deck_fits_its_box(workspace: Pub, run: Run, paper: str) -> None:
    result = run("build", "stooges", "--copies", "2", "--paper", paper, *BOX)
    assert (result.code, result.err) == (0, "")


def test_of_many_games_each_gets_the_boxes_it_needs(workspace: Pub, run: Run) -> None:
    args = ("build", "all", "--copies", "2", "--paper", "letter", *BOX)
    result = run(*args, "--json").json["results"]
    boxes = {each["game"]: each["files"][0]["pages"] for each in result}
    assert boxes == dict.fromkeys(boxes, 1) | {"joebob": 2}
    assert boxes.keys() >= set(GAMES)
    told = {each["game"]: each["findings"] for each in result if each["findings"]}
    assert list(told) == ["joebob"]
    [note] = told["joebob"]
    assert (note["level"], note["code"]) == ("info", "more-boxes")
    assert "216 cards are too many for one tuck box on Letter" in note["message"]
    assert "holds 2, for 108 cards each" in note["remedy"]
    said = run(*args)
    assert said.err == "" and said.out.count("Note: 216 cards") == 1


# For how many, the options given, and whether the build says that there should be two decks.
LONG = {
    "as it is": ((), True),
    "of four": (("--players", "4"), True),
    "of eight": (("--players", "8"), True),
    "of three": (("--players", "3"), False),
    "of two decks": (("--copies", "2"), False),
    "of one deck twice": (("--option", "long_deck=one_deck_twice"), False),
    "of two by name": (("--option", "long_deck=two_decks"), True),
}


@pytest.mark.parametrize("case", LONG.values(), ids=LONG.keys())
def test_too_few_decks_are_told(
    workspace: Pub, run: Run, case: tuple[tuple[str, ...], bool]
) -> None:
    options, told = case
    result = run("build", "stooges", "--only", "cards", *options)
    assert (result.code, result.err) == (0, "")
    note = "Note: 4 or more players need 2 decks, and this prints 1; --copies 2 prints as many"
    assert (note in result.out) == told
    assert ("--option long_deck=one_deck_twice" in result.out) == told


# ---- definitions: exit code 1, with file, line and key ----


@pytest.fixture
def own(workspace: Pub) -> Pub:
    """The workspace, with copies of the five games that lie open."""
    for game in GAMES:
        shutil.copytree(ROOT / "cards" / game, workspace.root / "cards" / game)
    return workspace


# What to change in a game, the component that falls short, the key told, and what is said.
FAULTS = {
    "unknown label sheet": (
        ("joebob", '"5167"', '"9999"'),
        ("stickers", "stickers.sheet.letter"),
        ("'9999'", "for Letter: '5167', '8195' or '5160'"),
    ),
    "label sheet of another paper": (
        ("joebob", '"5167"', '"L4730"'),
        ("stickers", "stickers.sheet.letter"),
        ("'L4730' is a label sheet of A4 size", "'5167'"),
    ),
    "areas overlap": (
        ("joebob", "box = [118, 0, 62, 122]", "box = [117, 0, 63, 122]"),
        ("ring-mat", "ring-mat.area[1].box"),
        ("'Stamina' and 'Reserve' overlap", "move or shrink"),
    ),
    "area leaves the field": (
        ("joebob", "box = [118, 0, 62, 122]", "box = [118, 0, 63, 122]"),
        ("ring-mat", "ring-mat.area[1].box"),
        ("'Reserve' leaves the field", "180 × 245 mm"),
    ),
    "area above the field": (
        ("joebob", "box = [118, 0, 62, 122]", "box = [118, -1, 62, 122]"),
        ("ring-mat", "ring-mat.area[1].box"),
        ("'Reserve' leaves the field", "180 × 245 mm"),
    ),
    "area of nothing": (
        ("joebob", "box = [118, 0, 62, 122]", "box = [118, 0, 0, 122]"),
        ("ring-mat", "ring-mat.area[1].box"),
        ("'Reserve'", "10 mm or more"),
    ),
    "track of one cell": (
        ("tavern", "start = 10", "start = 0"),
        ("beer-track", "beer-track.end"),
        ("a track from 0 to 0", "2 to 201 cells"),
    ),
    "track of 999 cells": (
        ("tavern", "start = 10", "start = 998"),
        ("beer-track", "beer-track.end"),
        ("a track from 998 to 0", "2 to 201 cells"),
    ),
    "too much past the end": (
        ("throwdown", "past = 6", "past = 21"),
        ("pain-tracker", "pain-tracker.past"),
        ("past = 21", "0 to 20"),
    ),
    "track to a word": (
        ("throwdown", '"{pain_limit}"', '"{pain}"'),
        ("pain-tracker", "pain-tracker.end"),
        ("'{pain}'", "a whole number"),
    ),
    "too many entries": (
        ("stooges", 'entries = ["Hit", "Sum"]', 'entries = ["A", "B", "C", "D", "E"]'),
        ("score-sheet", "score-sheet.entries"),
        ("5 entries for each of 4 players", "each needs 8.5 mm"),
    ),
    "no entries": (
        ("stooges", 'entries = ["Hit", "Sum"]', "entries = []"),
        ("score-sheet", "score-sheet.entries"),
        ("0 entries", "at least one"),
    ),
    "too many rows": (
        ("stooges", "rows = 34", "rows = 60"),
        ("score-sheet", "score-sheet.rows"),
        ("60 rows do not fit", "from 1 to 38"),
    ),
    "no rows": (
        ("stooges", "rows = 34", "rows = 0"),
        ("score-sheet", "score-sheet.rows"),
        ("0 rows", "from 1 to 38"),
    ),
    "no tokens": (
        ("joebob", "per-player = 20", "per-player = 0"),
        ("tokens", "tokens.token[0].per-player"),
        ("per-player = 0", "1 to 500"),
    ),
    "a token's word": (
        ("tavern", 'word = "10"', 'word = "10 000"'),
        ("tokens", "tokens.token[2].word"),
        ("'10 000' is too wide", "a shorter one"),
    ),
    "a larger game of one deck": (
        ("stooges", "copies = 2", "copies = 1"),
        ("cards", "cards.large-game"),
        ("copies = 1", "2 to 20"),
    ),
    "a larger game by no option": (
        ("stooges", "unless = { long_deck", "unless = { long_dek"),
        ("cards", "cards.large-game"),
        ("'long_dek'", "did you mean 'long_deck'"),
    ),
    "a larger game by no value": (
        ("stooges", 'long_deck = "one_deck_twice"', 'long_deck = "one_deck_thrice"'),
        ("cards", "cards.large-game"),
        ("'one_deck_thrice'", "did you mean 'one_deck_twice'"),
    ),
    "an icon there is not": (
        ("joebob", 'icon = "bell"', 'icon = "bel"'),
        ("ring-mat", "ring-mat"),
        ("'bel'", "'bell'"),
    ),
    "a table that is not there": (
        ("wrestling", '"moves.csv"', '"move.csv"'),
        ("move-table", "move-table.file"),
        ("'move.csv'", "beside game.toml"),
    ),
    "rules that are not there": (
        ("wrestling", '"rulebook.md"', '"rules.md"'),
        ("rulebook", "rulebook.text"),
        ("'rules.md'", "beside game.toml"),
    ),
    "a legend of no column": (
        ("wrestling", "legend = { kind", "legend = { knd"),
        ("player-aid", "player-aid.legend"),
        ("'knd'", "did you mean 'kind'"),
    ),
    "a small game of no players": (
        ("throwdown", "players = 2, kinds", "player = 2, kinds"),
        ("cards", "cards.small-game.player"),
        ("'player'", "'players'"),
    ),
}


@pytest.mark.parametrize("case", FAULTS.values(), ids=FAULTS.keys())
def test_a_component_that_falls_short(
    own: Pub, run: Run, case: tuple[tuple[str, ...], ...]
) -> None:
    (game, old, new), (component, key), says = case
    path = own.root / "cards" / game / "game.toml"
    edit(path, old, new)
    args = ("build", game, "--only", component, "--paper", "letter")
    line, finding = refused(own, run, args, 1)
    assert_said(says, line, f"{finding['message']}; {finding['remedy']}")
    where = finding["where"]
    assert where["file"] == f"cards/{game}/game.toml"
    assert where["column"] == f"components.{key}"
    assert where["row"] is not None
    if "[" in key:  # one table of a list: its own line is told
        assert path.read_text("utf-8").splitlines()[where["row"] - 1] == new


def test_a_score_sheet_for_too_many(own: Pub, run: Run) -> None:
    """What four players can write in is too narrow for eight."""
    edit(
        own.root / "cards/stooges/game.toml",
        'entries = ["Hit", "Sum"]',
        'entries = ["A", "B", "C"]',
    )
    args = ("build", "stooges", "--only", "score-sheet")
    assert run(*args, "--players", "6").code == 0
    line, _ = refused(own, run, (*args, "--players", "8"), 1)
    assert_said(["3 entries for each of 8 players do not fit"], line)


def test_an_odd_list_of_two_sided_cards(own: Pub, run: Run) -> None:
    edit(own.root / "cards/stooges/instructions.csv", "10,last-turn", "\n11,last-turn")
    assert run("build", "stooges", "--only", "instruction-cards").code == 0
    edit(own.root / "cards/stooges/instructions.csv", "turn,1,aid", "turn,0,aid")
    args = ("build", "stooges", "--only", "instruction-cards")
    line, finding = refused(own, run, args, 1)
    assert_said(["9 cards can't be fronts and backs in turn", "even number"], line)
    assert finding["where"]["column"] == "components.instruction-cards.two-sided"
