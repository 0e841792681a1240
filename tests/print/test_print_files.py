"""The PDFs as files: fonts, boxes, what a viewer and a printer are told, bytes."""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest
from kits import COMPONENTS, EVERY_COMPONENT, ON_SHEETS, ROOT, STYLES, BuildKit, Kit, build_kit

PAPER_SIZES = {"letter": (215.9, 279.4), "a4": (210.0, 297.0)}


def fonts(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """Every font of a file, whether a page uses it or not."""
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font":
            yield thing


def test_files_are_those_promised(kit: Kit) -> None:
    names = {path.name for path in kit.folder.iterdir()}
    assert names == {*(f"{component}.pdf" for component in EVERY_COMPONENT), "manifest.json"}
    assert set(COMPONENTS) <= set(EVERY_COMPONENT)


@pytest.mark.parametrize("component", EVERY_COMPONENT)
def test_fonts_are_embedded_subsets(kit: Kit, component: str) -> None:
    with pikepdf.open(kit.path(component)) as pdf:
        found = list(fonts(pdf))
        assert found
        for font in found:
            assert re.match(r"/[A-Z]{6}\+", str(font.BaseFont)), font.BaseFont
            program = font.FontDescriptor.FontFile2
            assert len(program.read_bytes()) > 500
            assert "/ToUnicode" in font
    assert b"Helvetica" not in kit.path(component).read_bytes()


@pytest.mark.parametrize("component", EVERY_COMPONENT)
def test_files_are_sound(kit: Kit, component: str) -> None:
    with pikepdf.open(kit.path(component)) as pdf:
        assert pdf.check_pdf_syntax() == []


def test_pages_have_the_paper_size(kit: Kit, paper: str) -> None:
    for component in COMPONENTS:
        for page in kit.pages(component):
            assert (page.width, page.height) == pytest.approx(PAPER_SIZES[paper], abs=0.01)


@pytest.mark.parametrize("component", ON_SHEETS)
def test_trim_box_is_the_block(kit: Kit, component: str) -> None:
    for page in kit.pages(component):
        assert page.trim.edges == pytest.approx(page.block.edges, abs=0.01)


def test_rulebook_is_trimmed_at_the_paper(kit: Kit) -> None:
    for page in kit.pages("rulebook"):
        assert page.trim.edges == pytest.approx((0, 0, page.width, page.height), abs=0.01)


@pytest.mark.parametrize("component", COMPONENTS)
def test_viewers_neither_scale_nor_turn_it_wrongly(kit: Kit, component: str) -> None:
    two_sided = component in ("cards", "rulebook")
    with pikepdf.open(kit.path(component)) as pdf:
        preferences = pdf.Root.ViewerPreferences
        assert preferences.PrintScaling == "/None"
        assert preferences.Duplex == ("/DuplexFlipLongEdge" if two_sided else "/Simplex")


@pytest.mark.parametrize(
    ("edge", "told"),
    [
        ("long-edge", "/DuplexFlipLongEdge"),
        ("short-edge", "/DuplexFlipShortEdge"),
        ("off", "/Simplex"),
    ],
)
def test_printer_is_told_the_edge(build: BuildKit, paper: str, edge: str, told: str) -> None:
    kit = build("--paper", paper, "--style", "colour", "--duplex", edge)
    with pikepdf.open(kit.path("cards")) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == told


@pytest.mark.parametrize("component", COMPONENTS)
def test_bookmarks_labels_title_and_language(kit: Kit, component: str) -> None:
    name = component.replace("-", " ").capitalize()
    with pikepdf.open(kit.path(component)) as pdf:
        assert str(pdf.Root.Lang) == "en"
        assert str(pdf.docinfo.Title) == f"Tavern Brawl: {name}"
        assert str(pdf.docinfo.Creator).startswith("brawlprint ")
    labels = [page.label for page in kit.pages(component)]
    document = pdfium.PdfDocument(kit.path(component))
    marked = [(mark.get_title(), mark.get_dest().get_index()) for mark in document.get_toc()]
    document.close()
    assert marked == [(label, number) for number, label in enumerate(labels)]
    assert len(set(labels)) == len(labels)
    word = {"cards": "Front", "rulebook": "Page"}.get(component, "Sheet")
    assert labels[0] == f"{word} 1"


@pytest.mark.parametrize("style", STYLES)
def test_cards_are_at_most_300_kb_with_their_pictures(build: BuildKit, style: str) -> None:
    kit = build("--paper", "letter", "--style", style, "--duplex", "long-edge")
    assert kit.path("cards").stat().st_size <= 300_000


@pytest.mark.parametrize("style", STYLES)
def test_cards_are_at_most_150_kb_without_pictures(
    own_workspace: Path, cards: list[dict[str, str]], style: str
) -> None:
    plain = [card | {"picture": ""} for card in cards]
    with (own_workspace / "cards/tavern/deck.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, plain[0])
        writer.writeheader()
        writer.writerows(plain)
    options = ("--paper", "letter", "--style", style, "--only", "cards")
    kit = build_kit(own_workspace / "out", *options)
    assert len(kit.pages("cards")) == 22
    assert kit.path("cards").stat().st_size <= 150_000


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The same kit from two processes with other hash seeds, time zones, locales and folders."""
    folders = []
    for seed, zone, locale in (("0", "UTC", "C"), ("4242", "Pacific/Kiritimati", "de_DE.UTF-8")):
        work = tmp_path_factory.mktemp("elsewhere")
        environment = os.environ | {"PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale}
        environment["PYTHONPATH"] = str(ROOT)
        options = ["--paper", "letter", "--style", "colour", "--duplex", "long-edge"]
        subprocess.run(
            [sys.executable, "-m", "brawlprint", "build", "tavern", *options],
            cwd=work,
            env=environment,
            check=True,
            capture_output=True,
        )
        folders.append(work / "output" / "tavern")
    return folders


def test_same_bytes_whatever_the_seed_zone_and_process(
    elsewhere: list[Path], letter_kit: Kit
) -> None:
    one, other, here = (
        {path.name: path.read_bytes() for path in folder.iterdir()}
        for folder in (*elsewhere, letter_kit.folder)
    )
    assert "manifest.json" in one
    assert list(one) and one.keys() == other.keys() == here.keys()
    assert [name for name in one if not one[name] == other[name] == here[name]] == []
