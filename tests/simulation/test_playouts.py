"""Matches by their numbers, and what is counted of them."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brawlprint.engine.agents import make_agent
from brawlprint.engine.chance import match_seed
from brawlprint.engine.choices import cards_played
from brawlprint.engine.games import playable
from brawlprint.engine.table import Seen
from brawlprint.simulation.examples import plan, shoving
from brawlprint.simulation.parcel import Parcel, definition, pack, unpack
from brawlprint.simulation.playout import WIN, Player, seated
from brawlprint.simulation.run import Progress, run
from brawlprint.simulation.shares import Plan, play_share
from brawlprint.simulation.workers import Workers, inline, processes
from brawlprint.workspace import Workspace

WORKSPACE = Workspace.at(Path(__file__).resolve().parents[2])
each_game = pytest.mark.parametrize("game", playable(WORKSPACE))


@cache
def parcel(game: str) -> Parcel:
    return pack(WORKSPACE, game)


def player(game: str, players: int | None = None, agents: tuple[str, ...] = ("random",)) -> Player:
    return Player(unpack(parcel(game)).match(players), agents, seed=5)


@each_game
@pytest.mark.parametrize("index", range(3))
def test_cards_are_counted_as_a_slow_look_counts_them(game: str, index: int) -> None:
    mine = player(game)
    record = mine.play(index)
    number = match_seed(5, index)
    state = mine.match.new_initial_state(number)
    agents = [make_agent("random", number + seat) for seat in range(mine.match.players)]
    drawn, options, played = set(), set(), [set() for _ in agents]

    def look() -> None:
        hidden = {p.path for p in state.table.piles() if p.seen is Seen.BY_NOBODY}
        for path, cards in state.zones():
            drawn.update(cards if path not in hidden else ())
        for seat, choice, _ in state.forced:
            options.update(cards_played(choice))
            played[seat] |= cards_played(choice)

    look()
    while state.to_act:
        seat = state.to_act[0]
        for action in state.legal_actions(seat):
            options.update(cards_played(action.choice))
        action = agents[seat](state, seat)
        played[seat] |= cards_played(action.choice)
        state.apply_action(action)
        look()
    told = list(mine.match.rules.kit.titles)
    assert record.decisions == state.ply
    assert {told[place] for place in record.drawn} == drawn & set(told)
    assert {told[place] for place in record.playable} == options & set(told)
    assert [{told[p] for p in each} for each in record.played] == [
        each & set(told) for each in played
    ]


@each_game
def test_every_match_is_told_whole(game: str) -> None:
    share = play_share([Plan(parcel(game), unpack(parcel(game)).match().players, {},
                             ("brawler",), 2)], 0, 5)  # fmt: skip
    tally = share.tallies[0]
    assert share.fault is None
    assert tally.games == sum(tally.terminations.values()) == sum(tally.plies.values()) == 5
    assert sum(tally.wins) == tally.decided * WIN
    assert tally.decisions == sum(length * times for length, times in tally.plies.items())
    cards = tally.cards
    for drawn, could, did in zip(cards.drawn, cards.playable, cards.played, strict=True):
        assert 5 >= drawn >= could >= did >= 0
    assert any(cards.played)


def test_agents_move_on_by_a_seat() -> None:
    agents = ("lookahead", "brawler", "random")
    seatings = [seated(agents, 3, index) for index in range(3)]
    for seat in range(3):
        assert {seating[seat] for seating in seatings} == set(agents)
    counted = Counter(name for index in range(4) for name in seated(agents[:2], 4, index))
    assert counted == {"lookahead": 8, "brawler": 8}


@settings(max_examples=25, deadline=None)
@given(cuts=st.sets(st.integers(1, 29), max_size=5))
def test_tallies_are_the_same_however_they_are_cut(cuts: set[int]) -> None:
    plans = [plan()]
    whole = play_share(plans, 0, 30).tallies
    bounds = [0, *sorted(cuts), 30]
    shares = [play_share(plans, *pair) for pair in pairwise(bounds)]
    first, *others = reversed(shares)
    for share in others:
        first.merge(share)
    assert first.tallies == whole


def test_figures_are_the_same_on_any_executor() -> None:
    plans = [plan(players=3), plan(shoving(deck=_more_hooks()), players=3)]
    told: list[Progress] = []
    with inline() as workers:
        alone = run(plans, range(60), workers, told.append).share
    with processes(2) as workers:
        by_two = run(plans, range(60), workers).share
    with ThreadPoolExecutor(3) as pool:
        by_threads = run(plans, range(60), Workers(pool, 3)).share
    assert alone is not None and by_two is not None and by_threads is not None
    assert alone.tallies == by_two.tallies == by_threads.tallies
    assert alone.pairs == by_two.pairs == by_threads.pairs
    assert told[-1].done == 60
    assert [each.done for each in told] == sorted(each.done for each in told)


def _more_hooks() -> str:
    return "no,id,title,copies,kind\n1,jab,Jab,4,attack\n2,hook,Hook,8,attack\n"


def test_a_parcel_is_the_game_without_its_files(tmp_path: Path, monkeypatch) -> None:
    packed = parcel(playable(WORKSPACE)[0])
    monkeypatch.chdir(tmp_path)
    game = definition(packed)
    assert game.decks.keys() == WORKSPACE.game(packed.game).decks.keys()
    assert unpack(packed) is unpack(Parcel(packed.game, dict(packed.files), packed.rules))


def test_an_endless_match_is_broken_off(monkeypatch) -> None:
    monkeypatch.setattr("brawlprint.simulation.playout.MOST_DECISIONS", 2)
    tally = play_share([plan()], 0, 4).tallies[0]
    assert tally.terminations == {"decision_limit": 4}
    assert tally.decided == 0
