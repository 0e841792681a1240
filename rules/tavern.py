"""Tavern Brawl: recruit a crew, keep the other crews busy, and drink their beer off the wall.

The numbers (TV-…) are those of the rulings in tavern.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product
from typing import TypeAlias

from brawlprint import engine
from brawlprint.definitions import Game
from brawlprint.engine import (
    DONE,
    PASS,
    Chance,
    Choice,
    Hand,
    InPlay,
    Match,
    Move,
    Outcome,
    Piece,
    Pile,
    Play,
    Refusal,
    Row,
    Seat,
    Seen,
    Title,
    WhyNot,
    Word,
    choose,
    end_match,
    titles,
    values_of,
)

BEERS = 10  # on each player's wall
HAND = 7  # dealt, and the most to keep after Quaff
DRAWN = 3  # cards in each Quaff

# --- the cards ------------------------------------------------------------------------------


class Card(Title):
    """A card: its numbers and letters, what its user must be, and what it does beyond them."""

    users: frozenset[Card]  # the characters who can use it
    targets: dict[Card, frozenset[Card]]  # of any card but a character: by its user, whom it is for
    # The moves that come up all the time, made once.
    discard: Discard
    recruit: Recruit  # of a character
    drink: list[Drink]  # of a character, by whose beer it is
    attack: dict[Card, Attack]  # of a character, by its target
    lay: dict[Card, Lay]  # of any other card, by the character it is laid on

    def __init__(self, row: Row, index: int) -> None:
        super().__init__(row.card, index)
        self.strength = row.integer("strength")
        self.hits = row.integer("hits")
        self.traits = row.letters("traits", [*TRAITS, *SIGNS])
        self.needs = row.text("needs")
        self.suits = row.one_of("needs", NEEDS) or NEEDS["any"]
        kind = row.word("kind", EFFECTS)
        known = {name: name for name in EFFECTS[kind]}
        effect, self.number = row.effect("effect", known)
        self.effect = effect or ""
        self.employee = "E" in self.traits
        self.negative = kind in ("modifier", "armor") and self.strength < 0
        self.nimble = kind == "character" and self.strength == 1 and self.hits == 10  # TV-B17
        if kind in ("special", "spell", "food") and not effect:
            row.fault("effect", f"a {kind} without an effect does nothing", [*known])
        if kind == "character" and self.copies > 1:
            row.fault("copies", f"there can't be {self.copies} of a character", ["1"])
        self.uses = ("crew", "spoil") if self.negative else (USES_OF_KINDS[kind],)
        if effect in ANOTHER_TIME:
            self.uses = (ANOTHER_TIME[effect][0],)


# What a card is used for: the crew (TV-A8, TV-A12), spoiling an opponent's (TV-A9), making somebody
# drink (TV-A7), an attack (TV-A15), an answer to one (TV-A16, TV-A17), or to do something instead
# of attacking alone (TV-A18, TV-A25).
USES = ("crew", "spoil", "chug", "attack", "answer", "instead")
USES_OF_KINDS = {
    "character": "crew",
    "weapon": "crew",
    "modifier": "crew",
    "armor": "crew",
    "special": "crew",
    "attack": "attack",
    "defense": "answer",
    "spell": "instead",
    "food": "instead",
}
TRAITS = "ESFTMG"  # what a character is, and the needs below ask for
SIGNS = "NZIRAQ"  # what the type line of another card says of its kind and effect
NEEDS: dict[str, Callable[[Card, Card], bool]] = {
    "any": lambda user, target: True,
    "thief": lambda user, target: "T" in user.traits,
    "strong": lambda user, target: "S" in user.traits,
    "fighter": lambda user, target: "F" in user.traits,
    "girl": lambda user, target: "G" in user.traits,
    "mage": lambda user, target: "M" in user.traits,
    "not-strong": lambda user, target: "S" not in user.traits,
    "versus-male": lambda user, target: "G" not in target.traits,  # male is who has no G (TV-B25)
}


class Cards:
    """The common deck (TV-A1)."""

    def __init__(self, game: Game) -> None:
        self.titles = titles(game.decks["cards"], Card)
        self.longest_stun = max((c.number for c in self.titles if c.effect == "stun"), default=0)
        characters = [card for card in self.titles if card.kind == "character"]
        for card in self.titles:
            card.discard = Discard(card)
            card.users = frozenset(each for each in characters if card.suits(each, each))
            if card.kind == "character":
                card.recruit = Recruit(card)
                card.drink = [Drink(card, seat) for seat in range(game.players.max)]
                card.attack = {target: Attack(card, target) for target in characters}
            else:
                card.lay = {target: Lay(card, target) for target in characters}
                card.targets = {
                    user: frozenset(each for each in characters if card.suits(user, each))
                    for user in characters
                }


read = Cards

# --- what can be done -----------------------------------------------------------------------


class Chug(Move):
    """Chug: one of the player's characters drinks an opponent's beers."""

    card: Card
    drinker: Card
    opponent: Seat
    notation = "{card} {drinker} {opponent}"
    plays = ("card",)


class Discard(Move):
    """A card over the hand limit."""

    card: Card
    notation = "discard {card}"


class Recruit(Move):
    """A character out of the hand, face up."""

    character: Card
    notation = "recruit {character}"


class Lay(Move):
    """A card laid on a character: a weapon, a modifier or a special."""

    card: Card
    character: Card
    notation = "{card} on {character}"
    plays = ("card",)


class LayOnWeapon(Move):
    """A special for a weapon in play."""

    card: Card
    weapon: Card
    bearer: Card
    notation = "{card} on {weapon} of {bearer}"
    plays = ("card",)


class Attack(Move):
    """One of the player's characters goes for an opposing one."""

    attacker: Card
    target: Card
    notation = "attack {attacker} {target}"
    plays = ()


