"""One picture a face, for shops that take pictures and for whatever else somebody does with them.

Names sort as the cards do: ``cards-front-001-uppercut.png``; a face with copies says how many at
its end (``-x3``), unless the shop wants a picture for each. A back that all share is
``cards-back.png``; else fronts and backs are numbered alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from brawlprint.errors import ExportError
from brawlprint.exports.kit import Deck
from brawlprint.exports.profiles import Profile
from brawlprint.exports.raster import Frame, encode_all, render, trim_frame
from brawlprint.exports.results import Export, how_many
from brawlprint.faces.face import Face
from brawlprint.faces.icons import Icons


class Named(Struct, frozen=True):
    """A picture to be: its file's name, and what it shows."""

    name: str
    face: Face


def export_pictures(
    decks: Sequence[Deck], profile: Profile, icons: Icons, dpi: int, bleed: float
) -> Export:
    """The pictures of all decks; ``dpi`` and ``bleed`` (mm) count where the shop leaves them open.

    Raises :class:`RequestError` for cards of a size that the shop has not.
    """
    files: dict[str, bytes] = {}
    notes = []
    for deck in decks:
        size = profile.size(deck.size)
        frame = Frame(*size.pixels, profile.dpi) if size else trim_frame(deck.size, dpi, bleed)
        named = name_pictures(deck, profile.each_copy)
        files |= _drawn(named, frame, icons)
        notes.append(_note(deck, named, frame))
    _check(files, decks, profile)
    return Export(profile, files, sum(len(deck.copies) for deck in decks), notes)


def _note(deck: Deck, named: Sequence[Named], frame: Frame) -> str:
    size = f"{frame.width} × {frame.height} pixels"
    return (
        f"{deck.component}: {how_many(deck.copies, 'card')}, {how_many(named, 'picture')} of {size}"
    )


def _drawn(named: Sequence[Named], frame: Frame, icons: Icons) -> dict[str, bytes]:
    """The files; what is shown more than once is drawn once."""
    faces = {each.face.digest: each.face for each in named}
    drawn = encode_all(render(list(faces.values()), frame, icons), frame.dpi)
    data = dict(zip(faces, drawn, strict=True))
    return {each.name: data[each.face.digest] for each in named}


def name_pictures(deck: Deck, each_copy: bool) -> list[Named]:
    """The pictures of a deck in its order, fronts first, backs last."""
    counts = Counter(copy.shown for copy in deck.copies)
    copies = list(deck.copies)
    if not each_copy:
        copies = list({copy.shown: copy for copy in reversed(copies)}.values())[::-1]
    digits = len(str(len(copies)))

    def names(side: str) -> Iterable[str]:
        for number, copy in enumerate(copies, 1):
            times = 1 if each_copy else counts[copy.shown]
            player = f"-player-{copy.player}" if copy.player else ""
            many = f"-x{times}" if times > 1 else ""
            yield f"{deck.component}-{side}-{number:0{digits}}-{copy.card.id}{player}{many}.png"

    fronts = [Named(*pair) for pair in zip(names("front"), [c.front for c in copies], strict=True)]
    if deck.common_back:
        back = copies[0].back
        return fronts + ([Named(f"{deck.component}-back.png", back)] if back else [])
    backs = zip(names("back"), [copy.back for copy in copies], strict=True)
    return fronts + [Named(name, back) for name, back in backs if back]


def _check(files: dict[str, bytes], decks: Sequence[Deck], profile: Profile) -> None:
    """Each picture was read back when it was made; here that none is missing or out of order."""
    for deck in decks:
        prefix = f"{deck.component}-front-"
        fronts = [name for name in files if name.startswith(prefix)]
        shown = {copy.shown for copy in deck.copies}
        due = len(deck.copies) if profile.each_copy else len(shown)
        if len(fronts) != due:
            raise ExportError(f"{deck.component} came out as {len(fronts)} fronts, not {due}")
        if fronts != sorted(fronts):
            raise ExportError(f"the names of {deck.component} don't sort as its cards do")
