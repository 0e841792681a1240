"""``check --accept``: the cards as they are now become what ``game.toml`` expects, line by line."""

from __future__ import annotations

import difflib
import json
import os
import shutil
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from desk import ROOT, Desk, Rows, checked, codes, run

Make = Callable[[str], Desk]
ACCEPT = ("--layer", "composition", "--accept")


def accept(game: str, code: int = 0) -> list[str]:
    """What is told before the report."""
    result = run("check", game, *ACCEPT)
    assert result.exit_code == code, result.output
    return result.stdout.split("\n\n")[0].splitlines()


def toml(desk: Desk) -> str:
    return desk.path("game.toml").read_bytes().decode()


def changed(before: str, after: str) -> list[str]:
    """The lines that differ, as a patch has them."""
    patch = difflib.ndiff(before.splitlines(keepends=True), after.splitlines(keepends=True))
    return [line for line in patch if line[0] in "+-"]


def more_cards(rows: Rows) -> None:
    """Two attacks and a special more: what an expansion adds."""
    attack = next(row for row in rows if row["id"] == "uppercut")
    special = next(row for row in rows if row["kind"] == "special")
    for number, like in enumerate((attack, attack, special), 92):
        rows.append(like | {"no": str(number), "id": f"new-{number}", "title": f"New {number}"})


def test_an_expansion_changes_its_numbers_and_nothing_else(desk: Make) -> None:
    tavern = desk("tavern")
    tavern.deck(more_cards)
    before = toml(tavern)
    [expect] = [each for each in checked("tavern", "composition")["findings"]
                if each["code"] == "expect"]  # fmt: skip
    assert "or brawlprint check tavern --accept if the list is right" in expect["remedy"]
    told = accept("tavern")
    after = toml(tavern)
    lines = after.splitlines()
    place = "cards/tavern/game.toml, line"
    assert told[:3] == [
        f"{place} {lines.index('total = 94') + 1}: total 91 → 94",
        f"{place} {lines.index('attack = 32') + 1}: attack 30 → 32",
        f"{place} {lines.index('special = 10') + 1}: special 9 → 10",
    ]
    assert changed(before, after)[:4] == [
        "- total = 91\n", "+ total = 94\n", "- attack = 30\n", "+ attack = 32\n",
    ]  # fmt: skip
    assert len(changed(before, after)) == 2 * len(told)
    assert checked("tavern", "composition")["ok"]


def test_accepting_twice_changes_nothing_more(desk: Make) -> None:
    tavern = desk("tavern")
    tavern.deck(more_cards)
    accept("tavern")
    path = tavern.path("game.toml")
    os.utime(path, (1, 1))
    assert accept("tavern") == ["cards/tavern/game.toml expects what there is; nothing to accept"]
    assert path.stat().st_mtime == 1


@pytest.mark.parametrize("game", ["joebob", "stooges", "tavern", "throwdown", "wrestling"])
def test_whatever_numbers_stood_there_come_out_as_the_games_have_them(
    desk: Make, game: str
) -> None:
    """Each number of each table is set wrong, then accepted: the file is what it was."""
    spoilt = desk(game)
    right = toml(spoilt)
    head, *tables = right.split("\n[decks.")
    for at, table in enumerate(tables):
        if ".expect" in (name := table.split("]")[0]) and not name.startswith("aid"):
            numbered = [
                line.replace("= ", "= 1", 1) if line[-1:].isdigit() else line
                for line in table.split("\n[")[0].split("\n")
            ]
            tables[at] = "\n".join(numbered) + table[len(table.split("\n[")[0]) :]
    spoilt.path("game.toml").write_text("\n[decks.".join([head, *tables]), "utf-8")
    assert toml(spoilt) != right
    accept(game)
    assert toml(spoilt) == right


def test_json_tells_each_change(desk: Make) -> None:
    tavern = desk("tavern")
    tavern.deck(lambda rows: rows.pop(54))
    document = checked("tavern", "composition", "--accept")
    assert document["ok"] and not codes(document)
    file = "cards/tavern/game.toml"
    lines = toml(tavern).splitlines()
    assert document["accepted"][:2] == [
        {"file": file, "row": lines.index("total = 90") + 1, "key": "decks.cards.expect.total",
         "was": 91, "now": 90},
        {"file": file, "row": lines.index("attack = 29") + 1,
         "key": "decks.cards.expect.count.kind.attack", "was": 30, "now": 29},
    ]  # fmt: skip
    assert checked("tavern", "composition", "--accept")["accepted"] == []
    assert "accepted" not in checked("tavern", "composition")


# ---- words that come and go ----


