"""Pictures for shops: to the pixel, in the deck's order, as many as there are cards."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from brawlprint.errors import ExportError
from brawlprint.exports.raster import check_png, encode

ROOT = Path(__file__).parents[2]


def rows(game, name="deck.csv"):
    with (ROOT / "cards" / game / name).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def picture(path):
    with Image.open(path) as opened:
        opened.load()
        return opened


def is_ground(pixel):
    """Whether it is the ground that all of the tavern's cards have at their edge."""
    return all(abs(one - other) <= 1 for one, other in zip(pixel, (255, 251, 239), strict=True))


def copies_of(name):
    """How many cards a picture stands for, by the end of its name."""
    _, many, number = Path(name).stem.rpartition("-x")
    return int(number) if many and number.isdigit() else 1


def test_makeplayingcards_gets_a_picture_a_card_to_the_pixel(export):
    made = export("tavern", "makeplayingcards")
    fronts = [name for name in made.names() if "-front-" in name]
    assert [name[len("cards-front-01-") : -len(".png")] for name in fronts] == [
        row["id"] for row in rows("tavern")
    ]
    assert made.names() == ["cards-back.png", *fronts]
    for name in made.names():
        drawn = picture(made.folder / name)
        assert (drawn.size, drawn.mode) == ((822, 1122), "RGB")
        assert drawn.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    assert len({(made.folder / name).read_bytes() for name in fronts}) == len(fronts)


def test_bleed_goes_to_the_edge_and_the_trim_is_the_card_at_home(workspace, run):
    """36 pixels off each side there is what is printed at home, to the pixel."""
    workspace.only({"title": "One"})
    assert run("export", "pub", "--for", "makeplayingcards", "--for", "png").code == 0
    folder = workspace.root / "output/pub"
    for name in ("cards-back.png", "cards-front-1-card-1.png"):
        whole = picture(folder / "export-makeplayingcards" / name)
        trimmed = whole.crop((36, 36, 786, 1086))
        plain = picture(folder / "export-png" / name)
        assert plain.size == (750, 1050)
        apart = ImageStat.Stat(ImageChops.difference(trimmed, plain))
        assert max(apart.mean) < 0.5
        for corner in ((0, 0), (821, 0), (0, 1121), (821, 1121)):
            assert is_ground(whole.getpixel(corner))


@pytest.mark.parametrize(
    ("options", "size"),
    [
        ((), (750, 1050)),
        (("--bleed", "3"), (821, 1121)),
        (("--bleed", "3.2"), (825, 1125)),
        (("--dpi", "600"), (1500, 2100)),
        (("--dpi", "97"), (242, 340)),
        (("--dpi", "72", "--bleed", "3.175"), (198, 270)),
    ],
)
def test_png_has_the_size_of_its_resolution(workspace, run, options, size):
    workspace.only({"title": "One"})
    assert run("export", "pub", "--for", "png", *options).code == 0
    folder = workspace.root / "output/pub/export-png"
    for name in ("cards-front-1-card-1.png", "cards-back.png"):
        drawn = picture(folder / name)
        assert drawn.size == size
        for corner in ((0, 0), (size[0] - 1, 0), (0, size[1] - 1), (size[0] - 1, size[1] - 1)):
            assert is_ground(drawn.getpixel(corner))


def test_thegamecrafter_gets_its_pixels(workspace, run):
    workspace.only({"title": "One"}, {"title": "Two"})
    assert run("export", "pub", "--for", "thegamecrafter").code == 0
    folder = workspace.root / "output/pub/export-thegamecrafter"
    pictures = sorted(folder.glob("*.png"))
    assert len(pictures) == 3
    for path in pictures:
        drawn = picture(path)
        assert (drawn.size, drawn.mode) == ((825, 1125), "RGB")


def test_copies_are_told_by_the_name_or_uploaded_each(workspace, run):
    workspace.only({"title": "One", "copies": "3"}, {"title": "Two"})
    assert run("export", "pub", "--for", "png", "--for", "makeplayingcards").code == 0
    home = workspace.root / "output/pub/export-png"
    assert sorted(path.name for path in home.glob("*.png")) == [
        "cards-back.png",
        "cards-front-1-card-1-x3.png",
        "cards-front-2-card-2.png",
    ]
    shop = workspace.root / "output/pub/export-makeplayingcards"
    fronts = sorted(shop.glob("cards-front-*.png"))
    assert [path.name[len("cards-front-1-") :] for path in fronts] == [
        *["card-1.png"] * 3,
        "card-2.png",
    ]
    assert len({path.read_bytes() for path in fronts}) == 2


@pytest.mark.parametrize(("copies", "decks"), [((), 1), (("--copies", "2"), 2)])
def test_copies_add_up_to_the_deck(export, copies, decks):
    made = export("stooges", "png", "--dpi", "50", *copies)
    fronts = [name for name in made.names() if name.startswith("cards-front-")]
    due = [
        (row["id"], int(row["copies"]) * decks) for row in rows("stooges") if row["copies"] != "0"
    ]
    assert sum(map(copies_of, fronts)) == sum(number for _, number in due) == 55 * decks
    assert [copies_of(name) for name in fronts] == [number for _, number in due]


