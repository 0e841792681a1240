"""Joe Bob's Rasslin': floor them, pin them, and be the last one in the ring.

The numbers (JB-…) are those of the rulings in joebob.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple, TypeAlias

from brawlprint import engine
from brawlprint.definitions import Game
from brawlprint.engine import (
    PASS,
    Chance,
    Choice,
    Match,
    Move,
    Outcome,
    Pile,
    Play,
    Refusal,
    Row,
    Seat,
    Seen,
    Title,
    Word,
    choose,
    end_match,
    titles,
)

STAMINA = 35  # points on the Stamina area at the start
RESERVE = 15  # and on the Reserve area
HAND = 7  # dealt, and held at the end of every turn
DECKS_THE_REF = 4  # the damage it takes

# The sorts of attack that a rule names; the rest are only letters of the deck.
HEADLOCK, PIN, VICTORY_PIN = "H", "K", "V"

# --- the cards ------------------------------------------------------------------------------


class Card(Title):
    """A card: the sort of attack it makes, what it needs for that, and the sorts it answers."""

    def __init__(self, row: Row, index: int) -> None:
        super().__init__(row.card, index)
        self.damage = row.integer("damage")
        # A Pin card is of two sorts; the other one is its move on who has Stamina (JB-A19).
        self.sort = row.text("attacks").replace(PIN, "")
        self.answers = frozenset(row.text("answers"))
        setups = [each.id for each in row.deck.titles if each.kind == "setup" and each.copies]
        self.needs = row.word("needs", [*setups, "down", "alone"])
        self.setup: Card | None = None
        known = ANSWERS if row.word("kind", KINDS) == "defense" else LANDINGS
        effect, _ = row.effect("effect", {name: name for name in known if name})
        self.effect = effect or ""
        if self.kind == "defense" and not effect:
            row.fault("effect", "a defense without an effect does nothing", [*known])


KINDS = ["setup", "headlock-move", "rope-move", "anytime", "object", "knockdown", "defense"]


class Bare(Move):
    """What takes no card: a punch, or a smile."""

    id: str
    sort: str
    damage: int
    setup, needs, effect = None, "alone", ""
    notation = "{id}"


PUNCH = Bare("punch", "P", 1)
SMILE = Bare("smile", "", 0)

Blow: TypeAlias = "Card | Bare"


class Cards:
    """The deck (JB-A1), and the moves that come up all the time, made once."""

    def __init__(self, game: Game) -> None:
        self.titles = titles(game.decks["cards"], Card)
        named = {card.id: card for card in self.titles}
        for card in self.titles:
            card.setup = named.get(card.needs)
        blows: list[Blow] = [card for card in self.titles if card.needs]
        blows += (PUNCH, SMILE)
        seats = range(game.players.max)
        self.act: dict[Blow, list[Act]] = {
            blow: [Act(blow.setup, blow, seat) for seat in seats] for blow in blows
        }
        self.deck = {blow: DeckTheRef(blow.setup, blow) for blow in blows}


read = Cards


class Act(Move):
    """An action against an opponent; the setup card, if it takes one, is played along."""

    setup: Card | None
    blow: Blow
    target: Seat
    notation = "{setup} {blow} {target}"


class Reversal(Move):
    """A Reverse Rope Throw with a rope move on it; without one, the card alone is the choice."""

    card: Card
    move: Card
    notation = "{card} {move}"


class DeckTheRef(Move):
    """An action at the referee."""

    setup: Card | None
    blow: Blow
    notation = "{setup} {blow} at the ref"


class Recover(Move):
    """Points from Reserve to Stamina."""

    points: int
    notation = "{points} from reserve"


class Discard(Move):
    """A card over seven."""

    card: Card
    notation = "discard {card}"


# --- the table ------------------------------------------------------------------------------


class Player(engine.Player):
    """A player's three areas, status marker and hand."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.stamina = STAMINA
        self.reserve = RESERVE
        self.turn_damage = 0
        self.down = False
        self.beaten_by: str | None = None  # pin, victory-pin or exhaustion
        self.place = 0  # known as soon as the player is out
        self.hand: Pile[Card] = Pile(seen=Seen.BY_OWNER)

    @property
    def areas(self) -> str:
        """Stamina, Reserve and Turn Damage in short."""
        return f"{self.stamina}/{self.reserve}/{self.turn_damage}"

    @property
    def removed(self) -> int:
        """Points that have left the game."""
        return STAMINA + RESERVE - self.stamina - self.reserve - self.turn_damage

    def sort_of(self, blow: Blow) -> str:
        """What a blow is to this player: a Pin card pins who has no Stamina (JB-A19, JB-B19)."""
        return PIN if blow.effect == "pin" and not self.stamina else blow.sort


