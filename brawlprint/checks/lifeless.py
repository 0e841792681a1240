"""What a deck's matches never came to: an end, or the use of a card.

A kind of which no card can be played is one fault and not as many as it has cards, and where no match
ends besides, that is the likely cause. It is told once, with the place where to look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from brawlprint.errors import Finding, Where, shown

if TYPE_CHECKING:
    from brawlprint.definitions import Card, Game
    from brawlprint.simulation.figures import CardUse, Figures

LIMITS = ("move_limit", "decision_limit")  # what the engine calls a match that it breaks off
SURE = 100  # matches in which a card was drawn, that make sure of what never happened in them

NEVER = {
    "never-drawn": ("was never drawn", "is the deck too long for so short a match?"),
    "never-playable": ("could never be played", "is there anybody who may use it?"),
    "never-played": ("was never chosen", "is it worth a card's place?"),
}


class Lifeless(Struct):
    """What never happened: the runs in which no match ended, cards by code, and whole kinds.

    ``kinds`` has the titles of each kind of which no card was ever playable; ``rules`` is the rules
    file.
    """

    game: Game
    runs: Sequence[Figures]
    rules: str
    endless: list[Figures]
    cards: dict[str, tuple[str, list[CardUse]]]
    kinds: dict[str, list[str]]

    @classmethod
    def of(cls, game: Game, runs: Sequence[Figures], rules: str) -> Lifeless:
        """Look for it in the figures of a deck's runs."""
        endless = [run for run in runs if _broken_off(run) == run.games]
        cards = {}
        for same in zip(*(run.cards for run in runs), strict=True):
            if code := never(same):
                cards[same[0].id] = (code, list(same))
        unplayable = {card for card, (code, _) in cards.items() if code == "never-playable"}
        kinds = {}
        played = {card.id for run in runs for card in run.cards}
        for kind in game.kinds:
            titles = [card for card in _titles(game) if card.kind == kind and card.copies]
            mine = [card for card in titles if card.id in played]
            if mine and {card.id for card in mine} <= unplayable:
                kinds[kind] = [card.id for card in mine]
        return cls(game, runs, rules, endless, cards, kinds)

    def findings(self) -> Iterator[Finding]:
        """Whatever there is to say of it."""
        whole = self.kinds if self.endless else {k: v for k, v in self.kinds.items() if len(v) > 1}
        if self.endless:
            yield self._endless()
        elif whole:
            yield self._kinds(whole)
        told = {card for cards in whole.values() for card in cards}
        for card, (code, same) in self.cards.items():
            if card not in told:
                yield self._card(code, same)

    def _endless(self) -> Finding:
        longest = max(self.endless, key=lambda run: max(run.lengths))
        message = (f"{self._with()} no match ends: each was broken off after "
                   f"{max(longest.lengths):,} {longest.unit}")  # fmt: skip
        deck = Where(shown(next(iter(self.game.decks.values())).path))
        if benched := list(self._benched()):
            kinds = " and no ".join(benched)
            remedy = f"all of these have 0 copies: is there a way to the end in {self.rules}"
            message += f", and there is no {kinds} in the deck"
            return Finding("endless", message, deck, f"{remedy} without them?")
        if self.kinds:
            message += f", and {self._unplayable(self.kinds)}"
            return Finding("endless", message, Where(self.rules), self._look(self.kinds))
        remedy = (f"does {self.rules} end it as it should? If so, let the deck bring the end "
                  "closer")  # fmt: skip
        return Finding("endless", message, deck, remedy)

    def _with(self) -> str:
        if len(self.endless) == len(self.runs) > 1:
            return "with any number of players"
        *others, last = [str(run.players) for run in self.endless]
        return f"with {', '.join(others)}{' and ' if others else ''}{last} players"

    def _benched(self) -> Iterator[str]:
        """The words of kinds that the deck lists and has no copy of."""
        for kind, term in self.game.kinds.items():
            copies = [card.copies for card in _titles(self.game) if card.kind == kind]
            if copies and not any(copies):
                yield term.word

    def _kinds(self, kinds: dict[str, list[str]]) -> Finding:
        drawn = max(
            sum(use.drawn for use in self.cards[card][1]) for ids in kinds.values() for card in ids
        )
        level = "error" if drawn >= SURE else "warning"
        message = self._unplayable(kinds)
        finding = Finding("never-playable", message, Where(self.rules), self._look(kinds))
        return finding if level == "error" else finding._replace(level="warning")

    def _unplayable(self, kinds: dict[str, list[str]]) -> str:
        words = " or ".join(self.game.kinds[kind].word for kind in kinds)
        titles = [self.cards[card][1][0].title for ids in kinds.values() for card in ids]
        return f"no {words} card could ever be played ({listed(titles)})"

    def _look(self, kinds: dict[str, list[str]]) -> str:
        names = " or ".join(map(repr, kinds))
        needs = ""
        if any(column.type == "choice" for column in self.game.columns.values()):
            needs = ", or does each of these cards need what nobody has"
        return f"does a choice in the rules offer the kind {names}{needs}?"

    def _card(self, code: str, same: list[CardUse]) -> Finding:
        """A card that did nothing, whatever the number of players."""
        told, remedy = NEVER[code]
        drawn, games = sum(card.drawn for card in same), sum(run.games for run in self.runs)
        sure = code == "never-playable" and drawn >= SURE
        times = f" in {games:,} matches"
        if code != "never-drawn":
            times = f", though drawn in {drawn:,} of {games:,} matches"
        message = f"{same[0].title!r} {told}{times}"
        where = _row(self.game, same[0].id)
        return Finding(code, message, where, remedy, "error" if sure else "warning")


def never(same: Sequence[CardUse]) -> str:
    """What never happened to a card, in any of its runs; empty if it was played."""
    if not any(card.drawn or card.playable for card in same):
        return "never-drawn"
    if not any(card.playable for card in same):
        return "never-playable"
    return "" if any(card.played for card in same) else "never-played"


def listed(titles: Sequence[str]) -> str:
    """The first few titles, and how many more there are.

    >>> listed(["Jab", "Hook"])
    "'Jab', 'Hook'"
    """
    first = ", ".join(map(repr, titles[:5]))
    return first if len(titles) <= 5 else f"{first} and {len(titles) - 5} more"


def _broken_off(run: Figures) -> int:
    return sum(run.terminations.get(name, 0) for name in LIMITS)


def _titles(game: Game) -> Iterator[Card]:
    return (card for deck in game.decks.values() for card in deck.titles)


def _row(game: Game, card_id: str) -> Where:
    """The row of a card; rules may put several together under a name of their own."""
    for deck in game.decks.values():
        for card in deck.titles:
            if card.id == card_id:
                return Where(shown(deck.path), card.row)
    return Where(shown(next(iter(game.decks.values())).path))
