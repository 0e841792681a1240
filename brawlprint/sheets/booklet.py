"""Booklets: pages imposed two a side on landscape sheets, to be folded and stapled."""

from __future__ import annotations

from typing import Any

from reportlab.pdfgen.canvas import Canvas

Spread = tuple[int | None, int | None]


def booklet_spreads(pages: int) -> list[Spread]:
    """What stands left and right on each side of paper, front and back in turn; None is blank.

    Pages count from 1 and are made up to a multiple of four.

    >>> booklet_spreads(5)
    [(None, 1), (2, None), (None, 3), (4, 5)]
    """
    total = -(-pages // 4) * 4
    spreads: list[Spread] = []
    for sheet in range(total // 4):
        first, last = 1 + 2 * sheet, total - 2 * sheet
        spreads += [(last, first), (first + 1, last - 1)]

    def real(number: int | None) -> int | None:
        return number if number and number <= pages else None

    return [(real(left), real(right)) for left, right in spreads]


class BookletCanvas(Canvas):  # type: ignore[misc]
    """A canvas that keeps its pages, each half a sheet, and prints them as a booklet's spreads."""

    def __init__(self, filename: Any, **options: Any) -> None:
        super().__init__(filename, **options)
        self._kept: list[str] = []
        self._page_size = self._pagesize
        self._open()

    def _open(self) -> None:
        self._kept.append(f"booklet{len(self._kept) + 1}")
        self.beginForm(self._kept[-1], 0, 0, *self._page_size)

    def showPage(self) -> None:  # noqa: N802 - reportlab's name
        """Keep the page; nothing is printed before the last one is known."""
        self.endForm()
        self._pageNumber += 1
        self._open()

    def save(self) -> None:
        """Print the spreads, and finish the file."""
        self.endForm()
        pages = len(self._kept) - 1
        width, height = self._page_size
        self.setPageSize((2 * width, height))
        self.setTrimBox((0, 0, 2 * width, height))
        for number, spread in enumerate(booklet_spreads(pages)):
            for place, page in enumerate(spread):
                if page is not None:
                    self.saveState()
                    self.translate(place * width, 0)
                    self.doForm(self._kept[page - 1])
                    self.restoreState()
            self._fold(width, height)
            side = "front" if number % 2 == 0 else "back"
            label = f"Sheet {number // 2 + 1} {side}"
            self.addPageLabel(number, prefix=label)
            self.bookmarkPage(f"spread{number}")
            self.addOutlineEntry(label, f"spread{number}")
            super().showPage()
        super().save()

    def _fold(self, width: float, height: float) -> None:
        """Short ticks at both ends of the fold."""
        self.setLineWidth(0.4)
        self.setDash(2, 2)
        for y in (0.0, height - 14):
            self.line(width, y, width, y + 14)
        self.setDash()
