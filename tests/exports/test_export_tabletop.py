"""Tabletop Simulator: sheets of at most 69 faces, and the saved object that deals from them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from looks import apart, nearest, read
from PIL import Image

ROOT = Path(__file__).parents[2]
NAME = "tabletop-simulator"


def saved(made):
    (name,) = (name for name in made.names(".json") if name != "manifest.json")
    return json.loads((made.folder / name).read_text(encoding="utf-8"))["ObjectStates"]


def file_of(made, address):
    """The file of an address, which must lie in the export's folder."""
    assert address.startswith("file:///")
    path = Path(address.removeprefix("file://"))
    assert path.parent == made.folder.resolve()
    assert path.is_file()
    return path


def cell(made, card, side="FaceURL"):
    """What the simulator cuts out of a sheet for a card."""
    (custom,) = card["CustomDeck"].values()
    with Image.open(file_of(made, custom[side])) as sheet:
        if side == "BackURL" and not custom["UniqueBack"]:
            return sheet.convert("RGB")
        width, height = sheet.width / custom["NumWidth"], sheet.height / custom["NumHeight"]
        assert width.is_integer()
        assert height.is_integer()
        row, column = divmod(card["CardID"] % 100, custom["NumWidth"])
        x, y = column * width, row * height
        return sheet.crop((x, y, x + width, y + height))


@pytest.fixture(scope="module")
def tavern(export):
    return export("tavern", NAME)


def test_sheets_hold_69_faces_within_the_size_that_the_simulator_takes(tavern):
    assert tavern.names() == ["cards-back.png", "cards-faces-1.png", "cards-faces-2.png"]
    (deck,) = saved(tavern)
    per_sheet = [sum(number // 100 == key for number in deck["DeckIDs"]) for key in (1, 2)]
    assert per_sheet == [69, 22]
    first, second = deck["CustomDeck"]["1"], deck["CustomDeck"]["2"]
    assert (first["NumWidth"], first["NumHeight"]) == (10, 7)
    assert second["NumWidth"] * second["NumHeight"] > 22
    for custom in (first, second):
        with Image.open(file_of(tavern, custom["FaceURL"])) as sheet:
            assert sheet.mode == "RGB"
            assert max(sheet.size) <= 4096
            ratio = sheet.width / custom["NumWidth"] / (sheet.height / custom["NumHeight"])
            assert ratio == pytest.approx(63.5 / 88.9, abs=0.002)
    with Image.open(file_of(tavern, first["FaceURL"])) as sheet:
        assert sheet.size == (10 * 409, 7 * 573)


def test_cards_are_the_decks_in_its_order_with_names_and_texts(tavern):
    with (ROOT / "cards/tavern/deck.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    (deck,) = saved(tavern)
    assert deck["Name"] == "DeckCustom"
    assert deck["Nickname"] == "Tavern Brawl: Cards"
    cards = deck["ContainedObjects"]
    assert [card["Nickname"] for card in cards] == [row["title"] for row in rows]
    assert all(row["text"] in card["Description"] for row, card in zip(rows, cards, strict=True))
    assert cards[0]["Description"].startswith("Character\n")
    assert [card["CardID"] for card in cards] == deck["DeckIDs"]
    assert len({card["GUID"] for card in cards} | {deck["GUID"]}) == 92
    assert {card["Name"] for card in cards} == {"Card"}


def test_a_cards_number_leads_to_its_picture_and_the_last_place_to_the_back(tavern, export):
    single = export("tavern", "png", "--dpi", "100")
    (deck,) = saved(tavern)
    cards = deck["ContainedObjects"]
    drawn = [read(single.folder / name) for name in single.names() if "-front-" in name]
    for place in (0, 35, 68, 69, 90):
        assert nearest(cell(tavern, cards[place]), drawn) == place
    back = read(single.folder / "cards-back.png")
    assert apart(cell(tavern, cards[0], "BackURL"), back) < 3
    for card in (cards[0], cards[90]):
        ((key, custom),) = card["CustomDeck"].items()
        hidden = int(key) * 100 + custom["NumWidth"] * custom["NumHeight"] - 1
        assert nearest(cell(tavern, card | {"CardID": hidden}), [*drawn, back]) == 91


def test_copies_share_a_place(workspace, run):
    workspace.only({"title": "One", "copies": "3"}, {"title": "Two"})
    assert run("export", "pub", "--for", NAME, "--copies", "2").code == 0
    folder = workspace.root / f"output/pub/export-{NAME}"
    (deck,) = json.loads((folder / "pub.json").read_text(encoding="utf-8"))["ObjectStates"]
    assert deck["DeckIDs"] == [100, 100, 100, 101] * 2
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == [*["One"] * 3, "Two"] * 2


def test_a_single_card_is_no_deck(workspace, run):
    workspace.only({"title": "One"})
    assert run("export", "pub", "--for", NAME).code == 0
    folder = workspace.root / f"output/pub/export-{NAME}"
    (card,) = json.loads((folder / "pub.json").read_text(encoding="utf-8"))["ObjectStates"]
    assert (card["Name"], card["CardID"], card["Nickname"]) == ("Card", 100, "One")


def test_a_deck_without_a_back_gets_a_white_one(workspace, run):
    workspace.edit("game.toml", 'back = "house-back"\n', "")
    workspace.only({"title": "One"}, {"title": "Two"})
    assert run("export", "pub", "--for", NAME).code == 0
    with Image.open(workspace.root / f"output/pub/export-{NAME}/cards-back.png") as back:
        assert back.getextrema() == ((255, 255),) * 3


def test_cards_with_two_faces_have_a_sheet_of_backs(export):
    made = export("stooges", NAME)
    decks = saved(made)
    cards, instructions = decks
    assert [len(deck["DeckIDs"]) for deck in decks] == [55, 5]
    assert {custom["UniqueBack"] for custom in cards["CustomDeck"].values()} == {False}
    (custom,) = instructions["CustomDeck"].values()
    assert custom["UniqueBack"] is True
    single = export("stooges", "png", "--dpi", "100")
    for side, address in (("front", "FaceURL"), ("back", "BackURL")):
        names = [name for name in single.names() if name.startswith(f"instruction-cards-{side}")]
        drawn = [read(single.folder / name) for name in names]
        shown = [cell(made, card, address) for card in instructions["ContainedObjects"]]
        assert [nearest(each, drawn) for each in shown] == [0, 1, 2, 3, 4]


def test_each_player_has_a_deck(export):
    made = export("throwdown", NAME, "--players", "3")
    decks = saved(made)
    assert [(deck["Nickname"], len(deck["DeckIDs"])) for deck in decks] == [
        *[(f"Throw Down!: Cards, player {player}", 5) for player in (1, 2, 3)],
        *[(f"Throw Down!: Target cards, player {player}", 3) for player in (1, 2, 3)],
    ]
    assert len({deck["Transform"]["posX"] for deck in decks}) == 6
