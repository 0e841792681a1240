"""``brawlprint check`` beside its findings: layers, words, documents, exit codes, broken rules."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from desk import Desk, checked
from doing import run

from brawlprint.cli import main
from brawlprint.engine import examples
from brawlprint.simulation import patience

Make = Callable[[str], Desk]
LAYERS = ["composition", "coverage", "odds", "balance", "print"]
# With hands large enough for every match to come to its end.
SHOVING = examples.SHOVING.replace("for _ in range(2)", "for _ in range(7)")
HIT = "            victim.out = victim.breath <= 0\n"


@pytest.fixture
def duel(desk: Make, tmp_path: Path) -> Desk:
    """The smallest game there is rules for, in the looks of another."""
    from brawlprint.simulation.examples import DECK, GAME

    desk("throwdown")
    made = Desk(tmp_path, "duel")
    made.path("").mkdir()
    made.path("game.toml").write_text(GAME.replace('"none"', '"throwdown"'), "utf-8")
    made.path("deck.csv").write_text(DECK.replace(",8,", ",40,").replace(",4,", ",20,"), "utf-8")
    made.rules(SHOVING)
    (tmp_path / "rules/duel.md").write_text("- **SH-A1** Shove somebody, or rest.\n", "utf-8")
    return made


# --- layers and documents ---


def test_all_layers_in_their_order(duel: Desk) -> None:
    result = run("check", "duel", "--playouts", "12", "--jobs", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.output.splitlines()
    assert lines[0] == "Shoving"
    places = [lines.index(layer.capitalize()) for layer in LAYERS]
    assert places == sorted(places)
    assert "60 cards of 2 titles" in lines
    assert "opening hand of 7 out of 60 cards, 2 to 4 players" in lines
    assert "12 matches of brawlers for each number of players, seed 1" in lines
    assert "all ended by last-standing" in lines
    assert lines[-1] == "✓ the deck is right, it plays, it prints"


def test_the_document_of_one_game(duel: Desk) -> None:
    result = run("check", "duel", "--playouts", "12", "--jobs", "1", "--json")
    found = json.loads(result.stdout)
    assert found["game"] == "duel"
    assert found["ok"] is True
    assert found["layers"] == LAYERS
    assert found["left_out"] == {}
    assert found["composition"]["by_kind"] == {"attack": 60}
    assert found["coverage"] == {"words": {}, "unread": []}
    assert [hand["players"] for hand in found["odds"]] == [[2, 3, 4]]
    assert found["odds"][0]["kinds"][0]["chances"] == [0, 0, 0, 1]
    runs = found["balance"]["runs"]
    assert [each["players"] for each in runs] == [2, 3, 4]
    for each in runs:
        assert each["games"] == sum(each["terminations"].values()) == 12
        assert len(each["seats"]) == each["players"]
        assert [card["id"] for card in each["cards"]] == ["jab", "hook"]
        assert each["length"]["p5"] <= each["length"]["median"] <= each["length"]["p95"]
    assert found["print"]["fits"] is True
    assert [(each["layer"], each["code"]) for each in found["findings"]] == [("print", "no-print")]


def test_only_the_layers_asked_for(duel: Desk) -> None:
    words = ("--layer", "odds", "--layer", "composition", "--json")
    found = json.loads(run("check", "duel", *words).stdout)
    assert found["layers"] == ["composition", "odds"]
    assert "balance" not in found and "print" not in found
    told = run("check", "duel", "--layer", "odds").output
    assert "Odds" in told and "Composition" not in told and "Balance" not in told


def test_several_games_have_one_document(duel: Desk) -> None:
    found = json.loads(run("check", "duel", "tavern", "--layer", "composition", "--json").stdout)
    assert found["command"] == "check" and found["ok"] is True
    assert [each["game"] for each in found["results"]] == ["duel", "tavern"]
    everything = json.loads(run("check", "all", "--layer", "odds", "--json").stdout)
    assert len(everything["results"]) == 6
    told = run("check", "all", "--layer", "odds").output
    assert re.search(r"\nduel +0 +0  ✓ right\n", told)


def test_a_seed_has_its_figures_whatever_the_jobs(duel: Desk) -> None:
    words = ("check", "duel", "--layer", "balance", "--playouts", "60", "--json")
    one, two = run(*words, "--jobs", "1").stdout, run(*words, "--jobs", "2").stdout
    assert one == two
    assert run(*words, "--jobs", "1", "--seed", "2").stdout != one


def test_a_few_playouts_are_the_first_of_many(duel: Desk) -> None:
    """The first matches are played apart from the others, to see whether they end."""
    simulated = json.loads(run("simulate", "duel", "--games", "30", "--json").stdout)
    found = checked("duel", "balance", "--playouts", "30")["balance"]["runs"][0]
    for key in ("terminations", "length", "seats", "cards", "decisions"):
        assert found[key] == simulated[key], key


def test_strict_lets_warnings_fail(desk: Make) -> None:
    desk("tavern").card("duck", picture="")
    words = ("check", "tavern", "--layer", "composition")
    lenient, strict = run(*words), run(*words, "--strict")
    assert (lenient.exit_code, strict.exit_code) == (0, 1)
    assert lenient.output.endswith("✓ the deck is right; 1 warning\n")
    assert strict.output.endswith("✗ 1 warning\n")
    assert json.loads(run(*words, "--strict", "--json").stdout)["ok"] is False


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--layer", "balanse"), "there is no layer 'balanse'; did you mean 'balance'?"),
        (("--layer", "zzz"), "known: 'composition', 'coverage', 'odds', 'balance' or 'print'"),
        (("--playouts", "0"), "--playouts 0: write a whole number from 1 to 10,000,000"),
        (("--playouts", "10000001"), "from 1 to 10,000,000"),
        (("--jobs", "0"), "--jobs 0: write a whole number"),
    ],
)
def test_wrong_use_is_told(duel: Desk, words: tuple[str, ...], said: str) -> None:
    result = run("check", "duel", *words)
    assert result.exit_code == 2
    assert said in result.output
    as_json = json.loads(run("check", "duel", *words, "--json").stdout)
    assert as_json["ok"] is False


def test_colour_is_never_the_only_signal(duel: Desk, monkeypatch) -> None:
    """Nor is it there for who doesn't want it."""
    words = ["check", "duel", "--layer", "composition"]
    monkeypatch.delenv("NO_COLOR")
    coloured = CliRunner().invoke(main, words, color=True).output
    assert "\x1b[32m✓" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert CliRunner().invoke(main, words, color=True).output == click.unstyle(coloured)


