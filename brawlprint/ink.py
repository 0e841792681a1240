"""How much ink a page takes: measured on the page itself, in grey."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from brawlprint.components import Product

DPI = 150.0


class PageInk(Struct, frozen=True):
    """The ink share (0 to 1) of a page's trim area, for each style measured."""

    component: str
    page: int
    shares: dict[str, float]


def measure_ink(pdf: bytes) -> list[float]:
    """The mean coverage over the trim area of each page, in grey at 150 dpi; 1 is solid black."""
    import pypdfium2
    from PIL import ImageStat

    shares = []
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        left, bottom, right, top = page.get_trimbox()
        width, height = page.get_size()
        crop = (left, bottom, width - right, height - top)
        picture = page.render(scale=DPI / 72, grayscale=True, crop=crop).to_pil()
        shares.append(1 - ImageStat.Stat(picture).mean[0] / 255)
    return shares


def compare_ink(products_by_style: dict[str, Sequence[Product]]) -> list[PageInk]:
    """The same pages in several styles, side by side."""
    measured = {
        style: {product.component: measure_ink(product.data) for product in products}
        for style, products in products_by_style.items()
    }
    first = next(iter(measured.values()))
    return [
        PageInk(
            component,
            number + 1,
            {
                style: pages[component][number]
                for style, pages in measured.items()
                if number < len(pages.get(component, ()))
            },
        )
        for component, shares in first.items()
        for number in range(len(shares))
    ]
