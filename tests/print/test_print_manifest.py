"""The manifest tells which faces changed: those, and no others."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from kits import Kit, build_kit

OPTIONS = ("--paper", "letter", "--style", "colour", "--duplex", "long-edge", "--only", "cards")


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")


def digests(kit: Kit) -> dict[str, str]:
    """The digest of each card's face, by id."""
    return {face["id"]: face["digest"] for face in kit.listed("cards")["faces"]}


def changed(kit: Kit, own_workspace: Path) -> set[str]:
    """The ids whose digest is another in a build of the workspace as it is now."""
    before, now = digests(kit), digests(build_kit(own_workspace / "out", *OPTIONS))
    assert list(before) == list(now)
    return {card_id for card_id in now if now[card_id] != before[card_id]}


def test_a_line_for_each_card(letter_kit: Kit, cards: list[dict[str, str]]) -> None:
    faces = letter_kit.listed("cards")["faces"]
    listed = [(face["id"], face["no"], face["copies"]) for face in faces]
    assert listed == [(card["id"], int(card["no"]), 1) for card in cards]
    assert len(set(digests(letter_kit).values())) == 91


def test_the_same_definition_elsewhere_gives_the_same_digests(
    letter_kit: Kit, own_workspace: Path
) -> None:
    assert changed(letter_kit, own_workspace) == set()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (",Uppercut,", ",Upper cut,"),
        ("A fine view of the ceiling comes free.", "A view of the ceiling comes free."),
        ("55,uppercut,Uppercut,1,attack,+2,", "55,uppercut,Uppercut,1,attack,+1,"),
        ("55,uppercut,Uppercut,1,attack,+2,,,any", "55,uppercut,Uppercut,1,attack,+2,,,strong"),
        ("55,uppercut,", "155,uppercut,"),
    ],
    ids=["title", "text", "strength", "needs", "no"],
)
def test_an_edited_card_changes_alone(
    letter_kit: Kit, own_workspace: Path, old: str, new: str
) -> None:
    edit(own_workspace / "cards/tavern/deck.csv", old, new)
    assert changed(letter_kit, own_workspace) == {"uppercut"}


def test_a_note_changes_no_face(letter_kit: Kit, own_workspace: Path) -> None:
    edit(own_workspace / "cards/tavern/deck.csv", "The only weapon that cannot parry.", "No parry.")
    assert changed(letter_kit, own_workspace) == set()


@pytest.mark.parametrize(
    ("template", "old", "new"),
    [
        ("base", 'ink = "#1D1A17"', 'ink = "#1D1A18"'),
        ("base", "box = [3.3, 3.3, 56.9, 82.3]", "box = [3.4, 3.3, 56.8, 82.3]"),
        ("tavern", "[text.number]\nsize = 18", "[text.number]\nsize = 17.5"),
    ],
    ids=["colour", "box", "type size"],
)
def test_an_edited_template_changes_all(
    letter_kit: Kit, own_workspace: Path, template: str, old: str, new: str
) -> None:
    edit(own_workspace / f"templates/{template}.toml", old, new)
    assert len(changed(letter_kit, own_workspace)) == 91


def test_a_colour_of_one_kind_changes_that_kind(
    letter_kit: Kit, own_workspace: Path, cards: list[dict[str, str]]
) -> None:
    edit(own_workspace / "templates/tavern.toml", 'band = "#8C5A2B"', 'band = "#8C5A2C"')
    food = {card["id"] for card in cards if card["kind"] == "food"}
    assert changed(letter_kit, own_workspace) == food


def test_a_word_of_the_vocabulary_changes_the_cards_that_print_it(
    letter_kit: Kit, own_workspace: Path, cards: list[dict[str, str]]
) -> None:
    edit(own_workspace / "cards/tavern/game.toml", 'word = "Girl only"', 'word = "Girls only"')
    girls = {card["id"] for card in cards if card["needs"] == "girl"}
    assert changed(letter_kit, own_workspace) == girls


def test_a_meaning_that_no_card_prints_changes_none(letter_kit: Kit, own_workspace: Path) -> None:
    edit(own_workspace / "cards/tavern/game.toml", "cancels one attack", "cancels an attack")
    assert changed(letter_kit, own_workspace) == set()


def test_another_style_is_another_print(letter_kit: Kit, own_workspace: Path) -> None:
    options = [option if option != "colour" else "ink-saver" for option in OPTIONS]
    saver = build_kit(own_workspace / "out", *options)
    assert saver.listed("cards")["settings"]["style"] == "ink-saver"
    assert not set(digests(saver).values()) & set(digests(letter_kit).values())


def test_a_build_of_one_component_keeps_what_is_known_of_the_others(own_workspace: Path) -> None:
    whole = build_kit(own_workspace / "out", "--paper", "letter")
    others = {file["path"]: file for file in whole.manifest["files"][1:]}
    cards = build_kit(own_workspace / "out", "--paper", "a4", "--only", "cards")
    assert cards.listed("cards")["settings"]["paper"] == "a4"
    listed = {file["path"]: file for file in cards.manifest["files"]}
    assert listed.keys() == {*others, "cards.pdf"}
    for path, file in listed.items():
        assert file["sha256"] == sha256((cards.folder / path).read_bytes()).hexdigest()
        assert path == "cards.pdf" or file == others[path]
