"""Wrestling: draw up to five cards, then make a move or discard, until a hold isn't broken.

The numbers (WR-…) are those of the rulings in wrestling.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product
from operator import attrgetter

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

DEALT = 4  # cards to each player
HAND = 5  # cards to draw up to
REPLACED = 2  # cards to draw before going again

# --- the moves ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveType:
    """A row of the table of moves: its name, its cards, its result (WR-A6)."""

    name: str
    sets: tuple[str, ...]
    broken_by: str = ""  # for a move that wins: the letter of the cards that break it
    is_illegal: bool = False  # whoever makes it is disqualified if it is broken
    goes_again: bool = False

    def __str__(self) -> str:
        return self.name


MOVES = (
    MoveType("pin", ("A-2-3",), broken_by="P"),
    MoveType("submission", ("4-5-6",), broken_by="S"),
    MoveType("finisher", ("A-A-A",), broken_by="F"),
    MoveType("posting", ("4-4",), goes_again=True),
    MoveType("body-slam", ("5-5",), goes_again=True),
    MoveType("into-the-ropes", ("6-6",), goes_again=True),
    MoveType("out-of-ring", ("7-7",), goes_again=True),
    MoveType("drop-kick", ("8-8",), goes_again=True),
    MoveType("weakener", ("9-9", "10-10", "J-J")),
    MoveType("knockout", ("Q-Q-Q",), broken_by="K", is_illegal=True),
)
ANY_CARD = "Any card"  # what the deck says of a joker's moves
BROKEN_BY = [move.broken_by for move in MOVES if move.broken_by]
SETS = [*(each for move in MOVES for each in move.sets), ANY_CARD]

# --- the cards ------------------------------------------------------------------------------

NAMES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
by_rank = attrgetter("index")


class Rank(Title):
    """The cards of one rank. Suits are irrelevant, so they are one title (WR-A6)."""

    def __init__(self, row: Row, index: int) -> None:
        super().__init__(row.card, index)
        self.rank = row.text("rank")
        self.id = NAMES.get(self.rank, self.rank.casefold())
        self.title = self.id.capitalize()
        self.breaks = row.letters("breaks", BROKEN_BY)
        self.sets = row.words("moves", SETS, between=" · ")
        self.is_joker = ANY_CARD in self.sets


class Pack:
    """The ranks, and all that can be done with them."""

    def __init__(self, game: Game) -> None:
        self._ranks: dict[str, Rank] = {}
        titles(game.decks["cards"], self._sort_in)
        self.titles = tuple(self._ranks.values())
        self.draws: dict[Rank, list[Take | Word]] = {top: [Take(top), DRAW] for top in self.titles}
        self._moves: dict[tuple[Rank, ...], list[Combination]] = {}
        for each in dict.fromkeys(self._combinations()):
            self._moves.setdefault(each.cards, []).append(each)
        self._actions: dict[tuple[Rank, ...], list[Combination | Discard]] = {}

    def _sort_in(self, row: Row, index: int) -> Rank:
        """Put a card with the others of its rank."""
        card = Rank(row, index)
        rank = self._ranks.setdefault(card.rank, card)
        if rank is not card:
            rank.copies += card.copies
        if card.sets != rank.sets:
            row.fault("moves", f"every {rank.title} makes the same moves", [" · ".join(rank.sets)])
        if card.breaks != rank.breaks:
            row.fault("breaks", f"every {rank.title} breaks the same moves", [rank.breaks])
        return rank

    def _combinations(self) -> Iterator[Combination]:
        """Every move with every way to make it, jokers in the place of any card (WR-B10)."""
        jokers = [card for card in self.titles if card.is_joker]
        for move in MOVES:
            for each in move.sets:
                ranks = each.split("-")
                if all(rank in self._ranks and each in self._ranks[rank].sets for rank in ranks):
                    for cards in product(*([self._ranks[rank], *jokers] for rank in ranks)):
                        yield Combination(move, tuple(sorted(cards, key=by_rank)))

    def moves(self, cards: tuple[Rank, ...]) -> list[Combination]:
        """The moves that exactly these cards make, in order of rank (WR-B9)."""
        return self._moves.get(cards, [])

    def actions(self, hand: Pile[Rank]) -> list[Combination | Discard]:
        """What can be done with a hand; hands come again, so they are looked up."""
        cards = tuple(sorted(hand, key=by_rank))
        found = self._actions.get(cards)
        if found is None:
            found = self._actions[cards] = [
                *(move for part in parts_of(hand) for move in self.moves(part)),
                *(Discard(card) for card in hand.titles()),
            ]
        return found


def parts_of(hand: Pile[Rank]) -> Iterable[tuple[Rank, ...]]:
    """Every two and every three cards of a hand, once."""
    cards = sorted(hand, key=by_rank)
    return dict.fromkeys([*combinations(cards, 2), *combinations(cards, 3)])


read = Pack

# --- what can be done -----------------------------------------------------------------------


class Take(Move):
    """The top card of the discard pile."""

    card: Rank
    notation = "take {card}"
    plays = ()


DRAW = Word("draw")  # everything from the stock


class Combination(Move):
    """The cards of a move; the same jokers can make several moves, so it is named (WR-B10)."""

    move: MoveType
    cards: tuple[Rank, ...]
    notation = "{move} {cards}"


class Discard(Move):
    """A card face up on top of the discard pile."""

    card: Rank
    notation = "discard {card}"


GIVE_UP = Word("give-up")  # no answer

# --- the table ------------------------------------------------------------------------------


class Player(engine.Player):
    """A wrestler's cards."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.hand: Pile[Rank] = Pile(seen=Seen.BY_OWNER)


