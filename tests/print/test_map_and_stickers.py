"""The deck map and the stickers, read back from their PDFs and held against the game's tables."""

from __future__ import annotations

import csv
import json
import shutil
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2 as pdfium
import pytest
from click.testing import CliRunner, Result
from pypdfium2 import raw
from reading import Box, Page, read_pdf

from brawlprint.cli import main

ROOT = Path(__file__).parents[2]
GAME = ROOT / "cards/joebob"
SUITS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
MM = 72 / 25.4
IN = 25.4
# label width and height, columns and rows, the first one's corner, steps; as the sheets are sold
SHEETS = {
    "letter": (1.75 * IN, 0.5 * IN, 4, 20, 0.28125 * IN, 0.5 * IN, 2.0625 * IN, 0.5 * IN),
    "a4": (17.8, 10, 10, 27, 6, 13, 20.3, 10),
}
OTHERS = {
    "5160": ("letter", (2.625 * IN, IN, 3, 10, 0.15625 * IN, 0.5 * IN, 2.78125 * IN, IN)),
    "8195": (
        "letter",
        (1.75 * IN, 0.666 * IN, 4, 15, 0.297 * IN, 0.531 * IN, 2.031 * IN, 0.666 * IN),
    ),
    "L4732": ("a4", (35.6, 16.9, 5, 16, 11, 13, 38.1, 16.9)),
    "L7651": ("a4", (38.1, 21.2, 5, 13, 4.7, 10.9, 40.6, 21.2)),
}


def rows(name: str) -> list[dict[str, str]]:
    with (GAME / name).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def index(row: dict[str, str]) -> str:
    suit = row["suit"]
    return f"{row['rank']}{SUITS[suit]}" if suit in SUITS else f"{suit} joker"


@pytest.fixture(scope="module")
def deck() -> dict[str, dict[str, str]]:
    return {row["id"]: row for row in rows("deck.csv")}


@pytest.fixture(scope="module")
def faces() -> list[dict[str, str]]:
    return rows("mapping.csv")


@pytest.fixture(scope="module")
def game() -> dict[str, Any]:
    return tomllib.loads((GAME / "game.toml").read_text(encoding="utf-8"))


Build = Callable[..., dict[str, list[Page]]]


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Builds map and stickers with the options given; the same ones give the same pages."""
    built: dict[tuple[str, ...], dict[str, list[Page]]] = {}

    def run(*options: str) -> dict[str, list[Page]]:
        if options not in built:
            out = tmp_path_factory.mktemp("packs")
            only = ["--only", "deck-map", "--only", "stickers"]
            arguments = ["build", "joebob", *only, *options, "--out", str(out), "--json"]
            result = CliRunner().invoke(main, arguments, catch_exceptions=False)
            assert result.exit_code == 0, result.output
            files = {path.stem: path for path in (out / "joebob").glob("*.pdf")}
            built[options] = {name: read_pdf(path) for name, path in files.items()}
        return built[options]

    return run


@pytest.fixture(scope="module", params=["letter", "a4"])
def paper(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module", params=["colour", "ink-saver"])
def kit(build: Build, paper: str, request: pytest.FixtureRequest) -> dict[str, list[Page]]:
    return build("--paper", paper, "--style", request.param)


def type_sizes(page: Page) -> list[tuple[str, float, Box]]:
    """Every character that leaves ink, its size in points, its box."""
    pdf = pdfium.PdfDocument(page.source)
    try:
        textpage = pdf[page.index].get_textpage()
        sizes = [raw.FPDFText_GetFontSize(textpage, number) for number in range(len(page.chars))]
    finally:
        pdf.close()
    pairs = zip(page.chars, sizes, strict=True)
    return [(char.text, size, char.box) for char, size in pairs if not char.gap]


def shapes(page: Page) -> Iterator[Box]:
    """What every path on the page covers, forms apart."""
    pdf = pdfium.PdfDocument(page.source)
    try:
        for path in pdf[page.index].get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=1):
            left, bottom, right, top = path.get_bounds()
            height = page.height
            yield Box(left / MM, height - top / MM, right / MM, height - bottom / MM)
    finally:
        pdf.close()


# The deck map


def headings(page: Page) -> dict[str, float]:
    """Where the names of the suits stand in the table's head: the middle of symbol and name."""
    found = {}
    for suit, symbol in SUITS.items():
        heads = [
            (char, number)
            for number, char in enumerate(page.chars)
            if char.text == symbol
            and "".join(c.text for c in page.chars[number + 1 :][:12]).split()[:1] == [suit.upper()]
        ]
        ((char, number),) = heads
        name = page.chars[number + 1 : number + 2 + len(suit)]
        found[suit] = (char.box.x0 + max(c.box.x1 for c in name)) / 2
    return found


