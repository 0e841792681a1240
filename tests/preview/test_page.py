"""The page in a real browser: what it shows, how it is moved about in, what a save does to it."""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsers import find_browser
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from running import Preview

from brawlprint.picking import pick
from brawlprint.workspace import Workspace

if TYPE_CHECKING:
    from conftest import Pub

ROOT = Path(__file__).parents[2]
expect.set_options(timeout=30_000)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser())
        yield browser
        browser.close()


FEW = 24  # cards, and their back


@pytest.fixture(autouse=True)
def few(request: pytest.FixtureRequest) -> None:
    """A deck of few cards, where one is changed."""
    if "workspace" in request.fixturenames:
        workspace: Pub = request.getfixturevalue("workspace")
        rows = workspace.deck()
        uppercut = next(row for row in rows if row["id"] == "uppercut")
        workspace.write_deck([*rows[: FEW - 1], uppercut])


Start = Callable[[Path, str], Preview]
Look = Callable[..., Page]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts previews, which end after the pages that look at them."""
    started: list[Preview] = []

    def new(folder: Path, game: str) -> Preview:
        started.append(Preview(folder, game))
        return started[-1]

    yield new
    for preview in started:
        preview.close()


@pytest.fixture
def look(browser: Browser, start: Start) -> Iterator[Look]:
    """Opens a preview; whatever the page complains of, or asks of anybody else, fails the test."""
    wrong: list[str] = []
    contexts = []

    def opened(preview: Preview, **options: object) -> Page:
        context = browser.new_context(**options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: None if asked.url.startswith(preview.address)
                else wrong.append(f"asked {asked.url}"))  # fmt: skip
        page.goto(preview.address)
        expect(page.locator("#status")).not_to_have_text("Laying out the cards …")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong


def cards(page: Page) -> Locator:
    """The cards that are not filtered away."""
    return page.locator(".component:not([hidden]) li:not([hidden]) > .card")


def card(page: Page, place: str) -> Locator:
    return page.locator(f'[data-place="{place}"]')


def source(page: Page, place: str) -> str:
    return card(page, place).locator("img").get_attribute("src") or ""


# ---- what it shows ----


def test_it_shows_every_face_as_a_picture(standing: Preview, look: Look) -> None:
    page = look(standing)
    tiles = standing.tiles()
    expect(page).to_have_title("Tavern Brawl · preview")
    expect(cards(page)).to_have_count(len(tiles))
    expect(card(page, "cards/uppercut")).to_contain_text("Uppercut")
    image = card(page, "cards/uppercut").locator("img")
    image.scroll_into_view_if_needed()
    expect(image).to_have_js_property("complete", True)
    assert image.evaluate("image => image.naturalWidth") == 375
    assert source(page, "cards/uppercut") == tiles["cards/uppercut"]["picture"]


def test_a_search_finds_words_numbers_and_columns(standing: Preview, look: Look) -> None:
    page = look(standing)
    page.get_by_role("searchbox").fill("uppercut")
    expect(cards(page)).to_have_count(1)
    expect(cards(page)).to_contain_text("Uppercut")
    page.get_by_role("searchbox").fill("thief only stab")
    expect(cards(page)).to_have_text(["23 Backstab "])
    page.get_by_role("searchbox").fill("no such card")
    expect(cards(page)).to_have_count(0)
    page.get_by_role("button", name="no such card").click()
    expect(cards(page)).to_have_count(len(standing.tiles()))


@pytest.mark.parametrize(
    "asked",
    [
        "84-91",
        "uppercut,10–20,kind=weapon",
        "3,bite",
        "kind=Weapon",
        "strength=2",
        "traits=ES",
        "traits=se",
        "effect=stun",
        'effect="stun 2"',
        'title="bar stool"',
        "copies=1,no=3",
        "id=bite",
    ],
)
def test_a_search_takes_what_pick_takes(standing: Preview, look: Look, asked: str) -> None:
    """The page's cards are those that a build would pick."""
    page = look(standing)
    picked = pick(asked.replace('"', ""), Workspace.shipped().game("tavern"))
    page.get_by_role("searchbox").fill(asked)
    tiles = {f"cards/{card_id}" for card_id in picked.ids} & standing.tiles().keys()
    assert tiles
    expect(cards(page)).to_have_count(len(tiles))
    places = cards(page).evaluate_all("all => all.map((card) => card.dataset.place)")
    assert set(places) == tiles