class GangUp(Move):
    """A second character goes for a target that has been attacked."""

    card: Card
    attacker: Card
    target: Card
    notation = "{card} {attacker} {target}"
    plays = ("card",)


class Share(Move):
    """A part of divided damage."""

    damage: int
    target: Card
    notation = "{damage} to {target}"
    plays = ()


class Parry(Move):
    """The target's own weapon, discarded to cancel the attack."""

    weapon: Card
    notation = "parry {weapon}"


class Drink(Move):
    """A beer off an opponent's wall."""

    drinker: Card
    opponent: Seat
    notation = "drink {drinker} {opponent}"
    plays = ()


class Eat(Move):
    """A meal instead of fighting."""

    eater: Card
    food: Card
    notation = "eat {eater} {food}"
    plays = ("food",)


class Cast(Move):
    """A Mage's spell instead of fighting."""

    mage: Card
    spell: Card
    target: Card
    notation = "cast {mage} {spell} {target}"
    plays = ("spell",)


# --- the table ------------------------------------------------------------------------------


class Character(Piece):
    """A character in play: what it carries, what it suffers, what happened to it this turn."""

    __slots__ = ("card", "player")

    def __init__(self, player: Player, card: Card) -> None:
        super().__init__(card)
        self.player, self.card = player, card
        player._in_play[card] = self
        self.damage = 0
        self.stun = 0  # turns still to sit out
        self.weapon: Pile[Card] = Pile()
        self.modifiers: Pile[Card] = Pile()
        self.new = False  # put into play this turn
        self.acted = False
        # Two things: how many attacks were declared on it this turn (two with Gang Up; a wrong guy's
        # doesn't count), and whether it has been attacked as the way to the beer asks for.
        self.attacks = 0
        self.attacked = False
        self.stun_stays = False  # stunned anew this turn, or changed sides

    @property
    def is_in_play(self) -> bool:
        """Whether it still is where it was: an effect may have discarded it in between."""
        return self in self.player.crew

    @property
    def total(self) -> int:
        """Printed strength, weapon and modifiers (TV-A15)."""
        total = self.card.strength
        if self.weapon or self.modifiers:
            for card in self.weapon:
                total += card.strength
            for card in self.modifiers:
                total += card.strength
        return total

    @property
    def strength(self) -> int:
        """The damage of its attack without an Attack card; at least 0 (TV-B14)."""
        return max(self.total, 0)

    @property
    def hits(self) -> int:
        """The damage that knocks it out; armor adds up and stays (TV-A22, TV-B7, TV-B27)."""
        hits = self.card.hits
        for card in self.modifiers:
            hits += card.hits
        return hits

    def faults(self, longest_stun: int) -> Iterator[str]:
        """What can't be with a character."""
        who = self.card.title
        if self.card.kind != "character":
            yield f"{who} is no character (TV-A8)"
        if not 0 <= self.damage < self.hits:
            yield f"{who} has {self.damage} damage of {self.hits} (TV-A22)"
        if not 0 <= self.stun <= longest_stun:
            yield f"{who} is stunned for {self.stun} turns (TV-B16)"
        if len(self.weapon) > 1 or any(card.kind != "weapon" for card in self.weapon):
            yield f"{who} has more than one weapon (TV-A10)"
        for card in self.modifiers:
            if card.kind not in ("modifier", "armor") or self.card not in card.users:
                yield f"{who} can't have {card.title} (TV-A11)"
        if not 0 <= self.attacks <= 2:
            yield f"{who} has been attacked {self.attacks} times (TV-B22)"


class Player(engine.Player):
    """A player's beers on the wall, the cards in hand, and the crew."""

    def __init__(self, seat: Seat, in_play: dict[Card, Character]) -> None:
        super().__init__(seat)
        self._in_play = in_play  # everybody's: the characters by their cards
        self._opponents: list[Player] = []  # those still in
        self.beers = BEERS
        self.place = 0  # known as soon as the player is out
        self.hand: Hand[Card] = Hand(USES)
        self.crew: InPlay[Character] = InPlay(partial(Character, self))


