"""Rulebooks: short enough to be read at the table, and set so that nothing stands alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from games import GAMES, Build, Kit, lines, squeezed, text
from reading import Box, Page

SPEED = 250  # words a minute, of somebody who reads to himself
MINUTES = 5
APPENDIX = "If it is argued"  # from here on, what is looked up when it comes to that
MOST_WORDS = 1500  # with the appendix, house options and credits; footers are counted, too


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def words(printed: str) -> int:
    """How many words: whatever has a letter or a figure in it and no space."""
    return len(re.findall(r"\S*\w\S*", printed))


def test_the_rules_are_read_in_five_minutes(kits: dict[str, Kit], game: str) -> None:
    printed = " ".join(page.text for page in kits[game].pages("rulebook"))
    body, *appendix = printed.split(APPENDIX)
    assert len(appendix) <= 1
    assert 600 < words(body) <= MINUTES * SPEED
    assert words(printed) <= MOST_WORDS


def test_words_are_counted_as_people_do() -> None:
    assert words("Joe Bob’s Rasslin’ · 2 to 8 players; N’yuk, N’yuk | 1–5 (“so”)") == 11


def test_the_rules_are_one_sheet_of_paper(kits: dict[str, Kit], game: str) -> None:
    """Front and back, and the back is no afterthought."""
    *_, last = pages = kits[game].pages("rulebook")
    assert len(pages) == 2
    assert words(last.text) > 150


def columns(page: Page) -> Iterator[str]:
    """The last line of each column, without the foot of the page, if anything stands there."""
    for left, right in ((0, page.width / 2), (page.width / 2, page.width)):
        column = Box(left, 0, right, page.height - 17)
        chars = [char for char in page.printed if column.has_centre_of(char.box)]
        if chars:
            yield "".join(word for word, _ in lines(chars)[-1])


@pytest.mark.parametrize("booklet", [False, True], ids=["pages", "booklet"])
def test_nothing_that_leads_on_stands_at_a_foot(
    build_games: Build, paper: str, game: str, booklet: bool
) -> None:
    """No heading, and no sentence that a list or table finishes."""
    options = ("--only", "rulebook", "--booklet") if booklet else ()
    kit = build_games("all", "--paper", paper, *options)[game]
    source = text(game, "rulebook.md")
    headings = {squeezed(line) for line in re.findall(r"^#+ (.+)$", source, re.MULTILINE)}
    feet = [foot for page in kit.pages("rulebook") for foot in columns(page)]
    assert len(feet) >= 3
    for foot in feet:
        assert squeezed(foot) not in headings
        assert not foot.endswith(":"), foot
