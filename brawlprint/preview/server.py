"""The page's server: this machine's own browser alone, and nothing but the page and its renders.

It answers ``GET`` for a fixed list of names and for faces on the table; no path is ever looked up
on disk. A request whose ``Host`` or ``Origin`` is another's is refused, so that no page of the
internet can read what lies on the table, whatever name it gives this machine.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from tornado.httpserver import HTTPServer
from tornado.iostream import StreamClosedError
from tornado.web import Application, HTTPError, RequestHandler

from brawlprint.errors import RequestError
from brawlprint.faces.fonts import font_file
from brawlprint.preview.light_table import LightTable
from brawlprint.preview.state import VIEWS, page_state
from brawlprint.watch import Watcher

ADDRESS = "127.0.0.1"
PAGE = Path(__file__).parent / "page"
BEAT = 15.0  # seconds between signs of life, that a lost page is noticed
FONTS = ("BarlowCondensed-SemiBold", "BarlowCondensed-ExtraBold",
         "AtkinsonHyperlegible-Regular", "AtkinsonHyperlegible-Bold")  # fmt: skip
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; img-src 'self'; style-src 'self'; "
    "script-src 'self'; connect-src 'self'; font-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Server": "brawlprint",
}
T = TypeVar("T")


class Preview:
    """One running preview: the table, the pages that look at it, and the thread that draws."""

    def __init__(self, table: LightTable, port: int, view: str) -> None:
        self.table, self.port, self.first_view = table, port, view
        self.view = view  # the last one asked for, drawn ahead after a save
        self.revision = 0
        self.hosts = {f"{name}:{port}" for name in (ADDRESS, "localhost")}
        self.files = dict(_files())
        self._pages: set[asyncio.Queue[str]] = set()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="light-table")

    async def drawn(self, work: Callable[..., T], *arguments: object) -> T:
        """Run work on the table in its one thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, partial(work, *arguments))

    async def state(self, view: str) -> dict[str, object]:
        """What the page shows in a view; a fault of ours is told too, and the page lives on."""
        self.view = view
        told = {"revision": self.revision, "first_view": self.first_view}
        try:
            return told | await self.drawn(page_state, self.table, view)
        except Exception as error:
            traceback.print_exc()
            return told | {"unexpected": f"{type(error).__name__}: {error}"}

    async def redraw(self, changed: list[str]) -> None:
        """Read the files anew and tell every page; then check, and tell again."""
        for work, event in ((self._draw_anew, "redraw"), (self.table.check, "checked")):
            try:
                await self.drawn(work)
            except Exception:
                traceback.print_exc()
            self.tell(event, changed if event == "redraw" else [])

    def _draw_anew(self) -> None:
        self.table.refresh()
        page_state(self.table, self.view)

    def tell(self, event: str, changed: list[str]) -> None:
        """Send every page an event; it asks for what is new."""
        self.revision += 1
        message = json.dumps({"revision": self.revision, "changed": changed})
        for page in self._pages:
            page.put_nowait(f"event: {event}\ndata: {message}\n\n")

    @contextmanager
    def listening(self) -> Iterator[asyncio.Queue[str]]:
        """A page's events, for as long as it is open."""
        queue: asyncio.Queue[str] = asyncio.Queue()
        queue.put_nowait(f'event: hello\ndata: {{"revision": {self.revision}}}\n\n')
        self._pages.add(queue)
        try:
            yield queue
        finally:
            self._pages.discard(queue)

    def close(self) -> None:
        """End the thread that draws."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _files() -> Iterator[tuple[str, tuple[str, bytes]]]:
    """Everything that is served beside renders: its address, its type and its bytes."""
    for path in sorted(PAGE.iterdir()):
        if path.suffix in TYPES:
            yield f"/{path.name}", (TYPES[path.suffix], path.read_bytes())
    for name in FONTS:
        yield f"/{name}.ttf", (TYPES[".ttf"], font_file(name).read_bytes())


class Handler(RequestHandler):
    """What all answers share: whom they are for, and what a browser may do with them."""

    SUPPORTED_METHODS = ("GET", "HEAD")

    def initialize(self, preview: Preview) -> None:
        """Take the running preview."""
        self.preview = preview

    def set_default_headers(self) -> None:
        """Forbid everything that the page doesn't need."""
        for name, value in HEADERS.items():
            self.set_header(name, value)

    def prepare(self) -> None:
        """Refuse whoever isn't a page of this server."""
        headers = self.request.headers
        hosts = self.preview.hosts
        origin = headers.get("Origin")
        if headers.get_list("Host") not in [[host] for host in hosts]:
            raise HTTPError(421)
        if origin is not None and origin not in {f"http://{host}" for host in hosts}:
            raise HTTPError(403)
        if headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
            self._refuse_unless_opened()

    def _refuse_unless_opened(self) -> None:
        """Another site may link the page, as any; it may not take anything in."""
        if self.request.path != "/" or self.request.headers.get("Sec-Fetch-Mode") != "navigate":
            raise HTTPError(403)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Say no more than the number and its name."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(f"{status_code} {self._reason}\n")

    def head(self, *args: str) -> Any:
        """Answer as to GET; the body stays here."""
        return self.get(*args)


