"""A command whose many options are told in sections, each under its heading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


class SectionedOption(click.Option):
    """An option that says which section of ``--help`` it stands in."""

    def __init__(self, *args: Any, section: str = "Options", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.section = section


class SectionedCommand(click.Command):
    """A command that tells its options section by section, in the order in which they come up."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options to the help page; the plain ones, ``--help`` among them, come last."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx) if isinstance(param, click.Option) else None
            if record is not None:
                sections.setdefault(getattr(param, "section", "Options"), []).append(record)
        sections["Options"] = sections.pop("Options", [])
        for section, records in sections.items():
            if records:
                with formatter.section(section):
                    formatter.write_dl(records)


def option(section: str, *names: str, **rest: Any) -> Callable[[F], F]:
    """``click.option`` in a section."""
    return click.option(*names, cls=SectionedOption, section=section, **rest)
