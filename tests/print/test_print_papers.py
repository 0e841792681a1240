"""Every paper, card size, layout and flip: where cards lie, read back out of the PDF."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from laying import Laid, Sheet, is_near, lay, mirrored
from reading import Box, read_clips

from brawlprint.errors import NoRoomError
from brawlprint.sheets.grid import Margins
from brawlprint.sheets.paper import CARD_SIZES, PAPERS, find_card_size, find_paper

SIZES = (*CARD_SIZES, "90x130mm")
MARGIN, FURNITURE, FOLD = 5.0, 4.4, 5.0  # mm
FLIPS = {"long-edge": "across", "short-edge": "down"}
BLEEDS: dict[str, dict[str, Any]] = {
    "no-bleed": {},
    "bleed": {"bleed": 3.0},
    "outside": {"bleed_outside": True},
}


def reckoned(paper: str, size: str, bleed: float = 0.0, outside: bool = False) -> int:
    """The most cards a page by sums of our own: upright or on their side, words at either edge."""
    sheet, card = find_paper(paper), find_card_size(size)
    each = 0.0 if outside else 2 * bleed
    rim = 2 * bleed if outside else 0.0
    best = 0
    for width, height in ((card.width, card.height), (card.height, card.width)):
        for side, end in ((MARGIN + FURNITURE, MARGIN), (MARGIN, MARGIN + FURNITURE)):
            columns = (sheet.width - 2 * side - rim + 1e-6) // (width + each)
            rows = (sheet.height - 2 * end - rim + 1e-6) // (height + each)
            best = max(best, int(columns) * int(rows))
    return best


@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("paper", [*PAPERS, "4x6in"])
def test_sheets_hold_the_most_cards_and_backs_lie_behind_them(
    tmp_path: Path, paper: str, flip: str
) -> None:
    for size in SIZES:
        wanted = reckoned(paper, size)
        if not wanted:
            assert_refused_with_what_would(tmp_path, paper, size, duplex=flip)
            continue
        laid = lay(tmp_path, paper, size, duplex=flip)
        front, back, last, last_back = laid.sheets
        assert len(front.fronts) == len(back.backs) == wanted, size
        assert_backs_behind(front, back, FLIPS[flip])
        assert_backs_behind(last, last_back, FLIPS[flip])
        assert is_near(last.fronts[0].box, front.fronts[0].box)
        for sheet in laid.sheets:
            assert_page_is_clean(sheet)


@pytest.mark.parametrize("paper", [*PAPERS, "4x6in"])
def test_folded_pages_have_each_back_behind_its_front(tmp_path: Path, paper: str) -> None:
    for size in SIZES:
        try:
            laid = lay(tmp_path, paper, size, layout="gutterfold")
        except NoRoomError:
            assert_refused_with_what_would(tmp_path, paper, size, layout="gutterfold")
            continue
        for sheet in laid.sheets:
            assert_folds_in_the_middle(laid, sheet)
            assert_page_is_clean(sheet)


@pytest.mark.parametrize("layout", ["sheet", "gutterfold"])
@pytest.mark.parametrize("bleed", ["bleed", "outside"])
def test_bleed_keeps_its_margin_and_off_its_neighbours(
    tmp_path: Path, layout: str, bleed: str
) -> None:
    for paper, size, flip in product(("letter", "a4", "a3"), ("poker", "bridge", "tarot"), FLIPS):
        laid = lay(tmp_path, paper, size, layout=layout, duplex=flip, **BLEEDS[bleed])
        for sheet, clips in zip(laid.sheets, read_clips(laid.path), strict=True):
            assert len(clips) == len(sheet.spots)
            for spot, clip in zip(sheet.spots, clips, strict=True):
                assert_clip_has_bleed(sheet, spot.box, clip, bleed == "outside")
                assert sheet.paper.inset(MARGIN - 0.01).holds(clip)
            if layout == "gutterfold":
                assert_folds_in_the_middle(laid, sheet, clips)
            assert_page_is_clean(sheet)
        if layout == "sheet":
            front, back = laid.sheets[:2]
            assert len(front.fronts) == reckoned(paper, size, 3.0, bleed == "outside")
            assert_backs_behind(front, back, FLIPS[flip])


def assert_clip_has_bleed(sheet: Sheet, trim: Box, clip: Box, outside: bool) -> None:
    """A card shows 3 mm past its trim; outside only, nothing where a neighbour begins."""
    beside = [spot.box for spot in sheet.spots if not is_near(spot.box, trim)]
    nudges = {"x0": (-0.5, 0.0), "y0": (0.0, -0.5), "x1": (0.5, 0.0), "y1": (0.0, 0.5)}
    for edge, (right, down) in nudges.items():
        moved = Box(trim.x0 + right, trim.y0 + down, trim.x1 + right, trim.y1 + down)
        shared = outside and any(moved.inset(0.1).meets(box) for box in beside)
        past = abs(getattr(clip, edge) - getattr(trim, edge))
        assert past == pytest.approx(0.0 if shared else 3.0, abs=0.01)


def assert_backs_behind(front: Sheet, back: Sheet, axis: str) -> None:
    assert not front.backs
    assert not back.fronts
    behind = {spot.number: spot for spot in back.backs}
    assert set(behind) == {spot.number for spot in front.fronts}
    for spot in front.fronts:
        box, turn = mirrored(front, spot, axis)
        assert is_near(behind[spot.number].box, box)
        assert behind[spot.number].turn == turn


def assert_page_is_clean(sheet: Sheet) -> None:
    """Cards keep the margin and off each other; no line lies over or under one."""
    for one, two in combinations([spot.box.inset(0.01) for spot in sheet.spots], 2):
        assert not one.meets(two)
    for spot in sheet.spots:
        assert sheet.paper.inset(MARGIN - 0.01).holds(spot.box)
        assert sheet.trim.inset(-0.01).holds(spot.box)
        for stroke in sheet.strokes:
            assert not stroke.box.meets(spot.box), (spot, stroke)


def assert_folds_in_the_middle(laid: Laid, sheet: Sheet, clips: list[Box] | None = None) -> None:
    """The one dashed line halves the paper, mirrors fronts to backs, and keeps its distance."""
    x, y = sheet.paper.centre
    (fold,) = [stroke for stroke in sheet.strokes if 0.2 < stroke.width < 0.3]
    assert (fold.x0 + fold.x1) / 2 == pytest.approx(x, abs=0.01)
    assert (fold.y0 + fold.y1) / 2 == pytest.approx(y, abs=0.01)
    assert fold.horizontal != fold.vertical
    backs = {spot.number: spot for spot in sheet.backs}
    assert set(backs) == {spot.number for spot in sheet.fronts}
    for spot in sheet.fronts:
        box, turn = mirrored(sheet, spot, "down" if fold.horizontal else "across")
        assert is_near(backs[spot.number].box, box)
        assert backs[spot.number].turn == turn
    for box in clips or [spot.box for spot in sheet.spots]:
        edges = (box.y0 - y, y - box.y1) if fold.horizontal else (box.x0 - x, x - box.x1)
        assert max(edges) >= FOLD - 0.01
    assert laid.plan.sides == 1


def assert_refused_with_what_would(folder: Path, paper: str, size: str, **settings: Any) -> None:
    """The refusal names papers and sizes, and those do; those not named do not."""
    with pytest.raises(NoRoomError) as refused:
        lay(folder, paper, size, **settings)
    message = str(refused.value)
    for other in PAPERS:
        named = f" {other}" in message.partition("--paper")[2].partition("--card")[0]
        assert fits(folder, other, size, **settings) == named, (message, other)
    for other in CARD_SIZES:
        named = f" {other}" in message.partition("--card-size")[2].replace(",", " ,")
        assert fits(folder, paper, other, **settings) or not named, (message, other)


def fits(folder: Path, paper: str, size: str, **settings: Any) -> bool:
    try:
        lay(folder, paper, size, 1, **settings)
    except NoRoomError:
        return False
    return True


@pytest.mark.parametrize(("cards", "sheets"), [(9, 1), (10, 2), (18, 2), (90, 10), (91, 11)])
def test_cards_take_as_many_pages_as_they_need(tmp_path: Path, cards: int, sheets: int) -> None:
    laid = lay(tmp_path, "letter", "poker", cards)
    assert len(laid.sheets) == 2 * sheets
    assert [len(sheet.fronts) for sheet in laid.sheets[::2]] == [9] * (cards // 9) + [
        cards % 9
    ] * bool(cards % 9)
    places = [spot.box for spot in laid.sheets[0].fronts]
    for sheet in laid.sheets[::2]:
        for place, spot in zip(places, sheet.fronts, strict=False):
            assert is_near(place, spot.box)


def test_less_bleed_is_offered_where_it_would_do(tmp_path: Path) -> None:
    with pytest.raises(NoRoomError, match=r"--bleed 2\.1mm or less"):
        lay(tmp_path, "a5", "125x190mm", bleed=3.0)
    assert fits(tmp_path, "a5", "125x190mm", bleed=2.1)
    assert not fits(tmp_path, "a5", "125x190mm", bleed=2.2)


def test_margins_are_kept_on_the_side_that_they_are_named_for(tmp_path: Path) -> None:
    margins = Margins(top=5, right=5, bottom=20, left=5)
    (sheet, _, *_) = lay(tmp_path, "a4", "poker", margins=margins).sheets
    assert max(spot.box.y1 for spot in sheet.fronts) <= 297 - 20 + 0.01
    # Backs are mirrored for the short edge: both ends must keep the wider margin there.
    front, back, *_ = lay(tmp_path, "a4", "poker", margins=margins, duplex="short-edge").sheets
    for page in (front, back):
        assert min(spot.box.y0 for spot in page.spots) >= 5
        assert max(spot.box.y1 for spot in page.spots) <= 297 - 20 + 0.01
    assert_backs_behind(front, back, "down")


@pytest.mark.parametrize("flip", FLIPS)
def test_an_offset_moves_backs_and_only_backs(tmp_path: Path, flip: str) -> None:
    plain = lay(tmp_path, "letter", "poker", duplex=flip).sheets
    moved = lay(tmp_path, "letter", "poker", duplex=flip, back_offset=(1.5, -0.75, 0.0)).sheets
    assert moved[0] == plain[0]
    for one, two in zip(plain[1].backs, moved[1].backs, strict=True):
        box = one.box
        wanted = Box(box.x0 + 1.5, box.y0 - 0.75, box.x1 + 1.5, box.y1 - 0.75)
        assert is_near(two.box, wanted)
    marks = [stroke for stroke in plain[1].strokes if stroke.black]
    for one_mark, two_mark in zip(
        marks, [stroke for stroke in moved[1].strokes if stroke.black], strict=True
    ):
        assert two_mark.x0 - one_mark.x0 == pytest.approx(1.5, abs=0.01)
        assert two_mark.y0 - one_mark.y0 == pytest.approx(-0.75, abs=0.01)


def test_backs_turn_clockwise_about_the_middle_of_the_page(tmp_path: Path) -> None:
    plain = lay(tmp_path, "letter", "poker").sheets[1]
    turned = lay(tmp_path, "letter", "poker", back_offset=(0.0, 0.0, 1.0)).sheets[1]
    middle_left, middle_right = plain.backs[5].box, plain.backs[3].box
    assert middle_left.x1 < middle_right.x0
    left, right = turned.backs[5].box, turned.backs[3].box
    # One degree over 63.5 mm from the middle: the left goes up by 1.108 mm, the right down.
    assert left.centre[1] - middle_left.centre[1] == pytest.approx(-1.108, abs=0.01)
    assert right.centre[1] - middle_right.centre[1] == pytest.approx(1.108, abs=0.01)
    assert turned.backs[4].box.centre == pytest.approx(plain.backs[4].box.centre, abs=0.01)
