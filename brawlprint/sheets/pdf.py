"""Drawing instructions written as a PDF, through reportlab's canvas and our own operators.

One operator string is made per instruction and kept, since faces repeat their frames; icons and
whatever is drawn more than once become form XObjects. Same instructions, same bytes.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from brawlprint import __version__
from brawlprint.faces.drawing import (
    MM,
    Group,
    Instruction,
    Line,
    Photo,
    Picture,
    Shape,
    Symbol,
    Traced,
)
from brawlprint.faces.face import Face
from brawlprint.faces.fonts import load_font, runs
from brawlprint.faces.icons import FIELD, Icons
from brawlprint.faces.paths import Segment
from brawlprint.sheets.paper import Paper

Sides = tuple[float, float, float, float]  # mm at the top, right, bottom and left of a place

rl_config.useA85 = 0  # base 85 would add a tenth to the size and nothing else

FLIP = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge", "off": "Simplex"}
_TURN = {90: "0 -1 1 0", 270: "0 1 -1 0"}


class PdfWriter:
    """Writes pages of drawing instructions; :meth:`finish` gives the file's bytes.

    ``mono`` writes them in black and white alone, whatever colours they name.
    """

    CANVAS: type[Canvas] = Canvas  # a press wants a file of another sort

    def __init__(
        self,
        paper: Paper,
        icons: Icons,
        title: str,
        subject: str,
        duplex: str = "off",
        facts: Mapping[str, str] | None = None,
        mono: bool = False,
    ) -> None:
        self.paper, self.icons, self.mono = paper, icons, mono
        self.pages = 0
        self._buffer = io.BytesIO()
        self._forms: dict[object, str] = {}
        self._images: dict[str, str] = {}
        self._strings: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self._canvas = self.CANVAS(
            self._buffer,
            pagesize=(paper.width * MM, paper.height * MM),
            invariant=1,
            pageCompression=1,
            initialFontName=_first_font(),
            lang="en",
        )
        self._canvas.setTitle(title)
        self._canvas.setSubject(subject)
        self._canvas.setAuthor("brawlprint")
        self._canvas.setCreator(f"brawlprint {__version__}")
        if facts:
            # How it was laid out, for whoever reads the file later: "layout=sheet; bleed=3".
            self._canvas.setKeywords("; ".join(f"{key}={value}" for key, value in facts.items()))
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._canvas.setViewerPreference("Duplex", FLIP[duplex])

    def draw(self, instructions: Iterable[Instruction]) -> None:
        """Draw on the page itself, in mm from its top left."""
        self._canvas.addLiteral("\n".join(self._operators(instructions, self.paper.height)))

    def place(
        self,
        face: Face,
        x: float,
        y: float,
        turn: int = 0,
        repeated: bool = False,
        scale: float = 1.0,
        bleed: Sides = (0.0, 0.0, 0.0, 0.0),
    ) -> None:
        """A face with its trim's top left at (x, y) mm, clipped ``bleed`` mm outside the trim.

        ``turn`` is how it lies: 0, 90, 180 or 270 degrees clockwise; (x, y) is the top left of what
        it then covers. ``repeated`` keeps it as a form, for faces that are drawn more than once.
        """
        wide, high = face.width * scale, face.height * scale
        if turn in (90, 270):
            wide, high = high, wide
        left, right = x * MM, (x + wide) * MM
        top, bottom = (self.paper.height - y) * MM, (self.paper.height - y - high) * MM
        axes, corner = {
            0: (f"{_n(scale)} 0 0 {_n(scale)}", (left, bottom)),
            90: (f"0 {_n(-scale)} {_n(scale)} 0", (left, top)),
            180: (f"{_n(-scale)} 0 0 {_n(-scale)}", (right, top)),
            270: (f"0 {_n(scale)} {_n(-scale)} 0", (right, bottom)),
        }[turn]
        matrix = f"{axes} {_n(corner[0])} {_n(corner[1])}"
        # The sides as the face itself has them, before it was turned.
        by = turn // 90
        up, out, low, near = bleed[by:] + bleed[:by]
        across, along = face.width + near + out, face.height + up + low
        trim = f"{_n(-near * MM)} {_n(-low * MM)} {_n(across * MM)} {_n(along * MM)} re W n"
        self._canvas.addLiteral(f"q {matrix} cm {trim}")
        if repeated:
            self._canvas.doForm(self._face_form(face))
        else:
            self._canvas.addLiteral("\n".join(self._face(face)))
        self._canvas.addLiteral("Q")

    @contextmanager
    def shifted(self, offset: tuple[float, float, float]) -> Iterator[None]:
        """Draw what follows moved on the page: mm to the right, mm down, degrees clockwise.

        It is turned about the page's middle, then moved.
        """
        right, down, degrees = offset
        if not any(offset):
            yield
            return
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        x, y = self.paper.width * MM / 2, self.paper.height * MM / 2
        e = x - x * cos - y * sin + right * MM
        f = y + x * sin - y * cos - down * MM
        self._canvas.addLiteral(f"q {cos:.7f} {-sin:.7f} {sin:.7f} {cos:.7f} {_n(e)} {_n(f)} cm")
        yield
        self._canvas.addLiteral("Q")

    def end_page(
        self,
        label: str,
        bookmark: str,
        trim: tuple[float, float, float, float] | None = None,
        bleed: float | None = None,
    ) -> None:
        """Finish the page: its label, its bookmark, and its trim box (x, y, w, h in mm).

        ``bleed`` mm outside it is the bleed box, where there is to be one.
        """
        canvas = self._canvas
        height = self.paper.height
        x, y, w, h = trim or (0.0, 0.0, self.paper.width, height)
        canvas.setTrimBox((x * MM, (height - y - h) * MM, (x + w) * MM, (height - y) * MM))
        if bleed is not None:
            left, low = (x - bleed) * MM, (height - y - h - bleed) * MM
            wide, high = (w + 2 * bleed) * MM, (h + 2 * bleed) * MM
            canvas.setBleedBox((left, low, left + wide, low + high))
        canvas.addPageLabel(self.pages, prefix=label)
        key = f"page{self.pages}"
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(bookmark, key)
        canvas.showPage()
        self.pages += 1

    def finish(self) -> bytes:
        """The whole file."""
        self._canvas.save()
        return self._buffer.getvalue()

    def _face(self, face: Face) -> Iterable[str]:
        return self._operators(face.instructions, face.height, face.mono)

    def _operators(
        self, instructions: Iterable[Instruction], height: float, mono: bool = False
    ) -> Iterable[str]:
        if self.mono or mono:
            from brawlprint.faces.mono import blackened

            instructions = blackened(instructions)
        for instruction in instructions:
            if isinstance(instruction, Line):
                yield self._line(instruction, height)
            elif isinstance(instruction, Shape):
                yield _shape(instruction, height, MM)
            elif isinstance(instruction, Symbol):
                yield self._symbol(instruction, height)
            elif isinstance(instruction, Picture):
                yield _picture(instruction, height)
            elif isinstance(instruction, Photo):
                yield self._photo(instruction, height)
            else:
                yield self._group(instruction, height)

    def _line(self, line: Line, height: float) -> str:
        x, y = _n(line.x * MM), _n((height - line.y) * MM)
        move = f"{_TURN[line.turn]} {x} {y} Tm" if line.turn else f"{x} {y} Td"
        shown = []
        for run in runs(line.text, line.font):
            for font, string in self._encoded(run.font, run.text):
                shown.append(f"/{font} {_n(line.size)} Tf {move} ({string}) Tj")
                move = ""
        return f"BT {_paint(line.colour)} rg {' '.join(shown)} ET"

    def _encoded(self, font: str, text: str) -> list[tuple[str, str]]:
        """A text as (subset font, escaped string) pairs; the subsets grow as characters come up."""
        key = (font, text)
        if key not in self._strings:
            ttf, document = load_font(font).ttf, self._canvas._doc
            self._strings[key] = [
                (
                    ttf.getSubsetInternalName(subset, document)[1:],
                    self._canvas._escape(encoded),
                )
                for subset, encoded in ttf.splitString(text, document)
            ]
        return self._strings[key]

    def _symbol(self, symbol: Symbol, height: float) -> str:
        form = self._icon_form(symbol)
        scale = symbol.size * MM / FIELD
        x, y = symbol.x * MM, (height - symbol.y - symbol.size) * MM
        self._canvas._formsinuse.append(form)
        name = self._canvas._doc.getXObjectName(form)
        return f"q {scale:.4f} 0 0 {scale:.4f} {_n(x)} {_n(y)} cm /{name} Do Q"

    def _photo(self, photo: Photo, height: float) -> str:
        """A raster picture, filling its box; what stands over at two sides is clipped."""
        x, y, w, h = photo.box
        across, down = photo.pixels
        scale = max(w / across, h / down)
        wide, high = across * scale, down * scale
        left, top = x + (w - wide) / 2, y + (h - high) / 2
        clip = f"{_n(x * MM)} {_n((height - y - h) * MM)} {_n(w * MM)} {_n(h * MM)} re W n"
        place = f"{_n(left * MM)} {_n((height - top - high) * MM)}"
        matrix = f"{_n(wide * MM)} 0 0 {_n(high * MM)} {place} cm"
        return f"q {clip} {matrix} /{self._image(photo)} Do Q"

    def _image(self, photo: Photo) -> str:
        """The name of a raster picture's object, which is made once however often it is shown."""
        canvas, key = self._canvas, f"photo {photo.digest}"
        if key not in self._forms:
            from reportlab.lib.utils import ImageReader

            written = len(canvas._code)
            canvas.drawImage(ImageReader(self._pixels(photo)), 0, 0, 1, 1, mask="auto")
            # Only the object is wanted here; where it is drawn is said by the caller.
            drawn = " ".join(canvas._code[written:])
            del canvas._code[written:]
            self._forms[key] = drawn.split("/")[1].split()[0]
            self._images[key] = canvas._formsinuse[-1]
        canvas._formsinuse.append(self._images[key])
        return self._forms[key]

    def _pixels(self, photo: Photo) -> Any:
        """What reportlab takes as a raster picture's pixels: a file's bytes or PIL's image."""
        return io.BytesIO(photo.data)

    def _group(self, group: Group, height: float) -> str:
        x, y, w, h = group.box
        clip = f"{_n(x * MM)} {_n((height - y - h) * MM)} {_n(w * MM)} {_n(h * MM)} re W n"
        inside = "\n".join(self._operators(group.inside, height))
        return f"q {clip}\n{inside}\nQ"

    def _icon_form(self, symbol: Symbol) -> str:
        key = (symbol.icon, symbol.ink, symbol.ground, symbol.outline)
        if key not in self._forms:
            shapes = self.icons.layers(*key)
            name = self._begin_form(key, FIELD, FIELD)
            self._canvas.addLiteral("\n".join(_shape(shape, FIELD, 1.0) for shape in shapes))
            self._canvas.endForm()
            self._forms[key] = name
        return self._forms[key]

    def _face_form(self, face: Face) -> str:
        if face.digest not in self._forms:
            name = self._begin_form(face.digest, face.width * MM, face.height * MM)
            self._canvas.addLiteral("\n".join(self._face(face)))
            self._canvas.endForm()
            self._forms[face.digest] = name
        return self._forms[face.digest]

    def _begin_form(self, key: object, width: float, height: float) -> str:
        name = f"form{len(self._forms)}"
        self._forms[key] = name
        bleed = max(width, height) * 0.1
        # reportlab loses the page's list of forms when one begins on an empty page.
        self._canvas.addLiteral("q Q")
        self._canvas.beginForm(name, -bleed, -bleed, width + bleed, height + bleed)
        return name


