"""A game's rules file, loaded; and what one match of it is set to."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from brawlprint.definitions import Game
from brawlprint.definitions.model import Setting
from brawlprint.definitions.toml_file import read_text
from brawlprint.engine.choices import Move, Seat, Title, Word, player, words_of
from brawlprint.engine.reading import noticing
from brawlprint.engine.unplayed import refuse_unplayed
from brawlprint.errors import BrawlprintError, RequestError, RulesError, Where, shown, suggestion

if TYPE_CHECKING:
    from brawlprint.engine.state import State

_NAME = re.compile(r"\w[\w-]*")
_REQUIRED = ("read", "Table", "setup", "play")


class Kit(Protocol):
    """What a rules file's ``read`` makes of the definition: at least the titles."""

    @property
    def titles(self) -> Sequence[Title]:
        """Every title of the game, in the deck's order."""


class UnknownOptionError(KeyError):
    """Rules ask for an option that ``game.toml`` doesn't declare."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"there is no option {name!r} in game.toml; {suggestion(name, known)}")

    def __str__(self) -> str:
        return str(self.args[0])


class Options(Mapping[str, Setting]):
    """The house rules of a match, by name."""

    def __init__(self, settings: Mapping[str, Setting]) -> None:
        self._settings = dict(settings)

    def __getitem__(self, name: str) -> Setting:
        try:
            return self._settings[name]
        except KeyError:
            raise UnknownOptionError(name, list(self._settings)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._settings)

    def __len__(self) -> int:
        return len(self._settings)

    def get_number(self, name: str, default: int | None = None) -> int:
        """A number; without a default the game must declare it."""
        value = self[name] if default is None else self.get(name, default)
        return int(value)

    def get_word(self, name: str) -> str:
        """A word."""
        return str(self[name])

    def is_on(self, name: str) -> bool:
        """Whether an on/off option is on."""
        return self[name] is True


class Rules:
    """The rules of one game: its definition and its rules file, read together."""

    def __init__(self, game: Game, module: ModuleType, path: Path) -> None:
        self.game, self.module, self.path = game, module, path
        with noticing(shown(path)) as known:
            self.kit: Any = module.read(game)
        self.known = known
        self.titles: dict[str, Title] = {title.id: title for title in self.kit.titles}
        self.make_table: Callable[..., Any] = module.Table
        self.setup: Callable[[Any], None] = module.setup
        self.play: Callable[[Any], Any] = module.play
        self.hint: Callable[..., float | None] | None = getattr(module, "hint", None)
        self.standing: Callable[..., float] | None = getattr(module, "standing", None)
        self._vocabulary: frozenset[str] | None = None

    def match(
        self,
        players: int | None = None,
        options: Mapping[str, Setting] | None = None,
        names: Sequence[str] | None = None,
    ) -> Match:
        """Set up for a number of players, with house rules; raises :class:`RequestError`."""
        return Match(self, players, options or {}, names)

    @property
    def vocabulary(self) -> frozenset[str]:
        """Every word a move of this game can have, players' names aside."""
        if self._vocabulary is None:
            self._vocabulary = frozenset(_words_of_rules(self.module, self.titles))
        return self._vocabulary


def _words_of_rules(module: ModuleType, titles: Mapping[str, Title]) -> Iterator[str]:
    for title in titles.values():
        yield from words_of(title.id)
        yield from words_of(title.title)
    seen: dict[str, object] = {**_globals_of("brawlprint.engine.choices"), **vars(module)}
    for value in seen.values():
        if isinstance(value, Word):
            yield from words_of(value.word)
        elif isinstance(value, type) and issubclass(value, Move):
            yield from words_of(re.sub(r"\{.*?\}", " ", value.notation))
            # Words that only ever occur inside a move, such as a direction.
            for made in value.made.values():
                yield from (w for t in made.tokens() if isinstance(t, str) for w in words_of(t))


def _globals_of(module: str) -> dict[str, object]:
    return vars(sys.modules[module])


