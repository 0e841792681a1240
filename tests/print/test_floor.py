"""What speed is compared with prints the same cards as the tavern's template."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from brawlprint.workspace import Workspace

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "benchmarks"))

import floor_deck  # noqa: E402


def test_the_floor_has_all_that_a_card_says(tmp_path: Path) -> None:
    floor_deck.main(tmp_path)
    floor = json.loads((tmp_path / "deck.json").read_text("utf-8"))["cards"]
    game = Workspace.at(ROOT).game("tavern")
    deck = list(game.decks["cards"])
    assert [each["title"] for each in floor] == [card.title.upper() for card in deck]
    assert [each["text"] for each in floor] == [card.text for card in deck]
    asked = {word.word.upper() for word in game.columns["needs"].values.values()}
    for card, each in zip(deck, floor, strict=True):
        shown = {word for _, word in each["chips"]}
        assert bool(card.get("needs")) == bool(shown & asked), card.title