class Table(engine.Table[Cards, Player]):
    """The piles, everybody around them, and what is under way."""

    def __init__(self, match: Match, chance: Chance) -> None:
        super().__init__(match, chance)
        self.players = [Player(seat) for seat in self.seats]
        cards = [card for card in self.kit.titles for _ in range(card.copies)]
        self.draw_pile: Pile[Card] = Pile(cards, seen=Seen.BY_NOBODY)
        self.discard: Pile[Card] = Pile(seen=Seen.BY_NOBODY)
        self.played: Pile[Card] = Pile()  # face up until the action is over
        self.phase = "ready"
        self.threat: str | None = None  # what must be answered now, and what it would do
        self.damage = 0
        self._knockdown_at = match.options.get_number("knockdown_at")
        self._crossing = match.options.get_word("knockdown_test") == "crossing"

    def faults(self) -> Iterator[str]:
        """What can't be with a player."""
        live = len(self.live())
        if live < 2 and not any(player.place == 1 for player in self.players):
            yield "fewer than two players are in (JB-A1)"
        for player in self.players:
            who = f"P{player.seat + 1}"
            if player.out:
                if player.hand:
                    yield f"{who} is out and has cards (JB-B15)"
                if player.place <= live:
                    yield f"{who} is out, and place {player.place} is not possible (JB-A18)"
                continue
            few = min(player.stamina, player.reserve, player.turn_damage, player.removed) < 0
            if few or player.stamina > STAMINA or player.reserve > RESERVE:
                yield f"{who} can't have {player.areas} points (JB-A2)"
            if not player.stamina and not (player.down and player.reserve):
                yield f"{who} has no Stamina, so must be down and have Reserve (JB-A14, JB-A15)"
            most = HAND + (player.seat == self.active and self.phase != "ready")
            if len(player.hand) > most:
                yield f"{who} holds {len(player.hand)} cards, and {most} is the most (JB-B44)"


# What is against a choice: the ruling's number, and why.
Reason: TypeAlias = tuple[str, str]

# --- setup and turns ------------------------------------------------------------------------


def setup(table: Table) -> None:
    """Shuffle, and deal seven cards to everybody (JB-A3)."""
    table.chance.shuffle(table.draw_pile)
    for player in table.players:
        draw(table, player, HAND)


def draw(table: Table, player: Player, cards: int) -> None:
    """Draw; when the draw pile is out, the discards make a new one (JB-A4, JB-B46)."""
    if player.out:
        return
    for _ in range(cards):
        if not table.draw_pile:
            table.discard.send_all(table.draw_pile)
            table.chance.shuffle(table.draw_pile)
        if table.draw_pile:
            player.hand.append(table.draw_pile.pop())


def play(table: Table) -> Play[Outcome]:
    """Turns pass to the left (JB-A5), until one player is left (JB-A18, JB-B17)."""
    while True:
        table.begin_turn()
        player = table.players[table.active]
        yield from get_ready(table, player)
        yield from act(table, player, table.others(player.seat), rule="JB-A10")
        yield from fill_hands(table)
        table.active = table.left_of(table.active)