def test_terms_of_a_search_go_together(standing: Preview, look: Look) -> None:
    page = look(standing)
    search = page.get_by_role("searchbox")
    expect(search).to_have_accessible_description(re.compile(r"^Words, all .* kind=weapon\."))
    search.fill("kind=weapon")
    expect(cards(page)).to_have_count(7)
    search.fill("kind=weapon 36-38")
    expect(cards(page)).to_have_count(2)
    search.fill('kind=weapon 36-38 "bar stool"')
    expect(cards(page)).to_have_count(1)
    search.fill("kind=")
    expect(cards(page)).to_have_count(len(standing.tiles()))
    search.fill("kid=weapon")
    expect(cards(page)).to_have_count(0)
    found = page.get_by_role("group", name="What is shown").get_by_role("status")
    expect(found).to_contain_text("; there is no column “kid” (columns are: no, id, title, ")


def test_a_bar_of_the_composition_filters(standing: Preview, look: Look) -> None:
    page = look(standing)
    bar = page.get_by_role("list", name="Cards by kind").get_by_role("button", name="Weapon")
    expect(bar).to_have_text("Weapon7 cards")
    bar.click()
    expect(cards(page)).to_have_count(7)
    expect(bar).to_have_attribute("aria-pressed", "true")
    page.get_by_role("list", name="Cards by kind").get_by_role("button", name="Armor").click()
    expect(cards(page)).to_have_count(11)
    bar.click()
    expect(cards(page)).to_have_count(4)
    # Another column narrows further.
    page.get_by_role("searchbox").fill("mail plate")
    expect(cards(page)).to_have_count(1)
    page.get_by_role("button", name="kind: Armor").click()
    expect(page.get_by_role("button", name="kind: Armor")).to_have_count(0)


def test_each_view_has_its_pictures(standing: Preview, look: Look) -> None:
    page = look(standing)
    seen = [source(page, "cards/uppercut")]
    for name in ("Ink-saver", "Grey"):
        page.get_by_role("radio", name=name).check(force=True)
        expect(card(page, "cards/uppercut").locator("img")).not_to_have_attribute("src", seen[-1])
        expect(page).to_have_url(f"{standing.address}?view={name.lower()}")
        seen.append(source(page, "cards/uppercut"))
    assert len(set(seen)) == 3
    page.reload()
    expect(page.get_by_role("radio", name="Grey")).to_be_checked()
    assert source(page, "cards/uppercut").endswith("-grey.png")


def test_trim_and_safe_zone_lie_where_they_are(standing: Preview, look: Look) -> None:
    page = look(standing)
    section = standing.state()["sections"][0]
    card(page, "cards/uppercut").click()
    expect(page.locator("#figure .trim")).not_to_be_visible()
    page.get_by_label("Trim and bleed").check()
    page.get_by_label("Safe zone").check()
    expect(page.locator("#figure img")).to_have_js_property("complete", True)
    image = page.locator("#figure img").bounding_box()
    assert image
    unit = image["width"] / (section["width"] + 2 * section["bleed"])  # pixels in a mm
    for name, inset in (("trim", 0.0), ("safe", section["safe"])):
        line = page.locator(f"#figure rect.{name}")
        expect(line).to_be_visible()
        box = line.bounding_box()
        assert box
        found = [
            (box["x"] - image["x"]) / unit - section["bleed"],
            (box["y"] - image["y"]) / unit - section["bleed"],
            box["width"] / unit,
            box["height"] / unit,
        ]
        width, height = section["width"] - 2 * inset, section["height"] - 2 * inset
        # A box that is measured has the line's own width around it.
        assert found == pytest.approx([inset, inset, width, height], abs=0.7)
    expect(page.locator("#measures")).to_contain_text("63.5 × 88.9 mm")


# ---- moved about in by keys ----


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.place ?? document.activeElement.id"))


