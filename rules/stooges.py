"""Three Stooges: slap, poke, bonk and duck; whoever has suffered the least damage wins.

The numbers (ST-…) are those of the rulings in stooges.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, takewhile
from typing import NamedTuple

from brawlprint import engine
from brawlprint.definitions import Game
from brawlprint.engine import (
    DONE,
    PASS,
    Chance,
    Choice,
    Kept,
    Match,
    Move,
    Outcome,
    Pile,
    Play,
    Refusal,
    Row,
    Seat,
    Seen,
    TakeBack,
    Title,
    Word,
    choose,
    titles,
    undoable,
)
from brawlprint.engine.choices import Token

HAND = 5  # dealt, and what everybody draws up to

# --- the cards ------------------------------------------------------------------------------


class Card(Title):
    """An attack with its damage and family, or a defense; and what it does beyond that."""

    def __init__(self, row: Row, index: int) -> None:
        super().__init__(row.card, index)
        kind = row.word("kind", EFFECTS)
        self.is_attack = kind == "attack"
        self.damage = row.integer("damage")
        self.matches = row.text("matches") or self.id
        self.family: frozenset[Card] = frozenset()  # the attacks that share a word with it
        # The only attack that a defense is good against, if it is not good against all.
        self.answers = row.other_card("answers")
        effect, self.number = row.effect("effect", {name: name for name in EFFECTS[kind]})
        self.effect = effect or ""
        if self.is_attack and self.damage < 1:
            row.fault("damage", "an attack without damage does nothing", ["1 to 9"])
        if not self.is_attack and not effect:
            row.fault("effect", "a defense without an effect does nothing", EFFECTS[kind])


class Cards:
    """The deck, and the ways to throw its attack cards, made once."""

    def __init__(self, game: Game) -> None:
        self.titles = titles(game.decks["cards"], Card)
        self.shuffles = frozenset(card for card in self.titles if card.effect == "call-off")
        attacks = [card for card in self.titles if card.is_attack]
        for card in attacks:  # ST-B14
            card.family = frozenset(each for each in attacks if each.matches == card.matches)
        self.throws: dict[tuple[int, Seat, Card | None, bool], list[Throw]] = {}


read = Cards

CLOCKWISE, COUNTERCLOCKWISE = WAYS = Word("clockwise"), Word("counterclockwise")


class Throw(Move):
    """An attack: the card, whom it is thrown at, and which way it runs on if it does.

    The second blow of a Belly/Head Combo is thrown without a card.
    """

    card: Card | None
    target: Seat
    second: Seat | None = None
    way: Word | None = None
    notation = "{card} {target} {second} {way}"

    def spellings(self) -> Sequence[tuple[Token, ...]]:
        """Of two targets, either may be named first."""
        if self.second is None:
            return super().spellings()
        return self.tokens(), Throw(self.card, self.second, self.target, self.way).tokens()


# --- the table ------------------------------------------------------------------------------


class Player(engine.Player):
    """A line of the score sheet, and the cards in hand."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.damage = 0
        self.blinded = False  # no defense against the very next attack
        self.hand: Pile[Card] = Pile(seen=Seen.BY_OWNER)

    def attacks(self) -> list[Card]:
        """The attack cards in hand."""
        return [card for card in self.hand.titles() if card.is_attack]

    def matching(self, card: Card) -> list[Card]:
        """The attack cards in hand that share a word with a card (ST-A12, ST-B14)."""
        if card.family.isdisjoint(self.hand):
            return []
        return [each for each in self.hand.titles() if each in card.family]


