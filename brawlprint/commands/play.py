"""``brawlprint play``: a match at the terminal."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

import click

from brawlprint.commands.matches import read_settings
from brawlprint.engine.agents import Agent, Lookahead, make_agent
from brawlprint.engine.choices import Action, Seat, written
from brawlprint.engine.games import here, rules_of
from brawlprint.engine.replay import replay
from brawlprint.engine.rulings import read_rulings
from brawlprint.engine.state import State
from brawlprint.engine.transcripts import dumps, load
from brawlprint.engine.view import event_line, table_lines
from brawlprint.errors import ActionError, OutputError, RequestError, RulesError, shown

_HELP = """\
a number   choose it                 hint    what a look ahead would choose
words      choose by its words       undo    take back your last choice
table      show the table again      rule    the ruling this stands under
help       this list                 quit    stop (with --save: saved to go on later)"""


EPILOG = """\b
Examples:
  brawlprint play GAME                        against brawlers
  brawlprint play GAME --players 3 --seat 2   as the second of three
  brawlprint play GAME --save brawl.txt       and --resume brawl.txt to go on
  brawlprint play GAME --seat 0               watch
"""


@click.command("play", epilog=EPILOG)
@click.argument("game", required=False)
@click.option("--players", type=int, metavar="N", help="How many play.")
@click.option("--seat", type=int, default=1, show_default=True, metavar="K",
              help="Your seat, from 1; 0 to watch.")  # fmt: skip
@click.option("--agents", default="brawler", show_default=True, metavar="NAMES",
              help="Who plays the others: random, brawler, lookahead, lookahead:200; parted by "
              "commas, in seat order.")  # fmt: skip
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A house rule.")
@click.option("--seed", type=click.IntRange(min=0), metavar="S", help="Repeat a match's luck.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write the match as a transcript.")  # fmt: skip
@click.option("--resume", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              metavar="FILE", help="Go on with a match from its transcript.")  # fmt: skip
def command(
    game: str | None,
    players: int | None,
    seat: int,
    agents: str,
    options: tuple[str, ...],
    seed: int | None,
    save: Path | None,
    resume: Path | None,
) -> None:
    """Play GAME in the terminal against agents."""
    if "NO_COLOR" in os.environ:
        click.get_current_context().color = False
    if resume is not None:
        if players or options or seed is not None:
            raise RequestError("--resume has players, options and luck from its file; leave out "
                               "--players, --option and --seed")  # fmt: skip
        state = _resumed(resume, game)
        if save is None and resume.read_text("utf-8") == dumps(state):
            save = resume
        elif save is None:  # it has comments or checks, which a saved match has not
            click.echo(f"{shown(resume)} is written by hand and stays as it is; "
                       "--save FILE keeps what you play.")  # fmt: skip
    else:
        state = _started(game, players, options, seed)
    if save is not None:
        _check_writable(save)
    if not 0 <= seat <= state.match.players:
        raise RequestError(f"--seat {seat}: write 1 to {state.match.players}, or 0 to watch")
    _Session(state, seat - 1 if seat else None, agents.split(","), save).run()


def _started(
    game: str | None, players: int | None, options: tuple[str, ...], seed: int | None
) -> State:
    if game is None:
        raise RequestError("say which game: brawlprint play GAME")
    match = rules_of(here(), game).match(players, read_settings(options))
    return match.new_initial_state(secrets.randbelow(10**6) if seed is None else seed)


def _check_writable(path: Path) -> None:
    """Refuse a file that can't be written now, and not when the match is over."""
    if not os.access(path if path.exists() else path.parent, os.W_OK) or path.is_dir():
        raise OutputError(f"{shown(path)} can't be written; name a file in a folder that is yours")


def _resumed(path: Path, game: str | None) -> State:
    transcript = load(path)
    if game not in (None, transcript.game):
        raise RequestError(f"{shown(path)} is a match of {transcript.game}, not of {game}")
    return replay(transcript, rules_of(here(), transcript.game))


