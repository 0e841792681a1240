"""What is not a card: track, tokens, aid, rulebook; and what a build says of its files."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from kits import COMPONENTS, EVERY_COMPONENT, ROOT, STYLES, BuildKit, Kit
from reading import Box, Char, Page, count_pages

PHASES = ("Quaff", "I’ll Get You for That", "Brawl")


@pytest.fixture(params=[2, 6])
def players(request: pytest.FixtureRequest) -> int:
    number: int = request.param
    return number


@pytest.fixture(params=STYLES)
def party(build: BuildKit, paper: str, request: pytest.FixtureRequest, players: int) -> Kit:
    """A kit for some players; two is what a build prints for when nobody says."""
    more = () if players == 2 else ("--players", str(players))
    return build("--paper", paper, "--style", request.param, "--duplex", "long-edge", *more)


def words(chars: list[Char]) -> list[tuple[str, float]]:
    """Characters on one line, as words with their middles, left to right; a gap of 1 mm parts."""
    found: list[list[Char]] = []
    for char in sorted(chars, key=lambda char: char.box.x0):
        if found and char.box.x0 - found[-1][-1].box.x1 < 1:
            found[-1].append(char)
        else:
            found.append([char])
    return [
        ("".join(char.text for char in word), (word[0].box.x0 + word[-1].box.x1) / 2)
        for word in found
    ]


def filled(kit: Kit, component: str) -> Iterator[tuple[Page, Box]]:
    for page in kit.pages(component):
        for number in page.filled_places():
            yield page, page.places[number]


# The track


def test_a_track_from_10_to_0_for_each_player(party: Kit, players: int) -> None:
    strips = list(filled(party, "beer-track"))
    assert len(strips) == players
    for page, strip in strips:
        foot = Box(strip.x0, strip.y1 - 12.5, strip.x1, strip.y1)  # where the numbers stand
        cells = words(page.chars_in(foot))
        assert [word for word, _ in cells] == [str(beers) for beers in range(10, -1, -1)]
        steps = [right - left for (_, left), (_, right) in pairwise(cells)]
        assert max(steps) - min(steps) < 1
        assert min(steps) > 10
        text = page.text_in(strip)
        assert "BOTTLES OF BEER ON THE WALL" in text
        assert "OUT" in text.split()


def test_tracks_are_told_apart_by_number(party: Kit, players: int) -> None:
    numbers = []
    for page, strip in filled(party, "beer-track"):
        seat = Box(strip.x0, strip.y0, strip.x0 + 14, strip.y0 + 14)
        numbers.append(page.text_in(seat))
    assert numbers == [str(seat) for seat in range(1, players + 1)]


# Tokens


def test_tokens_of_each_sort_for_each_player(
    party: Kit, players: int, game: dict[str, Any]
) -> None:
    wanted = {
        f"{token.get('word', '')} {token['note']}".strip().upper(): token["per-player"] * players
        for token in game["components"]["tokens"]["token"]
    }
    assert {"1 DAMAGE", "5 DAMAGE", "10 DAMAGE", "BEER", "STUN"} == set(wanted)
    seen = Counter(page.text_in(place) for page, place in filled(party, "tokens"))
    assert seen == wanted
    assert wanted["BEER"] >= 10 * players


def test_tokens_are_enough_for_the_toughest(game: dict[str, Any]) -> None:
    """A player's damage tokens hold what a character can bear."""
    tokens = game["components"]["tokens"]["token"]
    damage = sum(
        int(token["word"]) * token["per-player"] for token in tokens if token["note"] == "damage"
    )
    assert damage >= 40 + 20 + 15 + 10 + 5 + 5 - 1


# The aid


def test_an_aid_for_each_player(party: Kit, players: int) -> None:
    panels = list(filled(party, "player-aid"))
    assert len(panels) == players
    assert len({page.text_in(place) for page, place in panels}) == 1


def test_aid_names_the_phases_in_order(kit: Kit) -> None:
    page = kit.pages("player-aid")[0]
    text = page.text_in(page.block)
    at = text.index("YOUR TURN")
    for phase in PHASES:
        at = text.index(f" {phase.upper()} ", at) + len(phase)