class Table(engine.Table[Cards, Player]):
    """The two piles, everybody around them, and the attack under way."""

    def __init__(self, match: Match, chance: Chance) -> None:
        super().__init__(match, chance)
        self.players: list[Player] = [Player(seat) for seat in self.seats]
        options = match.options
        # More than three players need a longer deck: two, or one run through twice (ST-A18).
        longer = match.players > 3
        twice = options.get_word("long_deck") == "one_deck_twice"
        decks = 2 if longer and not twice else 1
        cards = [card for card in self.kit.titles for _ in range(card.copies * decks)]
        self.stock: Pile[Card] = Pile(cards, seen=Seen.BY_NOBODY)
        self.discard: Pile[Card] = Pile()
        self.reshuffles = 1 if longer and twice else 0  # still to come
        self.passes = 0  # turns in a row in which nobody played anything
        self.final = False  # whether this is the "Moe, Larry, Cheese" turn
        self.defender_seat: Seat | None = None  # who played the turn's last defense
        self.victim_seat: Seat | None = None  # who suffered its last damage
        # The attack that is being answered: without a card, it is a Combo's second blow.
        self.attack: Card | None = None
        self.points = 0
        self.attacker_seat: Seat | None = None
        self.target_seat: Seat | None = None
        self._acted: Seat = self.active  # who played the last card
        self._must_go_on = options.is_on("must_keep_attacking")
        self._undo_turn = options.get_word("curly_scope") == "turn"
        self._free = FREE if options.is_on("free_attacks_counterable") else FREE_AND_LAST

    def kept(self) -> Kept:
        """What Curly Shuffle puts back: damage, blindness, and who suffered last (ST-B31)."""
        holders = [(player, ("damage", "blinded")) for player in self.players]
        return Kept((self, ("victim_seat",)), *holders)

    def clockwise(self, first: Seat) -> list[Player]:
        """Everybody, from one player on."""
        return self.players[first:] + self.players[:first]

    def faults(self) -> Iterator[str]:
        """What can't be on the table or with a player."""
        if self.final and (self.stock or self.reshuffles):
            yield "the draw pile has cards in the last turn (ST-B35)"
        if self.reshuffles and not self.stock:
            yield "the draw pile is empty, and the discards have not been shuffled (ST-B40)"
        for player in self.players:
            who = f"P{player.seat + 1}"
            if len(player.hand) > HAND:
                yield f"{who} holds {len(player.hand)} cards, and {HAND} is the most (ST-A4)"
            if player.damage < 0:
                yield f"{who} has {player.damage} damage (ST-A1)"


# --- starting the game ----------------------------------------------------------------------


def setup(table: Table) -> None:
    """Everybody is dealt five cards; the rest is the draw pile (ST-A1)."""
    table.chance.shuffle(table.stock)
    refill(table)


# --- sequence of play -----------------------------------------------------------------------


def play(table: Table) -> Play[Outcome]:
    """Take turns, the dealer first (ST-A2), until the last card has been drawn."""
    while table.stock:
        table.begin_turn()
        yield from turn(table)
        end_turn(table)
    return (yield from moe_larry_cheese(table))


def turn(table: Table) -> Play[None]:
    """Attack after attack, until there are none left or somebody defends (ST-A3)."""
    attacker = table.players[table.active]
    table.defender_seat = table.victim_seat = None
    table._acted = table.active
    kept = table.kept()
    while True:
        # Between exchanges Curly Shuffle ends the turn, and has nothing to take back (ST-B30).
        yield from undoable(may_shuffle(table), Kept())
        throws = all_throws(table, attacker)
        if table.defender_seat is not None or not throws:
            return
        choices: list[Choice] = [*throws]
        if table.victim_seat is not None and not table._must_go_on:
            choices.append(DONE)
        why_not = partial(against_throwing, table, choices)
        throw = yield from choose(table.active, choices, "ST-A3", why_not)
        if not isinstance(throw, Throw):
            return
        if not table._undo_turn:
            kept = table.kept()
        called_off = yield from exchange(table, throw, kept)
        if called_off:
            return


def exchange(table: Table, throw: Throw, kept: Kept) -> Play[bool]:
    """Play an attack and all it sets off; whether Curly Shuffle has called it off (ST-B31)."""
    end = yield from undoable(throw_card(table, table.active, throw, IN_TURN), kept)
    table.attack = table.attacker_seat = table.target_seat = None
    table.points = 0
    return isinstance(end, TakeBack)


def all_throws(table: Table, player: Player) -> list[Throw]:
    """Every way to attack: each card at each target (ST-A6)."""
    return [each for card in player.attacks() for each in throws(table, player.seat, card)]


def against_throwing(table: Table, choices: Sequence[Choice], seat: Seat) -> Iterator[Refusal]:
    """Why something else can't be done instead of an attack."""
    if DONE not in choices:
        yield Refusal(DONE, "ST-B1", "who can attack has to go on")
    for card in table.players[seat].hand.titles():
        if card.is_attack:
            yield Refusal(Throw(card, seat), "ST-A6", "a target is always another player")
        else:
            yield Refusal(card, "ST-A8", f"{card.title} answers an attack")