class Table(engine.Table[Cards, Player]):
    """The common deck, everybody around it, and the attack under way."""

    def __init__(self, match: Match, chance: Chance) -> None:
        super().__init__(match, chance)
        self._in_play: dict[Card, Character] = {}
        self._targets: list[Card] = []  # of this Brawl: who no attack was declared on
        self._why_no_play = refusals(wished_plays, self)
        self._why_no_spoil = refusals(wished_spoils, self)
        self._why_no_act = refusals(wished_acts, self)
        self._why_no_attack_card = refusals(wished_attack_cards, self)
        self._why_no_answer = refusals(wished_answers, self)
        self.players = [Player(seat, self._in_play) for seat in self.seats]
        cards = [card for card in self.kit.titles for _ in range(card.copies)]
        self.deck: Pile[Card] = Pile(cards, seen=Seen.BY_NOBODY)
        self.discard: Pile[Card] = Pile()
        self.played: Pile[Card] = Pile()  # Attack and Defense cards of this Brawl
        self.phase = "setup"
        self.attacker: Card | None = None
        self.target: Card | None = None
        self.attack_card: Card | None = None
        self.damage = 0
        # House rules; behind each its ruling, and how the standard game has it.
        options = match.options
        self._stun_blocks_all = options.is_on("stun_blocks_all")  # TV-B15: off
        self._dry_first_turn = options.is_on("no_drinking_on_first_turn")  # TV-B34: off
        self._empty_side_drinkable = options.is_on("empty_side_drinkable")  # TV-B34: on
        self._negated_counts = options.is_on("negated_counts_as_attacked")  # TV-B12: on
        self._everybodys_clock = options.get_word("stun_clock") == "all"  # TV-B16: own
        self._chug_any_quaff = options.is_on("chug_any_quaff")  # TV-B4: off

    def characters(self) -> list[Character]:
        """Every character in play."""
        return [each for player in self.players for each in player.crew]

    def character(self, card: Card) -> Character:
        """The character in play that a card is."""
        return self._in_play[card]

    def fighting(self) -> tuple[Character, Character]:
        """Who attacks, and whom."""
        assert self.attacker is not None
        assert self.target is not None
        return self.character(self.attacker), self.character(self.target)

    def know_opponents(self) -> None:
        """Tell each player who else is in, clockwise."""
        for player in self.players:
            player._opponents = [self.players[seat] for seat in self.others(player.seat)]

    def opposing(self, player: Player) -> list[Character]:
        """The opponents' characters."""
        return [each for opponent in player._opponents for each in opponent.crew]

    def affected(self, player: Player, card: Card) -> list[Card]:
        """Whom a card can be used on: any will do, but who changes sides must do so (TV-B28)."""
        own_too = card.effect != "charm"
        return [e.card for p in self.players if own_too or p is not player for e in p.crew]

    def faults(self) -> Iterator[str]:
        """What can't be with a player, and what can't be with a character."""
        if self.phase == "setup" and len(self.live()) < 2:
            yield "fewer than two players are in (TV-A1)"
        for player in self.players:
            who = f"P{player.seat + 1}"
            most = HAND + (DRAWN if self.phase == "quaff" and player.seat == self.active else 0)
            if len(player.hand) > most:
                yield f"{who} holds {len(player.hand)} cards, and {most} is the most (TV-B3)"
            if not 0 <= player.beers <= BEERS or (player.beers == 0) != player.out:
                yield f"{who} has {player.beers} beers (TV-A2)"
            if player.out and (player.hand or player.crew):
                yield f"{who} is out and has cards (TV-B38)"
        for each in self.characters():
            yield from each.faults(self.kit.longest_stun)


# A wish is what a player may want to choose, with the reason against it if there is one: the
# ruling's number, and why.
Reason: TypeAlias = tuple[str, str]
Wish: TypeAlias = tuple[Choice, Reason | None]


def refusals(wishes: Callable[[Table, Player], Iterable[Wish]], table: Table) -> WhyNot:
    """What tells the reasons against a player's other wishes, when somebody tries one."""
    return lambda seat: (
        Refusal(wish, *reason) for wish, reason in wishes(table, table.players[seat]) if reason
    )


# --- setup and turns ------------------------------------------------------------------------

# Decisions that come up all the time are yielded as they are (who, the choices, the ruling, why
# not), which is what `choose` does, and quicker.


def setup(table: Table) -> None:
    """Everybody draws seven cards (TV-A3)."""
    table.chance.shuffle(table.deck)
    for player in table.players:
        draw(table, player, HAND)


def play(table: Table) -> Play[Outcome]:
    """Take turns of three phases, clockwise (TV-A4, TV-B1), until one player has beer left."""
    table.know_opponents()
    while True:
        table.begin_turn()
        player = table.players[table.active]
        yield from quaff(table, player)
        if not player.out:  # by somebody else's Chug, where that may be
            yield from get_you_for_that(table, player)
            yield from brawl(table, player)
        end_turn(table)
        table.active = table.left_of(table.active)


def end_turn(table: Table) -> None:
    """Stun wears off (TV-B16), and everybody is ready for another turn."""
    for player in table.players:
        counts = table._everybodys_clock or player.seat == table.active
        for each in player.crew:
            if each.stun and counts and not each.stun_stays:
                each.stun -= 1
            each.new = each.acted = each.attacked = each.stun_stays = False
            each.attacks = 0


# --- the Quaff phase ------------------------------------------------------------------------


def quaff(table: Table, player: Player) -> Play[None]:
    """Draw three, Chug, discard down to seven (TV-A5, TV-B4)."""
    table.phase = "quaff"
    draw(table, player, DRAWN)
    yield from chug(table, player)
    if table._chug_any_quaff:
        for opponent in player._opponents:
            yield from chug(table, opponent)
    while len(player.hand) > HAND:
        choices = [card.discard for card in player.hand.titles()]
        discard = yield player.seat, choices, "TV-A5", None
        player.hand.send(discard.card, table.discard)


def draw(table: Table, player: Player, cards: int) -> None:
    """Draw; when the deck runs out, the discard pile makes a new one (TV-A6, TV-B5)."""
    if player.out:
        return
    for _ in range(cards):
        if not table.deck:
            table.discard.send_all(table.deck)
            table.chance.shuffle(table.deck)
        if table.deck:
            player.hand.append(table.deck.pop())


