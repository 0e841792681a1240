"""The cards of a deck, 9-up or as many as the paper takes, with their backs behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle, groupby, islice
from typing import Annotated, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from brawlprint.components.job import Job, Product
from brawlprint.definitions import Card, Deck
from brawlprint.definitions.mapping import indices
from brawlprint.definitions.model import Setting
from brawlprint.errors import DefinitionError, Finding, NoRoomError, quoted, shown, suggestion
from brawlprint.faces.face import Face, FaceMaker, back_card
from brawlprint.settings import MOST_DECKS
from brawlprint.sheets.card_sheets import Piece, SheetJob, write_sheets
from brawlprint.wanted import Unit

T = TypeVar("T")


class SmallGame(Struct, frozen=True, forbid_unknown_fields=True):
    """With this many ``players`` or fewer, only these ``kinds`` are in a set."""

    players: Annotated[int, Meta(ge=1)]
    kinds: tuple[str, ...]


class LargeGame(Struct, frozen=True, forbid_unknown_fields=True):
    """With this many ``players`` or more, so many ``copies`` of the deck are shuffled into one.

    ``unless`` holds values of the game's options under which one copy will do.
    """

    players: Annotated[int, Meta(ge=1)]
    copies: int
    unless: dict[str, Setting] = {}


class Params(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Which deck is printed, and how its cards are told apart.

    ``fill`` is a deck whose cards take the free places of the last page; ``each-player`` prints a
    set for every player, marked as his; ``small-game`` leaves out all but some kinds where there
    are few players; ``large-game`` says when there should be more copies, which the build tells
    whoever prints fewer; ``two-sided`` takes the rows of the list as fronts and backs in turn.
    """

    deck: str = "cards"
    fill: str = ""
    each_player: bool = False
    small_game: SmallGame | None = None
    large_game: LargeGame | None = None
    two_sided: bool = False


def make(job: Job) -> Product:
    """The deck's PDF: fronts and backs, and the digest of each face for the manifest.

    Where only some cards are wanted and there are none of these, it has no pages.
    """
    params = job.read_params(Params)
    deck = _deck(job, params.deck, "deck")
    back = _back(job, deck)
    findings: list[Finding] = list(_too_few_copies(job, params.large_game))
    seats = job.settings.players if params.each_player else 1
    job.refuse_many(len(deck) * seats * job.settings.copies)
    units = list(_units(job, deck, params, findings)) * job.settings.copies
    plan = job.plan(units[0].faces[0], params.two_sided or back is not None)
    chosen = _chosen(job, units, back)
    pieces = [Piece(unit.faces[0], unit.faces[1] if params.two_sided else back) for unit in chosen]
    free = -len(pieces) % plan.capacity
    if params.fill and job.settings.fill and free:
        aid = [face for _, face in _printed(job, _deck(job, params.fill, "fill"), Params())]
        pieces += [Piece(face, back) for face in islice(cycle(aid), free)]
    sheet_job = SheetJob(job.game.title, job.title, job.name)
    data, pages = write_sheets(pieces, plan, sheet_job, job.workspace.icons) if pieces else (b"", 0)
    wanted = job.settings.wanted
    return Product(
        component=job.name,
        data=data,
        pages=pages,
        sides=plan.sides,
        stock=job.card_stock(plan),
        how=plan.how,
        faces=list(_digests(chosen)),
        findings=findings,
        variant=wanted.variant if wanted else "",
        whole=list(_digests(units)),
        back=back.digest if back else "",
        grid=plan.cut(len(pieces)),
        pieces=pieces,
    )


def _chosen(job: Job, units: list[Unit], back: Face | None) -> list[Unit]:
    """The units that are wanted, each told why."""
    wanted = job.settings.wanted
    if wanted is None:
        return units
    reasons = wanted.reasons(job.name, units, back.digest if back else "")
    return [
        replace(unit, why=why) for unit, why in zip(units, reasons, strict=True) if why is not None
    ]


def _units(job: Job, deck: Deck, params: Params, findings: list[Finding]) -> Iterator[Unit]:
    """What is cut out of the sheets, in printing order."""
    return _cut(job, params, list(_printed(job, deck, params, findings)))


