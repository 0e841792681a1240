"""``brawlprint replay``: play transcripts again and say where one goes wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from brawlprint.engine.games import here, rules_of
from brawlprint.engine.replay import replay
from brawlprint.engine.rules import Rules
from brawlprint.engine.rulings import nearest, read_rulings
from brawlprint.engine.state import State
from brawlprint.engine.transcripts import Transcript, load
from brawlprint.errors import BrawlprintError, shown

EPILOG = """\b
Examples:
  brawlprint replay brawl.txt            does every move and check in it hold?
  brawlprint replay fights/*.txt --json  for a script

Exit code: 0 if all hold, 1 if one does not, 2 for wrong use.
"""


@click.command("replay", epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, metavar="FILE…",
                type=click.Path(exists=True, dir_okay=False, path_type=Path))  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(files: tuple[Path, ...], as_json: bool) -> None:
    """Play transcripts again; exit 1 at the first move or check that does not hold."""
    rules: dict[str, Rules] = {}
    results = [_replayed(path, rules, as_json) for path in files]
    ok = all(result["ok"] for result in results)
    if as_json:
        document = {"command": "replay", "ok": ok, "results": results}
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
    if not ok:
        click.get_current_context().exit(1)


def _replayed(path: Path, rules: dict[str, Rules], quiet: bool) -> dict[str, Any]:
    result: dict[str, Any] = {"file": shown(path), "ok": True, "findings": []}
    try:
        transcript = load(path)
        if transcript.game not in rules:
            rules[transcript.game] = rules_of(here(), transcript.game)
        _refuse_unknown_rulings(transcript)
        state = replay(transcript, rules[transcript.game])
    except BrawlprintError as error:
        result |= {"ok": False, "findings": [each.as_json() for each in error.findings()]}
        if not quiet:
            click.echo(click.style("fails  ", fg="red", bold=True) + str(error), err=True)
        return result
    outcome = state.outcome()
    result |= {
        "game": transcript.game,
        "actions": state.ply,
        "termination": outcome.termination if outcome else None,
        "winners": [state.match.names[seat] for seat in outcome.winners] if outcome else [],
    }
    if not quiet:
        click.echo(click.style("holds  ", fg="green") + f"{shown(path)}: {_told(state)}")
    return result


def _refuse_unknown_rulings(transcript: Transcript) -> None:
    """Refuse a transcript that shows a ruling there is not, where the game has rulings."""
    path = here().find("rules", f"{transcript.game}.md")
    rulings = read_rulings(path) if path is not None else []
    known = {ruling.number for ruling in rulings}
    for number, line in transcript.shows_on.items():
        if path is not None and known and number not in known:
            near = nearest(number, rulings)
            remedy = f"did you mean {near}?" if near else f"brawlprint rulings {transcript.game}"
            raise transcript.error(
                line, f"there is no ruling {number} in {shown(path)}", "", remedy
            )


def _told(state: State) -> str:
    """A match's end in a phrase."""
    actions = f"{state.ply} action{'s' if state.ply != 1 else ''}"
    outcome = state.outcome()
    if outcome is None:
        return f"{actions}, still going on"
    names = " and ".join(state.match.names[seat] for seat in outcome.winners)
    return f"{actions}, {outcome.termination}, {f'won by {names}' if names else 'nobody won'}"