def get_ready(table: Table, player: Player) -> Play[None]:
    """Turn Damage leaves the game; Reserve, if needed; stand up; draw (JB-A6 to JB-A9)."""
    table.phase = "ready"
    player.turn_damage = 0
    yield from call_on_reserve(player, rule="JB-A7")
    player.down = False
    draw(table, player, 1)


def call_on_reserve(player: Player, rule: str) -> Play[None]:
    """Who has no Stamina moves at least one point there, as many as he likes (JB-B48)."""
    if player.stamina:
        return
    recoveries = [Recover(points) for points in range(1, player.reserve + 1)]
    recovery = yield from choose(
        player.seat, recoveries, rule, partial(against_recoveries, player.reserve)
    )
    player.reserve -= recovery.points
    player.stamina += recovery.points


def against_recoveries(reserve: int, _: Seat) -> Iterator[Refusal]:
    """Why so many points can't be moved."""
    yield Refusal(Recover(0), "JB-B48", "at least one point must be moved")
    for points in range(reserve + 1, STAMINA + 1):
        yield Refusal(Recover(points), "JB-B48", f"there are {reserve} points in Reserve")


def fill_hands(table: Table) -> Play[None]:
    """From the left of the active player round to him, to seven cards (JB-A17, JB-B45)."""
    table.phase = "refill"
    active = table.players[table.active]
    for seat in table.others(table.active):
        player = table.players[seat]
        draw(table, player, HAND - len(player.hand))
    if not active.out:
        draw(table, active, HAND - len(active.hand))
    # Nobody else can have more than seven (JB-B44).
    while len(active.hand) > HAND:
        discards = [Discard(card) for card in active.hand.titles()]
        discard = yield from choose(active.seat, discards, rule="JB-A17")
        active.hand.send(discard.card, table.discard)


# --- an action ------------------------------------------------------------------------------


class Knockdown(NamedTuple):
    """Who knocked whom down."""

    causer: Player
    victim: Player


def act(table: Table, player: Player, targets: Sequence[Seat], rule: str) -> Play[None]:
    """One action against one opponent, all that answers it, and the extra action if any."""
    table.phase = "action"
    # Each action at each target; knockdown cards only at those who are down (JB-B49).
    down = [seat for seat in targets if table.players[seat].down]
    acts: list[Act] = []
    for blow in blows(player):
        act_on = table.kit.act[blow]
        acts += [act_on[seat] for seat in (down if blow.needs == "down" else targets)]
    why_not = partial(against_acts, table, player, targets)
    chosen = yield from choose(player.seat, acts, rule, why_not)
    lay_down(table, player, chosen.setup, chosen.blow)
    target = table.players[chosen.target]
    knockdown = yield from threaten(table, player, target, chosen.blow)
    # All that was played is discarded, whatever became of it (JB-B40).
    table.played.send_all(table.discard)
    table.threat, table.damage = None, 0
    # Whoever caused a knockdown, in whoever's turn, may act against the victim (JB-A16, JB-B9,
    # JB-B10, JB-B11); to decline is to smile.
    if knockdown is not None and not knockdown.victim.out:
        yield from act(table, knockdown.causer, [knockdown.victim.seat], rule="JB-A16")


def blows(player: Player) -> list[Blow]:
    """What a player has the cards for; a punch and a smile take none (JB-A10)."""
    hand = player.hand
    found: list[Blow] = [
        card for card in hand.titles() if card.needs and (card.setup is None or card.setup in hand)
    ]
    found += (PUNCH, SMILE)
    return found


def against_acts(
    table: Table, player: Player, targets: Sequence[Seat], _: Seat
) -> Iterator[Refusal]:
    """Why an action is not possible."""
    held: list[Blow] = [*player.hand.titles()]
    held += (PUNCH, SMILE)
    setups = [card for card in table.kit.titles if card.kind == "setup"]
    for target, blow in product(table.players, held):
        reason = against_blow(player, blow)
        if target is player or target.out:
            reason = "JB-B49", "the target is one opponent who is still in"
        elif target.seat not in targets:
            reason = "JB-B10", "the extra action is against the player just knocked down"
        elif not reason and blow.needs == "down" and not target.down:
            reason = "JB-B20", f"{blow!r} is for a victim who is down"
        if reason:
            yield Refusal(Act(blow.setup, blow, target.seat), *reason)
        for setup in setups:
            if setup is not blow.setup:
                reason = "JB-A10", f"{setup.title} is not played with that"
                yield Refusal(Act(setup, blow, target.seat), *reason)