class Table(engine.Table[Pack, Player]):
    """The stock, the discard pile, and the cards that are put aside."""

    def __init__(self, match: Match, chance: Chance) -> None:
        super().__init__(match, chance)
        self.players = [Player(seat) for seat in self.seats]
        cards = [rank for rank in self.kit.titles for _ in range(rank.copies)]
        self.stock: Pile[Rank] = Pile(cards, seen=Seen.BY_NOBODY)
        self.discard: Pile[Rank] = Pile()
        self.discarded_by: list[Seat] = []  # who discarded each card, the topmost first (WR-B4)
        self.attempt = ""  # the move that waits for its answer
        self.played: Pile[Rank] = Pile()  # its cards
        self.removed: Pile[Rank] = Pile()
        self._acting = False  # a full hand is to be played from
        self._longer_game = match.options.is_on("longer_game")
        self._stock_must_last = match.options.get_word("draw_when") == "stock_empty"

    def opponent(self, player: Player) -> Player:
        """The other one."""
        return self.players[1 - player.seat]

    def faults(self) -> Iterator[str]:
        """What can't be with hands, moves and discards."""
        for player in self.players:
            fewest, most = 1, HAND - 1
            if player.seat == self.active and self._acting:
                fewest, most = HAND, HAND
            if not fewest <= len(player.hand) <= most:
                yield f"P{player.seat + 1} holds {len(player.hand)} cards (WR-A4)"
        if bool(self.played) != bool(self.attempt):
            yield "a move waits for its answer only within a turn (WR-A9)"
        if len(self.discarded_by) != len(self.discard):
            yield f"{len(self.discard)} discards by {len(self.discarded_by)} players (WR-B4)"


def setup(table: Table) -> None:
    """Four cards to each player; the others are the stock (WR-A2)."""
    table.chance.shuffle(table.stock)
    for player in table.players:
        draw(table, player, DEALT)


# --- a turn ---------------------------------------------------------------------------------


def play(table: Table) -> Play[Outcome]:
    """Play alternately (WR-A3, WR-B2)."""
    while True:
        table.begin_turn()
        player = table.players[table.active]
        yield from draw_up(table, player)
        yield from act(table, player)
        if table._stock_must_last and not table.stock:
            run_out_of_cards(table)
        table.active = table.opponent(player).seat


def draw_up(table: Table, player: Player) -> Play[None]:
    """Draw up to five cards; the first may be the opponent's discard (WR-A4, WR-B3, WR-B4)."""
    if table.discard and table.discarded_by[0] != player.seat:
        draws = table.kit.draws[table.discard[-1]]
        drawn = yield from choose(player.seat, draws, "WR-A4", partial(refused_draws, table))
        if drawn is not DRAW:
            player.hand.append(table.discard.pop())
            table.discarded_by.pop(0)
    draw(table, player, HAND - len(player.hand))


def draw(table: Table, player: Player, cards: int) -> None:
    """Draw from the stock."""
    for _ in range(cards):
        if not table.stock:
            run_out_of_cards(table)
        player.hand.append(table.stock.pop())


def act(table: Table, player: Player, rule: str = "WR-A5") -> Play[None]:
    """Make a move, or discard one card; nobody has to make a move (WR-A5, WR-B8)."""
    table._acting = True
    actions = table.kit.actions(player.hand)
    action = yield from choose(player.seat, actions, rule, partial(refused_actions, table, rule))
    table._acting = False
    if isinstance(action, Discard):
        player.hand.send(action.card, table.discard)
        table.discarded_by.insert(0, player.seat)
        return
    for card in action.cards:
        player.hand.send(card, table.played)
    if action.move.goes_again:
        yield from go_again(table, player)
    elif action.move.broken_by:
        yield from try_to_win(table, player, action.move)
    else:
        weaken(table, table.opponent(player))


# --- the results of moves -------------------------------------------------------------------


def go_again(table: Table, player: Player) -> Play[None]:
    """Draw two from the stock, then another move or a discard (WR-A8, WR-B7)."""
    remove_played(table)
    draw(table, player, REPLACED)
    yield from act(table, player, rule="WR-A8")


