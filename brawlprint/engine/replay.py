"""Transcripts played again: every move checked, every check compared, the first fault told."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

from brawlprint.engine import notation
from brawlprint.engine.choices import Action, Choice, Seat, written
from brawlprint.engine.decisions import Outcome
from brawlprint.engine.places import cards_of, check, find_title
from brawlprint.engine.rules import Match, Rules
from brawlprint.engine.state import State
from brawlprint.engine.transcripts import CHANCE, Line, Transcript, _split
from brawlprint.errors import (
    ActionError,
    BrawlprintError,
    ChanceError,
    IllegalActionError,
    PositionError,
    RulesError,
    TranscriptError,
)

MOST_UNASKED = 4  # forced choices in a message
_RULE = re.compile(r"\s*\(([A-Z]+-[A-Z]?\d+\w*)\)$")


def replay(transcript: Transcript, rules: Rules) -> State:
    """Play a transcript from its first line to its last, and hand back the match where it stands.

    Raises :class:`TranscriptError` at the first illegal move or false check.
    """
    match = rules.match(len(transcript.names) or None, transcript.options, transcript.names or None)
    return _Replay(transcript, match).run()


class _Item(NamedTuple):
    """One chance result a transcript gives."""

    line: int
    kind: str
    text: str


class _Replay:
    def __init__(self, transcript: Transcript, match: Match) -> None:
        self.transcript, self.match = transcript, match
        self.luck = deque(_items(transcript))
        self.moves = [line for line in transcript.lines if line.kind == "move"]
        self.line = 0  # where the replay has got to
        self.caller = 0  # the move that is being carried out
        self.taken: _Item | None = None  # the last given result that was taken
        self.taken_by = 0  # and the move that took it
        self.rule = ""
        self.doubt = ""  # what the last move may have been meant for instead
        self.table: Any = None
        self.state = self.begin()

    def fail(self, message: str, rule: str = "", line: int | None = None) -> NoReturn:
        raise self.transcript.error(self.line if line is None else line, message, rule)

    def begin(self) -> State:
        transcript = self.transcript
        given = transcript.given
        before = [line for line in transcript.lines if self.is_before_the_match(line)]
        stacks = [_split(line.text) for line in before if line.kind == "stack"]
        self.line = before[0].number if before else 1
        try:
            return State(
                self.match,
                transcript.seed or 0,
                position=given or None,
                stacks=[(path, _ids(text)) for path, text in stacks],
                source=self.source,
            )
        except (ActionError, PositionError, ChanceError) as error:
            self.fail(str(error))

    def is_before_the_match(self, line: Line) -> bool:
        first = next(
            (each.number for each in self.transcript.lines if each.kind in ("move", "=", "!")), None
        )
        return first is None or line.number < first

    # -- luck --------------------------------------------------------------------------------

    def source(self, kind: str, place: str) -> Any:
        """The next given result, if it is for this; else None (by the seed), or a fault."""
        item = self.luck[0] if self.luck else None
        if item is not None and self.is_for(item, kind, place):
            self.luck.popleft()
            self.taken, self.taken_by = item, self.caller
            return self.read(item)
        if kind != "shuffle" and self.transcript.seed is None:
            instead = f", but line {item.line} has '{item.kind} {item.text}'" if item else ""
            self.fail(f"'{kind}' is needed after this line{instead}", line=max(self.caller, 1))
        return None

    def is_for(self, item: _Item, kind: str, place: str) -> bool:
        if item.kind != kind or (kind == "shuffle" and not self.same_pile(item, place)):
            return False
        # With a seed, results may be missing: only those before the next move are meant.
        if self.transcript.seed is not None:
            between = [move for move in self.moves if self.caller < move.number < item.line]
            return not between or self.are_forced(between)
        return True

    def are_forced(self, moves: list[Line]) -> bool:
        """Whether moves only write choices that were forced in the move being carried out."""
        state: State | None = getattr(self, "state", None)  # none while the match is being set up
        forced = iter(state.forced if state else ())
        texts = [text for move in moves for text in _chain(move)]
        return all(any(self.writes(text, *each) for each in forced) for text in texts)

    def writes(self, text: str, seat: Seat, choice: Choice, rule: str) -> bool:
        name, words = notation.split_name(text)
        return seat == self.match.find_seat(name) and notation.says(
            self.match, choice, words, in_full=False
        )

    def same_pile(self, item: _Item, place: str) -> bool:
        head, _, name = _split(item.text)[0].rpartition(".")
        seat = self.match.find_seat(head) if head else None
        return (f"P{seat + 1}.{name}" if seat is not None else name) == place

    def read(self, item: _Item) -> Any:
        try:
            if item.kind == "dice":
                return int(item.text)
            if item.kind == "coin":
                return {"heads": True, "tails": False}[item.text.casefold()]
            if item.kind == "pick":
                return find_title(self.match, item.text)
            return cards_of(self.match, _split(item.text)[1])
        except (ValueError, KeyError) as error:
            why = str(error) if isinstance(error, ActionError) else "write a number, heads or tails"
            self.fail(f"'{item.kind} {item.text}' is no such result; {why}", line=item.line)

    # -- lines -------------------------------------------------------------------------------

    def run(self) -> State:
        for line in self.transcript.lines:
            self.line = line.number
            if line.kind in CHANCE:
                self.check_used(line)
            elif line.kind == "move":
                self.play_chain(line)
            elif line.kind == "=":
                self.check(line.text)
            elif line.kind == "!":
                self.refuse(line.text)
            elif line.kind == "fresh" or (
                line.kind == "stack" and not self.is_before_the_match(line)
            ):
                self.intervene(line)
        self.state.chance.source = None
        return self.state

    def check_used(self, line: Line) -> None:
        if any(item.line == line.number for item in self.luck):
            left = " ".join(item.text for item in self.luck if item.line == line.number)
            self.fail(f"'{line.kind} {left}' was not needed here", self.rule)

    def play_chain(self, line: Line) -> None:
        for text in _chain(line):
            self.play(text)

    def play(self, text: str) -> None:
        if self.consume_forced(text):
            return
        try:
            action = self.state.string_to_action(text)
        except RulesError as error:
            self.fail(str(error))
        except ActionError as error:
            self.fail(self.with_legal(error) + self.unasked(text) + self.doubt, error.rule)
        item = self.taken
        if item is not None and item.line > self.line > self.taken_by:
            self.fail(f"'{item.kind}' was needed before this move, but stands on line {item.line}")
        self.doubt = self.twofold(text)
        self.rule, self.caller = self.state.rule, self.line
        self.apply(action)

    def apply(self, action: Action) -> None:
        try:
            self.state.apply_action(action)
        except TranscriptError:
            raise
        except ChanceError as error:
            self.fail(str(error), line=self.taken.line if self.taken else None)

    def consume_forced(self, text: str) -> bool:
        """Whether a line writes a choice that was forced and so was never asked for.

        What says a legal action in full is that one; with words left out, what can be no other.
        """
        name, words = notation.split_name(text)
        who = self.match.find_seat(name)
        forced = self.state.forced
        if who is None or not forced:
            return False
        for in_full in (True, False):
            legal = notation.fitting(self.state, who, words, in_full)
            if len(legal) == 1 or (legal and in_full):
                return False
            for index, (seat, choice, rule) in enumerate(forced):
                if seat == who and notation.says(self.match, choice, words, in_full):
                    del forced[: index + 1]
                    self.rule = rule
                    return True
        return False

    def twofold(self, text: str) -> str:
        """That a move's words are those of a forced choice too, for whoever meant that one."""
        name, words = notation.split_name(text)
        who = self.match.find_seat(name)
        for seat, choice, rule in self.state.forced:
            if seat == who and notation.says(self.match, choice, words):
                return (f"; before, {words!r} was taken for the choice under {self.state.rule}: "
                        f"the one under {rule} was played unasked and needs no line")  # fmt: skip
        return ""

    def unasked(self, text: str) -> str:
        """What a player had no choice in just before, for one who writes something else there."""
        who = self.match.find_seat(notation.split_name(text)[0])
        played = [
            f"{written(choice, self.match.names)!r} ({rule})"
            for seat, choice, rule in self.state.forced
            if seat == who
        ]
        listed = ", ".join(played[:MOST_UNASKED])
        more = f" and {len(played) - MOST_UNASKED} more" if len(played) > MOST_UNASKED else ""
        return f"; played unasked, as the only choice: {listed}{more}" if played else ""

    def with_legal(self, error: ActionError) -> str:
        """An action error with what would have been legal, unless it says so itself."""
        if "legal for" in str(error) or "fits several" in str(error) or not self.state.to_act:
            return str(error)
        legal = [notation.legal_words(self.state, seat) for seat in self.state.to_act]
        return f"{error}; {'; '.join(legal)}"

    def refuse(self, text: str) -> None:
        """A move that must not be legal, under the rule in parentheses."""
        found = _RULE.search(text)
        move = _RULE.sub("", text)
        try:
            self.state.string_to_action(move)
        except IllegalActionError as error:
            if found and found[1] != error.rule:
                self.fail(f"refused under another rule than {found[1]}: {error}", error.rule)
            return
        except RulesError as error:
            self.fail(str(error))
        except ActionError as error:
            self.fail(str(error), error.rule)
        self.fail(f"{move!r} is legal, and should not be", self.state.rule)

    def intervene(self, line: Line) -> None:
        first, rest = _split(line.text)
        try:
            if line.kind == "stack":
                self.state.stack(first, cards_of(self.match, rest))
            else:
                self.state.refresh(int(first), self.match.find_seat(rest) if rest else None)
        except (BrawlprintError, ValueError) as error:
            self.fail(str(error))

    # -- checks ------------------------------------------------------------------------------

    def check(self, text: str) -> None:
        path, wanted = _split(text)
        found = self.about_the_match(path)
        if found is not None:
            wanted = " ".join(self.spelt(word) for word in wanted.replace(",", " ").split())
            wrong = None if found.casefold() == wanted.casefold() else found
        else:
            try:
                wrong = check(self.state.table, path, wanted)
            except ActionError as error:
                self.fail(str(error))
        if wrong is not None:
            self.fail(f"{path} is {wrong}, not {wanted}{self.doubt}", self.rule)

    def about_the_match(self, name: str) -> str | None:
        """What is asked of the match and not of the table, in words; None if it is neither."""
        outcome = self.state.outcome() or Outcome("none")
        match name:
            case "end":
                return outcome.termination
            case "winners":
                return self.seats(outcome.winners)
            case "to-act":
                return self.seats(self.state.to_act)
            case "scores" | "places":
                return " ".join(map(str, getattr(outcome, name))) or "none"
            case _:
                return None

    def seats(self, seats: tuple[Seat, ...]) -> str:
        return " ".join(self.match.names[seat] for seat in seats) or "none"

    def spelt(self, word: str) -> str:
        seat = self.match.find_seat(word)
        return word if seat is None else self.match.names[seat]


def _chain(line: Line) -> Iterator[str]:
    """The moves of a line, parted by semicolons; the name goes for those after it too."""
    name = ""
    for part in filter(None, (each.strip() for each in line.text.split(";"))):
        own, words = notation.split_name(part)
        name = own or name
        yield f"{name}: {words}"


def _ids(text: str) -> list[str]:
    parts = text.split(",") if "," in text else text.split()
    return [part.strip() for part in parts]


def _items(transcript: Transcript) -> list[_Item]:
    """The given chance results one by one, in the order they are written."""
    found = []
    for line in transcript.lines:
        if line.kind in ("dice", "coin"):
            found += [_Item(line.number, line.kind, word) for word in line.text.split()]
        elif line.kind in CHANCE:
            found.append(_Item(line.number, line.kind, line.text))
    return found
