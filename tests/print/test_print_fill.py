"""``--fill``: aid cards in the free places of the last sheet, and nothing else changed."""

from __future__ import annotations

from itertools import cycle

import pytest
from kits import COMPONENTS, BuildKit, Kit, read_template
from PIL import ImageChops
from reading import Box


@pytest.fixture(scope="module")
def full(build: BuildKit, paper: str, style: str) -> Kit:
    return build("--paper", paper, "--style", style, "--duplex", "long-edge", "--fill")


def test_free_places_hold_aid_cards(full: Kit, aid_cards: list[dict[str, str]]) -> None:
    aid = read_template("tavern-aid")["element"]
    page = full.fronts[-1]
    free = page.places[1:]
    assert len(free) == 8
    for place, card in zip(free, cycle(aid_cards), strict=False):
        title, text = (
            page.text_in(Box.of(aid[name]["box"]).within(place)) for name in ("title", "text")
        )
        assert title == card["title"].upper()
        assert text == " ".join(card["text"].split())


def test_aid_cards_have_backs_and_stay_in_the_safe_zone(full: Kit) -> None:
    front, back = full.fronts[-1], full.backs[-1]
    assert back.filled_places() == list(range(9))
    assert [char.text for char in back.on_cards] == [char.text for char in full.backs[0].on_cards]
    zones = [place.inset(3.2) for place in front.places]
    for char in front.on_cards:
        assert any(zone.holds(char.box) for zone in zones), char


def test_nothing_else_changes(full: Kit, kit: Kit) -> None:
    for component in COMPONENTS[1:]:
        assert full.path(component).read_bytes() == kit.path(component).read_bytes()
    pages, before = full.pages("cards"), kit.pages("cards")
    assert len(pages) == len(before)
    for page, old in zip(pages[:-2], before[:-2], strict=True):
        assert (page.chars, page.strokes, page.label) == (old.chars, old.strokes, old.label)
    for page, old in zip(pages[-2:], before[-2:], strict=True):
        assert (page.marks, page.label, page.trim) == (old.marks, old.label, old.trim)
        assert page.furniture == old.furniture
    first = pages[-2].places[0]
    assert pages[-2].chars_in(first) == before[-2].chars_in(first)


def test_other_pages_look_the_same(full: Kit, kit: Kit) -> None:
    for number in (0, 1, 9, 18, 19):
        one, other = (each.pages("cards")[number].grey(40) for each in (full, kit))
        assert ImageChops.difference(one, other).getbbox() is None


def test_manifest_lists_the_same_cards(full: Kit, kit: Kit) -> None:
    for component in COMPONENTS:
        now, before = full.listed(component), kit.listed(component)
        assert now["settings"] == before["settings"] | {"fill": True}
        assert now["faces"] == before["faces"]
        assert (now["sha256"] == before["sha256"]) == (component != "cards")
