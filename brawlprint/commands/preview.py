"""``brawlprint preview``: a live page of a game's faces."""

from __future__ import annotations

from pathlib import Path

import click

EPILOG = """\b
Examples:
  brawlprint preview GAME                     opens the page in your browser
  brawlprint preview GAME --no-browser        only tells its address
  brawlprint preview GAME --style ink-saver   starts with the outlines

The page is served to this computer alone and needs no internet. It redraws when you save a card
list, a template or a picture, and tells what is wrong with one. Ctrl-C ends it.
"""


@click.command("preview", epilog=EPILOG)
@click.argument("game", metavar="GAME")
@click.option("--port", type=click.IntRange(0, 65535), default=0, metavar="N",
              help="The page's port.  [default: a free one]")  # fmt: skip
@click.option("--no-browser", is_flag=True, help="Don't open a browser; the address is told.")
@click.option("--style", metavar="NAME", help="A style of build, or grey, to start with.")
def command(game: str, port: int, no_browser: bool, style: str | None) -> None:
    """Show all faces of a game on a page that redraws as you save.

    Every face is a render of what prints. The page has search and filters, the deck's composition
    and findings, and each card large, with its trim and safe zone.
    """
    import asyncio

    from brawlprint.preview.light_table import LightTable
    from brawlprint.preview.server import open_socket, serve

    table = LightTable(Path.cwd(), game)
    view = _view(style)
    opened = open_socket(port)

    def ready(address: str) -> None:
        title = click.style(table.game.title if table.game else game, bold=True)
        click.echo(f"{title} lies on the light table: {address}")
        click.echo("It redraws when you save a file of the game. Ctrl-C ends it.")
        if not no_browser:
            _open_browser(address)

    try:
        asyncio.run(serve(table, opened, view, ready))
    except KeyboardInterrupt:
        click.echo("\nThe preview has ended.")


def _view(style: str | None) -> str:
    """The view to start with: grey is no style of printing, but one of looking."""
    from brawlprint.errors import RequestError, suggestion
    from brawlprint.preview.state import GREY, VIEWS
    from brawlprint.settings import choose_print

    if style == GREY:
        return style
    try:
        return choose_print(Path.cwd(), style=style).style
    except RequestError:
        if style is None:
            raise
        hint = suggestion(style, list(VIEWS))
        raise RequestError(f"there is no style {style!r}; {hint}") from None


def _open_browser(address: str) -> None:
    """Open the page where there is a screen: a browser in the terminal would take it over."""
    import os
    import sys
    import threading
    import webbrowser

    screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if screen:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
