"""Faces on cards of other sizes: nothing distorted, the safe zone kept, type never too small."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from kits import ROOT, BuildKit, Kit
from reading import Box, read_pdf

from brawlprint.cli import main
from brawlprint.faces.resize import Frame
from brawlprint.settings import Wishes, choose_print
from brawlprint.sheets.paper import CARD_SIZES
from brawlprint.workspace import Workspace

GAMES = ("joebob", "stooges", "tavern", "throwdown", "wrestling")
FITTING = ("poker-eu", "bridge", "tarot")  # for the tavern, beside its own
SAFE = 3.2  # mm
FLOOR = 6.0  # pt, of the smallest type there is, a foot line's


@pytest.fixture(scope="module", params=FITTING)
def sized(request: pytest.FixtureRequest, build: BuildKit) -> tuple[str, Kit]:
    size = str(request.param)
    options = ("--card-size", size, "--layout", "single", "--bleed", "0", "--only", "cards")
    return size, build(*options)


def test_every_text_is_inside_the_safe_zone(sized: tuple[str, Kit]) -> None:
    size, kit = sized
    card = CARD_SIZES[size]
    for page in kit.pages("cards"):
        assert (page.width, page.height) == pytest.approx((card.width, card.height), abs=0.01)
        safe = Box(0, 0, page.width, page.height).inset(SAFE - 0.15)
        for char in page.printed:
            assert safe.holds(char.box), (page.label, char)


def test_words_are_those_of_the_usual_size(sized: tuple[str, Kit], build: BuildKit) -> None:
    usual = build("--layout", "single", "--bleed", "0", "--only", "cards")
    for page, other in zip(sized[1].pages("cards"), usual.pages("cards"), strict=True):
        assert sorted(page.text.split()) == sorted(other.text.split())


def test_the_ground_reaches_every_edge(sized: tuple[str, Kit]) -> None:
    for page in sized[1].fronts[:2]:
        picture = page.colour(100)
        width, height = picture.size
        ground = {picture.getpixel((x, y)) for x in (1, width - 2) for y in (1, height - 2)}
        assert len(ground) == 1
        assert ground != {(255, 255, 255)}


@pytest.mark.parametrize("new", [(57.15, 88.9), (70, 120), (63.5, 63.5), (44.45, 63.5), (90, 60)])
@pytest.mark.parametrize("stretch", [None, (31.75, 70.0)])
def test_a_frame_scales_alike_both_ways_and_keeps_the_safe_zone(
    new: tuple[float, float], stretch: tuple[float, float] | None
) -> None:
    frame = Frame((63.5, 88.9), new, SAFE, SAFE, stretch)
    x, y, w, h = frame.box((5.0, 60.0, 8.0, 8.0))
    assert (w, h) == pytest.approx((8 * frame.scale, 8 * frame.scale))
    x, y, w, h = frame.box((SAFE, SAFE, 63.5 - 2 * SAFE, 88.9 - 2 * SAFE))
    assert min(x, y) >= SAFE - 1e-9
    assert x + w <= new[0] - SAFE + 1e-9
    assert y + h <= new[1] - SAFE + 1e-9
    whole = frame.box((-SAFE, -SAFE, 63.5 + 2 * SAFE, 88.9 + 2 * SAFE))
    assert whole == pytest.approx((-SAFE, -SAFE, new[0] + 2 * SAFE, new[1] + 2 * SAFE))


REFUSED = [
    *((game, size) for game in GAMES for size in ("mini", "square")),
    *((game, "bridge") for game in ("joebob", "stooges", "throwdown")),
]


@pytest.mark.parametrize(("game", "size"), REFUSED)
def test_a_size_too_small_is_refused_with_those_that_do(
    game: str, size: str, tmp_path: Path
) -> None:
    arguments = ["build", game, "--card-size", size, "--paper", "a4", "--out", str(tmp_path)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert f"{game} does not fit on {CARD_SIZES[size].title} cards" in result.stderr
    assert "pt" in result.stderr
    named = result.stderr.rpartition("sizes that do: ")[2].strip().split(", ")
    assert {"poker", "poker-eu", "tarot"} <= set(named)
    assert size not in named
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", ["poker-eu", "tarot"])
def test_every_game_prints_on_european_poker_and_tarot_cards(
    game: str, size: str, tmp_path: Path
) -> None:
    arguments = ["build", game, "--card-size", size, "--only", "cards", "--out", str(tmp_path)]
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.stderr


def test_type_is_never_smaller_than_its_floor() -> None:
    workspace = Workspace.at(ROOT)
    for game in GAMES:
        for deck in workspace.game(game).decks.values():
            template = workspace.template(deck.template)
            for size in CARD_SIZES.values():
                texts = template.sized((size.width, size.height)).look("", "colour").texts
                for name, style in texts.items():
                    own = template.look("", "colour").texts[name]
                    assert style.size >= style.floor >= min(own.floor, 7.0) >= FLOOR


def test_the_box_holds_the_cards_that_are_printed(build: BuildKit) -> None:
    usual, larger = build("--only", "tuck-box"), build("--only", "tuck-box", "--card-size", "tarot")
    assert "63.5 × 88.9" not in larger.pages("tuck-box")[0].text
    assert larger.pages("tuck-box")[0].trim.height > usual.pages("tuck-box")[0].trim.height


def test_fill_cards_have_the_size_of_the_others(build: BuildKit) -> None:
    kit = build("--card-size", "bridge", "--fill", "--paper", "letter", "--only", "cards")
    page = read_pdf(kit.path("cards"))[-2]
    assert len(page.filled_places()) == len(page.places)


def test_settings_name_the_size() -> None:
    choice = choose_print(ROOT, card_size="59x86mm")
    settings = Wishes().settings(choice, Workspace.at(ROOT).game("tavern"))
    assert settings.card_size is not None
    assert (settings.card_size.name, settings.card_size.width) == ("59x86mm", 59.0)
