"""Cards in play with a state of their own; and what agents promise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from arena import ROOT, cards, each_game, match, rules, told

from brawlprint.engine import Rules, load_rules
from brawlprint.engine.agents import Brawler, Lookahead, RandomAgent, make_agent, play_out
from brawlprint.engine.examples import definition, shoving
from brawlprint.engine.replay import replay
from brawlprint.engine.transcripts import dumps, loads
from brawlprint.engine.view import table_lines
from brawlprint.errors import PositionError, RequestError, TranscriptError

CREW = """
from __future__ import annotations

from brawlprint import engine
from brawlprint.engine import *

class Hit(Move):
    member: Title
    notation = "hit {member}"

class Cards:
    def __init__(self, game):
        self.titles = titles(game.decks["cards"], lambda row, index: Title(row.card, index))

read = Cards

class Member(engine.Piece):
    def __init__(self, title):
        super().__init__(title)
        self.damage = 0
        self.weapon = Pile()

    @property
    def left(self):
        return 3 - self.damage

class Captain(engine.Player):
    def __init__(self, seat):
        super().__init__(seat)
        self.hand = Pile(seen=Seen.BY_OWNER)
        self.crew = InPlay(Member)

class Table(engine.Table):
    def __init__(self, match, chance):
        super().__init__(match, chance)
        self.players = [Captain(seat) for seat in self.seats]
        self.last_seat = None
        self.stock = Pile(self.kit.titles, seen=Seen.BY_NOBODY)
        self.discard = Pile()

def setup(table):
    for player in table.players:
        player.crew.append(Member(table.stock.pop()))
        player.hand.append(table.stock.pop())

def play(table):
    while any(other.crew for other in table.players if other.seat != table.active):
        table.begin_turn()
        hits = [Hit(piece.title) for seat in table.others(table.active)
                for piece in table.players[seat].crew]
        hit = yield from choose(table.active, [*hits, PASS], rule="CR-A1")
        if hit is not PASS:
            victim = table.players[table.left_of(table.active)]
            piece = next(each for each in victim.crew if each.title is hit.member)
            piece.damage += 1
            if piece.left == 0:
                victim.crew.remove(piece)
                table.discard.append(piece.title)
                piece.weapon.send_all(table.discard)
        table.last_seat = table.active
        table.active = table.left_of(table.active)
    return Outcome("deserted", winners=[table.active])
"""


def crew() -> Rules:
    rows = tuple((name, 1) for name in ("olaf", "big-bo", "mug", "stool", "zed"))
    return load_rules(definition(rows), Path("crew.py"), CREW)


def test_cards_in_play_have_names_of_their_own() -> None:
    text = """
[game crew]
[players Ann Ben]
given Ann.crew olaf
given Ben.crew Big Bo, Zed
given big-bo.damage 1
given big.weapon mug
given discard ...
= big-bo.left 2
= zed.weapon none
= Ben.crew zed big-bo
= Ben.crew.count 2
= last-seat none
Ann: hit Big Bo
= last-seat Ann
Ben: pass
! Ann: hit olaf
Ann: hit bo
= discard.top mug big-bo
= Ben.crew zed
"""
    game = crew()
    state = replay(loads(text), game)
    assert cards(state) == dict.fromkeys(["olaf", "big-bo", "mug", "stool", "zed"], 1)
    assert list(replay(loads(dumps(state)), game).zones()) == list(state.zones())
    assert list(state.copy().zones()) == list(state.zones())
    assert state.observation(1)["zed.damage"] == 0
    assert "    Zed" in list(table_lines(state, seat=0))


@pytest.mark.parametrize(
    "line", ["given Ann.crew olaf olaf", "given olaf.damage 1", "given stock none\ngiven zed ..."]
)
def test_a_position_that_can_not_be(line: str) -> None:
    with pytest.raises((PositionError, TranscriptError)):
        replay(loads(f"[game crew]\n[players Ann Ben]\n{line}\n"), crew())


@each_game
def test_an_agent_hangs_on_seed_seat_and_ply_alone(game: str) -> None:
    players = rules(game).game.players.default
    for make in (RandomAgent, Brawler, lambda seed: Lookahead(seed, playouts=6)):
        states = [match(game, players).new_initial_state(5) for _ in range(2)]
        for state in states:
            play_out(state, [make(seat) for seat in range(players)], 12)
        assert told(states[0]) == told(states[1])


def test_a_look_ahead_takes_the_win() -> None:
    state = shoving.match(names=["Ann", "Ben"]).new_initial_state(
        position=[("Ann.hand", "jab"), ("Ben.hand", "hook"), ("Ben.breath", "1")]
    )
    assert repr(Lookahead(1, playouts=20)(state, 0)) == "P1: jab P2"


def test_agents_by_name() -> None:
    assert isinstance(make_agent("Brawler", 1), Brawler)
    assert make_agent("lookahead:7", 1).playouts == 7  # type: ignore[attr-defined]
    for name in ("", "clever", "random:3", "lookahead:0", "lookahead:x"):
        with pytest.raises(RequestError, match="there is no agent"):
            make_agent(name, 1)


def test_rules_files_are_typed() -> None:
    files = sorted(map(str, (ROOT / "rules").glob("*.py")))
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *files],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
