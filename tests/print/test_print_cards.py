"""What stands on the 91 cards, read back from the PDF: right words, right place, inside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kits import Kit
from reading import Box, Page

SAFE = 3.2  # mm inside the trim
NINE = 9

# The type column of the original list (kind letter and all others), typed from it.
SOURCE_TYPES = {
    "old-red-the-bartender": "CES",
    "dolly-the-barmaid": "CEGS",
    "nanook-the-half-orc": "CTFS",
    "tuck-the-cleric": "CMF",
    "hide": "D",
    "slide-down-counter": "AN",
    "backstab": "A",
    "burning-torch": "W",
    "live-bird-soup": "Y",
    "charm-spell": "Z",
    "plate-mail": "O",
    "tipsy": "O",
    "breaks": "XI",
    "hit-wrong-guy": "XR",
    "gang-up": "XA",
    "shocking-grasp": "AZ",
    "chug": "XQ",
}
SOURCE_NUMBERS = {
    "old-red-the-bartender": ("3", "30"),
    "ed-the-stable-boy": ("1", "10"),
    "the-warrior-princess": ("4", "40"),
    "backstab": ("+3", ""),
    "slide-down-counter": ("+1", ""),
    "shocking-grasp": ("+4", ""),
    "tipsy": ("−1", ""),
    "beer-mug": ("+1", ""),
    "plate-mail": ("", "+20"),
    "dark-frothy-mead": ("", "+5"),
    "duck": ("", ""),
}


def placed(kit: Kit, cards: list[dict[str, str]]) -> Iterator[tuple[dict[str, str], Page, Box]]:
    """Each card with the page and the place (by the crop marks) where it must be."""
    assert len(cards) == 91
    for number, card in enumerate(cards):
        page = kit.fronts[number // NINE]
        yield card, page, page.places[number % NINE]


def read_element(page: Page, place: Box, element: dict[str, Any]) -> str:
    return page.text_in(Box.of(element["box"]).within(place))


def test_title_box_of_each_place_reads_its_title(
    kit: Kit, cards: list[dict[str, str]], elements: dict[str, Any]
) -> None:
    seen = []
    for card, page, place in placed(kit, cards):
        name = "character-title" if card["kind"] == "character" else "title"
        seen.append(read_element(page, place, elements[name]))
    assert seen == [card["title"].upper() for card in cards]


def test_rule_text_is_printed_as_typed(
    kit: Kit, cards: list[dict[str, str]], elements: dict[str, Any]
) -> None:
    for card, page, place in placed(kit, cards):
        assert read_element(page, place, elements["text"]) == card["text"]


def test_no_line_ends_between_a_number_and_what_it_counts(
    kit: Kit, cards: list[dict[str, str]], elements: dict[str, Any]
) -> None:
    """Number and noun stand on one line: "between / 2 targets", never "between 2 / targets"."""
    counted = 0
    for card, page, place in placed(kit, cards):
        chars = page.chars_in(Box.of(elements["text"]["box"]).within(place))
        for match in re.finditer(r"\d (turns|targets|damage|hits|mugs)\b", card["text"]):
            at = len(card["text"][: match.start()].replace(" ", ""))
            number, noun = chars[at], chars[at + 1]
            assert abs(number.box.y1 - noun.box.y1) < 1, card["text"]
            counted += 1
    assert counted > 10


def test_chips_say_who_may_use_it_what_it_is_and_what_else_an_attack_does(
    kit: Kit, cards: list[dict[str, str]], elements: dict[str, Any], game: dict[str, Any]
) -> None:
    needs, traits, effects = (
        game["columns"][column]["values"] for column in ("needs", "traits", "effect")
    )
    for card, page, place in placed(kit, cards):
        words = [needs[card["needs"]]["word"]] if card["needs"] else []
        words += [traits[letter]["word"] for letter in card["traits"]]
        if card["kind"] == "attack" and card["effect"] and "N" not in card["traits"]:
            words.append(effects[card["effect"].split()[0]]["word"])
        seen = read_element(page, place, elements["chips"])
        assert seen == " ".join(words).upper(), card["title"]


def signed(number: str) -> str:
    return number.replace("-", "−")


def test_strength_and_hits_stand_in_the_corners(
    kit: Kit, cards: list[dict[str, str]], elements: dict[str, Any], game: dict[str, Any]
) -> None:
    effects = game["columns"]["effect"]["values"]
    for card, page, place in placed(kit, cards):
        seen = {
            name: read_element(page, place, elements[name])
            for name in ("strength", "strength-label", "hits", "hits-label")
        }
        corner, label = seen["strength"], seen["strength-label"]
        effect, _, number = card["effect"].partition(" ")
        if card["strength"]:
            assert (corner, label) == (signed(card["strength"]), "STR"), card["title"]
        elif card["hits"]:
            assert (corner, label) == (card["hits"], "HITS"), card["title"]
        elif number:
            assert (corner, label) == (number, effects[effect]["word"].upper()), card["title"]
        else:
            assert (corner, label) == ("", ""), card["title"]
        if card["kind"] == "character":
            assert (seen["hits"], seen["hits-label"]) == (card["hits"], "HITS"), card["title"]


def test_figures_are_those_of_the_original_list(
    kit: Kit, cards: list[dict[str, str]], elements: dict[str, Any]
) -> None:
    seen = {}
    for card, page, place in placed(kit, cards):
        if card["id"] not in SOURCE_NUMBERS:
            continue
        corner = read_element(page, place, elements["strength"])
        label = read_element(page, place, elements["strength-label"])
        strength, hits = (corner, "") if label == "STR" else ("", corner)
        if card["kind"] == "character":
            hits = read_element(page, place, elements["hits"])
        seen[card["id"]] = strength, hits
    assert seen == SOURCE_NUMBERS


def test_foot_tells_kind_letters_and_number(
    kit: Kit, cards: list[dict[str, str]], elements: dict[str, Any], game: dict[str, Any]
) -> None:
    for card, page, place in placed(kit, cards):
        kind = game["kinds"][card["kind"]]
        foot = read_element(page, place, elements["foot"])
        assert foot == f"{kind['word']} · {kind['letter']}{card['traits']}".upper()
        number = read_element(page, place, elements["number"])
        assert number == f"TAVERN BRAWL {card['no']}"
    assert [int(card["no"]) for card in cards] == list(range(1, 92))


def test_letters_are_those_of_the_original_list(
    kit: Kit, cards: list[dict[str, str]], elements: dict[str, Any]
) -> None:
    seen = {
        card["id"]: read_element(page, place, elements["foot"]).rpartition(" · ")[2]
        for card, page, place in placed(kit, cards)
    }
    assert {card_id: seen[card_id] for card_id in SOURCE_TYPES} == SOURCE_TYPES


def test_every_character_is_inside_its_safe_zone(kit: Kit) -> None:
    count = 0
    for page in kit.pages("cards"):
        zones = [place.inset(SAFE) for place in page.places]
        for char in page.on_cards:
            assert any(zone.holds(char.box) for zone in zones), (page.label, char)
        count += len(page.on_cards)
    assert count > 10_000


def test_nothing_but_the_elements_stands_on_a_card(
    kit: Kit, cards: list[dict[str, str]], elements: dict[str, Any]
) -> None:
    """Every character of a front belongs to the box of an element with text."""
    boxes = [
        Box.of(element["box"])
        for element in elements.values()
        if "text" in element or "chips" in element
    ]
    for card, page, place in placed(kit, cards):
        there = [box.within(place) for box in boxes]
        for char in page.chars_in(place):
            assert any(box.has_centre_of(char.box) for box in there), (card["title"], char)
