"""A tuck box's measures, and its net on a page: which panel lies where, where to cut and fold.

From left to right, printed side up: glue flap, left side, front, right side, back. The glue flap
goes inside the back's free edge; the lid hangs on the back and tucks in behind the front; at the
bottom the sides' flaps are folded in first, then the back's, and the front's is glued over it.
All lengths are mm from the page's top left.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import Struct

from brawlprint.components.nets import FOOT, Point, cut, fold, turned
from brawlprint.faces.drawing import Drawing
from brawlprint.faces.paths import parse_path
from brawlprint.faces.template import Box
from brawlprint.sheets.furniture import SIDE
from brawlprint.sheets.paper import PRINTABLE, Paper

SLACK, SPARE = 1.05, 1.0  # a pack is never as thin as its cards laid by a ruler
SLEEVE = (2.5, 2.1, 0.12)  # what a sleeve adds to a card's width, height and thickness
GLUE, TUCK = 12.0, 15.0
SHORT = 0.8  # by which the back's free edge stays behind the corner, so as not to stick out
THINNEST = 6.0  # less can't be folded
GAP = 0.5  # between neighbouring flaps, or they tear
SLIT = 6.0  # either side of the lid's fold; the dust flaps catch in them
TAPER = math.tan(math.radians(15))
HOW_TO = 42.0  # the height that the instructions take below a net, with the space before them
LEAST_BOTTOM = 0.6  # of the depth: the two bottom flaps then still overlap by a fifth


class BoxSize(Struct, frozen=True):
    """A box from outside, and how thick its ``board`` is."""

    width: float
    height: float
    depth: float
    board: float

    @property
    def tuck(self) -> float:
        """How far the lid tucks in."""
        return min(TUCK, self.depth)

    @property
    def net_width(self) -> float:
        """Across the whole net."""
        return GLUE + 2 * self.depth + 2 * self.width - SHORT


def box_size(
    count: int, card: tuple[float, float], thickness: float, sleeved: bool = False
) -> BoxSize:
    """The box for so many cards of a size; its board is as thick as a card.

    >>> size = box_size(91, (63.5, 88.9), 0.30)
    >>> round(size.width, 1), round(size.height, 1), round(size.depth, 1)
    (65.1, 90.2, 29.7)
    >>> box_size(91, (63.5, 88.9), 0.30, sleeved=True).depth > size.depth
    True
    """
    wider, taller, thicker = SLEEVE if sleeved else (0.0, 0.0, 0.0)
    return BoxSize(
        width=card[0] + wider + 1 + 2 * thickness,
        height=card[1] + taller + 1 + thickness,
        depth=max(THINNEST, count * (thickness + thicker) * SLACK + SPARE),
        board=thickness,
    )


class Net(Struct, frozen=True):
    """A box's net on a page: its top left corner, and how long the bottom flaps are.

    ``beside`` says that it leaves room beside it for the page's furniture; ``below`` is the height
    kept free under it for the instructions, 0 where there is none.
    """

    size: BoxSize
    paper: Paper
    x: float
    y: float
    bottom: float
    beside: bool
    below: float

    @property
    def folds(self) -> tuple[float, float, float, float, float]:
        """The upright edges: left of left side, front, right side and back, right of back."""
        left = self.x + GLUE
        front = left + self.size.depth
        right = front + self.size.width
        back = right + self.size.depth
        return left, front, right, back, back + self.size.width - SHORT

    @property
    def top(self) -> float:
        """Where the panels start, below lid and flaps."""
        return self.y + self.size.tuck + self.size.depth

    @property
    def foot(self) -> float:
        """Where the panels end, above the bottom flaps."""
        return self.top + self.size.height

    @property
    def trim(self) -> Box:
        """All of the net: x, y, width, height."""
        return self.x, self.y, self.size.net_width, self.foot + self.bottom - self.y

    @property
    def dust(self) -> float:
        """How long the dust flaps are: together no longer than the box is wide."""
        return min((self.size.depth + self.size.tuck) / 2, self.size.width / 2 - GAP)

    @property
    def notch(self) -> float:
        """The thumb notch's radius."""
        return min(9.0, self.size.width / 6)

    def panel(self, number: int) -> Box:
        """A panel: 0 the left side, 1 the front, 2 the right side, 3 the back."""
        left, right = self.folds[number : number + 2]
        return left, self.top, right - left, self.size.height

    @property
    def lid(self) -> Box:
        """The lid without its tuck."""
        left, right = self.folds[3:]
        return left + GAP, self.top - self.size.depth, right - left - 2 * GAP, self.size.depth

    @property
    def outer_bottom(self) -> Box:
        """The bottom that one sees, below the front."""
        return self.folds[1] + GAP, self.foot, self.size.width - 2 * GAP, self.bottom

    @property
    def inner_bottom(self) -> tuple[Point, Point, Point, Point]:
        """The bottom flap below the back, which the other is glued on; clockwise from the left."""
        left, right = self.folds[3:]
        end = self.foot + self.bottom - 1
        return (left + GAP, self.foot), (right - GAP, self.foot), (right - 2, end), (left + 2, end)

    @property
    def glue_flap(self) -> tuple[Point, Point, Point, Point]:
        """The glue flap, clockwise from its top right; its ends are tapered to stay hidden."""
        left, outer = self.folds[0], self.x
        taper = GLUE * TAPER
        return (
            (left, self.top),
            (left, self.foot),
            (outer, self.foot - taper),
            (outer, self.top + taper),
        )


