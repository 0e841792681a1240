"""Nets to fold, read back with a ruler: tuck boxes for the cards there are, and dice."""

from __future__ import annotations

import ctypes
from collections import Counter
from itertools import count, pairwise
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from click.testing import CliRunner
from kits import PAPERS, STYLES
from pypdfium2 import raw
from reading import MM, Box, Page, Stroke, read_pdf

from brawlprint.cli import main

CARD = (63.5, 88.9)
GAME = """\
title = "Kerfuffle"
tagline = "A made-up row"
players = { min = 2, max = 8, default = 2 }
[kinds.move]
word = "Move"
[decks.cards]
file = "deck.csv"
template = "base"
[components.cards]
kind = "cards"
[components.box]
kind = "tuck-box"
icon = "crown"
[components.dice]
kind = "dice"
"""
FOLD = 0.25  # mm, how wide a fold is drawn


class Shop:
    """A workspace with one made-up game."""

    def __init__(self, root: Path) -> None:
        self.root, self.game = root, root / "cards/kerfuffle"
        self.game.mkdir(parents=True)
        (self.game / "game.toml").write_text(GAME, "utf-8")
        self.runs = count()

    def edit(self, old: str, new: str) -> None:
        path = self.game / "game.toml"
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")

    def build(self, component: str, cards: int, *options: str) -> tuple[int, str, Path]:
        rows = f"no,id,title,kind,copies\n1,jab,Jab,move,{cards}\n"
        (self.game / "deck.csv").write_text(rows, "utf-8")
        out = self.root / f"out{next(self.runs)}"
        arguments = ("build", "kerfuffle", "--only", component, *options, "--out", str(out))
        result = CliRunner().invoke(main, arguments, catch_exceptions=False)
        return result.exit_code, result.output, out / "kerfuffle" / f"{component}.pdf"

    def pages(self, component: str, cards: int, *options: str) -> list[Page]:
        code, said, path = self.build(component, cards, *options)
        assert code == 0, said
        return read_pdf(path)

    def box(self, cards: int, *options: str) -> Net:
        (page,) = self.pages("box", cards, *options)
        return Net(page)


