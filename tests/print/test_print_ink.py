"""Ink: how much of the block is covered, by pictures of the pages."""

from __future__ import annotations

import json
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from kits import PAPERS, BuildKit, Kit
from PIL import ImageStat
from reading import Page, read_pdf

from brawlprint.cli import main

DPI = 150
MOST = 0.05  # of a page of cards, in ink-saver
FACES = {
    "joebob": ["cards"],
    "stooges": ["cards"],
    "tavern": ["cards"],
    "throwdown": ["cards", "target-cards"],
    "wrestling": ["cards"],
}


def coverage(page: Page) -> float:
    """The mean share of ink over the trim block, 0 to 1."""
    return 1 - ImageStat.Stat(page.grey_block(DPI)).mean[0] / 255


@pytest.fixture(scope="module")
def kits(build: BuildKit) -> tuple[Kit, Kit]:
    """The cards in colour and with little ink; the paper makes no difference to the block."""
    colour, saver = (
        build("--paper", "letter", "--style", style, "--duplex", "long-edge")
        for style in ("colour", "ink-saver")
    )
    return colour, saver


def test_ink_saver_takes_well_under_the_ink_of_colour(kits: tuple[Kit, Kit]) -> None:
    """In grey, which is what a black cartridge gives."""
    colour, saver = (
        [coverage(page) for page in (*kit.fronts, kit.backs[0], kit.backs[-1])] for kit in kits
    )
    for full, little in zip(colour, saver, strict=True):
        assert little < 0.75 * full
    assert sum(saver) < 0.6 * sum(colour)


def test_ink_saver_leaves_most_of_the_paper_white(kits: tuple[Kit, Kit]) -> None:
    """No grounds and no areas: on every page more than three quarters of the block is bare paper."""
    _, saver = kits
    for page in (*saver.fronts, saver.backs[0]):
        picture = page.grey_block(DPI)
        white = picture.histogram()[255] / (picture.width * picture.height)
        assert white > 0.75, page.label


Shares = dict[tuple[str, int], float]  # of a component's page


def saved(folder: Path, game: str, paper: str, *options: str) -> tuple[dict[str, Any], Shares]:
    """A build of a game's cards with little ink: what it says, and what its pages show."""
    only = [word for component in FACES[game] for word in ("--only", component)]
    usual = ["--paper", paper, "--style", "ink-saver", "--duplex", "long-edge", "--json"]
    arguments = ["build", game, *only, *usual, *options, "--out", str(folder)]
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    shown = {
        (component, number): coverage(page)
        for component in FACES[game]
        for number, page in enumerate(read_pdf(folder / game / f"{component}.pdf"), 1)
    }
    return json.loads(result.stdout)["results"][0], shown


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", FACES)
def test_no_page_of_cards_takes_a_twentieth_of_ink(game: str, paper: str, tmp_path: Path) -> None:
    """Fronts and backs of every game."""
    _, shown = saved(tmp_path, game, paper)
    assert {page: share for page, share in shown.items() if share >= MOST} == {}


@pytest.mark.parametrize(("game", "paper"), list(zip(FACES, cycle(PAPERS), strict=False)))
def test_what_is_told_of_ink_is_what_the_pages_show(game: str, paper: str, tmp_path: Path) -> None:
    said, shown = saved(tmp_path, game, paper, "--ink")
    told = {
        (entry["component"], entry["page"]): entry["shares"]["ink-saver"] for entry in said["ink"]
    }
    assert told == pytest.approx(shown, abs=0.001)
