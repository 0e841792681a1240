"""The page's server: what it answers, whom, and that it never runs or hands out what it shouldn't."""

from __future__ import annotations

import io
import json
import shutil
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat
from running import Preview, previewing

from brawlprint.preview.state import VIEWS

if TYPE_CHECKING:
    from conftest import Pub, Run

ROOT = Path(__file__).parents[2]
PAGE = {path.name for path in (ROOT / "brawlprint/preview/page").iterdir()}


def test_it_serves_the_page_and_its_files(standing: Preview) -> None:
    status, headers, body = standing.ask("/")
    assert status == 200 and headers["Content-Type"].startswith("text/html")
    assert body == standing.ask("/index.html")[2]
    assert {"index.html", "preview.css", "preview.js"} <= PAGE
    for name in PAGE:
        status, _, body = standing.ask(f"/{name}")
        assert status == 200 and body == (ROOT / "brawlprint/preview/page" / name).read_bytes()


def test_it_answers_this_machine_alone(standing: Preview) -> None:
    with pytest.raises(OSError), socket.create_connection(("127.0.0.2", standing.port), 5):
        pass


@pytest.mark.parametrize("path", ["/", "/state.json", "/events", "/preview.js", "/nothing"])
@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "[::1]:{port}"]
)
def test_a_foreign_host_is_refused(standing: Preview, path: str, host: str) -> None:
    status, _, body = standing.ask(path, {"Host": host.format(port=standing.port)})
    assert status == 421
    assert len(body) < 60


@pytest.mark.parametrize("path", ["/", "/state.json", "/events", "/preview.js"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"},
    ],
    ids=lambda headers: " ".join(headers.values()),
)
def test_a_foreign_page_is_refused(standing: Preview, path: str, headers: dict[str, str]) -> None:
    assert standing.ask(path, headers)[0] == 403


def test_its_own_page_is_answered(standing: Preview) -> None:
    own = {"Origin": f"http://127.0.0.1:{standing.port}", "Sec-Fetch-Site": "same-origin"}
    assert standing.ask("/state.json", own)[0] == 200
    assert standing.ask("/", {"Host": f"localhost:{standing.port}"})[0] == 200
    # A link from elsewhere opens the page, and gets nothing else.
    linked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert standing.ask("/", linked)[0] == 200
    assert standing.ask("/state.json", linked)[0] == 403


@pytest.mark.parametrize(
    "path",
    [
        "/../server.py",
        "/..%2fserver.py",
        "/%2e%2e/%2e%2e/cli.py",
        "//etc/passwd",
        "/page/index.html",
        "/cards/tavern/deck.csv",
        "/rules/tavern.py",
        "/art/bar-stool.svg",
        "/face/../../cli.py",
        "/face/00000000000000000000000000000000/card.png",
        "/face/00000000000000000000000000000000/huge.png",
        "/state.json?view=../../etc/passwd",
        "/index.html%00.css",
    ],
)
def test_there_is_nothing_else(standing: Preview, path: str) -> None:
    status, headers, body = standing.ask(path)
    assert status == 404 and len(body) < 60
    assert headers["Content-Type"].startswith("text/plain")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_can_be_changed(standing: Preview, method: str) -> None:
    assert standing.ask("/", {"Content-Length": "0"}, method)[0] == 405


@pytest.mark.parametrize("path", ["/", "/state.json", "/nothing"])
def test_every_answer_forbids_what_the_page_needs_not(standing: Preview, path: str) -> None:
    _, headers, _ = standing.ask(path)
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'") and "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy and "http" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in headers


# ---- the faces ----


def picture(preview: Preview, address: str) -> Image.Image:
    status, headers, body = preview.ask(address)
    assert status == 200 and headers["Content-Type"] == "image/png"
    return Image.open(io.BytesIO(body))