def against_blow(player: Player, blow: Blow) -> Reason | None:
    """Why a card can't be an action."""
    if not blow.needs:
        return "JB-B34", "that card is no action by itself"
    if blow.setup is not None and blow.setup not in player.hand:
        return "JB-B34", f"there is no {blow.setup.title} in hand to go with it"
    return None


def lay_down(table: Table, player: Player, *cards: Choice | None) -> None:
    """Play cards from the hand."""
    for card in cards:
        if isinstance(card, Card):
            player.hand.send(card, table.played)


# --- answers --------------------------------------------------------------------------------


def threaten(
    table: Table, attacker: Player, defender: Player, blow: Blow
) -> Play[Knockdown | None]:
    """The target may answer, the attacker may answer that, until nobody does (JB-A11)."""
    sort = defender.sort_of(blow)
    pinned = sort in (PIN, VICTORY_PIN)
    table.threat, table.damage = blow.id, 0 if pinned else blow.damage
    answers = possible_answers(defender, sort)
    why_not = partial(against_answers, defender, sort)
    answer = yield from choose(defender.seat, answers, "JB-A11", why_not)
    if isinstance(answer, Reversal):
        card, reply = answer.card, answer.move
        lay_down(table, defender, card, reply)
    elif isinstance(answer, Card):
        card = reply = answer
        lay_down(table, defender, card)
    else:
        return (yield from land(table, attacker, defender, blow))
    if pinned:
        # Out of it, and on one's feet again; Turn Damage stays (JB-A29, JB-B22 to JB-B25).
        yield from call_on_reserve(defender, rule="JB-A29")
        defender.down = False
        return None
    return (yield from ANSWERS[card.effect](table, attacker, defender, blow, reply))


def possible_answers(defender: Player, sort: str) -> list[Choice]:
    """The cards that answer this sort of attack (JB-A11), or none."""
    found: list[Choice] = []
    if sort != VICTORY_PIN or defender.stamina:  # else nobody can kick out (JB-A20)
        for card in defender.hand.titles():
            if sort in card.answers:
                found.append(card)
                if card.effect == "reverse-throw":
                    found += [Reversal(card, move) for move in riders(defender, card)]
    found.append(PASS)
    return found


def riders(defender: Player, reversal: Card) -> list[Card]:
    """The moves that may ride on a Reverse Rope Throw, without a setup card (JB-B29)."""
    hand = defender.hand.titles()
    return [move for move in hand if move.needs and move.sort == reversal.sort]


def against_answers(defender: Player, sort: str, _: Seat) -> Iterator[Refusal]:
    """Why a card is no answer."""
    for card in defender.hand.titles():
        if sort not in card.answers:
            rule = "JB-B21" if PIN in card.answers else "JB-A11"
            yield Refusal(card, rule, f"{card.title} does not answer that")
        elif card.effect == "reverse-throw":
            allowed = riders(defender, card)
            for move in defender.hand.titles():
                if move not in allowed:
                    reason = f"{move.title} can't ride on a {card.title}"
                    yield Refusal(Reversal(card, move), "JB-B29", reason)


def cancel(
    table: Table, attacker: Player, defender: Player, blow: Blow, reply: Card
) -> Play[Knockdown | None]:
    """The attack does nothing."""
    yield from ()
    return None


def reverse(
    table: Table, attacker: Player, defender: Player, blow: Blow, reply: Card
) -> Play[Knockdown | None]:
    """The attack does nothing, and the reply threatens the attacker (JB-B26, JB-B28, JB-B32)."""
    return (yield from threaten(table, defender, attacker, reply))