def test_everything_is_reached_by_keys(standing: Preview, look: Look) -> None:
    page = look(standing, viewport={"width": 1280, "height": 900})
    order = []
    for _ in range(7):
        page.keyboard.press("Tab")
        order.append(focused(page))
    first, second = list(standing.tiles())[:2]
    # A way past the bar, search, view, size, then the cards as one stop.
    assert order[1:5] == ["search", "view-colour", "size", first]
    page.keyboard.press("Home") if order[-1] == first else card(page, first).focus()
    page.keyboard.press("ArrowRight")
    assert focused(page) == second
    columns = page.evaluate(
        "(() => { const all = [...document.querySelectorAll('.card')];"
        "const top = all[0].offsetTop + all[0].closest('li').offsetTop;"
        "return all.filter(c => c.closest('li').offsetTop === all[0].closest('li').offsetTop).length;"
        "})()"
    )
    page.keyboard.press("ArrowDown")
    assert focused(page) == list(standing.tiles())[1 + columns]
    page.keyboard.press("ArrowUp")
    assert focused(page) == second
    page.keyboard.press("End")
    assert focused(page) == "cards/back"


def test_a_card_opens_goes_on_and_closes_by_keys(standing: Preview, look: Look) -> None:
    page = look(standing)
    first, second, third = list(standing.tiles())[:3]
    card(page, first).focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("heading")).to_have_text(standing.tiles()[first]["title"])
    expect(page.locator("#detail-place")).to_contain_text("deck.csv, row 2")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(dialog.get_by_role("heading")).to_have_text(standing.tiles()[third]["title"])
    page.keyboard.press("ArrowLeft")
    expect(dialog.get_by_role("heading")).to_have_text(standing.tiles()[second]["title"])
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    expect(card(page, second)).to_be_focused()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("backstab")
    page.keyboard.press("Enter")
    expect(card(page, "cards/backstab")).to_be_focused()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (400, "light")])
def test_axe_finds_nothing(standing: Preview, look: Look, scheme: str, width: int) -> None:
    page = look(standing, color_scheme=scheme, viewport={"width": width, "height": 800})
    found = Axe().run(page)
    assert not found.response["violations"], found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    card(page, "cards/uppercut").click()
    page.get_by_label("Safe zone").check()
    found = Axe().run(page, context={"include": [["dialog"]]})
    assert not found.response["violations"], found.generate_report()


def test_nothing_moves_for_who_wants_no_motion(standing: Preview, look: Look) -> None:
    page = look(standing, reduced_motion="reduce")
    paper = card(page, "cards/uppercut").locator(".paper")
    assert paper.evaluate("each => getComputedStyle(each).transitionDuration") == "0s"
    card(page, "cards/uppercut").locator("xpath=..").evaluate("li => li.classList.add('redrawn')")
    assert paper.evaluate("each => getComputedStyle(each).animationName") == "none"


# ---- saves ----


def test_a_save_redraws_its_card_and_says_so(workspace: Pub, start: Start, look: Look) -> None:
    preview = start(workspace.root, "pub")
    page = look(preview)
    card(page, "cards/backstab").focus()
    before = {place: source(page, place) for place in preview.tiles()}
    scrolled = page.evaluate("scrollY")
    workspace.set(24, text="Adds 3 to this attack. Quite personal.")
    expect(page.get_by_role("status").first).to_contain_text("Backstab")
    changed = [place for place, was in before.items() if source(page, place) != was]
    assert changed == ["cards/backstab"]
    assert focused(page) == "cards/backstab" and page.evaluate("scrollY") == scrolled
    # An open card is redrawn where it is.
    page.keyboard.press("Enter")
    workspace.set(24, text="Adds 3 to this attack. Not at all personal.")
    expect(page.locator("#detail-text")).to_contain_text("Not at all personal")
    expect(page.locator("#figure img")).to_have_attribute(
        "src", preview.tiles()["cards/backstab"]["whole"]
    )


