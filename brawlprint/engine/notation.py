"""Moves in words: one grammar for every game, matched against the legal actions.

A move is ``NAME: WORDS``. The words are those of the canonical notation; case and punctuation
don't count, titles do as well as ids, and words may be left out as long as only one legal action
is meant: ``attack ludite boris`` for ``attack ludite-the-dwarf boris-the-bouncer``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from brawlprint.engine.choices import Action, Choice, Seat, named, words_of, written
from brawlprint.engine.decisions import Refusal
from brawlprint.engine.rules import line_in
from brawlprint.errors import (
    ActionError,
    AmbiguousActionError,
    IllegalActionError,
    InvalidActionError,
    RulesError,
    Where,
    shown,
    suggestion,
)

if TYPE_CHECKING:
    from brawlprint.engine.rules import Match
    from brawlprint.engine.state import State


def split_name(text: str) -> tuple[str, str]:
    """The player's name and the words of a move; no name is an empty one.

    >>> split_name("Ann: uppercut Ben"), split_name("pass")
    (('Ann', 'uppercut Ben'), ('', 'pass'))
    """
    name, colon, words = text.partition(":")
    return (name.strip(), words.strip()) if colon else ("", text.strip())


def parse(state: State, text: str) -> Action:
    """The legal action that a text means.

    Raises :class:`InvalidActionError` if it is no move of this game at all,
    :class:`IllegalActionError` if it is not legal now (with the reason, where one is known), and
    :class:`AmbiguousActionError` if it fits several.
    """
    seat, wanted = _who_and_what(state, text)
    legal = state.legal_actions(seat)
    fits = _fitting(state.match, [action.choice for action in legal], wanted)
    if len(fits) == 1:
        return fits[0].actions[seat]
    if fits:
        meant = ", ".join(repr(written(each, state.match.names)) for each in fits[:6])
        raise AmbiguousActionError(f"{text.strip()!r} fits several: {meant}", state.rule)
    raise refusal(state, text.strip(), seat)


def _who_and_what(state: State, text: str) -> tuple[Seat, list[str]]:
    name, words = split_name(text)
    if name:
        seat = state.match.find_seat(name)
        if seat is None:
            known = suggestion(name, state.match.names)
            raise InvalidActionError(f"nobody is called {name!r}; {known}")
    elif len(state.to_act) == 1:
        seat = state.to_act[0]
    elif not state.to_act:
        raise IllegalActionError(f"{text.strip()!r} is not possible: the match is over")
    else:
        raise InvalidActionError(f"{text.strip()!r} does not say who; write {_waiting(state)}")
    wanted = _spelt(state.match, words_of(words))
    _check_known(state, text, wanted)
    return seat, wanted


def _waiting(state: State) -> str:
    return " or ".join(f"'{state.match.names[seat]}: …'" for seat in state.to_act)


def _spelt(match: Match, words: Iterable[str]) -> list[str]:
    """Words with players' names as they are spelt in this match: ``p2`` is the second one."""
    spelt: list[str] = []
    for word in words:
        seat = match.find_seat(word)
        spelt += [word] if seat is None else words_of(match.names[seat])
    return spelt


def _check_known(state: State, text: str, wanted: Sequence[str]) -> None:
    vocabulary = state.match.rules.vocabulary
    names = {word for name in state.match.names for word in words_of(name)}
    for word in wanted:
        if word not in vocabulary and word not in names and not word.isdecimal():
            hint = suggestion(word, sorted({*vocabulary, *names}))
            hint = f"; {hint}" if hint.startswith("did you mean") else ""
            raise InvalidActionError(f"{text.strip()!r} is no move: no word {word!r} here{hint}")
    if not wanted:
        raise InvalidActionError(f"{text.strip()!r} is no move: it has no words")


def _fitting(match: Match, choices: Sequence[Choice], wanted: list[str]) -> list[Choice]:
    """The choices a text can mean: exactly that one, or those it abbreviates."""
    spoken = [(choice, words) for choice in choices for words in _spoken(match, choice)]
    exact = [choice for choice, words in spoken if words == wanted]
    fits = exact or [choice for choice, words in spoken if _abbreviates(wanted, words)]
    return list(dict.fromkeys(fits))


def _spoken(match: Match, choice: Choice) -> list[list[str]]:
    """A choice in words, in every way it may be written: cards by their ids, or by their titles."""
    spoken = []
    titles = match.rules.titles
    for tokens in choice.spellings():
        by_title = [titles[t].title if isinstance(t, str) and t in titles else t for t in tokens]
        spoken += [words_of(named(each, match.names)) for each in (tokens, by_title)]
    return spoken


def _abbreviates(short: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the short text is the words with some left out.

    >>> _abbreviates(["attack", "boris"], ["attack", "ludite", "boris", "the", "bouncer"])
    True
    """
    rest = iter(words)
    return all(word in rest for word in short)


def says(match: Match, choice: Choice, text: str, in_full: bool = True) -> bool:
    """Whether a text says a choice, in full or with words left out."""
    wanted = _spelt(match, words_of(text))
    if in_full:
        return wanted in _spoken(match, choice)
    return bool(wanted and _fitting(match, [choice], wanted))


def fitting(state: State, seat: Seat, text: str, in_full: bool = True) -> list[Action]:
    """The legal actions of a seat that a text says, in full or with words left out."""
    legal = state.legal_actions(seat)
    return [action for action in legal if says(state.match, action.choice, text, in_full)]


def refusal(state: State, text: str, seat: Seat) -> ActionError:
    """The error for a move that isn't legal: the reason, if the rules know one, and what is."""
    names = state.match.names
    if not state.to_act:
        return IllegalActionError(f"{text!r} is not possible: the match is over")
    if seat not in state.to_act:
        who = " and ".join(names[each] for each in state.to_act)
        return IllegalActionError(f"{text!r} is not legal: it is for {who} to choose", state.rule)
    wanted = _spelt(state.match, words_of(split_name(text)[1]))
    try:
        reasons = refusals(state, seat)
    except RulesError as error:
        ((_, fault, where, *_),) = error.findings()
        told = f"{text!r} is not legal ({state.rule}), but why can't be told: {fault}"
        raise RulesError(told, where) from error
    for choice, rule, reason in reasons:
        if _fitting(state.match, [choice], wanted):
            return IllegalActionError(f"{text!r} is not legal: {reason} ({rule})", rule)
    return IllegalActionError(f"{text!r} is not legal ({state.rule}); {legal_words(state, seat)}",
                              state.rule)  # fmt: skip


def refusals(state: State, seat: Seat) -> list[Refusal]:
    """The reasons the rules know against what a seat may not choose now.

    Raises :class:`RulesError` if they can't be told; the match is as it was, and can go on.
    """
    reasons, path = state.why_not(), state.match.rules.path
    try:
        return [Refusal(*each) for each in reasons(seat)] if reasons else []
    except Exception as error:
        message = f"{type(error).__name__}: {error} in the reasons against a choice"
        raise RulesError(message, Where(shown(path), line_in(error, path))) from error


def legal_words(state: State, seat: Seat, most: int = 12) -> str:
    """What a seat may do, in words, the first dozen."""
    names = state.match.names
    legal = state.legal_actions(seat)
    shown = ", ".join(repr(written(action.choice, names)) for action in legal[:most])
    more = f" and {len(legal) - most} more" if len(legal) > most else ""
    return f"legal for {names[seat]}: {shown}{more}"