def _picture(picture: Picture, height: float) -> str:
    """A picture's shapes in place: most are drawn once, and a form would only cost.

    The matrix turns the field upside down, as pictures have it, so that their numbers stay as they
    are: one decimal of the field (0.04 mm on a card) is enough, and half the size.
    """
    scale = picture.size * MM / FIELD
    matrix = f"{scale:.4f} 0 0 {-scale:.4f} {_n(picture.x * MM)} {_n((height - picture.y) * MM)} cm"
    shapes = "\n".join([_of_field(shape) for shape in picture.shapes])
    return f"q {matrix} 1 J 1 j [] 0 d\n{shapes.replace('.0 ', ' ')}\nQ"


def _of_field(shape: Shape | Traced) -> str:
    """A picture's shape; ends and joins of its lines are set once for all of them."""
    path = shape.operators if isinstance(shape, Traced) else _plain_path(shape.segments)
    fill = f"{_paint(shape.fill)} rg " if shape.fill else ""
    if shape.stroke and shape.width:
        stroke = f"{_paint(shape.stroke)} RG {_n(shape.width)} w "
        return f"{fill}{stroke}{path} {'B' if shape.fill else 'S'}"
    return f"{fill}{path} f"


_PLAIN = {
    "M": "%.1f %.1f m",
    "L": "%.1f %.1f l",
    "C": "%.1f %.1f %.1f %.1f %.1f %.1f c",
    "Z": "h",
}


