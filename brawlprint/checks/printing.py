"""The print layer: whether everything fits, and whether what was printed is of this deck.

Every face of every deck, and every other component, is made as a build makes it, in all styles and
without writing anything. Then the output folder's manifest is compared with the faces as they are,
and the PDFs themselves are read back.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from brawlprint.errors import (
    DefinitionError,
    Finding,
    NoRoomError,
    OutputError,
    RequestError,
    Where,
    shown,
)

if TYPE_CHECKING:
    from brawlprint.components import Job
    from brawlprint.definitions import Game
    from brawlprint.settings import Settings
    from brawlprint.workspace import Workspace

MOST_LISTED = 12  # cards in a message
# What preflight says of a file that shows something else than the definition.
DIFFERENT = ("wrong-text", "wrong-drawing", "extra-card", "missing-card", "pages", "stale-file")
Lines = Iterable[Mapping[str, Any]]  # a manifest's lines of faces


def check_print(
    workspace: Workspace, game: Game, out: Path, *, inside: bool = True
) -> list[Finding]:
    """Every finding of this layer; ``out`` is the folder that has ``GAME/manifest.json``.

    Unless ``inside``, PDFs are not read back, which takes a second or more.
    Raises :class:`RequestError` for print settings (in ``brawlprint.toml``) that can't be.
    """
    settings = _settings(game)
    misfits = {_cell(finding): finding for finding in _misfits(workspace, game, settings)}
    return [*misfits.values(), *_earlier(workspace, game, settings, out, inside)]


def _cell(finding: Finding) -> tuple[object, ...]:
    """What makes two findings one: each style has its own words for the same text."""
    where = finding.where
    return (finding.code, where, "" if where.row and where.column else finding.message)


def _settings(game: Game) -> Settings:
    from brawlprint.settings import Wishes, choose_print

    return Wishes().settings(choose_print(Path.cwd()), game)


def _misfits(workspace: Workspace, game: Game, settings: Settings) -> Iterator[Finding]:
    """What doesn't fit, or prints badly, in any style; sets are checked for all who may play."""
    from brawlprint.build import make_products
    from brawlprint.components.cards import all_faces
    from brawlprint.faces.template import STYLES

    for style in STYLES:
        styled = replace(settings, style=style)
        for name in game.components:
            try:
                if _is_deck(game, name):
                    everybody = replace(styled, players=game.players.max)
                    yield from all_faces(_job(workspace, game, name, everybody)).findings
                else:
                    for product in make_products(workspace, game, styled, [name]):
                        yield from product.findings
            except NoRoomError as error:  # a build leaves it out; of cards all_faces has told
                yield Finding("no-room", str(error), level="warning")
            except DefinitionError as error:
                yield from error.findings()


def _is_deck(game: Game, component: str) -> bool:
    return str(game.components[component].get("kind", component)) == "cards"


def _job(workspace: Workspace, game: Game, name: str, settings: Settings) -> Job:
    from brawlprint.components import Job

    return Job(workspace, game, name, game.components[name], settings)


def _earlier(
    workspace: Workspace, game: Game, usual: Settings, out: Path, inside: bool
) -> Iterator[Finding]:
    """What an earlier build left: whether it is of this deck and template."""
    from brawlprint.build import MANIFEST
    from brawlprint.checks.again import build_again, print_again
    from brawlprint.output import read_json, refuse_links

    path = out / game.name / MANIFEST
    again = build_again(game, out)
    try:
        refuse_links(path.parent, out)
    except OutputError as error:
        yield Finding("no-print", str(error), Where(shown(path.parent)), level="warning")
        return
    if not path.exists():
        place = Where(shown(path.parent))
        yield Finding("no-print", "nothing is printed there yet", place, again, "info")
        return
    try:
        entries = [
            (entry["component"], entry["path"], entry)
            for entry in read_json(path)["files"]
            if entry["path"] == Path(entry["path"]).name
        ]
    except (KeyError, TypeError):
        message = "it does not tell what was printed"
        yield Finding("manifest", message, Where(shown(path)), again, "warning")
        return
    as_built: list[Path] = []
    others: list[Path] = []
    remedies: dict[Path, str] = {}
    for component, name, entry in entries:
        file = path.parent / str(name)
        remedies[file] = print_again(game, entry, usual, out)
        problem = _problem_of(file, entry)
        deck = component in game.components and _is_deck(game, component)
        if not problem and deck:
            problem = _difference(workspace, game, component, entry)
        if not problem or problem[0] == "other-print":
            (others if problem else as_built).append(file)
        if problem:
            remedy = _some_again(game, entry) if entry.get("variant") else remedies[file]
            yield Finding(*problem, Where(shown(file)), remedy, "warning")
    # What is known to be of an older deck differs from this one in whatever it says.
    if inside:
        yield from _read_back(workspace, game, as_built, remedies)
        yield from _read_back(workspace, game, others)


