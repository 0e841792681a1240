"""The floor: the least that a reportlab program does for the tavern's 91 cards on Letter.

usage: floor.py DECK.json OUT.pdf

What a good developer writes who needs this one PDF and knows reportlab well: the canvas only, the
house's fonts embedded, icons, frames and the back as forms, a plain greedy wrap at one size. The
same words, marks, icons, backs, bookmarks and boxes as ``brawlprint build``; nothing is checked,
nothing is fitted, there is no command line, and no code is shared. ``floor_deck.py`` writes the
JSON beforehand.
"""

import json
import sys
from importlib.util import find_spec
from pathlib import Path

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

rl_config.useA85 = 0
MM = 72 / 25.4
PAGE_W, PAGE_H = 612.0, 792.0
W, H = 63.5 * MM, 88.9 * MM
LEFT, BOTTOM = (PAGE_W - 3 * W) / 2, (PAGE_H - 3 * H) / 2

FONTS = {
    "title": ("fontpkg_barlow_condensed", "BarlowCondensed-ExtraBold"),
    "label": ("fontpkg_barlow_condensed", "BarlowCondensed-SemiBold"),
    "text": ("fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible-Regular"),
}
TITLE, BODY, CHIP, FOOT, MARGIN = 13, 8.5, 7, 6.5, 6.5  # sizes, pt


def up(y):
    """Millimetres down from a card's top, as points up from its foot."""
    return H - y * MM


def rectangle(c, x, y, w, h, radius=0.0, fill=0, stroke=0):
    c.roundRect(x * MM, up(y + h), w * MM, h * MM, radius * MM, stroke, fill)


def circle(c, x, y, r, fill=0, stroke=1):
    c.circle(x * MM, up(y), r * MM, stroke, fill)


def line(c, x1, y1, x2, y2):
    c.line(x1 * MM, up(y1), x2 * MM, up(y2))


