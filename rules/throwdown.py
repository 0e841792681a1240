"""Throw Down!: everybody chooses in secret, everything is revealed at once, dice decide the pain.

The numbers (TD-…) are those of the rulings in throwdown.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from brawlprint import engine
from brawlprint.definitions import Game
from brawlprint.engine import (
    Chance,
    Choice,
    Match,
    Move,
    Opponent,
    Outcome,
    Pile,
    Play,
    Refusal,
    Row,
    Seat,
    Title,
    choose,
    choose_all,
    titles,
)

# --- the cards ------------------------------------------------------------------------------


class Card(Title):
    """An action card: an attack with its die and what it cancels, or a defense with its effect."""

    def __init__(self, row: Row, index: int) -> None:
        super().__init__(row.card, index)
        self.is_attack = row.word("kind", ["attack", "defense"]) == "attack"
        self.sides = row.integer("sides", default=6)
        self.cancels = row.other_card("cancels")
        self.defense, _ = row.effect("effect", EFFECTS)


class Cards:
    """The five actions; each player has a set of them."""

    def __init__(self, game: Game) -> None:
        self.titles = titles(game.decks["cards"], Card)
        self.attacks = [card for card in self.titles if card.is_attack]
        # Every match with the same players left has the same throws.
        self.throws: dict[tuple[Seat, ...], dict[Seat, list[Throw]]] = {}


read = Cards


class Throw(Move):
    """An action card face down with the target card beside it; in a duel there is no target."""

    card: Card
    target: Seat | None
    notation = "{card} {target}"


# --- the table ------------------------------------------------------------------------------


class Player(engine.Player):
    """A player's pain, and where each of his cards is."""

    def __init__(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        super().__init__(seat)
        self.pain = 0
        self.fell = 0  # the round of his knock-out
        self.hand: Pile[Card] = Pile(cards)
        self.laid: Pile[Card] = Pile()
        self.away: Pile[Card] = Pile()


class Table(engine.Table[Cards, Player]):
    """Everybody around the table, with his hand of actions (TD-A2)."""

    def __init__(self, match: Match, chance: Chance) -> None:
        super().__init__(match, chance)
        self.players = [Player(seat, self.kit.titles) for seat in self.seats]
        self._pain_limit = match.options.get_number("pain_limit")
        self._halve_total = match.options.get_word("guard_scope") == "total"
        self._round_up = match.options.get_word("guard_rounding") == "up"

    @property
    def round(self) -> int:
        """Rounds begun."""
        return self.turn

    @property
    def duel(self) -> bool:
        """Whether only two are left (TD-A14)."""
        return len(self.live()) == 2

    def knocks_out(self, pain: int) -> bool:
        """Whether that much pain is too much (TD-A13)."""
        return pain >= self._pain_limit

    def halved(self, pains: list[int]) -> int:
        """Half of what was rolled: of each roll or of the total, rounded (TD-B8)."""
        parts = [sum(pains)] if self._halve_total else pains
        return sum((pain + self._round_up) // 2 for pain in parts)

    def faults(self) -> Iterator[str]:
        """Whoever is in has less pain than knocks him out."""
        for player in self.players:
            if not player.out and (player.pain < 0 or self.knocks_out(player.pain)):
                yield f"P{player.seat + 1} has {player.pain} pain and is in (TD-A13)"


def setup(table: Table) -> None:
    """Everybody starts without pain, with every action in hand (TD-A1, TD-A2)."""


# --- a match --------------------------------------------------------------------------------


def play(table: Table) -> Play[Outcome]:
    """Rounds until one is left, or nobody (TD-A13, TD-B14)."""
    while len(table.live()) > 1:
        table.begin_turn()
        if table.duel:
            put_defenses_away(table)
        yield from play_round(table)
    places = placing(table)
    if not table.live():
        return Outcome("ring-knock-out", places=places)
    return Outcome("last-standing", winners=tuple(table.live()), places=places)


def put_defenses_away(table: Table) -> None:
    """A duel is fought with the attacks alone; pain stays as it is (TD-A14, TD-B15)."""
    for seat in table.live():
        player = table.players[seat]
        for card in [card for card in player.hand if not card.is_attack]:
            player.hand.send(card, player.away)


def play_round(table: Table) -> Play[None]:
    """The three phases of a round, everybody at once (TD-A4, TD-B4)."""
    throws = yield from choose_all(
        possible_throws(table), rule="TD-A5", why_not=partial(refusals, table)
    )
    lay_down(table, throws)
    attacks = yield from judge_defenses(table, throws, standing_attacks(throws))
    take_pain(table, throws, roll(table, throws, attacks))
    take_back_cards(table, throws)


# --- phase 1: choose ------------------------------------------------------------------------


def possible_throws(table: Table) -> dict[Seat, list[Throw]]:
    """Each action at each opponent still in; in a duel each attack (TD-A5, TD-B12, TD-A14)."""
    live = tuple(table.live())
    throws = table.kit.throws.get(live)
    if throws is None:
        cards = table.kit.attacks if table.duel else table.kit.titles
        targets: dict[Seat, list[Seat | None]] = {
            seat: [None] if table.duel else [*sorted(table.others(seat))] for seat in live
        }
        throws = table.kit.throws[live] = {
            seat: [Throw(card, target) for card in cards for target in targets[seat]]
            for seat in live
        }
    return throws


def refusals(table: Table, seat: Seat) -> Iterator[Refusal]:
    """Why a throw is not possible."""
    for card in table.kit.titles:
        if table.duel and not card.is_attack:
            yield Refusal(Throw(card, None), "TD-A14", f"{card.title} is put away in a duel")
        for target in table.seats:
            throw = Throw(card, target)
            if table.duel:
                yield Refusal(throw, "TD-A14", "a duel is fought without Target cards")
            elif target == seat:
                yield Refusal(throw, "TD-B12", "nobody has a Target card for himself")
            elif table.players[target].out:
                yield Refusal(throw, "TD-B12", "that player is out")


def lay_down(table: Table, throws: dict[Seat, Throw]) -> None:
    """Reveal: the chosen cards lie on the table."""
    for seat, throw in throws.items():
        player = table.players[seat]
        player.hand.send(throw.card, player.laid)


# --- phase 2: judge -------------------------------------------------------------------------


class Attack(NamedTuple):
    """An attack that stands; a clash is two of them meeting, told once, by the lower seat."""

    attacker: Seat
    target: Seat
    clash: bool = False


def standing_attacks(throws: dict[Seat, Throw]) -> list[Attack]:
    """Judge every attack by its target's own card, all at once (TD-A7, TD-B1, TD-B2)."""
    attacks = []
    for seat, throw in throws.items():
        if not throw.card.is_attack:
            continue
        target = aim(throws, seat)
        answer = throws[target].card
        if answer is throw.card and aim(throws, target) == seat:
            # Takes the place of both hits of the pair (TD-A11, TD-B5, TD-B6).
            if seat < target:
                attacks.append(Attack(seat, target, clash=True))
        elif answer.cancels != throw.card.id:
            attacks.append(Attack(seat, target))
    return attacks


def aim(throws: dict[Seat, Throw], seat: Seat) -> Seat:
    """Whom a throw is aimed at: in a duel, the other one."""
    target = throws[seat].target
    return next(each for each in throws if each != seat) if target is None else target


def judge_defenses(
    table: Table, throws: dict[Seat, Throw], attacks: list[Attack]
) -> Play[list[Attack]]:
    """Let defenders do what they do before any dice are rolled (TD-B4)."""
    for seat, throw in throws.items():
        if throw.card.defense is not None:
            attacks = yield from throw.card.defense.judge(seat, attacks)
    return attacks


# --- phase 3: roll --------------------------------------------------------------------------


def roll(table: Table, throws: dict[Seat, Throw], attacks: list[Attack]) -> dict[Seat, list[int]]:
    """Roll for each attack in seat order; who is hit, and by how much each time (TD-B17)."""
    rolled: dict[Seat, list[int]] = {}
    for attack in attacks:
        sides = throws[attack.attacker].card.sides
        pain, target = table.chance.die(sides), attack.target
        if attack.clash:
            # The higher one inflicts the difference; nobody does in a tie (TD-A11).
            pain -= table.chance.die(sides)
            if pain < 0:
                pain, target = -pain, attack.attacker
        rolled.setdefault(target, []).append(pain)
    return rolled


def take_pain(table: Table, throws: dict[Seat, Throw], rolled: dict[Seat, list[int]]) -> None:
    """Everybody takes his pain at the same time; then knock-outs are seen to (TD-A13, TD-B13)."""
    for seat, pains in rolled.items():
        player, defense = table.players[seat], throws[seat].card.defense
        player.pain += sum(pains) if defense is None else defense.suffer(table, pains)
        if table.knocks_out(player.pain):
            player.out = True
            player.fell = table.round


def take_back_cards(table: Table, throws: dict[Seat, Throw]) -> None:
    """Hands are complete again (TD-A13)."""
    for seat in throws:
        player = table.players[seat]
        player.laid.send_all(player.hand)


def placing(table: Table) -> tuple[int, ...]:
    """Places at the end: a later fall is a better place, the same round a shared one (TD-B16)."""
    ends = [player.fell if player.out else table.round + 1 for player in table.players]
    return tuple(1 + sum(other > end for other in ends) for end in ends)


# --- what the defenses do -------------------------------------------------------------------


class Defense:
    """A defense that does nothing; each effect changes what it is about."""

    def judge(self, seat: Seat, attacks: list[Attack]) -> Play[list[Attack]]:
        """The attacks that still stand, decided before any dice."""
        yield from ()
        return attacks

    def suffer(self, table: Table, pains: list[int]) -> int:
        """The pain taken from what was rolled."""
        return sum(pains)


class Halve(Defense):
    """Half pain from every attack (TD-A8), each roll on its own or the total (TD-B8)."""

    def suffer(self, table: Table, pains: list[int]) -> int:
        """Halve what was rolled."""
        return table.halved(pains)


class Avoid(Defense):
    """No pain from one attack, the defender's choice where there are several (TD-A9, TD-B9)."""

    def judge(self, seat: Seat, attacks: list[Attack]) -> Play[list[Attack]]:
        """Strike one attack on this seat off the list."""
        attackers = [attack.attacker for attack in attacks if attack.target == seat]
        if not attackers:
            return attacks
        avoided = yield from choose(seat, [Opponent(each) for each in attackers], rule="TD-A9")
        return [a for a in attacks if a.target != seat or a.attacker != avoided.seat]


EFFECTS: dict[str, Defense] = {"halve": Halve(), "avoid": Avoid()}


# --- playing sensibly -----------------------------------------------------------------------


def hint(table: Table, seat: Seat, choice: Choice) -> float:
    """How good a choice looks: dodge a lot, and attack whoever is least hurt.

    Whoever attacks nobody spares his rivals, so halving pain does not pay, but avoiding it does.
    """
    match choice:
        case Throw(card, target) if card.is_attack and target is not None:
            return max(0.2, 1.2 - table.players[target].pain / 20)
        case Throw(card) if not card.is_attack:
            return 1.2 if isinstance(card.defense, Avoid) else 0.6
        case _:
            return 1.0


def standing(table: Table, seat: Seat) -> float:
    """How well a seat stands, from 0 to 1: its share of all the pain that can still be borne."""
    left = [0 if player.out else table._pain_limit - player.pain for player in table.players]
    return left[seat] / sum(left) if any(left) else 0.0