def chug(table: Table, player: Player) -> Play[None]:
    """A character drinks at any opponent's cost, and may act all the same (TV-A7, TV-B37)."""
    while drinks := [
        Chug(card, each.card, opponent.seat)
        for card in player.hand.by_use["chug"]
        for each in player.crew
        if each.card in card.users and not (each.stun and table._stun_blocks_all)
        for opponent in player._opponents
    ]:
        drink = yield from choose(player.seat, [*drinks, PASS], rule="TV-A7")
        if not isinstance(drink, Chug):
            break
        player.hand.send(drink.card, table.discard)
        take_beers(table, table.players[drink.opponent], drink.card.number)


def take_beers(table: Table, player: Player, beers: int) -> None:
    """Whose last beer is gone is out at once; the last player left wins (TV-A2, TV-B36)."""
    if player.out:
        return
    player.beers -= min(beers, player.beers)
    if player.beers:
        return
    player.place = len(table.live())
    player.out = True
    table.know_opponents()
    # Hand, characters and what they carry are discarded (TV-B38).
    player.hand.send_all(table.discard)
    for each in player.crew[:]:
        discard_character(table, each)
    if player.place == 2:
        winner = table.players[table.live()[0]]
        winner.place = 1
        places = [each.place for each in table.players]
        end_match("out-of-beer", winners=[winner.seat], places=places)


# --- the "I'll get you for that" phase ------------------------------------------------------


def get_you_for_that(table: Table, player: Player) -> Play[None]:
    """Characters, modifiers, weapons and specials, in any order and number (TV-A8, TV-B6)."""
    table.phase = "recruit"
    while True:
        play = yield player.seat, [*plays(table, player), DONE], "TV-B6", table._why_no_play
        kind = type(play)
        if kind is Recruit:
            player.hand.remove(play.character)
            character = player.crew.make(play.character)
            character.new = True
            player.crew.append(character)
        elif kind is Lay and play.card.kind == "special":
            player.hand.send(play.card, table.discard)
            take_effect(table, player, play.card, table.character(play.character))
        elif kind is Lay:
            attach(player, play.card, table.character(play.character))
        elif kind is LayOnWeapon:
            player.hand.send(play.card, table.discard)
            bearer = table.character(play.bearer)
            yield from ON_WEAPON[play.card.effect](table, player, bearer)
        else:
            break
    for opponent in player._opponents:
        if opponent.hand.by_use["spoil"]:
            yield from spoil(table, opponent)


def plays(table: Table, player: Player) -> list[Choice]:
    """What the cards in hand can do in this phase."""
    found: list[Choice] = []
    for card in player.hand.by_use["crew"]:
        if card.kind == "character":
            found.append(card.recruit)
        elif card.kind == "special":
            found += specials(table, player, card)
        else:
            found += attachments(table, player, card)
    return found


def attachments(table: Table, player: Player, card: Card) -> list[Lay]:
    """Whom a weapon or modifier can go on."""
    crew = table.characters() if card.negative else player.crew
    return [card.lay[each] for each in bearers(player, card, crew)]


def bearers(player: Player, card: Card, characters: Iterable[Character]) -> list[Card]:
    """Who of them can bear a weapon or modifier (TV-A9, TV-A10, TV-A11).

    A weapon goes on the unarmed, a modifier on who was put into play this turn (TV-B8, TV-B9).
    """
    if card.kind == "weapon":
        return [e.card for e in characters if not e.weapon and e.card in card.users]
    new = [each for each in characters if each.new and each.card in card.users]
    return [e.card for e in new if not (card.negative and e.player is player)]


def specials(table: Table, player: Player, card: Card) -> list[Choice]:
    """What a special can be played on (TV-A12, TV-B33)."""
    if card.effect in ON_CHARACTER:
        lay = card.lay
        return [lay[each] for each in table.affected(player, card)]
    return [
        LayOnWeapon.made[card, weapon, each.card]
        for each in table.characters()
        for weapon in each.weapon
        if card.effect != "steal" or takers(player, weapon)
    ]


def takers(player: Player, weapon: Card) -> list[Card]:
    """Who of a crew could take a weapon (TV-B32)."""
    return bearers(player, weapon, player.crew)


def wished_plays(table: Table, player: Player) -> Iterator[Wish]:
    """The same and all else that somebody may want to play, with what is against it."""
    for card in player.hand.titles():
        if card.kind == "character":
            yield Recruit(card), None
        elif card.kind == "special":
            yield from wished_specials(table, player, card)
        elif card.kind in ("weapon", "modifier", "armor"):
            yield from wished_attachments(table, player, card)


def wished_attachments(table: Table, player: Player, card: Card) -> Iterator[Wish]:
    """Whom a weapon or modifier could go on."""
    for each in table.characters() if card.negative else player.crew:
        yield Lay(card, each.card), against_attaching(player, card, each)


def against_attaching(player: Player, card: Card, character: Character) -> Reason | None:
    """Why a weapon or modifier can't go on a character."""
    name = character.card.title
    if card.kind == "weapon" and character.weapon:
        return "TV-B8", f"{name} has a weapon already"
    if card.kind != "weapon" and not character.new:
        return "TV-B9", f"{name} was not put into play this turn"
    if card.negative and character.player is player:
        return "TV-A9", f"{card.title} is for an opponent to put on {name}"
    if character.card not in card.users:
        return "TV-A11", f"{name} can't have {card.title}: {card.needs}"
    return None


