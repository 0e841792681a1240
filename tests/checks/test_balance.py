"""What is said of a run's figures; the figures themselves are those of ``simulate``."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from brawlprint.checks.balance import check_balance, play_out
from brawlprint.simulation.examples import shoving
from brawlprint.simulation.figures import Figures, Winner
from brawlprint.simulation.parcel import unpack
from brawlprint.simulation.playout import WIN
from brawlprint.simulation.workers import inline

GAME = unpack(shoving()).game


@pytest.fixture(scope="module")
def runs() -> list[Figures]:
    """Runs of two to four players, as if every match had been decided and every card played."""
    with inline() as workers:
        played = play_out(shoving(), unpack(shoving()), 10, 1, workers).runs
    return [fair(run) for run in played]


def fair(run: Figures) -> Figures:
    seats = [Winner.of(seat.name, 200 * WIN // run.players, 200) for seat in run.seats]
    cards = [replace(card, drawn=150, playable=140, played=130) for card in run.cards]
    ends = {"last-standing": 200}
    return replace(run, games=200, decided=200, terminations=ends, seats=seats, cards=cards)


def with_card(run: Figures, **counts: int) -> Figures:
    jab, *others = run.cards
    return replace(run, cards=[replace(jab, **counts), *others])


def told(runs: list[Figures]) -> list[tuple[str, str]]:
    return [(each.code, each.level) for each in check_balance(GAME, runs, "rules/shoving.py")]


def test_nothing_is_said_of_a_fair_game(runs: list[Figures]) -> None:
    assert told(runs) == []


@pytest.mark.parametrize(
    ("counts", "code", "level"),
    [
        ({"drawn": 0, "playable": 0, "played": 0}, "never-drawn", "warning"),
        ({"drawn": 33, "playable": 0, "played": 0}, "never-playable", "warning"),
        ({"drawn": 34, "playable": 0, "played": 0}, "never-playable", "error"),
        ({"drawn": 150, "playable": 140, "played": 0}, "never-played", "warning"),
    ],
)
def test_dead_cards(runs: list[Figures], counts: dict[str, int], code: str, level: str) -> None:
    """A card drawn in a hundred matches and never an option is no bad luck."""
    assert told([with_card(run, **counts) for run in runs]) == [(code, level)]
    (finding,) = check_balance(GAME, [with_card(run, **counts) for run in runs], "shoving.py")
    assert finding.where.row == 2
    assert "'Jab'" in finding.message


def test_a_card_that_is_dead_at_one_number_of_players(runs: list[Figures]) -> None:
    two, *others = runs
    assert told([with_card(two, playable=0, played=0), *others]) == [
        ("never-playable-there", "info")
    ]


def test_matches_that_were_broken_off(runs: list[Figures]) -> None:
    two, *others = runs
    some = replace(two, terminations={"last-standing": 190, "move_limit": 10})
    assert told([some, *others]) == [("move-limit", "warning")]
    every = replace(two, decided=0, terminations={"decision_limit": 200})
    assert told([every, *others]) == [("endless", "error")]
    nobody = replace(two, decided=0, terminations={"out-of-cards": 200})
    assert told([nobody, *others]) == [("undecided", "warning")]


@pytest.mark.parametrize(("wins", "edges"), [(110, 0), (135, 2), (65, 2)])
def test_seats_that_win_more_than_their_share(runs: list[Figures], wins: int, edges: int) -> None:
    """110 of 200 may be luck among nine seats; 135 are not."""
    two, *others = runs
    seats = [Winner.of(1, wins * WIN, 200), Winner.of(2, (200 - wins) * WIN, 200)]
    found = told([replace(two, seats=seats), *others])
    assert found == [("seat-edge", "info")] * edges