def test_every_option_and_layer_is_told_in_the_help() -> None:
    told = run("check", "--help").output
    options = ("--layer", "--strict", "--playouts", "--seed", "--jobs", "--out", "--json")
    assert all(word in told for word in (*options, *LAYERS))


# --- games without rules, or with broken ones ---


def test_a_game_without_rules_is_fine(duel: Desk) -> None:
    (duel.root / "rules/duel.py").unlink()
    found = json.loads(run("check", "duel", "--strict", "--json").stdout)
    assert found["ok"] is True
    assert list(found["left_out"]) == ["coverage", "odds", "balance"]
    (finding,) = [each for each in found["findings"] if each["code"] == "no-rules"]
    assert finding["level"] == "info"
    assert finding["where"]["file"] == "rules/duel.py"
    told = run("check", "duel").output
    assert "Balance: left out, the game has no rules to be played by" in told
    assert told.endswith("✓ the deck is right, it prints\n")


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("victim.nose", "AttributeError"),
        ("raise SystemExit(3)", "SystemExit"),
        ("while True: pass", "no decision for 0.3 seconds"),
    ],
)
def test_rules_that_go_wrong_in_a_match(duel: Desk, monkeypatch, fault: str, said: str) -> None:
    rules = SHOVING.replace(HIT, f"            if table.turn > 10:\n                {fault}\n{HIT}")
    duel.rules(rules)
    if "0.3 seconds" in said:  # what ends by itself has as long as it takes
        monkeypatch.setattr(patience, "PATIENCE", 0.3)
    document = checked("duel", "balance", "--playouts", "50")
    (finding,) = document["findings"]
    assert (finding["layer"], finding["level"], finding["code"]) == (
        "balance",
        "error",
        "rules-fault",
    )
    line = 1 + rules[: rules.index(fault)].count("\n")
    assert (finding["where"]["file"], finding["where"]["row"]) == ("rules/duel.py", line)
    assert said in finding["message"]
    seed = re.search(r"\(seed (\d+), 2 players", finding["message"])
    again = shlex.split(finding["remedy"].partition("this repeats it: brawlprint ")[2])
    repeated = run(*again, "--jobs", "1")
    assert repeated.exit_code == 1
    assert f"rules/duel.py, line {line}: " in repeated.output
    assert f"(seed {seed[1]}," in repeated.output


@pytest.mark.parametrize(
    ("rules", "row", "said"),
    [
        ("import no_such_module\n", 1, "ModuleNotFoundError"),
        ("def play(:\n", 1, "SyntaxError"),
        ("raise SystemExit\n", None, "it exits"),
        ("\nwhile True:\n    pass\n", None, "the rules are not read after 0.3 seconds"),
        ("x = 1\n", None, "it lacks read, Table, setup, play"),
    ],
)
def test_rules_that_cannot_be_read(duel: Desk, monkeypatch, rules: str, row, said: str) -> None:
    """Told once, by the first layer that needs them; the others say that they were left out."""
    duel.rules(rules)
    if "0.3 seconds" in said:  # what ends by itself has as long as it takes
        monkeypatch.setattr(patience, "PATIENCE", 0.3)
    document = json.loads(run("check", "duel", "--jobs", "1", "--json").stdout)
    (finding,) = [each for each in document["findings"] if each["level"] == "error"]
    assert (finding["layer"], finding["where"]["file"]) == ("coverage", "rules/duel.py")
    assert said in finding["message"]
    if row:
        assert finding["where"]["row"] == row
    assert list(document["left_out"]) == ["coverage", "odds", "balance"]
    assert document["print"]["fits"] is True