class _Session:
    """One sitting: the match, the human's seat, the agents of the others."""

    def __init__(self, state: State, seat: Seat | None, names: list[str], save: Path | None):
        self.state, self.seat, self.save = state, seat, save
        self.agents = self._seated([name.strip() for name in names])
        self.told = 0  # how much of the history has been told
        self.decisions: list[int] = []  # the plies at which the human chose

    def _seated(self, names: list[str]) -> list[Agent]:
        seats = range(self.state.match.players)
        others = [seat for seat in seats if seat != self.seat]
        made = {
            seat: make_agent(names[index % len(names)], self.state.seed + seat)
            for index, seat in enumerate(others)
        }
        return [made.get(seat) or make_agent("brawler", 0) for seat in seats]

    def run(self) -> None:
        rules = self.state.match.rules
        click.echo(click.style(rules.game.title, bold=True) + f"  (seed {self.state.seed})")
        try:
            while self.step():
                pass
            self.tell_news()
            self.tell_end()
        except (EOFError, KeyboardInterrupt):
            click.echo()
        self.write()

    def step(self) -> bool:
        """One decision; false when the match is over or left."""
        state = self.state
        if not state.to_act:
            return False
        # When all choose at once, the human chooses first: nobody's choice is told early.
        if self.seat in state.to_act and self.seat is not None:
            return self.ask(self.seat)
        seat = state.to_act[0]
        state.apply_action(self.agents[seat](state, seat))
        return True

    # -- telling -------------------------------------------------------------------------

    def tell_news(self) -> None:
        """What happened since the last time."""
        history = self.state.history
        for event in history[self.told :]:
            line = event_line(self.state, event, self.seat)
            if line:
                click.echo(click.style(f"  {line}", dim=True))
        self.told = len(history)

    def tell_table(self) -> None:
        click.echo()
        for line in table_lines(self.state, self.seat):
            click.echo(line)

    def tell_choices(self, legal: tuple[Action, ...]) -> None:
        names = self.state.match.names
        texts = [f"{n:>3} {written(a.choice, names)}" for n, a in enumerate(legal, 1)]
        width = max(map(len, texts)) + 3
        columns = max(1, min(3, 96 // width, (len(texts) + 5) // 6))
        rows = -(-len(texts) // columns)
        for row in range(rows):
            click.echo("".join(f"{text:{width}}" for text in texts[row::rows]).rstrip())

    def tell_end(self) -> None:
        outcome = self.state.outcome()
        if outcome is None:
            return
        self.tell_table()
        names = self.state.match.names
        winners = ["you" if seat == self.seat else names[seat] for seat in outcome.winners]
        who = f"won by {' and '.join(winners)}" if winners else "nobody wins"
        click.echo(click.style(f"\n{outcome.termination.replace('_', ' ')}: {who}", bold=True))

    # -- asking --------------------------------------------------------------------------

    def ask(self, seat: Seat) -> bool:
        self.tell_news()
        self.tell_table()
        legal = self.state.legal_actions(seat)
        self.tell_choices(legal)
        while True:
            click.echo(click.style(f"[{self.state.rule}] ", fg="cyan"), nl=False)
            sys.stdout.flush()
            text = input("your choice (or help): ").strip()
            if text.casefold() in ("quit", "q", "exit"):
                return self.leave()
            if text.casefold() in ("undo", "u"):
                if self.undo():
                    return True
                click.echo("There is nothing to take back.")
                continue
            action = self.answer(text, seat, legal)
            if action is not None:
                self.decisions.append(self.state.ply)
                self.state.apply_action(action)
                return True

    def answer(self, text: str, seat: Seat, legal: tuple[Action, ...]) -> Action | None:
        """The action a line means; None if it was another wish, or none."""
        word = text.casefold()
        if word.isdecimal() and 1 <= int(word) <= len(legal):
            return legal[int(word) - 1]
        if word in ("", "help", "?", "h"):
            click.echo(_HELP)
        elif word == "table":
            self.tell_table()
            self.tell_choices(legal)
        elif word == "hint":
            self.hint(seat)
        elif word == "rule":
            self.tell_rule()
        else:
            try:
                return self.state.string_to_action(f"P{seat + 1}: {text}")
            except (ActionError, RulesError) as error:
                # A fault in the reasons leaves the match as it was.
                click.echo(str(error))
        return None

    def hint(self, seat: Seat) -> None:
        action = Lookahead(self.state.seed, playouts=120, seconds=4)(self.state, seat)
        click.echo(f"A look ahead says: {written(action.choice, self.state.match.names)}")

    def tell_rule(self) -> None:
        path = here().find("rules", f"{self.state.match.rules.game.name}.md")
        number = self.state.rule
        found = [r for r in (read_rulings(path) if path else []) if r.number == number]
        click.echo(f"{number}: {found[0].text if found else 'there is no text for it'}")

    def undo(self) -> bool:
        if not self.decisions:
            return False
        self.state = self.state.copy(ply=self.decisions.pop())
        self.told = len(self.state.history)
        click.echo("Taken back.")
        return True

    def leave(self) -> bool:
        self.tell_news()
        return False

    def write(self) -> None:
        if self.save is None:
            return
        try:
            self.save.write_text(dumps(self.state), encoding="utf-8", newline="\n")
        except OSError as error:
            raise OutputError(f"{shown(self.save)} can't be written: {error.strerror}") from error
        click.echo(f"Saved: {shown(self.save)}")
