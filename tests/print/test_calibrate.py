"""Printer profiles: the test page, what is kept of it, and that backs then land where they should.

The printer is simulated: it puts a back somewhere else, as seen from the front against the light.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pikepdf
import pytest
from click.testing import Result
from doing import run

from brawlprint.profiles import Profile, profiles_file

MM = 72 / 25.4
Point = tuple[float, float]
CARDS = ("build", "tavern", "--only", "cards", "--paper", "a4")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_, **__: tmp_path / "config")
    return tmp_path


def good(*words: str) -> Result:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return result


def drawn(path: Path, page: int) -> Iterator[tuple[str, list[float], Callable[..., Point]]]:
    """Each path operator of a page, its numbers, and what turns them into mm from the top left."""
    with pikepdf.open(path) as document:
        sheet = document.pages[page]
        height = float(sheet.mediabox[3])
        matrix, stack = pikepdf.Matrix(), []

        def place(x: float, y: float) -> Point:
            x, y = matrix.transform((x, y))
            return x / MM, (height - y) / MM

        for operands, operator in pikepdf.parse_content_stream(sheet):
            match str(operator):
                case "q":
                    stack.append(matrix)
                case "Q":
                    matrix = stack.pop()
                case "cm":
                    matrix = pikepdf.Matrix(*(float(each) for each in operands)) @ matrix
                case "m" | "l" | "re" as name:
                    yield name, [float(each) for each in operands], place


def centres(path: Path, page: int, wanted: Callable[[float, float], bool]) -> list[Point]:
    """Middles (mm from the top left) of the rectangles of a size that a page clips to."""
    return [
        place(x + w / 2, y + h / 2)
        for name, (x, y, *size), place in drawn(path, page)
        if name == "re"
        for w, h in [size]
        if wanted(w / MM, h / MM)
    ]


def is_card(width: float, height: float) -> bool:
    return abs(width - 63.5) < 0.1 and abs(height - 88.9) < 0.1


def seen_from_the_front(
    point: Point, error: tuple[float, float, float], edge: str, paper: Point = (210.0, 297.0)
) -> Point:
    """Where a point of the back shows through, once this printer has put it where it does."""
    right, down, degrees = error
    x, y = paper[0] - point[0], point[1]
    if edge == "short-edge":
        x, y = point[0], paper[1] - point[1]
    # Degrees clockwise about the middle, y pointing down; then right and down.
    dx, dy = x - paper[0] / 2, y - paper[1] / 2
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    turned = dx * cos - dy * sin, dx * sin + dy * cos
    return turned[0] + paper[0] / 2 + right, turned[1] + paper[1] / 2 + down


@pytest.mark.parametrize("edge", ["long-edge", "short-edge"])
@pytest.mark.parametrize("error", [(0.5, -1.25, 0.0), (-0.8, 0.3, 0.4), (2.0, 1.5, -1.0)])
def test_backs_land_behind_their_fronts(edge: str, error: tuple[float, float, float]) -> None:
    measured = ",".join(f"{value:g}" for value in error)
    good("calibrate", "--profile", "office", "--duplex", edge, "--measured", measured)
    good(*CARDS, "--profile", "office")
    good(*CARDS, "--duplex", edge, "--out", "plain")
    cards = Path("output/tavern/cards.pdf")
    fronts, backs = centres(cards, 0, is_card), centres(cards, 1, is_card)
    assert len(fronts) == len(backs) == 9
    landed = [seen_from_the_front(back, error, edge) for back in backs]
    for x, y in fronts:
        assert any(math.hypot(x - at[0], y - at[1]) < 0.01 for at in landed), (x, y)
    plain = Path("plain/tavern/cards.pdf")
    assert centres(plain, 0, is_card) == fronts
    assert centres(plain, 1, is_card) != backs
    with pikepdf.open(cards) as document:
        assert f"back-offset={','.join(f'{v:g}' for v in Profile(error, edge).back_offset)}" in str(
            document.docinfo["/Keywords"]
        )


def test_only_backs_move() -> None:
    """Page by page: fronts, and files without backs, are as without a profile, to the byte."""
    good("calibrate", "--measured", "1,1")
    good("build", "tavern", "--profile", "home")
    good("build", "tavern", "--out", "plain")
    with (
        pikepdf.open("output/tavern/cards.pdf") as moved,
        pikepdf.open("plain/tavern/cards.pdf") as still,
    ):
        for number, (one, other) in enumerate(zip(moved.pages, still.pages, strict=True)):
            same = one.Contents.read_bytes() == other.Contents.read_bytes()
            assert same == (number % 2 == 0)


def test_the_test_page_measures_what_it_says() -> None:
    """With a printer that is off, a cross shows through on its scale at the very numbers."""
    good("calibrate", "--paper", "a4")
    path = Path("output/test-page-home.pdf")
    with pikepdf.open(path) as document:
        assert len(document.pages) == 2
        assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
    error = (1.5, -2.0, 0.0)
    (crosses,) = [[x for x, _ in lines(path, 1, vertical=True)]]
    assert len(crosses) == 3
    zeros = [x for x, length in lines(path, 0, vertical=True) if 3.9 < length < 20]
    assert len(zeros) == 1  # the scale sideways, of the middle cross
    shows = [seen_from_the_front((x, 148.5), error, "long-edge")[0] for x in crosses]
    assert min(abs(x - zeros[0] - 1.5) for x in shows) < 0.01
    heights = [seen_from_the_front((105, y), error, "long-edge")[1] for y, _ in lines(path, 1)]
    zero_heights = [y for y, length in lines(path, 0) if 3.9 < length < 20]
    assert len(zero_heights) == 3
    assert all(abs(y - zero + 2.0) < 0.01 for y, zero in zip(heights, zero_heights, strict=True))


@pytest.mark.parametrize("edge", ["long-edge", "short-edge"])
def test_a_pin_through_the_dots_comes_out_on_the_scales(edge: str) -> None:
    good("calibrate", "--paper", "a4", "--duplex", edge)
    path = Path("output/test-page-home.pdf")
    shows = [seen_from_the_front(dot, (0, 0, 0), edge) for dot in dots(path, 1)]
    middles = [105 - 67.2, 105.0, 105 + 67.2]
    assert sorted(shows) == [
        pytest.approx(at, abs=0.7)
        for at in sorted([(105.0, 148.5 - 13.5), *((x + 8.5, 148.5) for x in middles)])
    ]


def dots(path: Path, page: int) -> list[Point]:
    """Where round shapes of a page begin, in mm from the top left."""
    steps = list(drawn(path, page))
    return [
        place(*numbers)
        for (name, numbers, place), (after, *_) in zip(
            steps, [*steps[1:], ("m", [], None)], strict=True
        )
        if name == "m" and after != "l"
    ]


def lines(path: Path, page: int, vertical: bool = False) -> list[tuple[float, float]]:
    """Straight lines of a page one way: where they are across it (mm), and how long."""
    found = []
    start = (0.0, 0.0)
    across, along = (0, 1) if vertical else (1, 0)
    for name, numbers, place in drawn(path, page):
        if name == "m":
            start = place(*numbers)
        elif name == "l":
            end = place(*numbers)
            if abs(start[across] - end[across]) < 1e-6:
                found.append((start[across], abs(start[along] - end[along])))
    return found


def test_verify_prints_it_corrected() -> None:
    good("calibrate", "--measured", "1.5,-2", "--paper", "a4")
    result = good("calibrate", "--verify", "--paper", "a4")
    assert "every cross should be at 0" in result.output
    path = Path("output/test-page-home.pdf")
    crosses = [y for y, _ in lines(path, 1)]
    assert [seen_from_the_front((0, y), (1.5, -2, 0), "long-edge")[1] for y in crosses] == [
        pytest.approx(148.5, abs=0.01)
    ] * 3


def test_it_asks_where_there_is_somebody_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brawlprint.commands.calibrate.somebody_is_there", lambda: True)
    result = run("calibrate", "--paper", "a4", input="0.5\n-0.25\n-0.5\n0.5\n")
    assert result.exit_code == 0, result.output
    text = profiles_file().read_text("utf-8")
    degrees = math.degrees(math.atan2(1.0, 210 * 0.64))
    assert f"measured = [0.5, -0.25, {degrees:.3f}]" in text
    result = run("calibrate", "--paper", "a4", input="half\n60\n0.5\n-0.25\n\n\n")
    assert "write a number, as -1 or 0.5" in result.output
    assert "the scales go to 6 mm each way" in result.output
    assert "measured = [0.5, -0.25, 0.0]" in profiles_file().read_text("utf-8")


def test_what_was_read_is_told_back_in_words() -> None:
    """A comma for a decimal point is seen at once."""
    assert "Read: 1 mm right, 5 mm down." in good("calibrate", "--measured", "1,5").output
    said = good("calibrate", "--measured", "-1.5,-0.5,-0.1").output
    assert "Read: 1.5 mm left, 0.5 mm up, turned 0.1° anticlockwise." in said
    correction = "moved 1.5 mm right, 0.5 mm down, turned 0.1° clockwise, seen from the front"
    assert f"Backs will be {correction}." in said
    assert f"backs {correction}" in good(*CARDS, "--profile", "home").output.replace("\n", " ")
    assert "Backs will be left as they are." in good("calibrate", "--measured", "0,0").output


def test_profiles_stand_beside_each_other() -> None:
    good("calibrate", "--measured", "1,0")
    good("calibrate", "--profile", "office", "--duplex", "short-edge", "--measured", "0,2,0.1")
    good("calibrate", "--measured", "3,0")
    text = profiles_file().read_text("utf-8")
    assert "[home]\nmeasured = [3.0, 0.0, 0.0]" in text
    assert '[office]\nmeasured = [0.0, 2.0, 0.1]\nduplex = "short-edge"' in text


def test_a_profile_can_be_kept_in_the_configuration(here: Path) -> None:
    good("calibrate", "--profile", "office", "--duplex", "short-edge", "--measured", "0,2")
    (here / "brawlprint.toml").write_text('[print]\nprofile = "office"\n', "utf-8")
    result = good(*CARDS)
    assert "flip on the short edge" in result.output
    assert "backs moved 2 mm up, seen from the front" in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("calibrate", "--measured", "1"), "'1' can't be read; write X,Y or X,Y,DEGREES"),
        (("calibrate", "--measured", "1,2,3,4"), "can't be read"),
        (("calibrate", "--measured", "nan,0"), "is out of range; the scales go to 6 mm"),
        (("calibrate", "--measured", "6.5,0"), "is out of range; the scales go to 6 mm"),
        (("calibrate", "--measured", "0,0,6"), "is out of range; up to 5 degrees"),
        (("calibrate", "--profile", "My Printer"), "'My Printer' is no name for a profile"),
        (("calibrate", "--paper", "4x6in"), "the test page needs 140 × 190 mm"),
        (("calibrate", "--verify"), "make it with: brawlprint calibrate --profile home"),
        ((*CARDS, "--profile", "home"), "there is no printer profile 'home', and no other"),
    ],
)
def test_refused_with_words(here: Path, words: tuple[str, ...], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.output
    assert not list(here.iterdir())


def test_a_profile_that_there_is_not_offers_the_nearest() -> None:
    good("calibrate", "--profile", "office", "--measured", "1,0")
    result = run(*CARDS, "--profile", "ofice")
    assert (result.exit_code, "did you mean 'office'?" in result.output) == (2, True)


def test_another_edge_than_it_was_measured_by() -> None:
    good("calibrate", "--measured", "1,0")
    result = run(*CARDS, "--profile", "home", "--duplex", "short-edge")
    assert result.exit_code == 2
    assert "was measured with paper turned over its long-edge, not its short-edge" in result.output
    good(*CARDS, "--profile", "home", "--duplex", "off")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[home\n", "profiles.toml, line 1"),
        ("[home]\nmeasured = [1, 2]\n", "profiles.toml, line"),
        (
            "[home]\nmeasured = [99, 0, 0]\n",
            "line 2, key 'home.measured': '99,0,0' is out of range",
        ),
        ('[home]\nmeasured = [0, 0, 0]\nduplex = "off"\n', "line 3, key 'home.duplex'"),
    ],
)
def test_a_broken_file_is_told_by_its_line(here: Path, text: str, message: str) -> None:
    (here / "config").mkdir()
    (here / "config/profiles.toml").write_text(text, "utf-8")
    result = run(*CARDS, "--profile", "home")
    assert result.exit_code == 1
    assert message in result.output
