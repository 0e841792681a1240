"""A game small enough to read at a glance, for the examples of the engine's documentation.

Players shove each other in turn; a jab is used up, and a rest costs nothing. Whoever has no
breath left is out.
"""

from __future__ import annotations

from pathlib import Path

from brawlprint.definitions import Card, Deck, Game, OptionSpec, Players, Term
from brawlprint.engine.choices import Title
from brawlprint.engine.rules import Rules, load_rules

SHOVING = '''
from __future__ import annotations

from brawlprint.engine import (
    InPlay, Match, Move, Outcome, Pile, Play, Player, Row, Seat, Seen, Table, Title, Word,
    Chance, Kit, choose, titles,
)

class Shove(Move):
    card: Title
    target: Seat
    notation = "{card} {target}"

REST = Word("rest")

class Cards:
    """What the rules read from the deck, once."""

    def __init__(self, game):
        self.titles = titles(game.decks["cards"], lambda row, index: Title(row.card, index))

read = Cards

class Boxer(Player):
    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.breath = 5
        self.hand: Pile[Title] = Pile(seen=Seen.BY_OWNER)

class Table(Table[Cards, Boxer]):
    def __init__(self, match: Match, chance: Chance) -> None:
        super().__init__(match, chance)
        self.players = [Boxer(seat) for seat in self.seats]
        cards = [title for title in self.kit.titles for _ in range(title.copies)]
        self.stock: Pile[Title] = Pile(cards, seen=Seen.BY_NOBODY)
        self.discard: Pile[Title] = Pile()

def setup(table):
    table.chance.shuffle(table.stock)
    for player in table.players:
        for _ in range(2):
            player.hand.append(table.stock.pop())

def play(table) -> Play[Outcome]:
    while len(table.live()) > 1:
        table.begin_turn()
        yield from turn(table, table.players[table.active])
        table.active = table.left_of(table.active)
    return Outcome("last-standing", winners=tuple(table.live()))

def turn(table, player) -> Play[None]:
    shoves = [Shove(card, seat) for card in player.hand.titles()
              for seat in table.others(player.seat)]
    chosen = yield from choose(player.seat, [*shoves, REST], rule="SH-A1")
    match chosen:
        case Shove(card, target):
            player.hand.send(card, table.discard)
            victim = table.players[target]
            victim.breath -= table.chance.die(3)
            victim.out = victim.breath <= 0
'''


def cards(*ids: str) -> tuple[Title, ...]:
    """Titles for an example, in the given order."""
    made = sorted(ids)
    by_id = {each: _title(each, ids.index(each)) for each in made}
    return tuple(by_id[each] for each in ids)


def _title(name: str, index: int) -> Title:
    return Title(Card(index + 2, index + 1, name, name.capitalize(), "attack"), index)


def definition(rows: tuple[tuple[str, int], ...] = (("jab", 8), ("hook", 4))) -> Game:
    """The definition of the shoving game, as ``load_game`` would read it."""
    deck = Deck("cards", Path("deck.csv"), tuple(
        Card(index + 2, index + 1, name, name.capitalize(), "attack", copies)
        for index, (name, copies) in enumerate(rows)
    ))  # fmt: skip
    return Game(
        name="shoving",
        path=Path("game.toml"),
        title="Shoving",
        tagline="",
        credit="",
        players=Players(2, 4, 2),
        kinds={"attack": Term("Attack")},
        columns={},
        decks={"cards": deck},
        components={},
        options={"move_limit": OptionSpec(100), "first_seat": OptionSpec(0, max=3)},
    )


shoving: Rules = load_rules(definition(), Path("shoving.py"), SHOVING)
