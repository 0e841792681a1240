"""The house's own pictures: every card has one, each is unlike the others, faults are named."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pypdfium2 as pdfium
import pytest
from faults import BUILD, DECK, assert_said, refused
from kits import ROOT
from PIL import Image, ImageChops

from brawlprint.definitions import Card
from brawlprint.faces.drawing import Picture, Shape
from brawlprint.faces.paths import rounded_rectangle
from brawlprint.faces.pictograms import Tones
from brawlprint.sheets.paper import Paper
from brawlprint.sheets.pdf import PdfWriter
from brawlprint.workspace import Workspace

if TYPE_CHECKING:
    from conftest import Pub, Run

GAMES = ("tavern", "joebob", "stooges", "wrestling", "throwdown")
SIDE = 100  # pixels
LEVELS = 40  # of 255, that an eye tells apart
LEAST = 0.08  # of the inked pixels of two pictures
WALL = "#F4EDDF"
# A dark ink and a middle tone, the same for all: a kind's colours don't tell two pictures apart.
TONES = Tones(ink="#1D1A17", ground=WALL, dark="#1D1A17", accent="#C9473B")


@pytest.fixture(scope="module")
def house() -> Workspace:
    return Workspace.at(ROOT)


def cards_of(house: Workspace, game: str) -> tuple[Card, ...]:
    """The titles of the deck that a game is played with."""
    loaded = house.game(game)
    return tuple(loaded.decks[loaded.components["cards"]["deck"]].titles)


@pytest.mark.parametrize("game", GAMES)
def test_every_card_has_its_picture(house: Workspace, game: str) -> None:
    cards = cards_of(house, game)
    assert [card.id for card in cards if not card.picture] == []
    told = {card.id: house.art.pictograms.problem(card.picture) for card in cards}
    assert {card: problem for card, problem in told.items() if problem} == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_face_shows_its_picture(house: Workspace, game: str) -> None:
    """A picture in the list is one on the card: the template draws it in both styles."""
    from brawlprint.definitions.conditions import parse_condition
    from brawlprint.faces.fields import Fields

    loaded = house.game(game)
    deck = loaded.decks[loaded.components["cards"]["deck"]]
    template = house.template(deck.template)
    for card in deck.titles:
        fields = Fields(loaded, card, None, None)
        for style in ("colour", "ink-saver"):
            shown = [
                element
                for element in template.look(card.kind, style).elements.values()
                if element.shows == "picture"
                and (not element.when or parse_condition(element.when)(fields.value))
            ]
            assert len(shown) == 1, (card.id, style)


def rendered(house: Workspace, names: list[str]) -> dict[str, Image.Image]:
    """Pictures in grey, 100 pixels each way, by way of a PDF of a page each."""
    side = SIDE / 72 * 25.4
    writer = PdfWriter(Paper("square", "square", side, side), house.icons, "pictures", "pictures")
    wall = Shape(rounded_rectangle(0, 0, side, side, 0), WALL)
    for name in names:
        writer.draw([wall, Picture(house.art.pictograms.shapes(name, TONES), 0, 0, side)])
        writer.end_page(name, name)
    pdf = pdfium.PdfDocument(io.BytesIO(writer.finish()))
    # A little less than the scale, or a page of exactly 100 px has 101.
    pages = [page.render(scale=1 - 1e-9, grayscale=True).to_pil().copy() for page in pdf]
    pdf.close()
    assert {page.size for page in pages} == {(SIDE, SIDE)}
    return dict(zip(names, pages, strict=True))


def difference(one: Image.Image, two: Image.Image) -> float:
    """The share that differs of the pixels that one of two pictures inks."""
    wall = one.getpixel((0, 0))
    inked = ImageChops.darker(one, two).histogram()
    apart = ImageChops.difference(one, two).histogram()
    return sum(apart[LEVELS + 1 :]) / max(1, sum(inked[: wall - LEVELS]))


@pytest.mark.parametrize("game", GAMES)
def test_any_two_pictures_of_a_game_differ(house: Workspace, game: str) -> None:
    names = sorted({card.picture for card in cards_of(house, game)} - {""})
    pictures = rendered(house, names)
    alike = {
        (one, two): round(share, 3)
        for one, two in combinations(names, 2)
        if (share := difference(pictures[one], pictures[two])) < LEAST
    }
    assert alike == {}


@pytest.mark.parametrize("game", GAMES)
def test_no_picture_is_empty_or_leaves_its_field(house: Workspace, game: str) -> None:
    names = sorted({card.picture for card in cards_of(house, game)} - {""})
    for name, picture in rendered(house, names).items():
        wall = picture.getpixel((0, 0))
        ink = sum(picture.histogram()[: wall - LEVELS]) / SIDE**2
        assert 0.05 < ink < 0.9, name


def test_the_measure_tells_a_copy_and_a_stranger() -> None:
    """Two pictures that differ in a limb do, two that differ in a hair don't."""
    plain = Image.new("L", (SIDE, SIDE), 238)
    plain.paste(20, (20, 20, 80, 80))
    limb, hair = plain.copy(), plain.copy()
    limb.paste(20, (80, 40, 95, 80))
    hair.paste(20, (80, 40, 81, 80))
    assert difference(plain, plain.copy()) == 0
    assert difference(plain, hair) < LEAST < difference(plain, limb)
    assert difference(plain, limb) == 15 * 40 / (60 * 60 + 15 * 40)