def test_every_face_of_the_deck_is_there(standing: Preview) -> None:
    deck = (ROOT / "cards/tavern/deck.csv").read_text(encoding="utf-8").splitlines()[1:]
    tiles = standing.tiles()
    assert len(tiles) == len(deck) + 1 and "cards/back" in tiles
    assert len({tile["picture"] for tile in tiles.values()}) == len(tiles)
    assert tiles["cards/uppercut"]["title"] == "Uppercut"


@pytest.mark.parametrize("game", ["joebob", "stooges", "throwdown", "wrestling"])
def test_every_game_lies_on_the_table(tmp_path: Path, game: str) -> None:
    with previewing(tmp_path, game) as preview:
        tiles = preview.tiles()
        assert len(tiles) > 5 and not preview.state()["errors"]
        assert all(tile["picture"] and not tile["stale"] for tile in tiles.values())


def test_a_face_is_what_prints(standing: Preview, tmp_path: Path, run: Run) -> None:
    """The first card of the sheet, cut out at the marks, is the first face of the page."""
    assert run("build", "tavern", "--only", "cards", "--out", str(tmp_path)).code == 0
    first = next(iter(standing.tiles().values()))
    face = picture(standing, first["picture"]).convert("RGB")
    page = pypdfium2.PdfDocument(tmp_path / "tavern/cards.pdf")[0]
    left, _, _, top = page.get_trimbox()
    sheet = page.render(scale=150 / 72).to_pil().convert("RGB")
    x, y = left * 150 / 72, (page.get_height() - top) * 150 / 72
    cut = sheet.transform(
        face.size, Image.Transform.AFFINE, (1, 0, x, 0, 1, y), Image.Resampling.BICUBIC
    )
    difference = ImageStat.Stat(ImageChops.difference(face, cut).convert("L")).mean[0]
    other = picture(standing, standing.tiles()["cards/uppercut"]["picture"]).convert("RGB")
    elsewhere = ImageStat.Stat(ImageChops.difference(other, cut).convert("L")).mean[0]
    # Edges fall a part of a pixel elsewhere; another card differs all over.
    assert difference < 6 and difference < elsewhere / 4


def test_each_view_shows_its_own_pictures(standing: Preview) -> None:
    ink = {}
    for view in VIEWS:
        shown = picture(standing, standing.tiles(view)["cards/uppercut"]["picture"])
        ink[view] = 255 - ImageStat.Stat(shown.convert("L")).mean[0]
        assert (shown.mode == "L") == (view == "grey")
    assert ink["ink-saver"] < ink["colour"] / 2
    assert ink["grey"] == pytest.approx(ink["colour"], abs=3)