class FileHandler(Handler):
    """The page's own files, from memory."""

    def get(self) -> None:
        """Send a file of the list."""
        name = "/index.html" if self.request.path == "/" else self.request.path
        if name not in self.preview.files:
            raise HTTPError(404)
        kind, data = self.preview.files[name]
        self.set_header("Content-Type", kind)
        self.finish(data)


class StateHandler(Handler):
    """What the page shows, as JSON."""

    async def get(self) -> None:
        """Send the state in the view that is asked for."""
        view = self.get_query_argument("view", self.preview.first_view)
        if view not in VIEWS:
            raise HTTPError(404)
        state = await self.preview.state(view)
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.finish(json.dumps(state, ensure_ascii=False))


class FaceHandler(Handler):
    """A face's render."""

    async def get(self, key: str, size: str, grey: str) -> None:
        """Send a PNG; its address changes with what it shows, so it may be kept."""
        preview = self.preview
        data = await preview.drawn(preview.table.picture, key, size, bool(grey))
        if data is None:
            raise HTTPError(404)
        self.set_header("Content-Type", "image/png")
        self.set_header("Cache-Control", "private, max-age=31536000, immutable")
        self.finish(data)


class EventHandler(Handler):
    """Server-sent events: that something was redrawn."""

    async def get(self) -> None:
        """Send events until the page is closed."""
        self.set_header("Content-Type", "text/event-stream; charset=utf-8")
        with self.preview.listening() as events:
            try:
                while True:
                    try:
                        message = await asyncio.wait_for(events.get(), BEAT)
                    except TimeoutError:
                        message = ": still here\n\n"
                    self.write(message)
                    await self.flush()
            except StreamClosedError:
                return

    def head(self, *args: str) -> None:
        """Say what it is without waiting for any event."""
        self.set_header("Content-Type", "text/event-stream; charset=utf-8")


def application(preview: Preview) -> Application:
    """The addresses there are."""
    given = {"preview": preview}
    return Application(
        [
            (r"/state\.json", StateHandler, given),
            (r"/events", EventHandler, given),
            (r"/face/([0-9a-f]{32})/(card|whole)(-grey)?\.png", FaceHandler, given),
        ],
        default_handler_class=FileHandler,
        default_handler_args=given,
        log_function=lambda handler: None,
        compress_response=False,
    )


def open_socket(port: int) -> socket.socket:
    """Listen on this machine alone; port 0 takes a free one.

    Raises :class:`RequestError` for a port that is taken or forbidden.
    """
    try:
        opened = socket.create_server((ADDRESS, port), backlog=128)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        remedy = "leave --port out for a free one"
        raise RequestError(f"port {port} can't be used: {why.lower()}; {remedy}") from None
    opened.setblocking(False)
    return opened


async def serve(
    table: LightTable, opened: socket.socket, view: str, ready: Callable[[str], None]
) -> None:
    """Serve the table until cancelled; ``ready`` is called with the page's address."""
    logging.getLogger("tornado").setLevel(logging.CRITICAL)  # a refused request is no news
    port = opened.getsockname()[1]
    preview = Preview(table, port, view)
    server = HTTPServer(application(preview), max_header_size=16_384, max_body_size=1024)
    server.add_socket(opened)
    saves: asyncio.Queue[list[str]] = asyncio.Queue()
    with Watcher(table.folder, [table.name]) as watcher:
        _in_background(watcher, partial(_hand_over, asyncio.get_running_loop(), saves))
        ready(f"http://{ADDRESS}:{port}/")
        try:
            await preview.redraw([])
            while True:
                await preview.redraw(await saves.get())
        finally:
            server.stop()
            preview.close()


def _hand_over(
    loop: asyncio.AbstractEventLoop, saves: asyncio.Queue[list[str]], changed: list[str]
) -> None:
    loop.call_soon_threadsafe(saves.put_nowait, changed)


def _in_background(watcher: Watcher, tell: Callable[[list[str]], None]) -> None:
    def run() -> None:
        for changed in watcher.changes():
            tell(changed)

    threading.Thread(target=run, name="watch", daemon=True).start()