@pytest.mark.parametrize(
    ("fault", "said"), [("1 / 0", "ZeroDivisionError"), ("while True: pass", "nothing is dealt")]
)
def test_rules_that_cannot_deal(duel: Desk, monkeypatch, fault: str, said: str) -> None:
    rules = SHOVING.replace("    table.chance.shuffle(table.stock)\n", f"    {fault}\n")
    duel.rules(rules)
    if said == "nothing is dealt":
        monkeypatch.setattr(patience, "PATIENCE", 0.3)
    (finding,) = checked("duel", "odds")["findings"]
    line = 1 + rules[: rules.index(fault)].count("\n")
    assert (finding["code"], finding["where"]["row"]) == ("rules-fault", line)
    assert said in finding["message"]


def test_what_rules_print_stays_out_of_the_document(duel: Desk) -> None:
    noise = "print('noise')\n"
    duel.rules(SHOVING.replace("def setup(table):\n", f"def setup(table):\n    {noise}") + noise)
    result = run("check", "duel", "--playouts", "4", "--jobs", "1", "--json")
    assert json.loads(result.stdout)["ok"] is True


def test_an_interrupt_tells_what_is_known(duel: Desk, monkeypatch) -> None:
    def interrupted(meter: object, progress) -> None:
        if progress.done > 20:
            raise KeyboardInterrupt

    monkeypatch.setattr("brawlprint.commands.matches.Meter.tell", interrupted)
    words = ("check", "duel", "tavern", "--playouts", "100000", "--jobs", "1")
    result = run(*words)
    assert result.exit_code == 130
    assert "Opening" not in result.output and "opening hand of 7" in result.output
    assert result.output.partition("\n\n\n")[0].endswith("this is what was known by then")
    document = json.loads(run(*words, "--json").stdout)
    assert document["results"][0]["interrupted"] is True
    assert document["results"][0]["balance"]["runs"][0]["games"] > 20


# --- what was printed ---


def test_what_lies_in_the_output_folder(desk: Make) -> None:
    desk("throwdown")
    out = Path("elsewhere")
    built = run("build", "throwdown", "--only", "cards", "--only", "dice", "--out", str(out))
    assert built.exit_code == 0
    folder = out / "throwdown"

    def found() -> list[tuple[str, str]]:
        document = checked("throwdown", "print", "--out", str(out))
        return [(each["code"], each["where"]["file"]) for each in document["findings"]]

    (folder / "dice.pdf").unlink()
    (folder / "cards.pdf").write_bytes(b"%PDF of something else")
    assert found() == [
        ("other-print", "elsewhere/throwdown/cards.pdf"),
        ("missing-print", "elsewhere/throwdown/dice.pdf"),
        ("no-pdf", "elsewhere/throwdown/cards.pdf"),
    ]
    (folder / "manifest.json").write_text('{"files": [{}]}', "utf-8")
    assert found() == [("manifest", "elsewhere/throwdown/manifest.json")]


def test_some_cards_in_another_size_are_held_to_themselves(desk: Make) -> None:
    """A file of a picked card is none the older because another card has changed."""
    throwdown = desk("throwdown")
    words = ("--pick", "uppercut", "--card-size", "poker-eu", "--style", "mono", "--players", "3")
    assert run("build", "throwdown", *words).exit_code == 0
    throwdown.card("dodge", title="Sidestep")
    assert checked("throwdown", "print")["findings"] == []
    throwdown.card("uppercut", title="Upper Cut")
    throwdown.edit("game.toml", 'title = "Throw Down!"', 'title = "Throw Up!"')
    (finding,) = checked("throwdown", "print")["findings"]
    assert finding["code"] == "older-print"
    assert finding["where"]["file"] == "output/throwdown/cards-picked.pdf"
    assert finding["message"].endswith("1 card differs (uppercut) and its back differs")


def test_cards_without_room_on_the_paper(desk: Make) -> None:
    desk("throwdown")
    Path("brawlprint.toml").write_text('[print]\npaper = "50x60mm"\n', "utf-8")
    document = checked("throwdown", "print")
    rooms = [each for each in document["findings"] if each["code"] == "no-room"]
    assert "error" in {each["level"] for each in rooms}
    assert document["print"]["fits"] is False