class Net:
    """A tuck box's net as its folds and its trim box tell it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        folds = folds_of(page)
        upright = [fold for fold in folds if fold.vertical]
        level = [fold for fold in folds if fold.horizontal]
        assert len(upright) == 4
        self.edges = sorted(fold.x0 for fold in upright)
        ((self.top, self.foot),) = {
            (round(min(f.y0, f.y1), 3), round(max(f.y0, f.y1), 3)) for f in upright
        }
        # Beside those at the panels' ends there is the lid's; the legend shows one that is none.
        lid = [f for f in level if f.x0 > self.edges[3] and f.y0 < self.top - 0.01]
        self.level = sorted({round(fold.y0, 3) for fold in lid})
        self.folds = [f for f in folds if f in lid or self.top - 0.01 < f.y0 < self.foot + 0.01]

    @property
    def glue(self) -> float:
        return self.edges[0] - self.page.trim.x0

    @property
    def widths(self) -> list[float]:
        """Left side, front, right side, back."""
        ends = [*self.edges, self.page.trim.x1]
        return [right - left for left, right in pairwise(ends)]

    @property
    def height(self) -> float:
        return self.foot - self.top

    @property
    def lid(self) -> float:
        return self.top - self.level[0]

    @property
    def tuck(self) -> float:
        return self.level[0] - self.page.trim.y0

    @property
    def bottom(self) -> float:
        return self.page.trim.y1 - self.foot

    @property
    def front(self) -> Box:
        return Box(self.edges[1], self.top, self.edges[2], self.foot)


def folds_of(page: Page) -> list[Stroke]:
    return [stroke for stroke in page.strokes if abs(stroke.width - FOLD) < 0.005]


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "no-config"))
    return Shop(tmp_path)


# Tuck boxes


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("thickness", [0.30, 0.25])
@pytest.mark.parametrize("cards", [54, 55, 91, 108])
def test_panels_are_as_large_as_the_cards_ask(
    shop: Shop, cards: int, thickness: float, paper: str
) -> None:
    net = shop.box(cards, "--paper", paper, "--stock-thickness", str(thickness))
    depth = cards * thickness * 1.05 + 1
    width, height = CARD[0] + 1 + 2 * thickness, CARD[1] + 1 + thickness
    assert net.glue == pytest.approx(12, abs=0.01)
    assert net.widths == pytest.approx([depth, width, depth, width - 0.8], abs=0.01)
    assert net.height == pytest.approx(height, abs=0.01)
    assert net.lid == pytest.approx(depth, abs=0.01)
    assert net.tuck == pytest.approx(15, abs=0.01)
    assert net.bottom == pytest.approx(depth - thickness, abs=0.01)
    assert net.page.paper.inset(5 - 1e-3).holds(net.page.trim)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("cards", [54, 91, 108])
def test_sleeves_need_a_larger_box(shop: Shop, cards: int, paper: str) -> None:
    bare, sleeved = (shop.box(cards, "--paper", paper, *more) for more in ((), ("--sleeved",)))
    assert sleeved.widths == pytest.approx(
        [
            cards * 0.42 * 1.05 + 1,
            66 + 1 + 0.6,
            cards * 0.42 * 1.05 + 1,
            66 + 1 + 0.6 - 0.8,
        ],
        abs=0.01,
    )
    assert sleeved.height == pytest.approx(bare.height + 2.1, abs=0.01)
    assert sleeved.page.paper.inset(5 - 1e-3).holds(sleeved.page.trim)


@pytest.mark.parametrize("cards", [1, 20, 54, 150])
def test_front_covers_a_card(shop: Shop, cards: int) -> None:
    net = shop.box(cards, "--paper", "letter")
    assert net.front.width >= CARD[0] and net.front.height >= CARD[1]
    assert min(net.widths[0], net.lid) >= 6 - 0.01
    assert net.tuck <= net.lid + 0.01


def test_bottom_flaps_overlap_where_the_paper_is_short(shop: Shop) -> None:
    """Both bottom flaps hang on opposite edges, so together they must cover the depth."""
    net = shop.box(108, "--paper", "a4", "--sleeved")
    depth = net.widths[0]
    assert net.bottom < depth - 1
    assert 2 * net.bottom - depth >= 10


def test_folds_meet_their_counterparts(shop: Shop) -> None:
    """The lid is as deep as the sides are wide; the back and the front as wide as each other."""
    net = shop.box(91)
    left, front, right, back = net.widths
    assert left == pytest.approx(right, abs=0.01) and net.lid == pytest.approx(left, abs=0.01)
    assert back == pytest.approx(front - 0.8, abs=0.01)
    top = [fold for fold in net.folds if fold.horizontal and abs(fold.y0 - net.top) < 0.01]
    foot = [fold for fold in net.folds if fold.horizontal and abs(fold.y0 - net.foot) < 0.01]
    assert len(top) == 3 and len(foot) == 4, "two dust flaps and the lid; four flaps below"
    (tuck,) = [fold for fold in net.folds if abs(fold.y0 - net.level[0]) < 0.01]
    assert 8 < front - tuck.length < 16, "slits at both ends of the lid's fold"


@pytest.mark.parametrize("style", STYLES)
def test_words_stand_on_their_panels(shop: Shop, style: str) -> None:
    net = shop.box(91, "--style", style)
    assert net.page.text_in(net.front) == "KERFUFFLE A made-up row"
    bottom = Box(net.edges[1], net.foot, net.edges[2], net.page.trim.y1)
    assert net.page.text_in(bottom) == "KERFUFFLE · 91 CARDS"
    back = Box(net.edges[3], net.top, net.page.trim.x1, net.foot)
    assert {"2–8", "PLAYERS", "91", "CARDS"} <= set(net.page.text_in(back).split())
    for left, right in ((net.edges[0], net.edges[1]), (net.edges[2], net.edges[3])):
        side = net.page.chars_in(Box(left, net.top, right, net.foot))
        assert "".join(char.text for char in side) == "KERFUFFLE"
        assert {char.angle for char in side} <= {90, 270}
    lid = net.page.chars_in(Box(net.edges[3], net.level[0], net.page.trim.x1, net.top))
    assert "".join(char.text for char in lid) == "KERFUFFLE"
    assert {char.angle for char in lid} == {180}, "to be read from the front, lid closed"
    for word in ("GLUE", "CUT", "FOLD", "Print at 100 %", "50 mm", "2 in"):
        assert word in net.page.text


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("cards", [5, 54, 91, 108, 150])
def test_no_word_lies_on_another_or_off_the_page(shop: Shop, cards: int, paper: str) -> None:
    page = shop.box(cards, "--paper", paper).page
    printable = page.paper.inset(4)
    assert all(printable.holds(char.box) for char in page.printed)
    boxes = [char.box.inset(0.12) for char in page.printed]
    for place, one in enumerate(boxes):
        assert not any(one.meets(other) for other in boxes[place + 1 :]), page.printed[place]


def test_all_icons_are_there(shop: Shop) -> None:
    """A page lists every form that it draws; what it fails to list, viewers leave out."""
    import pikepdf

    _, _, path = shop.build("box", 54)
    with pikepdf.open(path) as pdf:
        page = pdf.pages[0]
        drawn = {
            str(operands[0])
            for operands, operator in pikepdf.parse_content_stream(page)
            if str(operator) == "Do"
        }
        assert drawn and drawn <= set(page.Resources.XObject.keys())


def test_counts_whole_decks_and_what_each_player_gets(shop: Shop) -> None:
    assert "91 CARDS" not in shop.box(54, "--copies", "2").page.text
    assert "108 CARDS" in shop.box(54, "--copies", "2").page.text
    shop.edit('kind = "cards"', 'kind = "cards"\neach-player = true')
    assert "40 CARDS" in shop.box(5, "--players", "8").page.text


def test_what_does_not_fit_is_refused_with_what_would(shop: Shop) -> None:
    code, said, path = shop.build("box", 240, "--paper", "a4")
    assert code == 2 and not path.exists()
    assert "a tuck box for 240 cards of 0.3 mm would be 77 mm deep" in said
    assert "A4" in said and "--stock-thickness" in said
    most = int(said.partition("up to ")[2].partition(" cards")[0])
    assert shop.box(most, "--paper", "a4").widths[0] > 55
    assert shop.build("box", most + 1, "--paper", "a4")[0] == 2
    assert "kerfuffle, box: " in said
    assert "2 boxes of 120 (boxes = 2 under [components.box] in " in said
    assert "kerfuffle/game.toml)" in said
    shop.edit('icon = "crown"', 'icon = "crown"\nboxes = 2')
    pages = shop.pages("box", 241, "--paper", "a4")
    assert ["121 CARDS" in page.text for page in pages] == [True, False]
    assert "120 CARDS" in pages[1].text


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ('of = "crads"', "'crads'"),
        ("boxes = 0", "0 boxes"),
        ('icon = "crwon"', "'crwon'"),
        ("depth = 3", "'depth'"),
    ],
)
def test_faults_in_the_parameters_are_named(shop: Shop, key: str, said: str) -> None:
    shop.edit('icon = "crown"', key if key.startswith("icon") else f'icon = "crown"\n{key}')
    code, output, _ = shop.build("box", 54)
    assert code == 1
    assert said in output and "game.toml" in output


# Dice

# A face's place in the net, in edges from the face with the one, and the place opposite it.
OPPOSITE = {(-1, 0): (1, 0), (0, 0): (2, 0), (0, -1): (0, 1)}
CELLS = [*OPPOSITE, *OPPOSITE.values()]


def pips_of(page: Page) -> list[Box]:
    """Filled circles without a rim, of a pip's size."""
    pdf = pdfium.PdfDocument(page.source)
    found = []
    for path in pdf[page.index].get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=1):
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        raw.FPDFPath_GetDrawMode(path, fill, stroke)
        left, bottom, right, top = path.get_bounds()
        box = Box(left / MM, page.height - top / MM, right / MM, page.height - bottom / MM)
        if fill.value and not stroke.value and 2 < box.width < 4.5 and 2 < box.height < 4.5:
            found.append(box)
    pdf.close()
    return found


