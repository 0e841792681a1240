"""One match in progress: who owes a decision, what is legal, what happened."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from brawlprint.engine import notation
from brawlprint.engine.chance import Chance, Event, Source, mixed
from brawlprint.engine.choices import Action, Choice, Seat, Title
from brawlprint.engine.dealing import deal_anew
from brawlprint.engine.decisions import MatchOver, Outcome, Play, Request, WhyNot, fault_of
from brawlprint.engine.history import History
from brawlprint.engine.places import find_title, seen_by
from brawlprint.engine.positions import Given, lay_out, stack
from brawlprint.engine.rules import line_in, line_reached
from brawlprint.errors import BrawlprintError, InvalidActionError, RulesError, Where, shown

if TYPE_CHECKING:
    from brawlprint.engine.rules import Match

_NOTHING: tuple[Any, ...] = ()
Stacks = Sequence[tuple[str, Sequence[str]]]


class State:
    """A match in progress; it changes with every action.

    ``to_act`` are the seats that owe a decision (several when they choose at once, none at the
    end), ``ply`` counts the actions, ``history`` holds actions and chance events in order.

    >>> from brawlprint.engine.examples import shoving
    >>> state = shoving.match(players=2).new_initial_state(seed=1)
    >>> state.to_act, state.legal_actions()
    ((0,), (P1: jab P2, P1: hook P2, P1: rest))
    >>> state.apply_action(state.string_to_action("jab p2"))
    >>> state.to_act, state.is_terminal()
    ((1,), False)
    """

    def __init__(
        self,
        match: Match,
        seed: int = 0,
        *,
        position: Given | None = None,
        stacks: Stacks = (),
        source: Source | None = None,
    ) -> None:
        self.match = match
        self.seed = seed
        self.position = None if position is None else tuple(position)
        self.stacks = tuple((path, tuple(ids)) for path, ids in stacks)
        self.history = History()
        self.ply = 0
        self.to_act: tuple[Seat, ...] = ()
        # Choices that were forced since the last action, for transcripts that write them.
        self.forced: list[tuple[Seat, Choice, str]] = []
        self._request: Request = (None, {}, "", None)
        self._seat: Seat | None = None  # who is to act, unless several are
        self._choices: Any = ()
        self._legal: tuple[Action, ...] | None = None
        self._legal_of: dict[Seat, tuple[Action, ...]] = {}
        self._chosen: dict[Seat, Choice] = {}
        self._outcome: Outcome | None = None
        self._play: Play[Outcome] | None = None
        self.chance = Chance(seed, self.history.happened, source)
        self._begin()

    def _begin(self) -> None:
        rules = self.match.rules
        try:
            self.table = rules.make_table(self.match, self.chance)
            self.table.name_piles()
            if self.position is None:
                rules.setup(self.table)
            else:
                lay_out(self.table, self.position)
            for path, ids in self.stacks:
                stack(self.table, path, [find_title(self.match, each) for each in ids])
            self._play = rules.play(self.table)
            self._send = self._play.send
        except BrawlprintError:
            raise
        except Exception as error:
            raise self._broken(error) from error
        self._resume(None)

    # -- what is to decide -----------------------------------------------------------------

    @property
    def rule(self) -> str:
        """The number of the ruling that the decision stands under (at the end: the last one)."""
        return self._request[2]

    def choices(self, seat: Seat) -> Sequence[Choice]:
        """What a seat may choose now, in fixed order: its legal actions, without whose they are.

        The list of the rules itself, so it costs nothing, and must not be changed.
        """
        own = self._seat
        if own is None:
            return self._choices[seat] if seat in self.to_act else _NOTHING
        return self._choices if seat == own else _NOTHING

    def legal_actions(self, seat: Seat | None = None) -> tuple[Action, ...]:
        """What a seat may do now, in fixed order; the first one to act unless a seat is named.

        A seat that owes no decision has no actions.
        """
        own = self._seat
        if own is not None and (seat is None or seat == own):
            legal = self._legal
            if legal is None:
                legal = self._legal = self._actions(own, self._choices)
            return legal
        return self._legal_among_many(seat)

    def _legal_among_many(self, seat: Seat | None) -> tuple[Action, ...]:
        if seat is None and self.to_act:
            seat = self.to_act[0]
        if seat is None or seat not in self.to_act:
            return _NOTHING
        legal = self._legal_of.get(seat)
        if legal is None:
            legal = self._legal_of[seat] = self._actions(seat, self._choices[seat])
        return legal

    def _actions(self, seat: Seat, choices: Sequence[Choice]) -> tuple[Action, ...]:
        try:
            return tuple([choice.actions[seat] for choice in choices])
        except (AttributeError, TypeError) as error:
            raise self._broken(fault_of(self._request, self.match.players)) from error

    def apply_action(self, action: Action) -> None:
        """Play an action; one that isn't legal is refused, and the state stays as it was.

        Raises :class:`IllegalActionError` (or :class:`InvalidActionError` for what is no action).
        A fault of the rules raises :class:`RulesError` and leaves the state broken.
        """
        if type(action) is not Action:
            raise self._refusal(action)
        own, choice = self._seat, action.choice
        if own is None:
            if action.seat not in self.to_act or choice not in self._choices[action.seat]:
                raise self._refusal(action)
            self._commit(action)
        elif action.seat == own and choice in self._choices:
            self.history.act(own, choice)
            self.ply += 1
            self._resume(choice)
        else:
            raise self._refusal(action)

    def _commit(self, action: Action) -> None:
        """Take one of several simultaneous choices; the last one reveals them all."""
        self.history.act(action.seat, action.choice)
        self.ply += 1
        chosen = self._chosen
        chosen[action.seat] = action.choice
        to_act = self.to_act
        if len(to_act) > 1:
            if action.seat == to_act[0]:
                self.to_act = to_act[1:]
            else:
                self.to_act = tuple([seat for seat in to_act if seat != action.seat])
            return
        revealed = {seat: chosen[seat] for seat in self._choices}
        self._chosen = {}
        self._resume(revealed)

    def _resume(self, value: Any) -> None:
        """Go on with the rules up to the next decision that is one."""
        send, forced = self._send, self.forced
        if forced:
            forced = self.forced = []
        try:
            while True:
                request = send(value)
                seat, choices, rule, _ = request
                if seat is not None:
                    if len(choices) > 1:
                        break
                    value = choices[0] if choices else self._none(seat, rule)
                    forced.append((seat, value, rule))
                elif (value := self._forced_of(choices, rule)) is None:
                    break
            self._open(request)
        except BaseException as stop:
            self._stopped(stop)

    def _open(self, request: Request) -> None:
        """Hold a decision open for a seat, or for several as they have been asked already."""
        seat, choices, _, _ = request
        self._request, self._choices, self._seat, self._legal = request, choices, seat, None
        try:
            if seat is not None:
                self.to_act = self.match.alone[seat]
                choices[0].actions  # noqa: B018 - there are none of what is no choice
            elif not choices.keys() <= self.match.alone.keys():
                raise LookupError
        except Exception as error:
            raise fault_of(request, self.match.players) from error

    def _none(self, seat: Seat, rule: str) -> NoReturn:
        raise LookupError(f"P{seat + 1} has nothing to choose from ({rule})")

    def _forced_of(self, choices: Any, rule: str) -> dict[Seat, Choice] | None:
        """Open a simultaneous decision; if every seat's is forced, the choices instead."""
        self._legal_of = {}
        if min(map(len, choices.values()), default=1) > 1:
            self._chosen, self.to_act = {}, tuple(choices)
            return None
        self._chosen = {seat: each[0] for seat, each in choices.items() if len(each) == 1}
        if empty := [seat for seat, each in choices.items() if not each]:
            self._none(empty[0], rule)
        self.forced += [(seat, choice, rule) for seat, choice in self._chosen.items()]
        if len(self._chosen) == len(choices):
            chosen, self._chosen = self._chosen, {}
            return chosen
        self.to_act = tuple([seat for seat in choices if seat not in self._chosen])
        return None

    # -- the end -----------------------------------------------------------------------------

    def _stopped(self, stop: BaseException) -> None:
        """The rules have come to an end: the match's, or a fault's."""
        if isinstance(stop, StopIteration):
            self._end(stop.value)
        elif isinstance(stop, MatchOver):
            self._end(stop.outcome)
        elif isinstance(stop, BrawlprintError):
            self._break(stop)
            raise stop
        elif isinstance(stop, Exception):
            raise self._broken(stop) from stop
        else:
            self._break(RulesError("the match was interrupted in the middle of an action"))
            raise stop

    def _end(self, outcome: object) -> None:
        if not isinstance(outcome, Outcome):
            raise self._broken(TypeError(f"play ended with {outcome!r} and not with an Outcome"))
        self._outcome = outcome
        self.to_act, self._seat, self._choices, self._legal = (), None, {}, None
        self._request = (None, {}, self.rule, None)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return not self.to_act

    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on."""
        return self._outcome

    def returns(self) -> list[float]:
        """Each seat's share of the win: 1/k for k winners, 0 in a draw or before the end."""
        players = self.match.players
        return [0.0] * players if self._outcome is None else self._outcome.returns(players)

    def _broken(self, error: BaseException) -> RulesError:
        path = self.match.rules.path
        line = line_in(error, path) or line_reached(self._play, path)
        told = RulesError(
            f"{type(error).__name__}: {error} (seed {self.seed}, {self.match.players} "
            f"players, after {self.ply} actions); the match can't go on",
            Where(shown(path), line),
        )
        self._break(told)
        return told

    def _break(self, error: BrawlprintError) -> None:
        self._error = error
        self.__class__ = BrokenState

    # -- words -------------------------------------------------------------------------------

    def action_to_string(self, action: Action) -> str:
        """An action as transcripts write it: ``Ann: uppercut Ben``."""
        return action.text(self.match.names)

    def string_to_action(self, text: str) -> Action:
        """The legal action that a text means; see :func:`brawlprint.engine.notation.parse`."""
        return notation.parse(self, text)

    def why_not(self) -> WhyNot | None:
        """The reasons the rules hold ready against choices that are not legal now."""
        return self._request[3]

    def _refusal(self, action: object) -> BrawlprintError:
        if not isinstance(action, Action):
            return InvalidActionError(f"{action!r} is no action")
        return notation.refusal(self, self.action_to_string(action), action.seat)

    # -- the table ---------------------------------------------------------------------------

    def zones(self) -> Iterator[tuple[str, tuple[Title, ...]]]:
        """Every place with its cards: each card of the deck is in exactly one."""
        found: Iterator[tuple[str, tuple[Title, ...]]] = self.table.zones()
        return found

    def observation(self, seat: Seat | None) -> dict[str, Any]:
        """What a seat sees (``None``: an onlooker): the position, whose move it is, its own choice.

        Two states that differ only in what the seat can't see have equal observations.
        """
        seen = seen_by(self.table, seat)
        seen["to_act"] = self.to_act
        if self._chosen and seat in self._chosen:
            seen["chosen"] = repr(self._chosen[seat])
        if seat is not None:
            seen["legal"] = tuple(map(repr, self.legal_actions(seat)))
        return seen

    # -- copies ------------------------------------------------------------------------------

    def copy(
        self, *, seed: int | None = None, seat: Seat | None = None, ply: int | None = None
    ) -> State:
        """The same match again, by replay: exact, and independent of this one.

        A new ``seed`` gives it a fresh future: dice to come, and the order of the piles nobody
        has looked into. With ``seat``, all that this seat can't see is dealt anew: other hands
        too, and choices that others have made in secret are open again. ``ply`` stops the replay
        after so many actions.

        A seat whose turn it is keeps its own cards: its choices were made from them.
        """
        twin = State.__new__(type(self))
        events = self.history.until(self.ply if ply is None else ply)
        recorded = deque(each for each in events if isinstance(each, Event) and each.kind in _LUCK)

        def again(kind: str, place: str) -> Any:
            event = recorded.popleft()
            return event.result if event.given else None

        State.__init__(twin, self.match, self.seed, position=self.position, stacks=self.stacks,
                       source=again)  # fmt: skip
        twin._replay(events)
        twin.chance.source = None
        if seed is not None or seat is not None:
            twin.refresh(mixed(self.seed, self.ply) if seed is None else seed, seat)
        return twin

    def _replay(self, events: Sequence[Action | Event]) -> None:
        for each in events:
            if isinstance(each, Action):
                # Legal once, so legal again: the check is left out.
                if self._seat is None:
                    self._commit(each)
                else:
                    self.history.act(each.seat, each.choice)
                    self.ply += 1
                    self._resume(each.choice)
            elif each.kind == "fresh":
                self.refresh(*each.result)
            elif each.kind == "stack":
                self.stack(each.place, each.result)

    def refresh(self, seed: int, seat: Seat | None = None) -> None:
        """Deal anew what nobody knows (``seat`` None) or what one seat can't see."""
        self.history.happened.append(Event("fresh", (seed, seat)))
        self.chance.reseed(seed)
        deal_anew(self.table, self.chance, seat, self._bound())
        if seat is not None:
            self._forget(seat)

    def _bound(self) -> Collection[Seat]:
        """The seats whose hands must stay: their open decisions were made from them."""
        return self.to_act if self._seat is not None else self._choices

    def _forget(self, seat: Seat) -> None:
        """Open again what others have chosen in secret."""
        choices, chosen = self._choices, self._chosen
        open_again = [each for each in chosen if each != seat and len(choices[each]) > 1]
        for each in open_again:
            del chosen[each]
        if open_again:
            self.to_act = tuple(each for each in choices if each not in chosen)

    def stack(self, path: str, titles: Sequence[Title]) -> None:
        """Put known cards on top of a pile nobody looks into (a transcript's ``stack`` line)."""
        stack(self.table, path, titles, self._bound())
        self.history.happened.append(Event("stack", tuple(titles), path))


_LUCK = ("dice", "coin", "pick", "shuffle")


class BrokenState(State):
    """A match that its rules file has broken: whatever is asked of it, it tells what happened."""

    _error: BrawlprintError

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("__") or name in ("_error", "match", "history", "seed"):
            return super().__getattribute__(name)
        raise RulesError(str(super().__getattribute__("_error")))
