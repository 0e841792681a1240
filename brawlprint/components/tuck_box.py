"""A tuck box for the cards that a build prints: a net on one page, to cut, fold and glue.

Its depth follows from how many cards there are and how thick one is, its width and height from
the cards' size; sleeves make all three larger. What doesn't fit on the paper is refused, with
what would; where many games are printed at once, the cards get as many boxes as they need.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from brawlprint.components import cards, targets
from brawlprint.components.job import CARD, Job, Product, face_of
from brawlprint.components.nets import DASH, FOLD, cut, draw_furniture, glue, polygon
from brawlprint.components.tuck_art import Art
from brawlprint.components.tuck_net import (
    BoxSize,
    Net,
    box_size,
    draw_lines,
    place_net,
)
from brawlprint.errors import Finding, NoRoomError, shown, suggestion
from brawlprint.faces.drawing import Drawing
from brawlprint.faces.elements import place_lines
from brawlprint.faces.fitting import Fitted, MisfitError, fit
from brawlprint.faces.template import Box, TextStyle
from brawlprint.sheets.furniture import Caption
from brawlprint.sheets.paper import PAPERS, Paper

MOST_BOXES = 9


class Params(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """``of`` names the components whose cards go in; ``icon`` is the emblem.

    ``pattern`` is the icon of the pattern (the emblem's, where it says none); ``title`` stands for
    the game's; ``boxes`` is how many boxes share the cards.
    """

    icon: str
    of: str | tuple[str, ...] = "cards"
    title: str = ""
    pattern: str = ""
    boxes: int = 1


class Pack(Struct, frozen=True):
    """What goes into a box: how many cards, and their size (mm)."""

    count: int
    card: tuple[float, float]


def make(job: Job) -> Product | None:
    """A page with the net of each box; None where there are no cards to put in."""
    params = job.read_params(Params)
    if not 1 <= params.boxes <= MOST_BOXES:
        raise job.error("boxes", f"{params.boxes} boxes can't be made", f"1 to {MOST_BOXES}")
    pack = _pack(job, [params.of] if isinstance(params.of, str) else params.of)
    if not pack.count:
        return None
    if pack.count < params.boxes:
        message = f"{pack.count} cards don't fill {params.boxes} boxes"
        raise job.error("boxes", message, "make fewer")
    boxes = params.boxes
    net = _net(job, pack, boxes)
    if net is None and job.settings.lenient:
        boxes, net = next(_more_boxes(job, pack, boxes), (boxes, None))
    if net is None:
        raise _refusal(job, pack, boxes)
    data = _write(job, replace(params, boxes=boxes), net, pack.count)
    return Product(
        component=job.name,
        data=data,
        pages=boxes,
        sides=1,
        stock=CARD,
        how="one-sided; cut, score, fold and glue",
        findings=[_shared(job, pack, params.boxes, boxes)] if boxes > params.boxes else [],
    )


def _net(job: Job, pack: Pack, boxes: int) -> Net | None:
    """The net of each of so many boxes; None where it doesn't fit on the paper."""
    share = -(-pack.count // boxes)
    return _placed(job, share, _size(job, share, pack), job.settings.paper)


def _more_boxes(job: Job, pack: Pack, boxes: int) -> Iterator[tuple[int, Net]]:
    """Larger numbers of boxes that fit, with the net of each."""
    for more in range(boxes + 1, min(MOST_BOXES, pack.count) + 1):
        if net := _net(job, pack, more):
            yield more, net


def _shared(job: Job, pack: Pack, wanted: int, boxes: int) -> Finding:
    """A word about boxes that nobody asked for."""
    few = "one tuck box" if wanted == 1 else f"{wanted} tuck boxes"
    message = f"{pack.count} cards are too many for {few} on {job.settings.paper.title}"
    remedy = f"so {job.name}.pdf holds {boxes}, for {-(-pack.count // boxes)} cards each"
    return Finding("more-boxes", message, remedy=remedy, level="info")


def _pack(job: Job, names: Sequence[str]) -> Pack:
    """The cards that some components print; of different sizes, the larger counts."""
    counts, widths, heights = [], [], []
    for name in names:
        count, (width, height) = _printed(job, name)
        counts.append(count)
        widths.append(width)
        heights.append(height)
    if not counts:
        raise job.error("of", "it names no component", "name one that prints cards")
    return Pack(sum(counts), (max(widths), max(heights)))


def _printed(job: Job, name: str) -> tuple[int, tuple[float, float]]:
    """How many cards a component prints, and their size."""
    kinds = {each: str(table.get("kind", each)) for each, table in job.game.components.items()}
    counters = {"cards": _deck_cards, "targets": _target_cards}
    if kinds.get(name) not in counters:
        hint = suggestion(name, [each for each, kind in kinds.items() if kind in counters])
        raise job.error("of", f"there is no component {name!r} that prints cards", hint)
    other = replace(job, name=name, params=job.game.components[name])
    count, template = counters[kinds[name]](other)
    return count, job.card_template(template).card


def _deck_cards(job: Job) -> tuple[int, str]:
    """How many of a deck's cards are printed, and their template."""
    params = job.read_params(cards.Params)
    if params.deck not in job.game.decks:
        hint = suggestion(params.deck, list(job.game.decks))
        raise job.error("deck", f"there is no deck {params.deck!r}", hint)
    deck = job.game.decks[params.deck]
    small = params.small_game
    kinds = small.kinds if small and job.settings.players <= small.players else None
    a_set = sum(card.copies for card in deck.titles if kinds is None or card.kind in kinds)
    sets = job.settings.copies * (job.settings.players if params.each_player else 1)
    return a_set * sets // (2 if params.two_sided else 1), deck.template


def _target_cards(job: Job) -> tuple[int, str]:
    """How many target cards are printed, and their template."""
    params = job.read_params(targets.Params)
    players = job.settings.players
    return (players**2 if players >= params.least_players else 0), params.template


def _size(job: Job, count: int, pack: Pack, thickness: float | None = None) -> BoxSize:
    settings = job.settings
    return box_size(count, pack.card, thickness or settings.stock_thickness, settings.sleeved)


def _placed(job: Job, count: int, size: BoxSize, paper: Paper) -> Net | None:
    """The net on a paper, if there is room for it and for its instructions."""
    net = place_net(size, paper)
    if net is None:
        return None
    try:
        _steps(job, net, count)
    except MisfitError:
        return None
    return net


def _refusal(job: Job, pack: Pack, boxes: int) -> NoRoomError:
    """That a box doesn't fit on the paper, and what would."""
    settings, count = job.settings, -(-pack.count // boxes)
    sleeved = "sleeved cards" if settings.sleeved else "cards"
    size = _size(job, count, pack)
    return NoRoomError(
        f"a tuck box for {count} {sleeved} of {settings.stock_thickness:g} mm would be "
        f"{size.depth:.0f} mm deep and does not fit on {settings.paper.title}; what would: "
        f"{', '.join(_remedies(job, count, pack, boxes))}"
    )


def _remedies(job: Job, count: int, pack: Pack, boxes: int) -> Iterator[str]:
    paper, settings = job.settings.paper, job.settings

    def fits(number: int, on: Paper = paper, thickness: float | None = None) -> bool:
        return _placed(job, number, _size(job, number, pack, thickness), on) is not None

    counts = [number for number in range(1, count) if fits(number)]
    if counts:
        yield f"up to {counts[-1]} cards"
    for more, _ in islice(_more_boxes(job, pack, boxes), 1):
        share, file = -(-pack.count // more), shown(job.game.path)
        yield f"{more} boxes of {share} (boxes = {more} under [components.{job.name}] in {file})"
    thinner = range(round(settings.stock_thickness * 100) - 1, 4, -1)
    for hundredths in thinner:
        if fits(count, thickness=hundredths / 100):
            yield f"cards of {hundredths / 100:g} mm (--stock-thickness)"
            break
    bare = box_size(count, pack.card, settings.stock_thickness)
    if settings.sleeved and _placed(job, count, bare, paper):
        yield "the cards without sleeves"
    for other in PAPERS.values():
        if other != paper and fits(count, other):
            yield f"--paper {other.name}"
    yield "or leave the box out: --only with the other components"


def _write(job: Job, params: Params, net: Net, total: int) -> bytes:
    """The PDF: a page a box."""
    title, icon = params.title or job.game.title, job.icon(params.icon)
    pattern = job.icon(params.pattern) if params.pattern else icon
    writer = job.writer(net.paper)
    for number in range(params.boxes):
        count = total // params.boxes + (number < total % params.boxes)
        art = Art(job, title, icon, pattern, count)
        under, printed, over = Drawing(), Drawing(), Drawing()
        caption = Caption(job.game.title, job.title, number + 1, params.boxes)
        draw_furniture(under, net.paper, caption, net.beside)
        _how_to(job, net, under, count)
        art.draw(net, printed)
        _flaps(job, net, printed)
        draw_lines(net, over, job.look.colour("ink"))
        writer.draw(under.instructions)
        writer.draw(printed.instructions)
        x, y, w, h = net.lid
        writer.place(face_of(art.lid(w, h), w, h), x, y, turn=180)
        writer.draw(over.instructions)
        writer.end_page(f"Box {number + 1}", f"Box {number + 1}", net.trim)
    return writer.finish()


def _flaps(job: Job, net: Net, drawing: Drawing) -> None:
    """The glue areas, hatched and named."""
    colour = job.look.colour
    white, soft = colour("white"), colour("soft")
    font = job.look.texts["label"].font
    for corners in (net.glue_flap, _glued_bottom(net)):
        drawing.shape(polygon(corners), white)
        glue(drawing, corners, soft)
    x, y = net.folds[0] - 6, net.top + net.size.height / 2
    drawing.rectangle(x - 2.2, y - 11, 4.4, 22, 1, white)
    drawing.text(x + 0.9, y, "GLUE: BACK’S EDGE", font, 7, soft, "centre", turn=270)
    (left, top), (right, _), (_, end), _ = _glued_bottom(net)
    if end - top < 6:
        return
    x, y = (left + right) / 2, (top + end) / 2
    drawing.rectangle(x - 15, y - 2.2, 30, 4.4, 1, white)
    drawing.text(x, y + 0.9, "GLUE: UNDER THE BOTTOM", font, 7, soft, "centre")


def _glued_bottom(net: Net) -> tuple[tuple[float, float], ...]:
    """What of the inner bottom lies under the outer one."""
    one, two, three, four = net.inner_bottom
    seen = net.size.depth - net.bottom + 1.5
    share = seen / (three[1] - two[1])
    y = one[1] + seen
    return (
        (one[0] + share * (four[0] - one[0]), y),
        (two[0] + share * (three[0] - two[0]), y),
        three,
        four,
    )


def _how_to(job: Job, net: Net, drawing: Drawing, count: int) -> None:
    """What the lines mean and what to do: below the net, or where it leaves the page free."""
    box, style, fitted = _steps(job, net, count)
    x, y, w, _ = box
    _legend(job, drawing, (x, y - 5.5, w, 4))
    place_lines(drawing, fitted, box, style, job.look.colour("ink"))


def _steps(job: Job, net: Net, count: int) -> tuple[Box, TextStyle, Fitted]:
    """The instructions, set into their box; raises :class:`MisfitError`."""
    if net.below:
        x, y, w, h = net.trim
        box = (net.folds[0], y + h + 6, net.folds[4] - net.folds[0], net.below - 6)
    else:
        x, y, w, _ = net.panel(1)
        box = (x + 3, net.y, w - 6, net.size.tuck + net.size.depth - 4)
    inside = net.size.width - 2 * net.size.board, net.size.height - net.size.board
    measures = f"{inside[0]:.1f} × {inside[1]:.1f} × {net.size.depth - 2 * net.size.board:.1f} mm"
    steps = (
        f"Tuck box for {count} cards{', sleeved' if job.settings.sleeved else ''}: {measures} inside",
        "1. Score the dashed lines with a blunt point; cut along the solid ones, slits too.",
        "2. Fold every dashed line backwards, so that the print comes outside.",
        "3. Glue the hatched strip at the left to the inside of the back’s free edge.",
        "4. At the bottom fold in the two plain flaps, then the hatched one; glue the last over it.",
        "5. In with the cards; fold in the flaps at the top, and tuck in the lid.",
    )
    x, y, w, h = box
    look = msgspec.structs.replace(job.look.texts["body"], valign="top")
    fitted = fit("\n".join(steps), look.font, 9, 6, (w, h - 5.5), 1.25)
    return (x, y + 5.5, w, h - 5.5), look, fitted


def _legend(job: Job, drawing: Drawing, box: Box) -> None:
    """The sorts of line, each with its word."""
    x, y, w, _ = box
    ink, soft = job.look.colour("ink"), job.look.colour("soft")
    font = job.look.texts["label"].font
    part, base = w / 3, y + 2.6
    for place, word in enumerate(("cut", "fold", "glue")):
        left = x + place * part
        if word == "cut":
            cut(drawing, (("M", (left, y + 1.6)), ("L", (left + 9, y + 1.6))), ink)
        elif word == "fold":
            drawing.line(left, y + 1.6, left + 9, y + 1.6, ink, FOLD, DASH)
        else:
            glue(drawing, [(left, y), (left + 9, y), (left + 9, y + 3), (left, y + 3)], soft)
        drawing.text(left + 10.5, base, word.upper(), font, 7.5, ink)
