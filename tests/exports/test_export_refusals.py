"""What can't be exported is refused in words, and nothing is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brawlprint.exports import saved_object, tabletop
from brawlprint.exports.profiles import PROFILES

ROOT = Path(__file__).parents[2]


def test_unknown_place_is_refused_with_the_nearest(workspace, run):
    result = run("export", "pub", "--for", "thegamecrafters")
    assert (result.code, result.err.count("did you mean 'thegamecrafter'?")) == (2, 1)


def test_a_place_must_be_named(workspace, run):
    result = run("export", "pub", "--json")
    assert result.code == 2
    assert result.json["ok"] is False


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--for", "makeplayingcards", "--dpi", "600"), "--dpi is for png; makeplayingcards has"),
        (("--for", "drivethrucards", "--bleed", "0"), "--bleed is for png"),
        (("--for", "png", "--dpi", "0"), "--dpi 0 is out of range; 50 to 1200"),
        (("--for", "png", "--dpi", "1201"), "out of range"),
        (("--for", "png", "--bleed", "3.3"), "0 to 3.2 mm, as far as the faces are drawn"),
        (("--for", "png", "--bleed", "nan"), "out of range"),
        (("--for", "png", "--bleed", "-1"), "out of range"),
        (("--for", "png", "--only", "card"), "no component 'card'; did you mean 'cards'?"),
        (("--for", "png", "--only", "tokens"), "tokens is no deck of cards"),
        (("--for", "png", "--copies", "0"), "--copies 0 is out of range"),
        (("--for", "png", "--players", "9"), "is for 2 to 6 players, not 9"),
        (("--for", "png", "--style", "loud"), "there is no style 'loud'"),
    ],
)
def test_wrong_use_is_refused_and_nothing_written(workspace, run, options, words):
    before = workspace.tree()
    result = run("export", "pub", *options)
    assert result.code == 2
    assert words in result.err
    assert workspace.tree() == before


@pytest.mark.parametrize("shop", ["makeplayingcards", "thegamecrafter", "drivethrucards"])
def test_a_size_that_a_shop_has_not_is_refused_with_who_takes_it(workspace, run, shop):
    workspace.edit("base.toml", "card = [63.5, 88.9]", "card = [63.5, 92]")
    result = run("export", "pub", "--for", "png", "--for", shop)
    assert result.code == 2
    assert f"{shop} takes cards of poker 63.5 × 88.9 mm, and these are 63.5 × 92 mm" in result.err
    assert "can be exported for 'png' or 'tabletop-simulator'" in result.err
    assert not (workspace.root / "output").exists()


def test_other_sizes_go_where_any_size_goes(workspace, run):
    workspace.edit("base.toml", "card = [63.5, 88.9]", "card = [63.5, 92]")
    workspace.only({"title": "One"})
    assert run("export", "pub", "--for", "png", "--for", "tabletop-simulator").code == 0


def test_too_little_bleed_for_a_shop_is_refused(workspace, run):
    workspace.edit("base.toml", "bleed = 3.2", "bleed = 2")
    result = run("export", "pub", "--for", "makeplayingcards")
    assert result.code == 2
    assert "wants 3.05 mm of bleed, and these faces are drawn 2 mm past their trim" in result.err


def test_a_fault_in_the_deck_is_told_with_its_row(workspace, run):
    workspace.set(5, needs="theif")
    result = run("export", "pub", "--for", "png", "--json")
    assert result.code == 1
    (finding,) = result.json["findings"]
    assert (finding["where"]["row"], finding["where"]["column"]) == (5, "needs")
    assert not (workspace.root / "output").exists()


def test_a_place_that_cannot_be_written_is_told(workspace, run):
    workspace.only({"title": "One"})
    (workspace.root / "output").write_text("a file", encoding="utf-8")
    result = run("export", "pub", "--for", "png", "--dpi", "50")
    assert result.code == 2
    assert "can't be made" in result.err


def test_all_exports_are_made_before_one_is_written(workspace, run, monkeypatch):
    """The second of two comes out a card short, so the first isn't written either."""

    def short(*arguments):
        document = json.loads(saved_object.saved_object(*arguments))
        del document["ObjectStates"][0]["ContainedObjects"][-1]
        del document["ObjectStates"][0]["DeckIDs"][-1]
        return json.dumps(document).encode()

    monkeypatch.setattr(tabletop, "saved_object", short)
    workspace.only({"title": "One"}, {"title": "Two"}, {"title": "Three"})
    result = run("export", "pub", "--for", "png", "--for", "tabletop-simulator")
    assert result.code == 1
    assert "the saved object has 2 cards, not the 3 it should" in result.err
    assert not (workspace.root / "output").exists()


def test_help_and_page_name_every_place(run):
    shown = run("export", "--help").out
    page = (ROOT / "docs/exports.md").read_text(encoding="utf-8")
    for name in PROFILES:
        assert f"--for {name} " in shown
        assert f"| `{name}` |" in page
    for option in ("--style", "--players", "--copies", "--option", "--only", "--dpi", "--bleed"):
        assert option in shown
        assert option in page
    assert "--out" in shown
    assert "--json" in shown