def dice_of(page: Page, edge: float) -> list[dict[tuple[int, int], int]]:
    """The pips of each die by the place of their face."""
    pips = pips_of(page)
    ones = [pip.centre for pip in pips if pip.width > 3 * edge / 16]
    dice: list[Counter[tuple[int, int]]] = [Counter() for _ in ones]
    for pip in pips:
        x, y = pip.centre
        for die, (one_x, one_y) in zip(dice, ones, strict=True):
            cell = round((x - one_x) / edge), round((y - one_y) / edge)
            if cell in CELLS and abs(x - one_x) < 3 * edge:
                die[cell] += 1
    return [dict(die) for die in dice]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("players", [2, 4, 8])
def test_a_die_a_player(shop: Shop, players: int, style: str, paper: str) -> None:
    (page,) = shop.pages("dice", 9, "--players", str(players), "--style", style, "--paper", paper)
    dice = dice_of(page, 16)
    assert len(dice) == players
    for die in dice:
        assert sorted(die.values()) == [1, 2, 3, 4, 5, 6]
        assert all(die[one] + die[other] == 7 for one, other in OPPOSITE.items())
    for player in range(1, players + 1):
        place = page.places[player - 1]
        words = page.text_in(place)
        assert f"PLAYER {player}" in words
        # The number once in the title, and once on each face.
        assert sum(char.text == str(player) for char in page.chars_in(place)) == 7
    assert all(page.block.holds(char.box) for char in page.on_cards)


