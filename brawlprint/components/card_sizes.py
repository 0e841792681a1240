"""What to say when a deck's text does not fit on cards of the size asked for."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from brawlprint.components.job import Job, Product
from brawlprint.errors import DefinitionError, NoRoomError, RequestError
from brawlprint.sheets.paper import CARD_SIZES

MISFITS = {"long-text", "wide-word"}


def too_small(
    job: Job, make: Callable[[Job], Product | None], error: DefinitionError
) -> RequestError | None:
    """The misfit told as one of the card size, with those that fit; None if it is another fault.

    Each size is tried, since which text is the first not to fit depends on the proportions too.
    """
    size = job.settings.card_size
    if size is None or not {finding.code for finding in error.findings()} <= MISFITS:
        return None
    fitting = [other.name for other in CARD_SIZES.values() if _fits(job, make, other.name)]
    would = f"sizes that do: {', '.join(fitting)}" if fitting else "leave out --card-size"
    return RequestError(
        f"{job.game.name} does not fit on {size.title} cards "
        f"({size.width:g} × {size.height:g} mm): {error.findings()[0]._replace(remedy='')}; {would}"
    )


def _fits(job: Job, make: Callable[[Job], Product | None], name: str) -> bool:
    settings = replace(job.settings, card_size=CARD_SIZES[name])
    try:
        make(replace(job, settings=settings))
    except (DefinitionError, NoRoomError):
        return False
    return True