def _cut(job: Job, params: Params, printed: Sequence[tuple[Card, Face]]) -> Iterator[Unit]:
    """Faces as units: one by one, or in pairs where they are fronts and backs in turn."""
    if not params.two_sided:
        return (Unit((card,), (face,)) for card, face in printed)
    refuse_odd(job, len(printed))
    return (
        Unit((card, other), (face, behind))
        for (card, face), (other, behind) in zip(printed[::2], printed[1::2], strict=True)
    )


def _too_few_copies(job: Job, large: LargeGame | None) -> Iterator[Finding]:
    """A word to whoever prints fewer copies than so many players play with."""
    if large is None:
        return
    if not 2 <= large.copies <= MOST_DECKS:
        message = f"copies = {large.copies} makes no larger game"
        raise job.error("large-game", message, f"2 to {MOST_DECKS}")
    if _one_will_do(job, large):
        return
    settings = job.settings
    if settings.players >= large.players and settings.copies < large.copies:
        others = [f"--option {name}={value}" for name, value in large.unless.items()]
        yield Finding(
            "too-few-copies",
            f"{large.players} or more players need {large.copies} decks, "
            f"and this prints {settings.copies}",
            remedy=f"--copies {large.copies} prints as many"
            + (f", or play with {' or '.join(others)}" if others else ""),
            level="info",
        )


def _one_will_do(job: Job, large: LargeGame) -> bool:
    """Whether an option is set under which a large game needs no more copies."""
    options = job.game.options
    for name, value in large.unless.items():
        if name not in options:
            message = f"the game has no option {name!r}"
            raise job.error("large-game", message, suggestion(name, list(options)))
        try:
            wanted = options[name].read(value)
        except ValueError as error:
            message = f"{name} can't be {quoted(value)}"
            raise job.error("large-game", message, str(error)) from None
        if job.settings.options[name] == wanted:
            return True
    return False


def refuse_odd(job: Job, cards: int) -> None:
    """Raise :class:`DefinitionError` for a number of rows that can't be fronts and backs."""
    if cards % 2:
        message = f"{cards} cards can't be fronts and backs in turn"
        raise job.error("two-sided", message, "let the list have an even number of cards")


class Copy(Struct, frozen=True):
    """A card to be printed, before it is drawn.

    ``index`` is the playing card that this copy stands for, if any; ``file`` its card list.
    """

    card: Card
    index: str
    maker: FaceMaker
    file: str

    def face(self) -> Face:
        """Its face; raises :class:`DefinitionError` for one that can't be drawn."""
        return self.maker.face(self.card, self.file, {"index": self.index})


def planned(job: Job) -> Iterator[Copy]:
    """Every card of one copy of the deck, in printing order, for whoever draws them one by one."""
    params = job.read_params(Params)
    return _planned(job, _deck(job, params.deck, "deck"), params)


def printed_faces(job: Job) -> Iterator[tuple[Card, Face]]:
    """Every card of one copy of the deck with its face, in printing order."""
    return ((copy.card, copy.face()) for copy in planned(job))


def deck_back(job: Job) -> Face | None:
    """The back of the component's deck, if it has one."""
    return _back(job, _deck(job, job.read_params(Params).deck, "deck"))


def _deck(job: Job, name: str, key: str) -> Deck:
    if name not in job.game.decks:
        hint = suggestion(name, list(job.game.decks))
        raise job.error(key, f"there is no deck {name!r}", hint)
    return job.game.decks[name]


class AllFaces(Struct, frozen=True):
    """A deck's faces as the manifest lists them, the digest of their back, and what is wrong."""

    lines: Sequence[Mapping[str, object]]
    back: str
    findings: Sequence[Finding]