def test_a_template_and_a_picture_redraw_too(workspace: Pub, start: Start, look: Look) -> None:
    preview = start(workspace.root, "pub")
    page = look(preview)
    before = source(page, "cards/uppercut")
    workspace.edit("house.toml", 'fill = "band"', 'fill = "ink"')
    expect(page.locator("#status")).to_contain_text("more")
    redrawn = source(page, "cards/uppercut")
    assert redrawn != before
    art = workspace.root / "art/pub"
    art.mkdir(parents=True)
    picture = io.BytesIO()
    Image.new("RGB", (900, 900), "#FF00FF").save(picture, "PNG")
    (art / "uppercut.png").write_bytes(picture.getvalue())
    expect(page.locator("#status")).to_contain_text("Uppercut")
    assert source(page, "cards/uppercut") != redrawn
    shown = preview.ask(source(page, "cards/uppercut"))[2]
    colours = Image.open(io.BytesIO(shown)).convert("RGB").getcolors(10**6)
    assert (255, 0, 255) in [colour for _, colour in colours or []]


def test_a_broken_file_leaves_the_cards_and_says_what_is_wrong(
    workspace: Pub, start: Start, look: Look
) -> None:
    preview = start(workspace.root, "pub")
    page = look(preview)
    count = cards(page).count()
    good = workspace.path("deck.csv").read_bytes()
    workspace.set(24, needs="theif")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("cards/pub/deck.csv, row 24, column 'needs'")
    expect(alert).to_contain_text("'theif' is no known word here")
    expect(alert).to_contain_text("did you mean 'thief'?")
    expect(cards(page)).to_have_count(count)
    expect(card(page, "cards/backstab")).to_contain_text("1 error")
    # A view that was never drawn is drawn from the last good deck.
    page.get_by_role("radio", name="Ink-saver").check(force=True)
    expect(page).to_have_url(f"{preview.address}?view=ink-saver")
    expect(cards(page)).to_have_count(count)
    workspace.path("deck.csv").write_bytes(good)
    expect(alert).to_have_count(0)
    expect(page.locator("#status")).not_to_have_class("broken")


def test_one_card_that_cannot_be_drawn_is_marked_and_shown_as_it_was(
    workspace: Pub, start: Start, look: Look
) -> None:
    preview = start(workspace.root, "pub")
    page = look(preview)
    before = source(page, "cards/backstab")
    rows = workspace.deck()
    rows[22]["text"] = "Adds 3 to this attack. " + "Nothing personal. " * 40
    rows[23]["text"] = f"{rows[23]['text']} Really."
    workspace.write_deck(rows)
    expect(page.get_by_role("alert")).to_contain_text("row 24, column 'text'")
    expect(page.get_by_role("alert")).to_contain_text("shorten it")
    backstab = card(page, "cards/backstab")
    expect(backstab).to_contain_text("as it last was")
    assert source(page, "cards/backstab") == before
    expect(page.locator(".paper.stale")).to_have_count(1)
    # The other card of the same save is redrawn.
    other = f"cards/{rows[23]['id']}"
    expect(card(page, other).locator("img")).to_have_attribute(
        "src", preview.tiles()[other]["picture"]
    )
    assert "Really." in preview.tiles()[other]["text"]


def test_a_game_that_is_broken_from_the_start_comes_up_once_mended(
    workspace: Pub, start: Start, look: Look
) -> None:
    good = workspace.path("game.toml").read_bytes()
    workspace.path("game.toml").write_bytes(b"title = \n")
    preview = start(workspace.root, "pub")
    page = look(preview)
    expect(page.get_by_role("alert")).to_contain_text("cards/pub/game.toml, line 1")
    expect(cards(page)).to_have_count(0)
    workspace.path("game.toml").write_bytes(good)
    expect(page.get_by_role("heading", name="Tavern Brawl")).to_be_visible()
    expect(cards(page)).to_have_count(FEW + 1)


def test_findings_stand_beside_their_cards(workspace: Pub, start: Start, look: Look) -> None:
    preview = start(workspace.root, "pub")
    page = look(preview)
    workspace.set(24, text="Adds 4 to this attack.")
    findings = page.get_by_role("complementary").get_by_role("list").first
    expect(findings).to_contain_text("the text says 'Adds 4', but strength is 3")
    expect(card(page, "cards/backstab")).to_contain_text("1 error")
    page.get_by_role("button", name="Only cards with findings").click()
    expect(cards(page)).to_have_count(1)
    findings.get_by_role("button").click()
    expect(page.get_by_role("dialog")).to_contain_text("make text and column agree")


