"""Mono: nothing on any page is anything but black and white, photographs included."""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from kits import ROOT
from PIL import Image
from pypdfium2 import PdfDocument

from brawlprint.cli import main
from brawlprint.faces.mono import pure

GAMES = ("joebob", "stooges", "tavern", "throwdown", "wrestling")
PAINTS = "rg RG g G k K sc SC scn SCN"
PURE = {(0.0,), (1.0,)}


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every game in black, two ways of building it."""
    out = tmp_path_factory.mktemp("mono")
    options = ["--style", "mono", "--paper", "letter", "--fill", "--out", str(out)]
    result = CliRunner().invoke(main, ["build", "all", *options], catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return out


def drawn(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object | pikepdf.Page]:
    """What all pages and forms draw."""
    yield from pdf.pages
    for each in pdf.objects:
        if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form":
            yield each


def painted(path: Path) -> set[tuple[float, ...]]:
    """Every colour that a file sets."""
    with pikepdf.open(path) as pdf:
        return {
            tuple(sorted({float(number) for number in step.operands}))
            for each in drawn(pdf)
            for step in pikepdf.parse_content_stream(each, PAINTS)
        }


@pytest.mark.parametrize("game", GAMES)
def test_every_colour_is_black_or_white(kits: Path, game: str) -> None:
    files = sorted((kits / game).glob("*.pdf"))
    assert len(files) > 5
    for path in files:
        assert painted(path) <= PURE, path.name


def test_the_other_styles_are_told_apart_by_this(tmp_path: Path) -> None:
    arguments = ["build", "tavern", "--style", "ink-saver", "--out", str(tmp_path)]
    CliRunner().invoke(main, [*arguments, "--only", "cards"], catch_exceptions=False)
    assert not painted(tmp_path / "tavern/cards.pdf") <= PURE


@pytest.mark.parametrize("game", GAMES)
def test_pages_have_both_ink_and_paper(kits: Path, game: str) -> None:
    for path in sorted((kits / game).glob("*.pdf")):
        for number, page in enumerate(PdfDocument(path)):
            picture = page.render(scale=0.5, grayscale=True).to_pil()
            dark = sum(picture.histogram()[:128]) / (picture.width * picture.height)
            assert 0.0005 < dark < 0.25, (path.name, number)


def test_mono_and_booklet_go_together(tmp_path: Path) -> None:
    arguments = ["build", "tavern", "--style", "mono", "--booklet", "--only", "rulebook"]
    CliRunner().invoke(main, [*arguments, "--out", str(tmp_path)], catch_exceptions=False)
    assert painted(tmp_path / "tavern/rulebook.pdf") <= PURE


def test_a_photograph_becomes_dots_of_300_dpi_or_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "cards/tavern", tmp_path / "cards/tavern")
    art = tmp_path / "art/tavern"
    art.mkdir(parents=True)
    Image.linear_gradient("L").resize((900, 700)).convert("RGB").save(art / "bar-stool.png")
    monkeypatch.chdir(tmp_path)
    arguments = ["build", "tavern", "--style", "mono", "--only", "cards"]
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    with pikepdf.open("output/tavern/cards.pdf") as pdf:
        (image,) = {
            each.objgen: each
            for each in pdf.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
        }.values()
        picture = pikepdf.PdfImage(image).as_pil_image().convert("L")
    values = {value for value, count in enumerate(picture.histogram()) if count}
    assert values == {0, 255}
    assert picture.width / 56.9 * 25.4 >= 300
    # It is still the same picture: dark above, light below.
    upper = picture.crop((0, 0, picture.width, picture.height // 4)).histogram()[0]
    lower = picture.crop((0, picture.height * 3 // 4, *picture.size)).histogram()[0]
    assert upper > 3 * lower


def test_a_template_without_a_mono_part_is_black_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "cards/tavern", tmp_path / "cards/tavern")
    shutil.copytree(ROOT / "templates", tmp_path / "templates")
    base = tmp_path / "templates/base.toml"
    text = base.read_text(encoding="utf-8")
    base.write_text(text.partition("[style.mono")[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    arguments = ["build", "tavern", "--style", "mono", "--only", "cards"]
    CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert painted(Path("output/tavern/cards.pdf")) == PURE


def test_colours_fall_to_the_nearer_side() -> None:
    assert [pure(each) for each in ("#F0E442", "#0072B2", "#EDEDED")] == [
        "#FFFFFF",
        "#000000",
        "#FFFFFF",
    ]


def test_ink_measures_every_style(tmp_path: Path) -> None:
    arguments = ["build", "tavern", "--ink", "--only", "tokens", "--out", str(tmp_path), "--json"]
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert '"mono"' in result.stdout
    text = CliRunner().invoke(main, arguments[:-1], catch_exceptions=False).stdout
    assert re.search(r"colour +ink-saver +mono", text)


def test_same_input_gives_the_same_bytes(kits: Path, tmp_path: Path) -> None:
    options = ["--style", "mono", "--paper", "letter", "--fill", "--out", str(tmp_path)]
    CliRunner().invoke(main, ["build", "tavern", *options], catch_exceptions=False)
    for path in sorted((kits / "tavern").glob("*.pdf")):
        assert (
            io.BytesIO((tmp_path / "tavern" / path.name).read_bytes()).read() == path.read_bytes()
        )
