"""``brawlprint check``: whether a deck is right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from brawlprint.commands.tables import table
from brawlprint.errors import DefinitionError, Finding

if TYPE_CHECKING:
    from brawlprint.checks.composition import Composition
    from brawlprint.definitions import Game
    from brawlprint.workspace import Workspace

EPILOG = """\b
Examples:
  brawlprint check GAME         is every card there, and does its text agree?
  brawlprint check all          the same for all games
  brawlprint check GAME --json  for a script

Exit code: 0 if the deck is right, 1 if it falls short, 2 for wrong use.
"""

MARKS = {"error": ("✗", "red"), "warning": ("!", "yellow"), "info": ("·", "cyan")}


@click.command("check", epilog=EPILOG)
@click.argument("games", nargs=-1, required=True, metavar="GAME…")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.pass_context
def command(ctx: click.Context, games: tuple[str, ...], as_json: bool) -> None:
    """Check a deck: its number of cards, copies, kinds and letters, and the numbers in its texts.

    GAME is a game's name, or 'all'.
    """
    from brawlprint.workspace import Workspace

    workspace = Workspace.at(Path.cwd())
    names = workspace.named(games)
    reports = [Report(workspace, name) for name in names]
    if as_json:
        results = [report.as_json() for report in reports]
        several = {
            "command": "check",
            "ok": all(report.ok for report in reports),
            "results": results,
        }
        document = results[0] if len(names) == 1 and "all" not in games else several
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        for report in reports:
            report.echo()
    ctx.exit(0 if all(report.ok for report in reports) else 1)


class Report:
    """What was found of one game; a definition that can't be read is a finding too."""

    def __init__(self, workspace: Workspace, name: str) -> None:
        from brawlprint.checks.composition import check_composition, check_pictures, count_deck

        self.name = name
        self.game: Game | None = None
        self.composition: Composition | None = None
        self.findings: list[Finding]
        try:
            self.game = workspace.game(name)
        except DefinitionError as error:
            self.findings = list(error.findings())
            return
        self.composition = count_deck(self.game, next(iter(self.game.decks.values())))
        self.findings = check_composition(self.game)
        try:
            self.findings += check_pictures(workspace, self.game)
        except DefinitionError as error:  # of a template, or a picture of the user's own
            self.findings += error.findings()

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return all(finding.level != "error" for finding in self.findings)

    def as_json(self) -> dict[str, object]:
        """The JSON of one game."""
        return {
            "game": self.name,
            "ok": self.ok,
            "composition": self.composition.as_json() if self.composition else None,
            "findings": [finding.as_json() for finding in self.findings],
        }

    def echo(self) -> None:
        """Print the counts and the findings."""
        click.echo(click.style(self.game.title if self.game else self.name, bold=True))
        if self.game and self.composition:
            benched = self.composition.benched
            click.echo(
                f"{self.composition.total} cards of {self.composition.titles} titles"
                + (f", {benched} benched" if benched else "")
            )
            if self.composition.mapping:
                click.echo(str(self.composition.mapping))
            for column, counts in self.composition.counts.items():
                words = self.game.vocabulary(column)
                rows = [[words[word].word, str(number)] for word, number in counts.items()]
                click.echo()
                click.echo(table([column, "cards"], rows))
        if self.findings:
            click.echo()
        for finding in self.findings:
            mark, colour = MARKS[finding.level]
            click.echo(f"{click.style(mark, fg=colour)} {finding}")
        good = click.style("✓ the deck is right", fg="green")
        errors = sum(finding.level == "error" for finding in self.findings)
        bad = click.style(f"✗ {errors} error{'' if errors == 1 else 's'}", fg="red")
        click.echo(f"\n{good if self.ok else bad}")
