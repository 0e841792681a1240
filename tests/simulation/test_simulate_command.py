"""``brawlprint simulate``: its tables, its JSON, and what it refuses."""

from __future__ import annotations

import io
import json
import re
import shlex
from pathlib import Path

import pikepdf
import pytest
from doing import run
from ring import planted, workspace

from brawlprint.engine.examples import SHOVING
from brawlprint.simulation import patience


@pytest.fixture
def ring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(workspace(tmp_path))
    return tmp_path


def simulate(*words: str, jobs: int = 1):
    return run("simulate", "duel", "--jobs", str(jobs), *words)


def figures(*words: str, jobs: int = 1) -> dict:
    result = simulate("--json", *words, jobs=jobs)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_the_document_has_what_a_script_needs(ring: Path) -> None:
    found = figures("--games", "200", "--players", "3", "--seed", "4")
    assert {key: found[key] for key in ("game", "players", "seed", "games")} == {
        "game": "duel",
        "players": 3,
        "seed": 4,
        "games": 200,
    }
    assert sum(found["terminations"].values()) == 200
    assert found["length"]["p5"] <= found["length"]["median"] <= found["length"]["p95"]
    assert [seat["seat"] for seat in found["seats"]] == [1, 2, 3]
    assert sum(seat["share"] for seat in found["seats"]) == pytest.approx(1, abs=1e-4)
    for seat in found["seats"]:
        assert seat["low"] < seat["share"] < seat["high"]
    assert [card["id"] for card in found["cards"]] == ["jab", "hook"]
    assert set(found["cards"][0]) == {"id", "drawn", "playable", "played", "win_share"}
    assert found["decisions"] > 200
    assert found["seconds"] > 0


def test_the_cards_one_asks_for(ring: Path) -> None:
    """The best and the worst are told, and how to see others; or just those that are picked."""
    words = ["simulate", "tavern", "--games", "8", "--jobs", "1"]
    some = run(*words).output
    assert " more\n" in some
    assert "--cards all shows all of them" in some
    assert len(run(*words, "--cards", "all").output.splitlines()) > len(some.splitlines()) + 30
    picked = run(*words, "--cards", "duck,55-56").output
    table = picked[picked.index("Cards by") :].splitlines()[2:]
    assert len(table) == 3
    assert any(line.startswith("duck ") for line in table)
    assert not any(" more" in line for line in table)
    refused = run(*words, "--cards", "dukc")
    assert refused.exit_code == 2
    assert "--cards 'dukc': tavern has no such card; did you mean" in refused.output


def test_a_seed_has_its_figures_whatever_the_jobs(ring: Path) -> None:
    one, two = figures("--games", "120"), figures("--games", "120", jobs=2)
    for found in (one, two):
        del found["seconds"]
    assert one == two
    assert figures("--games", "120", "--seed", "2")["terminations"] != one["terminations"]


def test_tables_tell_it_to_people(ring: Path) -> None:
    told = simulate("--games", "300", "--agents", "brawler,random").output
    for word in ("300 matches", "last-standing", "Length:", "95 % interval", "agent", "hook"):
        assert word in told


def test_option_reaches_the_rules(ring: Path) -> None:
    found = figures("--games", "20", "--option", "move-limit=2")
    assert found["terminations"] == {"move_limit": 20}
    assert found["options"] == {"move_limit": 2}
    assert found["decided"] == 0
    assert "won by nobody" not in simulate("--games", "5", "--option", "move_limit=2").output


def test_one_match_of_a_run_can_be_played_alone(ring: Path) -> None:
    singles = [figures("--match", str(index))["decisions"] for index in range(6)]
    assert sum(singles) == figures("--games", "6")["decisions"]


def test_figures_are_saved_and_drawn(ring: Path) -> None:
    result = simulate("--games", "60", "--save", "a/b.json", "--report", "a/r.pdf")
    assert result.exit_code == 0, result.output
    assert json.loads((ring / "a/b.json").read_text("utf-8"))["games"] == 60
    data = (ring / "a/r.pdf").read_bytes()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert len(pdf.pages) == 2
        for page in pdf.pages:
            for font in page.resources.get("/Font", {}).values():
                assert "/FontFile2" in font.FontDescriptor


def test_an_interrupt_tells_what_is_done(ring: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(meter: object, progress) -> None:
        if progress.done > 20:
            raise KeyboardInterrupt

    monkeypatch.setattr("brawlprint.commands.matches.Meter.tell", interrupted)
    result = simulate("--games", "100000", "--json", "--save", "part.json")
    found = json.loads(result.stdout)
    assert result.exit_code == 130
    assert found["interrupted"]
    assert 20 < found["games"] < 100_000
    assert json.loads((ring / "part.json").read_text("utf-8")) == found


def test_an_interrupt_before_any_match_has_nothing_to_tell(ring: Path, monkeypatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("brawlprint.simulation.run._Run.give_out", interrupted)
    result = simulate("--json")
    assert result.exit_code == 130
    assert json.loads(result.stdout)["games"] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--games 0", "from 1 to 10,000,000"),
        ("--games 10000001", "from 1 to 10,000,000"),
        ("--players 9", "Shoving takes 2 to 4 players, not 9"),
        ("--players 0", "nobody would play"),
        ("--agents genius", "there is no agent 'genius'"),
        ("--agents random,random,random", "3 agents can't sit on 2 seats"),
        ("--option speed=3", "Shoving has no option 'speed'"),
        ("--option speed", "write KEY=VALUE"),
        ("--jobs 0", "--jobs 0: write a whole number"),
        ("--match 10000000", "numbered up to 9,999,999"),
        ("--report fair.txt", "ends in .pdf"),
        ("--save cards", "is a folder"),
        ("--save cards/duel/deck.csv/x.json", "is no folder"),
    ],
)
def test_wrong_use_is_told(ring: Path, words: str, said: str) -> None:
    options = words.split()
    result = run("simulate", "duel", *options)
    assert result.exit_code == 2, result.output
    assert said in result.output