def end_turn(table: Table) -> None:
    """Find the next player, and let everybody draw (ST-A4)."""
    if table.defender_seat is not None:
        table.active, table.passes = table.defender_seat, 0
    elif table.victim_seat is not None:
        table.active, table.passes = table.victim_seat, 0
    else:  # there was no attack (ST-B2)
        table.active, table.passes = table.left_of(table.active), table.passes + 1
    if table.passes == len(table.players):  # nobody can attack: new hands (ST-B3)
        table.passes = 0
        for player in table.players:
            player.hand.send_all(table.discard)
    refill(table)


# --- making an attack -----------------------------------------------------------------------


class Role(NamedTuple):
    """How an attack came about, which decides what may follow."""

    defended: bool = True
    joined: bool = True
    countered: bool = True
    runs_on: bool = True


IN_TURN = Role()  # and after a defense
JOIN = Role(joined=False, runs_on=False)  # ST-A13, ST-B17, ST-B19
COUNTER = Role(runs_on=False)  # ST-B18, ST-B19
FREE = Role(defended=False, joined=False, runs_on=False)  # ST-A23, ST-B24
FREE_AND_LAST = FREE._replace(countered=False)
SECOND_BLOW = Role(joined=False, countered=False)  # ST-B20


@dataclass(slots=True)
class Attack:
    """An attack under way, and who can't defend against it or join it."""

    attacker: Seat
    card: Card | None  # none for a Combo's second blow
    throw: Throw
    role: Role
    damage: int
    played_by: tuple[Seat, ...] = ()  # the attackers before a Switch-a-roo
    blinded: Sequence[Seat] = ()
    ducked: bool = False


def throws(table: Table, seat: Seat, card: Card | None, runs_on: bool = True) -> list[Throw]:
    """The ways to throw a card: at whom, at which two, and which way."""
    key = (len(table.players), seat, card, runs_on)
    found = table.kit.throws.get(key)
    if found is None:
        others, effect = table.others(seat), card.effect if card else ""
        if effect == "pair" and len(others) > 1:  # with one opponent, at him alone (ST-B25)
            found = [Throw(card, *two) for two in combinations(sorted(others), 2)]
        elif effect == "run" and runs_on and len(others) > 2:  # ST-B22
            found = [Throw(card, each, None, way) for each in others for way in WAYS]
        else:
            found = [Throw(card, each) for each in others]
        table.kit.throws[key] = found
    return found


def throws_at(
    table: Table, seat: Seat, card: Card, targets: Sequence[Seat], runs_on: bool = False
) -> list[Throw]:
    """The ways to throw a card at one of the targets; a Knocker at two, where it can (ST-B19)."""
    every = throws(table, seat, card, runs_on)
    if len(targets) == 1:
        return [throw for throw in every if targets[0] in (throw.target, throw.second)]
    return [
        throw
        for throw in every
        if throw.target in targets and (throw.second is None or throw.second in targets)
    ]


def throw_card(table: Table, seat: Seat, throw: Throw, role: Role) -> Play[None]:
    """Play an attack card face up on the discard pile."""
    card = throw.card
    assert card is not None
    table.players[seat].hand.send(card, table.discard)
    yield from carry_out(table, Attack(seat, card, throw, role, card.damage))


def carry_out(table: Table, attack: Attack) -> Play[None]:
    """Attack; then others join, and the victims hit back (ST-A7, ST-B15, ST-B21)."""
    card = attack.card
    show(table, attack, attack.throw.target)
    table._acted = attack.attacker
    # Blindness is for this attack, and over with it (ST-B26).
    attack.blinded = [player.seat for player in table.players if player.blinded]
    for seat in attack.blinded:
        table.players[seat].blinded = False
    yield from may_shuffle(table)
    if card is not None and card.effect == "run" and attack.role.runs_on:
        victims = yield from run_on(table, attack)
    elif card is not None and card.effect == "pair":
        victims = yield from knock_heads(table, attack)
    else:
        victims = yield from strike(table, attack)
    if victims and card is not None:
        yield from join(table, attack, card, victims)
        yield from counter(table, attack, card, victims)


