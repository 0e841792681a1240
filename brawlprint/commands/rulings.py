"""``brawlprint rulings``: settle an argument by number or by word."""

from __future__ import annotations

import json

import click

from brawlprint.engine.games import here, playable
from brawlprint.engine.rulings import Ruling, read_rulings
from brawlprint.errors import RequestError, suggestion

EPILOG = """\b
Examples:
  brawlprint rulings GAME             all of them
  brawlprint rulings GAME stun coin   those that speak of both
  brawlprint rulings GAME TV-B16      that one
"""


@click.command("rulings", epilog=EPILOG)
@click.argument("game")
@click.argument("words", nargs=-1, metavar="[WORD]…")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(game: str, words: tuple[str, ...], as_json: bool) -> None:
    """Show how a game is played where its rules leave it open.

    WORD is a ruling's number (TV-B12) or words that must all occur in it.
    """
    workspace = here()
    path = workspace.find("rules", f"{game}.md")
    if path is None:
        known = suggestion(game, playable(workspace))
        raise RequestError(f"there are no rulings for {game!r}; {known}")
    found = [ruling for ruling in read_rulings(path) if ruling.has(words)]
    if as_json:
        document = {
            "command": "rulings",
            "ok": bool(found),
            "results": [each._asdict() for each in found],
        }
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
    elif found:
        _show(found)
    else:
        click.echo(f"No ruling of {game} has {' '.join(words)!r}.", err=True)
    if not found:
        click.get_current_context().exit(1)


def _show(rulings: list[Ruling]) -> None:
    heading = ""
    for ruling in rulings:
        if ruling.heading != heading:
            heading = ruling.heading
            click.echo(click.style(f"\n{heading}", bold=True))
        indent = " " * (len(ruling.number) + 2)
        text = click.wrap_text(f"{ruling.number}  {ruling.text}", 88, "  ", f"  {indent}")
        click.echo(text.replace(ruling.number, click.style(ruling.number, fg="cyan"), 1))