def attach(player: Player, card: Card, character: Character) -> None:
    """Put a weapon or modifier on a character."""
    if character.is_in_play:
        pile = character.weapon if card.kind == "weapon" else character.modifiers
        player.hand.send(card, pile)


def wished_specials(table: Table, player: Player, card: Card) -> Iterator[Wish]:
    """What a special could be played on."""
    for each in table.characters():
        if card.effect in ON_CHARACTER:
            yield Lay(card, each.card), against_effect(player, card, each)
        elif card.effect in ON_WEAPON:
            for weapon in each.weapon:
                no_taker = card.effect == "steal" and not takers(player, weapon)
                reason = "TV-B32", f"nobody of yours could take {weapon.title} at once"
                yield LayOnWeapon(card, weapon, each.card), reason if no_taker else None
        else:
            yield Lay(card, each.card), ANOTHER_TIME[card.effect][1]


def against_effect(player: Player, card: Card, target: Character) -> Reason | None:
    """Why a card can't be used on a character: any will do, but who changes sides must do so."""
    if card.effect == "charm" and target.player is player:
        return "TV-B28", f"{target.card.title} is on your side already"
    return None


def spoil(table: Table, opponent: Player) -> Play[None]:
    """An opponent may put negative modifiers on the new characters (TV-A9, TV-B6, TV-B37)."""
    while True:
        choices = [*spoils(table, opponent), PASS]
        lay = yield opponent.seat, choices, "TV-A9", table._why_no_spoil
        if lay is PASS:
            break
        attach(opponent, lay.card, table.character(lay.character))


def spoils(table: Table, opponent: Player) -> list[Choice]:
    """Whom an opponent's negative modifiers can go on."""
    hand = opponent.hand.by_use["spoil"]
    return [lay for card in hand for lay in attachments(table, opponent, card)]


def wished_spoils(table: Table, opponent: Player) -> Iterator[Wish]:
    """Whom they could go on, with what is against it."""
    for card in opponent.hand.by_use["spoil"]:
        yield from wished_attachments(table, opponent, card)


# --- the Brawl phase ------------------------------------------------------------------------


ONLY_DONE: list[Choice] = [DONE]


def brawl(table: Table, player: Player) -> Play[None]:
    """Each of the player's characters may do one thing (TV-A13), one after another (TV-B11)."""
    table.phase = "brawl"
    table._targets = [each.card for each in table.opposing(player) if not each.attacks]
    while True:
        act = yield player.seat, acts(table, player), "TV-A13", table._why_no_act
        kind = type(act)
        if kind is Attack:
            yield from attack(table, act.attacker, act.target)
        elif kind is GangUp:
            player.hand.send(act.card, table.discard)
            yield from attack(table, act.attacker, act.target)
        elif kind is Drink:
            table.character(act.drinker).acted = True
            take_beers(table, table.players[act.opponent], 1)
        elif kind is Eat:
            use(table, player, act.eater, act.food, act.eater)
        elif kind is Cast:
            use(table, player, act.mage, act.spell, act.target)
        else:
            break
    table.played.send_all(table.discard)  # TV-A26


def acts(table: Table, player: Player) -> list[Choice]:
    """What the characters who have done nothing yet can do (TV-A13), or no more."""
    idle = [each for each in player.crew if not each.acted]
    if table._stun_blocks_all:
        idle = [each for each in idle if not each.stun]
    if not idle:
        return ONLY_DONE
    found = attacks(table, idle)
    # Drink: one beer for each, where all characters have been attacked (TV-A24, TV-B37).
    unguarded = [each for each in player._opponents if guard(each) is None]
    if seats := [each.seat for each in unguarded if not against_drinking(table, each)]:
        found += [each.card.drink[seat] for each in idle for seat in seats]
    for card in player.hand.by_use["instead"]:
        found += instead(table, player, idle, card)
    found.append(DONE)
    return found


def attacks(table: Table, idle: Iterable[Character]) -> list[Choice]:
    """On whoever has not been attacked yet (TV-A14), but no Employee on an Employee (TV-A21)."""
    found: list[Choice] = []
    targets = table._targets
    on_anybody, on_outsiders = values_of(targets), None
    for each in idle:
        if each.stun:
            continue
        if not each.card.employee:
            found += on_anybody(each.card.attack)
        else:
            if on_outsiders is None:
                on_outsiders = values_of([card for card in targets if not card.employee])
            found += on_outsiders(each.card.attack)
    return found


def instead(table: Table, player: Player, idle: list[Character], card: Card) -> list[Choice]:
    """Eat, cast, gang up: what can be done with a card (TV-A18, TV-A25)."""
    if card.kind == "food":
        return [Eat.made[each.card, card] for each in idle]
    if card.kind == "spell":
        mages = [each.card for each in idle if each.card in card.users]
        targets = table.affected(player, card) if mages else []
        return [Cast.made[mage, card, target] for mage in mages for target in targets]
    once = [each for each in table.opposing(player) if each.attacks == 1]
    return [
        GangUp.made[card, each.card, target.card]
        for each in idle
        for target in once
        if not against_ganging_up(card, each, target)
    ]