def dodge(
    table: Table, attacker: Player, defender: Player, blow: Blow, reply: Card
) -> Play[Knockdown | None]:
    """The attack does nothing, and the attacker is hurt without an answer (JB-A28)."""
    yield from ()
    return hit(table, defender, attacker, reply.damage)


def call_referee(
    table: Table, attacker: Player, defender: Player, blow: Blow, reply: Card
) -> Play[Knockdown | None]:
    """The object does nothing, unless an action at the referee is worth enough (JB-A21, JB-B37)."""
    decks = [table.kit.deck[each] for each in blows(attacker) if each.needs != "down"]
    why_not = partial(against_decks, attacker)
    deck = yield from choose(attacker.seat, decks, "JB-A21", why_not)
    lay_down(table, attacker, deck.setup, deck.blow)
    if deck.blow.damage < DECKS_THE_REF:
        return None
    return (yield from land(table, attacker, defender, blow))


def against_decks(attacker: Player, _: Seat) -> Iterator[Refusal]:
    """Why an action is not for the referee."""
    for card in attacker.hand.titles():
        reason = against_blow(attacker, card)
        if not reason and card.needs == "down":
            reason = "JB-B37", "the referee is not knocked down"
        if reason:
            yield Refusal(DeckTheRef(card.setup, card), *reason)


# --- what nobody answers --------------------------------------------------------------------


def land(table: Table, attacker: Player, victim: Player, blow: Blow) -> Play[Knockdown | None]:
    """The attack does what it does."""
    return (yield from LANDINGS.get(blow.effect, strike)(table, attacker, victim, blow))


def strike(table: Table, attacker: Player, victim: Player, blow: Blow) -> Play[Knockdown | None]:
    """Damage, and nothing else."""
    yield from ()
    return hit(table, attacker, victim, blow.damage)


def strike_down(
    table: Table, attacker: Player, victim: Player, blow: Blow
) -> Play[Knockdown | None]:
    """Damage, and a standing victim goes down (JB-A23, JB-B41)."""
    yield from ()
    return hit(table, attacker, victim, blow.damage, floors=True)


def strike_twice(
    table: Table, attacker: Player, victim: Player, blow: Blow
) -> Play[Knockdown | None]:
    """Damage, then a headlock move if the attacker likes, without a Headlock (JB-A22, JB-B30)."""
    knockdown = hit(table, attacker, victim, blow.damage)
    if victim.out:
        return None
    moves = [card for card in attacker.hand.titles() if card.needs and card.sort == HEADLOCK]
    why_not = partial(against_second, attacker)
    move = yield from choose(attacker.seat, [*moves, PASS], "JB-A22", why_not)
    if isinstance(move, Card):
        lay_down(table, attacker, move)
        # At most one extra action, whichever part earned it.
        knockdown = (yield from threaten(table, attacker, victim, move)) or knockdown
    return knockdown


def against_second(attacker: Player, _: Seat) -> Iterator[Refusal]:
    """Why a card can't follow a Ring Out."""
    for card in attacker.hand.titles():
        if not (card.needs and card.sort == HEADLOCK):
            yield Refusal(card, "JB-A22", "only a headlock move may follow, and without a Headlock")


def pin(table: Table, attacker: Player, victim: Player, blow: Blow) -> Play[Knockdown | None]:
    """Who has no Stamina is out; who has some takes the damage (JB-A12, JB-A19)."""
    yield from ()
    if victim.stamina:
        return hit(table, attacker, victim, blow.damage)
    eliminate(table, victim, "pin")
    return None


def pin_for_victory(
    table: Table, attacker: Player, victim: Player, blow: Blow
) -> Play[Knockdown | None]:
    """Out, whatever the Stamina (JB-A20)."""
    yield from ()
    eliminate(table, victim, "victory-pin")
    return None


Answer: TypeAlias = Callable[[Table, Player, Player, Blow, Card], Play[Knockdown | None]]
Landing: TypeAlias = Callable[[Table, Player, Player, Blow], Play[Knockdown | None]]

