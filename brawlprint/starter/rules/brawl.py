"""How the game plays. It reads like the rulebook; the numbers (BR-…) are those of the rulings.

Change a card's numbers in deck.csv, not here. A new effect is a function in EFFECTS, and a line in LOOKS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from brawlprint import engine
from brawlprint.definitions import Game
from brawlprint.engine import (
    Chance,
    Choice,
    Match,
    Move,
    Outcome,
    Pile,
    Play,
    Row,
    Seat,
    Seen,
    Title,
    Word,
    choose,
    titles,
)

KINDS = ATTACK, DEFENSE, TRICK = "attack", "defense", "trick"  # as game.toml names them
TAKE_IT = Word("take-it")

# --- the cards ------------------------------------------------------------------------------


class Card(Title):
    """A card as the rules need it, read from its row of deck.csv."""

    def __init__(self, row: Row, index: int) -> None:
        super().__init__(row.card, index)
        self.kind = row.word("kind", KINDS)
        self.strength = row.integer("strength")
        self.effect, self.number = row.effect("effect", EFFECTS)


class Cards:
    """Everything the rules read from the definition, once for all matches."""

    def __init__(self, game: Game) -> None:
        self.titles = titles(game.decks["cards"], Card)
        self.hand = game.decks["cards"].hand or 0  # cards dealt; a turn draws up to one more


read = Cards


class Hit(Move):
    """An attack card laid against somebody."""

    card: Card
    target: Seat
    notation = "hit {card} {target}"


class Use(Move):
    """A trick played."""

    card: Card
    notation = "use {card}"


class Discard(Move):
    """A card discarded, to do nothing."""

    card: Card
    notation = "discard {card}"


# --- the table ------------------------------------------------------------------------------


class Player(engine.Player):
    """Somebody's breath and hand."""

    def __init__(self, seat: Seat, breath: int) -> None:
        super().__init__(seat)
        self.breath = breath
        self.hand: Pile[Card] = Pile(seen=Seen.BY_OWNER)


class Table(engine.Table[Cards, Player]):
    """What lies on the table. All that is public here is the position of a match."""

    def __init__(self, match: Match, chance: Chance) -> None:
        super().__init__(match, chance)
        self._breath = match.options.get_number("breath")
        self.players = [Player(seat, self._breath) for seat in self.seats]
        cards = [card for card in self.kit.titles for _ in range(card.copies)]
        self.draw_pile: Pile[Card] = Pile(cards, seen=Seen.BY_NOBODY)
        self.discard: Pile[Card] = Pile()

    def draw(self, player: Player, up_to: int) -> None:
        """Fill a hand, as far as there are cards (BR-A2, BR-B1)."""
        while len(player.hand) < up_to:
            if not self.draw_pile:
                self.discard.send_all(self.draw_pile)
                self.chance.shuffle(self.draw_pile)
            if not self.draw_pile:
                return
            player.hand.append(self.draw_pile.pop())

    def gain(self, player: Player, breath: int) -> None:
        """Get breath back (BR-B3)."""
        player.breath = min(self._breath, player.breath + breath)

    def lose(self, player: Player, breath: int) -> None:
        """Lose breath, and be out without any (BR-A7). Whatever hurts goes by this."""
        player.breath = max(0, player.breath - breath)
        if not player.breath:
            player.out = True
            player.hand.send_all(self.discard)  # BR-B2

    def faults(self) -> Iterator[str]:
        """What can't be: somebody who plays on without breath."""
        for player in self.players:
            if player.breath <= 0 and not player.out:
                yield f"P{player.seat + 1} is in with {player.breath} breath (BR-A7)"


def setup(table: Table) -> None:
    """Shuffle and deal (BR-A1)."""
    table.chance.shuffle(table.draw_pile)
    for player in table.players:
        table.draw(player, table.kit.hand)


# --- a match --------------------------------------------------------------------------------


def play(table: Table) -> Play[Outcome]:
    """Turn by turn, until one is left (BR-A7)."""
    while len(table.live()) > 1:
        table.begin_turn()
        yield from take_turn(table, table.players[table.active])
        table.active = table.left_of(table.active)
    return Outcome("last-standing", winners=tuple(table.live()))


def take_turn(table: Table, player: Player) -> Play[None]:
    """Draw, and do one thing (BR-A2)."""
    table.draw(player, table.kit.hand + 1)
    if not player.hand:
        return
    match (yield from choose(player.seat, things_to_do(table, player), rule="BR-A2")):
        case Hit(card, target):
            player.hand.send(card, table.discard)
            yield from attack(table, card, table.players[target])
        case Use(card):
            player.hand.send(card, table.discard)
            if card.effect is not None:
                card.effect(table, player, card.number)
        case Discard(card):
            player.hand.send(card, table.discard)


def things_to_do(table: Table, player: Player) -> list[Choice]:
    """Attack somebody (BR-A3), play a trick (BR-A5), or discard (BR-A6)."""
    hand = player.hand.titles()
    hits = [
        Hit(card, target)
        for card in hand
        if card.kind == ATTACK
        for target in table.others(player.seat)
    ]
    uses = [Use(card) for card in hand if card.kind == TRICK]
    return [*hits, *uses, *(Discard(card) for card in hand)]


def attack(table: Table, card: Card, target: Player) -> Play[None]:
    """Whoever is attacked blocks it, or loses breath (BR-A4, BR-A7)."""
    blocks = [each for each in target.hand.titles() if each.kind == DEFENSE]
    answer = yield from choose(target.seat, [*blocks, TAKE_IT], rule="BR-A4")
    if isinstance(answer, Card):
        target.hand.send(answer, table.discard)
        return
    table.lose(target, card.strength)


# --- what the effects do --------------------------------------------------------------------


def rest(table: Table, player: Player, number: int) -> None:
    """Gain breath."""
    table.gain(player, number)


EFFECTS: dict[str, Callable[[Table, Player, int], None]] = {"rest": rest}


# --- playing sensibly -----------------------------------------------------------------------

# How good a trick looks to somebody short of breath, and to others; one that isn't here, 1.
LOOKS: dict[object, tuple[float, float]] = {rest: (2, 0.2)}


def hint(table: Table, seat: Seat, choice: Choice) -> float:
    """How good a choice looks, 0 for "rather not": what the brawler of simulations plays by."""
    match choice:
        case Hit(card, target):
            return 1 + card.strength - table.players[target].breath / 10
        case Use(card):
            short, else_ = LOOKS.get(card.effect, (1, 1))
            return short if table.players[seat].breath < 5 else else_
        case Discard():
            return 0.1
        case _:
            return 0.2 if choice is TAKE_IT else 1


def standing(table: Table, seat: Seat) -> float:
    """How well a seat stands, from 0 to 1."""
    total = sum(player.breath for player in table.players)
    return table.players[seat].breath / total if total else 0.0