# ---- faults of entries, told with file, entry and part ----

FILE = "templates/pictograms/own.toml"
GOOD = "{ ground = '10 90 95' }"
ENTRIES = {
    "unknown part": ("[{ rope = '1 2 3' }]", 1, "'rope'"),
    "unknown part after a good one": (f"[{GOOD}, {{ rope = '1 2 3' }}]", 2, "'rope'"),
    "no number": ("[{ ground = '10 ninety 95' }]", 1, "'ninety'"),
    "too few numbers": ("[{ ground = '10 90' }]", 1, "expected 3"),
    "too many numbers": ("[{ ground = '10 90 95 1' }]", 1, "expected 3"),
    "numbers without quotes": ("[{ ground = [10, 90, 95] }]", 1, "quotes"),
    "not a number": ("[{ ground = '10 nan 95' }]", 1, "or none"),
    "endless": ("[{ burst = '1e999 50 9' }]", 1, "too large"),
    "endless prop": ("[{ prop = 'bell', at = '1 2', size = inf }]", 1, "too large"),
    "circle nowhere": ("[{ cut_circle = [nan, 50, 9] }]", 1, "or none"),
    "a burst without radius": ("[{ burst = '10 90' }]", 1, "expected"),
    "figure without body": ("[{ figure = 'dark', head = '1 2' }]", 1, "body"),
    "figure without head": ("[{ figure = 'dark', body = '1 2 3 4' }]", 1, "head"),
    "half a point": (
        "[{ figure = 'dark', head = '1 2', body = '1 2 3' }]",
        1,
        "'1 2 3' is no list of points",
    ),
    "a limb of one joint": (
        "[{ figure = 'dark', head = '1 2', body = '1 2 3 4', arms = ['5 6'] }]",
        1,
        "'5 6' is no list of points",
    ),
    "limbs without a list": (
        "[{ figure = 'dark', head = '1 2', body = '1 2 3 4', arms = 5 }]",
        1,
        "",
    ),
    "unknown build": (
        "[{ figure = 'dark', head = '1 2', body = '1 2 3 4', build = 'tiny' }]",
        1,
        "'tiny'",
    ),
    "unknown prop": ("[{ prop = 'stol', at = '1 2' }]", 1, "no prop 'stol'"),
    "prop without place": ("[{ prop = 'bell' }]", 1, "at"),
    "prop in half a place": ("[{ prop = 'bell', at = '50' }]", 1, ""),
    "size in words": ("[{ prop = 'bell', at = '1 2', size = 'big' }]", 1, "'big'"),
    "no path": ("[{ line = 'M1 2 X3' }]", 1, ""),
    "line of no width": ("[{ line = 'M1 2 L3 4', width = 0 }]", 1, "0 wide"),
    "circle of two numbers": ("[{ cut_circle = [1, 2] }]", 1, ""),
}


