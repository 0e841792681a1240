"""Three Stooges: what its rules promise, and what a changed deck may and may not say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from arena import chosen, count_played, match, rules, watch_cards, with_deck
from hypothesis import given, settings
from hypothesis import strategies as st

from brawlprint.engine import Action, State
from brawlprint.engine.agents import Brawler, RandomAgent, play_out
from brawlprint.errors import DefinitionError, IllegalActionError, PositionError

SEEDS = st.integers(0, 2**32)
FEW = settings(max_examples=3, deadline=None)
each_number = pytest.mark.parametrize("players", range(2, 9))
HOUSE_RULES: list[dict[str, bool | str]] = [
    {},
    {"must_keep_attacking": False, "long_deck": "one_deck_twice"},
    {"curly_scope": "turn", "free_attacks_counterable": False},
]
each_house = pytest.mark.parametrize("options", HOUSE_RULES)


def _steps(players: int, seed: int, **options: bool | str) -> Iterator[State]:
    """A random match, before each decision, with house rules if any are given."""
    state = rules("stooges").match(players, options).new_initial_state(seed)
    agent = RandomAgent(seed)
    while state.to_act:
        yield state
        state.apply_action(agent(state, state.to_act[0]))


def _damage(table: Any) -> list[int]:
    return [player.damage for player in table.players]


@each_number
@each_house
@given(seed=SEEDS)
@FEW
def test_every_turn(players: int, seed: int, options: dict[str, bool | str]) -> None:
    """ST-D2, ST-D4, ST-D6 and ST-D7, where one turn ends and the next begins."""
    module = rules("stooges").module
    end_turn, turns = module.end_turn, []

    def watched(table: Any) -> None:
        attacker, stock, passes = table.players[table.active], len(table.stock), table.passes
        defender, victim, reshuffles = table.defender_seat, table.victim_seat, table.reshuffles
        nothing = defender is None and victim is None
        if defender is None and options.get("must_keep_attacking", True):
            assert not attacker.attacks()
        end_turn(table)
        turns.append(table.turn)
        if defender is not None:
            assert table.active == defender
        elif victim is not None:
            assert table.active == victim
        else:
            assert table.active == (attacker.seat + 1) % players
            assert table.passes == (passes + 1) % players
        assert nothing or table.passes == 0
        if table.stock:
            assert all(len(player.hand) == 5 for player in table.players)
        if table.reshuffles == reshuffles:
            assert len(table.stock) < stock or nothing

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "end_turn", watched)
        *_, state = _steps(players, seed, **options)
    assert turns == list(range(1, state.table.turn))
    assert state.table.final
    assert not state.table.stock


@each_number
@each_house
@given(seed=SEEDS)
@FEW
def test_every_exchange(players: int, seed: int, options: dict[str, bool | str]) -> None:
    """ST-D3: damage goes down by Curly Shuffle alone, and then all is as it was before."""
    module = rules("stooges").module
    exchange = module.exchange
    by_turn: dict[int, list[tuple[int, bool]]] = {}

    def watched(table: Any, throw: Any, kept: Any) -> Any:
        before = [(player.damage, player.blinded) for player in table.players]
        first = by_turn.setdefault(table.turn, before)
        called_off = yield from exchange(table, throw, kept)
        now = [(player.damage, player.blinded) for player in table.players]
        if called_off:
            whole = options.get("curly_scope") == "turn" and not table.final
            assert now == (first if whole else before)
        else:
            assert all(is_[0] >= was[0] for is_, was in zip(now, before, strict=True))
            assert sum(damage for damage, _ in now) > sum(damage for damage, _ in before) or (
                table.defender_seat is not None
            )
        return called_off

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "exchange", watched)
        for state in _steps(players, seed, **options):
            assert sum(player.blinded for player in state.table.players) <= 1


@each_number
@each_house
@given(seed=SEEDS)
@FEW
def test_every_defense(players: int, seed: int, options: dict[str, bool | str]) -> None:
    """ST-D5: N'yuk is for one card, and the blinded don't defend against the next attack."""
    module = rules("stooges").module
    carry_out, defenses = module.carry_out, module.defenses
    blinded: list[tuple[Any, list[int]]] = []

    def declared(table: Any, attack: Any) -> Any:
        blinded.append((attack, [each.seat for each in table.players if each.blinded]))
        return carry_out(table, attack)

    def offered(table: Any, attack: Any, seat: int) -> list[Any]:
        cards: list[Any] = defenses(table, attack, seat)
        assert seat == table.target_seat != table.attacker_seat == attack.attacker
        assert not cards or seat not in next(who for each, who in blinded if each is attack)
        if "nyuk-nyuk-nyuk" in [card.id for card in cards]:
            assert attack.card.id == table.attack.id == "poke-in-the-eyes"
        return cards

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "carry_out", declared)
        patch.setattr(module, "defenses", offered)
        for state in _steps(players, seed, **options):
            if state.rule in ("ST-A3", "ST-A16"):
                assert state.table.attack is None
                assert state.table.attacker_seat is None


def test_every_card_gets_played() -> None:
    left = {title.id for title in rules("stooges").titles.values()}
    for seed in range(20):
        *_, state = _steps(2 + seed % 7, seed)
        for each in state.history:
            if isinstance(each, Action):
                left -= set(map(str, each.choice.tokens()))
    assert left == set()


@each_number
def test_played_is_what_is_laid_down(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Attacks in turn and out of it, defenses, Curly Shuffles. Who switches an attack plays a card
    # that lies there already, as if it were his own (ST-A30).
    sent = watch_cards(monkeypatch)
    done = chosen(match("stooges", players).new_initial_state(players), players)
    from_hand = [choice for rule, choice in done if rule != "ST-A30"]
    assert count_played(from_hand) == Counter(card for card, _, _ in sent)
    switched = [choice for rule, choice in done if rule == "ST-A30"]
    attacks = {title.id for title in rules("stooges").titles.values() if title.kind == "attack"}
    assert switched
    assert count_played(switched).total() == sum(choice.card is not None for choice in switched)
    assert set(count_played(switched)) <= attacks


@each_number
def test_brawlers_come_to_an_end(players: int) -> None:
    for seed in range(5):
        state = match("stooges", players).new_initial_state(seed)
        play_out(state, [Brawler(seat) for seat in range(players)])
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.termination == "moe-larry-cheese"
        assert outcome.scores == tuple(_damage(state.table))
        lowest = min(outcome.scores)
        assert all(outcome.scores[seat] == lowest for seat in outcome.winners)
        assert len(outcome.winners) == outcome.scores.count(lowest)


def test_two_heads_may_be_named_either_way() -> None:
    position = [("P1.hand", "knoggin-knocker")]
    state = match("stooges", 4).new_initial_state(1, position=position)
    one, other = (state.string_to_action(f"knocker {two}") for two in ("P2 P4", "P4 P2"))
    assert one is other
    assert str(one) == "P1: knoggin-knocker P2 P4"
    with pytest.raises(IllegalActionError):
        state.string_to_action("knocker P2 P2")


def test_numbers_families_and_answers_are_data(tmp_path: Path) -> None:
    changed = with_deck(
        tmp_path,
        "stooges",
        "3,bonk-in-the-head,Bonk in the Head,4,attack,2,head,,",
        "18,pie,Pie,3,attack,7,slap,,blind,Deals 7. Matches any Slap.,,source,\n"
        "3,bonk-in-the-head,Bonk in the Head,4,attack,2,head,,",
    )
    position = [("P1.hand", "pie bonk"), ("P2.hand", "nyuk slap"), ("P3.hand", "takin-it slap")]
    state = changed.match(3).new_initial_state(1, position=position)
    state.apply_action(state.string_to_action("pie P3"))
    state.apply_action(state.string_to_action("takin-it"))
    assert _damage(state.table) == [0, 0, 5]
    state.apply_action(state.string_to_action("slap P3"))
    assert _damage(state.table) == [0, 0, 6]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "Duck,5,defense,,,,duck",
            "Duck,5,defense,,,,run",
            "row 14, column 'effect': the rules know no effect 'run'; known: 'call-off', 'absorb'",
        ),
        ("Duck,5,defense,,,,duck", "Duck,5,defense,,,,", "a defense without an effect does"),
        ("Slap,7,attack,1,", "Slap,7,attack,,", "an attack without damage does nothing"),
        ("Slap,7,attack,1,", "Slap,7,aid,1,", "the rules know no kind 'aid'; known: 'attack'"),
    ],
)
def test_what_the_rules_can_not_play_is_told(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        with_deck(tmp_path, "stooges", old, new)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("P2.hand", "6*slap", "P2 holds 6 cards, and 5 is the most (ST-A4)"),
        ("P2.damage", "-1", "P2 has -1 damage (ST-A1)"),
        ("final", "yes", "the draw pile has cards in the last turn (ST-B35)"),
        ("reshuffles", "1", "the draw pile is empty, and the discards have not been shuffled"),
        ("P1.hand", "8*slap", "there are not so many copies of slap"),
    ],
)
def test_positions_that_can_not_be(path: str, value: str, said: str) -> None:
    position = [(path, value), *([("discard", "...")] if path == "reshuffles" else [])]
    with pytest.raises(PositionError) as caught:
        match("stooges", 2).new_initial_state(1, position=position)
    assert said in str(caught.value)