def test_an_unknown_game_is_told(ring: Path) -> None:
    result = run("simulate", "dual")
    assert result.exit_code == 2
    assert "did you mean 'duel'?" in result.output


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("victim.nose", "AttributeError"),
        ("raise SystemExit(3)", "SystemExit"),
        ("while True: pass", "no decision for 0.3 seconds"),
        ("import time; time.sleep(60)", "no decision for 0.3 seconds"),
    ],
)
def test_a_rules_file_that_goes_wrong(tmp_path: Path, monkeypatch, fault: str, said: str) -> None:
    rules = planted(fault)
    line = 1 + rules[: rules.index(fault)].count("\n")
    monkeypatch.chdir(workspace(tmp_path, rules))
    if "0.3 seconds" in said:  # what ends by itself has as long as it takes
        monkeypatch.setattr(patience, "PATIENCE", 0.3)
    result = simulate("--games", "50")
    assert result.exit_code == 1
    assert f"rules/duel.py, line {line}: " in result.output
    assert said in result.output
    assert re.search(r"\(seed \d+, 2 players", result.output)
    again = shlex.split(result.output.partition("this repeats it: brawlprint ")[2])
    assert run(*again, "--jobs", "1").output == result.output


FAULTS = """
    def faults(self):
        if any(player.breath < 0 for player in self.players):
            yield "somebody has less than no breath (SH-A3)"
"""
TABLE = "\ndef setup(table):\n"
SENT = "player.hand.send(card, table.discard)\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (TABLE, FAULTS + TABLE, "somebody has less than no breath (SH-A3)"),
        (SENT, "player.hand.remove(card)\n", "is nowhere any more: 1 of "),
        (SENT, "table.discard.append(card)\n", "is in more places than there are cards of it"),
    ],
)
def test_a_match_that_can_t_be_so_is_no_figure(
    tmp_path: Path, monkeypatch, old: str, new: str, said: str
) -> None:
    """The first matches are held to the game's invariants, and cards are counted in them."""
    monkeypatch.chdir(workspace(tmp_path, SHOVING.replace(old, new)))
    result = simulate("--games", "50")
    assert result.exit_code == 1
    assert result.output.startswith("Error: rules/duel.py: what can't be: ")
    assert said in result.output
    assert re.search(r"\(seed \d+, 2 players, after \d+ actions, the last 'P\d: ", result.output)
    again = shlex.split(result.output.partition("this repeats it: brawlprint ")[2])
    assert run(*again, "--jobs", "1").output == result.output
    assert run("compare", "duel", "--option", "move_limit=50", "--jobs", "1").exit_code == 1


def test_play_shows_the_match_that_went_wrong(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(workspace(tmp_path, planted("victim.nose")))
    said = simulate("--games", "50").output
    seed = re.search(r"\(seed (\d+),", said)[1]
    result = run("play", "duel", "--seat", "0", "--seed", seed)
    assert result.exit_code == 1
    assert said.partition(";")[0] in result.output


def test_a_process_that_is_lost_is_told(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(workspace(tmp_path, planted("import os; os._exit(1)")))
    result = simulate("--games", "50", jobs=2)
    assert result.exit_code == 1
    assert "a process that played matches was ended" in result.output


def test_the_first_fault_is_told_whatever_the_jobs(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(workspace(tmp_path, planted("victim.nose")))
    assert simulate("--games", "400").output == simulate("--games", "400", jobs=2).output


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("import no_such_module\n", "line 1: ModuleNotFoundError"),
        ("def play(:\n", "line 1: SyntaxError"),
        ("raise SystemExit\n", "it exits"),
        ("while True:\n    pass\n", "the rules are not read after 0.3 seconds"),
        ("x = 1\n", "lacks read, Table, setup, play"),
        (SHOVING + "\ndef hint(table, seat, choice):\n    return 1 / 0\n", "ZeroDivisionError"),
    ],
)
def test_rules_that_cannot_be_read_or_asked(tmp_path, monkeypatch, rules: str, said: str) -> None:
    monkeypatch.chdir(workspace(tmp_path, rules))
    if "0.3 seconds" in said:  # what ends by itself has as long as it takes
        monkeypatch.setattr(patience, "PATIENCE", 0.3)
    result = simulate()
    assert result.exit_code == 1
    assert "rules/duel.py" in result.output
    assert said in result.output


def test_what_rules_print_stays_out_of_the_document(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(workspace(tmp_path, planted("print('noise')")))
    assert "noise" not in json.dumps(figures("--games", "30"))


def test_a_thinking_agent_is_not_held_for_a_stuck_match(ring: Path, monkeypatch) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.5)
    assert figures("--games", "1", "--agents", "lookahead:600", "--option", "move_limit=3")
