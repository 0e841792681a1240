"""What is written in a corner's circle stays in the circle, or is told to be too long."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from reading import Box, read_pdf

from brawlprint.faces.fonts import load_font
from brawlprint.faces.paths import parse_path
from brawlprint.faces.template import Element, Look, load_template

if TYPE_CHECKING:
    from conftest import Pub, Run

ROOT = Path(__file__).resolve().parents[2]
MIDDLE, RADIUS = (9.1, 9.1), 5.2  # the tavern's circle, on the card (mm)
LINE = 0.175  # half its line
MM = 72 / 25.4


@pytest.mark.parametrize(("word", "size"), [("Drink", 7), ("Counter", 6), ("Hit back", 6)])
def test_a_long_word_of_an_effect_shrinks_into_its_circle(
    workspace: Pub, run: Run, word: str, size: float
) -> None:
    workspace.edit("game.toml", 'heal = { word = "Heal"', f'heal = {{ word = "{word}"')
    assert run("check", "pub", "--layer", "print").code == 0
    assert run("build", "pub", "--only", "cards", "--pick", "grit-cake").code == 0
    (file,) = (workspace.root / "output/pub").glob("cards*.pdf")
    page = read_pdf(file)[0]
    corner = Box(5, 10.6, 13.2, 13.6).within(page.places[0])
    letters = [char for char in page.on_cards if corner.has_centre_of(char.box)]
    assert "".join(char.text for char in letters) == word.upper().replace(" ", "")
    middle = Box(*MIDDLE, *MIDDLE).within(page.places[0])
    for char in letters:
        assert char.box.height > 0.66 * size / MM
        for x in (char.box.x0, char.box.x1):
            assert math.hypot(x - middle.x0, char.box.y1 - middle.y0) < RADIUS + LINE


def test_a_word_too_long_for_its_circle_is_a_finding_with_its_line(
    workspace: Pub, run: Run
) -> None:
    workspace.edit("game.toml", 'heal = { word = "Heal"', 'heal = { word = "Restores"')
    for command in (["check", "pub", "--layer", "print"], ["build", "pub"]):
        done = run(*command)
        assert done.code == 1
        told = " ".join((done.out + done.err).split())
        assert "columns.effect.values.heal.word" in told
        assert "game.toml" in told
        assert "'RESTORES' is" in told
        assert "its box 6.9 mm" in told
        assert "shorten" in told


@pytest.mark.parametrize("style", ["colour", "ink-saver"])
@pytest.mark.parametrize("name", sorted(p.stem for p in ROOT.glob("templates/*.toml")))
def test_no_box_for_a_word_is_wider_than_the_circle_that_it_stands_in(
    name: str, style: str
) -> None:
    if name == "icons":
        return
    template = load_template(name, lambda file: ROOT / "templates" / file)
    for kind in ("", *template.raw.kind):
        look = template.look(kind, style)
        for key, text in look.elements.items():
            if text.shows == "text":
                for other, shape in look.elements.items():
                    assert _fits(look, text, shape), f"{key} sticks out of {other}"


def _fits(look: Look, text: Element, shape: Element) -> bool:
    """Whether a word as wide as its box, at the smallest size, stays in a small circle or star."""
    x, y, w, h = shape.box
    if shape.shows != "shape" or abs(w - h) > 0.1 or w > 20:
        return True
    across, down, radius = x + w / 2, y + h / 2, w / 2
    if shape.shape != "circle":
        points = [numbers for letter, numbers in parse_path(shape.shape) if letter in "ML"]
        from_middle = [math.hypot(px - across, py - down) for px, py in points]
        if len(points) < 12 or max(from_middle) > radius + 0.5:
            return True
        radius = min(from_middle)
    style, (x, y, w, h) = look.texts[text.style], text.box
    if math.hypot(x + w / 2 - across, y + h / 2 - down) > radius:
        return True
    cap = load_font(style.font).cap_height * style.floor / MM
    lowest = max(abs(y + h / 2 + half - down) for half in (cap / 2, -cap / 2))
    return math.hypot(w / 2, lowest) < radius + LINE
