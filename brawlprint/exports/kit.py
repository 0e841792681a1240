"""What of a game is cards, and so can be exported: every card with its front and its back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from brawlprint.components import Job, cards, targets
from brawlprint.definitions import Card, Game
from brawlprint.errors import DefinitionError, Finding, RequestError, suggestion
from brawlprint.faces.drawing import Photo
from brawlprint.faces.face import Face
from brawlprint.faces.user_art import LEAST_DPI, Raster, coarse
from brawlprint.settings import Settings
from brawlprint.wanted import PickedCards
from brawlprint.workspace import Workspace


class CardCopy(Struct, frozen=True):
    """One card to be had: what it is, what it shows; ``player`` whose it is, if anybody's."""

    card: Card
    front: Face
    back: Face | None
    player: int | None = None

    @property
    def shown(self) -> tuple[str, str]:
        """What it shows on both sides: copies that are equal have the same."""
        return self.front.digest, self.back.digest if self.back else ""


class Deck(Struct, frozen=True):
    """A component's cards in printing order; all have one size."""

    component: str
    title: str
    copies: Sequence[CardCopy]

    @property
    def common_back(self) -> bool:
        """Whether all cards have the same back, or none has any."""
        return len({copy.shown[1] for copy in self.copies}) == 1

    @property
    def size(self) -> Face:
        """A face of the deck, for its width, height and bleed."""
        return self.copies[0].front


class Kit(Struct, frozen=True):
    """All decks of a game, and the names of the components that are no cards."""

    decks: Sequence[Deck]
    left_out: Sequence[str]


def collect(workspace: Workspace, game: Game, settings: Settings, only: Sequence[str] = ()) -> Kit:
    """Every deck of a game (or those named), as a build with these settings would print it.

    Raises :class:`RequestError` where there is none, :class:`DefinitionError` for faults.
    """
    decks, left_out = [], []
    for name in only:
        if name not in game.components:
            hint = suggestion(name, list(game.components))
            raise RequestError(f"{game.name} has no component {name!r}; {hint}")
    for name, params in game.components.items():
        if only and name not in only:
            continue
        job = Job(workspace, game, name, params, settings)
        draw = _KINDS.get(str(params.get("kind", name)))
        try:
            copies = draw(job) * settings.copies if draw else []
        except DefinitionError as error:
            raise error.placed(job.file.where(f"components.{name}")) from None
        if isinstance(settings.wanted, PickedCards):
            picked = settings.wanted.ids
            copies = [copy for copy in copies if copy.card.id in picked]
        if copies:
            decks.append(Deck(name, job.title, copies))
        elif not draw:
            left_out.append(name)
    if not decks:
        what = f"{choice} is" if (choice := ", ".join(only)) else "what it prints is"
        raise RequestError(f"{game.name} has no cards to export: {what} no deck of cards")
    return Kit(decks, left_out)


def coarse_pictures(kit: Kit) -> Iterator[Finding]:
    """A warning for each card whose raster picture would print coarse."""
    told = set()
    for deck in kit.decks:
        for copy in deck.copies:
            for each in copy.front.instructions:
                if not isinstance(each, Photo) or copy.front.digest in told:
                    continue
                told.add(copy.front.digest)
                dpi = coarse(Raster(b"", *each.pixels, ""), *each.box[2:])
                if dpi is not None:
                    message = f"the picture of {copy.card.title} prints at {dpi:.0f} dpi"
                    remedy = f"use one of {LEAST_DPI:.0f} dpi or more"
                    yield Finding("low-resolution", message, remedy=remedy, level="warning")


def _deck(job: Job) -> list[CardCopy]:
    params = job.read_params(cards.Params)
    printed = list(cards.printed_faces(job))
    if params.two_sided:
        cards.refuse_odd(job, len(printed))
        pairs = zip(printed[::2], printed[1::2], strict=True)
        return [CardCopy(card, front, back) for (card, front), (_, back) in pairs]
    back = cards.deck_back(job)
    a_set = len(printed) // (job.settings.players if params.each_player else 1)
    return [
        CardCopy(card, face, back, number // a_set + 1 if params.each_player else None)
        for number, (card, face) in enumerate(printed)
    ]


def _targets(job: Job) -> list[CardCopy]:
    back = targets.back_face(job)
    return [
        CardCopy(card, face, back, owner + 1) for owner, card, face in targets.printed_faces(job)
    ]


# The kinds of component that are cards, and how theirs are drawn.
_KINDS: dict[str, Callable[[Job], list[CardCopy]]] = {"cards": _deck, "targets": _targets}
