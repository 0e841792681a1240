"""Every file of every game, read back: as many of everything as the definitions and the table say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
from games import (
    GAMES,
    ROOT,
    SETTINGS,
    TABLE,
    Build,
    Kit,
    Laid,
    boxes,
    laid,
    lines,
    rows,
    squeezed,
    text,
    toml,
)
from reading import Box, Page

SUITS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
NOTED = {"stooges": ["too-few-copies"]}  # four play with two decks
RECONSTRUCTED = {"joebob": 29, "stooges": 17}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def kit(kits: dict[str, Kit], game: str) -> Kit:
    return kits[game]


def words_of(pages: list[Page]) -> str:
    return " ".join(page.text for page in pages)


def cards_of(kit: Kit) -> list[Laid]:
    return list(laid(kit.pages("cards"), two_sided=True))


def deck_of(game: str, players: int | None = None, copies: int = 1) -> list[dict[str, str]]:
    """The cards in printing order; a set a player where each has his own."""
    deck = [row for row in rows(game) for _ in range(int(row["copies"] or 1))]
    sets = (players or TABLE[game].players[2]) if game == "throwdown" else 1
    return deck * sets * copies


# The files


def test_files_are_those_of_the_table(kit: Kit, game: str) -> None:
    there = {path.stem for path in kit.folder.glob("*.pdf")}
    assert there >= TABLE[game].files
    made = {*toml(game)["components"], "print-plan"}
    assert there == made == {each["component"] for each in files(kit)}
    assert sorted(path.suffix for path in kit.folder.iterdir()) == [".json"] + len(there) * [".pdf"]


def files(kit: Kit) -> list[dict[str, object]]:
    return list(kit.said["results"][0]["files"])


def test_files_are_sound_and_as_told(kit: Kit, game: str, paper: str) -> None:
    fewest, most, default = TABLE[game].players
    players = toml(game)["players"]
    assert (players["min"], players["max"], players["default"]) == (fewest, most, default)
    result = kit.said["results"][0]
    assert (result["players"], result["paper"]) == (default, paper)
    assert [finding["code"] for finding in result["findings"]] == NOTED.get(game, [])
    for file in files(kit):
        component = str(file["component"])
        with pikepdf.open(kit.path(component)) as pdf:
            assert pdf.check_pdf_syntax() == []
            assert len(pdf.pages) == file["pages"] == kit.listed(component)["pages"]
            assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
            told = str(pdf.Root.ViewerPreferences.Duplex)
        assert told.startswith("/DuplexFlip") == (file["sides"] == 2), component
        assert file["stock"]


def test_fonts_are_embedded(kit: Kit) -> None:
    for file in files(kit):
        with pikepdf.open(kit.path(str(file["component"]))) as pdf:
            fonts = [
                each
                for each in pdf.objects
                if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/Font"
            ]
            assert fonts
            for font in fonts:
                assert "/FontFile2" in font.FontDescriptor, (file["component"], font.BaseFont)


def test_words_keep_5_mm_from_the_edge_of_the_paper(kit: Kit) -> None:
    for file in files(kit):
        # Some label sheets have less of a margin; there words keep off the labels' edges instead.
        least = 4.0 if file["component"] == "stickers" else 5 - 0.05  # an i's dot is tall
        for page in kit.pages(str(file["component"])):
            printable = page.paper.inset(least)
            outside = [char for char in page.printed if not printable.holds(char.box)]
            assert outside == [], (file["component"], page.label)


# The cards


def titles_of(kit: Kit, game: str) -> list[str]:
    """The title that each filled place shows, as the list writes it."""
    known = {squeezed(row["title"]): row["title"] for row in rows(game)}
    where = boxes(game, "{title}")
    found = []
    for each in cards_of(kit):
        (title,) = {known[words] for words in map(squeezed, each.read(where)) if words in known}
        found.append(title)
    return found


def test_as_many_cards_as_the_deck(kit: Kit, game: str) -> None:
    titles = titles_of(kit, game)
    assert len(titles) == TABLE[game].cards
    assert titles == [card["title"] for card in deck_of(game)]


def test_whole_decks_more(build_games: Build, game: str) -> None:
    kit = build_games("all", "--paper", "letter", "--only", "cards", "--copies", "2")[game]
    titles = titles_of(kit, game)
    assert len(titles) == 2 * TABLE[game].cards
    assert Counter(titles) == Counter(card["title"] for card in deck_of(game, copies=2))
    assert sum(face["copies"] for face in kit.listed("cards")["faces"]) == len(titles)


def test_every_card_has_a_back_and_all_have_the_same(kit: Kit) -> None:
    cards = cards_of(kit)
    assert len({each.back for each in cards}) == 1
    assert cards[0].back
    fronts, backs = kit.fronts, kit.backs
    assert len(fronts) == len(backs)
    assert [len(page.filled_places()) for page in fronts] == [
        len(page.filled_places()) for page in backs
    ]


SHOWN = {
    "tavern": ("text",),
    "joebob": ("text", "damage"),
    "stooges": ("text", "damage"),
    "wrestling": ("text", "moves"),
    "throwdown": ("text",),
}


def test_texts_and_numbers_are_those_of_the_list(kit: Kit, game: str) -> None:
    for column in SHOWN[game]:
        for each, card in zip(cards_of(kit), deck_of(game), strict=True):
            where = boxes(game, f"{{{column}}}", card["kind"])
            seen = {squeezed(words) for words in each.read(where)}
            if card[column]:
                assert seen == {squeezed(card[column])}, (card["title"], column)


def test_a_whole_pack_is_in_the_corners(kits: dict[str, Kit]) -> None:
    """Ranks of the own pack stand in both upper corners; jokers say so there."""
    corners = [Box(3, 3, 14, 13), Box(49.5, 3, 60.5, 13)]
    for each, card in zip(cards_of(kits["wrestling"]), rows("wrestling"), strict=True):
        if card["rank"] == "joker":
            assert squeezed(each.text).startswith("JOKERJOKER")
        else:
            assert each.read(corners) == [card["rank"]] * 2, card["title"]
    counted = Counter((card["rank"], card["suit"]) for card in rows("wrestling"))
    assert len(counted) == 54 and set(counted.values()) == {1}


def test_the_corner_index_is_that_of_the_mapping(kits: dict[str, Kit]) -> None:
    ids = {row["title"]: row["id"] for row in rows("joebob")}
    where = boxes("joebob", "{index}")
    seen: Counter[tuple[str, str]] = Counter()
    for each, title in zip(
        cards_of(kits["joebob"]), titles_of(kits["joebob"], "joebob"), strict=True
    ):
        read = each.read(where)
        assert len(read) == 2, title  # in the corner and at the foot
        (index,) = set(map(squeezed, read))
        seen[index, ids[title]] += 1
    faces = rows("joebob", "mapping.csv")
    wanted = {
        (f"{face['rank']}{SUITS[face['suit']]}", face["card"])
        if face["suit"] in SUITS
        else (squeezed(f"{face['suit']} joker"), face["card"])
        for face in faces
    }
    assert len(wanted) == 54
    assert seen == dict.fromkeys(wanted, 2)


def test_nothing_on_the_cards_says_reconstructed(kits: dict[str, Kit]) -> None:
    for game in GAMES:
        for page in kits[game].pages("cards"):
            assert "reconstruct" not in page.text.casefold(), (game, page.label)


# A set a player, and whom to aim at


@pytest.mark.parametrize("players", [2, 3, 8])
def test_five_actions_a_player_three_in_a_duel(build_games: Build, players: int) -> None:
    kit = build_games("throwdown", "--paper", "a4", "--players", str(players), "--only", "cards")[
        "throwdown"
    ]
    kinds = ("attack",) if players == 2 else ("attack", "defense")
    wanted = [card["title"] for card in rows("throwdown") if card["kind"] in kinds]
    assert len(wanted) == (3 if players == 2 else 5)
    seats = boxes("throwdown", "{seat}")
    seen = [
        (each.read(seats), title)
        for each, title in zip(cards_of(kit), titles_of(kit, "throwdown"), strict=True)
    ]
    assert seen == [([str(seat)], title) for seat in range(1, players + 1) for title in wanted]


@pytest.mark.parametrize("players", [3, 4, 8])
def test_target_cards_for_each_pair(build_games: Build, paper: str, players: int) -> None:
    options = ("--paper", paper, "--players", str(players), "--only", "target-cards")
    kit = build_games("throwdown", *options)["throwdown"]
    cards = list(laid(kit.pages("target-cards"), two_sided=True))
    assert len(cards) == players * players
    assert all(each.back for each in cards)
    pairs = []
    for each in cards:
        target, owner = re.findall(r"PLAYER (\d)", each.text)
        assert ("FACE UP" in each.text) == (target == owner), each.text
        pairs.append((int(owner), int(target)))
    everybody = range(1, players + 1)
    assert pairs == [(owner, target) for owner in everybody for target in everybody]


def test_a_duel_has_no_target_cards_and_clears_those_of_before(
    tmp_path: Path, build_games: Build
) -> None:
    from games import build_kits

    before = build_kits(tmp_path, ["throwdown"], "--paper", "a4", "--players", "3")["throwdown"]
    assert before.path("target-cards").is_file()
    (before.folder / "notes.pdf").write_bytes(b"somebody's")
    duel = build_kits(tmp_path, ["throwdown"], "--paper", "a4", "--players", "2")["throwdown"]
    there = {path.stem for path in duel.folder.glob("*.pdf")}
    assert there == {*toml("throwdown")["components"], "print-plan", "notes"} - {"target-cards"}
    told = [each["component"] for each in files(duel)]
    assert told == [each["component"] for each in duel.manifest["files"]]
    assert set(told) == there - {"notes"}
    assert "6 CARDS" in duel.pages("tuck-box")[0].text


# Tracks


def strips(kit: Kit, component: str) -> Iterator[tuple[Laid, list[list[tuple[str, float]]]]]:
    """Each strip with the lines of its cells: all below its title bar."""
    for each in laid(kit.pages(component)):
        place = each.place
        inside = Box(place.x0, place.y0 + 13, place.x1, place.y1)
        yield each, lines(each.page.chars_in(inside))


def check_track(kit: Kit, component: str, numbers: list[int], last: int, players: int) -> None:
    """A strip a player: these cells in order, evenly apart, the last ones (``last``) out."""
    found = list(strips(kit, component))
    seats = []
    for each, inside in found:
        place = each.place
        seats.append(each.page.text_in(Box(place.x0, place.y0, place.x0 + 14, place.y0 + 13)))
        cells = [line for line in inside if line[0][0].isdigit()]
        assert [int(word) for line in cells for word, _ in line] == numbers
        for line in cells:
            steps = [right - left for (_, left), (_, right) in pairwise(line)]
            assert all(step > 10 and abs(step - steps[0]) < 1 for step in steps)
        outs = [word for line in inside if line not in cells for word, _ in line]
        assert outs == ["OUT"] * last
    assert seats == [str(seat) for seat in range(1, players + 1)]


@pytest.mark.parametrize("players", [2, 6])
def test_a_beer_track_from_10_to_0(build_games: Build, paper: str, players: int) -> None:
    options = ("--paper", paper, "--players", str(players), "--only", "beer-track")
    kit = build_games("tavern", *options)["tavern"]
    check_track(kit, "beer-track", list(range(10, -1, -1)), 1, players)


@pytest.mark.parametrize("limit", [5, 20, 100])
def test_a_pain_track_to_the_limit_and_past_it(build_games: Build, paper: str, limit: int) -> None:
    option = ("--option", f"pain_limit={limit}") if limit != 20 else ()
    options = ("--paper", paper, *option, "--only", "pain-tracker")
    kit = build_games("throwdown", *options)["throwdown"]
    # The hardest blow on somebody a point from the end leads 5 past it; there is one cell to spare.
    check_track(kit, "pain-tracker", list(range(limit + 7)), 7, players=4)


# Mats, tokens, dice


def test_a_ring_mat_a_player(kits: dict[str, Kit], build_games: Build) -> None:
    spec = toml("joebob")["components"]["ring-mat"]
    starts = {area["title"]: area["start"] for area in spec["area"] if "start" in area}
    assert starts == {"Stamina": 35, "Reserve": 15, "Turn Damage": 0}
    eight = build_games("joebob", "--paper", "a4", "--players", "8", "--only", "ring-mat")["joebob"]
    for kit, players in ((kits["joebob"], 4), (eight, 8)):
        mats = list(laid(kit.pages("ring-mat")))
        seats = [each.read([Box(4, 4, 15, 16)]) for each in mats]
        assert seats == [[str(seat)] for seat in range(1, players + 1)]
        for each in mats:
            for area in spec["area"]:
                x, y, w, h = area["box"]
                box = Box.of([x + 4, y + 16, w, h])
                start = str(area.get("start", ""))
                wanted = f"{area['title'].upper()} {start} {' '.join(area['note'].split())}"
                assert " ".join(each.read([box])) == " ".join(wanted.split())


def test_tavern_mats(kits: dict[str, Kit]) -> None:
    mats = list(laid(kits["tavern"].pages("mats")))
    assert len(mats) == 2
    for each in mats:
        for word in ("CHARACTERS", "DRAW", "DISCARD", "BEERS"):
            assert word in each.text.split()


@pytest.mark.parametrize("players", [2, 4, 8])
def test_tokens_of_50_points_and_a_status_a_player(
    build_games: Build, paper: str, players: int
) -> None:
    options = ("--paper", paper, "--players", str(players), "--only", "tokens")
    kit = build_games("joebob", *options)["joebob"]
    seen = Counter((each.text, each.back) for each in laid(kit.pages("tokens"), two_sided=True))
    assert set(seen) == {("1 POINT", "1 POINT"), ("5 POINTS", "5 POINTS"), ("STANDING", "DOWN")}
    points = seen["1 POINT", "1 POINT"] + 5 * seen["5 POINTS", "5 POINTS"]
    assert points == 50 * players
    # Who has all of Stamina as ones, but for a few fives, can pay any damage.
    assert seen["1 POINT", "1 POINT"] >= 10 * players
    assert seen["STANDING", "DOWN"] == players


@pytest.mark.parametrize("players", [2, 8])
def test_a_token_and_a_die_a_player(build_games: Build, players: int) -> None:
    only = ("--only", "tokens", "--only", "dice")
    options = ("--paper", "a4", "--players", str(players), *only)
    kit = build_games("throwdown", *options)["throwdown"]
    everybody = [str(seat) for seat in range(1, players + 1)]
    assert [each.text for each in laid(kit.pages("tokens"))] == everybody
    dice = [re.findall(r"PLAYER (\d)", each.text) for each in laid(kit.pages("dice"))]
    assert dice == [[seat] for seat in everybody]


# Sheets and tables


@pytest.mark.parametrize(
    ("game", "players"), [("stooges", 2), ("stooges", 4), ("stooges", 8), ("wrestling", 2)]
)
def test_a_column_a_player_on_the_score_sheet(build_games: Build, game: str, players: int) -> None:
    options = ("--paper", "a4", "--players", str(players), "--only", "score-sheet")
    kit = build_games(game, *options)[game]
    spec = toml(game)["components"]["score-sheet"]
    entries, count = [entry.upper() for entry in spec["entries"]], spec["rows"]
    (sheet,) = laid(kit.pages("score-sheet"))
    page, place = sheet.page, sheet.place
    left = Box(place.x0, place.y0 + 18, place.x0 + 24, place.y1)
    labels = ["".join(word for word, _ in line) for line in lines(page.chars_in(left))]
    numbered = [f"{spec['row']}{number}" for number in range(1, count + 1)]
    wanted = ["NAME", *map(squeezed, numbered), squeezed(spec["total"])]
    assert labels == wanted

    heads = lines(page.chars_in(Box(place.x0 + 24, place.y0 + 18, place.x1, place.y0 + 40)))
    seats, named = heads
    assert [word for word, _ in seats] == [str(seat) for seat in range(1, players + 1)]
    assert [word for word, _ in named] == entries * players
    middles = [middle for _, middle in named]
    steps = [right - left for left, right in pairwise(middles)]
    assert all(abs(step - 160 / len(entries) / players) < 1 for step in steps)

    inside = [stroke for stroke in page.strokes if place.holds(stroke.box)]
    downs = {round(stroke.x0, 1) for stroke in inside if stroke.vertical and stroke.length > 200}
    assert len(downs) == players * len(entries)
    assert all(downs and min(abs(x - middle) for x in downs) > 4 for middle in middles)
    across = {round(stroke.y0, 1) for stroke in inside if stroke.horizontal and stroke.length > 170}
    assert len(across) == 2 + count  # below the names, their heads, each row


def test_the_moves_a_row_each_for_both_players(kits: dict[str, Kit]) -> None:
    table = rows("wrestling", "moves.csv")
    assert len(table) == 15
    tables = list(laid(kits["wrestling"].pages("move-table")))
    assert len(tables) == 2
    for each in tables:
        printed, at = squeezed(each.text), 0
        for row in table:
            for cell in row.values():
                at = printed.index(squeezed(cell), at) + len(squeezed(cell))
        assert at == len(printed)
        x, top, _, foot = each.place.edges
        below = each.page.chars_in(Box(x, top + 23, x + 12, foot))
        initials = [char.text for char in below if char.box.x0 < x + 7.7]
        assert initials == [row["Move"][0] for row in table]


def test_five_two_sided_instruction_cards(kits: dict[str, Kit]) -> None:
    cards = list(laid(kits["stooges"].pages("instruction-cards"), two_sided=True))
    table = rows("stooges", "instructions.csv")
    assert (len(cards), len(table)) == (5, 10)
    for each, front, back in zip(cards, table[::2], table[1::2], strict=True):
        for words, row in ((each.text, front), (each.back, back)):
            assert words.startswith(f"{row['title'].upper()} {' '.join(row['text'].split())} ")


# What is read


AIDS = tuple(game for game in GAMES if "player-aid" in toml(game)["components"])


@pytest.mark.parametrize("game", AIDS)
def test_an_aid_a_player_that_lists_every_kind(kits: dict[str, Kit], game: str) -> None:
    panels = [each.text for each in laid(kits[game].pages("player-aid"))]
    assert len(panels) == TABLE[game].players[2]
    assert len(set(panels)) == 1
    data = toml(game)
    in_deck = {card["kind"] for card in rows(game)}
    vocabularies = {"kind": data["kinds"]} | {
        name: column.get("values", {}) for name, column in data.get("columns", {}).items()
    }
    legend = data["components"]["player-aid"]["legend"]
    printed = squeezed(panels[0])
    for column in legend:
        for term in vocabularies[column].values():
            if "meaning" in term:
                assert squeezed(f"{term['word']}: {term['meaning']}") in printed
    for kind in in_deck:
        assert squeezed(data["kinds"][kind]["word"]) in printed, kind


def test_the_aid_has_every_move_with_its_damage_and_its_answer(kits: dict[str, Kit]) -> None:
    page = next(laid(kits["joebob"].pages("player-aid"))).text
    short = {
        "can-of-mace": "Mace",
        "roll-of-quarters": "Quarters",
        "wooden-board": "Board",
        "metal-chair": "Chair",
    }
    for card in rows("joebob"):
        kind, title = card["kind"], short.get(card["id"], card["title"])
        if kind in ("headlock-move", "rope-move", "object"):
            assert f"{title} {card['damage']}" in page
    for answer in (
        "Headlock move: Escape Headlock",
        "Punch: Duck Punch",
        "Irish Whip: Reverse Irish Whip",
        "Rope move: Reverse Rope Throw",
        "Leg lock: Kick Out / Reverse Figure Four",
        "Ring jump: Kick Out / Dodge",
        "Pin: either Kick Out",
        "Object: Referee",
    ):
        assert answer in page


def test_the_rulebook_has_every_heading_in_order(kit: Kit, game: str) -> None:
    printed, at = squeezed(words_of(kit.pages("rulebook"))), 0
    headings = re.findall(r"^#+ (.+)$", text(game, "rulebook.md"), re.MULTILINE)
    assert len(headings) > 8
    for heading in headings:
        at = printed.index(squeezed(heading), at) + len(squeezed(heading))


def test_the_rulebook_has_all_words_of_its_source(kit: Kit, game: str) -> None:
    printed = words_of(kit.pages("rulebook")).lower()
    typed = set(
        re.findall(r"[^\W_]{4,}", re.sub(r"`[^`]*`", "", text(game, "rulebook.md")).lower())
    )
    assert typed - set(re.findall(r"[^\W_]{4,}", printed)) == set()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_reconstructed_is_told_where_it_matters(
    kits: dict[str, Kit], game: str, workspace: object, run: object
) -> None:
    """At the very end of the rules, by ``check``, in the README; nowhere of a game that is known."""
    checked = run("check", game, "--layer", "composition", "--json").json  # type: ignore[operator]
    found = [each for each in checked["findings"] if each["code"] == "reconstructed"]
    marked = [row["title"] for row in rows(game) if row["status"] == "reconstructed"]
    if game not in RECONSTRUCTED:
        assert found == marked == []
        return
    *_, last = re.split(r"^## ", text(game, "rulebook.md"), flags=re.MULTILINE)
    assert "reconstructed" in last
    assert "reconstructed" in words_of(kits[game].pages("rulebook")[-1:])
    assert "reconstructed" in run("check", game, "--layer", "composition").out  # type: ignore[operator]
    [finding] = found
    assert finding["level"] == "info"
    assert f"{len(marked)} of {RECONSTRUCTED[game]} titles" in finding["message"]
    assert re.search(r"reconstructed", (ROOT / "README.md").read_text(encoding="utf-8"))


# Bytes


def test_same_bytes_whatever_the_seed(
    build_games: Build, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Everything of every game, in this process and in two with other hash seeds."""
    here = build_games("all", "--paper", "letter")
    processes, folders = [], []
    for seed in ("0", "4242"):
        folders.append(tmp_path_factory.mktemp("seed"))
        command = [sys.executable, "-m", "brawlprint", "build", "all", *SETTINGS]
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        processes.append(
            subprocess.Popen(
                [*command, "--paper", "letter"],
                cwd=folders[-1],
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        )
    for process in processes:
        _, error = process.communicate(timeout=120)
        assert (process.returncode, error) == (0, b"")
    for game in GAMES:
        one, two, own = (
            {path.name: path.read_bytes() for path in folder.iterdir()}
            for folder in (
                folders[0] / "output" / game,
                folders[1] / "output" / game,
                here[game].folder,
            )
        )
        assert one.keys() == two.keys() == own.keys()
        assert [name for name in one if not one[name] == two[name] == own[name]] == [], game
