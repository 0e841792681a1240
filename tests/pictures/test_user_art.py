"""A user's own pictures: as they are meant to look on the card, or refused with words."""

from __future__ import annotations

import io
import json
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pikepdf
import pypdfium2
import pytest
from albums import (
    BAD,
    BLUE,
    FOUR,
    GOOD,
    GREEN,
    GROUND,
    RED,
    SVG,
    SVGS,
    YELLOW,
    four,
    quarters,
    save,
    svg,
)
from click.testing import CliRunner
from faults import BUILD, assert_said, refused
from PIL import Image, ImageChops
from reading import Box, Page, read_pdf

from brawlprint import gallery
from brawlprint.cli import main
from brawlprint.preview.light_table import LightTable

if TYPE_CHECKING:
    from conftest import Pub, Run

GAME = """\
title = "Album"
players = { min = 2, max = 2, default = 2 }
[kinds.photo]
word = "Photo"
[decks.cards]
file = "deck.csv"
template = "album"
[components.cards]
kind = "cards"
"""
# Little but the picture on the card's ground.
PLACE = [11.75, 20.0, 40.0, 30.0]
TEMPLATE = f"""\
extends = "base"
[element.frame]
hide = true
[element.picture]
box = {PLACE}
picture = "{{picture}}"
[element.title]
box = [6, 70, 50, 9]
text = "{{title}}"
style = "title"
"""
NEAR = 10  # of 255, for what JPEG and scaling change


