"""The odds layer: what an opening hand holds, exactly.

What an opening hand is, the rules say themselves: a table is set up by them for each number of
players, and looked at before and after. Cards that lie in a player's own piles before are that
player's own deck (or fixed set); else hands come from the piles of the table. The odds of so many
cards of a kind among those dealt are hypergeometric.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from brawlprint.errors import BrawlprintError, Finding, Where, shown

if TYPE_CHECKING:
    from brawlprint.definitions import Game
    from brawlprint.engine.rules import Rules

MOST = 3  # a hand is told to have 0, 1, 2, or this many or more cards of a kind


class KindOdds(Struct, frozen=True):
    """How many cards of a kind (``cards`` in all) an opening hand has.

    ``chances`` are those of exactly 0, 1, 2 …, the last one of that many or more; ``expected`` is
    the mean number.
    """

    kind: str
    cards: int
    expected: float
    chances: tuple[float, ...]

    @property
    def at_least_one(self) -> float:
        """The chance of one or more."""
        return 1 - self.chances[0]

    def as_json(self) -> dict[str, object]:
        """The shape of a kind's odds in ``brawlprint check --json``."""
        return {
            "kind": self.kind,
            "cards": self.cards,
            "expected": round(self.expected, 6),
            "at_least_one": round(self.at_least_one, 6),
            "chances": [round(each, 6) for each in self.chances],
        }


class HandOdds(Struct, frozen=True):
    """The opening hands at some numbers of players: ``hand`` cards out of ``deck``."""

    players: tuple[int, ...]
    hand: int
    deck: int
    kinds: tuple[KindOdds, ...]

    def as_json(self) -> dict[str, object]:
        """The shape of an entry of ``odds`` in ``brawlprint check --json``."""
        return {
            "players": list(self.players),
            "hand": self.hand,
            "deck": self.deck,
            "kinds": [each.as_json() for each in self.kinds],
        }


class Odds(Struct, frozen=True):
    """The opening hands of a game, whatever the number of players."""

    hands: list[HandOdds]

    def as_json(self) -> list[dict[str, object]]:
        """The shape of ``odds`` in ``brawlprint check --json``."""
        return [each.as_json() for each in self.hands]


class Deal(Struct, frozen=True):
    """What the rules deal: the size of each hand, and the cards they come from by kind."""

    hands: tuple[int, ...]
    kinds: tuple[tuple[str, int], ...]

    @property
    def deck(self) -> int:
        """How many cards hands come from."""
        return sum(cards for _, cards in self.kinds)


def hypergeometric(deck: int, of_kind: int, hand: int) -> list[float]:
    """The chance of exactly 0, 1, 2 … cards of a kind in a hand out of a shuffled deck.

    >>> hypergeometric(deck=4, of_kind=2, hand=2)
    [0.16666666666666666, 0.6666666666666666, 0.16666666666666666]
    """
    ways = comb(deck, hand)
    return [comb(of_kind, n) * comb(deck - of_kind, hand - n) / ways for n in range(hand + 1)]


def opening_odds(deals: Mapping[int, Deal]) -> list[HandOdds]:
    """The odds at each number of players; numbers with the same deal are told together.

    >>> deal = Deal(hands=(2, 2), kinds=(("jab", 2), ("hook", 2)))
    >>> [odds] = opening_odds({2: deal, 3: deal})
    >>> odds.players, [round(kind.at_least_one, 3) for kind in odds.kinds]
    ((2, 3), [0.833, 0.833])
    >>> odds.kinds[0].expected, [round(chance, 3) for chance in odds.kinds[0].chances]
    (1.0, [0.167, 0.667, 0.167])
    """
    alike: dict[tuple[int, tuple[tuple[str, int], ...]], list[int]] = {}
    for players, deal in deals.items():
        alike.setdefault((min(deal.hands), deal.kinds), []).append(players)
    return [
        HandOdds(tuple(players), hand, deck, tuple(_kind(*each, deck, hand) for each in kinds))
        for (hand, kinds), players in alike.items()
        for deck in [sum(cards for _, cards in kinds)]
    ]


def _kind(kind: str, cards: int, deck: int, hand: int) -> KindOdds:
    exact = hypergeometric(deck, cards, hand)
    chances = (*exact[:MOST], sum(exact[MOST:]))
    return KindOdds(kind, cards, hand * cards / deck, chances[: hand + 1])


class UnknownDealError(Exception):
    """Hands are put together in a way that one draw from one deck doesn't tell."""


