"""What a build makes of its wishes for one game: how many players, copies, options, and the paper.

How it prints is chosen in :mod:`brawlprint.print_settings`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from brawlprint.definitions import Game
from brawlprint.definitions.model import Setting
from brawlprint.errors import RequestError, suggestion
from brawlprint.print_settings import PrintChoice, choose_print
from brawlprint.sheets.plan import Laying
from brawlprint.wanted import Wanted

MOST_DECKS = 20
THINNEST, THICKEST = 0.05, 2.0  # mm, of a card
FARTHEST = 10.0  # mm that labels can be nudged


class Settings(Laying, frozen=True, kw_only=True):
    """How a build prints: all of :class:`Laying`, and for how many players.

    ``copies`` is whole decks; ``stock_thickness`` one card's, in mm; ``nudge`` moves labels right
    and down, in mm; ``options`` are the game's rules as this table plays them. ``lenient``: many
    games are printed at once, so what this one can't have as asked it makes as best it can.
    ``wanted`` says which cards are printed, if not all.
    """

    players: int
    fill: bool = False
    copies: int = 1
    stock_thickness: float = 0.30
    sleeved: bool = False
    booklet: bool = False
    nudge: tuple[float, float] = (0.0, 0.0)
    options: Mapping[str, Setting] = {}
    wanted: Wanted | None = None
    lenient: bool = False


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
            **{name: getattr(choice, name) for name in Laying.__struct_fields__},
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


__all__ = ["PrintChoice", "Settings", "Wishes", "choose_print", "game_options", "read_nudge"]
