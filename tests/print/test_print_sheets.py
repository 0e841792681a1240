"""Pages: crop marks, cut positions, backs behind fronts, furniture and rulers, read from the PDF."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from kits import ON_SHEETS, STYLES, BuildKit, Kit, read_template
from laying import lay
from reading import Box, Page, Stroke, read_clips, read_pdf

CARD = (63.5, 88.9)
PRINTABLE = 5.0  # mm from the paper's edge in which a home printer may print nothing
HAIR = 0.1  # mm, more than half the width of a mark or ruler
SHEETS = 11


def all_sheets(kit: Kit) -> list[Page]:
    return [page for component in ON_SHEETS for page in kit.pages(component)]


# Crop marks and cuts


def test_cut_positions_give_cards_of_poker_size(kit: Kit) -> None:
    for page in kit.pages("cards"):
        assert len(page.places) == 9
        across, down = page.cuts
        for number, cut in enumerate(across):
            assert cut - across[0] == pytest.approx(number * CARD[0], abs=0.02)
        for number, cut in enumerate(down):
            assert cut - down[0] == pytest.approx(number * CARD[1], abs=0.02)


def test_block_is_centred_so_that_backs_fall_behind_fronts(kit: Kit) -> None:
    for page in kit.pages("cards"):
        assert page.block.centre == pytest.approx(page.paper.centre, abs=0.01)


def test_marks_are_on_every_page_fronts_and_backs_and_a_part_filled_one(kit: Kit) -> None:
    for component in ON_SHEETS:
        first, *others = kit.pages(component)
        lines = len(first.cuts[0]) + len(first.cuts[1])
        assert len(first.marks) == 2 * lines
        for page in others:
            assert page.marks == first.marks
    last = kit.fronts[-1]
    assert last.filled_places() == [0]
    assert len(last.marks) == 16


@pytest.mark.parametrize("marks", ["crop", "full"])
@pytest.mark.parametrize("edge", ["long-edge", "short-edge"])
def test_a_single_sheet_is_marked_where_it_is_cut(tmp_path: Path, edge: str, marks: str) -> None:
    """Two cards of nine: three cuts across and two down, right round the backs too."""
    laid = lay(tmp_path, "letter", "poker", 2, duplex=edge, marks=marks)
    for page, sheet in zip(read_pdf(laid.path), laid.sheets, strict=True):
        places = sorted(place.edges for place in page.places)
        cards = sorted(spot.box.edges for spot in sheet.spots)
        assert places == [pytest.approx(card, abs=0.02) for card in cards]
        assert page.trim.edges == pytest.approx(page.block.edges, abs=0.02)
        between = [line for line in sheet.strokes if page.block.meets(line.box)]
        assert len(between) == (marks == "full")


def test_marks_are_thin_and_long_enough_to_cut_by(kit: Kit) -> None:
    for page in all_sheets(kit):
        for mark in page.marks:
            assert mark.width == pytest.approx(0.15, abs=0.005)
            assert mark.length > 1.5
            assert page.paper.inset(-0.01).holds(Box(mark.x0, mark.y0, mark.x1, mark.y1))


def test_no_mark_lies_under_a_face(kit: Kit) -> None:
    for page in all_sheets(kit):
        for mark in page.marks:
            assert not page.block.meets(mark.box), (page.label, mark)


def test_no_mark_crosses_the_furniture(kit: Kit) -> None:
    for page in all_sheets(kit):
        boxes = [char.box for char in page.furniture]
        boxes += [stroke.box for stroke in page.furniture_strokes]
        for mark in page.marks:
            assert not any(mark.box.meets(box) for box in boxes), (page.label, mark)


@pytest.mark.parametrize("edge", ["long-edge", "short-edge"])
def test_faces_are_cut_off_exactly_at_the_cuts(build: BuildKit, paper: str, edge: str) -> None:
    """What is drawn past the trim is clipped there, and lies where the marks say."""
    kit = build("--paper", paper, "--style", "colour", "--duplex", edge)
    for page, clips in zip(kit.pages("cards"), read_clips(kit.path("cards")), strict=True):
        faces = [clip for clip in clips if is_card(clip)]
        places = [page.places[number] for number in page.filled_places()]
        assert len(faces) == len(places)
        for place in places:
            nearest = min(faces, key=lambda face: math.dist(face.centre, place.centre))
            assert nearest.edges == pytest.approx(place.edges, abs=0.01)


def is_card(box: Box) -> bool:
    return abs(box.width - CARD[0]) < 1 and abs(box.height - CARD[1]) < 1


# Backs


def place_of_back(page: Page, box: Box, name: str, turned: bool) -> list[int]:
    """The places on which a back's name stands where the back's template has it."""
    return [
        number
        for number, place in enumerate(page.places)
        if page.text_in(box.within(place, turned)) == name
    ]


@pytest.fixture(scope="module")
def name_box() -> Box:
    """Where the back says what game it is of; off the middle of the card, so it shows a turn."""
    box = Box.of(read_template("tavern-back")["element"]["name"]["box"])
    assert abs(box.centre[1] - CARD[1] / 2) > box.height
    return box


def mirrored(page: Page, edge: str) -> list[Box]:
    """A page's places as they lie on the sheet's other side."""
    return [
        Box(page.width - box.x1, box.y0, page.width - box.x0, box.y1)
        if edge == "long-edge"
        else Box(box.x0, page.height - box.y1, box.x1, page.height - box.y0)
        for box in page.places
    ]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("edge", ["long-edge", "short-edge"])
def test_backs_lie_behind_their_fronts(
    build: BuildKit, paper: str, style: str, edge: str, name_box: Box
) -> None:
    kit = build("--paper", paper, "--style", style, "--duplex", edge)
    assert len(kit.pages("cards")) == 2 * SHEETS
    for front, back in zip(kit.fronts, kit.backs, strict=True):
        behind = mirrored(front, edge)
        wanted = [behind[number] for number in front.filled_places()]
        found = [
            back.places[number]
            for number in place_of_back(back, name_box, "TAVERN BRAWL", edge == "short-edge")
        ]
        assert len(found) == len(back.filled_places())
        for box in wanted:
            assert sum(is_near(box, other) for other in found) == 1
        assert len(found) == len(wanted)
    assert [len(back.filled_places()) for back in kit.backs] == [9] * 10 + [1]


def is_near(one: Box, other: Box) -> bool:
    return max(abs(one.x0 - other.x0), abs(one.y0 - other.y0)) < 0.02


@pytest.mark.parametrize(("edge", "place"), [("long-edge", 2), ("short-edge", 6)])
def test_the_last_back_lies_behind_the_only_card(build: BuildKit, edge: str, place: int) -> None:
    kit = build("--paper", "a4", "--style", "colour", "--duplex", edge)
    assert kit.fronts[-1].filled_places() == [0]
    assert kit.backs[-1].filled_places() == [place]


@pytest.mark.parametrize(("edge", "angle"), [("long-edge", 0), ("short-edge", 180)])
def test_backs_stand_on_their_heads_for_the_short_edge_only(
    build: BuildKit, paper: str, edge: str, angle: int
) -> None:
    kit = build("--paper", paper, "--style", "colour", "--duplex", edge)
    for front, back in zip(kit.fronts, kit.backs, strict=True):
        assert {char.angle for char in front.on_cards} == {0}
        assert {char.angle for char in back.on_cards} == {angle}


def test_duplex_off_prints_fronts_alone(
    build: BuildKit, paper: str, cards: list[dict[str, str]], elements: dict[str, Any]
) -> None:
    kit = build("--paper", paper, "--style", "colour", "--duplex", "off")
    pages = kit.pages("cards")
    assert len(pages) == SHEETS
    with_backs = build("--paper", paper, "--style", "colour", "--duplex", "long-edge")
    for page, front in zip(pages, with_backs.fronts, strict=True):
        assert page.on_cards == front.on_cards
        assert page.marks == front.marks
    assert sum(len(page.filled_places()) for page in pages) == len(cards)


def test_fronts_and_backs_alternate(kit: Kit) -> None:
    labels = [page.label for page in kit.pages("cards")]
    assert labels == [f"{side} {n + 1}" for n in range(SHEETS) for side in ("Front", "Back")]
    for number, page in enumerate(kit.pages("cards")):
        side = "backs" if number % 2 else "fronts"
        assert f"Cards, {side} · page {number + 1} of {2 * SHEETS}" in page.text


# Page furniture


def test_furniture_keeps_off_cards_and_paper_edges(kit: Kit) -> None:
    for page in all_sheets(kit):
        printable = page.paper.inset(PRINTABLE - HAIR)
        assert len(page.furniture) > 50
        boxes = [char.box for char in page.furniture]
        boxes += [stroke.box for stroke in page.furniture_strokes]
        for box in boxes:
            assert printable.holds(box), (page.label, box)


def test_furniture_says_what_it_is_and_how_to_print_it(kit: Kit) -> None:
    for component in ON_SHEETS:
        pages = kit.pages(component)
        name = component.replace("-", " ").capitalize()
        for number, page in enumerate(pages, 1):
            said = "".join(char.text for char in page.furniture)
            assert f"TavernBrawl·{name}".replace(" ", "") in said
            assert f"page{number}of{len(pages)}" in said
            assert "Printat100%" in said
            turn = "two-sided,fliponthelongedge" if component == "cards" else "one-sided"
            assert turn in said


def test_furniture_letters_do_not_lie_on_each_other(kit: Kit) -> None:
    for page in (kit.pages(component)[0] for component in ON_SHEETS):
        rulers = [stroke.box for stroke in page.furniture_strokes]
        for number, char in enumerate(page.furniture):
            assert not any(char.box.meets(box) for box in rulers), (page.label, char)
            others = page.furniture[number + 1 :]
            # Neighbours in a word may overhang by a hair, a whole letter may not be covered.
            assert not any(char.box.has_centre_of(other.box) for other in others)


def ruler(page: Page, length: float) -> tuple[Stroke, list[Stroke]]:
    """The one upright line of a length in the margin, with the ticks that touch it."""
    uprights = [
        stroke
        for stroke in page.furniture_strokes
        if stroke.vertical and abs(stroke.length - length) < 0.2
    ]
    assert len(uprights) == 1
    line = uprights[0]
    ticks = [
        stroke
        for stroke in page.furniture_strokes
        if stroke.horizontal and any(abs(x - line.x0) < 0.01 for x in (stroke.x0, stroke.x1))
    ]
    return line, sorted(ticks, key=lambda tick: tick.y0)


@pytest.mark.parametrize(
    ("length", "ticks", "label"), [(50.0, 6, "50mm"), (50.8, 5, "2in")], ids=["50mm", "2in"]
)
def test_rulers_measure_what_they_say(kit: Kit, length: float, ticks: int, label: str) -> None:
    for page in all_sheets(kit):
        line, marks = ruler(page, length)
        assert line.length == pytest.approx(length, abs=0.02)
        assert len(marks) == ticks
        for one, other in pairwise(marks):
            assert other.y0 - one.y0 == pytest.approx(length / (ticks - 1), abs=0.02)
        assert marks[0].y0 == pytest.approx(min(line.y0, line.y1), abs=0.02)
        assert marks[-1].y0 == pytest.approx(max(line.y0, line.y1), abs=0.02)
        # Its label stands at one of its ends, turned with it.
        column = Box(line.x0 - 1.6, marks[0].y0 - 8, line.x0 + 0.1, marks[-1].y0 + 8)
        assert "".join(char.text for char in page.chars_in(column)) == label


# Faces reach the cut


def test_every_trim_edge_has_the_same_ground(kit: Kit, style: str) -> None:
    """A cut half a millimetre off shows nothing: one ground on both sides of every cut."""
    for page in (kit.fronts[0], kit.fronts[5], kit.fronts[9]):
        picture = page.colour(127)  # five pixels a mm
        across, down = page.cuts
        colours = set()
        for cut in across[1:-1]:
            strip = Box(cut - 0.8, down[0] + 1, cut + 0.8, down[-1] - 1)
            colours |= colours_in(picture, strip)
        for cut in down[1:-1]:
            strip = Box(across[0] + 1, cut - 0.8, across[-1] - 1, cut + 0.8)
            colours |= colours_in(picture, strip)
        assert len(colours) == 1, colours
        assert (colours == {(255, 255, 255)}) == (style == "ink-saver")


def colours_in(picture: Any, box: Box) -> set[tuple[int, int, int]]:
    pixels = picture.crop([round(5 * edge) for edge in (box.x0, box.y0, box.x1, box.y1)])
    return {colour for _, colour in pixels.getcolors(1 << 20)}
