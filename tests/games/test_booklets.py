"""Rulebooks imposed as booklets: right for 1, 4, 5, 6 and 8 pages, and those of the five games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pikepdf
import pytest
from games import GAMES, PAPERS, Build, Kit, build_kits, squeezed, text
from reading import Box, Page

GAME = """\
title = "Pamphlet"
players = { min = 2, max = 2, default = 2 }
[kinds.page]
word = "Page"
[decks.cards]
file = "deck.csv"
template = "base"
[components.rules]
kind = "rulebook"
text = "rules.md"
"""
LANDSCAPE = {"letter": (279.4, 215.9), "a4": (297.0, 210.0)}
# What stands left and right on each side of the paper, folded in the middle: fronts and backs in
# turn, worked out with folded paper; 0 is blank.
SPREADS = {
    1: [(0, 1), (0, 0)],
    2: [(0, 1), (2, 0)],
    3: [(0, 1), (2, 3)],
    4: [(4, 1), (2, 3)],
    5: [(0, 1), (2, 0), (0, 3), (4, 5)],
    6: [(0, 1), (2, 0), (6, 3), (4, 5)],
    8: [(8, 1), (2, 7), (6, 3), (4, 5)],
    9: [(0, 1), (2, 0), (0, 3), (4, 9), (8, 5), (6, 7)],
}
T = TypeVar("T")
Bind = Callable[..., Kit]


def chapter(number: int) -> str:
    """A heading and a paragraph that together take most of a half page, on both papers."""
    return f"## Chapter {number}\n\n" + f"word{number} " * 200 + "\n\n"


@pytest.fixture
def bind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bind:
    """Builds the booklet of a made-up game whose rules have so many pages."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "cards/pamphlet"
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text(GAME, "utf-8")
    (folder / "deck.csv").write_text("no,id,title,kind\n1,one,One,page\n", "utf-8")

    def run(pages: int, paper: str, booklet: bool = True) -> Kit:
        rules = "".join(map(chapter, range(1, pages + 1)))
        (folder / "rules.md").write_text(rules, "utf-8")
        options = ("--paper", paper, *(("--booklet",) if booklet else ()))
        return build_kits(tmp_path / "out", ["pamphlet"], *options)["pamphlet"]

    return run


def halves(page: Page) -> Iterator[tuple[Box, str]]:
    """The left and the right half of a side, and what is printed there."""
    middle = page.width / 2
    for half in (Box(0, 0, middle, page.height), Box(middle, 0, page.width, page.height)):
        yield half, page.text_in(half)


def number_on(words: str) -> int:
    """Which page of the rules a half is, by its heading, its words and its foot; 0 for a blank."""
    if not words:
        return 0
    (number,) = set(re.findall(r"Chapter (\d+)", words))
    assert set(re.findall(r"word(\d+)", words)) == {number}
    assert words.count(f"word{number}") == 200
    assert re.search(rf"Rules {number}\b", words)  # the line at its foot
    return int(number)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("pages", SPREADS)
def test_pages_lie_where_folding_brings_them_in_order(bind: Bind, pages: int, paper: str) -> None:
    kit = bind(pages, paper)
    sides = kit.pages("rules")
    spreads = [tuple(number_on(words) for _, words in halves(page)) for page in sides]
    assert spreads == SPREADS[pages]
    assert len(sides) % 2 == 0
    file = kit.said["results"][0]["files"][0]
    assert file["component"] == "rules"
    assert (file["pages"], file["sides"]) == (len(sides), 2)


def folded(spreads: Sequence[Sequence[T]]) -> list[T]:
    """The order in which a reader meets the pages of nested sheets, the first one outermost."""
    sheets = list(zip(spreads[0::2], spreads[1::2], strict=True))
    rising = [page for front, back in sheets for page in (front[1], back[0])]
    falling = [page for front, back in sheets for page in (front[0], back[1])]
    return rising + falling[::-1]