def test_right_handed_as_bought_dice_are(shop: Shop) -> None:
    """With the one before you and the two on top, the three is at the left."""
    (page,) = shop.pages("dice", 9)
    for die in dice_of(page, 16):
        assert (die[0, 0], die[0, -1], die[-1, 0]) == (1, 2, 3)


@pytest.mark.parametrize("edge", [16, 20])
def test_edges_are_equal_and_seven_have_tabs(shop: Shop, edge: int) -> None:
    shop.edit('kind = "dice"', f'kind = "dice"\nsize = {edge}')
    (page,) = shop.pages("dice", 9, "--players", "2")
    ones = [pip.centre for pip in pips_of(page) if pip.width > 3 * edge / 16]
    folds = folds_of(page)
    assert len(folds) == 2 * 12
    assert [fold.length for fold in folds] == pytest.approx([edge] * len(folds), abs=0.01)
    for place, (x, y) in zip(page.places[:2], ones, strict=True):
        faces = [
            Box(-edge / 2, -edge / 2, edge / 2, edge / 2).within(
                Box(x + column * edge, y + row * edge, 0, 0)
            )
            for column, row in CELLS
        ]
        own = [fold for fold in folds if place.holds(fold.box)]
        beside = Counter(sum(touches(face, fold) for face in faces) for fold in own)
        assert beside == {1: 7, 2: 5}, "tabs hang on seven folds, five lie between faces"


def touches(face: Box, fold: Stroke) -> bool:
    """Whether a fold is one of a face's edges."""
    x, y = (fold.x0 + fold.x1) / 2, (fold.y0 + fold.y1) / 2
    return Box(face.x0 - 0.05, face.y0 - 0.05, face.x1 + 0.05, face.y1 + 0.05).holds(
        Box(x, y, x, y)
    )


def test_several_dice_a_player(shop: Shop) -> None:
    shop.edit('kind = "dice"', 'kind = "dice"\nper-player = 2')
    (page,) = shop.pages("dice", 9, "--players", "3")
    assert page.text.count("PLAYER") == 6


@pytest.mark.parametrize(
    ("key", "said"), [("sides = 8", "8"), ("size = 5", "5 mm"), ("per-player = 0", "0 dice")]
)
def test_dice_that_cannot_be_are_refused(shop: Shop, key: str, said: str) -> None:
    shop.edit('kind = "dice"', f'kind = "dice"\n{key}')
    code, output, _ = shop.build("dice", 9)
    assert code == 1 and said in output and "game.toml" in output
