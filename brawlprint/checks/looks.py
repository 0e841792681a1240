"""What a template says of things that there are not: nothing on any card shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from brawlprint.definitions import Game
from brawlprint.errors import Finding, suggestion

if TYPE_CHECKING:
    from brawlprint.definitions.toml_file import TomlFile
    from brawlprint.faces.template import Template
    from brawlprint.workspace import Workspace

SORTS = {"palette": ("colour", "unused-colour"), "text": ("text style", "unused-style")}


def check_looks(workspace: Workspace, game: Game) -> Iterator[Finding]:
    """Kinds that the game has not; colours and text styles that nothing uses.

    A template that ships, or that several games share, may know more than one game needs.
    """
    faces = {deck.template: workspace.template(deck.template) for deck in game.decks.values()}
    backs = {deck.back: workspace.template(deck.back) for deck in game.decks.values() if deck.back}
    for template in faces.values():
        if workspace.origin(template.file.path) != "built-in":
            yield from _kinds(game, template)
    others = [
        workspace.template(str(name))
        for component in game.components.values()
        for key, name in component.items()
        if key in ("template", "back")
    ]
    family = [*(faces | backs).values(), *others]
    used = {name for each in family for name in _used(each)}
    for template in (faces | backs).values():
        if workspace.origin(template.file.path) != "built-in":
            yield from _unused(workspace, template, used)


def _kinds(game: Game, template: Template) -> Iterator[Finding]:
    for kind in template.file.data.get("kind", {}):
        if kind not in game.kinds:
            where = template.file.where(f"kind.{kind}")
            message = f"{kind!r} is no kind of {game.name}, so nothing of it is shown"
            remedy = suggestion(kind, list(game.kinds))
            yield Finding("no-kind", message, where, remedy, level="warning")


def _unused(workspace: Workspace, template: Template, used: set[str]) -> Iterator[Finding]:
    """Names that this file brings up: not its base's, nor those that things beside cards take."""
    house = workspace.template("base").file
    below = [*_files(house), *(_files(template.file.base) if template.file.base else ())]
    for path, layer in _layers(template.file.data):
        for sort, (word, code) in SORTS.items():
            known = {name for each in below for name in each.data.get(sort, {})}
            for name in layer.get(sort, {}):
                if name not in known | used:
                    where = template.file.where(f"{path}{sort}.{name}")
                    message, remedy = (
                        f"nothing uses the {word} {name!r}",
                        suggestion(name, [*known]),
                    )
                    if not remedy.startswith("did you mean"):
                        remedy = "take it out, or name it in an element"
                    yield Finding(code, message, where, remedy, level="warning")


def _layers(data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A template's own tables, and those by kind and by print style, with what leads to them."""
    yield "", data
    for sort in ("kind", "style"):
        for name, layer in data.get(sort, {}).items():
            yield f"{sort}.{name}.", layer


def _used(template: Template) -> Iterator[str]:
    """The colours and text styles that some element or text style names, whatever it is for."""
    for file in _files(template.file):
        for _, layer in _layers(file.data):
            for sort in ("text", "element"):
                for table in layer.get(sort, {}).values():
                    yield from (each for each in table.values() if isinstance(each, str))


def _files(file: TomlFile) -> Iterator[TomlFile]:
    """A template's file and those that it extends, one after another."""
    yield file
    if file.base:
        yield from _files(file.base)