def test_the_large_picture_has_the_bleed_too(standing: Preview) -> None:
    section = standing.state()["sections"][0]
    whole = picture(standing, section["tiles"][0]["whole"])
    width, height = (section[key] + 2 * section["bleed"] for key in ("width", "height"))
    assert whole.width == pytest.approx(width / 25.4 * 300, abs=1)
    assert whole.height == pytest.approx(height / 25.4 * 300, abs=1)
    assert whole.getpixel((2, 2)) == whole.getpixel((whole.width // 2, 2))


# ---- what a workspace can't make it do ----


def test_no_rules_are_run(workspace: Pub, run: Run) -> None:
    mark = workspace.root / "ran"
    (workspace.root / "rules").mkdir()
    code = f"open({str(mark)!r}, 'w').write('ran')\n"
    (workspace.root / "rules/pub.py").write_text(code, encoding="utf-8")
    with previewing(workspace.root, "pub") as preview:
        events = preview.events()
        next(events)
        workspace.set(24, text="Adds 3 to this attack. Quite personal.")
        next(each for name, each in events if name == "redraw" and each["changed"])
        assert next(events)[0] == "checked" and preview.tiles()
    assert run("show", "pub", "uppercut").code == 0
    assert not mark.exists()


def test_art_from_outside_is_told_not_shown(workspace: Pub, tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    Image.new("RGB", (400, 400), "#FF00FF").save(secret)
    (workspace.root / "art").mkdir()
    (workspace.root / "art/uppercut.png").symlink_to(secret)
    with previewing(workspace.root, "pub") as preview:
        state = preview.state()
        assert [each["where"]["file"] for each in state["errors"]] == ["art/uppercut.png"]
        tile = preview.tiles()["cards/uppercut"]
        assert tile["stale"] and not tile["picture"]
        assert len([each for each in preview.tiles().values() if each["picture"]]) > 80


def test_a_picture_with_a_script_is_refused(workspace: Pub) -> None:
    (workspace.root / "art").mkdir()
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script></svg>'
    )
    (workspace.root / "art/uppercut.svg").write_text(svg, encoding="utf-8")
    with previewing(workspace.root, "pub") as preview:
        assert preview.state()["errors"][0]["where"]["file"] == "art/uppercut.svg"
        assert preview.ask("/art/uppercut.svg")[0] == 404


# ---- saves, as events ----


def test_a_save_is_told_and_only_its_face_is_new(workspace: Pub) -> None:
    with previewing(workspace.root, "pub") as preview:
        before = preview.tiles()
        events = preview.events()
        assert next(events)[0] == "hello"
        workspace.set(24, text="Adds 3 to this attack. Quite personal.")
        told = next(each for name, each in events if name == "redraw" and each["changed"])
        assert told["changed"] == ["cards/pub/deck.csv"]
        after = preview.tiles()
    changed = [place for place in after if after[place]["picture"] != before[place]["picture"]]
    assert changed == ["cards/backstab"]


def test_an_icon_of_a_chip_that_changes_is_redrawn(workspace: Pub) -> None:
    with previewing(workspace.root, "pub") as preview:
        before = preview.tiles()["cards/backstab"]["picture"]
        events = preview.events()
        next(events)
        workspace.edit("icons.toml", "[thief]", "[thief]\n# drawn anew\n")
        text = workspace.path("icons.toml").read_text(encoding="utf-8")
        start = text.index("layers", text.index("[thief]"))
        end = text.index("]\n", start)
        anew = f"{text[:start]}layers = [{{ fill_circle = [50, 50, 30] }}{text[end:]}"
        workspace.path("icons.toml").write_text(anew, encoding="utf-8")
        next(each for name, each in events if name == "redraw" and each["changed"])
        state = preview.state()
        after = preview.tiles()["cards/backstab"]["picture"]
    assert not state["errors"], state["errors"]
    assert after != before


# ---- the command ----


def test_it_ends_with_a_word(workspace: Pub) -> None:
    with previewing(workspace.root, "pub") as preview:
        assert preview.state()["game"]["title"] == "Tavern Brawl"
        assert preview.interrupt() == 0
        assert preview.wait_for("ended")


def test_a_port_that_is_taken_is_told(standing: Preview, run: Run) -> None:
    result = run("preview", "pub", "--no-browser", "--port", str(standing.port))
    assert result.code == 2
    assert f"port {standing.port} can't be used" in result.err and "--port" in result.err


def test_what_there_is_not_is_told_with_the_nearest(run: Run) -> None:
    result = run("preview", "pubb", "--no-browser")
    assert (result.code, "did you mean 'pub'" in result.err) == (2, True)
    result = run("preview", "pub", "--no-browser", "--style", "gray")
    assert (result.code, "did you mean 'grey'" in result.err) == (2, True)


def test_a_preview_can_start_in_grey(workspace: Pub) -> None:
    with previewing(workspace.root, "pub", "--style", "grey") as preview:
        told = json.loads(preview.ask("/state.json")[2])
        assert told["view"] == "grey"


def test_a_game_whose_folder_goes_is_told(workspace: Pub) -> None:
    with previewing(workspace.root, "pub") as preview:
        assert preview.tiles()
        events = preview.events()
        next(events)
        shutil.rmtree(workspace.root / "cards/pub")
        next(each for name, each in events if name == "redraw" and each["changed"])
        state = preview.state()
    assert state["errors"] and state["sections"][0]["tiles"]
