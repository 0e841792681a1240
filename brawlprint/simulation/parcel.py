"""A game packed up to be played elsewhere: the text of all its files, and their hash."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from brawlprint import __version__
from brawlprint.definitions import Game, load_game
from brawlprint.definitions.toml_file import carried, read_text
from brawlprint.engine.rules import Rules, load_rules
from brawlprint.errors import RulesError, Where, WorkerError, shown

if TYPE_CHECKING:
    from brawlprint.workspace import Workspace


class File(Struct, frozen=True):
    """A file's text, and the path that messages name it by."""

    path: str
    text: str


class Parcel(Struct, frozen=True):
    """A game's files by the names they have in its folder, and its rules file.

    >>> from brawlprint.simulation.examples import shoving
    >>> parcel = shoving()
    >>> sorted(parcel.files), [title.id for title in unpack(parcel).kit.titles]
    (['deck.csv', 'game.toml'], ['jab', 'hook'])
    """

    game: str
    files: dict[str, File]
    rules: File
    mapped: bool = True
    version: str = __version__

    @property
    def digest(self) -> str:
        """A hash of everything that a match depends on."""
        return hashlib.sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()


def pack(workspace: Workspace, name: str, instead: Mapping[str, Path] | None = None) -> Parcel:
    """Pack a game of a workspace; ``instead`` has files that take the place of the game's own.

    Raises :class:`RequestError` for a game there is not, or that has no rules, and what reading
    its files raises.
    """
    from brawlprint.engine.games import rules_file  # which a worker doesn't need

    path = rules_file(workspace, name)
    if not instead:
        workspace.game(name)  # refuses a game's folder that can't be read
    find, files = workspace.finder("cards", name), dict[str, File]()
    # By the name alone: a spreadsheet may lie in the place of a CSV file.
    others = {Path(file).stem: path for file, path in (instead or {}).items()}

    def noted(file: str) -> Path | None:
        found = others.get(Path(file).stem) or find(file)
        if found is not None:
            files[file] = File(shown(found), read_text(found))
        return found

    load_game(name, noted, mapped=not instead)
    return Parcel(name, files, File(shown(path), read_text(path)), mapped=not instead)


def definition(parcel: Parcel) -> Game:
    """The game as its files say; raises :class:`DefinitionError` as reading the files would."""
    paths = {name: Path(file.path) for name, file in parcel.files.items()}
    with carried({paths[name]: file.text for name, file in parcel.files.items()}):
        return load_game(parcel.game, paths.get, mapped=parcel.mapped)


def unpack(parcel: Parcel) -> Rules:
    """The game's rules, ready for a match; read once by each process.

    Raises :class:`WorkerError` if this is another version of brawlprint than the sender's.
    """
    if parcel.version != __version__:
        raise WorkerError(f"a worker has brawlprint {__version__}, and {parcel.version} sends it "
                          "matches; install the same on every machine")  # fmt: skip
    digest = parcel.digest
    if digest not in _unpacked:
        while len(_unpacked) >= _KEPT:
            del _unpacked[next(iter(_unpacked))]
        _unpacked[digest] = _load(parcel)
    return _unpacked[digest]


_KEPT = 4
_unpacked: dict[str, Rules] = {}


def _load(parcel: Parcel) -> Rules:
    path = Path(parcel.rules.path)
    try:
        return load_rules(definition(parcel), path, parcel.rules.text)
    except SystemExit as error:
        raise RulesError(
            f"it exits with {error.code!r} and can't be loaded", Where(shown(path))
        ) from None