def wished_acts(table: Table, player: Player) -> Iterator[Wish]:
    """The same and all else that somebody may want to do, with what is against it."""
    hand = player.hand.titles()
    for each in player.crew:
        acting = against_acting(table, each)
        for opponent in player._opponents:
            reason = acting or against_drinking(table, opponent)
            yield Drink(each.card, opponent.seat), reason
        for target in table.characters():
            yield Attack(each.card, target.card), acting or against_attack(each, target)
        for card in hand:
            if card.kind == "food":
                yield Eat(each.card, card), acting
        for card, target in product(hand, table.characters()):
            if card.effect == "join":
                reason = acting or against_ganging_up(card, each, target)
                yield GangUp(card, each.card, target.card), reason
            elif card.kind == "spell":
                reason = acting or against_casting(card, each)
                reason = reason or against_effect(player, card, target)
                yield Cast(each.card, card, target.card), reason


def against_acting(table: Table, character: Character) -> Reason | None:
    """Why a character can't do anything."""
    if character.acted:
        return "TV-A13", f"{character.card.title} has done one thing this turn"
    if character.stun and table._stun_blocks_all:
        return "TV-B15", f"{character.card.title} is stunned"
    return None


def against_attack(attacker: Character, target: Character) -> Reason | None:
    """Why a character can't attack another one."""
    if attacker.player is not target.player and target.attacks:
        return "TV-A14", f"{target.card.title} has been attacked this turn"
    return against_fighting(attacker, target)


def against_fighting(attacker: Character, target: Character) -> Reason | None:
    """Why a character can't attack another one, no matter who else does."""
    if attacker.stun:
        return "TV-A23", f"{attacker.card.title} is stunned"
    if attacker.player is target.player:
        return "TV-A14", f"{target.card.title} is on the same side"
    if attacker.card.employee and target.card.employee:
        return "TV-A21", "Employees do not attack each other"
    return None


def against_ganging_up(card: Card, attacker: Character, target: Character) -> Reason | None:
    """Why a character can't attack as the second one (TV-A18)."""
    if target.attacks != 1:
        return "TV-B22", f"{target.card.title} has been attacked {target.attacks} times, not once"
    if target.card not in card.targets[attacker.card]:
        return "TV-A18", f"{attacker.card.title} can't use {card.title}: {card.needs}"
    return against_fighting(attacker, target)


def against_drinking(table: Table, opponent: Player) -> Reason | None:
    """Why nobody can drink an opponent's beer: somebody there has not been attacked (TV-B35)."""
    if table._dry_first_turn and table.turn == 1:
        return "TV-B34", "nobody drinks in the first turn"
    if not opponent.crew and not table._empty_side_drinkable:
        return "TV-B34", "nobody drinks from a player without characters"
    if guarding := guard(opponent):
        return "TV-A24", f"{guarding.card.title} has not been attacked"
    return None


def guard(player: Player) -> Character | None:
    """Who still guards a player's beer: a character that has not been attacked."""
    for each in player.crew:
        if not each.attacked:
            return each
    return None


def against_casting(card: Card, mage: Character) -> Reason | None:
    """Why a character can't cast a spell."""
    if mage.card not in card.users:
        return "TV-A25", f"{mage.card.title} can't cast {card.title}: {card.needs}"
    return None


def use(table: Table, player: Player, user: Card, card: Card, target: Card) -> None:
    """Eat or cast: the card is discarded, and nothing answers it (TV-A25, TV-B31)."""
    table.character(user).acted = True
    player.hand.send(card, table.discard)
    take_effect(table, player, card, table.character(target))


# --- an attack, step by step (TV-B11) -------------------------------------------------------


def attack(table: Table, attacking: Card, attacked: Card) -> Play[None]:
    """Attacker and target are declared; then the Attack card; then it comes to the target."""
    attacker, target = table._in_play[attacking], table._in_play[attacked]
    player = attacker.player
    attacker.acted = True
    declare(table, target)
    table.attacker, table.target, table.attack_card = attacking, attacked, None
    strength = attacker.total
    table.damage = strength if strength > 0 else 0
    # Up to one Attack card, spent whatever becomes of the attack (TV-A15, TV-B13). The attacker,
    # and for some the target, must suit it.
    choices: list[Choice] = [
        card
        for card in player.hand.by_use["attack"]
        if attacked in card.targets[attacking]
        and (card.effect != "split" or not against_dividing(table, card, attacker, target))
    ]
    choices.append(PASS)
    card = yield player.seat, choices, "TV-A15", table._why_no_attack_card
    if card is not PASS:
        player.hand.send(card, table.played)
        table.attack_card, table.damage = card, max(strength + card.strength, 0)
    if card is not PASS and card.effect == "split":
        shares = yield from divide(table, card, attacker, target)
        for each, damage in shares:
            table.damage = damage
            if each.is_in_play:  # who is out by now takes no share, but still deals them
                yield from strike(table, attacker, each)
    else:
        yield from strike(table, attacker, target)
    table.attacker = table.target = table.attack_card = None
    table.damage = 0


def declare(table: Table, target: Character) -> None:
    """Count an attack on a target (TV-A14, TV-B22)."""
    target.attacks += 1
    if target.attacks == 1:
        no_target(table, target)


def wished_attack_cards(table: Table, player: Player) -> Iterator[Wish]:
    """The Attack cards in hand, with what is against one."""
    attacker, target = table.fighting()
    for card in player.hand.by_use["attack"]:
        if target.card not in card.targets[attacker.card]:
            yield card, ("TV-A15", f"{card.title} can't be used here: {card.needs}")
        elif card.effect == "split":
            yield card, against_dividing(table, card, attacker, target)
        else:
            yield card, None


