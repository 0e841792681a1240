"""Where the games, templates and rules lie: the user's folder first, then the built-in ones.

A folder is a workspace when it holds a game's folder below ``cards/``. Files overlay one by one:
a user's ``templates/NAME.toml`` replaces the built-in one and leaves the rest of the game; but a
game's folder has a ``game.toml`` of its own, so that a lost one is not made up for in silence. The
built-in games are a workspace too: the one that ships in the wheel or, in a checkout, its root.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path

from msgspec import Struct

from brawlprint.definitions import Game, load_game
from brawlprint.errors import DefinitionError, Finding, RequestError, Where, shown, suggestion
from brawlprint.faces.art import Art
from brawlprint.faces.icons import Icons, load_icons
from brawlprint.faces.pictograms import Pictograms
from brawlprint.faces.template import Template, load_template
from brawlprint.faces.user_art import UserArt


def builtin_root() -> Path:
    """The folder of the built-in games: inside an installed wheel, else the checkout's root."""
    package = Path(__file__).parent
    shipped = package / "builtin"
    return shipped if shipped.is_dir() else package.parent


class Workspace(Struct, frozen=True, dict=True):
    """The folders that files are looked up in, the first one first."""

    roots: tuple[Path, ...]

    @classmethod
    def at(cls, folder: Path) -> Workspace:
        """The workspace of a folder: itself if it is one, and the built-in games."""
        builtin = builtin_root().resolve()
        folder = folder.resolve()
        if folder != builtin and any(_game_folders(folder)):
            return cls((folder, builtin))
        return cls((builtin,))

    @classmethod
    def shipped(cls) -> Workspace:
        """The built-in games alone, whatever a user's folder has of them."""
        return cls((builtin_root().resolve(),))

    @property
    def games(self) -> list[str]:
        """The names of all games, sorted."""
        return sorted({folder.name for root in self.roots for folder in _game_folders(root)})

    def named(self, words: Sequence[str]) -> list[str]:
        """The games that a command names, each once; ``all`` is every game.

        One that there is not is a :class:`RequestError`, even beside ``all``.
        """
        for word in words:
            if word != "all":
                self.refuse_unknown(word)
        return self.games if "all" in words else list(dict.fromkeys(words))

    def refuse_unknown(self, name: str) -> None:
        """Raise a :class:`RequestError` that offers the nearest names of games."""
        if name not in self.games:
            below = Path(name) / "cards" / name if name == Path(name).name else Path()
            here = f"; it lies below: cd {name}" if (below / "game.toml").is_file() else ""
            known = here or f"; {suggestion(name, self.games)}"
            raise RequestError(f"there is no game {name!r}{known}")

    def game(self, name: str) -> Game:
        """A game by name; an unknown one is a :class:`RequestError` that offers the nearest."""
        self.refuse_unknown(name)
        self._refuse_without_definition(name)
        return load_game(name, self.finder("cards", name))

    def _refuse_without_definition(self, name: str) -> None:
        for root in self.roots:
            folder = root / "cards" / name
            if folder.is_dir() and not (folder / "game.toml").is_file():
                where = Where(shown(folder / "game.toml"))
                raise DefinitionError(
                    [
                        Finding(
                            "missing-file",
                            "the file is missing",
                            where,
                            "every game folder needs its game.toml; copy one and edit it",
                        )
                    ]
                )

    def template(self, name: str) -> Template:
        """A template by name, with those it extends."""
        return load_template(name, self.finder("templates"))

    @cached_property
    def icons(self) -> Icons:
        """The workspace's icons."""
        paths = self.find_all("templates", "icons.toml")
        if not paths:
            where = Where("templates/icons.toml")
            raise DefinitionError([Finding("missing-file", "the file is missing", where)])
        return load_icons(*paths)

    @cached_property
    def art(self) -> Art:
        """All that faces can show beside text."""
        pictograms = Pictograms(partial(self.find_all, "templates", "pictograms"), self.icons)
        return Art(self.icons, pictograms, UserArt(self.roots))

    def find(self, *parts: str) -> Path | None:
        """Where a file lies, the user's folder first; None if it is nowhere in a workspace.

        A spreadsheet may lie in the place of a CSV file; both at once are a
        :class:`DefinitionError`, since either could be the one that counts.
        """
        if any(Path(part).anchor or ".." in Path(part).parts for part in parts):
            return None
        for root in self.roots:
            path = root.joinpath(*parts)
            if path.suffix == ".csv" and is_file(sheet := path.with_suffix(".xlsx")):
                if is_file(path):
                    raise _two_tables(path, sheet)
                return inside(sheet, root)
            if is_file(path):
                return inside(path, root)
        return None

    def find_all(self, *parts: str) -> list[Path]:
        """A file in every workspace that has it, the user's first."""
        found = (Workspace((root,)).find(*parts) for root in self.roots)
        return [path for path in found if path is not None]

    def finder(self, *folder: str) -> Callable[[str], Path | None]:
        """:meth:`find` within one folder."""
        return lambda name: self.find(*folder, name)

    def origin(self, path: Path) -> str:
        """Where a file comes from, in a word: ``built-in`` or the user's folder."""
        root = next(root for root in self.roots if path.is_relative_to(root))
        return "built-in" if root == builtin_root().resolve() else shown(root)


def is_file(path: Path) -> bool:
    """Whether there is a file; not where the name is none that a system could have."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def leads_outside(path: Path, root: Path) -> bool:
    """Whether a link leads out of the workspace.

    The games that ship may lie behind links, as some installers place them.
    """
    if root == builtin_root().resolve() or root.is_relative_to(Path(__file__).parent):
        return False
    try:
        return not path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):  # a link to itself
        return True


def inside(path: Path, root: Path) -> Path:
    """The path, refused where a link leads out of the workspace."""
    if not leads_outside(path, root):
        return path
    message = "it leads outside the workspace"
    remedy = "copy what it links to into the workspace"
    raise DefinitionError([Finding("outside", message, Where(shown(path)), remedy)])


def _has_table(folder: Path) -> bool:
    return any(any(folder.glob(f"*{suffix}")) for suffix in (".csv", ".xlsx"))


def _two_tables(path: Path, sheet: Path) -> DefinitionError:
    message = f"{path.name} and {sheet.name} lie beside each other"
    remedy = "keep the one that counts, and move the other away"
    return DefinitionError([Finding("two-tables", message, Where(shown(path.parent)), remedy)])


def _game_folders(root: Path) -> Iterator[Path]:
    cards = root / "cards"
    if not cards.is_dir():
        return
    for folder in sorted(cards.iterdir()):
        if (folder / "game.toml").is_file() or _has_table(folder):
            if not folder.name.isprintable():
                message = "the folder's name holds control characters"
                raise DefinitionError([Finding("name", message, Where(shown(folder)), "rename it")])
            yield folder