def test_a_new_kind_gets_a_line_where_its_word_stands(desk: Make) -> None:
    tavern = desk("tavern")
    tavern.edit("game.toml", "[kinds.defense]", '[kinds.lure]\nword = "Lure"\n\n[kinds.defense]')
    tavern.card("uppercut", kind="lure")
    before = toml(tavern)
    told = accept("tavern")
    after = toml(tavern)
    assert changed(before, after) == ["- attack = 30\n", "+ attack = 29\n", "+ lure = 1\n"]
    assert "attack = 29\nlure = 1\ndefense = 8\n" in after
    line = after.splitlines().index("lure = 1") + 1
    assert f"cards/tavern/game.toml, line {line}: lure 0 → 1, a new line" in told


def test_a_first_word_stands_first_and_an_empty_table_is_filled(desk: Make) -> None:
    tavern = desk("tavern")
    head, rest = toml(tavern).split("character = 21\n")
    tail = rest[rest.index("\n# Letters") :].replace("S = 11\nF = 8\n", "")
    tavern.path("game.toml").write_text(head + tail, "utf-8")
    accept("tavern")
    assert toml(tavern).count("[decks.cards.expect.count.kind]\ncharacter = 21\nweapon = 7\n") == 1
    traits = tomllib.loads(toml(tavern))["decks"]["cards"]["expect"]["count"]["traits"]
    assert (traits["S"], traits["F"], traits["E"]) == (11, 8, 7)
    assert checked("tavern", "composition")["ok"]


def test_a_kind_of_which_none_is_left_keeps_its_line_and_comment(desk: Make) -> None:
    tavern = desk("tavern")
    tavern.edit("game.toml", "\nfood = 3\n", "\nfood = 3  # they spoil\n")
    tavern.deck(lambda rows: [row.update(copies="0") for row in rows if row["kind"] == "food"])
    accept("tavern")
    assert "\nfood = 0  # they spoil\n" in toml(tavern)
    assert checked("tavern", "composition")["ok"]


def test_copies_change_if_all_titles_have_as_many(desk: Make) -> None:
    throwdown = desk("throwdown")
    throwdown.card("uppercut", copies="2")
    assert "copies = 1" in toml(throwdown)
    accept("throwdown", code=1)  # still a title with other copies than the rest
    assert "copies = 1" in toml(throwdown)
    [finding] = checked("throwdown", "composition")["findings"]
    assert finding["code"] == "copies"
    line = toml(throwdown).splitlines().index("copies = 1") + 1
    assert finding["remedy"] == (
        "write 1; or change or delete copies = 1 of [decks.cards.expect] "
        f"(cards/throwdown/game.toml, line {line})"
    )
    throwdown.deck(lambda rows: [row.update(copies="2") for row in rows])
    accept("throwdown")
    assert "total = 10\ncopies = 2\n" in toml(throwdown)


# ---- ways to write the same ----

INLINE = "expect = { total = 91, count = { kind = { attack = 29, weapon = 7 }, needs = {} } }"
DOTTED = 'expect.total = 91\nexpect.count.kind."attack" = 29  # so far\nexpect.count.needs = {}'


@pytest.mark.parametrize("table", [INLINE, DOTTED], ids=["inline", "dotted"])
def test_other_ways_to_write_the_tables(desk: Make, table: str) -> None:
    tavern = desk("tavern")
    text = toml(tavern)
    start, end = text.index("[decks.cards.expect]"), text.index("[decks.aid]")
    before = f"{text[:start].rstrip()}\n{table}\n\n{text[end:]}"
    tavern.path("game.toml").write_text(before, "utf-8")
    accept("tavern")
    data = tomllib.loads(toml(tavern))["decks"]["cards"]["expect"]["count"]
    assert data["kind"] | {"attack": 30, "character": 21} == data["kind"]
    assert data["needs"]["thief"] == 4
    assert toml(tavern).count("# so far") == table.count("# so far")
    assert checked("tavern", "composition")["ok"]


def test_line_ends_and_byte_order_mark_stay(desk: Make) -> None:
    tavern = desk("tavern")
    tavern.edit("game.toml", "weapon = 7\n", "")
    path = tavern.path("game.toml")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    accept("tavern")
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf") and data.count(b"\n") == data.count(b"\r\n")
    assert b"character = 21\r\nweapon = 7\r\nmodifier = 6\r\n" in data


# ---- refused with words, and nothing written ----


def refused(desk: Desk, *words: str) -> Result:
    before = {path: path.read_bytes() for path in desk.root.rglob("*") if path.is_file()}
    result = run("check", *words, *ACCEPT)
    after = {path: path.read_bytes() for path in desk.root.rglob("*") if path.is_file()}
    assert after == before
    return result


