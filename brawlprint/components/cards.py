"""The cards of a deck, 9-up or as many as the paper takes, with their backs behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import cycle, groupby, islice

from msgspec import Struct

from brawlprint.components.job import Job, Product
from brawlprint.definitions import Card, Deck
from brawlprint.definitions.mapping import indices
from brawlprint.definitions.model import Setting
from brawlprint.errors import Finding, quoted, shown, suggestion
from brawlprint.faces.face import Face, FaceMaker, back_card
from brawlprint.settings import MOST_DECKS
from brawlprint.sheets.card_sheets import FLIP_WORDS, Piece, SheetJob, write_sheets
from brawlprint.sheets.furniture import SIDE
from brawlprint.sheets.grid import compute_grid
from brawlprint.sheets.paper import PRINTABLE


class SmallGame(Struct, frozen=True, forbid_unknown_fields=True):
    """With this many ``players`` or fewer, only these ``kinds`` are in a set."""

    players: int
    kinds: tuple[str, ...]


class LargeGame(Struct, frozen=True, forbid_unknown_fields=True):
    """With this many ``players`` or more, so many ``copies`` of the deck are shuffled into one.

    ``unless`` holds values of the game's options under which one copy will do.
    """

    players: int
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
    """The deck's PDF: fronts and backs, and the digest of each face for the manifest."""
    params = job.read_params(Params)
    deck = _deck(job, params.deck, "deck")
    back = _back(job, deck)
    findings: list[Finding] = list(_too_few_copies(job, params.large_game))
    printed = list(_printed(job, deck, params, findings)) * job.settings.copies
    faces = [face for _, face in printed]
    pieces = [Piece(face, back) for face in faces]
    if params.two_sided:
        if len(faces) % 2:
            message = f"{len(faces)} cards can't be fronts and backs in turn"
            raise job.error("two-sided", message, "let the list have an even number of cards")
        pieces = [Piece(*pair) for pair in zip(faces[::2], faces[1::2], strict=True)]
    width, height = faces[0].width, faces[0].height
    grid = compute_grid(job.settings.paper, width, height, SIDE, PRINTABLE)
    free = -len(pieces) % grid.capacity
    if params.fill and job.settings.fill and free:
        aid = [face for _, face in _printed(job, _deck(job, params.fill, "fill"), Params())]
        pieces += [Piece(face, back) for face in islice(cycle(aid), free)]
    two_sided = params.two_sided or back is not None
    duplex = job.settings.duplex if two_sided else "off"
    sheet_job = SheetJob(job.game.title, job.title, duplex)
    data, pages = write_sheets(pieces, grid, sheet_job, job.workspace.icons)
    return Product(
        component=job.name,
        data=data,
        pages=pages,
        sides=1 if duplex == "off" else 2,
        stock="card, 250–330 g/m²",
        how=f"{FLIP_WORDS[duplex]}; cut at the marks",
        faces=list(_digests(printed)),
        findings=findings,
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
    template = job.workspace.template(deck.template)
    mapping = job.game.mapping
    corner = indices(mapping) if mapping else {}
    small = params.small_game
    kinds = small.kinds if small and job.settings.players <= small.players else None
    place = shown(deck.path)
    for seat in range(job.settings.players) if params.each_player else (None,):
        maker = FaceMaker(job.game, template, job.workspace.art, job.settings.style, seat)
        for card in deck.titles:
            if kinds is None or card.kind in kinds:
                for index in corner.get(card.id, [""] * card.copies):
                    yield Copy(card, index, maker, place)


def _back(job: Job, deck: Deck) -> Face | None:
    if not deck.back:
        return None
    template = job.workspace.template(deck.back)
    maker = FaceMaker(job.game, template, job.workspace.art, job.settings.style)
    return maker.face(back_card(job.game))


def _digests(printed: list[tuple[Card, Face]]) -> Iterator[dict[str, object]]:
    """A line a face for the manifest: which card, how many, and the digest of what it shows."""
    copies = Counter(face.digest for _, face in printed)
    for digest, (card, _) in {face.digest: (card, face) for card, face in printed}.items():
        yield {"id": card.id, "no": card.no, "copies": copies[digest], "digest": digest}
