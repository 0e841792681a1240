"""The ``brawlprint`` command: one file per subcommand in ``brawlprint/commands``, found here."""

from __future__ import annotations

import atexit
import gc
import json
import os
from collections.abc import Iterable
from importlib import import_module
from typing import Any

import click

from brawlprint import __version__
from brawlprint.consoles import prepare_streams
from brawlprint.errors import BrawlprintError, Finding
from brawlprint.folding import folded

# name of the subcommand -> its module; each is imported when it is asked for.
COMMANDS = {
    "build": "build",
    "check": "check",
    "preflight": "preflight",
    "list": "list_games",
    "new": "new",
    "preview": "preview",
    "show": "show",
    "gallery": "gallery",
    "calibrate": "calibrate",
    "export": "export",
    "play": "play",
    "simulate": "simulate",
    "compare": "compare",
    "replay": "replay",
    "rulings": "rulings",
}


JSON = "brawlprint.json"  # in click's context: whether the answer is to be JSON


class LazyCommands(click.Group):
    """A group that imports a subcommand only to run it or to tell its help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all subcommands, in the order people meet them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A subcommand by name; None lets click say that there is none."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"brawlprint.commands.{COMMANDS[cmd_name]}")
        command: click.Command = module.command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Note whether the answer is to be JSON: an error may come before a subcommand knows."""
        ctx.meta[JSON] = "--json" in args
        if os.environ.get("NO_COLOR"):
            ctx.color = False
        prepare_streams()
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the subcommand, offering the nearest name for a misspelt one."""
        from brawlprint.errors import suggestion

        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            hint = suggestion(args[0], list(COMMANDS))
            raise click.UsageError(f"there is no command {args[0]!r}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run; an error of ours is told in words (or JSON) and becomes the exit code."""
        try:
            return super().invoke(ctx)
        except BrawlprintError as error:
            _tell(error.findings(), ctx.meta[JSON], ctx.invoked_subcommand)
            ctx.exit(error.exit_code)
        except (MemoryError, RecursionError) as error:
            _tell([_too_much(error)], ctx.meta[JSON], ctx.invoked_subcommand)
            ctx.exit(1)
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            ctx.exit(130)
        except click.UsageError as error:
            if not ctx.meta[JSON]:
                raise
            _tell([Finding("usage", error.format_message())], True, ctx.invoked_subcommand)
            ctx.exit(error.exit_code)


def _too_much(error: MemoryError | RecursionError) -> Finding:
    """What is told where a file got past every limit, and yet was more than can be handled."""
    if isinstance(error, MemoryError):
        return Finding("memory", "there is not enough memory for it; use fewer or smaller files")
    return Finding("too-deep", "something is nested too deeply; look at what was changed last")


def _tell(findings: Iterable[Finding], as_json: bool, command: str | None) -> None:
    if as_json:
        told = [finding.as_json() for finding in findings]
        document = {"command": command, "ok": False, "findings": told}
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
        return
    for _, line in folded(findings):
        click.echo(click.style("Error: ", fg="red", bold=True) + line, err=True)


@click.group(cls=LazyCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", message="%(prog)s %(version)s")
def main() -> None:
    """Print-and-play card brawls: from a card list to PDFs you print, cut and play."""
    _spare_the_collector()


def _spare_the_collector() -> None:
    """Look for garbage seldom, and not when all ends: an eighth of a build's time.

    A command is short, and most of what it makes it keeps.
    """
    gc.set_threshold(50_000, 20, 50)
    atexit.register(gc.freeze)
