"""Which of a deck's cards are printed, where it is not all of them.

A :class:`Unit` is what is cut out: a card, or two that are front and back of each other. Somebody
picks cards by name (:class:`PickedCards`), or wants those that are not yet as they were printed
(:class:`ChangedCards`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from msgspec.structs import replace

from brawlprint.definitions import Card
from brawlprint.definitions.model import FIXED_COLUMNS
from brawlprint.errors import RequestError, choices
from brawlprint.faces.face import Face

if TYPE_CHECKING:
    from brawlprint.definitions import Game
    from brawlprint.settings import Settings
    from brawlprint.workspace import Workspace


PICKED, MORE = "picked", "more copies"


class Unit(Struct, frozen=True):
    """A piece to cut out: its cards, their faces, and why it is printed where not all are."""

    cards: tuple[Card, ...]
    faces: tuple[Face, ...]
    why: str = ""


class Wanted(Protocol):
    """Tells which units to print."""

    @property
    def variant(self) -> str:
        """A word for the file's name."""

    def reasons(self, component: str, units: Sequence[Unit], back: str) -> list[str | None]:
        """For each unit why it is printed, or None if it isn't; ``back`` is the back's digest."""


class PickedCards(Struct, frozen=True):
    """Cards that somebody asked for, by their ids."""

    ids: frozenset[str]

    @property
    def variant(self) -> str:
        """A word for the file's name."""
        return PICKED

    def reasons(self, component: str, units: Sequence[Unit], back: str) -> list[str | None]:
        """Every copy of a card that was picked."""
        return [
            "picked" if any(card.id in self.ids for card in unit.cards) else None for unit in units
        ]


class ListedCards(Struct, frozen=True):
    """Just the faces of a list, by their digests: what a file of some cards ought to show."""

    variant: str
    copies: Mapping[str, int]

    def reasons(self, component: str, units: Sequence[Unit], back: str) -> list[str | None]:
        """As many of each as are listed."""
        left = Counter(self.copies)
        found: list[str | None] = []
        for unit in units:
            digests = [face.digest for face in unit.faces]
            here = all(left[digest] > 0 for digest in digests)
            left.subtract(digests if here else [])
            found.append("listed" if here else None)
        return found


class SomeCards(Struct, frozen=True):
    """What a command says of which cards it wants; nothing set is all of them."""

    pick: str | None = None
    changed: bool = False
    since: str | None = None
    printed: bool = False

    def applied(
        self,
        workspace: Workspace,
        game: Game,
        settings: Settings,
        folder: Path,
        only: Sequence[str],
    ) -> tuple[Settings, Sequence[str]]:
        """The settings with these cards wanted, and the components that hold cards.

        ``folder`` is the game's output folder. Raises :class:`RequestError` for cards there are not,
        and for wishes that contradict each other.
        """
        changed = self.changed or self.since is not None
        if self.pick is None and not changed:
            return settings, only
        if self.pick is not None and changed:
            raise RequestError("--pick and --changed each say which cards; use one of them")
        from brawlprint import reprints
        from brawlprint.picking import pick

        names = reprints.card_components(game)
        if others := [name for name in only if name in game.components and name not in names]:
            raise RequestError(f"{others[0]} has no cards to choose from; known: {choices(names)}")
        if self.pick is not None:
            wanted: Wanted = PickedCards(pick(self.pick, game).ids)
        elif self.since is not None:
            then = reprints.since(self.since, workspace, game, settings)
            wanted = replace(then, option=self.since)
        else:
            wanted = reprints.since_last(folder, game)
        return replace(settings, wanted=wanted), only or names


class EarlierFace(Struct, frozen=True):
    """A face as it was printed before: of which card, how many, and digests of it and its look."""

    id: str
    digest: str
    copies: int = 1
    look: str = ""


class Earlier(Struct, frozen=True):
    """The faces of a component as they were printed before, and their back."""

    faces: tuple[EarlierFace, ...]
    back: str = ""


class ChangedCards(Struct, frozen=True):
    """Cards that are not as they were printed before.

    ``since`` says in words when that was, ``moment`` by the clock if that is known; ``earlier`` has
    the components of then; ``cards`` the rows of then by id, where they are known. ``option`` is what
    the command's ``--since`` said, empty for ``--changed``.
    """

    since: str
    earlier: Mapping[str, Earlier]
    cards: Mapping[str, Card] = {}
    moment: str = ""
    option: str = ""

    @property
    def variant(self) -> str:
        """A word for the file's name."""
        return "changed"

    def reasons(self, component: str, units: Sequence[Unit], back: str) -> list[str | None]:
        """What is new of each unit; as many copies as there were before need no printing."""
        before = self.earlier.get(component, Earlier(()))
        left = Counter[str]()
        for face in before.faces:
            left[face.digest] += face.copies
        other_back = bool(before.faces) and before.back != back
        found: list[str | None] = []
        for unit in units:
            digests = [face.digest for face in unit.faces]
            if not other_back and all(left[digest] > 0 for digest in digests):
                left.subtract(digests)
                found.append(None)
            else:
                found.append("with another back" if other_back else self._why(before, unit))
        return found

    def _why(self, before: Earlier, unit: Unit) -> str:
        ids = {face.id for face in before.faces}
        digests = {face.digest for face in before.faces}
        looks = {face.look for face in before.faces if face.id in {card.id for card in unit.cards}}
        if new := [card for card in unit.cards if card.id not in ids]:
            return "new" if len(new) == len(unit.cards) else f"new: {new[0].title}"
        if all(face.digest in digests for face in unit.faces):
            return MORE
        if looks and not any(face.look in looks for face in unit.faces):
            return "with another look (template, style or size)"
        columns = [column for card in unit.cards for column in self._differing(card)]
        return f"changed: {', '.join(dict.fromkeys(columns))}" if columns else "changed"

    def _differing(self, card: Card) -> list[str]:
        """The columns of a row that are not as they were."""
        then = self.cards.get(card.id)
        if then is None:
            return []
        names = [name for name in (*FIXED_COLUMNS, *card.values) if name not in ("note", "status")]
        return [name for name in names if card.get(name) != then.get(name)]

    def gone(self, component: str, here: Collection[str]) -> list[str]:
        """The ids of cards that were printed before and are not among those ``here``."""
        before = self.earlier.get(component, Earlier(()))
        return list(dict.fromkeys(face.id for face in before.faces if face.id not in here))
