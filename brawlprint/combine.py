"""A whole game as one PDF, in printing order: what is told of each file is told of its pages.

Printed on both sides in one go, no two things may meet on one sheet: each file begins on a front,
and where some have backs, what has none gets an empty one behind every page.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from brawlprint import __version__
from brawlprint.components import Product

if TYPE_CHECKING:
    from pypdf import PdfWriter

_CREATOR = f"brawlprint {__version__}"


class Part(Struct, frozen=True):
    """Where a product's pages are in the combined file, from 1, empty ones included."""

    product: Product
    first: int
    pages: int

    @property
    def last(self) -> int:
        """Its last page."""
        return self.first + self.pages - 1


def parts(products: Sequence[Product]) -> list[Part]:
    """How products follow each other.

    >>> front, both = Product("aid", b"", 3, 1, "", ""), Product("cards", b"", 4, 2, "", "")
    >>> [(part.first, part.last) for part in parts([front, both])]
    [(1, 6), (7, 10)]
    """
    two_sided = any(product.sides == 2 for product in products)
    pages = [_pages(product, two_sided) for product in products]
    starts = [1]
    for count in pages:
        starts.append(starts[-1] + count)
    return [
        Part(product, first, after - first)
        for product, (first, after) in zip(products, pairwise(starts), strict=True)
    ]


def _pages(product: Product, two_sided: bool) -> int:
    """How many pages it takes, with empty ones so that what follows begins on a front."""
    if two_sided and product.sides == 1:
        return product.pages * 2
    return product.pages + (product.pages % 2 if two_sided else 0)


def combined(title: str, name: str, products: Sequence[Product]) -> Product:
    """The combined file of a game, a bookmark for each of its parts."""
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter()
    writer.metadata = {
        "/Title": title,
        "/Author": "brawlprint",
        "/Creator": _CREATOR,
        # No one edge is right for all of it: which back belongs to which front, its parts' files tell.
        "/Keywords": f"component={name}; layout=combined; duplex=off",
    }
    for part in parts(products):
        reader = PdfReader(io.BytesIO(part.product.data))
        word = part.product.component.replace("-", " ").capitalize()
        empty = part.pages == part.product.pages * 2
        for page in reader.pages:
            writer.add_page(page)
            if empty:
                _add_empty(writer)
        if len(writer.pages) < part.last:
            _add_empty(writer)
        writer.add_outline_item(title=word, page_number=part.first - 1)  # of a page that is there
    flips = [each.how for each in products if each.sides == 2]
    preferences: Any = writer.create_viewer_preferences()
    preferences.print_scaling = "/None"
    preferences.duplex = _duplex(flips)
    buffer = io.BytesIO()
    writer.write(buffer)
    how = "two-sided, each part as the print plan says" if flips else "one-sided"
    sides = 2 if flips else 1
    stock = "what the print plan says"
    return Product(name, buffer.getvalue(), len(writer.pages), sides, stock, how)


def _add_empty(writer: PdfWriter) -> None:
    """An empty page as large as the one before it."""
    before = writer.pages[-1]
    box, trim = before.mediabox, before.trimbox
    writer.add_blank_page(box.width, box.height).trimbox = trim


def _duplex(flips: Sequence[str]) -> str:
    if not flips:
        return "/Simplex"
    return "/DuplexFlipShortEdge" if "short edge" in flips[0] else "/DuplexFlipLongEdge"
