"""The tutorial of docs/rules.md: its code is put together as a reader would, and played."""

from __future__ import annotations

import ast
import csv
import io
import re
from pathlib import Path

import pytest
from doing import run

from brawlprint.engine import Rules, load_rules, match_seed
from brawlprint.engine.agents import RandomAgent, looks
from brawlprint.new_game import STARTER, STARTER_GAME
from brawlprint.workspace import Workspace

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs/rules.md").read_text("utf-8")
STEPS = {
    int(number): body
    for number, body in re.findall(
        r"^## (\d+)\. .*?$(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL
    )
}
PLAYABLE, WHOLE, EFFECT = 3, 6, 8


def blocks(step: int, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", STEPS[step], re.MULTILINE | re.DOTALL)


def name(node: ast.stmt) -> str:
    """What a reader would replace it by: the name that a statement defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ast.dump(node)


def file_after(step: int) -> str:
    """The rules file as it stands after a step: what a later step tells anew is replaced."""
    parts: dict[str, ast.stmt] = {}
    for number in range(1, step + 1):
        for block in blocks(number, "python"):
            parts.update({name(node): node for node in ast.parse(block).body})
    imports = [each for each in parts.values() if isinstance(each, ast.Import | ast.ImportFrom)]
    others = [each for each in parts.values() if each not in imports]
    # An effect is written above the tables of effects, a word above what uses it.
    return ast.unparse(ast.Module([*imports, *sorted(others, key=_last)], []))


def _last(node: ast.stmt) -> bool:
    return name(node) in ("EFFECTS", "LOOKS")


@pytest.fixture
def alley(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the first command of the page makes."""
    monkeypatch.chdir(tmp_path)
    assert "brawlprint new alley && cd alley" in TEXT
    assert run("new", "alley").exit_code == 0
    monkeypatch.chdir("alley")
    return Path()


def rules(step: int) -> Rules:
    """The rules of a step; until effects have a meaning, of a deck without tricks."""
    game = Workspace.at(Path()).game("alley")
    return load_rules(game, Path("rules/alley.py"), file_after(step))


@pytest.mark.parametrize("step", [step for step in STEPS if step >= PLAYABLE and step < 10])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_each_step_plays_to_its_end(alley: Path, step: int, players: int) -> None:
    made = rules(step)
    for index in range(20):
        state = made.match(players=players).new_initial_state(seed=match_seed(step, index))
        agent = RandomAgent(match_seed(7, index))
        while not state.is_terminal():
            state.apply_action(agent(state, state.to_act[0]))
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.termination == "last-standing"
        assert len(outcome.winners) == 1


def test_the_whole_is_what_a_new_game_gets() -> None:
    """The page tells exactly the file that ``brawlprint new`` makes, no more and no less."""
    starter = (STARTER / "rules" / f"{STARTER_GAME}.py").read_text("utf-8")
    first = blocks(1, "python")[0]
    assert ast.get_docstring(ast.parse(first)) == ast.get_docstring(ast.parse(starter))
    assert told(file_after(WHOLE)) == told(starter)


def told(text: str) -> dict[str, str]:
    return {name(each): ast.unparse(each) for each in ast.parse(text).body if not is_text(each)}


def is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def test_the_cards_it_shows_are_the_starters() -> None:
    shown = re.search(r"^```csv\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert shown is not None
    rows = list(csv.DictReader(io.StringIO(shown[1])))
    deck = STARTER / "cards" / STARTER_GAME / "deck.csv"
    own = {row["id"]: row for row in csv.DictReader(io.StringIO(deck.read_text("utf-8")))}
    assert rows
    for row in rows:
        assert row == {key: own[row["id"]][key] for key in row}


def test_the_transcript_replays(alley: Path) -> None:
    (transcript,) = blocks(7, "transcript")
    Path("duck.txt").write_text(transcript, "utf-8")
    result = run("replay", "duck.txt")
    assert result.exit_code == 0, result.output
    Path("duck.txt").write_text(transcript.replace("Ann.breath 8", "Ann.breath 7"), "utf-8")
    assert run("replay", "duck.txt").exit_code == 1


def test_when_a_check_looks(alley: Path) -> None:
    """The trap that docs/transcripts.md shows: the next player's draw comes before the check."""
    page = (ROOT / "docs/transcripts.md").read_text("utf-8")
    (trap,) = re.findall(r"^```transcript\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    Path("trap.txt").write_text(trap, "utf-8")
    assert run("replay", "trap.txt").exit_code == 0
    Path("trap.txt").write_text(trap.replace("count 4", "count 1"), "utf-8")
    assert run("replay", "trap.txt").exit_code == 1


def test_a_card_that_does_two_things(alley: Path) -> None:
    """A second column of effects, read as step 5 says."""
    (column,) = re.findall(r"`(\[columns\.also\])` with `(type = \"effect\")`", STEPS[5])
    (read,) = re.findall(r"`(row\.effect\(\"also\", EFFECTS\))`", STEPS[5])
    game, deck, own = (
        Path(f"cards/alley/{n}") for n in ("game.toml", "deck.csv", "../../rules/alley.py")
    )
    values = '[columns.also.values]\nrest = { word = "Rest", icon = "heal", number = "breath" }\n'
    game.write_text("\n".join([game.read_text("utf-8"), *column, values]), "utf-8")
    head, *rows = deck.read_text("utf-8").splitlines()
    rows = [f"{row},{'rest 3' if 'Deep Breath' in row else ''}" for row in rows]
    rows = [row.replace("Gain 2 breath.", "Gain 2 breath and 3 more.") for row in rows]
    deck.write_text("\n".join([f"{head},also", *rows]), "utf-8")
    text = own.read_text("utf-8")
    line = '        self.effect, self.number = row.effect("effect", EFFECTS)\n'
    assert line in text
    text = text.replace(line, f"{line}        self.also, self.more = {read}\n")
    done = "                card.effect(table, player, card.number)\n"
    assert done in text
    also = "            if card.also is not None:\n                card.also(table, player, card.more)\n"
    own.write_text(text.replace(done, done + also), "utf-8")
    Path("two.txt").write_text(
        "[game alley]\n[players Ann Ben]\ngiven Ann.hand deep-breath\ngiven Ann.breath 2\n"
        "given draw-pile hook ...\n\nAnn: use deep-breath\n= Ann.breath 7\n",
        "utf-8",
    )
    assert run("replay", "two.txt").exit_code == 0, run("replay", "two.txt").output


def test_the_new_effect_works_from_its_row(alley: Path) -> None:
    path = Path("cards/alley/game.toml")
    (values,) = blocks(EFFECT, "toml")
    text = path.read_text("utf-8")
    start = text.index("[columns.effect.values]")
    end = text.index("\n\n", start)
    path.write_text(text[:start] + values + text[end:], "utf-8")
    (rows,) = blocks(EFFECT, "csv")
    deck = Path("cards/alley/deck.csv")
    deck.write_text(deck.read_text("utf-8") + rows.replace(".\n", ".,,\n"), "utf-8")
    refused = run("simulate", "alley", "--games", "5")
    assert refused.exit_code == 1
    assert "the rules know no effect 'grab'" in refused.output
    Path("rules/alley.py").write_text(file_after(EFFECT), "utf-8")
    played = run("simulate", "alley", "--games", "50", "--players", "3")
    assert played.exit_code == 0, played.output
    assert "light-fingers" in played.output
    assert "stink-bomb" in played.output
    assert run("check", "alley", "--layer", "composition").exit_code == 1
    (accept,) = re.findall(r"`brawlprint (check alley --accept)`", STEPS[EFFECT])
    run(*accept.split())
    assert run("check", "alley", "--playouts", "10").exit_code == 0
    Path("bomb.txt").write_text(BOMB, "utf-8")
    assert run("replay", "bomb.txt").exit_code == 0, run("replay", "bomb.txt").output


BOMB = """[game alley]
[players Ann Ben Cy]
given active Ann
given Ann.hand stink-bomb
given Ann.breath 2
given Ben.breath 1
given Cy.breath 3
given draw-pile hook ...

Ann: use stink-bomb
= Ann.breath 2
= Ben.breath 0
= Cy.breath 2
Cy: discard hook
"""


def test_whoever_is_in_without_breath_is_told(alley: Path) -> None:
    """An effect that takes breath by itself, and not by ``lose``: somebody plays on below 1."""
    path = Path("rules/alley.py")
    text = path.read_text("utf-8")
    gains = "    table.gain(player, number)\n"
    assert gains in text
    hurts = "    for seat in table.others(player.seat):\n        {}\n"
    path.write_text(
        text.replace(gains, hurts.format("table.players[seat].breath -= number")), "utf-8"
    )
    for words in (("check", "alley", "--playouts", "60"), ("simulate", "alley", "--games", "20")):
        told_ = run(*words)
        assert told_.exit_code == 1
        assert re.search(r"P\d is in with (0|-\d) breath \(BR-A7\)", told_.output), told_.output
    path.write_text(
        text.replace(gains, hurts.format("table.lose(table.players[seat], number)")), "utf-8"
    )
    assert run("simulate", "alley", "--games", "20").exit_code == 0


def test_a_trick_aimed_at_one_player(alley: Path) -> None:
    """As step 8 says: a move with a target, offered for each other player, and its case."""
    path = Path("rules/alley.py")
    text = path.read_text("utf-8")
    move = (
        "class Aim(Move):\n    card: Card\n    target: Seat\n"
        '    notation = "aim {card} {target}"\n\n\n'
    )
    uses = "    uses = [Use(card) for card in hand if card.kind == TRICK]\n"
    offered = uses.replace("Use(card)", "Aim(card, each)").replace(
        " if", " for each in table.others(player.seat) if"
    )
    case = (
        "        case Aim(card, target):\n            player.hand.send(card, table.discard)\n"
        "            table.lose(table.players[target], card.number)\n"
    )
    for old, new in ((uses, offered), ("class Discard", move + "class Discard")):
        assert text.count(old) == 1
        text = text.replace(old, new)
    at = text.index("        case Discard(card):")
    path.write_text(text[:at] + case + text[at:], "utf-8")
    Path("aim.txt").write_text(
        "[game alley]\n[players Ann Ben Cy]\ngiven active Ann\ngiven Ann.hand deep-breath\n"
        "given Cy.breath 2\n\nAnn: aim deep-breath Cy\n= Cy.breath 0\n= Ben.breath 10\n",
        "utf-8",
    )
    assert run("replay", "aim.txt").exit_code == 0, run("replay", "aim.txt").output


def test_how_a_trick_looks_is_read_from_its_table(alley: Path) -> None:
    """``hint`` of a started game goes by ``LOOKS``, and by 1 where a trick isn't in it."""
    path = Path("rules/alley.py")
    line = "{rest: (2, 0.2)}"
    text = path.read_text("utf-8")
    assert line in text
    game = Workspace.at(Path()).game("alley")
    for table, breath, wanted in (
        (line, 10, 0.2),
        (line, 4, 2),
        ("{rest: (7, 9)}", 10, 9),
        ("{rest: (7, 9)}", 4, 7),
        ("{}", 10, 1),
    ):
        made = load_rules(game, path, text.replace(line, table))
        state = made.match(players=2).new_initial_state(seed=seed_with(made, "use deep-breath"))
        seat = state.to_act[0]
        state.table.players[seat].breath = breath
        assert looks(state, seat, [state.string_to_action("use deep-breath")]) == [wanted]


def seed_with(made: Rules, move: str) -> int:
    """A seed whose match begins with a choice in which the move is legal."""
    for seed in range(100):
        state = made.match(players=2).new_initial_state(seed=seed)
        if any(move in state.action_to_string(action) for action in state.legal_actions()):
            return seed
    raise AssertionError(move)


def test_refusals_are_told(alley: Path) -> None:
    state = rules(9).match(names=["Ann", "Ben"]).new_initial_state(seed=3)
    seat = state.to_act[0]
    card = next(card for card in state.table.players[seat].hand.titles() if card.kind == "attack")
    with pytest.raises(ValueError, match=r"BR-A3.*nobody hits himself|nobody hits himself.*BR-A3"):
        state.apply_action(state.string_to_action(f"hit {card.id} {'Ann' if seat == 0 else 'Ben'}"))


def test_what_else_there_is_exists() -> None:
    from brawlprint import engine

    for word in re.findall(r"`([A-Z]\w+|choose_all|end_match|undoable)\(?", STEPS[10]):
        assert hasattr(engine, word), word
