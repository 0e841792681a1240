"""How a build prints: from the command line, else ``brawlprint.toml``, else what most people need."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from brawlprint.definitions import Game
from brawlprint.definitions.model import Setting
from brawlprint.definitions.toml_file import convert, read_toml
from brawlprint.errors import RequestError, shown, suggestion
from brawlprint.faces.template import STYLES
from brawlprint.sheets.grid import DUPLEX, Duplex
from brawlprint.sheets.paper import Chosen, Paper, find_paper, locale_paper

CONFIG = "brawlprint.toml"
MOST_DECKS = 20
THINNEST, THICKEST = 0.05, 2.0  # mm, of a card
FARTHEST = 10.0  # mm that labels can be nudged
T = TypeVar("T", bound=str)
V = TypeVar("V")


class Settings(Struct, frozen=True):
    """How a build prints: paper, style, the edge the sheet is turned over, for how many players.

    ``copies`` is whole decks; ``stock_thickness`` one card's, in mm; ``nudge`` moves labels right
    and down, in mm; ``options`` are the game's rules as this table plays them. ``lenient``: many
    games are printed at once, so what this one can't have as asked it makes as best it can.
    """

    paper: Paper
    style: str
    duplex: Duplex
    players: int
    fill: bool = False
    copies: int = 1
    stock_thickness: float = 0.30
    sleeved: bool = False
    booklet: bool = False
    nudge: tuple[float, float] = (0.0, 0.0)
    options: Mapping[str, Setting] = {}
    lenient: bool = False


class _Print(Struct, frozen=True, forbid_unknown_fields=True):
    """``[print]`` of ``brawlprint.toml``; what it leaves out has a default."""

    paper: str | None = None
    style: str | None = None
    duplex: str | None = None


class _Config(Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of ``brawlprint.toml``."""

    print: _Print = _Print()


class PrintChoice(Struct, frozen=True):
    """The print settings of one run, and who chose the paper."""

    paper: Paper
    paper_source: str
    style: str
    duplex: Duplex


class Wishes(Struct, frozen=True):
    """What somebody asks of a build beside paper and style.

    ``lenient`` is for many games at once: a wish that one of them can't grant is passed over there.
    """

    players: int | None = None
    fill: bool = False
    copies: int = 1
    options: Sequence[str] = ()
    booklet: bool = False
    stock_thickness: float = 0.30
    sleeved: bool = False
    nudge: str = "0,0"
    lenient: bool = False

    def settings(self, choice: PrintChoice, game: Game) -> Settings:
        """The settings for one game; raises :class:`RequestError` for what it can't grant."""
        if not 1 <= self.copies <= MOST_DECKS:
            raise RequestError(f"--copies {self.copies} is out of range; 1 to {MOST_DECKS}")
        if not THINNEST <= self.stock_thickness <= THICKEST:
            raise RequestError(
                f"--stock-thickness {self.stock_thickness:g} is out of range; "
                f"{THINNEST:g} to {THICKEST:g} mm"
            )
        return Settings(
            paper=choice.paper,
            style=choice.style,
            duplex=choice.duplex,
            players=self._players(game),
            fill=self.fill,
            copies=self.copies,
            stock_thickness=self.stock_thickness,
            sleeved=self.sleeved,
            booklet=self.booklet,
            nudge=read_nudge(self.nudge),
            options=game_options(game, self._options(game)),
            lenient=self.lenient,
        )

    def _players(self, game: Game) -> int:
        players = game.players
        if self.players is None:
            return players.default
        if players.min <= self.players <= players.max:
            return self.players
        if self.lenient:
            return players.default
        range_ = f"{players.min} to {players.max}" if players.min < players.max else players.min
        raise RequestError(f"{game.name} is for {range_} players, not {self.players}")

    def _options(self, game: Game) -> Sequence[str]:
        if not self.lenient:
            return self.options
        return [text for text in self.options if text.partition("=")[0] in game.options]

    def check_somebody_has(self, games: Sequence[Game]) -> None:
        """Refuse, where several games are asked, an option or number of players that none has."""
        for text in self.options:
            name = text.partition("=")[0]
            if self.lenient and not any(name in game.options for game in games):
                known = sorted({option for game in games for option in game.options})
                raise RequestError(f"no game has an option {name!r}; {suggestion(name, known)}")
        if self.lenient and self.players is not None:
            ranges = [game.players for game in games]
            if not any(each.min <= self.players <= each.max for each in ranges):
                raise RequestError(f"no game is for {self.players} players")


def read_nudge(text: str) -> tuple[float, float]:
    """``X,Y`` in mm; raises :class:`RequestError`.

    >>> read_nudge("0.5,-1")
    (0.5, -1.0)
    """
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise RequestError(f"--nudge {text!r} can't be read; write X,Y in mm, as 0.5,-1") from None
    if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST):
        raise RequestError(f"--nudge {text!r} is out of range; up to {FARTHEST:g} mm each way")
    return x, y


def game_options(game: Game, given: Sequence[str]) -> dict[str, Setting]:
    """A game's options, those given as ``KEY=VALUE`` in place of their defaults.

    Raises :class:`RequestError` for one that the game hasn't, or a value that it can't have.
    """
    options: dict[str, Setting] = {name: spec.default for name, spec in game.options.items()}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise RequestError(f"{text!r} is no option; write it as KEY=VALUE")
        if name not in game.options:
            hint = suggestion(name, list(game.options))
            raise RequestError(f"{game.name} has no option {name!r}; {hint}")
        try:
            options[name] = game.options[name].read(value)
        except ValueError as error:
            raise RequestError(f"{name} can't be {value!r}; {error}") from None
    return options


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
    return PrintChoice(
        paper=_settled(find_paper, paper_choice),
        paper_source=paper_choice.source,
        style=_settled(_style, chosen.get("style", Chosen("colour", ""))),
        duplex=_settled(_edge, chosen.get("duplex", Chosen("long-edge", ""))),
    )


def _settled(read: Callable[[str], V], chosen: Chosen) -> V:
    """A setting read; if there is none such, the file that names it is told too."""
    try:
        return read(chosen.value)
    except RequestError as error:
        raise RequestError(f"{chosen.source}: {error}" if chosen.source else str(error)) from None


def _style(name: str) -> str:
    return _known({"color": "colour"}.get(name, name), STYLES, "style")


def _edge(name: str) -> Duplex:
    return _known(name, DUPLEX, "duplex")


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