def _plain_path(segments: tuple[Segment, ...]) -> str:
    return " ".join([_PLAIN[command] % numbers for command, numbers in segments])


def _first_font() -> str:
    """A font of ours to start with, else reportlab lists Helvetica, which is not embedded."""
    name = "AtkinsonHyperlegible-Regular"
    register(name)
    return name


def register(name: str) -> None:
    """Make a font known to reportlab under its name."""
    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(load_font(name).ttf)


def _shape(shape: Shape, height: float, unit: float) -> str:
    """A shape's operators, ``unit`` points to each of its own units, ``height`` of which are up."""
    path = _path(shape.segments, height, unit)
    setup = f"{_paint(shape.fill)} rg " if shape.fill else ""
    if shape.stroke and shape.width:
        dash = f"[{_n(shape.dash * unit)}] 0 d" if shape.dash else "[] 0 d"
        setup += f"{_paint(shape.stroke)} RG {_n(shape.width * unit)} w 1 J 1 j {dash} "
        return f"{setup}{path} {'B' if shape.fill else 'S'}"
    return f"{setup}{path} f"


@lru_cache(maxsize=4096)
def _path(segments: tuple[Segment, ...], height: float, unit: float) -> str:
    """A path's operators; the paint stands apart, since icons come in several colours."""
    parts = []
    for command, numbers in segments:
        if command == "Z":
            parts.append("h")
            continue
        points = [
            _n((height - value) * unit if place % 2 else value * unit)
            for place, value in enumerate(numbers)
        ]
        parts.append(f"{' '.join(points)} {_OPERATOR[command]}")
    return " ".join(parts)


_OPERATOR = {"M": "m", "L": "l", "C": "c"}


@lru_cache(maxsize=65536)
def _n(value: float) -> str:
    """A number as PDF wants it: three decimals (0.0004 mm) at most, none that say nothing."""
    return f"{value:.3f}".rstrip("0").rstrip(".") if value else "0"


@lru_cache(maxsize=256)
def _paint(colour: str) -> str:
    return " ".join(_n(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