@pytest.fixture(scope="module")
def album(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace of a card for each good picture, built once, in which the build is to stand."""
    root = tmp_path_factory.mktemp("album")
    (root / "cards/album").mkdir(parents=True)
    (root / "templates").mkdir()
    (root / "cards/album/game.toml").write_text(GAME, "utf-8")
    (root / "templates/album.toml").write_text(TEMPLATE, "utf-8")
    rows = [f"{no},{name},{name},photo\n" for no, name in enumerate(GOOD, 1)]
    (root / "cards/album/deck.csv").write_text("no,id,title,kind\n" + "".join(rows), "utf-8")
    for number, (name, (ending, write, _)) in enumerate(GOOD.items()):
        # One in the folder of all games, one in the game's own, in turn.
        write(root / ("art/album" if number % 2 else "art") / f"{name}.{ending}")
    return root


@pytest.fixture(scope="module")
def pages(album: Path) -> list[Page]:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(album)
        result = CliRunner().invoke(
            main, ["build", "album", "--paper", "a4", "--json"], catch_exceptions=False
        )
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["results"][0]["findings"] == []
    return read_pdf(album / "output/album/cards.pdf")


@pytest.fixture(scope="module")
def seen(pages: list[Page]) -> dict[str, list[tuple[int, ...]]]:
    """The colour in the middle of each quarter of each picture, and just outside of it."""
    found: dict[str, list[tuple[int, ...]]] = {}
    pictures = [(page, page.colour(100)) for page in pages]
    places = ((page, picture, place) for page, picture in pictures for place in page.places)
    for name, (_, picture, place) in zip(GOOD, places, strict=False):
        box = Box.of(PLACE).within(place)
        points = list(points_of(box, name == "svg"))
        points += [(box.x0 - 1, box.centre[1]), (box.x1 + 1, box.centre[1])]
        points += [(box.centre[0], box.y0 - 1), (box.centre[0], box.y1 + 1)]
        found[name] = [
            picture.getpixel((round(x / 25.4 * 100), round(y / 25.4 * 100))) for x, y in points
        ]
    return found


def points_of(box: Box, square: bool) -> Iterator[tuple[float, float]]:
    """The middles of the quarters; a drawing is not cut to the box but drawn whole in its middle."""
    x, y = box.centre
    across, down = box.width / 4, box.height / 4
    if square:
        across = down
    for up in (-1, 1):
        for left in (-1, 1):
            yield x + left * across, y + up * down


def near(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= NEAR


@pytest.mark.parametrize("name", GOOD)
def test_a_picture_looks_as_it_is_meant(seen: dict[str, list[tuple[int, ...]]], name: str) -> None:
    *colours, left, right, above, below = seen[name]
    wanted = GOOD[name][2]
    assert all(map(near, colours, wanted)), (colours, wanted)
    assert all(near(outside, GROUND) for outside in (left, right, above, below))


def test_the_four_colours_tell_all_ways_to_turn_apart() -> None:
    assert len({RED, GREEN, BLUE, YELLOW}) == 4
    assert not any(near(one, two) for one in FOUR for two in (*FOUR, GROUND) if one != two)


def test_pictures_are_8_bits_of_grey_or_colour(album: Path, pages: list[Page]) -> None:
    spaces = Counter[str]()
    with pikepdf.open(album / "output/album/cards.pdf") as pdf:
        assert pdf.check_pdf_syntax() == []
        for each in pdf.objects:
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image":
                assert each.BitsPerComponent == 8
                spaces[str(each.ColorSpace)] += 1
    assert set(spaces) == {"/DeviceRGB", "/DeviceGray"}
    assert min(spaces.values()) > 4  # those that show the same are stored once


# ---- which file is taken ----


@pytest.fixture
def gallery_of_one(workspace: Pub) -> Pub:
    """The workspace with a deck of two cards, and the place of a picture on one known."""
    workspace.only({"title": "Alone"}, {"title": "Other"})
    house = workspace.path("house.toml")
    house.write_text(TEMPLATE, "utf-8")
    return workspace


def colour_of(pub: Pub, number: int = 0) -> tuple[int, ...]:
    """The colour in the middle of a card's picture."""
    page = read_pdf(pub.root / "output/pub/cards.pdf")[0]
    x, y = Box.of(PLACE).within(page.places[number]).centre
    pixel: tuple[int, ...] = page.colour(100).getpixel(
        (round(x / 25.4 * 100), round(y / 25.4 * 100))
    )
    return pixel


def plain(path: Path, colour: tuple[int, int, int]) -> None:
    save(path, Image.new("RGB", (600, 450), colour))


def build(run: Run) -> dict[str, Any]:
    result = run(*BUILD, "--paper", "a4", "--json")
    assert (result.code, result.err) == (0, "")
    answer: dict[str, Any] = result.json["results"][0]
    return answer


def test_a_game_s_own_folder_goes_first(gallery_of_one: Pub, run: Run) -> None:
    art = gallery_of_one.root / "art"
    plain(art / "card-1.png", RED)
    plain(art / "card-2.png", BLUE)
    plain(art / "pub/card-1.jpg", GREEN)
    plain(art / "tavern/card-2.png", YELLOW)
    build(run)
    assert near(colour_of(gallery_of_one), GREEN)
    assert near(colour_of(gallery_of_one, 1), BLUE)
    (art / "pub/card-1.jpg").unlink()
    build(run)
    assert near(colour_of(gallery_of_one), RED)


def test_a_face_changes_with_its_picture_alone(gallery_of_one: Pub, run: Run) -> None:
    def digests() -> tuple[str, str]:
        build(run)
        manifest = json.loads((gallery_of_one.root / "output/pub/manifest.json").read_text("utf-8"))
        one, other = (face["digest"] for face in manifest["files"][0]["faces"])
        return one, other

    path = gallery_of_one.root / "art/pub/card-1.png"
    bare, other = digests()
    seen = [bare]
    for picture in (RED, BLUE):
        plain(path, picture)
        digest, unchanged = digests()
        assert unchanged == other
        assert digest not in seen
        seen.append(digest)
    plain(path, RED)
    assert digests() == (seen[1], other)
    path.unlink()
    drawing = path.with_suffix(".svg")
    drawing.write_text(SVG, "utf-8")
    assert digests()[0] not in seen
    drawing.unlink()
    assert digests() == (bare, other)


def test_a_picture_shown_twice_is_stored_once(gallery_of_one: Pub, run: Run) -> None:
    for name in ("card-1", "card-2"):
        plain(gallery_of_one.root / f"art/{name}.png", RED)
    build(run)
    with pikepdf.open(gallery_of_one.root / "output/pub/cards.pdf") as pdf:
        images = [
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
        ]
    assert len(images) == 1


# ---- resolution ----


@pytest.mark.parametrize(
    ("size", "dpi"), [((200, 150), 127), ((314, 400), 199), ((600, 200), 169), ((8, 6), 5)]
)
def test_a_coarse_picture_is_printed_with_a_warning(
    gallery_of_one: Pub, run: Run, size: tuple[int, int], dpi: int
) -> None:
    w, h = size
    assert int(min(w / PLACE[2], h / PLACE[3]) * 25.4 + 0.5) == dpi
    save(gallery_of_one.root / "art/pub/card-1.png", Image.new("RGB", size, RED))
    told = run(*BUILD, "--paper", "a4")
    assert told.code == 0
    [line] = told.err.splitlines()
    assert line.startswith("Warning: art/pub/card-1.png: ")
    assert_said([f"prints at {dpi} dpi", "200 dpi or more"], line)
    [finding] = build(run)["findings"]
    assert (finding["level"], finding["code"]) == ("warning", "low-resolution")
    assert finding["where"] == {"file": "art/pub/card-1.png", "row": None, "column": None}
    assert f"{dpi} dpi" in finding["message"]
    assert near(colour_of(gallery_of_one), RED)


def test_a_picture_fine_enough_and_a_drawing_are_not_warned_of(
    gallery_of_one: Pub, run: Run
) -> None:
    save(gallery_of_one.root / "art/pub/card-1.png", Image.new("RGB", (316, 237), RED))
    (gallery_of_one.root / "art/pub/card-2.svg").write_text(SVG, "utf-8")
    assert build(run)["findings"] == []


def test_copies_are_warned_of_once(gallery_of_one: Pub, run: Run) -> None:
    gallery_of_one.set(2, copies="12")
    save(gallery_of_one.root / "art/pub/card-1.png", Image.new("RGB", (20, 20), RED))
    assert len(build(run)["findings"]) == 1


# ---- styles ----


def hue(picture: Image.Image) -> int:
    """How far from grey the most coloured spot is, of 255."""
    red, green, blue = picture.convert("RGB").split()
    pairs = (red, green), (green, blue), (blue, red)
    return max(ImageChops.difference(*pair).getextrema()[1] for pair in pairs)


def shown(run: Run, style: str) -> Iterator[tuple[str, Image.Image]]:
    """Both cards of the gallery of one, in every way in which there is something to be seen of them."""

    def done(*words: str) -> None:
        result = run(words[0], *words[1:], "--style", style)
        assert result.code == 0, result.err

    done("build", "pub", "--only", "cards", "--paper", "a4", "--duplex", "off")
    yield "build", read_pdf(Path("output/pub/cards.pdf"))[0].colour(100)
    for card in ("card-1", "card-2"):
        done("show", "pub", card, "--out", f"{card}.png", "--dpi", "100")
        yield f"show {card}", Image.open(f"{card}.png")
    done("gallery", "pub")
    sheet = Image.open("output/pub/gallery.png")
    edge, top = (math.ceil((mm + 1) / 25.4 * gallery.DPI) for mm in (8.0, 8.0 + gallery.HEAD))
    wide, high = (math.floor((mm * 0.55 - 2) / 25.4 * gallery.DPI) for mm in (63.5, 88.9))
    step = round((63.5 * 0.55 + gallery.GAP) / 25.4 * gallery.DPI)
    for number in range(2):
        left = edge + number * step
        yield f"gallery {number}", sheet.crop((left, top, left + wide, top + high))
    table = LightTable(Path.cwd(), "pub")
    for tile in table.view(style).sections[0].tiles[:2]:
        for size in ("card", "whole"):
            data = table.picture(tile.key, size, grey=False)
            assert data is not None
            yield f"preview {tile.place} {size}", Image.open(io.BytesIO(data))
    done("export", "pub", "--for", "png", "--only", "cards", "--dpi", "100")
    yield from ((path.name, Image.open(path)) for path in Path("output/pub").rglob("cards-f*.png"))
    done("export", "pub", "--for", "tabletop-simulator", "--only", "cards")
    yield "table", Image.open("output/pub/export-tabletop-simulator/cards-faces.png")
    done("export", "pub", "--for", "drivethrucards", "--only", "cards")
    pages = list(pypdfium2.PdfDocument("output/pub/export-drivethrucards/pub.pdf"))
    yield from ((f"press {no}", page.render().to_pil()) for no, page in enumerate(pages[1::2]))


@pytest.mark.parametrize("style", ["mono", "ink-saver"])
def test_every_way_to_see_a_card_treats_its_picture_as_a_build_does(
    gallery_of_one: Pub, run: Run, style: str
) -> None:
    """Black alone takes the colour out of photo and drawing; to save ink, they stay as they are."""
    save(gallery_of_one.root / "art/pub/card-1.png", four())
    (gallery_of_one.root / "art/pub/card-2.svg").write_text(SVG, "utf-8")
    seen = {name: hue(picture) for name, picture in shown(run, style)}
    assert len(seen) == 14
    if style == "mono":
        assert max(seen.values()) < 5, seen  # the inks of a press are not quite neutral on a screen
    else:
        assert min(seen.values()) > 100, seen


def test_a_coarse_picture_is_warned_of_in_black_too(gallery_of_one: Pub, run: Run) -> None:
    save(gallery_of_one.root / "art/pub/card-1.png", Image.new("RGB", (200, 150), RED))
    told = run("export", "pub", "--for", "png", "--only", "cards", "--style", "mono", "--json")
    [finding] = told.json["results"][0]["findings"]
    assert finding["code"] == "low-resolution" and "127 dpi" in finding["message"]


# ---- refused ----


def check_refused(pub: Pub, run: Run, name: str, says: tuple[str, ...]) -> None:
    line, finding = refused(pub, run, BUILD, 1)
    assert line.startswith(f"art/pub/{name}: ")
    assert_said(says, line, f"{finding['message']}; {finding['remedy']}")
    assert finding["where"] == {"file": f"art/pub/{name}", "row": None, "column": None}


def put(pub: Pub, name: str, content: bytes) -> Path:
    path = pub.root / "art/pub" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("case", BAD.values(), ids=BAD.keys())
def test_what_is_no_picture(
    gallery_of_one: Pub, run: Run, case: tuple[str, bytes, tuple[str, ...]]
) -> None:
    ending, content, says = case
    put(gallery_of_one, f"card-1.{ending}", content)
    check_refused(gallery_of_one, run, f"card-1.{ending}", says)


@pytest.mark.parametrize("case", SVGS.values(), ids=SVGS.keys())
def test_a_drawing_that_could_do_harm_or_would_be_wrong(
    gallery_of_one: Pub, run: Run, case: tuple[bytes, tuple[str, ...]]
) -> None:
    content, says = case
    put(gallery_of_one, "card-1.svg", content)
    check_refused(gallery_of_one, run, "card-1.svg", says)


def test_all_that_is_wrong_with_a_drawing_is_told_at_once(gallery_of_one: Pub, run: Run) -> None:
    content = svg(
        "<style>.a { fill: red }</style><script>x()</script>"
        '<g transform="skewX(9)"><rect width="9" height="9" fill="url(#a)" opacity="0.5"/></g>'
        '<rect width="9" height="9" fill="url(#a)" stroke="hsl(0, 9%, 9%)"/>'
        '<text>Hi</text><image href="http://example.org/a.png"/><path d="M0 0 K"/>'
    )
    put(gallery_of_one, "card-1.svg", content)
    told = run(*BUILD)
    assert told.code == 1
    said = [line.partition("art/pub/card-1.svg: ")[2] for line in told.err.splitlines()]
    words = ("a style sheet", "scripts", "'skewX'", "opacity is '0.5'", "'url(#a)'", "'hsl(")
    words = (*words, "<text>", "'http://example.org/a.png'", "a path can't be read")
    assert len(said) == len(words), said
    for word, line in zip(words, said, strict=True):
        assert word in line
        assert ";" in line  # and what would do


def test_a_drawing_with_very_much_wrong_is_told_in_a_dozen_lines(
    gallery_of_one: Pub, run: Run
) -> None:
    rects = (f'<rect width="9" height="9" fill="url(#a{number})"/>' for number in range(40))
    put(gallery_of_one, "card-1.svg", svg("".join(rects)))
    lines = run(*BUILD).err.splitlines()
    assert len(lines) == 12
    assert "'url(#a10)'" in lines[10]
    assert_said(["29 more", "simplify"], lines[-1])


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_link_out_of_the_workspace(
    gallery_of_one: Pub, run: Run, tmp_path: Path, ending: str
) -> None:
    outside = tmp_path / f"secret.{ending}"
    if ending == "png":
        save(outside, four())
    else:
        outside.write_text(SVG, "utf-8")
    link = gallery_of_one.root / f"art/pub/card-1.{ending}"
    link.parent.mkdir(parents=True)
    link.symlink_to(outside)
    check_refused(gallery_of_one, run, link.name, ("leads outside the workspace", "copy"))
    checked = run("check", "pub", "--layer", "composition", "--json")
    [finding] = checked.json["findings"][-1:]
    assert finding["where"]["file"] == f"art/pub/card-1.{ending}"
    link.unlink()
    link.symlink_to("../../../" + outside.name)
    check_refused(gallery_of_one, run, link.name, ("leads outside the workspace",))


def test_a_folder_that_is_a_link_out_of_the_workspace(
    gallery_of_one: Pub, run: Run, tmp_path: Path
) -> None:
    save(tmp_path / "secret/card-1.png", four())
    (gallery_of_one.root / "art").mkdir()
    (gallery_of_one.root / "art/pub").symlink_to(tmp_path / "secret", target_is_directory=True)
    check_refused(gallery_of_one, run, "card-1.png", ("leads outside the workspace",))


def test_a_link_within_the_workspace_is_followed(gallery_of_one: Pub, run: Run) -> None:
    save(gallery_of_one.root / "drawn/nice.png", quarters("RGB", (GREEN,) * 4))
    link = gallery_of_one.root / "art/card-1.png"
    link.parent.mkdir()
    link.symlink_to("../drawn/nice.png")
    build(run)
    assert near(colour_of(gallery_of_one), GREEN)
