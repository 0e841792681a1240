"""Transcripts of all games: they hold, they cover the rulings, and faults are told by line."""

from __future__ import annotations

from pathlib import Path

import pytest
from arena import TRANSCRIPTS, WORKSPACE, each_game, rules, told

from brawlprint.engine import State, load_rules
from brawlprint.engine.examples import SHOVING, definition, shoving
from brawlprint.engine.replay import replay
from brawlprint.engine.rulings import read_rulings
from brawlprint.engine.transcripts import Transcript, dumps, load, loads
from brawlprint.errors import RequestError, TranscriptError

FILES = sorted(TRANSCRIPTS.glob("*/*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_transcript_holds(path: Path) -> None:
    state = replay(load(path), rules(path.parent.name))
    again = replay(loads(dumps(state)), rules(path.parent.name))
    assert told_actions(again) == told_actions(state)
    assert again.observation(None) == state.observation(None)


def told_actions(state: object) -> list[str]:
    return [line for line in told(state) if not line.startswith("Event")]  # type: ignore[arg-type]


def _of(game: str) -> list[Transcript]:
    return [load(path) for path in FILES if path.parent.name == game]


@each_game
def test_every_ruling_is_shown(game: str) -> None:
    path = WORKSPACE.find("rules", f"{game}.md")
    assert path is not None
    rulings = {ruling.number: ruling for ruling in read_rulings(path)}
    shown = {number for transcript in _of(game) for number in transcript.shows}
    assert shown <= set(rulings)
    silent = {n for n, ruling in rulings.items() if ruling.played and "-B" in n}
    assert sorted(silent - shown) == []


@each_game
def test_every_option_is_played(game: str) -> None:
    missing = []
    for name, spec in rules(game).game.options.items():
        used = {t.options[name] for t in _of(game) if name in t.options}
        used_values = {spec.read(text) for text in used}
        others = {value for value in spec.values if value != spec.default}
        if isinstance(spec.default, bool):
            others = {not spec.default}  # type: ignore[arg-type]
        if not others <= used_values or not used_values - {spec.default}:
            missing.append(name)
    assert missing == []


DIVIDED = """[game tavern]
[players Ann Ben]
given Ann.crew the-warrior
given Ann.hand bang-heads
given Ben.crew tuck karloff
given deck hide slippery beg

Ann: attack warrior tuck; bang-heads; {written}; 3 to tuck
= tuck.damage 3
"""


@pytest.mark.parametrize(
    "written", ["karloff-the-blacksmith", "Karloff the Blacksmith", "karloff", "blacksmith"]
)
def test_a_choice_that_is_none_is_written_in_as_few_words_as_any(written: str) -> None:
    replay(loads(DIVIDED.format(written=written)), rules("tavern"))


@pytest.mark.parametrize("written", ["tuck", "ed", "boris-the-bouncer"])
def test_of_another_choice_than_the_only_one_it_is_told_what_was_played(written: str) -> None:
    with pytest.raises(TranscriptError) as error:
        replay(loads(DIVIDED.format(written=written)), rules("tavern"))
    told = str(error.value)
    assert told.count("line 8") == 1
    assert "played unasked, as the only choice: 'karloff-the-blacksmith' (TV-B21)" in told


def test_what_says_one_legal_action_is_that_one_and_not_a_forced_one() -> None:
    text = DIVIDED.format(written="2 to tuck").replace("; 3 to tuck\n= tuck.damage 3", "")
    state = replay(loads(text), rules("tavern"))
    assert state.table.character(state.match.rules.titles["tuck-the-cleric"]).damage == 2


HEAD = "[game shoving]\n[players Ann Ben]\ngiven Ann.hand 2*jab\ngiven Ben.hand hook\n"


def _fault(body: str, head: str = HEAD) -> str:
    with pytest.raises(TranscriptError) as caught:
        replay(loads(head + body, "fight.txt"), shoving)
    return str(caught.value)


def test_a_line_may_hold_a_chain_and_leave_words_out() -> None:
    state = replay(loads(f"{HEAD}Ann: Jab, Ben; Ben: hook\ndice 1 2\n= Ann.breath 3"), shoving)
    assert told_actions(state) == ["P1: jab P2", "P2: hook P1"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("Ann: hook Ben", "fight.txt, line 5: 'Ann: hook Ben' is not legal (SH-A1); legal for Ann"),
        ("Ann: jib Ben", "fight.txt, line 5: 'Ann: jib Ben' is no move: no word 'jib' here; did"),
        ("Zoe: jab Ben", "fight.txt, line 5: nobody is called 'Zoe'"),
        ("Ann: jab Ben", "fight.txt, line 5: 'dice' is needed after this line"),
        ("Ann: jab Ben\ncoin heads", "line 5: 'dice' is needed after this line, but line 6 has"),
        ("Ann: jab Ben\ndice 9", "fight.txt, line 6: a die with 3 sides can't show 9"),
        ("Ann: jab Ben\ndice x", "fight.txt, line 6: 'dice x' is no such result"),
        ("Ann: jab Ben\ndice 1 2", "fight.txt, line 6: 'dice 2' was not needed here (SH-A1)"),
        ("Ann: jab Ben\nBen: rest\ndice 1", "line 6: 'dice' was needed before this move"),
        ("Ann: jab Ben\ndice 1\n= Ben.breath 3", "line 7: Ben.breath is 4, not 3 (SH-A1)"),
        ("= Ann.hand jab hook", "line 5: Ann.hand is jab jab, not jab hook"),
        ("= stock.count 8", "line 5: stock.count is 9, not 8"),
        ("= Ann.breth 3", "line 5: there is no 'breth' in 'Ann.breth'; did you mean 'breath'?"),
        ("= hook.breath 3", "line 5: there is no player and no card in play 'hook'"),
        ("= to-act Ben", "line 5: to-act is Ann, not Ben"),
        ("= end knocked-out", "line 5: end is none, not knocked-out"),
        ("= winners Ann", "line 5: winners is none, not Ann"),
        ("! Ann: jab Ben (SH-A1)", "line 5: 'Ann: jab Ben' is legal, and should not be"),
        ("! Ann: hook Ben (SH-B2)", "line 5: refused under another rule than SH-B2"),
        ("! Ann: jub Ben (SH-A1)", "line 5: 'Ann: jub Ben' is no move"),
        ("Ann: rest\n= active Ann", "line 6: active is Ben, not Ann (SH-A1)"),
        ("Ann jab Ben", "line 5: 'Ann jab Ben' is no line of a transcript"),
        ("[seed x]", "line 5: the seed 'x' is no whole number"),
        ("[sead 3]", "line 5: '[sead 3]' is no header; did you mean 'seed'?"),
        ("given Ann.breath many", "Ann.breath can't be 'many'; it is a whole number"),
        ("given Ann.hand 9*hook", "there are not so many copies of hook (4 in the deck)"),
        ("given Ann.out perhaps", "Ann.out can't be 'perhaps'; it is 'yes' or 'no'"),
        ("given stock 4*hook", "hook can't lie in stock: it is elsewhere"),
        ("given Ann.hand kick", "there is no card 'kick'"),
        ("stack discard hook", "discard lies open"),
        ("stack Ben.hand jab jab", "Ben.hand has 1 cards, not 2"),
        ("Ann: rest\nstack Ben.hand jab", "line 6: Ben.hand can't be stacked now: Ben is choosing"),
        ("Ann: rest\nstack stock 4*hook", "hook can't come into stock: no hidden pile has it"),
        ("= turn 1\ngiven turn 2", "line 6: a position is given before the match begins"),
        ("Ann: rest\n[seed 3]", "line 6: '[seed 3]' stands after the match has begun"),
    ],
)  # fmt: skip
def test_faults_are_told(body: str, said: str) -> None:
    assert said in _fault(body)


def test_the_game_must_be_named() -> None:
    assert "the header [game NAME] is missing" in _fault("", head="[players Ann Ben]\n")


def test_who_may_play_is_told() -> None:
    with pytest.raises(RequestError, match="takes 2 to 4 players, not 5"):
        replay(loads("[game shoving]\n[players A B C D E]"), shoving)
    with pytest.raises(RequestError, match="'jab' can't be a player's name"):
        replay(loads("[game shoving]\n[players jab Ben]"), shoving)


def test_cards_can_be_stacked_before_and_within_a_match() -> None:
    text = """
        [game shoving]
        [players Ann Ben]
        stack Ann.hand hook hook
        stack stock jab hook
        = Ann.hand 2*hook
        = stock.count 8
        Ann: rest
        stack stock hook jab
        Ben: rest
    """
    state = replay(loads("\n".join(map(str.strip, text.splitlines()))), shoving)
    assert [card.id for card in state.table.stock[:-3:-1]] == ["hook", "jab"]
    again = replay(loads(dumps(state)), shoving)
    assert list(again.zones()) == list(state.zones())
    assert list(state.copy().zones()) == list(state.zones())


@pytest.mark.parametrize("seed", [-3, 10**25, 10**150 + 7])
def test_any_seed_survives_being_written_down(seed: int) -> None:
    state = shoving.match(2).new_initial_state(seed)
    again = replay(loads(dumps(state)), shoving)
    assert again.seed == seed
    assert list(again.zones()) == list(state.zones())


def test_a_fresh_future_is_written_down() -> None:
    state = shoving.match(3).new_initial_state(4).copy(seed=9, seat=0)
    assert "fresh 9 P1" in dumps(state)
    assert list(replay(loads(dumps(state)), shoving).zones()) == list(state.zones())


FORCED = """
def play(table):
    chosen = yield from choose(0, [Word("go"), REST], "X-1")
    yield from choose(1, [Word("done")], "X-2")
    table.players[1].breath -= table.chance.die(3)
    yield from choose(0, [Word("done")], "X-3")
    yield from choose(0, [Word("done"), Word("go")], "X-4")
    yield from choose(0, [Word("go"), REST], "X-5")
    return Outcome("over")
"""


def _forced(body: str) -> State:
    text = SHOVING.replace("def play(table)", "def unused(table)") + FORCED
    own = load_rules(definition(), Path("forced.py"), text)
    return replay(loads(f"[game shoving]\n[players Ann Ben]\n{body}"), own)


@pytest.mark.parametrize("rolled", [1, 2, 3])
@pytest.mark.parametrize("forced", ["", "Ben: done\n"])
@pytest.mark.parametrize("seed", ["", "[seed 1]\n"])
def test_luck_may_stand_after_a_forced_choice_that_is_written(
    seed: str, forced: str, rolled: int
) -> None:
    _forced(f"{seed}Ann: go\n{forced}dice {rolled}\n= Ben.breath {5 - rolled}")


def test_luck_of_a_seeded_match_is_not_taken_from_behind_the_next_move() -> None:
    with pytest.raises(TranscriptError, match="line 6: 'dice 1' was not needed here"):
        _forced("[seed 1]\nAnn: go\nAnn: go\ndice 1")


def test_a_forced_choice_taken_for_the_legal_one_is_told() -> None:
    told = r"'done' was taken for the choice under X-4: the one under X-3 was played unasked"
    for wrong in ("Ann: done", "= to-act Ben"):
        with pytest.raises(TranscriptError, match=told):
            _forced(f"Ann: go\ndice 1\nAnn: done\n{wrong}")
    assert _forced("Ann: go\ndice 1\nAnn: done; rest").is_terminal()
