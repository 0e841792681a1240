"""``gallery``, a deck at a glance, and ``build --ink``, what a page takes."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pypdfium2 as pdfium
import pytest
from click.testing import CliRunner
from faults import refused
from kits import ROOT
from PIL import Image, ImageChops, ImageStat
from reading import Box, Page, read_pdf

from brawlprint.cli import main

if TYPE_CHECKING:
    from conftest import Pub, Run

GAMES = ("tavern", "joebob", "stooges", "wrestling", "throwdown")
# Faces that differ: titles, of joebob's one for each playing card, of throwdown's one a player, and
# the ten sides of the stooges' five instruction cards.
FACES = {"tavern": 91, "joebob": 54, "stooges": 17 + 10, "wrestling": 54, "throwdown": 5 * 4}
DPI = 110


def call(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(main, [*arguments, "--json"], catch_exceptions=False)
    assert (result.exit_code, result.stderr) == (0, "")
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def rows(game: str, name: str = "deck.csv") -> list[dict[str, str]]:
    with (ROOT / "cards" / game / name).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


# ---- gallery ----


@pytest.fixture(scope="module")
def galleries(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The folder, and what was said of each game."""
    out = tmp_path_factory.mktemp("galleries")
    document = call("gallery", "all", "--out", str(out))
    assert (document["command"], document["ok"]) == ("gallery", True)
    return out, {each["game"]: each for each in document["results"]}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def sheet(out: Path, game: str) -> Page:
    (page,) = read_pdf(out / game / "gallery.pdf")
    return page


def test_a_pdf_and_a_png_are_written(galleries: tuple[Path, dict[str, Any]], game: str) -> None:
    out, said = galleries
    names = ["gallery.pdf", "gallery.png"]
    assert sorted(path.name for path in (out / game).iterdir()) == names
    assert said[game] == {
        "game": game,
        "ok": True,
        "faces": FACES[game],
        "files": [(out / game / name).as_posix() for name in names],
    }


def test_each_distinct_face_is_shown_once(
    galleries: tuple[Path, dict[str, Any]], game: str
) -> None:
    """What stands below the faces: number and id of each card, and how many of it there are."""
    text = sheet(galleries[0], game).text
    assert f"{FACES[game]} faces · colour" in text
    words = text.split()
    wanted = Counter(f"{row['no']} {row['id']}" for row in rows(game))
    if game == "stooges":
        wanted.update(f"{row['no']} {row['id']}" for row in rows(game, "instructions.csv"))
    elif game == "throwdown":
        wanted = Counter(dict.fromkeys(wanted, 4))
    elif game == "joebob":
        ids = Counter(face["card"] for face in rows(game, "mapping.csv"))
        wanted = Counter({f"{row['no']} {row['id']}": ids[row["id"]] for row in rows(game)})
    pairs = Counter(f"{one} {two}" for one, two in pairwise(words))
    assert {label: pairs[label] for label in wanted} == dict(wanted)
    assert sum(wanted.values()) == FACES[game]
    copies = sum(words[at] == "×" and words[at + 1].isdigit() for at in range(len(words) - 1))
    several = {"joebob": 54, "stooges": 17}
    assert copies == several.get(game, 0)