def test_cards_with_two_faces_have_a_back_each(export):
    made = export("stooges", "png", "--dpi", "50")
    sides = [row["id"] for row in rows("stooges", "instructions.csv")]
    pieces = [name for name in made.names() if name.startswith("instruction-cards-")]
    assert len(pieces) == len(sides) == 10
    for number, front in enumerate(sides[::2], 1):
        assert f"instruction-cards-front-{number}-{front}.png" in pieces
        assert f"instruction-cards-back-{number}-{front}.png" in pieces
    assert len({(made.folder / name).read_bytes() for name in pieces}) == 10


def test_every_playing_card_that_a_title_stands_for_is_a_face_of_its_own(export):
    made = export("joebob", "png", "--dpi", "72")
    fronts = [name for name in made.names() if "-front-" in name]
    assert sum(map(copies_of, fronts)) == 108
    assert len({(made.folder / name).read_bytes() for name in fronts}) == len(fronts) == 54


def test_each_player_has_a_set(export):
    made = export("throwdown", "png", "--dpi", "50", "--players", "3")
    names = made.names()
    actions = [row["id"] for row in rows("throwdown")]
    for player in (1, 2, 3):
        mine = [name for name in names if name.endswith(f"-player-{player}.png")]
        assert [name.split("-", 3)[3] for name in mine if name.startswith("cards-")] == [
            f"{each}-player-{player}.png" for each in actions
        ]
        assert sum(name.startswith("target-cards-") for name in mine) == 3
    (result,) = made.said["results"]
    assert result["exports"][0]["cards"] == 3 * 5 + 3 * 3
    few = export("throwdown", "png", "--dpi", "50", "--players", "2")
    assert not any(name.startswith("target-cards") for name in few.names())


def test_json_names_every_file_and_what_is_left_out(export):
    made = export("stooges", "png", "--dpi", "50")
    assert (made.said["command"], made.said["ok"]) == ("export", True)
    (result,) = made.said["results"]
    (told,) = result["exports"]
    assert {Path(path) for path in told["files"]} == {made.folder / name for name in made.names()}
    assert (result["game"], told["for"], told["cards"]) == ("stooges", "png", 60)
    assert result["left_out"] == ["score-sheet", "player-aid", "rulebook", "tuck-box"]
    assert Path(told["folder"]) == made.folder
    manifest = json.loads((made.folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["files"] == made.names()


def test_what_an_earlier_export_wrote_goes_and_other_files_stay(workspace, run):
    workspace.only({"title": "One"}, {"title": "Two"}, {"title": "Three"})
    assert run("export", "pub", "--for", "png", "--dpi", "50").code == 0
    folder = workspace.root / "output/pub/export-png"
    (folder / "mine.png").write_bytes(b"mine")
    workspace.write_deck(workspace.deck()[:1])
    assert run("export", "pub", "--for", "png", "--dpi", "50").code == 0
    assert {path.name for path in folder.iterdir()} == {
        "cards-back.png",
        "cards-front-1-card-1.png",
        "manifest.json",
        "mine.png",
    }


def test_a_coarse_picture_is_warned_of(workspace, run):
    workspace.only({"title": "One"})
    (workspace.root / "art/pub").mkdir(parents=True)
    Image.new("RGB", (60, 60), "red").save(workspace.root / "art/pub/card-1.png")
    result = run("export", "pub", "--for", "png", "--dpi", "50")
    assert result.code == 0
    assert "the picture of One prints at" in result.err


def test_same_input_same_bytes_in_another_process(workspace, run, spawn):
    workspace.only({"title": "One", "copies": "2"}, {"title": "Two"})
    (workspace.root / "art/pub").mkdir(parents=True)
    Image.linear_gradient("L").convert("RGBA").save(workspace.root / "art/pub/card-1.png")
    names = ("thegamecrafter", "drivethrucards", "tabletop-simulator")
    words = ["export", "pub", *(word for name in names for word in ("--for", name))]
    assert run(*words).code == 0
    first = {path: data for path, data in workspace.tree().items() if path.startswith("output/")}
    assert spawn(*words, PYTHONHASHSEED="77", TZ="Asia/Tokyo").code == 0
    assert {path: workspace.tree()[path] for path in first} == first


def test_a_picture_that_came_out_wrong_is_refused():
    drawn = Image.new("RGB", (20, 30), "red")
    data = encode(drawn, 300)
    check_png(data, (20, 30), 300, drawn.tobytes())
    for wrong in (
        {"size": (21, 30)},
        {"dpi": 150},
        {"pixels": Image.new("RGB", (20, 30), "blue").tobytes()},
    ):
        with pytest.raises(ExportError):
            check_png(data, **({"size": (20, 30), "dpi": 300} | wrong))
    grey = io.BytesIO()
    Image.new("L", (20, 30)).save(grey, "PNG")
    with pytest.raises(ExportError, match="came out as L"):
        check_png(grey.getvalue(), (20, 30))
