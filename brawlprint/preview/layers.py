"""What is checked beside the faces: the layers of ``check`` that play no match.

A layer takes the workspace and the game and gives its findings. It is run after each redraw, so it
may take a moment, and never runs a file of ``rules/``. What a layer refuses is a finding of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from brawlprint.definitions import Game
from brawlprint.errors import BrawlprintError, Finding
from brawlprint.workspace import Workspace

Layer = Callable[[Workspace, Game], Iterable[Finding]]


def composition(workspace: Workspace, game: Game) -> list[Finding]:
    """Every card there, as often as it should be, its text in agreement with its columns."""
    from brawlprint.checks.composition import check_composition

    return check_composition(game)


def pictures(workspace: Workspace, game: Game) -> list[Finding]:
    """Every card's picture there."""
    from brawlprint.checks.composition import check_pictures

    return check_pictures(workspace, game)


def looks(workspace: Workspace, game: Game) -> Iterable[Finding]:
    """What a template says of things that there are not."""
    from brawlprint.checks.looks import check_looks

    return check_looks(workspace, game)


def odds(workspace: Workspace, game: Game) -> list[Finding]:
    """Hands that a deck is too small for, by what the definition says of them."""
    from brawlprint.checks.odds import declared_odds

    return declared_odds(game)[1]


def fit(workspace: Workspace, game: Game) -> list[Finding]:
    """Texts and parts that don't fit, in any style, and prints of an older deck."""
    from brawlprint.checks.printing import check_print

    return check_print(workspace, game, Path.cwd() / "output", inside=False)


LAYERS: Mapping[str, Layer] = {
    "composition": composition,
    "pictures": pictures,
    "looks": looks,
    "odds": odds,
    "print": fit,
}


def run_layers(
    workspace: Workspace, game: Game, layers: Mapping[str, Layer] = LAYERS
) -> list[tuple[str, Finding]]:
    """The findings of all layers, each with its layer's name; one told twice is told once."""
    found: dict[Finding, str] = {}
    for name, layer in layers.items():
        try:
            findings = list(layer(workspace, game))
        except BrawlprintError as error:
            findings = list(error.findings())
        for finding in findings:
            found.setdefault(finding, name)
    return [(name, finding) for finding, name in found.items()]
