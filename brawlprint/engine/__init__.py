"""The rules engine: what a game's rules file is written with, and what plays it.

How to write a rules file
=========================

``rules/GAME.py`` reads like the rulebook. The engine looks for four names in it:

``read(game)``
    Makes the *kit* from the definition, once: an object with ``titles`` (every card title, in deck
    order) and whatever else all matches share. :func:`titles` reads a card list row by row; a
    :class:`Row` has typed cells and refuses words and effects that the rules don't know.
``Table``
    A subclass of :class:`Table`: what lies on the table of one match. Public attributes *are* the
    position: numbers, yes/no, words, titles, lists of these, :class:`Pile` and :class:`InPlay`.
    Transcripts read and give them by name (``Ann.pain``), observations show them. Everything else
    starts with an underscore or is a property. ``players`` are subclasses of :class:`Player`.
``setup(table)``
    Shuffles and deals. It is left out when a position is given, so cards start out in a pile.
``play(table)``
    The game: a generator that plays from the start of a turn to an :class:`Outcome`. Decisions are
    ``yield from choose(seat, choices, rule="XX-A1")``, or ``choose_all`` for choices made at once.
    ``table.begin_turn()`` counts turns, for the move limit. ``end_match(...)`` ends it anywhere.

And two that make players sensible, if they are there: ``hint(table, seat, choice)`` says how good
a choice looks (a number, 0 for "rather not"), ``standing(table, seat)`` how well a seat stands.

Choices are shared objects: a :class:`Title`, a :class:`Word`, a :class:`Number`, an
:class:`Opponent`, or a :class:`Move` that the game declares with its notation. Compare with
``is``. List them in a fixed order: ``pile.titles()`` gives each title once, in deck order, and a
:class:`Hand` has them by what they are for.

A reaction is a call inside a call; ``undoable(part, Kept(...))`` plays a part that
:class:`TakeBack` unwinds. Hidden cards stay in piles and out of local variables, so that they can
be dealt anew when a player thinks ahead. Only ``table.chance`` decides by luck. Options of a
decision are not changed once they are handed over.

>>> from pathlib import Path
>>> from brawlprint.engine.examples import definition
>>> rules = load_rules(definition(), Path("duck.py"), '''
... from __future__ import annotations
... from brawlprint import engine
... from brawlprint.engine import *
...
... DUCK = Word("duck")
...
... class Swing(Move):                     # written "swing jab P2"
...     card: Title
...     target: Seat
...     notation = "swing {card} {target}"
...
... class Cards:
...     def __init__(self, game):
...         self.titles = titles(game.decks["cards"], lambda row, index: Title(row.card, index))
...
... read = Cards
...
... class Boxer(engine.Player):
...     def __init__(self, seat):
...         super().__init__(seat)
...         self.breath = 5
...         self.hand = Pile(seen=Seen.BY_OWNER)
...
... class Table(engine.Table):
...     def __init__(self, match, chance):
...         super().__init__(match, chance)
...         self.players = [Boxer(seat) for seat in self.seats]
...         cards = [title for title in self.kit.titles for _ in range(title.copies)]
...         self.stock = Pile(cards, seen=Seen.BY_NOBODY)
...         self.discard = Pile()
...
... def setup(table):
...     table.chance.shuffle(table.stock)
...     for player in table.players:
...         player.hand.append(table.stock.pop())
...
... def play(table):
...     while table.stock:
...         table.begin_turn()
...         player = table.players[table.active]
...         player.hand.append(table.stock.pop())
...         yield from turn(table, player)
...         table.active = table.left_of(table.active)
...     return Outcome("out-of-cards")
...
... def turn(table, player):
...     swings = [Swing(card, seat) for card in player.hand.titles()
...               for seat in table.others(player.seat)]
...     swing = yield from choose(player.seat, swings, rule="DU-A3")
...     player.hand.send(swing.card, table.discard)
...     answer = yield from choose(swing.target, [DUCK, PASS], rule="DU-A4")
...     if answer is PASS:
...         victim = table.players[swing.target]
...         victim.breath -= table.chance.die(3)
...         if victim.breath <= 0:
...             end_match("breathless", winners=[player.seat])
... ''')
>>> state = rules.match(names=["Ann", "Ben"]).new_initial_state(seed=2)
>>> while not state.is_terminal():
...     state.apply_action(state.legal_actions()[-1])
>>> state.outcome()
Outcome(termination='breathless', winners=(0,), scores=(), places=())
"""

from brawlprint.engine.chance import Chance, Event, match_seed
from brawlprint.engine.choices import (
    DONE,
    PASS,
    Action,
    Choice,
    Move,
    Number,
    Opponent,
    Seat,
    Title,
    Word,
    values_of,
)
from brawlprint.engine.decisions import (
    Kept,
    MatchOver,
    Outcome,
    Play,
    Refusal,
    TakeBack,
    WhyNot,
    choose,
    choose_all,
    end_match,
    undoable,
)
from brawlprint.engine.reading import Row, titles
from brawlprint.engine.rules import Kit, Match, Options, Rules, load_rules
from brawlprint.engine.state import State
from brawlprint.engine.table import Hand, InPlay, Piece, Pile, Player, Seen, Table

__all__ = [
    "DONE",
    "PASS",
    "Action",
    "Chance",
    "Choice",
    "Event",
    "Hand",
    "InPlay",
    "Kept",
    "Kit",
    "Match",
    "MatchOver",
    "Move",
    "Number",
    "Opponent",
    "Options",
    "Outcome",
    "Piece",
    "Pile",
    "Play",
    "Player",
    "Refusal",
    "Row",
    "Rules",
    "Seat",
    "Seen",
    "State",
    "Table",
    "TakeBack",
    "Title",
    "WhyNot",
    "Word",
    "choose",
    "choose_all",
    "end_match",
    "load_rules",
    "match_seed",
    "titles",
    "undoable",
    "values_of",
]
