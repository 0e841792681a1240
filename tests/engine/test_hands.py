"""A hand that keeps its cards apart by what they are for."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from brawlprint.engine import Hand, Pile, Title
from brawlprint.engine.examples import cards

DECK = cards("jab", "hook", "block", "feint", "song")
USES = ("attack", "defense", "trick")
for _title, _uses in zip(
    DECK, [("attack",), ("attack", "trick"), ("defense",), ("trick",), ()], strict=True
):
    _title.uses = _uses  # and one copy in the deck, whatever lies on the table


def drop(hand: Hand[Title], title: Title) -> None:
    if title in hand:
        hand.remove(title)


def send_off(hand: Hand[Title], title: Title) -> None:
    if title in hand:
        hand.send(title, Pile())


def delete_first(hand: Hand[Title], title: Title) -> None:
    del hand[:1]


def add(hand: Hand[Title], title: Title) -> None:
    hand += [title, title]


CHANGES: list[Callable[[Hand[Title], Title], object]] = [
    lambda hand, title: hand.append(title),
    lambda hand, title: hand.extend([title, DECK[0]]),
    lambda hand, title: hand.insert(1, title),
    lambda hand, title: hand.pop() if hand else None,
    lambda hand, title: hand.clear(),
    lambda hand, title: hand.send_all(Pile()),
    lambda hand, title: Pile([title]).send_all(hand),
    lambda hand, title: hand.__setitem__(slice(0, 2), [title]),
    drop,
    send_off,
    delete_first,
    add,
]


@given(
    st.lists(st.sampled_from(DECK)),
    st.lists(st.tuples(st.sampled_from(CHANGES), st.sampled_from(DECK)), max_size=20),
)
def test_however_cards_come_and_go(
    dealt: list[Title], changes: list[tuple[Callable[[Hand[Title], Title], object], Title]]
) -> None:
    hand = Hand(USES, dealt)
    for change, title in changes:
        change(hand, title)
        assert hand.by_use == {
            use: [each for each in DECK if each in hand and use in each.uses] for use in USES
        }
        assert list(hand.titles()) == [each for each in DECK if each in hand]