def ranks(page: Page, left: float) -> dict[str, float]:
    """The ranks down the left of the table: their middles."""
    top = min(c.box.y1 for c in page.printed if c.text in SUITS.values())  # of the table's head
    big = [
        (text, box)
        for text, size, box in type_sizes(page)
        if size > 14.5 and box.x1 < left and box.y0 > top
    ]
    lines: dict[float, str] = {}
    for text, box in big:
        y = next((y for y in lines if abs(y - box.centre[1]) < 2), box.centre[1])
        lines[y] = lines.get(y, "") + text
    return {rank: y for y, rank in lines.items()}


def test_map_is_one_page_within_its_marks(kit: dict[str, list[Page]]) -> None:
    (page,) = kit["deck-map"]
    assert len(page.places) == 1
    assert all(page.block.inset(3.2).holds(char.box) for char in page.on_cards)
    assert "Print at 100 %" in page.text


def test_every_face_has_its_title_in_its_cell(
    kit: dict[str, list[Page]], faces: list[dict[str, str]], deck: dict[str, dict[str, str]]
) -> None:
    (page,) = kit["deck-map"]
    across = headings(page)
    columns = sorted(across.values())
    width = columns[1] - columns[0]
    assert all(abs(b - a - width) < 0.1 for a, b in pairwise(columns))
    down = ranks(page, columns[0] - width / 2)
    assert len(down) == 13
    height = (max(down.values()) - min(down.values())) / 12
    seen = 0
    for face in faces:
        if face["rank"] == "joker":
            continue
        x, y = across[face["suit"]], down[face["rank"]]
        cell = Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        card = deck[face["card"]]
        assert page.text_in(cell) == f"{card['title']} {card['damage']}".strip(), face
        seen += 1
    assert seen == 52


def test_jokers_have_their_titles(
    kit: dict[str, list[Page]], faces: list[dict[str, str]], deck: dict[str, dict[str, str]]
) -> None:
    (page,) = kit["deck-map"]
    for face in faces:
        if face["rank"] == "joker":
            assert f"{index(face).capitalize()} {deck[face['card']]['title']}" in page.text


def test_reverse_list_is_complete(
    kit: dict[str, list[Page]], faces: list[dict[str, str]], deck: dict[str, dict[str, str]]
) -> None:
    (page,) = kit["deck-map"]
    for card in deck.values():
        its = [index(face) for face in faces if face["card"] == card["id"]]
        line = " ".join(f"{card['title']} {card['damage']} {' '.join(its)}".split())
        assert line in page.text


def test_mnemonic_and_use_are_printed(kit: dict[str, list[Page]], game: dict[str, Any]) -> None:
    (page,) = kit["deck-map"]
    assert len(game["mapping"]["mnemonic"]) >= 5
    for line in game["mapping"]["mnemonic"]:
        assert line["says"] in page.text
    use = "Two ordinary packs with jokers, same backs or not, shuffled together, are the deck."
    assert use in page.text


def test_map_can_be_read(kit: dict[str, list[Page]]) -> None:
    (page,) = kit["deck-map"]
    assert min(size for _, size, box in type_sizes(page) if page.block.holds(box)) >= 7


def test_kinds_are_told_by_colour_of_the_cells(
    build: Build, faces: list[dict[str, str]], deck: dict[str, dict[str, str]]
) -> None:
    """Cells of one kind have one ground; there are several grounds."""
    (page,) = build("--paper", "letter", "--style", "colour")["deck-map"]
    picture = page.colour(100)
    across, grounds = headings(page), {}
    columns = sorted(across.values())
    width = columns[1] - columns[0]
    down = ranks(page, columns[0] - width / 2)
    for face in faces:
        if face["rank"] != "joker":
            x, y = across[face["suit"]] + width / 2 - 8, down[face["rank"]] - 2.8
            pixel = picture.getpixel((round(x / 25.4 * 100), round(y / 25.4 * 100)))
            grounds.setdefault(deck[face["card"]]["kind"], set()).add(pixel)
    assert all(len(pixels) == 1 for pixels in grounds.values()), grounds
    assert len({pixel for pixels in grounds.values() for pixel in pixels}) >= 5


# The stickers


def places(sheet: tuple[float, ...], nudge: tuple[float, float] = (0, 0)) -> Iterator[Box]:
    """The labels of a sheet, row by row."""
    width, height, columns, count, left, top, across, down = sheet
    for row in range(int(count)):
        for column in range(int(columns)):
            x, y = left + column * across + nudge[0], top + row * down + nudge[1]
            yield Box(x, y, x + width, y + height)