def all_faces(job: Job) -> AllFaces:
    """Every face that a build prints, made without sheets.

    A build stops at the first text that doesn't fit; here each one is found.
    """
    params = job.read_params(Params)
    list(_too_few_copies(job, params.large_game))  # its faults count, its advice is for who prints
    deck = _deck(job, params.deck, "deck")
    found: list[Finding] = []
    back = _try(lambda: _back(job, deck), found)
    printed = _looked_at(job, deck, params, found)
    if not found:
        _try(lambda: job.plan(printed[0][1], params.two_sided or back is not None), found)
    # With a face missing, pairs are none.
    units = list(_cut(job, Params() if found else params, printed)) * job.settings.copies
    if params.fill:
        _looked_at(job, _deck(job, params.fill, "fill"), Params(), found)
    return AllFaces(list(_digests(units)), back.digest if back else "", list(dict.fromkeys(found)))


def _looked_at(
    job: Job, deck: Deck, params: Params, findings: list[Finding]
) -> list[tuple[Card, Face]]:
    """The faces of a deck that can be made; what is wrong goes into ``findings``."""
    faces: list[tuple[Card, Face]] = []
    for maker, copies in groupby(_planned(job, deck, params), lambda copy: copy.maker):
        maker.misfits = findings
        for copy in copies:
            face = _try(copy.face, findings)
            if face is not None:
                faces.append((copy.card, face))
        findings += [finding for finding in maker.findings if finding not in findings]
    return faces


def _try(make: Callable[[], T], findings: list[Finding]) -> T | None:
    """What is made; None if that can't be, and then it is told in ``findings``."""
    try:
        return make()
    except NoRoomError as error:
        findings.append(Finding("no-room", str(error)))
    except DefinitionError as error:
        findings += error.findings()
    return None


def _printed(
    job: Job, deck: Deck, params: Params, findings: list[Finding] | None = None
) -> Iterator[tuple[Card, Face]]:
    """Every card with its face, set by set; copies that show the same share one.

    What is worth knowing of them is added to ``findings``, such as a picture that prints coarse.
    """
    for maker, copies in groupby(_planned(job, deck, params), lambda copy: copy.maker):
        for copy in copies:
            yield copy.card, copy.face()
        if findings is not None:
            findings += [finding for finding in maker.findings if finding not in findings]


def _planned(job: Job, deck: Deck, params: Params) -> Iterator[Copy]:
    template, place = job.card_template(deck.template), shown(deck.path)
    mapping = job.game.mapping
    corner = indices(mapping) if mapping else {}
    small = params.small_game
    if small and (unknown := [kind for kind in small.kinds if kind not in job.game.kinds]):
        hint = suggestion(unknown[0], list(job.game.kinds))
        raise job.error("small-game.kinds", f"{unknown[0]!r} is no kind of card", hint)
    kinds = small.kinds if small and job.settings.players <= small.players else None
    if kinds is not None and not any(card.copies and card.kind in kinds for card in deck.titles):
        message = f"a game for {job.settings.players} would have no cards"
        raise job.error("small-game.kinds", message, "name the kinds that it is played with")
    for seat in range(job.settings.players) if params.each_player else (None,):
        maker = FaceMaker(job.game, template, job.workspace.art, job.settings.style, seat)
        for card in deck.titles:
            if kinds is None or card.kind in kinds:
                for index in corner.get(card.id, [""] * card.copies):
                    yield Copy(card, index, maker, place)


def _back(job: Job, deck: Deck) -> Face | None:
    if not deck.back:
        return None
    template = job.card_template(deck.back)
    maker = FaceMaker(job.game, template, job.workspace.art, job.settings.style)
    return maker.face(back_card(job.game))


def _digests(units: list[Unit]) -> Iterator[dict[str, object]]:
    """A line a face for the manifest: which card, how many, and the digest of what it shows."""
    printed = [
        (face, card, unit.why)
        for unit in units
        for card, face in zip(unit.cards, unit.faces, strict=True)
    ]
    copies = Counter(face.digest for face, _, _ in printed)
    first: dict[str, tuple[Face, Card, str]] = {}
    for line in printed:
        first.setdefault(line[0].digest, line)
    for digest, (face, card, why) in first.items():
        told = {"id": card.id, "no": card.no, "copies": copies[digest], "digest": digest}
        yield {**told, "look": face.look, **({"why": why} if why else {})}