def try_to_win(table: Table, player: Player, move: MoveType) -> Play[None]:
    """The game is won unless one card in the opponent's hand breaks it (WR-A9, WR-B11)."""
    opponent = table.opponent(player)
    table.attempt = move.name
    answers = [card for card in opponent.hand.titles() if move.broken_by in card.breaks]
    answer = yield from choose(
        opponent.seat, [*answers, GIVE_UP], "WR-A9", partial(refused_answers, table, move)
    )
    table.attempt = ""
    if isinstance(answer, Rank):
        opponent.hand.send(answer, table.played)
    remove_played(table)
    if answer is GIVE_UP:
        end_match(move.name, winners=[player.seat])
    if move.is_illegal:
        # The winner is the opponent of the player who is disqualified (WR-B14).
        end_match("disqualified", winners=[opponent.seat])


def weaken(table: Table, opponent: Player) -> None:
    """Pick one of the opponent's cards at random: it leaves the game too (WR-A6, WR-B15)."""
    if opponent.hand:
        opponent.hand.send(table.chance.pick(opponent.hand), table.played)
    remove_played(table)


def remove_played(table: Table) -> None:
    """What was played is put aside until the next deal, not discarded (WR-A10)."""
    table.played.send_all(table.removed)


# --- the end of the cards -------------------------------------------------------------------


def run_out_of_cards(table: Table) -> None:
    """A draw; or, for a longer game, shuffle the discard pile (WR-A13, WR-B16, WR-B17)."""
    if not table._longer_game or not table.discard:
        end_match("out-of-cards")
    table.discarded_by.clear()
    table.discard.send_all(table.stock)
    table.chance.shuffle(table.stock)


# --- what people argue about ----------------------------------------------------------------


def refused_draws(table: Table, seat: Seat) -> Iterator[Refusal]:
    """Why a discard can't be taken."""
    for card in table.discard.titles():
        if card is not table.discard[-1]:
            yield Refusal(Take(card), "WR-A4", "only the top discard can be taken")


def refused_actions(table: Table, rule: str, seat: Seat) -> Iterator[Refusal]:
    """Why cards are no move, and why it is too late for the discard."""
    yield Refusal(PASS, "WR-B8", "there is no passing: make a move or discard")
    for part in parts_of(table.players[seat].hand):
        for move in MOVES:
            attempt = Combination(move, part)
            if attempt not in table.kit.moves(part):
                exactly = " or ".join(move.sets)
                yield Refusal(attempt, "WR-B9", f"the cards for {move} are {exactly}, or jokers")
    for card in table.discard.titles():
        if table.discarded_by[0] == seat:
            yield Refusal(Take(card), "WR-B4", "the top discard is your own")
        elif rule == "WR-A8":
            yield Refusal(Take(card), "WR-B7", "to go again, both cards come from the stock")
        else:
            yield Refusal(Take(card), "WR-B3", "the discard is taken before any other card")


def refused_answers(table: Table, move: MoveType, seat: Seat) -> Iterator[Refusal]:
    """Why a card is no answer."""
    yield Refusal(DRAW, "WR-B11", "the answer comes from the hand as it is")
    for card in table.players[seat].hand.titles():
        if move.broken_by not in card.breaks:
            rule = "WR-B12" if card.breaks else "WR-A6"
            yield Refusal(card, rule, f"a {card.id} doesn't break a {move}")


# --- playing sensibly -----------------------------------------------------------------------


def hint(table: Table, seat: Seat, choice: Choice) -> float:
    """How good a choice looks: try to win when few answers are left, and keep one's own."""
    hand = table.players[seat].hand
    match choice:
        case Combination(move, cards):
            jokers = sum(card.is_joker for card in cards)
            if not move.broken_by:
                return 2 / (1 + 2 * jokers)
            answers = answers_left(table, hand, move)
            return (0.5 if move.is_illegal and answers else 4) / (1 + answers / 8 + jokers / 2)
        case Take(card):
            return worth(card, hand)
        case Discard(card):
            return 1 / (1 + worth(card, hand))
        case Rank() as answer:
            return 1 / len(answer.breaks)
        case _:
            return 0.0 if choice is GIVE_UP else 1.0


def answers_left(table: Table, hand: Pile[Rank], move: MoveType) -> int:
    """How many cards that break a move are neither out of the game nor in one's own hand."""
    breaking = [rank for rank in table.kit.titles if move.broken_by in rank.breaks]
    gone = table.removed + hand
    return sum(rank.copies - gone.count(rank) for rank in breaking)


def worth(card: Rank, hand: Pile[Rank]) -> float:
    """What a card is good for: answers, and moves with others of the hand."""
    shared = sum(not set(card.sets).isdisjoint(other.sets) for other in hand if other is not card)
    pairs = any(each.startswith(f"{card.rank}-{card.rank}") for each in card.sets)
    return len(card.breaks) + (shared + pairs * hand.count(card)) / 2