def against_dividing(
    table: Table, card: Card, attacker: Character, target: Character
) -> Reason | None:
    """Why damage can't be divided."""
    if attacker.total + card.strength < card.number:
        return "TV-B21", "there is too little damage to divide"
    if target.attacks > 1 or len(more_targets(table, card, attacker)) < card.number - 1:
        return "TV-B21", f"it takes {card.number} targets not attacked before"
    return None


def more_targets(table: Table, card: Card, attacker: Character) -> list[Card]:
    """Whom else an Attack card could be divided on."""
    return [
        each.card
        for each in table.opposing(attacker.player)
        if not against_attack(attacker, each) and each.card in card.targets[attacker.card]
    ]


def divide(
    table: Table, card: Card, attacker: Character, target: Character
) -> Play[list[tuple[Character, int]]]:
    """Name the other targets, then give each a share of at least 1 (TV-B21)."""
    seat = attacker.player.seat
    chosen = [target]
    while len(chosen) < card.number:
        another = yield from choose(seat, more_targets(table, card, attacker), rule="TV-B21")
        chosen.append(table.character(another))
        declare(table, chosen[-1])
    shares: list[tuple[Character, int]] = []
    left = table.damage
    for each in chosen[:-1]:
        most = left - (len(chosen) - len(shares) - 1)
        parts = [Share(damage, each.card) for damage in range(1, most + 1)]
        share = yield from choose(seat, parts, rule="TV-B21")
        shares.append((each, share.damage))
        left -= share.damage
    return [*shares, (chosen[-1], left)]


def strike(table: Table, attacker: Character, target: Character) -> Play[None]:
    """The attack comes to a target: the coin, the answer, the damage."""
    table.target = target.card
    if table._negated_counts:
        target.attacked = True  # whatever becomes of it (TV-B12)
    if target.card.nimble and not table.chance.coin():
        return  # TV-A20, TV-B17
    player = target.player
    choices = answers(table, attacker, target)
    choices.append(PASS)
    answer = yield player.seat, choices, "TV-A16", table._why_no_answer
    if answer is PASS:
        target.attacked = True
        hit(table, target)
        return
    kind = type(answer)
    if kind is Card:  # a Defense card, which cancels the attack as a parry does
        player.hand.send(answer, table.played)
    elif kind is Parry:
        target.weapon.send(answer.weapon, table.discard)
    elif kind is Lay:  # Hit Wrong Guy
        target.attacked = True  # whatever becomes of it: TV-B20
        player.hand.send(answer.card, table.discard)
        yield from strike(table, attacker, table.character(answer.character))


def answers(table: Table, attacker: Character, target: Character) -> list[Choice]:
    """A Defense card, Hit Wrong Guy, the target's own weapon (TV-A16, TV-A17, TV-B18, TV-B19)."""
    found: list[Choice] = []
    for card in target.player.hand.by_use["answer"]:
        if card.effect == "redirect":
            found += [
                card.lay[each.card]
                for each in table.characters()
                if not against_new_target(table, attacker, target, each)
            ]
        elif not target.stun and attacker.card in card.targets[target.card]:
            found.append(card)
    if target.weapon and not (target.stun and table._stun_blocks_all):
        found += [Parry.made[weapon,] for weapon in target.weapon if weapon.effect == "parry"]
    return found


def wished_answers(table: Table, player: Player) -> Iterator[Wish]:
    """The same and all else that somebody may want to answer, with what is against it."""
    attacker, target = table.fighting()
    for card in player.hand.by_use["answer"]:
        if card.kind == "defense":
            if target.stun:
                yield card, ("TV-A23", f"{target.card.title} is stunned")
            elif attacker.card not in card.targets[target.card]:
                yield card, ("TV-A16", f"{target.card.title} can't use {card.title}: {card.needs}")
            else:
                yield card, None
        else:
            for each in table.characters():
                reason = against_new_target(table, attacker, target, each)
                yield Lay(card, each.card), reason
    for weapon in target.weapon:
        if weapon.effect != "parry":
            yield Parry(weapon), ("TV-A16", f"{weapon.title} can't parry")
        elif target.stun and table._stun_blocks_all:
            yield Parry(weapon), ("TV-B15", f"{target.card.title} is stunned")
        else:
            yield Parry(weapon), None


def against_new_target(
    table: Table, attacker: Character, target: Character, new_target: Character
) -> Reason | None:
    """Why the attack can't go at somebody else instead, on whatever side (TV-B20)."""
    card = table.attack_card
    if new_target is attacker or new_target is target:
        return "TV-B20", "the new target is neither the attacker nor the old one"
    if attacker.card.employee and new_target.card.employee:
        return "TV-A21", "Employees do not attack each other"
    if card is not None and new_target.card not in card.targets[attacker.card]:
        return "TV-B20", f"{card.title} can't hit {new_target.card.title}: {card.needs}"
    return None


def hit(table: Table, target: Character) -> None:
    """Damage stays; as much as the target has hits knocks it out (TV-A19, TV-A22)."""
    target.damage += table.damage
    card = table.attack_card
    if card is not None and card.effect == "stun":
        stun(table, target.player, target, card.number)
    if target.damage >= target.hits:
        discard_character(table, target)


# --- what the cards do ----------------------------------------------------------------------