def own_picture(pub: Pub, parts: str) -> None:
    path = pub.root / FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"[spare]\nparts = [{GOOD}]\n\n[odd]\nsays = 'odd'\nparts = {parts}\n", "utf-8")
    pub.set(24, picture="own/odd")


@pytest.mark.parametrize("case", ENTRIES.values(), ids=ENTRIES.keys())
def test_a_part_that_cannot_be_drawn(workspace: Pub, run: Run, case: tuple[str, int, str]) -> None:
    parts, number, *says = case
    own_picture(workspace, parts)
    line, finding = refused(workspace, run, BUILD, 1)
    assert line.startswith(f"{FILE}, line 4, key 'odd': part {number} can't be drawn")
    assert_said([*says, "docs/pictograms.md"], line)
    assert finding["where"] == {"file": FILE, "row": 4, "column": "odd"}


@pytest.mark.parametrize("parts", ["5", "'dark'", "{ ground = '10 90 95' }", "['ground']", "[5]"])
def test_parts_that_are_no_list_of_tables(workspace: Pub, run: Run, parts: str) -> None:
    own_picture(workspace, parts)
    line, finding = refused(workspace, run, BUILD, 1)
    assert_said([FILE, "key 'odd'", "can't be drawn"], line)
    assert finding["where"]["column"] == "odd"


def test_an_entry_without_parts(workspace: Pub, run: Run) -> None:
    own_picture(workspace, "[]")
    path = workspace.root / FILE
    path.write_text(path.read_text("utf-8").replace("parts = []", ""), "utf-8")
    line, _ = refused(workspace, run, BUILD, 1)
    assert_said([FILE, "key 'odd'", "parts"], line)


def test_an_entry_twice(workspace: Pub, run: Run) -> None:
    own_picture(workspace, f"[{GOOD}]\n[odd]\nparts = [{GOOD}]")
    line, _ = refused(workspace, run, BUILD, 1)
    assert_said([FILE, "two entries are named 'odd'"], line)


def test_a_file_that_is_no_toml(workspace: Pub, run: Run) -> None:
    own_picture(workspace, "[{ ground = ")
    line, finding = refused(workspace, run, BUILD, 1)
    assert line.startswith(f"{FILE}, line 6")
    assert finding["where"]["row"] == 6


# ---- a card's picture that there is not ----

COMPOSITION = ("check", "pub", "--layer", "composition")
UNKNOWN = {
    "no such entry": ("tavern-folk/boris", "no picture 'tavern-folk/boris'", "boris-the-bouncer"),
    "no such file": ("tavern-flok/boris", "no templates/pictograms/tavern-flok.toml"),
    "no file": ("boris", "no templates/pictograms/boris.toml"),
    "a path": ("../secret/boris", "no templates/pictograms/"),
}


@pytest.mark.parametrize("case", UNKNOWN.values(), ids=UNKNOWN.keys())
def test_an_unknown_picture_is_a_finding_with_its_row(
    workspace: Pub, run: Run, case: tuple[str, ...]
) -> None:
    picture, *says = case
    workspace.set(24, picture=picture)
    checked = run(*COMPOSITION, "--json")
    assert (checked.code, checked.json["ok"]) == (1, False)
    [finding] = checked.json["findings"]
    assert (finding["level"], finding["code"]) == ("error", "unknown-picture")
    assert finding["where"] == {"file": DECK, "row": 24, "column": "picture"}
    assert_said(says, f"{finding['message']}; {finding['remedy']}")
    assert f"{DECK}, row 24, column 'picture'" in run(*COMPOSITION).out

    line, built = refused(workspace, run, BUILD, 1)
    assert built["where"] == finding["where"]
    assert_said(says, line)