def show(table: Table, attack: Attack, target: Seat) -> None:
    """Let everybody see what is to be answered."""
    table.attack, table.points = attack.card, attack.damage
    table.attacker_seat, table.target_seat = attack.attacker, target


def strike(table: Table, attack: Attack) -> Play[list[Seat]]:
    """The usual attack: on one target, or on whoever does not duck (ST-A29, ST-B9, ST-B11)."""
    target = attack.throw.target
    behind: list[Seat] | None = None
    while (answer := (yield from defend(table, attack, target))) and answer.effect == "duck":
        attack.ducked = True
        if behind is None:
            behind = yield from passes_on_to(table, attack, target)
        if not behind:
            hurt(table, attack.attacker, attack.damage)  # and nothing more (ST-B10)
            return []
        target = behind.pop(0)
    hit = yield from takes(table, attack, target, answer)
    return [target] if hit else []


def takes(table: Table, attack: Attack, target: Seat, answer: Card | None) -> Play[bool]:
    """Let the attack get through, or the answer do what it does; whether there was damage."""
    if answer is None:
        hurt(table, target, attack.damage)
        if attack.card is not None and attack.card.effect in SUCCESS:
            yield from SUCCESS[attack.card.effect](table, attack, attack.card, target)
        return True
    if answer.effect == "absorb":  # ST-A33, ST-B27
        return hurt(table, target, attack.damage - answer.number)
    yield from REACTION[answer.effect](table, attack, target)
    return False


def hurt(table: Table, seat: Seat, damage: int) -> bool:
    """Record damage, if there is any (ST-B5)."""
    if damage <= 0:
        return False
    table.players[seat].damage += damage
    table.victim_seat = seat
    return True


# --- defending an attack --------------------------------------------------------------------


def defend(table: Table, attack: Attack, seat: Seat) -> Play[Card | None]:
    """A target may play one defense card (ST-A8, ST-B8), which ends the turn (ST-A9)."""
    show(table, attack, seat)
    choices: list[Choice] = [*defenses(table, attack, seat), PASS]
    card = yield from choose(seat, choices, "ST-A8", partial(against_defending, table, choices))
    if not isinstance(card, Card):
        return None
    yield from play_defense(table, seat, card)
    return card


def defenses(table: Table, attack: Attack, seat: Seat) -> list[Card]:
    """The cards that answer an attack; none while blinded, none to a free one (ST-A23, ST-A25)."""
    if not attack.role.defended or seat in attack.blinded:
        return []
    return [
        card
        for card in table.players[seat].hand.titles()
        if not card.is_attack
        and card.effect != "call-off"
        and (not card.answers or (attack.card is not None and card.answers == attack.card.id))
    ]


def against_defending(table: Table, choices: Sequence[Choice], seat: Seat) -> Iterator[Refusal]:
    """Why a card can't be played in answer."""
    for card in table.players[seat].hand.titles():
        if card.is_attack:
            for throw in throws(table, seat, card):
                yield Refusal(throw, "ST-A8", "first defend, or pass")
        elif card.effect == "call-off":
            yield Refusal(card, "ST-B30", f"{card.title} was to be played before this")
        elif card not in choices:
            yield Refusal(card, "ST-A28", f"{card.title} stops a {card.answers} and nothing else")


def play_defense(table: Table, seat: Seat, card: Card) -> Play[None]:
    """Play a defense card face up; its player is the last defender (ST-A4)."""
    table.players[seat].hand.send(card, table.discard)
    table.defender_seat = table._acted = seat
    yield from may_shuffle(table)


# --- drawing cards --------------------------------------------------------------------------


def refill(table: Table) -> None:
    """Draw up to five: the next player first, then counterclockwise (ST-A5, ST-B6)."""
    for player in [table.players[table.active - step] for step in table.seats]:
        while len(player.hand) < HAND and table.stock:
            player.hand.append(table.stock.pop())
            if not table.stock and table.reshuffles:  # ST-A18
                table.reshuffles -= 1
                table.discard.send_all(table.stock)
                table.chance.shuffle(table.stock)


# --- joining an attack ----------------------------------------------------------------------


