"""The light table told to the page: one JSON document with all that it shows but the pictures."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from brawlprint.checks.composition import count_deck
from brawlprint.definitions import Card, Deck, Effect, Game
from brawlprint.definitions.model import FIXED_COLUMNS
from brawlprint.errors import Finding
from brawlprint.faces.template import STYLES
from brawlprint.folding import grouped, with_rows
from brawlprint.picking import cells, letter_columns
from brawlprint.preview.light_table import LightTable, Section, Tile, View

GREY = "grey"
VIEWS = {**{style: style.capitalize() for style in STYLES}, GREY: "Grey"}
MOST_TOLD = 60  # lines of findings beside the table; each card still shows its own

Json = dict[str, object]
ByCard = Mapping[tuple[str, int | None], Sequence[Json]]


def page_state(table: LightTable, view: str) -> Json:
    """What the page shows in one of :data:`VIEWS`; grey is the colour style without its colours."""
    style = STYLES[0] if view == GREY else view
    faces = table.view(style)
    # The layers find a broken file too; it is told once, as what stands in the way.
    layered = [(name, each) for name, each in table.findings if each not in faces.errors]
    layered += [("faces", each) for each in faces.notes]
    beside: dict[tuple[str, int | None], list[Json]] = defaultdict(list)
    for name, finding in [*(("faces", each) for each in faces.errors), *layered]:
        if finding.where.row is not None:
            beside[finding.where.file, finding.where.row].append(_finding(finding, name))
    game = table.game
    return {
        "game": {
            "name": table.name,
            "title": game.title if game else table.name,
            "tagline": game.tagline if game else "",
        },
        "view": view,
        "views": [{"id": name, "label": label} for name, label in VIEWS.items()],
        "sections": [_section(game, each, beside, view) for each in faces.sections] if game else [],
        "composition": _compositions(game, faces) if game else [],
        "columns": [*FIXED_COLUMNS, *game.columns] if game else [],
        "letters": letter_columns(game) if game else {},
        "broken": bool(table.errors),
        "errors": _lines(("faces", each) for each in faces.errors),
        "errors_in_all": len(faces.errors),
        "findings": _lines(layered),
        "findings_in_all": len(layered),
    }


def _finding(finding: Finding, layer: str) -> Json:
    return {**finding.as_json(), "place": str(finding.where), "layer": layer}


def _lines(layered: Iterable[tuple[str, Finding]]) -> list[Json]:
    """Findings as the lines of a list; what is said of many cards alike is one, with their rows."""
    layers = {finding: name for name, finding in layered}
    told = []
    for each, rows in grouped(layers)[:MOST_TOLD]:
        place = with_rows(str(each.where), rows) if rows else str(each.where)
        told.append({**_finding(each, layers[each]), "place": place, "rows": rows})
    return told


def _section(game: Game, section: Section, beside: ByCard, view: str) -> Json:
    width, height = section.trim
    return {
        "name": section.name,
        "title": section.title,
        "deck": section.deck,
        "file": section.file,
        "width": width,
        "height": height,
        "bleed": section.bleed,
        "safe": section.safe,
        "tiles": [_tile(game, section, tile, beside, view) for tile in section.tiles],
    }


def _tile(game: Game, section: Section, tile: Tile, beside: ByCard, view: str) -> Json:
    card = tile.card
    ending = "-grey.png" if view == GREY else ".png"
    return {
        "place": tile.place,
        "id": card.id,
        "no": card.no,
        "title": card.title,
        "note": tile.note,
        "count": tile.count,
        "text": card.text,
        "row": card.row,
        "stale": tile.stale,
        "picture": f"/face/{tile.key}/card{ending}" if tile.key else "",
        "whole": f"/face/{tile.key}/whole{ending}" if tile.key else "",
        "facets": {f"{section.deck}.{name}": words for name, words in facets(game, card).items()},
        "cells": _cells(game, card),
        "facts": [{"name": name, "value": value} for name, value in _facts(game, card)],
        "findings": beside.get((section.file, card.row), []),
    }


def _cells(game: Game, card: Card) -> dict[str, list[str]]:
    """What a search by ``column=word`` finds a card by, but for what stands beside it in its tile."""
    if not card.row:
        return {}  # a back
    beside = ("no", "id", "title", "text")
    return {name: words for name, words in cells(card, game).items() if name not in beside}


def facets(game: Game, card: Card) -> dict[str, list[str]]:
    """What a card can be found by: the words and whole numbers that its columns hold."""
    if not card.row:
        return {}  # a back
    found = {"kind": [card.kind]}
    for name, column in game.columns.items():
        value = card.get(name)
        if value is None or column.type == "text":
            continue
        word = value.name if isinstance(value, Effect) else str(value)
        found[name] = list(dict.fromkeys(word)) if column.type == "letters" else [word]
    return found


def _facts(game: Game, card: Card) -> Iterable[tuple[str, str]]:
    """A card's columns in words, for people."""
    if not card.row:
        return
    yield "number", str(card.no)
    yield "id", card.id
    yield "kind", game.kinds[card.kind].word
    for name, column in game.columns.items():
        value = card.get(name)
        if value is None or value == "":
            continue
        words = [column.values[word].word for word in facets(game, card).get(name, ())
                 if word in column.values]  # fmt: skip
        number = f" {value.number}" if isinstance(value, Effect) and value.number else ""
        yield name, (", ".join(words) or str(value)) + number
    yield "copies", str(card.copies)
    if card.status != "source":
        yield "status", card.status
    if card.note:
        yield "note", card.note


def _compositions(game: Game, faces: View) -> list[Json]:
    """Each deck that is shown, counted as ``check`` does, whole numbers added."""
    names = dict.fromkeys(section.deck for section in faces.sections)
    decks = [game.decks[name] for name in names if name in game.decks]
    return [_composition(game, deck) for deck in decks]


def _odds(game: Game, deck: Deck) -> Json:
    """What an opening hand of the deck holds, by what the definition says of it; {} if nothing."""
    from brawlprint.checks.odds import declared_odds

    one = replace(game, decks={deck.name: deck})
    return next(
        (
            {
                "hand": hand.hand,
                "kinds": [
                    {
                        "label": game.kinds[each.kind].word,
                        "average": round(each.expected, 2),
                        "atLeastOne": round(each.at_least_one, 4),
                    }
                    for each in hand.kinds
                ],
            }
            for hand in declared_odds(one)[0].hands
        ),
        {},
    )


def _composition(game: Game, deck: Deck) -> Json:
    counted = count_deck(game, deck)
    columns = [
        {
            "name": column,
            "bars": [
                {"value": word, "label": game.vocabulary(column)[word].word, "count": count}
                for word, count in counts.items()
            ],
        }
        for column, counts in counted.counts.items()
    ]
    for name, column in game.columns.items():
        if column.type == "integer" and (numbers := _numbers(deck, name)):
            bars = [
                {"value": str(number), "label": str(number), "count": count}
                for number, count in sorted(numbers.items())
            ]
            columns.append({"name": name, "bars": bars})
    return {
        "deck": deck.name,
        "total": counted.total,
        "titles": counted.titles,
        "benched": counted.benched,
        "mapping": str(counted.mapping) if counted.mapping else "",
        "columns": columns,
        "odds": _odds(game, deck),
    }


def _numbers(deck: Deck, column: str) -> Counter[int]:
    counts: Counter[int] = Counter()
    for card in deck.titles:
        value = card.get(column)
        if isinstance(value, int) and card.copies:
            counts[value] += card.copies
    return counts
