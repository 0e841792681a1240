"""All layers of one game's check, put together."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct, field

from brawlprint.errors import BrawlprintError, DefinitionError, Finding, Where, shown

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from brawlprint.definitions import Game
    from brawlprint.engine.rules import Rules
    from brawlprint.simulation.parcel import Parcel
    from brawlprint.simulation.run import Progress
    from brawlprint.simulation.workers import Workers
    from brawlprint.workspace import Workspace

LAYERS = ("composition", "coverage", "odds", "balance", "print")
PLAYED = ("coverage", "odds", "balance")  # the layers that run a game's rules


class Told(Protocol):
    """What a layer has counted."""

    def as_json(self) -> Any:
        """Its part of ``brawlprint check --json``."""


class Fit(Struct, frozen=True):
    """Whether everything fits, in all of these styles."""

    styles: tuple[str, ...]
    fits: bool

    def as_json(self) -> dict[str, object]:
        """The shape of ``print`` in ``brawlprint check --json``."""
        return {"styles": list(self.styles), "fits": self.fits}


class Layer(Struct):
    """What one layer found: its findings, and what it counted; ``left_out`` says why it did not."""

    name: str
    findings: list[Finding] = field(default_factory=list)
    counted: Told | None = None
    left_out: str = ""


class Report(Struct):
    """What was found of one game; ``refused`` is why its definition can't be read, if it can't."""

    name: str
    game: Game | None = None
    refused: list[Finding] = field(default_factory=list)
    layers: list[Layer] = field(default_factory=list)
    interrupted: bool = False

    @property
    def findings(self) -> list[Finding]:
        """Everything that was found."""
        return self.refused + [each for layer in self.layers for each in layer.findings]

    def count(self, level: str) -> int:
        """How many findings are of a level."""
        return sum(finding.level == level for finding in self.findings)

    def ok(self, strict: bool = False) -> bool:
        """Whether nothing is wrong; if ``strict``, whether nothing is to be warned of either."""
        return not (self.count("error") or (strict and self.count("warning")))


class Wish(Struct, frozen=True):
    """What is to be checked, and how."""

    layers: tuple[str, ...] = LAYERS
    playouts: int = 200
    seed: int = 1
    out: Path = Path("output")


def check_game(
    workspace: Workspace,
    name: str,
    wish: Wish,
    workers: Callable[[], AbstractContextManager[Workers]],
    tell: Callable[[str, int, Progress], None],
) -> Report:
    """Look at a game, layer by layer; what is wrong with it is in the report, and not raised.

    ``workers`` are those who play, ``tell`` hears of their progress: game, players, how far.
    """
    report = Report(name)
    try:
        report.game = workspace.game(name)
    except DefinitionError as error:
        report.refused = list(error.findings())
        return report
    check = _Check(workspace, report.game, wish, workers, tell)
    with redirect_stdout(sys.stderr):  # what rules print is none of the report
        for each in wish.layers:
            report.layers.append(check.layer(each))
            report.interrupted = check.interrupted
            if report.interrupted:
                break
    return report


class _Check:
    """One game under check; its rules are read when the first layer asks for them."""

    def __init__(
        self,
        workspace: Workspace,
        game: Game,
        wish: Wish,
        workers: Callable[[], AbstractContextManager[Workers]],
        tell: Callable[[str, int, Progress], None],
    ) -> None:
        self.workspace, self.game, self.wish = workspace, game, wish
        self.workers, self.tell = workers, tell
        self.interrupted = False
        self.rules: Rules | None = None
        self.parcel: Parcel | None = None
        self.told: list[Finding] = []  # by the layers before
        self.why_not = ""  # it can't be played, once that is known

    def layer(self, name: str) -> Layer:
        layer = Layer(name)
        try:
            if name not in PLAYED or self._read_rules(layer):
                getattr(self, f"_{name}")(layer)
            elif name == "odds":
                self._declared_odds(layer)
        except KeyboardInterrupt:
            self.interrupted = True
            layer.left_out = "interrupted"
        self.told += layer.findings
        return layer

    def _read_rules(self, layer: Layer) -> bool:
        """Whether the game can be played; if not, the layer says why, the first one in full."""
        if self.rules is not None:
            return True
        if self.why_not:
            layer.left_out = self.why_not
            return False
        path = self.workspace.find("rules", f"{self.game.name}.py")
        if path is None:
            layer.left_out = self.why_not = "the game has no rules to be played by"
            where = Where(f"rules/{self.game.name}.py")
            layer.findings.append(Finding("no-rules", "there is no such file, so nothing is played",
                                          where, level="info"))  # fmt: skip
            return False
        with _caught(layer.findings):
            self.rules = self._loaded()
            return True
        layer.left_out = self.why_not = "the game can't be played"
        return False

    def _loaded(self) -> Rules:
        """The rules as a simulation reads them, under watch."""
        from brawlprint.simulation import patience
        from brawlprint.simulation.parcel import pack
        from brawlprint.simulation.shares import Plan, open_plan

        self.parcel = pack(self.workspace, self.game.name)
        plan = Plan(self.parcel, 0, {}, ("random",), self.wish.seed, patience.PATIENCE)
        return open_plan(plan).match.rules

    def _composition(self, layer: Layer) -> None:
        from brawlprint.checks.composition import (
            check_composition,
            check_pictures,
            count_deck,
        )
        from brawlprint.checks.looks import check_looks

        layer.counted = count_deck(self.game, next(iter(self.game.decks.values())))
        layer.findings = check_composition(self.game)
        with _caught(layer.findings):  # a template's fault, or a picture's of the user's own
            layer.findings += check_pictures(self.workspace, self.game)
            layer.findings += check_looks(self.workspace, self.game)

    def _coverage(self, layer: Layer) -> None:
        from brawlprint.checks.coverage import check_coverage, count_coverage
        from brawlprint.checks.unwritten import check_rulings

        assert self.rules is not None
        layer.counted = count_coverage(self.rules)
        layer.findings = check_coverage(self.rules)
        rulings = self.workspace.find("rules", f"{self.game.name}.md")
        layer.findings += check_rulings(self.rules.path, rulings)

    def _odds(self, layer: Layer) -> None:
        from brawlprint.checks.odds import check_odds

        assert self.rules is not None
        layer.counted, layer.findings = check_odds(self.rules)

    def _declared_odds(self, layer: Layer) -> None:
        """Without rules: by what the definition says of hands, if it does."""
        from brawlprint.checks.odds import declared_odds

        odds, findings = declared_odds(self.game)
        if odds.hands:
            layer.counted, layer.left_out = odds, ""
        layer.findings += findings

    def _balance(self, layer: Layer) -> None:
        from brawlprint.checks.balance import check_balance, play_out

        assert self.rules is not None and self.parcel is not None
        with _caught(layer.findings), self.workers() as workers:
            tell = partial(self.tell, self.game.name)
            wish = self.wish
            played = play_out(self.parcel, self.rules, wish.playouts, wish.seed, workers, tell)
            layer.counted, self.interrupted = played, played.interrupted
            file = shown(self.rules.path)
            layer.findings += [*played.findings, *check_balance(self.game, played.runs, file)]

    def _print(self, layer: Layer) -> None:
        from brawlprint.checks.printing import check_print
        from brawlprint.faces.template import STYLES

        found = check_print(self.workspace, self.game, self.wish.out)
        layer.counted = Fit(STYLES, all(finding.level != "error" for finding in found))
        layer.findings = [finding for finding in found if finding not in self.told]


@contextmanager
def _caught(findings: list[Finding]) -> Iterator[None]:
    """Take what goes wrong as findings; wrong use stays an error."""
    try:
        yield
    except BrawlprintError as error:
        if error.exit_code != 1:
            raise
        findings += error.findings()