def check_odds(rules: Rules) -> tuple[Odds, list[Finding]]:
    """The odds at all numbers of players, and every finding of this layer."""
    from brawlprint.engine.rules import line_in
    from brawlprint.simulation import patience

    deals: dict[int, Deal] = {}
    findings: list[Finding] = []
    place, path = Where(shown(rules.path)), rules.path
    for players in range(rules.game.players.min, rules.game.players.max + 1):
        try:
            deals[players] = patience.watched(
                partial(deal, rules, players), lambda: None, patience.PATIENCE
            )
            continue
        except UnknownDealError as error:
            findings.append(Finding("unknown-deal", str(error), place, level="info"))
        except patience.Stuck as stuck:
            message = f"nothing is dealt to {players} players after {patience.PATIENCE:g} seconds"
            where = place._replace(row=stuck.line_in(str(path)))
            findings.append(Finding("rules-fault", message, where))
        except BrawlprintError as error:
            findings += error.findings()
        except Exception as error:
            message = f"{type(error).__name__}: {error}; nothing is dealt to {players} players"
            where = place._replace(row=line_in(error, path))
            findings.append(Finding("rules-fault", message, where))
        break
    findings += [*_uneven(deals, place), *_otherwise_declared(rules.game, deals)]
    return Odds(opening_odds(deals)), findings


def declared_odds(game: Game) -> tuple[Odds, list[Finding]]:
    """The odds by what ``game.toml`` declares of hands, for a game whose rules are not run.

    A deck is taken as it is listed, once.
    """
    deals: dict[int, Deal] = {}
    findings: list[Finding] = []
    players = range(game.players.min, game.players.max + 1)
    for deck in game.decks.values():
        if deck.hand is None:
            continue
        counts = Counter(card.kind for card in deck)
        kinds = tuple((kind, counts[kind]) for kind in game.kinds if counts[kind])
        if deck.hand <= len(deck):
            deals |= {number: Deal((deck.hand,), kinds) for number in players}
        if deck.hand * game.players.max > len(deck):
            message = f"{game.players.max} players can't have {deck.hand} cards each of {len(deck)}"
            place = Where(shown(game.path), column=f"decks.{deck.name}.hand")
            remedy = "unless the rules say more of it, add cards, or deal fewer"
            findings.append(Finding("hand", message, place, remedy, "info"))
    return Odds(opening_odds(deals)), findings


def _otherwise_declared(game: Game, deals: Mapping[int, Deal]) -> Iterator[Finding]:
    """A hand that ``game.toml`` declares, and that the rules don't deal."""
    for deck in game.decks.values():
        dealt = sorted({hand for each in deals.values() for hand in each.hands})
        if deck.hand is not None and dealt and dealt != [deck.hand]:
            sizes = " or ".join(map(str, dealt))
            message = f"game.toml says a hand of {deck.hand}, and the rules deal {sizes}"
            place = Where(shown(game.path), column=f"decks.{deck.name}.hand")
            yield Finding("hand", message, place, f"write hand = {dealt[0]}", "warning")


def _uneven(deals: Mapping[int, Deal], place: Where) -> Iterator[Finding]:
    """Numbers of players for which the deck is too small to deal everybody the same."""
    for players, dealt in deals.items():
        if len(set(dealt.hands)) > 1:
            sizes = ", ".join(map(str, dealt.hands))
            message = f"with {players} players the hands are not alike: {sizes} cards"
            remedy = "is the deck too small for so many? add cards, or let fewer play"
            yield Finding("uneven-deal", message, place, remedy, "warning")


def deal(rules: Rules, players: int) -> Deal:
    """Set a table up by the rules, and see what is dealt; raises what the rules raise.

    >>> from brawlprint.engine.examples import shoving
    >>> deal(shoving, 2).hands
    (2, 2)
    """
    from brawlprint.engine.chance import Chance

    table = rules.make_table(rules.match(players), Chance(0, []))
    table.name_piles()
    before = [(pile, list(pile)) for pile in table.piles()]
    rules.setup(table)
    own = [card for pile, cards in before if pile.owner == 0 for card in cards]
    given = [cards for pile, cards in before if pile.owner is None and len(pile) < len(cards)]
    if not own and len(given) != 1:
        raise UnknownDealError(f"hands come from {len(given)} piles, so their odds are not told")
    counts = Counter(card.kind for card in own or given[0])
    kinds = tuple((kind, counts[kind]) for kind in rules.game.kinds if counts[kind])
    return Deal(tuple(_in_hand(table, seat) for seat in range(players)), kinds)


def _in_hand(table: Any, seat: int) -> int:
    """The cards that a player has and may look at."""
    return sum(len(pile) for pile in table.piles() if pile.owner == seat and pile.visible_to(seat))
