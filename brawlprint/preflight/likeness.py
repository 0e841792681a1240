"""What a face of the definition looks like in print: its texts, and the things drawn on it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from brawlprint.errors import quoted
from brawlprint.faces.drawing import (
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
from brawlprint.faces.icons import FIELD, Icons
from brawlprint.preflight.document import Page, Stroke

NEAR = 0.06  # mm; pictures are written to a tenth of a hundredth of their field
SIZE = 0.0021  # of an icon's scale: that is 0.2 mm of a whole one


def texts_of(face: Face) -> list[str]:
    """The lines of type on a face, in the order in which they are drawn."""
    return list(_lines(face.instructions))


def _lines(instructions: Iterable[Instruction]) -> Iterator[str]:
    for instruction in instructions:
        if isinstance(instruction, Line):
            yield instruction.text
        elif isinstance(instruction, Group):
            yield from _lines(instruction.inside)


def texts_on(page: Page) -> dict[int, list[str]]:
    """The texts of a page by the number of their face, -1 for its own."""
    found: dict[int, list[str]] = {}
    for text in page.texts:
        if not text.hidden:
            found.setdefault(text.place, []).append(text.words)
    return found


def bare(texts: Iterable[str]) -> str:
    """Texts as they are compared: all white space left out, ligatures taken apart.

    >>> bare(["Ash ", "tray"])
    'Ashtray'
    """
    return unicodedata.normalize("NFKC", "".join("".join(texts).split()))


def spaced_alike(found: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether texts of the same letters have spaces in the same places, but where a line ends.

    >>> spaced_alike(["Up the", "wall"], ["Up the wall"]), spaced_alike(["Upper cut"], ["Uppercut"])
    (True, False)
    """
    (spaces, ends), (others, their_ends) = _gaps(found), _gaps(wanted)
    return not (spaces ^ others) - ends - their_ends


def _gaps(texts: Sequence[str]) -> tuple[set[int], set[int]]:
    """How many letters come before each space within a line, and before each line's end."""
    spaces, ends, letters = set[int](), set[int](), 0
    for text in texts:
        for word in text.split():
            spaces.add(letters)
            letters += len(bare([word]))
        spaces.discard(letters)
        ends |= {letters - len(bare([text])), letters}
    return spaces, ends


def difference(found: Sequence[str], wanted: Sequence[str]) -> str:
    """The first difference between two texts, in words.

    >>> difference(["Jab", "+3"], ["Jab", "+4"])
    "it says '+3' instead of '+4'"
    """
    one, two = " ".join(found).split(), " ".join(wanted).split()
    for sort, a, b, c, d in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        if sort == "replace":
            return f"it says {quoted(' '.join(one[a:b]))} instead of {quoted(' '.join(two[c:d]))}"
        if sort == "delete":
            return f"it says {quoted(' '.join(one[a:b]))} besides"
        if sort == "insert":
            return f"it lacks {quoted(' '.join(two[c:d]))}"
    return "its words are broken otherwise"


class Likeness:
    """What is drawn on faces, text aside; ``mono`` is in black and white alone."""

    def __init__(self, icons: Icons, mono: bool = False) -> None:
        self.icons, self.mono = icons, mono
        self._colours: dict[tuple[str, str, str, bool], tuple[str, ...]] = {}
        self._drawn: dict[str, list[Stroke]] = {}

    def drawn(self, face: Face) -> list[Stroke]:
        """All that is drawn on a face, in order; lengths from its bottom left, y up."""
        if face.digest not in self._drawn:
            instructions: Iterable[Instruction] = face.instructions
            if self.mono:
                from brawlprint.faces.mono import blackened

                instructions = blackened(instructions)
            self._drawn[face.digest] = list(self._strokes(instructions, face.height))
        return self._drawn[face.digest]

    def _strokes(self, instructions: Iterable[Instruction], height: float) -> Iterator[Stroke]:
        for each in instructions:
            if isinstance(each, Shape):
                x, y = each.segments[0][1][:2]
                yield _path(each, x, height - y)
            elif isinstance(each, Picture):
                yield from _picture(each, height)
            elif isinstance(each, Symbol):
                y = height - each.y - each.size
                colours = self._inside(each)
                yield Stroke("icon", "", "", each.x, y, each.size / FIELD, colours)
            elif isinstance(each, Photo):
                yield _photo(each, height)
            elif isinstance(each, Group):
                yield from self._strokes(each.inside, height)

    def _inside(self, symbol: Symbol) -> tuple[str, ...]:
        key = (symbol.icon, symbol.ink, symbol.ground, symbol.outline)
        if key not in self._colours:
            shapes = (_path(shape, 0.0, 0.0) for shape in self.icons.layers(*key))
            self._colours[key] = tuple(f"{path.fill}{path.stroke}" for path in shapes)
        return self._colours[key]


def _path(shape: Shape | Traced, x: float, y: float) -> Stroke:
    stroke = shape.stroke if shape.stroke and shape.width else None
    return Stroke("path", (shape.fill or "").lower(), (stroke or "").lower(), x, y)


def _picture(picture: Picture, height: float) -> Iterator[Stroke]:
    scale = picture.size / FIELD
    for shape in picture.shapes:
        if isinstance(shape, Traced):
            across, down = (float(number) for number in shape.operators.split(None, 2)[:2])
        else:
            across, down = shape.segments[0][1][:2]
        yield _path(shape, picture.x + across * scale, height - picture.y - down * scale)


def _photo(photo: Photo, height: float) -> Stroke:
    x, y, w, h = photo.box
    across, down = photo.pixels
    scale = max(w / across, h / down)
    wide, high = across * scale, down * scale
    left, top = x + (w - wide) / 2, y + (h - high) / 2
    return Stroke("photo", "", "", left, height - top - high)


def unlike(found: Sequence[Stroke], wanted: Sequence[Stroke]) -> str:
    """How what is drawn differs from what ought to be, in words; empty if it doesn't."""
    if len(found) != len(wanted):
        return f"it shows {len(found)} shapes instead of {len(wanted)}"
    pairs = zip(found, wanted, strict=True)
    return next((_how(one, two) for one, two in pairs if not _same(one, two)), "")


def _same(one: Stroke, two: Stroke) -> bool:
    return (
        (one.sort, one.fill, one.stroke, one.inside) == (two.sort, two.fill, two.stroke, two.inside)
        and abs(one.x - two.x) <= NEAR
        and abs(one.y - two.y) <= NEAR
        and (one.sort != "icon" or abs(one.size - two.size) <= SIZE)
    )


def _how(one: Stroke, two: Stroke) -> str:
    away = max(abs(one.x - two.x), abs(one.y - two.y))
    differs = (
        (one.sort != two.sort, f"it shows {_a(one.sort)} where {_a(two.sort)} belongs"),
        (
            (one.fill, one.stroke) != (two.fill, two.stroke),
            f"a shape is {one.fill or one.stroke} instead of {two.fill or two.stroke}",
        ),
        (one.inside != two.inside, "it shows another icon"),
        (away > NEAR, f"{_a(one.sort)} is drawn {away:.1f} mm away from its place"),
    )
    return next((how for is_so, how in differs if is_so), "an icon has another size")


def _a(sort: str) -> str:
    return f"an {sort}" if sort == "icon" else f"a {sort}"
