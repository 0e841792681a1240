"""Every line of "Refused" that a definition can get wrong: ``build`` and ``check`` both say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from faults import (
    NOT_UTF_8,
    Fault,
    assert_refused,
    both,
    cell,
    changed,
    deck,
    edit,
    every,
    game,
    gone,
    ids,
    raw,
    toml,
)

if TYPE_CHECKING:
    from conftest import Pub, Run

BARE = b'title = "x"\nplayers = { min = 2, max = 2, default = 2 }\nkinds = {}\ncomponents = {}\n'
COUNT = "a whole number from 0 to 1,000"
LEAST = "'stun 2' (turns; a whole number of 1 or more"

GAME_FAULTS = [
    game("missing", gone("game.toml"), None, None, "missing", "every game folder needs its"),
    game("empty", raw("game.toml", b""), None, None, "'title' is missing", "add  title = "),
    game(
        "UTF-16", changed("game.toml", lambda old: old.decode().encode("utf-16")), 1, None, "0xFF"
    ),
    game("cp1252", raw("game.toml", b'a = 1\ntitle = "Caf\xe9"'), 2, None, "0xE9", NOT_UTF_8),
    toml("no TOML", "players = {", "players = [", None, "'players = [ min = 2", "as TOML"),
    toml(
        "no quotes", '"Tavern Brawl"', "Tavern Brawl", None, "'title = Tavern Brawl'", "in quotes"
    ),
    toml("NUL", 'line = "G', 'line = "\0', None, r"\x00", "as TOML"),
    toml("key twice", "tagline =", "title = 3 #", None, "'title = 3", "as TOML"),
    game("breaks off", raw("game.toml", b"a = 1\nb = [\n\n"), 2, None, "'b = ['", "as TOML"),
    game("too deep", raw("game.toml", b"a=" + b"[" * 5000), None, None, "too deeply", "as TOML"),
    game("too long", raw("game.toml", b"a=" + b"9" * 5000), None, None, "too many digits"),
    toml("unknown key", "tagline =", "taglin =", "taglin", "'taglin'", "did you mean 'tagline'?"),
    toml("kind's key", 'word = "Food"', 'wrod = "Food"', "kinds.food.wrod", "'wrod'", "'word'"),
    game(
        "kind without word",
        edit("game.toml", 'word = "Food"\n', ""),
        "[kinds.food]",
        "kinds.food",
        "'word' is missing",
        "add  word = ",
    ),
    toml("title empty", '"Tavern Brawl"', "''", "title", "'' is empty", "every game needs a title"),
    toml("title a number", '"Tavern Brawl"', "5", "title", "5 does not fit", "text in quotes"),
    toml("players a text", "max = 6", 'max = "6"', "players.max", "'6'", "a whole number"),
    toml("players a list", "{ min = 2, max = 6, default = 2 }", "[2, 6]", "players", "a table"),
    toml("players upside down", "max = 6", "max = 1", "players", "2, 2, 1", "min ≤ default ≤ max"),
    toml("players none", "min = 2", "min = 0", "players", "0, 2, 6", "≤ max ≤ 20"),
    toml("players many", "max = 6", "max = 21", "players.max", "21 players", "from 2 to 20"),
    toml("total below 0", "total = 91", "total = -1", "decks.cards.expect.total", "-1", "least 0"),
    toml("hand below 0", "hand = 7", "hand = -7", "decks.cards.hand", "-7", "at least 0"),
    game(
        "option's bounds",
        edit(
            "game.toml",
            "[options.move_limit]",
            "[options.x]\ndefault = 1\nmin = 5\nmax = 2\n[options.move_limit]",
        ),
        "[options.x]\ndefault = 1\nmin = 5",
        "options.x.min",
        "no number is from 5 to 2",
        "let min be the smaller",
    ),
    toml("word a number", 'word = "Food"', "word = 7", "kinds.food.word", "7", "text in quotes"),
    toml("type", '"letters"', '"lettres"', "columns.traits.type", "'lettres'", "'letters'"),
    toml("min a text", "min = -9", "min = '-9'", "columns.strength.min", "'-9'", "a whole number"),
    toml("min over max", "min = -9", "min = 10", "columns.strength.min", "from 10 to 9", "smaller"),
    game(
        "column without values",
        edit("game.toml", "[columns.effect]", '[columns.mood]\ntype = "choice"\n[columns.effect]'),
        "[columns.mood]",
        "columns.mood",
        "type 'choice' has no values",
        "[columns.mood.values.NAME]",
    ),
    game(
        "letter of two",
        edit("game.toml", "E = { word", "EE = { word"),
        "[columns.traits.values]",
        "columns.traits.values",
        "one character",
    ),
    game(
        "column of every deck",
        edit("game.toml", "[columns.effect]", '[columns.text]\ntype = "text"\n[columns.effect]'),
        "[columns.text]",
        "columns.text",
        "'text'",
        "another name",
    ),
    toml(
        "expected count",
        "weapon = 7",
        "weapon = '7'",
        "decks.cards.expect.count.kind.weapon",
        "'7'",
        "a whole number",
    ),
    toml("column of a deck", "= []", '= ["efect"]', "decks.aid.columns", "'efect'", "'effect'"),
    game(
        "no deck.csv", gone("deck.csv"), '"deck.csv"', "decks.cards.file", "'deck.csv'", "put the"
    ),
    toml(
        "deck above", '"deck.csv"', '"../../x.csv"', "decks.cards.file", "'../../x.csv'", "put the"
    ),
    toml("deck elsewhere", '"deck.csv"', '"/etc/passwd"', "decks.cards.file", "'/etc/passwd'"),
    game(
        "no decks", raw("game.toml", BARE + b"decks = {}\n"), 5, "decks", "no deck", "[decks.cards]"
    ),
    toml(
        "component above",
        "[components.cards]",
        '[components."../x"]',
        "components.../x",
        "'../x'",
        "lower-case letters",
    ),
]

WHOLE_DECK_FAULTS = [
    deck("empty", raw("deck.csv", b""), None, None, "empty", "write a header row"),
    deck("BOM alone", raw("deck.csv", b"\xef\xbb\xbf"), None, None, "empty", "write a header row"),
    deck("blank", raw("deck.csv", b"\n  \n,,,\n"), None, None, "empty", "write a header row"),
    deck(
        "only a header",
        changed("deck.csv", lambda old: old.splitlines()[0]),
        None,
        None,
        "the deck has no cards",
        "add a row",
    ),
    deck("all benched", every(copies="0"), None, None, "the deck has no cards", "copies 1"),
    deck(
        "cp1252",
        changed("deck.csv", lambda old: old.decode().encode("cp1252")),
        6,
        None,
        "0x92",
        NOT_UTF_8,
    ),
    deck(
        "UTF-16",
        changed("deck.csv", lambda old: old.decode().encode("utf-16")),
        1,
        None,
        "0xFF",
        NOT_UTF_8,
    ),
    deck(
        "cut off", changed("deck.csv", lambda old: old + b"\xe2\x82"), 93, None, "0xE2", NOT_UTF_8
    ),
    deck(
        "missing column",
        edit("deck.csv", "strength,", ""),
        1,
        "strength",
        "'strength' is missing",
        "header row, which has: no, id, title, copies, kind, hits",
    ),
    deck(
        "missing title", edit("deck.csv", "title,", ""), 1, "title", "'title' is missing", "add it"
    ),
    deck("misspelt column", edit("deck.csv", "title", "titel"), 1, "titel", "'titel'", "'title'"),
    deck("unknown column", edit("deck.csv", "note", "zzz"), 1, "zzz", "'zzz'", "known: 'no', 'id'"),
    deck("column twice", edit("deck.csv", "note", "text"), 1, "text", "named 'text'", "keep one"),
    deck(
        "escape in the header",
        edit("deck.csv", "note", "\x1b[31mnote"),
        1,
        "\x1b[31mnote",
        r"'\x1b[31mnote'",
        "'note'",
    ),
    deck("NUL everywhere", raw("deck.csv", b"\0" * 64), 1, "\0" * 64, r"\x00\x00", "known: 'no'"),
]

ROW_FAULTS = [
    deck("id twice", cell(24, id="hide"), 24, "id", "'hide'", "row 23", "give each row its own"),
    deck("no twice", cell(24, no="22"), 24, "no", "22", "row 23", "give each row its own"),
    deck("no a word", cell(24, no="x"), 24, "no", "'x'", "a whole number from 1 to 99,999"),
    deck("no 0", cell(24, no="0"), 24, "no", "'0'", "a whole number from 1 to 99,999"),
    deck("no empty", cell(24, no=""), 24, "no", "''", "a whole number from 1 to 99,999"),
    deck("no too large", cell(24, no="100000"), 24, "no", "'100000'", "from 1 to 99,999"),
    deck("id empty", cell(24, id=""), 24, "id", "''", "such as 'bar-stool'"),
    deck("id in capitals", cell(24, id="Backstab"), 24, "id", "'Backstab'", "lower-case"),
    deck("id a path", cell(24, id="../../x"), 24, "id", "'../../x'", "lower-case"),
    deck("NUL in the id", cell(24, id="back\0stab"), 24, "id", r"'back\x00stab'", "lower-case"),
    deck("title empty", cell(24, title=" "), 24, "title", "''", "every card needs a title"),
    deck("trait", cell(2, traits="EX"), 2, "traits", "'X' in 'EX'", "known: E (Employee), S (Str"),
    deck("trait twice", cell(2, traits="ESE"), 2, "traits", "'E' stands twice in 'ESE'", "once"),
    deck("need", cell(24, needs="theif"), 24, "needs", "'theif'", "did you mean 'thief'?"),
    deck("kind", cell(24, kind="atack"), 24, "kind", "'atack'", "did you mean 'attack'?"),
    deck(
        "kind like none", cell(24, kind="zzz"), 24, "kind", "'zzz'", "known: 'character', 'weapon'"
    ),
    deck("kind empty", cell(24, kind=""), 24, "kind", "''", "known: 'character', 'weapon'"),
    deck("escape", cell(24, kind="\x1b[2J\na"), 24, "kind", r"'\x1b[2J\na'", "'character'"),
    deck("effect", cell(27, effect="stn 2"), 27, "effect", "'stn 2'", "did you mean 'stun'?"),
    deck("effect lacks", cell(27, effect="stun"), 27, "effect", "'stun'", LEAST),
    deck("effect two", cell(27, effect="stun two"), 27, "effect", "'stun two'", LEAST),
    deck("effect 0", cell(27, effect="stun 0"), 27, "effect", "'stun 0'", LEAST),
    deck(
        "effect counts", cell(23, effect="cancel 2"), 23, "effect", "'cancel 2'", "'cancel' alone"
    ),
    deck(
        "number",
        cell(24, strength="three"),
        24,
        "strength",
        "'three'",
        "a whole number from -9 to 9",
    ),
    deck("half", cell(24, strength="2.5"), 24, "strength", "'2.5'", "a whole number from -9 to 9"),
    deck(
        "other digits", cell(24, strength="٣"), 24, "strength", "'٣'", "a whole number from -9 to 9"
    ),
    deck("over range", cell(24, strength="10"), 24, "strength", "'10'", "from -9 to 9"),
    deck("under range", cell(2, hits="0"), 2, "hits", "'0'", "a whole number from 1 to 99"),
    *(
        deck(f"copies {value}", cell(24, copies=value), 24, "copies", repr(value), COUNT)
        for value in ("-1", "1.5", "1001", "x", "1e3", "two", "1,000", "½", "9" * 20)
    ),
    deck(
        "status", cell(24, status="sauce"), 24, "status", "'sauce'", "'source' or 'reconstructed'"
    ),
    deck("cell too few", edit("deck.csv", "stab,1,", "stab,"), 24, None, "13 cells, the header 14"),
    deck("cell too many", edit("deck.csv", "Bow", "Bo,w"), 33, None, "15 cells", "in quotes"),
    deck(
        "quote left open", edit("deck.csv", 'side."', "side."), 24, None, "',' expected", "closed"
    ),
    deck(
        "last quote open", edit("deck.csv", "In your Q", '"In your Q'), 92, None, "end of", "closed"
    ),
    deck(
        "quote in quotes", edit("deck.csv", "it was", 'it "was"'), 24, None, "read", "written twice"
    ),
    deck(
        "huge text", cell(24, text="word " * 9000), 24, "text", "'word wo", "44,999", "most 5,000"
    ),
    deck("huge kind", cell(24, kind="x" * 99_999), 24, "kind", "'xxxxx", "99,999", "most 5,000"),
    deck("huger", cell(24, text="x" * 200_000), 24, None, "field limit", "each is closed"),
    deck(
        "row after a quoted newline",
        both(cell(24, text="One\nTwo\r\nThree"), cell(26, kind="x")),
        26,
        "kind",
        "'x'",
    ),
    deck(
        "row after empty rows",
        both(cell(26, kind="x"), edit("deck.csv", "\n2,", "\n\n,,,,\n2,")),
        28,
        "kind",
        "'x'",
    ),
    Fault(
        "row of another deck",
        edit("aid.csv", "turn,1,aid", "turn,1,aidd"),
        "cards/pub/aid.csv",
        2,
        "kind",
        ("'aidd'", "did you mean 'aid'?"),
    ),
]

DEFINITION = [*GAME_FAULTS, *WHOLE_DECK_FAULTS, *ROW_FAULTS]


@pytest.mark.parametrize("fault", DEFINITION, ids=ids(DEFINITION))
def test_build_and_check_refuse_a_definition(workspace: Pub, run: Run, fault: Fault) -> None:
    line, finding = assert_refused(fault, workspace, run)
    checked = run("check", "pub")
    assert (checked.code, checked.err) == (1, "")
    assert f"✗ {line}" in checked.out.splitlines()
    checked = run("check", "pub", "--json")
    assert (checked.code, checked.err) == (1, "")
    assert checked.json["ok"] is False
    assert checked.json["findings"] == [finding]
