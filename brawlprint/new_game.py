"""A game of one's own: a copy of another, in a folder that builds at once.

What is copied is the game's folder below ``cards/``, the templates that bear its name, its rules and
its art. Under a new name, the files and what names them are renamed with it. The game that others
start from when none is named lies in ``brawlprint/starter``, itself such a folder.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from brawlprint.definitions.deck_file import DEVICES, SLUG
from brawlprint.definitions.toml_file import read_text
from brawlprint.errors import OutputError, RequestError, shown
from brawlprint.workspace import Workspace, inside

STARTER, STARTER_GAME = Path(__file__).parent / "starter", "brawl"
_NAMED = re.compile(r'^(\s*(?:template|back|extends)\s*=\s*")([a-z0-9-]+)(")', re.MULTILINE)
_TITLE = re.compile(r'^title = ".*"$', re.MULTILINE)
MOST_BYTES = 64_000_000  # of a file
_PARTS = ("cards", "templates", "rules", "art")


class NewGame(Struct, frozen=True):
    """What was made: the game, its folder, and its files in the order in which one edits them."""

    name: str
    folder: Path
    files: tuple[Path, ...]


def make_game(workspace: Workspace, name: str, source: str | None, folder: Path) -> NewGame:
    """Copy a game (the starter if ``source`` is None) into a folder, under a name of its own.

    Raises :class:`RequestError` for a name that can't be or is taken, a game there is not, or files
    that are there already, and :class:`OutputError` for a place that can't be written; then nothing
    is left behind.
    """
    if source is None:
        workspace, source = Workspace((STARTER,)), STARTER_GAME
    workspace.refuse_unknown(source)
    _refuse_name(name, source, folder)
    texts = dict(_copied(workspace, source, name))
    ships = source in Workspace.shipped().games
    texts.setdefault(Path("README.md"), _readme(name, source if ships else "").encode())
    if (folder / "README.md").exists():
        del texts[Path("README.md")]
    _write(folder, texts)
    return NewGame(name, folder, tuple(folder / path for path in texts))


def _refuse_name(name: str, source: str, folder: Path) -> None:
    if not SLUG.fullmatch(name) or name == "all":
        raise RequestError(
            f"{name!r} is no name for a game; write lower-case letters, digits and single hyphens, "
            "such as 'harbour-brawl'"
        )
    if name in DEVICES:
        raise RequestError(f"{name!r} is a name that Windows keeps for itself; choose another name")
    if (folder / "cards" / name).exists():
        raise RequestError(
            f"{shown(folder / 'cards' / name)} is there already; edit it, or choose another name"
        )
    games = Workspace.at(folder).games
    if name not in games and (alike := [game for game in games if game.casefold() == name]):
        raise RequestError(
            f"there is a game {alike[0]!r}, which Windows and macOS take for the same name; "
            "choose another name"
        )
    if name != source and name in games:
        raise RequestError(
            f"{name} is a game that ships with brawlprint; --from {name} copies it to edit, "
            "or choose another name"
        )


def _copied(workspace: Workspace, source: str, name: str) -> Iterator[tuple[Path, bytes]]:
    """Every file of a game under its new place, with its text as the new name has it."""
    for part in _PARTS:
        for place, path in _files(workspace, part, source):
            data = _content(path)
            if path.suffix == ".toml" and name != source:
                data = _renamed(read_text(path), source, name, part).encode()
            if path.suffix == ".py" and name != source:
                data = _rulings_renamed(data, source, name)
            yield Path(part, *_placed(place, source, name)), data


def _content(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            most = f"{MOST_BYTES // 10**6} MB"
            raise RequestError(f"{shown(path)} has {size / 1e6:,.0f} MB; {most} are copied at most")
        return path.read_bytes()
    except OSError as error:
        raise OutputError(f"{shown(path)} can't be read: {error.strerror}") from None


def _files(workspace: Workspace, part: str, game: str) -> Iterator[tuple[Path, Path]]:
    """A game's files in one of a workspace's folders, as (path in that folder, file)."""
    found: dict[Path, Path] = {}
    for root in workspace.roots:
        folder = root / part
        if (folder / game).is_dir():
            inside(folder / game, root)
        paths = (
            sorted((folder / game).rglob("*"))
            if part in ("cards", "art")
            else _bearing(folder, game)
        )
        for path in paths:
            if path.is_file() and not path.name.startswith("."):
                found.setdefault(path.relative_to(folder), inside(path, root))
    return iter(found.items())


def _bearing(folder: Path, game: str) -> list[Path]:
    """The files that bear a game's name, or that and a hyphen."""
    return sorted(
        path
        for path in folder.glob(f"{game}*.*")
        if path.stem == game or path.stem.startswith(f"{game}-")
    )


def _placed(place: Path, source: str, name: str) -> list[str]:
    """A path with the game's name in it changed: its folder, or the start of a file's name."""
    first, *rest = place.parts
    return [name + first[len(source) :], *rest]


def _renamed(text: str, source: str, name: str, part: str) -> str:
    """A TOML text in which templates go by their new names, and the game by its new title."""
    ours = rf"{re.escape(source)}(-[a-z0-9-]+)?"
    text = _NAMED.sub(
        lambda match: (
            match[1] + name + match[2][len(source) :] + match[3]
            if re.fullmatch(ours, match[2])
            else match[0]
        ),
        text,
    )
    if part != "cards":
        return text
    return _TITLE.sub(lambda _: f'title = "{name.replace("-", " ").title()}"', text, count=1)


def _rulings_renamed(data: bytes, source: str, name: str) -> bytes:
    """A rules file whose first docstring names the rulings' file by its new name."""
    start = re.match(rb'\s*(?P<quotes>"""|\'\'\'|"|\')', data)
    end = data.find(start["quotes"], start.end()) if start else -1
    if end < 0:
        return data
    mention = rf"(?<![\w-]){re.escape(source)}\.md\b".encode()
    return re.sub(mention, f"{name}.md".encode(), data[:end]) + data[end:]


def _readme(name: str, source: str) -> str:
    """What to run; ``source`` is the game that it comes from, if that one ships."""
    lines = {
        f"build {name}": f"the PDFs, in output/{name}/",
        f"build {name} --since {source}": f"only the cards that are not as in {source}",
        f"preview {name}": "all cards on a page that follows what you save",
        f"check {name}": "is the deck right, does it play, will it print?",
        f"simulate {name}": "a thousand matches: who wins, how long, which cards matter",
    }
    if not source:
        del lines[f"build {name} --since "]
    width = max(map(len, lines))
    told = "\n".join(f"    brawlprint {words:<{width}}  {what}" for words, what in lines.items())
    return f"""# {name.replace("-", " ").title()}

{told}

The cards are rows of `cards/{name}/deck.csv`, their look is in `templates/`, the rules are in
`rules/{name}.py`. A picture of your own goes to `art/{name}/ID.png`.
"""


def _write(folder: Path, texts: dict[Path, bytes]) -> None:
    """Write files where none are; if one can't be, take away what was written."""
    if there := [folder / path for path in texts if (folder / path).exists()]:
        raise RequestError(f"{shown(there[0])} is there already; choose another name or folder")
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    written: list[Path] = []
    try:
        for path, data in texts.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            written.append(target)
            target.write_bytes(data)
    except OSError as error:
        for path in written:
            path.unlink(missing_ok=True)
        if missing:
            shutil.rmtree(missing[-1], ignore_errors=True)
        why = (error.strerror or str(error)).lower()
        raise OutputError(f"{shown(folder)} can't be written: {why}; name another --in") from None