class Match:
    """Rules, number of players, options and names: all that a match is set to before it starts."""

    def __init__(
        self,
        rules: Rules,
        players: int | None,
        options: Mapping[str, Setting],
        names: Sequence[str] | None,
    ) -> None:
        self.rules = rules
        self.players = _checked_players(rules.game, players, names)
        self.names = _checked_names(rules, self.players, names)
        self.options = _checked_options(rules.game, options, self.players)
        self.alone = {seat: (seat,) for seat in range(self.players)}  # who is to act, by seat
        self.places: dict[type, list[str]] = {}  # where a table, a player … has cards
        # What a name may be written as, in lower case.
        self._seats = {player(seat).casefold(): seat for seat in range(self.players)}
        self._seats |= {name.casefold(): seat for seat, name in enumerate(self.names)}

    def find_seat(self, name: str) -> Seat | None:
        """The seat of a player's name (or of P1, P2 …); None if nobody is called that."""
        return self._seats.get(name.strip().casefold())

    def new_initial_state(self, seed: int = 0, **start: Any) -> State:
        """A match at its first decision; ``start`` is as :class:`State` takes it."""
        from brawlprint.engine.state import State

        return State(self, seed, **start)


def _checked_players(game: Game, players: int | None, names: Sequence[str] | None) -> int:
    number = players or (len(names) if names else game.players.default)
    low, high = game.players.min, game.players.max
    if not low <= number <= high:
        many = f"{low} to {high}" if low < high else str(low)
        raise RequestError(f"{game.title} takes {many} players, not {number}")
    if names and len(names) != number:
        raise RequestError(f"{number} players, but {len(names)} names: {' '.join(names)}")
    return number


def _checked_names(rules: Rules, players: int, names: Sequence[str] | None) -> tuple[str, ...]:
    if names is None:
        return tuple(player(seat) for seat in range(players))
    for seat, name in enumerate(names):
        taken = [each.casefold() for each in names[:seat]]
        other = re.fullmatch(r"[pP]\d+", name) and name.upper() != player(seat)
        if not _NAME.fullmatch(name) or name.casefold() in (*taken, *rules.titles) or other:
            raise RequestError(f"{name!r} can't be a player's name here; write one word of letters "
                               "and digits, for each player another, and none that is a card's "
                               "id or another seat's P1, P2 …")  # fmt: skip
    return tuple(names)


def _checked_options(game: Game, given: Mapping[str, Setting], players: int) -> Options:
    settings = {name: spec.default for name, spec in game.options.items()}
    for key, text in given.items():
        name = key.replace("-", "_").casefold()
        if name not in game.options:
            known = suggestion(name, list(game.options))
            raise RequestError(f"{game.title} has no option {key!r}; {known}")
        try:
            settings[name] = game.options[name].read(text)
        except ValueError as error:
            raise RequestError(f"option {name} can't be {str(text)!r}; {error}") from None
    first = settings.get("first_seat", 0)
    if isinstance(first, int) and not 0 <= first < players:
        raise RequestError(f"option first_seat can't be {first}; "
                           f"with {players} players write 0 to {players - 1}")  # fmt: skip
    return Options(settings)


def load_rules(game: Game, path: Path, text: str | None = None) -> Rules:
    """Run a game's rules file (or its ``text``) as a private module, and read the deck by it.

    Raises :class:`RulesError` if the file can't be run or lacks what the engine looks for, and
    :class:`DefinitionError` where the deck asks for what the rules don't know.
    """
    text = read_text(path) if text is None else text
    digest = hashlib.sha256(f"{path}\n{text}".encode()).hexdigest()[:16]
    module = ModuleType(f"_brawlprint_rules_{digest}")
    module.__file__ = str(path)
    # Dataclasses look their module up by name.
    sys.modules[module.__name__] = module
    try:
        exec(compile(text, str(path), "exec"), vars(module))
    except Exception as error:
        raise _fault(error, path, "the file can't be loaded") from error
    refuse_unplayed(text, path)
    missing = [name for name in _REQUIRED if not hasattr(module, name)]
    if missing:
        raise RulesError(f"it lacks {', '.join(missing)}; a rules file has {', '.join(_REQUIRED)}",
                         Where(shown(path)))  # fmt: skip
    try:
        return Rules(game, module, path)
    except BrawlprintError:
        raise
    except Exception as error:
        raise _fault(error, path, "the deck can't be read") from error


def _fault(error: BaseException, path: Path, so: str) -> RulesError:
    where = Where(shown(path), line_in(error, path))
    return RulesError(f"{type(error).__name__}: {error}; {so}", where)


def line_in(error: BaseException, path: Path) -> int | None:
    """The line of a file at which an error came up; None if the file had no part in it."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return error.lineno
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def line_reached(part: Any, path: Path) -> int | None:
    """The innermost line of the rules file at which a waiting match stands."""
    line = None
    while part is not None and (frame := getattr(part, "gi_frame", None)) is not None:
        if frame.f_code.co_filename == str(path):
            line = frame.f_lineno
        part = part.gi_yieldfrom
    return line