def take_effect(table: Table, player: Player, card: Card, target: Character) -> None:
    """Let a player's special, spell or food do what it does to a character."""
    ON_CHARACTER[card.effect](table, player, target, card.number)


def stun(table: Table, player: Player, target: Character, turns: int) -> None:
    """Stunned for so many turns; a second stun does not add to the first (TV-B16)."""
    target.stun = max(target.stun, turns)
    target.stun_stays = True


def heal(table: Table, player: Player, target: Character, damage: int) -> None:
    """So much damage is healed, down to none (TV-B30)."""
    target.damage = max(0, target.damage - damage)


def change_sides(table: Table, player: Player, target: Character, _: int) -> None:
    """Join the player for good, with all the character carries and suffers (TV-B28)."""
    if player.out or not target.is_in_play:
        return
    target.player.crew.remove(target)
    player.crew.append(target)
    no_target(table, target)
    target.player = player
    target.stun_stays = True


def remove(table: Table, player: Player, target: Character, _: int) -> None:
    """Discard the character."""
    discard_character(table, target)


def no_target(table: Table, character: Character) -> None:
    """Let nobody attack who has left a crew, or has been attacked."""
    if character.card in table._targets:
        table._targets.remove(character.card)


def discard_character(table: Table, character: Character) -> None:
    """Discard a character and everything attached to it (TV-B26), if it is not gone already."""
    if not character.is_in_play:
        return
    character.player.crew.remove(character)
    no_target(table, character)
    character.weapon.send_all(table.discard)
    character.modifiers.send_all(table.discard)
    table.discard.append(character.card)


def break_weapon(table: Table, player: Player, bearer: Character) -> Play[None]:
    """Discard the weapon."""
    yield from ()
    bearer.weapon.send_all(table.discard)


def steal_weapon(table: Table, player: Player, bearer: Character) -> Play[None]:
    """Take the weapon for an unarmed character (TV-B32)."""
    able = takers(player, bearer.weapon[0]) if bearer.weapon else []
    if able:
        taker = yield from choose(player.seat, able, rule="TV-B32")
        bearer.weapon.send_all(table.character(taker).weapon)


ON_CHARACTER: dict[str, Callable[[Table, Player, Character, int], None]] = {
    "stun": stun,
    "heal": heal,
    "charm": change_sides,
    "remove": remove,
}
ON_WEAPON: dict[str, Callable[[Table, Player, Character], Play[None]]] = {
    "break": break_weapon,
    "steal": steal_weapon,
}
# Specials that are not for one's own "I'll get you for that": what for, and why not there.
ANOTHER_TIME: dict[str, tuple[str, Reason]] = {
    "redirect": ("answer", ("TV-A17", "it answers an attack")),
    "join": ("instead", ("TV-A18", "it is for your own Brawl")),
    "chug": ("chug", ("TV-B4", "it is for the Quaff phase")),
}
# What the cards of each kind can do beyond their numbers.
EFFECTS: dict[str, list[str]] = {
    "character": [],
    "weapon": ["parry"],
    "modifier": [],
    "armor": [],
    "attack": ["stun", "split"],
    "defense": ["cancel"],
    "special": [*ON_CHARACTER, *ON_WEAPON, *ANOTHER_TIME],
    "spell": [*ON_CHARACTER],
    "food": ["heal"],
}

# --- playing sensibly -----------------------------------------------------------------------


def hint(table: Table, seat: Seat, choice: Choice) -> float | None:
    """How good a choice looks: drink, hit whoever still guards beer, keep one's own in shape."""
    player, look = table.players[seat], None
    match choice:
        case Drink(_, opponent) | Chug(_, _, opponent):
            look = 3.0 + 1.0 / table.players[opponent].beers
        case Attack(attacker, target) | GangUp(_, attacker, target):
            look = look_of_attack(table.character(attacker), table.character(target))
        case Lay(card, target) | Cast(_, card, target) | Eat(target, card):
            look = look_of_effect(player, card, table.character(target))
        case LayOnWeapon(_, _, bearer):
            look = 0.0 if table.character(bearer).player is player else 1.0
        case Parry():
            look = min(table.damage / 6, 1.0)
        case Discard(card):
            look = 0.3 if card.kind in ("character", "defense") else 1.0
        case Word("done"):
            look = 0.05
    return look


def look_of_attack(attacker: Character, target: Character) -> float:
    """An attack looks good if it knocks out, and if few others guard that beer."""
    guards = sum(not each.attacked for each in target.player.crew)
    knock_out = attacker.strength >= target.hits - target.damage
    return 0.6 + 0.8 / max(guards, 1) + (0.8 if knock_out else 0.0)


def look_of_effect(player: Player, card: Card, target: Character) -> float:
    """Help looks good on one's own characters, harm on others' strong ones."""
    own = target.player is player
    match card.effect:
        case "heal":
            return min(target.damage / card.number, 1.5) if own else 0.0
        case "redirect":
            return 0.2 if own else 2.0
        case "stun" | "remove" | "charm":
            return 0.0 if own or target.stun else 0.4 + target.strength / 3
        case _:
            return 1.2


def standing(table: Table, seat: Seat) -> float:
    """A seat's share of what counts: beers above all, and characters to guard and drink them."""
    worth = [
        0.0 if each.out else each.beers + sum(c.card.strength for c in each.crew) / 4 + 1
        for each in table.players
    ]
    return worth[seat] / sum(worth)