def label_texts(pages: list[Page], sheet: tuple[float, ...]) -> list[str]:
    texts = [page.text_in(place) for page in pages for place in places(sheet)]
    while texts and not texts[-1]:
        texts.pop()
    return texts


def label_text(card: dict[str, str], face: dict[str, str]) -> list[str]:
    return sorted(f"{card['title']} {card['damage']} {index(face)}".split())


def check_labels(pages: list[Page], sheet: tuple[float, ...], words: set[str] = frozenset()):
    """Both packs' labels in the order of the mapping, each face's copies one after the other."""
    deck = {row["id"]: row for row in rows("deck.csv")}
    wanted = [label_text(deck[face["card"]], face) for face in rows("mapping.csv") for _ in "12"]
    texts = label_texts(pages, sheet)
    assert len(texts) == len(wanted) == 108
    for text, want in zip(texts, wanted, strict=True):
        own = [word for word in text.split() if not (word.isupper() and word in words)]
        assert sorted(own) == want


def check_margins(pages: list[Page], sheet: tuple[float, ...], nudge=(0.0, 0.0)):
    for page in pages:
        boxes = list(places(sheet, nudge))
        on_labels = [char for char in page.printed if char.box.y0 > boxes[0].y0 - 1]
        for char in on_labels:
            assert any(box.inset(0.5).holds(char.box) for box in boxes), (char, page.index)


def kind_words(game: dict[str, Any]) -> set[str]:
    return {word for kind in game["kinds"].values() for word in kind["word"].upper().split()}


def test_both_packs_have_their_labels(
    kit: dict[str, list[Page]], paper: str, game: dict[str, Any]
) -> None:
    check_labels(kit["stickers"][1:], SHEETS[paper], kind_words(game))


def test_titles_are_the_deck(
    kit: dict[str, list[Page]], paper: str, deck: dict[str, dict[str, str]]
) -> None:
    """As many labels of each title as the deck has copies."""
    counted: Counter[str] = Counter()
    titles = sorted((card["title"] for card in deck.values()), key=len, reverse=True)
    for text in label_texts(kit["stickers"][1:], SHEETS[paper]):
        counted[next(title for title in titles if title in text)] += 1
    assert counted == {card["title"]: int(card["copies"]) for card in deck.values()}


def test_text_keeps_off_the_edge_of_its_label(kit: dict[str, list[Page]], paper: str) -> None:
    check_margins(kit["stickers"][1:], SHEETS[paper])


def test_label_pages_have_no_outlines_and_nothing_between(
    kit: dict[str, list[Page]], paper: str
) -> None:
    for page in kit["stickers"][1:]:
        inner = [box.inset(0.4) for box in places(SHEETS[paper])]
        for shape in shapes(page):
            assert any(box.holds(shape) for box in inner)


def test_labels_can_be_read(
    kit: dict[str, list[Page]], paper: str, deck: dict[str, dict[str, str]]
) -> None:
    for page in kit["stickers"][1:]:
        sizes = type_sizes(page)
        assert min(size for _, size, _ in sizes) >= 5.5
        for place in islice(places(SHEETS[paper]), 108):
            inside = [size for _, size, box in sizes if place.has_centre_of(box)]
            if inside:
                assert max(inside) >= (6 if paper == "a4" else 9)


def check_outlines(page: Page, sheet: tuple[float, ...], nudge: tuple[float, float] = (0, 0)):
    """Each label has its outline; a line's width is within what may differ."""
    outlines = list(shapes(page))
    for place in places(sheet, nudge):
        assert any(
            outline.inset(-0.01).holds(place) and place.inset(-0.25).holds(outline)
            for outline in outlines
        ), place


def test_first_page_has_the_outline_of_every_label(kit: dict[str, list[Page]], paper: str) -> None:
    page = kit["stickers"][0]
    check_outlines(page, SHEETS[paper])
    assert "plain paper" in page.text
    assert "Hold it against the label sheet" in page.text
    assert "--nudge X,Y" in page.text