def test_an_unknown_picture_is_told_once_whatever_is_checked(workspace: Pub, run: Run) -> None:
    workspace.set(24, picture="boris")
    checked = run("check", "pub", "--json")
    assert (checked.code, checked.json["ok"]) == (1, False)
    found = [each["code"] for each in checked.json["findings"] if each["level"] == "error"]
    assert found == ["unknown-picture"]


def test_a_card_without_a_picture_is_a_warning_with_its_row(workspace: Pub, run: Run) -> None:
    workspace.set(24, picture="")
    checked = run("check", "pub", "--json")
    assert (checked.code, checked.json["ok"]) == (0, True)
    [finding] = [each for each in checked.json["findings"] if each["level"] == "warning"]
    assert finding["code"] == "no-picture"
    assert finding["where"] == {"file": DECK, "row": 24, "column": "picture"}
    assert run(*BUILD).code == 0


def test_a_deck_without_any_pictures_is_left_alone(workspace: Pub, run: Run) -> None:
    """Its icons will do."""
    workspace.write_deck([row | {"picture": ""} for row in workspace.deck()])
    assert run("check", "pub", "--layer", "composition", "--json").json["findings"] == []


def test_a_picture_of_ones_own_is_one(workspace: Pub, run: Run) -> None:
    """Who has put a file into ``art`` need not name a pictogram."""
    workspace.set(24, picture="")
    art = workspace.root / "art/pub" / f"{workspace.deck()[22]['id']}.png"
    art.parent.mkdir(parents=True)
    Image.new("RGB", (900, 600), "#336699").save(art)
    assert [f for f in run("check", "pub", "--json").json["findings"] if f["level"] != "info"] == []


def test_lists_of_aid_cards_need_no_pictures(workspace: Pub, run: Run) -> None:
    """Their template shows none."""
    assert run("check", "pub", "--layer", "composition", "--json").json["findings"] == []
    told = run("check", "all", "--layer", "composition", "--json").json["results"]
    files = [each["where"]["file"] for game in told for each in game["findings"]]
    assert not [name for name in files if name.endswith(("aid.csv", "instructions.csv"))]


# ---- what a face's digest counts ----


def digests(run: Run) -> dict[str, Any]:
    assert run(*BUILD).code == 0
    import json
    from pathlib import Path

    manifest = json.loads(Path("output/pub/manifest.json").read_text("utf-8"))
    return {face["id"]: face["digest"] for face in manifest["files"][0]["faces"]}


def changed(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    return (card for card in before if before[card] != after[card])


def test_a_face_changes_with_its_picture_and_with_its_props(workspace: Pub, run: Run) -> None:
    own_picture(workspace, f"[{GOOD}, {{ prop = 'brick', at = '50 50' }}]")
    props = workspace.root / "templates/pictograms/props.toml"
    house = (ROOT / "templates/pictograms/props.toml").read_text("utf-8")
    brick = "\n[brick]\nlayers = [{ fill = 'M20 20 H80 V60 H20 Z' }]\n"
    props.write_text(house + brick, "utf-8")
    card = workspace.deck()[22]["id"]
    first = digests(run)
    own_picture(workspace, f"[{GOOD}, {{ prop = 'brick', at = '50 51' }}]")
    second = digests(run)
    assert list(changed(first, second)) == [card]
    props.write_text(house + brick.replace("V60", "V61"), "utf-8")
    third = digests(run)
    assert list(changed(second, third)) == [card]
    props.write_text(house + brick, "utf-8")
    own_picture(workspace, f"[{GOOD}, {{ prop = 'brick', at = '50 50' }}]")
    assert digests(run) == first