def test_aid_explains_every_letter(kit: Kit, game: dict[str, Any]) -> None:
    page = kit.pages("player-aid")[0]
    legend = [(term.get("letter"), term) for term in game["kinds"].values()]
    legend += list(game["columns"]["traits"]["values"].items())
    seen = set()
    for letter, term in legend:
        if "meaning" in term:
            signs = signs_before(page, f"{term['word']}: {term['meaning']}")
            assert signs == [letter], term["word"]
            seen.add(letter)
        else:
            assert letter is None, f"the aid leaves out the letter of {term['word']}"
    assert seen == set("CWOADXZYESFTMGNZIRAQ")


def signs_before(page: Page, line: str) -> list[str]:
    """The characters that stand left of a text, on its first line."""
    unspaced = line.replace(" ", "")
    run = "".join(char.text for char in page.printed)
    assert run.count(unspaced) == 1, line
    first = page.printed[run.index(unspaced)].box
    margin = Box(first.x0 - 12, first.y0, first.x0 - 0.5, first.y1)
    return [char.text for char in page.printed if margin.meets(char.box)]


def test_words_keep_off_the_cut(kit: Kit) -> None:
    """A cut two millimetres off harms no word."""
    for component in ("beer-track", "tokens", "player-aid"):
        for page in kit.pages(component):
            places = [place.inset(2) for place in page.places]
            for char in page.on_cards:
                assert any(place.holds(char.box) for place in places), (component, char)


# The rulebook


def headings(level: str) -> list[str]:
    source = (ROOT / "cards/tavern/rulebook.md").read_text(encoding="utf-8")
    return re.findall(rf"^{level} (.+)$", source, re.MULTILINE)


def test_rulebook_has_every_heading_in_order(kit: Kit) -> None:
    text = " ".join(page.text for page in kit.pages("rulebook"))
    at = 0
    assert len(headings("##")) > 8
    for heading in headings("##"):
        at = text.index(heading, at) + len(heading)
    for heading in headings("###"):
        assert heading in text
    assert headings("#")[0].upper() in text


def test_rulebook_has_all_the_words_of_its_source(kit: Kit) -> None:
    source = (ROOT / "cards/tavern/rulebook.md").read_text(encoding="utf-8")
    text = " ".join(page.text for page in kit.pages("rulebook"))
    printed = set(re.findall(r"\w{4,}", text.lower()))
    typed = set(re.findall(r"[^\W_]{4,}", re.sub(r"`[^`]*`", "", source).lower()))
    assert len(typed) > 300
    assert typed - printed == set()


def test_rulebook_stays_off_the_paper_edge(kit: Kit) -> None:
    for page in kit.pages("rulebook"):
        printable = page.paper.inset(10)
        assert all(printable.holds(char.box) for char in page.printed)


# What a build says


def test_pages_are_those_told(party: Kit, players: int) -> None:
    told = {file["component"]: file for file in party.said["results"][0]["files"]}
    listed = {file["component"]: file for file in party.manifest["files"]}
    assert tuple(told) == tuple(listed) == EVERY_COMPONENT
    for component in EVERY_COMPONENT:
        pages = count_pages(party.path(component))
        assert told[component]["pages"] == listed[component]["pages"] == pages
        assert told[component]["sides"] == listed[component]["sides"]
        assert told[component]["path"] == party.path(component).as_posix()
        assert listed[component]["path"] == party.path(component).name
        data = party.path(component).read_bytes()
        assert listed[component]["sha256"] == hashlib.sha256(data).hexdigest()
    assert told["cards"]["pages"] == 22
    assert told["player-aid"]["pages"] == players


def test_settings_are_those_asked_for(party: Kit, paper: str, players: int) -> None:
    result = party.said["results"][0]
    for component in COMPONENTS:
        settings = party.listed(component)["settings"]
        assert settings["paper"] == result["paper"] == paper
        assert settings["players"] == result["players"] == players
        assert settings["style"] == result["style"]
        assert settings["duplex"] == "long-edge"


def test_one_sided_files_say_so(kit: Kit) -> None:
    sides = {file["component"]: file["sides"] for file in kit.said["results"][0]["files"]}
    wanted = {"cards": 2, "beer-track": 1, "tokens": 1, "player-aid": 1, "rulebook": 2}
    assert {component: sides[component] for component in wanted} == wanted