def test_no_words_below_a_face_run_into_the_next(
    galleries: tuple[Path, dict[str, Any]], game: str
) -> None:
    """Below each row of faces: the words of each stand within its column."""
    page = sheet(galleries[0], game)
    step = 63.5 * 0.55 + 2.5
    for row in range(-(-FACES[game] // 10)):
        top = 22 + row * (88.9 * 0.55 + 6.5) + 88.9 * 0.55 + 0.3
        below = page.chars_in(Box(0, top, page.width, top + 4))
        assert below
        for char in below:
            column = (char.box.centre[0] - 8 + 1.25) % step
            assert 0.3 < column < step - 0.3, (row, char)


def test_the_sheet_holds_all_faces_and_their_words(
    galleries: tuple[Path, dict[str, Any]], game: str
) -> None:
    page = sheet(galleries[0], game)
    assert all(page.paper.inset(4).holds(char.box) for char in page.printed)
    title = rows(game)[0]["title"].split()[0]
    assert title.upper() in page.text.upper()
    # Ten across and as many rows as it takes: about half of a card's size each.
    across, down = 63.5 * 0.55 + 2.5, 88.9 * 0.55 + 6.5
    rows_, columns = -(-FACES[game] // 10), min(10, FACES[game])
    assert page.width == pytest.approx(columns * across + 13.5, abs=1)
    assert page.height == pytest.approx(rows_ * down + 27.5, abs=2)


def test_the_png_is_the_page(galleries: tuple[Path, dict[str, Any]], game: str) -> None:
    out, _ = galleries
    page = sheet(out, game)
    with Image.open(out / game / "gallery.png") as picture:
        assert picture.format == "PNG"
        for pixels, mm in zip(picture.size, (page.width, page.height), strict=True):
            assert pixels == pytest.approx(mm / 25.4 * DPI, abs=2)
        shown = picture.convert("RGB")
    again = page.colour(DPI).resize(shown.size)
    assert ImageStat.Stat(ImageChops.difference(shown, again)).mean == pytest.approx([0] * 3, abs=9)
    assert min(ImageStat.Stat(shown).stddev) > 20
    assert (out / game / "gallery.png").stat().st_size < 3_000_000


def test_in_words_and_in_another_style(workspace: Pub, run: Run) -> None:
    workspace.only({"title": "One", "copies": "3"}, {"title": "Two"})
    result = run("gallery", "pub", "--style", "ink-saver")
    assert (result.code, result.err) == (0, "")
    assert result.out == "output/pub/gallery.png and .pdf show 2 faces\n"
    text = sheet(workspace.root / "output", "pub").text
    assert "2 faces · ink-saver" in text and "1 card-1 × 3" in text
    assert "card-2 ×" not in text
    with pdfium.PdfDocument(workspace.root / "output/pub/gallery.pdf") as pdf:
        assert len(pdf) == 1


REFUSED = {
    "unknown game": (("gallery", "pubb"), 2, "did you mean 'pub'?"),
    "unknown style": (("gallery", "pub", "--style", "inksaver"), 2, "did you mean 'ink-saver'?"),
    "no game": (("gallery", "zzz"), 2, "known: "),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED.keys())
def test_a_gallery_of_what_there_is_not(
    workspace: Pub, run: Run, case: tuple[tuple[str, ...], int, str]
) -> None:
    arguments, code, says = case
    line, _ = refused(workspace, run, arguments, code)
    assert says in line


def test_a_gallery_of_a_card_that_does_not_fit(workspace: Pub, run: Run) -> None:
    workspace.set(24, title="Word" * 40)
    line, finding = refused(workspace, run, ("gallery", "pub"), 1)
    assert finding["where"]["row"] == 24
    assert "row 24" in line


# ---- ink ----


@pytest.fixture(scope="module")
def inks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """The ink of every card page of every game, fronts alone: backs are the same all over."""
    out = tmp_path_factory.mktemp("ink")
    options = ("--only", "cards", "--duplex", "off", "--paper", "letter", "--out", str(out))
    results = call("build", "all", *options, "--ink")["results"]
    for each in results:
        assert len(each["ink"]) == each["files"][0]["pages"]
    return {each["game"]: each["ink"] for each in results}


def test_shares_of_every_page_in_every_style(
    inks: dict[str, list[dict[str, Any]]], game: str
) -> None:
    pages = inks[game]
    assert [page["page"] for page in pages] == list(range(1, len(pages) + 1))
    for page in pages:
        assert page["component"] == "cards"
        assert set(page["shares"]) == {"colour", "ink-saver", "mono"}
        assert all(0 < share < 1 for share in page["shares"].values())


def test_ink_saver_takes_less_on_every_page(
    inks: dict[str, list[dict[str, Any]]], game: str
) -> None:
    for page in inks[game]:
        assert page["shares"]["ink-saver"] < 0.75 * page["shares"]["colour"], page


Build = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def build_duel(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """A small kit with backs, built in a style and measured."""
    built: dict[str, dict[str, Any]] = {}

    def run(style: str) -> dict[str, Any]:
        if style not in built:
            out = tmp_path_factory.mktemp("duel")
            only = ("--only", "cards", "--only", "tokens", "--players", "2")
            options = ("--style", style, "--paper", "a4", "--out", str(out), "--ink")
            (built[style],) = call("build", "throwdown", *only, *options)["results"]
        return built[style]

    return run


def test_the_measure_is_the_mean_of_the_trim_area(build_duel: Build) -> None:
    """Held against a picture of the page itself, cut at its crop marks."""
    for style in ("colour", "ink-saver"):
        result = build_duel(style)
        measured = iter(result["ink"])
        for file in result["files"]:
            for page in read_pdf(Path(file["path"])):
                own = 1 - ImageStat.Stat(page.grey_block(150)).mean[0] / 255
                told = next(measured)
                assert told["component"] == file["component"]
                # A row of pixels more or less is that much of a few tokens.
                assert told["shares"][style] == pytest.approx(own, abs=0.005)
        assert next(measured, None) is None


def test_the_style_of_the_build_makes_no_difference(build_duel: Build) -> None:
    one, two = build_duel("colour"), build_duel("ink-saver")
    assert (one["style"], two["style"]) == ("colour", "ink-saver")
    assert one["ink"] == two["ink"]


def test_backs_take_less_too(build_duel: Build) -> None:
    front, back = build_duel("colour")["ink"][:2]
    for page in (front, back):
        assert page["shares"]["ink-saver"] < 0.75 * page["shares"]["colour"]


def test_ink_in_words(tmp_path: Path) -> None:
    arguments = ["build", "throwdown", "--only", "tokens", "--ink", "--paper", "a4"]
    result = CliRunner().invoke(main, [*arguments, "--out", str(tmp_path)], catch_exceptions=False)
    assert result.exit_code == 0
    head = next(line for line in result.stdout.splitlines() if line.startswith("ink, share"))
    assert head.split()[-4:] == ["page", "colour", "ink-saver", "mono"]
    line = result.stdout.splitlines()[result.stdout.splitlines().index(head) + 1]
    component, page, *shares = line.replace(" %", "%").split()
    assert (component, page, len(shares)) == ("tokens", "1", 3)
    assert all(0 < float(share.rstrip("%")) < 100 for share in shares)


def test_without_the_option_nothing_is_measured(tmp_path: Path) -> None:
    (result,) = call("build", "throwdown", "--only", "tokens", "--out", str(tmp_path))["results"]
    assert "ink" not in result
