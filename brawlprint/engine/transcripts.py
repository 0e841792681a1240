"""Matches as text: read, written. The format is described in ``docs/transcripts.md``.

>>> from brawlprint.engine.examples import shoving
>>> text = '''[game shoving]
... [players Ann Ben]
... given Ann.hand jab   # one card
... given Ben.breath 3
... given stock hook jab ...
... Ann: jab Ben
... dice 3
... = Ben.breath 0
... = end last-standing
... '''
>>> transcript = loads(text)
>>> transcript.names, transcript.given[0]
(('Ann', 'Ben'), ('Ann.hand', 'jab'))
>>> from brawlprint.engine.replay import replay
>>> replay(transcript, shoving).outcome().winners
(0,)
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from brawlprint.definitions.toml_file import read_text
from brawlprint.engine.chance import Event
from brawlprint.engine.choices import Action
from brawlprint.engine.positions import Given
from brawlprint.errors import TranscriptError, Where, shown, suggestion

if TYPE_CHECKING:
    from brawlprint.engine.state import State

KINDS = ("given", "stack", "dice", "coin", "pick", "shuffle", "fresh")
CHANCE = ("dice", "coin", "pick", "shuffle")
_HEADERS = ("game", "players", "option", "seed", "title", "shows")
_WIDTH = 100
_COMMENT = re.compile(r"(^|\s)#.*")


class Line(NamedTuple):
    """A line of a transcript: ``kind`` is ``move``, ``=``, ``!`` or one of :data:`KINDS`."""

    number: int
    kind: str
    text: str


@dataclass
class Transcript:
    """A match as it was written down."""

    file: str
    game: str = ""
    names: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    seed: int | None = None
    title: str = ""
    shows: tuple[str, ...] = ()
    shows_on: dict[str, int] = field(default_factory=dict)  # each with its line
    lines: list[Line] = field(default_factory=list)

    @property
    def given(self) -> Given:
        """The starting position, line by line; empty if the match starts as every match does."""
        return [_split(line.text) for line in self.lines if line.kind == "given"]

    def error(self, number: int, message: str, rule: str = "", remedy: str = "") -> TranscriptError:
        """A fault of a line, ready to raise."""
        return TranscriptError(message, Where(self.file, number), rule, remedy)


def load(path: Path) -> Transcript:
    """Read a transcript's file."""
    return loads(read_text(path), shown(path))