def join(table: Table, attack: Attack, card: Card, victims: list[Seat]) -> Play[None]:
    """Others may add a matching card on a victim, clockwise, once each (ST-A12, ST-A13)."""
    if not attack.role.joined:
        return
    for seat in table.others(attack.attacker):
        targets = [each for each in victims if each != seat]
        matching = table.players[seat].matching(card)
        if not targets or not matching or seat in attack.played_by:
            continue
        choices: list[Choice] = [
            throw for each in matching for throw in throws_at(table, seat, each, targets)
        ]
        show(table, attack, targets[0])
        why_not = partial(against_matching, table, attack, choices, "ST-A12")
        throw = yield from choose(seat, [*choices, PASS], "ST-A12", why_not)
        if isinstance(throw, Throw):
            yield from throw_card(table, seat, throw, JOIN)


def against_matching(
    table: Table, attack: Attack, choices: Sequence[Choice], rule: str, seat: Seat
) -> Iterator[Refusal]:
    """Why a card can't be played to join or to counter an attack."""
    for card in table.players[seat].hand.titles():
        if card.is_attack:
            for throw in throws(table, seat, card, runs_on=False):
                if attack.card is not None and card not in attack.card.family:
                    reason = f"{card.title} shares no word with {attack.card.title}"
                    yield Refusal(throw, "ST-B14", reason)
                elif throw not in choices:
                    yield Refusal(throw, rule, "join against a victim, counter the attacker")
        elif not attack.role.defended:
            yield Refusal(card, "ST-A23", "nobody can defend against a free attack")
        elif seat in attack.blinded:
            yield Refusal(card, "ST-A25", "the blinded can't defend against the next attack")
        else:
            yield Refusal(card, "ST-A8", "only a target can defend, before the damage")


# --- counter attacking ----------------------------------------------------------------------


def counter(table: Table, attack: Attack, card: Card, victims: list[Seat]) -> Play[None]:
    """Each victim may play a matching card on the attacker (ST-A14, ST-B18)."""
    if not attack.role.countered:
        return
    for seat in table.others(attack.attacker):
        if seat not in victims or not (matching := table.players[seat].matching(card)):
            continue
        choices: list[Choice] = [
            throw for each in matching for throw in throws_at(table, seat, each, [attack.attacker])
        ]
        show(table, attack, seat)
        why_not = partial(against_matching, table, attack, choices, "ST-A14")
        throw = yield from choose(seat, [*choices, PASS], "ST-A14", why_not)
        if isinstance(throw, Throw):
            yield from throw_card(table, seat, throw, COUNTER)


# --- the "Moe, Larry, Cheese" phase, and winning --------------------------------------------


def moe_larry_cheese(table: Table) -> Play[Outcome]:
    """Whoever has the most damage plays all attacks in hand, whatever others do (ST-A16)."""
    table.begin_turn()
    most = max(player.damage for player in table.players)
    table.final = True
    attacker = next(each for each in table.clockwise(table.active) if each.damage == most)
    table.active = attacker.seat  # of several, the first from the next player on (ST-B36)
    while throws := all_throws(table, attacker):
        why_not = partial(against_throwing, table, throws)
        throw = yield from choose(table.active, throws, "ST-A16", why_not)
        yield from exchange(table, throw, table.kept())  # ST-B37
    return outcome(table)


def outcome(table: Table) -> Outcome:
    """The lowest total wins (ST-A17), several if it is theirs (ST-B38)."""
    totals = [player.damage for player in table.players]
    places = [1 + sum(other < total for other in totals) for total in totals]
    winners = tuple(seat for seat in table.seats if places[seat] == 1)
    return Outcome("moe-larry-cheese", winners, tuple(totals), tuple(places))


# --- what the attack cards do ---------------------------------------------------------------


def strike_again(table: Table, attack: Attack, card: Card, target: Seat) -> Play[None]:
    """Belly/Head Combo: if nobody defended, a second blow at anyone (ST-A21, ST-B12)."""
    if attack.ducked:
        return
    choices: list[Choice] = [*throws(table, attack.attacker, None), PASS]
    throw = yield from choose(attack.attacker, choices, "ST-A21")
    if isinstance(throw, Throw):
        second = Attack(attack.attacker, None, throw, SECOND_BLOW, card.number)
        yield from carry_out(table, second)