@pytest.mark.parametrize("pages", SPREADS)
def test_the_spreads_above_are_a_booklet(pages: int) -> None:
    order = folded(SPREADS[pages])
    assert len(order) % 4 == 0
    assert order == [*range(1, pages + 1), *[0] * (len(order) - pages)]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_side_is_two_half_pages_on_paper_that_lies(bind: Bind, paper: str) -> None:
    kit = bind(5, paper)
    for page in kit.pages("rules"):
        assert (page.width, page.height) == pytest.approx(LANDSCAPE[paper], abs=0.01)
        assert page.trim.edges == pytest.approx((0, 0, page.width, page.height), abs=0.01)
        for half, _ in halves(page):
            inner = half.inset(12)
            own = [char for char in page.printed if half.has_centre_of(char.box)]
            assert all(inner.holds(char.box) or char.box.y0 > inner.y1 - 2 for char in own)
        # Ticks at both ends of the fold, and no line else runs along it.
        ticks = [stroke for stroke in page.strokes if abs(stroke.x0 - page.width / 2) < 0.01]
        assert len(ticks) == 2
        assert all(stroke.vertical and stroke.length < 6 for stroke in ticks)
        assert {round(min(stroke.y0, stroke.y1)) for stroke in ticks} == {
            0,
            round(page.height - 14 / 72 * 25.4),
        }


def test_the_printer_is_told_to_flip_the_short_edge(bind: Bind) -> None:
    kit = bind(5, "a4")
    with pikepdf.open(kit.path("rules")) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
    labels = [page.label for page in kit.pages("rules")]
    assert labels == ["Sheet 1 front", "Sheet 1 back", "Sheet 2 front", "Sheet 2 back"]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_the_five_games_as_booklets(build_games: Build, game: str, paper: str) -> None:
    kit = build_games("all", "--paper", paper, "--only", "rulebook", "--booklet")[game]
    sides = kit.pages("rulebook")
    assert len(sides) % 2 == 0
    order = folded([[words for _, words in halves(page)] for page in sides])
    read = [words for words in order if words]
    assert order[: len(read)] == read and len(order) - len(read) < 4
    printed, at = squeezed("".join(read)), 0
    for heading in re.findall(r"^#+ (.+)$", text(game, "rulebook.md"), re.MULTILINE):
        at = printed.index(squeezed(heading), at) + len(squeezed(heading))
    for page in sides:
        assert all(page.paper.inset(5).holds(char.box) for char in page.printed)
        gutter = Box(page.width / 2 - 5, 0, page.width / 2 + 5, page.height)
        assert not any(gutter.meets(char.box) for char in page.printed)
    with pikepdf.open(kit.path("rulebook")) as pdf:
        assert b"Helvetica" not in kit.path("rulebook").read_bytes()
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"


def test_without_the_option_rules_are_whole_pages(build_games: Build) -> None:
    kit = build_games("throwdown", "--paper", "a4", "--only", "rulebook")["throwdown"]
    assert all(page.width < page.height for page in kit.pages("rulebook"))


LONG_EDGE = "two-sided, flip on the long edge"
SHORT_EDGE = "two-sided, flip on the short edge"


@pytest.mark.parametrize(
    ("chapters", "booklet", "pages", "how", "duplex"),
    [
        (1, False, 1, "one-sided", "off"),
        (6, False, 2, LONG_EDGE, "long-edge"),
        (10, False, 3, f"{LONG_EDGE}; staple at the left", "long-edge"),
        (1, True, 2, f"{SHORT_EDGE}; fold", "short-edge"),
        (5, True, 4, f"{SHORT_EDGE}; fold, staple in the fold", "short-edge"),
    ],
)
def test_one_page_is_not_turned_and_one_sheet_not_stapled(
    bind: Bind, chapters: int, booklet: bool, pages: int, how: str, duplex: str
) -> None:
    """So say the JSON, the print plan, and the file itself."""
    kit = bind(chapters, "a4", booklet)
    file = kit.said["results"][0]["files"][0]
    sides = 1 if duplex == "off" else 2
    assert (file["pages"], file["sides"]) == (pages, sides)
    plan = " ".join(page.text for page in kit.pages("print-plan"))
    assert f"{-(-pages // sides)} × rules.pdf" in plan
    assert f"{how[0].upper()}{how[1:]}." in plan
    with pikepdf.open(kit.path("rules")) as pdf:
        flip = {"off": "Simplex", "long-edge": "DuplexFlipLongEdge"}
        told = flip.get(duplex, "DuplexFlipShortEdge")
        assert f"/{told}" == pdf.Root.ViewerPreferences.Duplex
        assert f"duplex={duplex};" in str(pdf.docinfo.Keywords)
