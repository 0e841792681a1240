"""How a build prints: from the command line, else ``brawlprint.toml``, else what most people need."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from brawlprint.definitions.toml_file import convert, read_toml
from brawlprint.errors import RequestError, shown, suggestion
from brawlprint.faces.template import STYLES
from brawlprint.sheets.grid import DUPLEX, Duplex
from brawlprint.sheets.paper import Chosen, Paper, find_paper, locale_paper

CONFIG = "brawlprint.toml"
T = TypeVar("T", bound=str)


@dataclass(frozen=True, slots=True)
class Settings:
    """How a build prints: paper, style, the edge the sheet is turned over, for how many players."""

    paper: Paper
    style: str
    duplex: Duplex
    players: int
    fill: bool = False


class _Print(Struct, frozen=True, forbid_unknown_fields=True):
    """``[print]`` of ``brawlprint.toml``; what it leaves out has a default."""

    paper: str | None = None
    style: str | None = None
    duplex: str | None = None


class _Config(Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of ``brawlprint.toml``."""

    print: _Print = _Print()


@dataclass(frozen=True, slots=True)
class PrintChoice:
    """The print settings of one run, and who chose the paper."""

    paper: Paper
    paper_source: str
    style: str
    duplex: Duplex

    def settings(self, players: int, fill: bool = False) -> Settings:
        """The settings for one game."""
        return Settings(self.paper, self.style, self.duplex, players, fill)


def choose_print(
    folder: Path, paper: str | None = None, style: str | None = None, duplex: str | None = None
) -> PrintChoice:
    """Settle the print settings; ``folder`` is the workspace, whose configuration goes first.

    Raises :class:`RequestError` for a paper, style or edge there is not.
    """
    given = {"paper": paper, "style": style, "duplex": duplex}
    chosen = {key: Chosen(value, "") for key, value in given.items() if value is not None}
    if len(chosen) < len(given):
        for path in (folder / CONFIG, _user_config()):
            for key, found in _configured(path).items():
                chosen.setdefault(key, found)
    paper_choice = chosen.get("paper") or locale_paper()
    style_name = chosen["style"].value if "style" in chosen else "colour"
    edge = chosen["duplex"].value if "duplex" in chosen else "long-edge"
    return PrintChoice(
        paper=find_paper(paper_choice.value),
        paper_source=paper_choice.source,
        style=_known({"color": "colour"}.get(style_name, style_name), STYLES, "style"),
        duplex=_known(edge, DUPLEX, "duplex"),
    )


def _configured(path: Path) -> dict[str, Chosen]:
    if not path.is_file():
        return {}
    file = read_toml(path)
    found = convert(file, file.data, _Config).print
    values = {"paper": found.paper, "style": found.style, "duplex": found.duplex}
    return {key: Chosen(value, shown(path)) for key, value in values.items() if value is not None}


def _user_config() -> Path:
    from platformdirs import user_config_path

    return user_config_path("brawlprint", appauthor=False) / CONFIG


def _known(value: str, known: tuple[T, ...], what: str) -> T:
    for each in known:
        if value == each:
            return each
    raise RequestError(f"there is no {what} {value!r}; {suggestion(value, list(known))}")