def run_on(table: Table, attack: Attack) -> Play[list[Seat]]:
    """Big Slap: it hits one after another, until it is stopped (ST-A22, ST-B22)."""
    first, way = attack.throw.target, attack.throw.way
    rest = in_direction(table, first, way or CLOCKWISE)
    targets = [first, *(seat for seat in rest if seat != attack.attacker)]
    victims, ducks = [], 0
    for target in targets:
        answer = yield from defend(table, attack, target)
        if answer and answer.effect == "duck":
            ducks += 1
            continue
        hit = yield from takes(table, attack, target, answer)
        if hit:
            victims.append(target)
        elif answer and answer.effect != "absorb":
            break
    if ducks == len(targets):
        hurt(table, attack.attacker, attack.damage)
    return victims


def pile_on(table: Table, attack: Attack, card: Card, target: Seat) -> Play[None]:
    """Hair Pull: the others each have a free attack on the victim (ST-A23, ST-B24)."""
    if table.final:
        return
    for seat in table.others(attack.attacker):
        attacks = [each for each in table.players[seat].attacks() if each.effect != "pair"]
        if seat == target or not attacks:
            continue
        choices: list[Choice] = [Throw(each, target) for each in attacks]
        show(table, attack, target)
        why_not = partial(against_piling_on, table, choices)
        throw = yield from choose(seat, [*choices, PASS], "ST-A23", why_not)
        if isinstance(throw, Throw):
            yield from throw_card(table, seat, throw, table._free)


def against_piling_on(table: Table, choices: Sequence[Choice], seat: Seat) -> Iterator[Refusal]:
    """Why an attack is no free attack."""
    for card in table.players[seat].attacks():
        for throw in throws(table, seat, card, runs_on=False):
            if card.effect == "pair":
                yield Refusal(throw, "ST-B19", f"{card.title} is no free attack: it takes two")
            elif throw not in choices:
                yield Refusal(throw, "ST-A23", "a free attack is on the victim")


def knock_heads(table: Table, attack: Attack) -> Play[list[Seat]]:
    """Knoggin' Knocker: both, or none if either stops it (ST-A24, ST-B13, ST-B25)."""
    answers: dict[Seat, Card | None] = {}
    for target in table.others(attack.attacker):
        if target in (attack.throw.target, attack.throw.second):
            answer = answers[target] = yield from defend(table, attack, target)
            if answer and answer.effect != "absorb":
                yield from REACTION[answer.effect](table, attack, target)
                return []
    victims = []
    for target, answer in answers.items():
        hit = yield from takes(table, attack, target, answer)
        if hit:
            victims.append(target)
    return victims


def blind(table: Table, attack: Attack, card: Card, target: Seat) -> Play[None]:
    """Poke in the Eyes: no defense against the very next attack (ST-A25, ST-A26, ST-B26)."""
    yield from ()
    table.players[target].blinded = True


# What an attack does to whoever took it without a defense (ST-B12).
SUCCESS: dict[str, Callable[[Table, Attack, Card, Seat], Play[None]]] = {
    "again": strike_again,
    "pile-on": pile_on,
    "blind": blind,
}

# --- what the defense cards do --------------------------------------------------------------


def may_shuffle(table: Table) -> Play[None]:
    """Curly Shuffle: anybody may call the exchange off, at any time (ST-A27, ST-B30, ST-B32)."""
    shuffles = table.kit.shuffles
    for player in table.clockwise(table._acted + 1):
        if not shuffles.isdisjoint(player.hand):
            choices = [card for card in player.hand.titles() if card in shuffles]
            card = yield from choose(player.seat, [*choices, PASS], "ST-A27")
            if isinstance(card, Card):
                yield from play_defense(table, player.seat, card)
                raise TakeBack(by=player.seat)


def stop(table: Table, attack: Attack, seat: Seat) -> Play[None]:
    """N'yuk, N'yuk, N'yuk: the attack is stopped, and that is all (ST-A28)."""
    yield from ()


def switch(table: Table, attack: Attack, seat: Seat) -> Play[None]:
    """Old Switch-a-roo: the attack is now the defender's (ST-A30, ST-B23, ST-B34)."""
    aims = throws(table, seat, attack.card, attack.role.runs_on)
    throw = yield from choose(seat, aims, "ST-A30")
    played_by = (*attack.played_by, attack.attacker)
    switched = Attack(seat, attack.card, throw, attack.role, attack.damage, played_by)
    yield from carry_out(table, switched)


