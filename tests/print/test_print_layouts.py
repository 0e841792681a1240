"""One card a page, marks, corners, and what a file says of its layout."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from kits import BuildKit
from laying import is_near, lay
from reading import Box, read_clips, read_pdf

from brawlprint.cli import main

TRIM, BLEED = (63.5, 88.9), 3.175


def test_single_has_a_page_of_trim_and_bleed_front_and_back_in_turn(tmp_path: Path) -> None:
    laid = lay(tmp_path, "letter", "poker", 4, layout="single")
    assert len(laid.sheets) == 8
    width, height = TRIM[0] + 2 * BLEED, TRIM[1] + 2 * BLEED
    for number, (sheet, clips) in enumerate(zip(laid.sheets, read_clips(laid.path), strict=True)):
        (spot,) = sheet.spots
        assert (spot.number, spot.back) == divmod(number, 2)
        assert spot.turn == 0
        assert is_near(sheet.paper, Box(0, 0, width, height))
        assert is_near(sheet.bleed, sheet.paper)
        assert is_near(sheet.trim, sheet.paper.inset(BLEED))
        assert is_near(spot.box, sheet.trim)
        assert is_near(clips[0], sheet.paper)
        assert not sheet.strokes
    assert read_pdf(laid.path)[0].text == ""


def test_single_takes_any_bleed_and_size_and_no_paper_is_too_small(tmp_path: Path) -> None:
    laid = lay(tmp_path, "a5", "200x250mm", 1, layout="single", bleed=0.0, duplex="off")
    (sheet,) = laid.sheets
    assert is_near(sheet.paper, Box(0, 0, 200, 250))
    assert is_near(sheet.trim, sheet.paper)


def test_full_marks_are_hairlines_where_cards_share_a_cut_and_nowhere_else(tmp_path: Path) -> None:
    front, *_ = lay(tmp_path, "letter", "poker", marks="full").sheets
    hairs = [stroke for stroke in front.strokes if stroke.width < 0.12]
    xs = sorted({spot.box.x0 for spot in front.fronts})
    ys = sorted({spot.box.y0 for spot in front.fronts})
    assert sorted(hair.x0 for hair in hairs if hair.vertical) == pytest.approx(xs[1:], abs=0.01)
    assert sorted(hair.y0 for hair in hairs if hair.horizontal) == pytest.approx(ys[1:], abs=0.01)
    for hair in hairs:
        assert not any(spot.box.inset(0.06).meets(hair.box) for spot in front.fronts)


def test_full_marks_stay_in_the_gaps_between_cards_that_bleed(tmp_path: Path) -> None:
    front, *_ = lay(tmp_path, "a4", "poker", marks="full", bleed=3.0).sheets
    hairs = [stroke for stroke in front.strokes if stroke.width < 0.12]
    assert hairs
    for hair in hairs:
        assert not any(spot.box.meets(hair.box) for spot in front.fronts)


def test_no_marks_leaves_the_words_and_the_rulers(tmp_path: Path) -> None:
    laid = lay(tmp_path, "letter", "poker", marks="none")
    page = read_pdf(laid.path)[0]
    assert not page.marks
    assert "Print at 100 %" in page.text
    assert page.strokes


@pytest.mark.parametrize("layout", ["sheet", "gutterfold"])
@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_corner_guides_lie_outside_the_cards(tmp_path: Path, layout: str, bleed: float) -> None:
    plain = lay(tmp_path, "letter", "poker", layout=layout, bleed=bleed)
    guided = lay(tmp_path, "letter", "poker", layout=layout, bleed=bleed, corners=3.0)
    for one, two in zip(plain.sheets, guided.sheets, strict=True):
        ticks = [stroke for stroke in two.strokes if stroke not in one.strokes]
        assert ticks
        for tick in ticks:
            assert not any(spot.box.meets(tick.box) for spot in two.spots)
        # A corner of 3 mm begins 3 mm from each edge of each outer card.
        for spot in two.fronts:
            for at in (spot.box.x0 + 3, spot.box.x1 - 3):
                assert any(tick.x0 == pytest.approx(at, abs=0.01) for tick in ticks)


def test_a_fold_says_what_to_do_there(tmp_path: Path) -> None:
    for paper in ("letter", "a4", "a3", "a5"):
        laid = lay(tmp_path, paper, "poker", layout="gutterfold")
        for page in read_pdf(laid.path):
            assert "Fold here, printed sides out" in page.text
            assert "fold at the dashed line and glue" in page.text


def test_a_file_says_how_it_is_laid_out(tmp_path: Path) -> None:
    options = {"bleed": 3.0, "layout": "gutterfold", "back_offset": (0.5, -1.0, 0.25)}
    laid = lay(tmp_path, "a4", "bridge", **options)
    with pikepdf.open(laid.path) as pdf:
        told = dict(fact.split("=") for fact in str(pdf.docinfo["/Keywords"]).split("; "))
    assert told == {
        "component": "cards",
        "layout": "gutterfold",
        "paper": "a4",
        "duplex": "off",
        "style": "colour",
        "card": "57.15x88.9",
        "bleed": "3",
        "bleed-outside": "no",
        "margins": "5,5,5,5",
        "grid": told["grid"],
        "turn": told["turn"],
        "fold": told["fold"],
        "back-offset": "0.5,-1,0.25",
    }
    columns, rows = map(int, told["grid"].split("x"))
    assert columns * rows == laid.plan.capacity


# Through the command line


def test_build_tells_its_settings_everywhere(build: BuildKit) -> None:
    options = ("--paper", "a4", "--card-size", "bridge", "--bleed-outside", "--corners", "3")
    kit = build(*options, "--margins", "6,6,10,6", "--marks", "full", "--only", "cards")
    (said,) = kit.said["results"]
    told = kit.listed("cards")["settings"]
    for settings in (said, told):
        assert settings["card_size"] == "bridge"
        assert settings["layout"] == "sheet"
        assert (settings["bleed"], settings["bleed_outside"]) == (3.0, True)
        assert settings["margins"] == [6, 6, 10, 6]
        assert (settings["marks"], settings["corners"]) == ("full", 3.0)
        assert settings["back_offset"] == [0, 0, 0]


def test_settings_can_be_kept_in_a_file(own_workspace: Path) -> None:
    (own_workspace / "brawlprint.toml").write_text(
        '[print]\npaper = "pa4"\ncard-size = "poker-eu"\nlayout = "gutterfold"\nbleed = 2\n'
        "bleed-outside = true\nmargins = [6, 6, 10, 6]\nmarks = 'none'\ncorners = 2.5\n",
        encoding="utf-8",
    )
    result = CliRunner().invoke(main, ["build", "tavern", "--only", "cards", "--json"])
    (said,) = json.loads(result.stdout)["results"]
    assert (said["paper"], said["card_size"], said["layout"]) == ("pa4", "poker-eu", "gutterfold")
    assert (said["bleed"], said["bleed_outside"], said["corners"]) == (2.0, True, 2.5)
    assert (said["margins"], said["marks"]) == ([6, 6, 10, 6], "none")
    words = CliRunner().invoke(main, ["build", "tavern", "--only", "cards"]).stdout
    assert "PA4, colour, European poker cards, gutterfold, 2 mm bleed outside" in words


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--paper", "a6"), "there is no paper 'a6'"),
        (("--paper", "10x20mm"), "50 to 1200 mm"),
        (("--paper", "4x6"), "as 100x150mm or 4x6in"),
        (("--card-size", "pokr"), "did you mean 'poker'"),
        (("--card-size", "5x5mm"), "25 to 300 mm"),
        (("--bleed", "5mm"), "0 to 3.2 mm"),
        (("--bleed", "-1"), "write a length as 3mm or 1/8in"),
        (("--bleed", "1/0in"), "write a length as 3mm or 1/8in"),
        (("--margins", "5,5"), "top,right,bottom,left"),
        (("--corners", "9"), "0 to 6 mm"),
        (("--layout", "folded"), "known: 'sheet', 'gutterfold' or 'single'"),
        (("--marks", "crops"), "did you mean 'crop'"),
    ],
)
def test_what_there_is_not_is_refused(options: tuple[str, str], said: str) -> None:
    result = CliRunner().invoke(main, ["build", "tavern", *options])
    assert result.exit_code == 2
    assert said in result.stderr


def test_help_tells_its_options_in_sections() -> None:
    text = CliRunner().invoke(main, ["build", "--help"]).stdout
    places = [text.index(f"\n{head}:\n") for head in ("Paper and pages", "Cards", "The kit")]
    assert places == sorted(places)
    assert places[0] < text.index("--margins") < places[1] < text.index("--card-size") < places[2]


# What has no room


def test_a_small_paper_gives_its_cards_and_says_what_it_left_out(build: BuildKit) -> None:
    kit = build("--paper", "a5")
    (said,) = kit.said["results"]
    made = {file["component"] for file in said["files"]}
    assert made == {"cards", "beer-track", "tokens", "rulebook", "print-plan"}
    left = {finding["message"].split(": ")[1] for finding in said["findings"]}
    assert left == {"tavern, mats", "tavern, player-aid", "tavern, tuck-box"}
    for finding in said["findings"]:
        assert (finding["level"], finding["code"]) == ("warning", "no-room")
        assert "--paper" in finding["message"]
    assert {file["component"] for file in kit.manifest["files"]} == made


@pytest.mark.parametrize("component", ["mats", "player-aid", "tuck-box"])
def test_what_was_asked_for_by_name_is_refused(component: str, tmp_path: Path) -> None:
    arguments = ["build", "tavern", "--paper", "a5", "--only", component, "--out", str(tmp_path)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert f"tavern, {component}: " in result.stderr
    assert "--paper" in result.stderr
    assert not list(tmp_path.iterdir())


def test_cards_that_fit_nowhere_are_refused(tmp_path: Path) -> None:
    arguments = ["build", "tavern", "--paper", "a5", "--card-size", "140x180mm"]
    result = CliRunner().invoke(main, [*arguments, "--out", str(tmp_path)])
    assert result.exit_code == 2
    assert "--paper letter, a4, legal, a3 or pa4" in result.stderr
    assert not list(tmp_path.iterdir())
