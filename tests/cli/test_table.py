"""Playing in the terminal: what the player types and what the table answers."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest
from rich.console import Console

from contrada import game, games, record
from contrada.bots.random_player import RandomPlayer
from contrada.cli import screen, table
from contrada.errors import NotationError
from contrada.games.contract import Position
from tests.cli import toy
from tests.cli.running import Answer, Command

RANDOM = ("--against", "random")
SEED = ("play", *RANDOM, "--seed", "1")  # White answers e5 with i2, and 1i1 with e5-h8,1h2


def typed(*lines: str) -> str:
    return "".join(line + "\n" for line in lines)


def answers(answer: Answer) -> list[str]:
    """What was printed after each prompt, without the line that was typed."""
    assert (answer.status, answer.err) == (0, "")
    parts = re.split(r"^(?:Black|White), [a-z ]+> .*\n", answer.out, flags=re.MULTILINE)
    return [part.rstrip() for part in parts]


def kept(state_home: Path) -> list[str]:
    (found,) = record.read(state_home / "contrada" / "last-urbino.json")
    return found.position.moves()


# --- A game --------------------------------------------------------------------------------------


def test_the_first_screen(contrada: Command) -> None:
    first, goodbye = answers(contrada(*SEED))
    assert first.startswith("Urbino. You play Black against Random. Type 'help'")
    assert " 5 |  .    .    .    .    .    .    .    .    .  |" in first
    assert first.endswith("For example, you can play e5.\n" + screen.hint(_start()).split("\n")[1])
    assert goodbye == "Nothing was played, so nothing was saved. Goodbye."
    assert max(map(len, first.splitlines())) <= 80


def _start() -> Position:
    return game("urbino").start()


def test_the_last_turn_is_marked(contrada: Command) -> None:
    _, after, goodbye = answers(contrada(*SEED, typing=typed("e5")))
    assert after.startswith("White plays i2\n")
    assert ">(A)<|" in after
    assert after.count("+-----") == 2  # one board, though two have played: frame above and below
    assert goodbye == "The game is saved. To continue: contrada play urbino --resume last"


def test_two_steps_and_whole_turns(contrada: Command, state_home: Path) -> None:
    typing = typed("e5", "black", "1i1", "i2-f5", "1f6", "h8-a1,1b1")
    contrada(*SEED, typing=typing)
    moves = kept(state_home)
    assert moves[:4] == ["e5", "i2", "1i1", "e5-h8,1h2"]
    assert moves[4].startswith("i2-f5")


def test_a_refusal_changes_nothing(contrada: Command, state_home: Path) -> None:
    for bad in ("e55", "h1-a1,1a2", "3e5", "e5-i2,1a1", "stay", "1e5x"):
        _, _, refused, _ = answers(contrada(*SEED, typing=typed("e5", bad)))
        assert 10 < len(refused) < 250, bad
        assert "|" not in refused, bad
        assert kept(state_home)[:1] == ["e5"]


def test_capitals_and_blanks_are_forgiven(contrada: Command, state_home: Path) -> None:
    contrada(*SEED, typing=typed("", "  E5  ", "BLACK", "1I1"))
    assert kept(state_home)[:3] == ["e5", "i2", "1i1"]


def test_undo(contrada: Command, state_home: Path) -> None:
    answer = contrada(*SEED, typing=typed("undo", "e5", "black", "undo", "undo", "a1"))
    _, nothing, *_ = answers(answer)
    assert nothing == "there is nothing to undo"
    assert kept(state_home)[0] == "a1"
    assert len(kept(state_home)) == 2


def test_undo_takes_back_a_whole_turn(contrada: Command, state_home: Path) -> None:
    """Even one that was played in two steps."""
    contrada("play", "--seat", "all", typing=typed("h1", "d8", "black", "1d1", "undo"))
    assert kept(state_home) == ["h1", "d8"]


def test_white_lets_black_begin(contrada: Command, state_home: Path) -> None:
    answer = contrada("play", *RANDOM, "--seat", "white", "--seed", "3", typing=typed("e5"))
    assert "You play White against Random." in answer.out
    assert answer.out.index("Black plays d4") < answer.out.index("White, place an architect> ")
    assert kept(state_home)[:2] == ["d4", "e5"]


@pytest.mark.parametrize("seat", ["both", "all", "ALL"])
def test_all_seats_at_one_terminal(contrada: Command, state_home: Path, seat: str) -> None:
    typing = typed("h1", "d8", "1d1", "h1-i7", "undo", "h1-i7,1g5")
    answer = contrada("play", "--seat", seat, typing=typing)
    assert "You play all seats." in answer.out
    assert "plays" not in answer.out
    assert kept(state_home) == ["h1", "d8", "1d1", "h1-i7,1g5"]
    assert record.record_of(game("urbino").start()).names == ("Black", "White")


def test_a_whole_game_without_people(contrada: Command, state_home: Path) -> None:
    answer = contrada("play", *RANDOM, "--seat", "none", "--seed", "5")
    assert answer.status == 0
    again = contrada("play", *RANDOM, "--seat", "none", "--seed", "5")
    assert again.out == answer.out
    assert contrada("play", *RANDOM, "--seat", "none", "--seed", "6").out != answer.out

    (found,) = record.read(state_home / "contrada" / "last-urbino.json")
    assert found.position.outcome() is not None
    assert found.names == ("Black (Random)", "White (Random)")
    assert re.search(r"\n(Black|White) wins by [\w ]+: Black \d+, White \d+\.\n", answer.out)
    assert "District  Black" in answer.out
    played = re.findall(r"^(?:Black|White) plays (\S+)$", answer.out, re.MULTILINE)
    assert len(played) > 20
    assert played[0] == game("urbino").start().decision_text(RandomPlayer(5).choose(_start()))


def test_the_end_is_told(contrada: Command, state_home: Path, tmp_path: Path) -> None:
    """A saved game that is over shows the result again and asks nothing."""
    contrada("play", *RANDOM, "--seat", "none", "--seed", "5")
    answer = contrada("play", "--resume", "last")
    assert "> " not in answer.out.replace("> . <", "")
    assert " wins" in answer.out
    path = state_home / "contrada" / "last-urbino.json"
    assert f"The game is saved in {path}\n" in answer.out


# --- Commands ------------------------------------------------------------------------------------


def test_help_lists_every_command(contrada: Command) -> None:
    _, shown, *rest = answers(contrada(*SEED, typing=typed("help", "HELP", "nonsense")))
    first = [line.split()[0] for line in shown.splitlines() if re.match(r"[a-z]", line)]
    words = [
        "moves",
        "turns",
        "why",
        "hint",
        "board",
        "districts",
        "undo",
        "save",
        "resume",
        "help",
    ]
    assert first[: len(words) + 1] == [*words, "quit"]
    assert "Turns: `e5` an architect placed" in shown
    assert rest[0] == shown
    assert "'help' lists the commands" in rest[1].replace("\n", " ")


def test_moves_and_turns(contrada: Command) -> None:
    typing = typed("moves", "moves a", "turns b", "moves x", "e5", "moves", "1i1", "moves", "turns")
    _, moves, some, turns, none, _, two, _, many, too_many, _ = answers(
        contrada(*SEED, typing=typing)
    )
    assert len(moves.split()) == 81
    assert some.split() == [f"a{row}" for row in range(1, 10)]
    assert turns.split() == [f"b{row}" for row in range(1, 10)]
    assert none == "no legal choice begins with 'x'"
    assert two == "black  white"
    assert many.splitlines()[0].split() == ["stay"]
    assert [line.split()[0] for line in many.splitlines() if "…" in line] == ["i2-…", "h8-…"]
    many = r"2,376 turns are too many to list; add how they begin: turns \S+"
    assert re.fullmatch(many, too_many.replace("\n", " "))
    example = too_many.rsplit(" ", 1)[1]
    listed = answers(contrada(*SEED, typing=typed("e5", "1i1", f"turns {example}")))[3]
    assert all(line.startswith(f"{example},") for line in listed.splitlines() if "…" in line)


def test_why(contrada: Command) -> None:
    typing = typed("e5", "why 1e5", "why 1b2", "why", "why nonsense", "why WHITE")
    _, _, occupied, allowed, how, no_turn, white, _ = answers(contrada(*SEED, typing=typing))
    assert "URBINO-LOT-3" in occupied
    assert occupied.endswith("Look at e5.")
    assert allowed == "1b2 is legal."
    assert how == "why needs a decision or a turn, for example: why black"
    assert no_turn.startswith("'nonsense'")
    assert white == "WHITE is legal."


def test_board_and_districts(contrada: Command) -> None:
    _, board, districts, _ = answers(contrada(*SEED, typing=typed("board", "districts")))
    assert "District  Black" not in board
    assert "District  Black" in districts
    assert board.splitlines()[:2] == districts.splitlines()[:2]


def test_save_and_resume(contrada: Command, tmp_path: Path, state_home: Path) -> None:
    path = tmp_path / "my game.json"
    answer = contrada(*SEED, typing=typed("e5", f"save {path}", "1i1", f"resume {path}", "black"))
    _, _, said, _, resumed, *_ = answers(answer)
    assert said == f"Saved to {path}"
    assert resumed.startswith("You play Black against Random.\n")
    assert kept(state_home) == ["e5", "i2", "black"]
    assert json.loads(path.read_text(encoding="utf-8"))["turns"] == ["e5", "i2"]


def test_home_is_where_a_tilde_points(
    contrada: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    contrada(*SEED, typing=typed("e5", "save ~/game.json"))
    assert json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))["turns"][0] == "e5"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("save", "save needs a file name"),
        ("resume", "resume needs a file name"),
        ("save /nowhere/at/all.json", "/nowhere/at/all.json cannot be written: No such file"),
        ("save a\0b", "is not a valid file name"),
        ("save ~nobody-of-this-name/a", "cannot be written: No such file"),
        ("resume /nowhere.json", "/nowhere.json cannot be read: No such file"),
        ("resume /", "/ cannot be read: Is a directory"),
        ("resume last", "there is no saved game of urbino yet"),
        ("[/red]", "'[/red]'"),
        ("\x1b[2J", r"'\x1b[2J'"),
        ("why [bold]", "'[bold]'"),
        ("moves [red]", "no legal choice begins with '[red]'"),
    ],
)
def test_commands_that_cannot_be_carried_out(contrada: Command, line: str, sentence: str) -> None:
    _, said, _ = answers(contrada(*SEED, typing=typed(line)))
    assert sentence in said.replace("\n", " ")


def test_resume_refuses_other_files(contrada: Command, tmp_path: Path) -> None:
    start = record.record_of(game("urbino").start().play("e5"))
    record.write(tmp_path / "two.jsonl", [start, start])
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    typing = typed(f"resume {tmp_path / 'two.jsonl'}", f"resume {tmp_path / 'bad.json'}")
    _, two, bad, _ = answers(contrada(*SEED, typing=typing))
    assert "several games" in two.replace("\n", " ")
    assert "not valid JSON" in bad.replace("\n", " ")


@pytest.mark.parametrize("word", ["quit", "exit", "q", "Quit"])
def test_quit(contrada: Command, word: str) -> None:
    answer = contrada(*SEED, typing=typed("e5", word, "black"))
    assert answer.status == 0
    assert answer.out.endswith("contrada play urbino --resume last\n")
    assert "black\n" not in answer.out


@pytest.mark.parametrize("name", games.NAMES)
def test_commands_are_no_turns(name: str) -> None:
    """Whatever is due in a game, no command can be mistaken for a turn."""
    position = game(name).start()
    player, seen = RandomPlayer(1), 0
    here = table.Table(position, frozenset(), {})
    words = [*table._commands(here), *table.QUIT]
    while not position.is_over:
        for word in words:
            with pytest.raises(NotationError):
                position.read(word)
        position = position.play(player.choose(position))
        seen += 1
    assert seen > 10


# --- Leaving and coming back ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "greeting"),
    [
        ("black", "You play Black against Random."),
        ("white", "You play White against Random."),
        ("both", "You play all seats."),
    ],
)
def test_who_played_plays_on(contrada: Command, seat: str, greeting: str) -> None:
    against = () if seat == "both" else RANDOM
    contrada("play", *against, "--seat", seat, "--seed", "1", typing=typed("e5"))
    again = contrada("play", "--resume", "last")
    assert greeting in again.out
    other = contrada("play", "--resume", "last", "--seat", "1", *RANDOM)
    assert "You play White against Random." in other.out


def test_in_the_middle_of_a_turn(contrada: Command, state_home: Path) -> None:
    contrada(*SEED, typing=typed("e5", "black"))
    assert kept(state_home) == ["e5", "i2", "black"]
    answer = contrada("play", "urbino", "--resume", "last", typing=typed("1i1"))
    assert "Black, build the first building> 1i1" in answer.out
    assert kept(state_home)[:3] == ["e5", "i2", "1i1"]


def test_a_file_that_is_resumed_is_the_latest(
    contrada: Command, tmp_path: Path, state_home: Path
) -> None:
    path = tmp_path / "game.json"
    record.write(path, [record.record_of(game("urbino").start().play("e5"))])
    before = path.read_bytes()
    assert contrada("play", "--resume", path, typing=typed("d4")).status == 0
    assert path.read_bytes() == before
    assert kept(state_home) == ["e5", "d4"]


def test_options_are_kept(contrada: Command, state_home: Path) -> None:
    contrada("play", *RANDOM, "-o", "monuments=true", typing=typed("e5"))
    (found,) = record.read(state_home / "contrada" / "last-urbino.json")
    assert found.game.options == {"monuments": True}
    assert contrada("play", "--resume", "last").status == 0


def test_leaving_without_a_turn_keeps_the_game_before(contrada: Command, state_home: Path) -> None:
    contrada(*SEED, typing=typed("e5"))
    before = kept(state_home)
    assert "nothing was saved" in contrada(*SEED).out
    assert kept(state_home) == before


def test_nowhere_to_keep_a_game(
    contrada: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    path = tmp_path / "by hand.json"
    answer = contrada(*SEED, typing=typed("e5", f"save {path}"))
    assert "could not be saved" in answer.out
    assert "is saved" not in answer.out
    assert json.loads(path.read_text(encoding="utf-8"))["turns"][0] == "e5"


def test_no_input_at_all(contrada: Command) -> None:
    answer = contrada(*SEED, typing=None)  # as when a shell closes it: <&-
    assert answer.status == 0
    assert answer.out.endswith("Goodbye.\n")


# --- Every game ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.NAMES)
def test_every_game_can_be_watched(contrada: Command, name: str, state_home: Path) -> None:
    answer = contrada("play", name, *RANDOM, "--seat", "none", "--seed", "1")
    assert (answer.status, answer.err) == (0, "")
    assert re.search(r"(wins by [\w ]+|share the win): ", answer.out)
    (found,) = record.read(state_home / "contrada" / f"last-{name}.json")
    assert found.position.outcome() is not None
    assert answer.out.count(" plays ") >= len(found.position.moves())
    assert contrada("play", name, *RANDOM, "--seat", "none", "--seed", "1").out == answer.out


@pytest.mark.parametrize("name", games.NAMES)
def test_every_game_can_be_played(contrada: Command, name: str, state_home: Path) -> None:
    """In every game: use every command, then play whatever is offered first."""
    start = table.new(game(name), None, "all", 1).position
    first = screen.choices(start)[0]
    extras = [name for name in screen.extras(start) if name not in screen.ALWAYS_SHOWN]
    asked = ["help", "moves", "turns", "board", *extras, f"why {first}", "nonsense", first.upper()]
    answer = contrada("play", name, "--seat", "all", "--seed", "1", typing=typed("", *asked))
    assert (answer.status, answer.err) == (0, "")
    assert f"{first} is legal." in answer.out
    assert "'nonsense'" in answer.out
    assert max(map(len, answer.out.splitlines())) <= 80
    (found,) = record.read(state_home / "contrada" / f"last-{name}.json")
    assert found.position == start.play(first)
    assert "--resume last" in answer.out


# --- A game that is quite different --------------------------------------------------------------


def played(people: set[int], *lines: str) -> str:
    """Play the toy; return everything that was shown."""
    shown = io.StringIO()
    here = table.Table(
        toy.game().start(seed=1),
        frozenset(people),
        {seat: RandomPlayer(1 + seat) for seat in range(3) if seat not in people},
        Console(file=shown, width=80, highlight=False),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO(typed(*lines)))
        patch.setattr(sys, "stdout", shown)
        table.sit_down(here)
    return shown.getvalue()


def test_a_seat_sees_its_own_card_only() -> None:
    shown = played({1}, "keep")
    cards = [int(card) for card in toy.game().start(seed=1).state.cards]
    assert f"Your card: {cards[1]}." in shown
    assert set(re.findall(r"Your card: (\w+)", shown)) == {str(cards[1])}
    assert shown.index("Red plays") < shown.index("Green> keep") < shown.index("Blue plays")
    assert re.search(r"(Red|Green|Blue) wins by card: Red \d+, Green \d+, Blue \d+\.", shown)


def test_players_change_places_before_seeing_cards() -> None:
    shown = played({0, 2}, "", "help", "districts", "keep", "", "drop")
    assert shown.count("come to the screen and press Enter.") == 2
    assert "Red, come to the screen" in shown.partition("Your card")[0]
    assert "'districts' is neither keep nor drop" in shown
    assert "You can play keep or drop. Type 'help' for more." in shown


def test_what_was_not_seen_by_anybody_is_taken_back(contrada: Command) -> None:
    """In the middle of a turn with cards, undo stops at the last card that was drawn."""
    seat = ("play", "urbania", "--seed", "21", "--seat", "all")
    lines = ("", "renew D2", "undo", "hire CEO", "undo", "undo", "draw pile", "undo")
    out = contrada(*seat, typing=typed(*lines)).out.replace("\n", " ")
    assert out.count("there is nothing to undo") == 1
    assert out.count("revealed something hidden, so it cannot be undone") == 1
    assert out.index("nothing to undo") < out.index("cannot be undone")
    assert "draw pile" in out.partition("cannot be undone")[0]


def test_a_drawn_tile_is_not_taken_back(contrada: Command) -> None:
    out = contrada(
        "play",
        "urtown",
        "--seed",
        "1",
        "--seat",
        "all",
        typing=typed("", "red 7 I7", "", "undo"),
    ).out
    assert "cannot be undone" in out.replace("\n", " ")


def test_the_words_that_begin_a_choice_are_enough(contrada: Command) -> None:
    seat = ("play", "urbania", "--seed", "21", "--seat", "all")
    before, _, after = contrada(*seat, typing=typed("", "RENEW d2")).out.partition("> RENEW d2\n")
    assert "D2, 0 of 3 workers>" not in before
    assert "First, pay for D2, 0 of 3 workers>" in after


def test_nobody_tries_out_what_a_card_would_be(contrada: Command) -> None:
    """Taking the first card reveals the next card of the pool, so it cannot be undone."""
    seat = ("play", "urbania", "--seed", "21", "--seat", "all")
    guess = "draw pool 1 [pink 2+$1], pool 1 [gray 3]"
    after_first = game("urbania").start(2, 21).play("draw pool 1 [pink 2+$1]")
    right = f"draw pool 1 [pink 2+$1], {after_first.decision_text(2)}"
    lines = (f"why {guess}", f"why {right}", "why draw pile", "undo", guess, "undo")
    out = contrada(*seat, typing=typed("", *lines)).out
    before, _, after = out.replace("\n", " ").partition(f"> {guess} ")
    assert before.count("reveals something hidden") == 2
    assert before.count("is legal.") == 1
    assert "'pool 1 [gray 3]' must be written 'pool 1 [" in after
    assert "cannot be undone" in after
    assert "draw pool 1 [pink 2+$1]" in _kept_turns()[0]


def _kept_turns() -> list[str]:
    turns = json.loads(table.last("urbania").read_text(encoding="utf-8"))["turns"]
    assert all(isinstance(turn, str) for turn in turns)
    return list(turns)


def test_a_submitted_project_is_not_told(contrada: Command) -> None:
    """The random player submits projects; the table does not say which."""
    seat = ("play", "urbania", *RANDOM, "--seats", "3", "--seed", "4", "--seat", "none")
    out = contrada(*seat).out
    assert re.search(r"plays .*submit a project", out)
    assert not re.search(r"submit (?!a project)[A-Zfbhsp]", out.partition("wins by")[0])


def test_nobody_sits_at_the_table() -> None:
    shown = played(set())
    assert shown.startswith("Toy. Random plays all seats.")
    assert [f"{seat} plays " in shown for seat in ("Red", "Green", "Blue")] == [True] * 3
    assert "Your card: None." in shown


def test_a_shared_win() -> None:
    assert "Red and Green and Blue share the win: Red 0, Green 0, Blue 0." in played(
        {0, 1, 2}, *["", "drop"] * 3
    )