ANSWERS: dict[str, Answer] = {
    "cancel": cancel,
    "reverse": reverse,
    "reverse-throw": reverse,
    "dodge": dodge,
    "referee": call_referee,
}
LANDINGS: dict[str, Landing] = {
    "": strike,
    "knockdown": strike_down,
    "ring-out": strike_twice,
    "pin": pin,
    "victory-pin": pin_for_victory,
}

# --- damage ---------------------------------------------------------------------------------


def hit(
    table: Table, attacker: Player, victim: Player, damage: int, *, floors: bool = False
) -> Knockdown | None:
    """Points go from Stamina to Turn Damage; it may knock the victim down, or out (JB-A13)."""
    if not damage or victim.out:
        return None  # JB-B7
    before = victim.turn_damage
    # What is beyond Stamina is lost; Reserve is safe (JB-B13).
    lost = min(damage, victim.stamina)
    victim.stamina -= lost
    victim.turn_damage += lost
    # Empty Stamina or enough Turn Damage knocks down, and so does Mace (JB-A14, JB-B1, JB-A23).
    emptied = lost > 0 and not victim.stamina
    enough = victim.turn_damage >= table._knockdown_at
    if table._crossing:  # the hit itself must empty the one or fill the other (JB-B5, JB-B6)
        enough = enough and before < table._knockdown_at
        knocked_down = emptied or enough or (floors and not victim.down)
    else:
        knocked_down = (emptied or enough or floors) and not victim.down
    if not victim.stamina and not victim.reserve:
        eliminate(table, victim, "exhaustion")  # JB-A15, JB-B14
        return None
    if not knocked_down:
        return None
    victim.down = True
    return Knockdown(attacker, victim)


def eliminate(table: Table, player: Player, how: str) -> None:
    """Out, with hand and points; the last player left wins at once (JB-A18, JB-B15, JB-B17)."""
    if player.out:
        return
    player.place = len(table.live())
    player.out = True
    player.beaten_by = how
    player.stamina = player.reserve = player.turn_damage = 0
    player.hand.send_all(table.discard)
    if player.place == 2:
        winner = table.players[table.live()[0]]
        winner.place = 1
        end_match(how, winners=[winner.seat], places=[each.place for each in table.players])


# --- playing sensibly -----------------------------------------------------------------------


def hint(table: Table, seat: Seat, choice: Choice) -> float | None:
    """How good a choice looks: hit hard, floor and pin them, answer what hurts."""
    player, look = table.players[seat], None
    match choice:
        case Act(_, blow, target):
            look = look_of_act(table, blow, table.players[target])
        case DeckTheRef(_, blow):
            look = 1.5 - blow.damage / 20 if blow.damage >= DECKS_THE_REF else 0.3
        case Recover(points):
            look = points / player.reserve
        case Reversal(_, move):
            look = 1.0 + move.damage / 6
        case Discard(card):
            # Moves and setup cards come again; what pins, or saves from it, is worth waiting with.
            look = 0.2 if card.kind in ("defense", "knockdown") else 1.2 - card.damage / 10
        case Card() as card:
            look = 1.0 + card.damage / 6
        case Word("pass"):
            look = 0.5 / table.damage if table.damage else 0.05
    return look


def look_of_act(table: Table, blow: Blow, victim: Player) -> float:
    """An action looks as good as it hurts, and better if it brings the victim down or out."""
    if victim.sort_of(blow) in (PIN, VICTORY_PIN):
        return 4.0
    damage = min(blow.damage, victim.stamina)
    if not damage:
        return 0.1
    look = 0.25 + damage / 4
    enough = victim.turn_damage + damage >= table._knockdown_at
    if damage == victim.stamina or enough or blow.effect == "knockdown":
        look += 0.0 if victim.down else 1.0
    return look


def standing(table: Table, seat: Seat) -> float:
    """A seat's share of all the points that are left; Reserve is the safer half."""
    worth = [0 if each.out else each.stamina + 2 * each.reserve + 5 for each in table.players]
    return worth[seat] / sum(worth)