def place_net(size: BoxSize, paper: Paper) -> Net | None:
    """Put a net on a paper, upright if it fits so, else on its side; None if it fits neither way.

    Where the paper is short, the bottom flaps are: down to 0.6 of the depth they still close.

    >>> from brawlprint.sheets.paper import PAPERS
    >>> box = box_size(91, (63.5, 88.9), 0.30)
    >>> [place_net(box, PAPERS[name]).paper.width for name in ("letter", "a4")]
    [215.9, 297.0]
    """
    for page in (paper, turned(paper)):
        for side, foot in ((SIDE, PRINTABLE), (PRINTABLE, FOOT)):
            room = page.height - PRINTABLE - foot - size.tuck - size.depth - size.height
            bottom = min(size.depth - size.board, room)
            wide = size.net_width > page.width - 2 * side + 1e-6
            if wide or bottom < LEAST_BOTTOM * size.depth - 1e-6:
                continue
            free = room - bottom
            below = HOW_TO if free >= HOW_TO else 0.0
            x, y = (page.width - size.net_width) / 2, PRINTABLE + (free - below) / 2
            return Net(size, page, x, y, bottom, side == SIDE, below)
    return None


def outline(net: Net) -> str:
    """The cut line around the whole net, as path data; clockwise from the glue flap."""
    return " ".join([*_top_edge(net), *_bottom_edge(net), "Z"])


def _top_edge(net: Net) -> Iterator[str]:
    left, front, right, back, end = net.folds
    top, notch = net.top, net.notch
    (_, _, (outer, low), (_, high)) = net.glue_flap
    yield f"M{outer} {low} V{high} L{left} {top}"
    yield from (f"L{x} {y}" for x, y in _dust_points(net, left, front))
    middle = front + net.size.width / 2
    yield f"L{front} {top} H{middle - notch} A{notch} {notch} 0 0 0 {middle + notch} {top} H{right}"
    yield from (f"L{x} {y}" for x, y in reversed(_dust_points(net, back, right)))
    yield f"L{back} {top}"
    yield from _lid(net)
    yield f"L{end} {top}"


def _dust_points(net: Net, hinge: float, front: float) -> list[Point]:
    """A top dust flap from the lid's hinge to the front, where its edge is straight to be caught."""
    way = 1 if front > hinge else -1
    top, long = net.top, net.dust
    corner = min(3.0, long / 3)
    return [
        (hinge + way * GAP, top),
        (hinge + way * (GAP + long * TAPER), top - long),
        (front - way * (GAP + corner), top - long),
        (front - way * GAP, top - long + corner),
        (front - way * GAP, top),
    ]


def _lid(net: Net) -> Iterator[str]:
    """The lid, and its tuck with round corners, a little narrower so that it slides in."""
    x, y, w, h = net.lid
    right, tuck = x + w, net.size.tuck
    r = min(10.0, tuck - 1)
    yield f"L{x} {y + h} V{y} H{x + GAP} V{y - tuck + r} A{r} {r} 0 0 1 {x + GAP + r} {y - tuck}"
    yield f"H{right - GAP - r} A{r} {r} 0 0 1 {right - GAP} {y - tuck + r} V{y} H{right} V{y + h}"


def _bottom_edge(net: Net) -> Iterator[str]:
    left, front, right, back, end = net.folds
    foot = net.foot
    one, two, three, four = net.inner_bottom
    yield f"L{end} {foot}"
    yield from (f"L{x} {y}" for x, y in (two, three, four, one))
    yield f"L{back} {foot}"
    yield from _bottom_dust(net, back, right)
    x, y, w, h = net.outer_bottom
    yield f"L{right} {foot} H{x + w} V{y + h} H{x} V{y} H{front}"
    yield from _bottom_dust(net, front, left)
    yield f"L{left} {foot}"


def _bottom_dust(net: Net, right: float, left: float) -> Iterator[str]:
    """A side's bottom flap, tapered both ways, from its right end to its left."""
    long = min(net.dust, net.bottom)
    inset = GAP + min(long * TAPER, (right - left) / 4)
    yield f"L{right - GAP} {net.foot} L{right - inset} {net.foot + long}"
    yield f"L{left + inset} {net.foot + long} L{left + GAP} {net.foot}"


def slits(net: Net) -> Iterator[tuple[Point, Point]]:
    """The cuts in from both ends of the fold between lid and tuck."""
    x, y, w, _ = net.lid
    long = min(SLIT, w / 6)
    yield (x, y), (x + long, y)
    yield (x + w - long, y), (x + w, y)


def folds(net: Net) -> Iterator[tuple[Point, Point]]:
    """Every fold, as a line from left to right or from top to bottom."""
    left, front, right, back, _ = net.folds
    for edge in (left, front, right, back):
        yield (edge, net.top), (edge, net.foot)
    for one, other in ((left, front), (right, back)):
        yield (one + GAP, net.top), (other - GAP, net.top)
        yield (one + GAP, net.foot), (other - GAP, net.foot)
    x, y, w, _ = net.outer_bottom
    yield (x, y), (x + w, y)
    x, y, w, h = net.lid
    yield (x, y + h), (x + w, y + h)
    yield (x, net.foot), (x + w, net.foot)
    (_, start), (finish, _) = slits(net)
    yield start, finish


def draw_lines(net: Net, drawing: Drawing, ink: str) -> None:
    """All cuts and folds."""
    cut(drawing, parse_path(outline(net)), ink)
    for start, end in slits(net):
        cut(drawing, (("M", start), ("L", end)), ink)
    for start, end in folds(net):
        fold(drawing, start, end, ink)
