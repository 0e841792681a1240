"""Prepare what is compared: the tavern without pictures, and the plain JSON of it for ``floor.py``.

usage: floor_deck.py FOLDER

Writes ``FOLDER/cards/tavern/``, a workspace whose cards name no pictures, so that each shows the
icon of its kind, and ``FOLDER/deck.json``. Nothing here is measured. Words are taken as the
template shows them, so that the floor need not know what a column means; icons are turned into
PDF path operators.
"""

from __future__ import annotations

import csv
import json
import shutil
import sys
from pathlib import Path

from brawlprint.definitions import Card, Game
from brawlprint.definitions.conditions import parse_condition
from brawlprint.faces.face import back_card
from brawlprint.faces.fields import Fields
from brawlprint.faces.icons import Icons
from brawlprint.faces.template import Template
from brawlprint.workspace import Workspace, builtin_root

GAME = "tavern"
STYLE = "colour"
NUMBERS = ("strength", "character-strength", "hits-only", "effect-number")
CHIPS = ("chips", "effect-chips")
LABELS = ("strength-label", "hits-only-label", "effect-label")


def write_without_pictures(folder: Path) -> None:
    """A workspace of the one game, the column ``picture`` of its deck emptied."""
    copy = folder / "cards" / GAME
    shutil.copytree(builtin_root() / "cards" / GAME, copy)
    deck = copy / "deck.csv"
    with deck.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with deck.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(row | {"picture": ""} for row in rows)


def contents(game: Game, template: Template, card: Card) -> dict[str, str]:
    """What each element that is drawn on a card shows."""
    look, fields = template.look(card.kind, STYLE), Fields(game, card)
    found = {}
    for name, element in look.elements.items():
        if element.when and not parse_condition(element.when)(fields.value):
            continue
        show = getattr(element, element.shows)
        content = fields.chips(show) if element.shows == "chips" else fields.filled(show)
        upper = element.shows == "text" and look.texts[element.style].upper
        found[name] = content.upper() if upper else content
    return found


def card_words(game: Game, template: Template, card: Card) -> dict[str, object]:
    shown = contents(game, template, card)
    fields = Fields(game, card)

    def first(names: tuple[str, ...]) -> str:
        return next((shown[name] for name in names if name in shown), "")

    terms = [fields.term(*pair.split("=", 1)) for pair in first(CHIPS).splitlines()]

    return {
        "kind": card.kind,
        "badge": first(NUMBERS),
        "label": first(LABELS),
        "icon": shown.get("effect-icon", ""),
        "hits": shown.get("hits", ""),
        "hits_label": shown.get("hits-label", ""),
        "title": first(("title", "character-title")),
        "chips": [(term.icon, term.word.upper()) for term in terms if term],
        "text": shown["text"],
        "foot": shown["foot"],
        "number": shown["number"],
    }


def icon_layers(icons: Icons, name: str) -> list[tuple[str, str, float]]:
    """An icon's layers: which paint, the path's operators, the width of the stroke if it is one."""
    layers = []
    for shape in icons.layers(name, "ink", "ground", False):
        colour = shape.fill or shape.stroke
        paint = {"ink": "fill", "ground": "cut"} if shape.fill else {"ink": "line"}
        layers.append((paint.get(str(colour), "cutline"), operators(shape.segments), shape.width))
    return layers


def operators(segments: tuple[tuple[str, tuple[float, ...]], ...]) -> str:
    """Path operators, y up, on the icon's field of 100 x 100."""
    parts = []
    for command, numbers in segments:
        points = [100 - n if place % 2 else n for place, n in enumerate(numbers)]
        words = [f"{n:.2f}".rstrip("0").rstrip(".") for n in points]
        parts.append(" ".join([*words, {"M": "m", "L": "l", "C": "c", "Z": "h"}[command]]))
    return " ".join(parts)


def floor_input(workspace: Workspace) -> dict[str, object]:
    game = workspace.game(GAME)
    deck = next(iter(game.decks.values()))
    template, back = workspace.template(deck.template), workspace.template(deck.back)
    cards = [card_words(game, template, card) for card in deck]
    kinds = {card.kind: game.kinds[card.kind].icon for card in deck}
    back_shown = contents(game, back, back_card(game))
    icons = {*kinds.values(), back_shown["pattern"], back_shown["emblem"]}
    icons |= {str(card["icon"]) for card in cards}
    icons |= {icon for card in cards for icon, _ in card["chips"]}  # type: ignore[attr-defined]
    return {
        "title": game.title,
        "how_to_print": "Print at 100 % (actual size) · two-sided, flip on the long edge",
        "kinds": [
            {"name": kind, "icon": icon, "second": kind == "character"}
            for kind, icon in kinds.items()
        ],
        "palettes": {kind: template.look(kind, STYLE).palette for kind in kinds}
        | {"back": back.look("back", STYLE).palette},
        "icons": {name: icon_layers(workspace.icons, name) for name in sorted(icons - {""})},
        "cards": cards,
        "back": {name: back_shown[name] for name in ("name", "pattern", "emblem")},
    }


def main(folder: Path) -> None:
    write_without_pictures(folder)
    document = floor_input(Workspace.at(folder))
    (folder / "deck.json").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
