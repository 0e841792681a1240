"""What a build tells where it printed only some of the cards: which, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from brawlprint.wanted import MORE, PICKED, ChangedCards

if TYPE_CHECKING:
    from brawlprint.build import Build
    from brawlprint.components import Product

MOST_NAMED = 8  # cards of one reason that are named


def echo_cards(build: Build) -> None:
    """The cards by the reason why they are printed; or that there are none."""
    wanted = build.settings.wanted
    if not isinstance(wanted, ChangedCards):
        return
    since = f"{wanted.since} ({wanted.moment})" if wanted.moment else wanted.since
    titles = {card.id: card.title for deck in build.game.decks.values() for card in deck.titles}
    for reason, faces in by_reason(build.products).items():
        number = sum(face["copies"] for face in faces)
        names = [_named(face, titles) for face in faces[:MOST_NAMED]]
        more = f" and {len(faces) - MOST_NAMED} more" if len(faces) > MOST_NAMED else ""
        told = f"{_cards(number)} {reason}"
        if reason == MORE:
            told = f"{MORE} of {_cards(len(faces))}"
        click.echo(f"{told}: {', '.join(names)}{more}")
    if not build.products:
        click.echo(f"Nothing has changed since {since}; there is nothing to print.")
    else:
        whole = build.folder / f"{build.products[0].component}.pdf"
        kept = f"; {whole.name} is as it was" if whole.is_file() else ""
        click.echo(f"Compared with {since}{kept}.")
    for name in gone(build, wanted):
        click.echo(f"No longer in the deck: {name}; take it out of yours.")


def echo_noted(build: Build) -> None:
    """How many cards are noted to be on paper, where somebody said that they are printed."""
    number = sum(
        int(str(face["copies"]))
        for product in (*build.products, *build.unchanged)
        for face in (product.faces if product.variant == PICKED else product.whole)
    )
    if number:
        click.echo(f"Noted: {_cards(number)} {'is' if number == 1 else 'are'} on paper.")
    else:
        click.echo("Nothing is noted as printed: there are no cards in this build.")


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _named(face: Mapping[str, Any], titles: Mapping[str, str]) -> str:
    copies = f" ×{face['copies']}" if face["copies"] > 1 else ""
    return f"{titles.get(face['id'], face['id'])}{copies}"


def by_reason(products: Sequence[Product]) -> dict[str, list[Mapping[str, Any]]]:
    """The faces that are printed, by why they are."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for product in products:
        for face in product.faces:
            found.setdefault(str(face["why"]), []).append(face)
    return found


def gone(build: Build, wanted: ChangedCards) -> Iterator[str]:
    """The ids of cards that were printed before and are in the deck no more."""
    for product in [*build.products, *build.unchanged]:
        yield from wanted.gone(product.component, {str(face["id"]) for face in product.whole})


def cards_json(build: Build) -> dict[str, object]:
    """For ``--json``: the cards that are printed, each with why, and those that are gone."""
    wanted = build.settings.wanted
    if wanted is None:
        return {}
    cards = [
        {
            "component": product.component,
            "id": face["id"],
            "copies": face["copies"],
            "why": face["why"],
        }
        for product in build.products
        for face in product.faces
    ]
    since = (
        {
            "since": wanted.since,
            "since_time": wanted.moment or None,
            "gone": list(gone(build, wanted)),
        }
        if isinstance(wanted, ChangedCards)
        else {}
    )
    return {"cards": cards, **since}
