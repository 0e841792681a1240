"""Exports of one game: all made and checked, then written, each into a folder of its own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from brawlprint import __version__
from brawlprint.definitions import Game
from brawlprint.errors import Finding, RequestError
from brawlprint.exports.kit import Kit, coarse_pictures, collect
from brawlprint.exports.profiles import Profile
from brawlprint.exports.results import Export
from brawlprint.output import read_json, write_all
from brawlprint.settings import Settings
from brawlprint.workspace import Workspace, is_file

MANIFEST = "manifest.json"
DPI = 300


class Wanted(Struct, frozen=True):
    """What somebody asks for: the places, and what is left open to plain pictures."""

    profiles: Sequence[Profile]
    only: Sequence[str] = ()
    dpi: int | None = None
    bleed: float | None = None

    def check(self) -> None:
        """Refuse a resolution or bleed where only exports are asked for that set their own."""
        asked = {"--dpi": self.dpi, "--bleed": self.bleed}
        free = any(profile.form == "pictures" and not profile.sizes for profile in self.profiles)
        for option, value in asked.items():
            if value is not None and not free:
                names = ", ".join(profile.name for profile in self.profiles)
                raise RequestError(f"{option} is for png; {names} has its own exact size")


class Made(Struct, frozen=True):
    """The exports of one game, what was left out of them, and the folder that they go below."""

    game: Game
    exports: Sequence[Export]
    left_out: Sequence[str]
    folder: Path
    findings: Sequence[Finding] = ()

    def place(self, export: Export) -> Path:
        """The folder of one export."""
        return export_folder(self.folder, export.profile)


def export_folder(folder: Path, profile: Profile) -> Path:
    """Where an export of the game whose output is ``folder`` lies."""
    return folder / f"export-{profile.name}"


def make_exports(
    workspace: Workspace, game: Game, settings: Settings, wanted: Wanted, out: Path
) -> Made:
    """Make a game's exports and check them, without writing anything.

    Raises :class:`RequestError` for what can't be had, :class:`ExportError` for one that came out
    other than it should, :class:`DefinitionError` for faults in the game's files.
    """
    kit = collect(workspace, game, settings, wanted.only)
    for profile in wanted.profiles:
        for deck in kit.decks:
            profile.size(deck.size)  # refused before anything is drawn
    folder = out / game.name
    exports = [_make(workspace, game, kit, profile, wanted, folder) for profile in wanted.profiles]
    return Made(game, exports, kit.left_out, folder, list(coarse_pictures(kit)))


def _make(
    workspace: Workspace, game: Game, kit: Kit, profile: Profile, wanted: Wanted, folder: Path
) -> Export:
    decks = kit.decks
    if profile.form == "pictures":
        from brawlprint.exports.pictures import export_pictures

        dpi = DPI if wanted.dpi is None else wanted.dpi
        bleed = 0.0 if wanted.bleed is None else wanted.bleed
        return export_pictures(decks, profile, workspace.icons, dpi, bleed)
    if profile.form == "table-sheets":
        from brawlprint.exports.tabletop import export_table

        place = export_folder(folder, profile).resolve()
        return export_table(decks, profile, workspace.icons, game, place)
    from brawlprint.exports.press import export_press

    return export_press(decks, profile, workspace.icons, game)


def write_exports(made: Made) -> None:
    """Write a game's exports, and clear away what earlier ones left that is no more."""
    for export in made.exports:
        folder = made.place(export)
        stale = [name for name in _earlier(folder) if name not in export.files]
        files = {**export.files, MANIFEST: _manifest(made.game, export)}
        write_all(folder, files, made.folder.parent)
        for name in stale:
            # Uploaded with the rest, it would be a card too many. One held open stays.
            with suppress(OSError):
                (folder / name).unlink()


def _manifest(game: Game, export: Export) -> bytes:
    document = {
        "brawlprint": __version__,
        "game": game.name,
        "for": export.profile.name,
        "cards": export.cards,
        "files": sorted(export.files),
    }
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def _earlier(folder: Path) -> list[str]:
    """The files that an earlier export wrote here, by its manifest."""
    try:
        names = read_json(folder / MANIFEST)["files"]
        return [name for name in names if name == Path(name).name and is_file(folder / name)]
    except (KeyError, TypeError):
        return []
