"""What a change of a game does: its figures before and after, and the differences."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from brawlprint.definitions.another_deck import deck_replaced
from brawlprint.definitions.model import FIXED_COLUMNS, Game
from brawlprint.errors import DefinitionError, RequestError, shown
from brawlprint.simulation.pairs import Difference, Pairs, judged
from brawlprint.simulation.parcel import Parcel, pack

if TYPE_CHECKING:
    from brawlprint.simulation.figures import Figures
    from brawlprint.workspace import Workspace


def pack_with(workspace: Workspace, name: str, game: Game, path: Path) -> Parcel:
    """A game with another card list in the place of one of its own.

    Raises :class:`RequestError` for a list that is none of this game's, and
    :class:`DefinitionError` for faults in one that is.
    """
    replaced = deck_replaced(game, path)
    try:
        return pack(workspace, name, {replaced: path})
    except DefinitionError as error:
        columns = [each for each in error.findings() if each.code.endswith("-column")]
        if not columns:
            raise
        raise RequestError(f"{shown(path)} is no deck of {game.title}: {columns[0]}") from None


def edited(before: Game, after: Game) -> dict[str, tuple[str, ...]]:
    """The cards of both games whose rows differ, each with the columns in which they do.

    Their numbers count as little as where they come from, notes and pictures.
    """
    found = {}
    for name, deck in after.decks.items():
        then = {card.id: card for card in before.decks[name].titles}
        for card in deck.titles:
            columns = [
                column
                for column in (*FIXED_COLUMNS, *card.values)
                if column not in _ASIDE
                and card.id in then
                and card.get(column) != then[card.id].get(column)
            ]
            if columns:
                found[card.id] = tuple(columns)
    return found


_ASIDE = ("no", "status", "note", "picture")  # columns by which nobody plays


class Changes(Struct, frozen=True):
    """Two runs of the same seeds, and how they differ; cards go by their ids.

    ``edited`` has the columns in which the rows of a card differ, of those cards that do.
    """

    before: Figures
    after: Figures
    length: Difference
    seats: list[Difference]
    use: dict[str, Difference]
    win_share: dict[str, Difference]
    edited: dict[str, tuple[str, ...]] = {}

    @classmethod
    def of(
        cls,
        before: Figures,
        after: Figures,
        pairs: Pairs,
        edited: dict[str, tuple[str, ...]] | None = None,
    ) -> Changes:
        """Judge what has been counted."""
        length = pairs.length if before.unit == after.unit == "turns" else pairs.plies
        return cls(
            before,
            after,
            judged(length, pairs.games, 1),
            pairs.seat_differences(),
            pairs.use_differences(),
            pairs.win_differences(),
            edited or {},
        )

    @property
    def only_before(self) -> list[str]:
        """Cards that the change has taken out."""
        return [card.id for card in self.before.cards if card.id not in self.use]

    @property
    def only_after(self) -> list[str]:
        """Cards that the change has brought in."""
        return [card.id for card in self.after.cards if card.id not in self.use]

    @property
    def unit(self) -> str:
        """What lengths are counted in."""
        both = self.before.unit == self.after.unit == "turns"
        return "turns" if both else "decisions"

    def as_json(self) -> dict[str, Any]:
        """The document of ``brawlprint compare --json``."""
        cards = [
            {"id": card, "use": _json(self.use[card]), "win_share": _json(self.win_share[card])}
            for card in self.use
        ]
        return {
            "game": self.before.game,
            "players": self.before.players,
            "agents": list(self.before.agents),
            "seed": self.before.seed,
            "games": self.before.games,
            "seconds": round(self.before.seconds, 3),
            "interrupted": self.before.interrupted,
            "length": {"unit": self.unit, **_json(self.length)},
            "seats": [{"seat": seat, **_json(each)} for seat, each in enumerate(self.seats, 1)],
            "cards": cards,
            "edited": [{"id": card, "columns": list(each)} for card, each in self.edited.items()],
            "only_before": self.only_before,
            "only_after": self.only_after,
            "before": self.before.as_json(),
            "after": self.after.as_json(),
        }


def _json(difference: Difference) -> Mapping[str, Any]:
    interval = difference.interval
    return {
        "before": _rounded(difference.before),
        "after": _rounded(difference.after),
        "difference": _rounded(difference.difference),
        "low": None if interval is None else _rounded(interval.low),
        "high": None if interval is None else _rounded(interval.high),
        "verdict": difference.verdict,
    }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 6)
