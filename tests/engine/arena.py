"""Every game that has rules, at every number of players: what the engine's tests run over."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from shutil import copytree

import pytest

from brawlprint.definitions import load_game
from brawlprint.engine import Choice, Match, Pile, Rules, State, Title, games, load_rules
from brawlprint.engine.agents import RandomAgent
from brawlprint.engine.choices import cards_played
from brawlprint.workspace import Workspace

ROOT = Path(__file__).resolve().parents[2]
TRANSCRIPTS = ROOT / "tests" / "transcripts"
WORKSPACE = Workspace.at(ROOT)
GAMES = games.playable(WORKSPACE)


@cache
def rules(game: str) -> Rules:
    return games.rules_of(WORKSPACE, game)


@cache
def match(game: str, players: int) -> Match:
    return rules(game).match(players)


EXPECTED = r"(?ms)^\[decks\.cards\.expect.*?(?=^\[(?!decks\.cards\.expect))"


def with_deck(folder: Path, game: str, old: str, new: str) -> Rules:
    """A game's rules with another card list, whatever that is expected to be made of and mapped to."""
    source = WORKSPACE.find("cards", game, "game.toml")
    program = WORKSPACE.find("rules", f"{game}.py")
    assert source is not None
    assert program is not None
    own = copytree(source.parent, folder / game)
    definition, deck = own / "game.toml", own / "deck.csv"
    text, expected = re.subn(EXPECTED, "", definition.read_text("utf-8"))
    assert expected == 1
    definition.write_text(text, "utf-8")
    rows = deck.read_text("utf-8")
    assert old in rows
    deck.write_text(rows.replace(old, new), "utf-8")
    return load_rules(load_game(game, lambda name: own / name, mapped=False), program)


def _seatings() -> list[tuple[str, int]]:
    numbers = [(name, rules(name).game.players) for name in GAMES]
    return [(name, n) for name, players in numbers for n in range(players.min, players.max + 1)]


SEATINGS = _seatings()
each_seating = pytest.mark.parametrize(("game", "players"), SEATINGS)
each_game = pytest.mark.parametrize("game", GAMES)


def played(game: str, players: int, seed: int, plies: int) -> State:
    """A match some way on, by random play."""
    state = match(game, players).new_initial_state(seed)
    agent = RandomAgent(seed)
    while state.to_act and state.ply < plies:
        seat = state.to_act[seed % len(state.to_act)]
        state.apply_action(agent(state, seat))
    return state


def cards(state: State) -> Counter[str]:
    """How many of each card there are on the table, wherever they are."""
    return Counter(card.id for _, zone in state.zones() for card in zone)


def told(state: State) -> list[str]:
    """The history in words, to compare matches of different processes."""
    return [repr(each) for each in state.history]


def watch_cards(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """Every card that is sent from now on: its id, from which pile and to which."""
    sent: list[tuple[str, str, str]] = []
    send = Pile.send

    def watched(pile: Pile[Title], card: Title, to: Pile[Title]) -> None:
        sent.append((card.id, pile.path, to.path))
        send(pile, card, to)

    monkeypatch.setattr(Pile, "send", watched)
    return sent


def chosen(state: State, seed: int) -> list[tuple[str, Choice]]:
    """A match played on to its end at random: all that was chosen, and by which ruling."""
    found: list[tuple[str, Choice]] = []
    agent = RandomAgent(seed)
    while state.to_act:
        found += [(rule, choice) for _, choice, rule in state.forced]
        action = agent(state, state.to_act[0])
        found.append((state.rule, action.choice))
        state.apply_action(action)
    return found + [(rule, choice) for _, choice, rule in state.forced]


def count_played(choices: Iterable[Choice]) -> Counter[str]:
    """How often each card is played by choices, as the counts of playouts have it."""
    return Counter(card.id for choice in choices for card in cards_played(choice))