def send_back(table: Table, attack: Attack, seat: Seat) -> Play[None]:
    """Woo Woo Woo: the card returns, and its player may be attacked (ST-A31, ST-B28, ST-B29)."""
    if attack.card is not None and attack.card in table.discard:
        table.discard.remove(attack.card)
        table.players[attack.attacker].hand.append(attack.card)
    player = table.players[seat]
    choices = [
        throw
        for card in player.attacks()
        for throw in throws_at(table, seat, card, [attack.attacker], runs_on=True)
    ]
    yield from retaliate(table, seat, choices, "ST-A31")


def call(table: Table, attack: Attack, seat: Seat) -> Play[None]:
    """Hello? It's for You!: the attack is cancelled, and anyone may be attacked (ST-A32)."""
    yield from retaliate(table, seat, all_throws(table, table.players[seat]), "ST-A32")


def retaliate(table: Table, seat: Seat, choices: Sequence[Throw], rule: str) -> Play[None]:
    """Attack from hand, out of turn, or don't (ST-A10)."""
    why_not = partial(against_retaliating, table, choices)
    throw = yield from choose(seat, [*choices, PASS], rule, why_not)
    if isinstance(throw, Throw):
        yield from throw_card(table, seat, throw, IN_TURN)


def against_retaliating(table: Table, choices: Sequence[Throw], seat: Seat) -> Iterator[Refusal]:
    """Why an attack is no retaliation."""
    for throw in all_throws(table, table.players[seat]):
        if throw not in choices:
            yield Refusal(throw, "ST-B28", "the retaliation is on whose attack it was")


# What a defense does beyond ending the attack. Ducking ends no attack but a Knocker (ST-B13).
REACTION: dict[str, Callable[[Table, Attack, Seat], Play[None]]] = {
    "stop": stop,
    "duck": stop,
    "switch": switch,
    "return": send_back,
    "launch": call,
}
EFFECTS: dict[str, list[str]] = {
    "attack": ["run", "pair", *SUCCESS],
    "defense": ["call-off", "absorb", *REACTION],
}

# --- four players and more ------------------------------------------------------------------


def passes_on_to(table: Table, attack: Attack, ducker: Seat) -> Play[list[Seat]]:
    """Who is hit if one after another ducks: all who are left on that side (ST-A19, ST-B9)."""
    if len(table.players) < 4:
        return [seat for seat in table.others(attack.attacker) if seat != ducker]
    way = yield from choose(attack.attacker, WAYS, "ST-A19")
    side = in_direction(table, ducker, way)
    return list(takewhile(lambda seat: seat != attack.attacker, side))


def in_direction(table: Table, seat: Seat, way: Word) -> list[Seat]:
    """The others, from a player on: clockwise is to the left (ST-B7)."""
    others = table.others(seat)
    return others if way is CLOCKWISE else others[::-1]


# --- playing sensibly -----------------------------------------------------------------------


def hint(table: Table, seat: Seat, choice: Choice) -> float | None:
    """How good a choice looks: hit hard and at the leader, defend against what hurts."""
    look = None
    match choice:
        case Throw(card, target, second):
            points = card.damage if card else table.points
            look = 0.7 + points / 10
            ahead = min(player.damage for player in table.players if player.seat != seat)
            if any(each is not None and table.players[each].damage == ahead
                   for each in (target, second)):  # fmt: skip
                look += 0.4
        case Card(effect="call-off"):
            # Worth it against a hard blow; otherwise the right moment may still come.
            look = 0.2 * table.points if table.target_seat == seat else 0.15
        case Card(effect=effect):
            # Whom the attack is passed back to has more of it.
            look = 0.3 + 0.2 * table.points + (0.1 if effect in ("duck", "switch") else 0.0)
        case Word("clockwise" | "counterclockwise") if table.target_seat is not None:
            next_one = in_direction(table, table.target_seat, choice)[0]
            look = 0.0 if next_one == seat else 1.0
        case Word("done"):
            look = 0.2
    return look


def standing(table: Table, seat: Seat) -> float:
    """A seat's share of what counts: how far it is from the worst total."""
    totals = [player.damage for player in table.players]
    worth = [max(totals) - total + 2 for total in totals]
    return worth[seat] / sum(worth)