def _read_back(
    workspace: Workspace,
    game: Game,
    paths: Sequence[Path],
    untouched: Mapping[Path, str] | None = None,
) -> Iterator[Finding]:
    """What the files themselves show, as ``preflight`` reads it.

    One that is ``untouched`` since it was built, and shows something else than would be built now,
    is not wrong but old; how it is built anew stands there.
    """
    from brawlprint.preflight import preflight_files

    for report in preflight_files(paths, workspace, game) if paths else ():
        differing = [each for each in report.findings if each.code in DIFFERENT]
        if not (untouched and differing):
            yield from report.findings
            continue
        where = Where(shown(report.path))
        message = "it is of an older text, template or deck"
        yield Finding("older-print", message, where, untouched[report.path], "warning")
        yield from (each for each in report.findings if each not in differing)


def _some_again(game: Game, entry: Mapping[str, Any]) -> str:
    """How a file of some of the cards is made anew, by what its manifest says of it."""
    from brawlprint.preflight.expected import again

    faces = [face for face in entry.get("faces", ()) if isinstance(face, dict)]
    ids = dict.fromkeys(str(face.get("id")) for face in faces)
    return again(game, str(entry["variant"]), list(ids), str(entry.get("since", "")))


def _problem_of(path: Path, entry: Mapping[str, Any]) -> tuple[str, str] | None:
    """A file that is not the one that was built."""
    from brawlprint.preflight.isolated import MOST_BYTES

    try:
        if path.is_symlink() or not path.is_file():
            return "missing-print", "the file is not there, or can't be read"
        data = path.read_bytes() if path.stat().st_size <= MOST_BYTES else b""
    except OSError:
        return "missing-print", "the file is not there, or can't be read"
    if hashlib.sha256(data).hexdigest() != entry.get("sha256"):
        return "other-print", "it is another file than the one that was built"
    return None


def _difference(
    workspace: Workspace, game: Game, component: str, entry: Mapping[str, Any]
) -> tuple[str, str] | None:
    """A deck's file whose faces are not those of the deck as it is, built in the same way."""
    import msgspec

    from brawlprint.components.cards import all_faces
    from brawlprint.preflight.expected import Built

    try:
        settings = msgspec.convert(entry["settings"], Built).settings(game)
        if settings is None:
            return "older-print", "it was built in a way that the game has no more"
        now = all_faces(_job(workspace, game, component, settings))
        differing = _differing(now.lines, entry["faces"], partly=bool(entry.get("variant")))
        other_back = entry.get("back", "") != now.back
    except (DefinitionError, RequestError):
        return None  # it has been told why the deck can't be printed now
    except (KeyError, TypeError, ValueError, AttributeError):
        return "manifest", "its manifest does not tell which faces it has"
    if not differing and not other_back:
        return None
    listed = ", ".join(differing[:MOST_LISTED])
    more = f" and {len(differing) - MOST_LISTED} more" if len(differing) > MOST_LISTED else ""
    cards = "1 card differs" if len(differing) == 1 else f"{len(differing)} cards differ"
    what = [f"{cards} ({listed}{more})"] if differing else []
    what += ["its back differs"] if other_back else []
    return "older-print", f"it is of an older deck or template: {' and '.join(what)}"


def _differing(now: Lines, then: Lines, partly: bool = False) -> list[str]:
    """The ids of cards that are not printed as they are now, in the deck's order.

    A file of some cards (``partly``) need not have all of them, nor all of their copies.

    >>> now = [{"id": "jab", "copies": 2, "digest": "a"}, {"id": "hook", "copies": 1, "digest": "b"}]
    >>> _differing(now, [now[0], now[1] | {"digest": "c"}, now[1] | {"id": "kick"}])
    ['hook', 'kick']
    >>> _differing(now, [now[0] | {"copies": 1}], partly=True)
    []
    """
    here, there = _counted(now), _counted(then)
    if partly:
        return [card for card, faces in there.items() if not faces <= here[card]]
    return [card for card in dict.fromkeys([*here, *there]) if here[card] != there[card]]


def _counted(lines: Lines) -> dict[str, Counter[str]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for line in lines:
        counts[str(line["id"])][str(line["digest"])] += int(line["copies"])
    return counts