def loads(text: str, file: str = "transcript") -> Transcript:
    """Read a transcript; raises :class:`TranscriptError` for a line that is none."""
    transcript = Transcript(file)
    for number, line in _logical_lines(text):
        if line.startswith("["):
            _read_header(transcript, number, line)
        else:
            transcript.lines.append(_read_line(transcript, number, line))
    if not transcript.game:
        raise transcript.error(1, "the header [game NAME] is missing")
    _check_order(transcript)
    return transcript


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines without comments and blank ones; an indented line goes on with the one before."""
    current, start = "", 0
    for number, raw in enumerate(text.splitlines(), 1):
        line = _COMMENT.sub("", raw).rstrip()
        if not line.strip():
            continue
        if raw[0] in " \t" and current:
            current += " " + line.strip()
            continue
        if current:
            yield start, current
        current, start = line.strip(), number
    if current:
        yield start, current


def _read_header(transcript: Transcript, number: int, line: str) -> None:
    match = re.fullmatch(r"\[\s*(\w+)\s+(.*?)\s*\]", line)
    if not match or match[1] not in _HEADERS:
        word = line.strip("[] ").partition(" ")[0]
        raise transcript.error(number, f"{line!r} is no header", "", suggestion(word, _HEADERS))
    if any(line.kind != "given" for line in transcript.lines):
        raise transcript.error(number, f"{line!r} stands after the match has begun")
    key, value = match[1], match[2]
    if key == "players":
        transcript.names = tuple(value.replace(",", " ").split())
    elif key == "option":
        name, setting = _split(value)
        transcript.options[name] = setting
    elif key == "seed":
        if not re.fullmatch(r"-?\d{1,4000}", value, re.ASCII):
            raise transcript.error(number, f"the seed {value!r} is no whole number")
        transcript.seed = int(value)
    elif key == "shows":
        shows = value.replace(",", " ").split()
        transcript.shows += tuple(shows)
        transcript.shows_on |= dict.fromkeys(shows, number)
    else:
        setattr(transcript, key, value)


def _read_line(transcript: Transcript, number: int, line: str) -> Line:
    if line[0] in "=!":
        return Line(number, line[0], line[1:].strip())
    kind, _, rest = line.partition(" ")
    if kind in KINDS:
        return Line(number, kind, rest.strip())
    if ":" not in line:
        raise transcript.error(number, f"{line!r} is no line of a transcript", "",
                               f"a move is 'NAME: …'; else {suggestion(kind, KINDS)}")  # fmt: skip
    return Line(number, "move", line)


def _check_order(transcript: Transcript) -> None:
    begun = False
    for line in transcript.lines:
        if line.kind == "given" and begun:
            raise transcript.error(line.number, "a position is given before the match begins")
        begun = begun or line.kind in ("move", "!", "=")


def _split(text: str) -> tuple[str, str]:
    """The first word, and the rest."""
    first, _, rest = text.partition(" ")
    return first, rest.strip()


def dumps(state: State, title: str = "", shows: tuple[str, ...] = ()) -> str:
    """A match as a transcript that replays to the same end; chance results are all written out.

    >>> from brawlprint.engine.examples import shoving
    >>> match = shoving.match(names=["Ann", "Ben"], options={"move_limit": 50})
    >>> position = [("Ann.hand", "jab"), ("Ben.breath", "1"), ("discard", "...")]
    >>> state = match.new_initial_state(seed=4, position=position)
    >>> state.apply_action(state.string_to_action("jab ben"))
    >>> print(dumps(state))
    [game shoving]
    [players Ann Ben]
    [option move_limit 50]
    [seed 4]
    <BLANKLINE>
    given Ann.hand jab
    given Ben.breath 1
    given discard ...
    Ann: jab Ben
    dice 1
    = end last-standing
    = winners Ann
    <BLANKLINE>
    """
    lines = [*_headers(state, title, shows), ""]
    names = state.match.names
    lines += [f"given {path} {text}" for path, text in state.position or ()]
    lines += [f"stack {_named(path, names)} {' '.join(ids)}" for path, ids in state.stacks]
    lines += _history(state)
    outcome = state.outcome()
    if outcome is not None:
        winners = " ".join(names[seat] for seat in outcome.winners)
        lines += [f"= end {outcome.termination}", f"= winners {winners or 'none'}"]
    return "\n".join(map(_wrapped, lines)) + "\n"


def _headers(state: State, title: str, shows: tuple[str, ...]) -> Iterator[str]:
    match = state.match
    game = match.rules.game
    yield f"[game {game.name}]"
    if title:
        yield f"[title {title}]"
    yield f"[players {' '.join(match.names)}]"
    for name, setting in match.options.items():
        if setting != game.options[name].default:
            on_off = "on" if setting is True else "off" if setting is False else setting
            yield f"[option {name} {on_off}]"
    yield f"[seed {state.seed}]"
    if shows:
        yield f"[shows {' '.join(shows)}]"


def _history(state: State) -> Iterator[str]:
    names = state.match.names
    dice: list[int] = []
    for each in state.history:
        if isinstance(each, Event) and each.kind == "dice":
            dice.append(each.result)
            continue
        if dice:
            yield f"dice {' '.join(map(str, dice))}"
            dice = []
        yield each.text(names) if isinstance(each, Action) else _event(each, state)
    if dice:
        yield f"dice {' '.join(map(str, dice))}"


def _event(event: Event, state: State) -> str:
    names = state.match.names
    if event.kind == "coin":
        return f"coin {'heads' if event.result else 'tails'}"
    if event.kind == "pick":
        return f"pick {event.result.id}"
    if event.kind == "fresh":
        seed, seat = event.result
        return f"fresh {seed}" if seat is None else f"fresh {seed} {names[seat]}"
    cards = " ".join(card.id for card in event.result) or "none"
    return f"{event.kind} {_named(event.place, names)} {cards}"


def _named(path: str, names: tuple[str, ...]) -> str:
    """A pile's name with its player's."""
    head, dot, last = path.rpartition(".")
    number = re.fullmatch(r"P(\d+)", head)
    return f"{names[int(number[1]) - 1]}{dot}{last}" if number else path


def _wrapped(line: str) -> str:
    if len(line) <= _WIDTH:
        return line
    return textwrap.fill(line, _WIDTH, subsequent_indent="    ", break_long_words=False,
                         break_on_hyphens=False)  # fmt: skip