def test_what_is_wrong_with_many_cards_alike_is_one_line(
    workspace: Pub, start: Start, look: Look
) -> None:
    """As ``check`` tells it; which cards they are is a click away, and each keeps its own."""
    preview = start(workspace.root, "pub")
    page = look(preview, viewport={"width": 1280, "height": 800})
    good = workspace.deck()
    titles = [row["title"] for row in good]
    renamed = [
        {**row, "kind": "caracter" if at < 9 else "hero"} for at, row in enumerate(good[:11])
    ]
    workspace.write_deck(renamed + good[11:])
    alert = page.get_by_role("alert")
    expect(alert.get_by_role("heading", name="11 errors in the files")).to_be_visible()
    expect(alert.locator(".finding")).to_have_count(3)
    expect(alert.locator(".place").first).to_have_text(
        "cards/pub/deck.csv, rows 2–10, column 'kind'"
    )
    for row in (11, 12):
        expect(alert).to_contain_text(f"cards/pub/deck.csv, row {row}, column 'kind'")
    first = cards(page).first.bounding_box()
    assert first and first["y"] < 700
    expect(cards(page).first).to_contain_text("1 error")
    summary = alert.locator("summary")
    expect(summary).to_have_text("9 cards")
    summary.press("Enter")
    expect(alert.get_by_role("button")).to_have_text(titles[:9])
    found = Axe().run(page)
    assert not found.response["violations"], found.generate_report()
    alert.get_by_role("button", name=titles[3]).press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(titles[3])
    expect(dialog).to_contain_text("row 5, column 'kind'")
    page.keyboard.press("Escape")
    workspace.write_deck(
        [{**row, "picture": "" if at < 4 else row["picture"]} for at, row in enumerate(good)]
    )
    findings = page.get_by_role("complementary").get_by_role("list").first
    expect(findings.locator("summary")).to_have_text("4 cards")
    findings.locator("summary").click()
    findings.get_by_role("button", name=titles[2]).click()
    expect(dialog).to_contain_text(titles[2])


def test_text_of_the_files_is_never_markup(workspace: Pub, start: Start, look: Look) -> None:
    workspace.set(24, title="<b onclick=x>Back</b>", text="<img src=x onerror=alert(1)> & {title}")
    preview = start(workspace.root, "pub")
    page = look(preview)
    expect(card(page, "cards/backstab")).to_contain_text("<b onclick=x>Back</b>")
    card(page, "cards/backstab").click()
    expect(page.locator("#detail-text")).to_have_text("<img src=x onerror=alert(1)> & {title}")


def test_a_deck_that_grows_and_shrinks(workspace: Pub, start: Start, look: Look) -> None:
    preview = start(workspace.root, "pub")
    page = look(preview)
    rows = workspace.deck()
    workspace.write_deck([*rows[:4], {**rows[4], "copies": "3"}])
    expect(cards(page)).to_have_count(6)
    expect(cards(page).nth(4)).to_contain_text("× 3")
    workspace.write_deck(rows)
    expect(cards(page)).to_have_count(FEW + 1)
    assert page.evaluate(
        "[...document.querySelectorAll('.card')].map(each => each.dataset.place)"
    ) == list(preview.tiles())


def test_the_page_outlives_its_server(workspace: Pub, start: Start, browser: Browser) -> None:
    preview = start(workspace.root, "pub")
    page = browser.new_page()
    page.goto(preview.address)
    expect(cards(page)).to_have_count(FEW + 1)
    assert preview.interrupt() == 0
    expect(page.locator("#status")).to_contain_text("has ended")
    expect(cards(page)).to_have_count(FEW + 1)
    page.close()


def test_a_folder_that_is_written_anew_is_still_watched(
    workspace: Pub, start: Start, look: Look
) -> None:
    preview = start(workspace.root, "pub")
    page = look(preview)
    shutil.copytree(workspace.root / "cards/pub", workspace.root / "kept")
    shutil.rmtree(workspace.root / "cards/pub")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(cards(page)).to_have_count(FEW + 1)
    shutil.copytree(workspace.root / "kept", workspace.root / "cards/pub")
    expect(page.get_by_role("alert")).to_have_count(0)
    workspace.set(24, text="Adds 3 to this attack. Quite personal.")
    expect(page.locator("#status")).to_contain_text("Backstab")