@pytest.mark.parametrize("nudge", [(1.5, -0.75), (-2.25, 3.0)])
def test_nudge_moves_labels_by_exactly_that(
    build: Build, paper: str, nudge: tuple[float, float]
) -> None:
    still = build("--paper", paper, "--style", "colour")["stickers"]
    moved = build("--paper", paper, "--style", "colour", "--nudge", f"{nudge[0]},{nudge[1]}")[
        "stickers"
    ]
    assert len(still) == len(moved)
    check_margins(moved[1:], SHEETS[paper], nudge)
    top = SHEETS[paper][5] - 1
    for before, after in zip(still[1:], moved[1:], strict=True):
        pairs = list(zip(before.printed, after.printed, strict=True))
        for old, new in pairs:
            right, down = nudge if old.box.y0 > top else (0, 0)  # the caption stays
            assert new.text == old.text
            assert new.box.x0 - old.box.x0 == pytest.approx(right, abs=0.01)
            assert new.box.y0 - old.box.y0 == pytest.approx(down, abs=0.01)
    assert f"--nudge {nudge[0]:g},{nudge[1]:g}" in moved[0].text
    check_outlines(moved[0], SHEETS[paper], nudge)


def test_whole_decks_more(build: Build) -> None:
    pages = build("--paper", "a4", "--style", "colour", "--copies", "3")["stickers"]
    assert len(pages) == 3
    assert len(label_texts(pages[1:], SHEETS["a4"])) == 324


def test_icons_are_on_the_labels(build: Build, paper: str) -> None:
    """Every icon that a page calls is there: each label has one."""
    pages = build("--paper", paper, "--style", "colour")["stickers"]
    labels = 0
    with pikepdf.open(pages[0].source) as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        for page in list(pdf.pages)[1:]:
            calls = [
                str(operands[0])
                for operands, operator in pikepdf.parse_content_stream(page)
                if str(operator) == "Do"
            ]
            assert set(calls) == set(page.Resources.XObject.keys())
            labels += len(calls)
    assert labels == 108


# Another sheet, a wrong one


@pytest.fixture
def with_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Builds the stickers of a copy of the game whose parameter names other sheets."""
    shutil.copytree(GAME, tmp_path / "cards/joebob")
    monkeypatch.chdir(tmp_path)

    def run(old: str, new: str, *options: str) -> Result:
        file = tmp_path / "cards/joebob/game.toml"
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")
        arguments = ["build", "joebob", "--only", "stickers", *options]
        return CliRunner().invoke(main, arguments, catch_exceptions=False)

    return run


@pytest.mark.parametrize("name", OTHERS)
def test_other_sheets(with_sheet: Callable[..., Result], name: str, game: dict[str, Any]) -> None:
    paper, sheet = OTHERS[name]
    old = {"letter": '"5167"', "a4": '"L4730"'}[paper]
    result = with_sheet(old, f'"{name}"', "--paper", paper, "--json")
    assert result.exit_code == 0, result.output
    (file,) = json.loads(result.stdout)["results"][0]["files"]
    assert name in file["stock"]
    pages = read_pdf(Path(file["path"]))
    assert len(pages) == file["pages"]
    check_labels(pages[1:], sheet, kind_words(game))
    check_margins(pages[1:], sheet)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"5167"', '"9999"', ["sheet.letter", "'9999'", "'5167'", "'8195'"]),
        ('"5167"', '"L4730"', ["sheet.letter", "is a label sheet of A4 size", "'5167'"]),
        ('"L4730"', '"5160"', ["sheet.a4", "is a label sheet of Letter size", "'L4730'"]),
        ("letter =", "leter =", ["sheet.leter", "no paper 'leter'", "did you mean 'letter'?"]),
        ('number = "damage"', 'number = "damgae"', ["number", "did you mean 'damage'?"]),
        ('note = ["damage"]', 'note = ["dmg"]', ["deck-map.note", "no column 'dmg'"]),
    ],
)
def test_wrong_sheets_and_columns_are_refused(
    with_sheet: Callable[..., Result], old: str, new: str, words: list[str]
) -> None:
    only = ["--only", "deck-map"] if "note" in old else []
    result = with_sheet(old, new, "--paper", "letter", *only)
    assert result.exit_code == 1
    assert "cards/joebob/game.toml, line" in result.output
    for word in words:
        assert word in result.output


def test_a_nudge_off_the_paper_is_refused(with_sheet: Callable[..., Result]) -> None:
    result = with_sheet('"5167"', '"5167"', "--paper", "letter", "--nudge", "-9,0")
    assert result.exit_code == 2
    assert "--nudge moves labels off the paper; on Avery 5167 its X can be -7.1 to" in result.output


def test_a_game_without_mapping_has_no_map(with_sheet: Callable[..., Result]) -> None:
    text = Path("cards/joebob/game.toml").read_text(encoding="utf-8")
    start = text.index("[mapping]")
    mapping = text[start : text.index("[components.", start)]
    result = with_sheet(mapping, "", "--paper", "a4")
    assert result.exit_code == 1
    assert "maps no playing cards to its deck" in result.output