def test_a_game_as_it_ships_stays_as_it_is(desk: Make) -> None:
    tavern = desk("tavern")
    tavern.deck(more_cards)
    shipped = (ROOT / "cards/joebob/game.toml").read_bytes()
    for words in (("joebob",), ("tavern", "joebob"), ("all", "joebob")):
        result = refused(tavern, *words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "joebob is the game as it ships, which stays as it is; " in result.stderr
    assert (ROOT / "cards/joebob/game.toml").read_bytes() == shipped


def test_all_passes_over_games_as_they_ship(
    desk: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tavern = desk("tavern")
    tavern.deck(more_cards)
    told = accept("all")
    assert told[0].endswith("total 91 → 94")
    assert all(line.startswith("cards/tavern/game.toml, line") for line in told)
    document = json.loads(run("check", "all", *ACCEPT, "--json").stdout)
    told_of = {each["game"]: each["accepted"] for each in document["results"]}
    assert told_of["tavern"] == [] and told_of["joebob"] is None
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    result = run("check", "all", *ACCEPT)
    assert result.exit_code == 2
    assert "every game here is as it ships, which stays as it is; brawlprint new" in result.stderr


def test_a_checkout_is_its_own_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the folder of the built-in games themselves, they are the ones to be edited."""
    root = tmp_path / "checkout"
    for part in ("cards", "templates"):
        shutil.copytree(ROOT / part, root / part)
    monkeypatch.setattr("brawlprint.workspace.builtin_root", lambda: root)
    monkeypatch.chdir(root)
    Desk(root, "tavern").deck(more_cards)
    assert accept("tavern")[0].endswith("total 91 → 94")


def test_nothing_is_expected(desk: Make) -> None:
    tavern = desk("tavern")
    text = toml(tavern)
    start, end = text.index("[decks.cards.expect]"), text.index("[decks.aid]")
    tavern.path("game.toml").write_text(text[:start] + text[end:], "utf-8")
    result = refused(tavern, "tavern")
    assert result.exit_code == 2
    assert "cards/tavern/game.toml expects nothing of its cards" in result.stderr
    assert "write [decks.cards.expect] with total = 0 in it, then accept" in result.stderr
    tavern.edit("game.toml", "[decks.aid]", "[decks.cards.expect]\ntotal = 0\n\n[decks.aid]")
    assert accept("tavern")[0].endswith("total 0 → 91")


def test_a_deck_with_errors(desk: Make) -> None:
    tavern = desk("tavern")
    tavern.deck(more_cards)
    tavern.card("uppercut", kind="atack")
    result = refused(tavern, "tavern")
    assert result.exit_code == 1
    assert result.stdout.startswith("tavern: nothing is accepted of a game that can't be read\n\n")
    assert "'atack' is no known kind; did you mean 'attack'" in result.stdout
    document = checked("tavern", "composition", "--accept")
    assert (document["ok"], document["accepted"]) == (False, None)


def test_a_layout_that_is_not_known(desk: Make) -> None:
    tavern = desk("tavern")
    tavern.edit("game.toml", "[decks.cards.expect.count.kind]\n", "")
    for kind in ("character", "weapon", "modifier", "armor", "attack", "defense", "special"):
        tavern.edit("game.toml", f"\n{kind} = ", f"\ncount . kind . {kind} = ")
    for kind in ("spell = 3", "food = 3"):
        tavern.edit("game.toml", f"\n{kind}", "")
    tavern.deck(more_cards)
    result = refused(tavern, "tavern")
    assert result.exit_code == 2
    assert "is not changed by itself; nothing is written; write  decks.cards." in result.stderr
    assert "decks.cards.expect.count.kind.attack = 32" in result.stderr


def test_a_file_that_can_not_be_written(desk: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    tavern = desk("tavern")
    tavern.deck(more_cards)
    real = Path.replace

    def held(self: Path, target: Path) -> Path:
        if Path(target).name == "game.toml":
            raise PermissionError(13, "Permission denied")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", held)
    result = refused(tavern, "tavern")
    assert result.exit_code == 2
    assert "game.toml can't be replaced: " in result.stderr
    if sys.platform != "win32":
        assert result.stderr.endswith("permission denied; nothing is accepted\n")


def test_of_two_games_both_are_written_or_none(desk: Make) -> None:
    tavern = desk("tavern")
    tavern.deck(more_cards)
    throwdown = Desk(tavern.root, "throwdown")
    shutil.copytree(ROOT / "cards/throwdown", throwdown.path(""))
    throwdown.card("uppercut", copies="2")
    blocked = throwdown.path(".game.toml.part")
    blocked.mkdir()
    result = refused(tavern, "tavern", "throwdown")
    assert result.exit_code == 2
    assert "cards/throwdown/game.toml can't be written: " in result.stderr
    assert result.stderr.endswith("; nothing is accepted\n")
    blocked.rmdir()
    run("check", "tavern", "throwdown", *ACCEPT)
    assert "total = 94" in toml(tavern)
    assert "total = 6\n" in toml(throwdown)
    assert not [*tavern.root.rglob(".game.toml*")]