class Floor:
    def __init__(self, deck, path):
        self.deck = deck
        self.colours = {}
        self.icon_forms = {}
        for name, (package, file) in FONTS.items():
            folder = Path(find_spec(package).origin).parent / "files"
            registerFont(TTFont(name, str(folder / f"{file}.ttf")))
        self.canvas = c = Canvas(
            path, pagesize=(PAGE_W, PAGE_H), pageCompression=1, initialFontName="text", lang="en"
        )
        c.setTitle(f"{deck['title']}: Cards")
        c.setSubject("Cards")
        c.setAuthor("floor")
        c.setViewerPreference("PrintScaling", "None")
        c.setViewerPreference("Duplex", "DuplexFlipLongEdge")

    def colour(self, name):
        if name not in self.colours:
            self.colours[name] = HexColor(name)
        return self.colours[name]

    def icon(self, name, ink, ground):
        """The form of an icon on its 100 x 100 field, made when it is first asked for."""
        key = (name, ink, ground)
        if key not in self.icon_forms:
            c, form = self.canvas, f"icon{len(self.icon_forms)}"
            c.beginForm(form, 0, 0, 100, 100)
            c.setLineCap(1)
            c.setLineJoin(1)
            for paint, path, width in self.deck["icons"][name]:
                colour = self.colour(ink if paint in ("fill", "line") else ground)
                if width:
                    c.setStrokeColor(colour)
                    c.setLineWidth(width)
                    c.addLiteral(f"{path} S")
                else:
                    c.setFillColor(colour)
                    c.addLiteral(f"{path} f")
            c.endForm()
            self.icon_forms[key] = form
        return self.icon_forms[key]

    def draw_icon(self, form, x, y, size):
        c, scale = self.canvas, size * MM / 100
        c.saveState()
        c.transform(scale, 0, 0, scale, x * MM, up(y + size))
        c.doForm(form)
        c.restoreState()

    # ---- what is the same on all cards of a kind ----

    def frame(self, kind, palette):
        c, colour = self.canvas, self.colour
        ink = palette["ink"]
        wall = self.icon(kind["icon"], ink, palette["tint"])
        tab = self.icon(kind["icon"], palette["on-band"], palette["band"])
        c.beginForm(f"frame-{kind['name']}", 0, 0, W, H)
        c.setFillColor(colour(palette["ground"]))
        rectangle(c, 0, 0, 63.5, 88.9, fill=1)
        c.setFillColor(colour(palette["paper"]))
        c.setStrokeColor(colour(ink))
        c.setLineWidth(0.5 * MM)
        rectangle(c, 3.3, 3.3, 56.9, 82.3, radius=3, fill=1)
        c.setFillColor(colour(palette["tint"]))
        rectangle(c, 3.3, 14.9, 56.9, 35.5, fill=1)
        self.draw_icon(wall, 18.4, 15, 35.3)
        c.setFillColor(colour(palette["band"]))
        c.saveState()
        c.setLineWidth(0.35 * MM)
        self.band()
        self.tab()
        self.draw_icon(tab, 4.9, 16.4, 7.2)
        line(c, 3.3, 14.9, 60.2, 14.9)
        line(c, 3.3, 50.4, 60.2, 50.4)
        c.restoreState()
        rectangle(c, 3.3, 3.3, 56.9, 82.3, radius=3, stroke=1)
        c.setFillColor(colour(palette["badge"]))
        c.setLineWidth(0.35 * MM)
        circle(c, 9.1, 9.1, 5.2, fill=1)
        if kind["second"]:
            circle(c, 53.1, 9.1, 5.2, fill=1)
        c.setStrokeColor(colour(palette["soft"]))
        c.setLineWidth(0.2 * MM)
        line(c, 5.3, 80.9, 58.2, 80.9)
        c.endForm()

    def band(self):
        p = self.canvas.beginPath()
        p.moveTo(3.3 * MM, up(14.9))
        p.lineTo(3.3 * MM, up(6.3))
        p.arcTo(3.3 * MM, up(3.3), 9.3 * MM, up(9.3), 180, -90)
        p.lineTo(57.2 * MM, up(3.3))
        p.arcTo(54.2 * MM, up(3.3), 60.2 * MM, up(9.3), 90, -90)
        p.lineTo(60.2 * MM, up(14.9))
        p.close()
        self.canvas.drawPath(p, stroke=0, fill=1)

    def tab(self):
        p = self.canvas.beginPath()
        p.moveTo(3.3 * MM, up(14.9))
        p.lineTo(13.9 * MM, up(14.9))
        p.lineTo(13.9 * MM, up(22.6))
        p.arcTo(9.1 * MM, up(25), 13.9 * MM, up(20.2), 0, -90)
        p.lineTo(3.3 * MM, up(25))
        p.close()
        self.canvas.drawPath(p, stroke=1, fill=1)

    def back(self, palette):
        c, colour, back = self.canvas, self.colour, self.deck["back"]
        ink, on_back = colour(palette["ink"]), colour(palette["on-back"])
        tile = self.icon(back["pattern"], palette["pattern"], palette["ground"])
        emblem = self.icon(back["emblem"], palette["on-back"], palette["back"])
        c.beginForm("back", 0, 0, W, H)
        c.setFillColor(colour(palette["ground"]))
        rectangle(c, 0, 0, 63.5, 88.9, fill=1)
        for row in range(-5, 6):
            for column in range(-4, 4):
                x = 31.75 + (column + row % 2 / 2) * 63.5 / 6 - 3.2
                self.draw_icon(tile, x, 44.45 + row * 8.89 - 3.2, 6.4)
        c.setLineWidth(0.5 * MM)
        c.setFillColor(colour(palette["back"]))
        c.setStrokeColor(ink)
        circle(c, 31.75, 44.45, 22, fill=1)
        c.setStrokeColor(on_back)
        circle(c, 31.75, 44.45, 20.2)
        self.draw_icon(emblem, 16.75, 29.45, 30)
        c.setFillColor(on_back)
        c.setStrokeColor(ink)
        rectangle(c, 6.75, 62.2, 50, 9.6, radius=2, fill=1, stroke=1)
        c.setFillColor(colour(palette["back"]))
        c.setFont("title", 19)
        c.drawCentredString(31.75 * MM, up(69.4), back["name"])
        c.endForm()

    # ---- what differs from card to card ----

    def card(self, card, x, y):
        c, palette = self.canvas, self.deck["palettes"][card["kind"]]
        c.saveState()
        c.translate(x, y)
        c.doForm(f"frame-{card['kind']}")
        if card["icon"]:
            form = self.icon(card["icon"], palette["ink"], palette["badge"])
            self.draw_icon(form, 5.6, 5.6, 7)
        words = self.chips(card["chips"], palette)
        t = c.beginText()
        t.setFillColor(self.colour(palette["on-band"]))
        self.lines(
            t, card["title"], "title", TITLE, 15.8, 42.6 - 12 * bool(card["hits"]), 9.4, 0.98
        )
        t.setFillColor(self.colour(palette["ink"]))
        self.centred(t, card["badge"], "title", 18, 9.1, 9.9)
        self.centred(t, card["label"], "label", 7, 9.1, 12.8)
        self.centred(t, card["hits"], "title", 18, 53.1, 9.9)
        self.centred(t, card["hits_label"], "label", 7, 53.1, 12.8)
        self.lines(t, card["text"], "text", BODY, 5.3, 52.9, 69.1, 1.2)
        t.setFillColor(self.colour(palette["soft"]))
        t.setFont("label", FOOT)
        t.setTextOrigin(5.3 * MM, up(83.6))
        t.textOut(card["foot"])
        t.setTextOrigin(58.2 * MM - stringWidth(card["number"], "label", FOOT), up(83.6))
        t.textOut(card["number"])
        t.setFillColor(self.colour(palette["on-chip"]))
        t.setFont("label", CHIP)
        for left, word in words:
            t.setTextOrigin(left * MM, up(55.5))
            t.textOut(word)
        c.drawText(t)
        c.restoreState()

    def chips(self, chips, palette):
        """The boxes and icons; gives where each word goes, for the card's text object."""
        c, x, words = self.canvas, 5.3, []
        if chips:
            c.setFillColor(self.colour(palette["chip"]))
            c.setStrokeColor(self.colour(palette["ink"]))
            c.setLineWidth(0.3 * MM)
        for icon, word in chips:
            wide = 2.4 + 4.44 * bool(icon) + stringWidth(word, "label", CHIP) / MM
            rectangle(c, x, 52, wide, 5.2, radius=1.3, fill=1, stroke=1)
            if icon:
                form = self.icon(icon, palette["on-chip"], palette["chip"])
                self.draw_icon(form, x + 1.2, 52.73, 3.74)
            words.append((x + 1.2 + 4.44 * bool(icon), word))
            x += wide + 1.3
        return words

    def centred(self, t, text, font, size, x, y):
        if text:
            t.setFont(font, size)
            t.setTextOrigin(x * MM - stringWidth(text, font, size) / 2, up(y))
            t.textOut(text)

    def lines(self, t, text, font, size, x, width, middle, leading):
        """Greedy lines about a middle height."""
        room, space = width * MM, stringWidth(" ", font, size)
        lines, line, used = [], [], 0.0
        for word in text.split():
            wide = stringWidth(word, font, size)
            if line and used + space + wide > room:
                lines.append(" ".join(line))
                line, used = [word], wide
            else:
                used += space + wide if line else wide
                line.append(word)
        lines.append(" ".join(line))
        step = size * leading
        t.setFont(font, size, step)
        t.setTextOrigin(x * MM, up(middle) + (len(lines) - 1) * step / 2 - size * 0.35)
        for each in lines:
            t.textLine(each)

    # ---- pages ----

    def margins(self, page, pages, side):
        c = self.canvas
        c.setStrokeColorRGB(0, 0, 0)
        c.setLineWidth(0.15 * MM)
        top, right, gap = PAGE_H - BOTTOM, PAGE_W - LEFT, 0.8 * MM
        for k in range(4):
            x, y = LEFT + k * W, BOTTOM + k * H
            c.line(x, 0, x, BOTTOM - gap)
            c.line(x, top + gap, x, PAGE_H)
            c.line(0, y, LEFT - gap, y)
            c.line(right + gap, y, PAGE_W, y)
        c.setFillColor(self.colour("#3A3A3A"))
        c.setFont("label", MARGIN)
        c.saveState()
        c.rotate(90)
        what = f"{self.deck['title']} · Cards, {side}s · page {page} of {pages}"
        c.drawCentredString(PAGE_H / 2 + H, -7.3 * MM, what)
        c.drawCentredString(PAGE_H / 2, -7.3 * MM, self.deck["how_to_print"])
        c.restoreState()
        self.rulers()

    def rulers(self):
        c = self.canvas
        c.setStrokeColor(self.colour("#3A3A3A"))
        for length, step, label, x in (
            (50 * MM, 10 * MM, "50 mm", PAGE_W - 7.2 * MM),
            (144, 36, "2 in", PAGE_W - 5 * MM),
        ):
            top = (PAGE_H + length) / 2
            c.line(x, top, x, top - length)
            for tick in range(round(length / step) + 1):
                c.line(x - MM, top - tick * step, x, top - tick * step)
            c.saveState()
            c.translate(x - 0.2 * MM, top - length - 1.2 * MM)
            c.rotate(-90)
            c.setFont("label", 6)
            c.drawString(0, 0, label)
            c.restoreState()

    def end_page(self, number, name):
        c = self.canvas
        c.setTrimBox((LEFT, BOTTOM, PAGE_W - LEFT, PAGE_H - BOTTOM))
        c.addPageLabel(number, prefix=name)
        c.bookmarkPage(f"page{number}")
        c.addOutlineEntry(name, f"page{number}")
        c.showPage()

    def draw(self):
        deck, c = self.deck, self.canvas
        for kind in deck["kinds"]:
            self.frame(kind, deck["palettes"][kind["name"]])
        self.back(deck["palettes"]["back"])
        cards = deck["cards"]
        sheets = [cards[at : at + 9] for at in range(0, len(cards), 9)]
        pages = 2 * len(sheets)
        for number, sheet in enumerate(sheets):
            self.margins(2 * number + 1, pages, "front")
            for place, card in enumerate(sheet):
                row, column = divmod(place, 3)
                self.card(card, LEFT + column * W, BOTTOM + (2 - row) * H)
            self.end_page(2 * number, f"Front {number + 1}")
            self.margins(2 * number + 2, pages, "back")
            for place in range(len(sheet)):
                row, column = divmod(place, 3)
                c.saveState()
                c.translate(LEFT + (2 - column) * W, BOTTOM + (2 - row) * H)
                c.doForm("back")
                c.restoreState()
            self.end_page(2 * number + 1, f"Back {number + 1}")
        c.save()


def main(source, target):
    Floor(json.loads(Path(source).read_text(encoding="utf-8")), target).draw()


if __name__ == "__main__":
    main(*sys.argv[1:])
