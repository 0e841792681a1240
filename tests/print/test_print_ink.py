"""Ink: how much of the block is covered, by pictures of the pages."""

from __future__ import annotations

import pytest
from kits import BuildKit, Kit
from PIL import ImageStat
from reading import Page

DPI = 150


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
