"""Opening hands: the odds are those of what the engine deals."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from desk import Desk, checked, codes

from brawlprint.checks.odds import (
    UnknownDealError,
    check_odds,
    deal,
    declared_odds,
    hypergeometric,
    opening_odds,
)
from brawlprint.engine.chance import Chance
from brawlprint.engine.examples import SHOVING, shoving
from brawlprint.engine.games import rules_of
from brawlprint.engine.rules import Rules, load_rules
from brawlprint.simulation.intervals import simultaneous, wilson
from brawlprint.workspace import Workspace, builtin_root

Make = Callable[[str], Desk]
GAMES = ["joebob", "stooges", "tavern", "throwdown", "wrestling"]
HANDS = 3000


@pytest.fixture(scope="module")
def rules() -> dict[str, Rules]:
    workspace = Workspace.at(builtin_root())
    return {name: rules_of(workspace, name) for name in GAMES}


def dealt(rules: Rules, players: int) -> list[Counter[str]]:
    """The last player's hands by kind, of many matches that the engine sets up."""
    hands = []
    match = rules.match(players)
    for seed in range(HANDS):
        table = rules.make_table(match, Chance(seed, []))
        table.name_piles()
        rules.setup(table)
        hands.append(Counter(card.kind for card in table.players[-1].hand))
    return hands


@pytest.mark.parametrize("game", ["joebob", "tavern", "wrestling"])
def test_what_is_declared_tells_the_same_without_rules(rules: dict[str, Rules], game: str) -> None:
    assert declared_odds(rules[game].game)[0].hands == check_odds(rules[game])[0].hands


def test_a_hand_that_the_rules_do_not_deal(desk: Make) -> None:
    desk("tavern").edit("game.toml", "hand = 7", "hand = 6")
    (finding,) = checked("tavern", "odds")["findings"]
    assert (finding["code"], finding["level"]) == ("hand", "warning")
    assert finding["message"] == "game.toml says a hand of 6, and the rules deal 7"
    assert finding["where"]["column"] == "decks.cards.hand"


def test_a_game_without_rules_has_its_declared_odds(desk: Make, tmp_path: Path) -> None:
    tavern = desk("tavern")
    tavern.path("game.toml").parent.rename(tmp_path / "cards/quiet")
    found = checked("quiet", "odds")
    (hand,) = found["odds"]
    assert (hand["hand"], hand["deck"], hand["players"]) == (7, 91, [2, 3, 4, 5, 6])
    assert codes(found, "info") == ["no-rules"]
    toml = tmp_path / "cards/quiet/game.toml"
    toml.write_text(toml.read_text("utf-8").replace("hand = 7", "hand = 16"), "utf-8")
    assert codes(checked("quiet", "odds"), "info") == ["no-rules", "hand"]


@pytest.mark.parametrize("game", GAMES)
def test_odds_agree_with_what_is_dealt(rules: dict[str, Rules], game: str) -> None:
    """Every chance lies within its interval; the intervals hold all together at 95 %."""
    (odds, findings) = check_odds(rules[game])
    assert findings == []
    seats = rules[game].game.players
    told = [n for hand in odds.hands for n in hand.players]
    assert told == list(range(seats.min, seats.max + 1))
    for hand in odds.hands:
        hands = dealt(rules[game], hand.players[-1])
        assert {sum(each.values()) for each in hands} == {hand.hand}
        figures = sum(len(kind.chances) for kind in hand.kinds)
        for kind in hand.kinds:
            most = len(kind.chances) - 1
            counts = Counter(min(each[kind.kind], most) for each in hands)
            for number, chance in enumerate(kind.chances):
                low, high = wilson(counts[number], HANDS, simultaneous(figures))
                assert low <= chance <= high, (game, hand.players, kind.kind, number)
            mean = sum(each[kind.kind] for each in hands) / HANDS
            assert mean == pytest.approx(kind.expected, abs=0.12)


def test_hypergeometric_odds_count_every_hand() -> None:
    """Against all hands of a small deck, one by one."""
    deck = "aaabbcc"
    for size in range(1, 6):
        hands = list(itertools.combinations(deck, size))
        exact = hypergeometric(len(deck), 3, size)
        counted = Counter(hand.count("a") for hand in hands)
        assert exact == pytest.approx([counted[n] / len(hands) for n in range(size + 1)])


def test_long_decks_have_their_own_odds(rules: dict[str, Rules]) -> None:
    """From four players on, the stooges play with two decks."""
    hands = check_odds(rules["stooges"])[0].hands
    assert [(hand.players[0], hand.deck) for hand in hands] == [(2, 55), (4, 110)]


def test_a_fixed_set_has_no_odds(rules: dict[str, Rules]) -> None:
    (hand,) = check_odds(rules["throwdown"])[0].hands
    assert hand.hand == hand.deck == 5
    assert {kind.kind: kind.expected for kind in hand.kinds} == {"attack": 3, "defense": 2}


def with_setup(old: str, new: str) -> Rules:
    assert old in SHOVING
    text = SHOVING.replace(old, new)
    return load_rules(shoving.game, Path("rules.py"), text)


def test_a_deck_of_ones_own() -> None:
    own = with_setup(
        "        self.players = [Boxer(seat) for seat in self.seats]\n",
        "        self.players = [Boxer(seat) for seat in self.seats]\n"
        "        for player in self.players:\n"
        "            player.deck = Pile([*self.kit.titles] * 3, seen=Seen.BY_NOBODY)\n",
    )
    own.setup = lambda table: [
        player.deck.send(player.deck[0], player.hand) for player in table.players for _ in "123"
    ]
    found = deal(own, 2)
    assert found.hands == (3, 3)
    assert found.deck == 3 * len(own.kit.titles)
    assert opening_odds({2: found})[0].hand == 3


def test_hands_from_several_piles_are_not_guessed_at() -> None:
    several = with_setup(
        "        self.discard: Pile[Title] = Pile()\n",
        "        self.discard: Pile[Title] = Pile([*self.kit.titles] * 4)\n",
    )
    several.setup = lambda table: [
        pile.send(pile[0], player.hand)
        for player in table.players
        for pile in (table.stock, table.discard)
    ]
    with pytest.raises(UnknownDealError):
        deal(several, 2)
    odds, (finding,) = check_odds(several)
    assert odds.hands == []
    assert (finding.code, finding.level) == ("unknown-deal", "info")
    assert "hands come from 2 piles" in finding.message


def test_a_deck_too_small_for_so_many() -> None:
    few = with_setup(
        "            player.hand.append(table.stock.pop())\n",
        "            if len(table.stock) > 7:\n"
        "                player.hand.append(table.stock.pop())\n",
    )
    _, findings = check_odds(few)
    assert {(each.code, each.level) for each in findings} == {("uneven-deal", "warning")}
    assert "the hands are not alike" in findings[0].message
