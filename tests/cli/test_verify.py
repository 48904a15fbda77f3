"""`contrada verify`, and replays with views."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from contrada import game, record, replay, shuffle
from tests.cli.running import ABSTRACT_PLAY, Command

SALT = "00112233445566778899aabbccddeeff"


def promise(seed: int) -> list[str]:
    return [
        "verify",
        "--commitment",
        shuffle.commitment(7, SALT),
        "--salt",
        SALT,
        "--seed",
        f"{seed}",
    ]


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A game of Urtown with seed 7, two turns long."""
    here = game("urtown").start(3, seed=7)
    here = here.play(here.legal()[0])
    here = here.play(here.legal()[0])
    path = tmp_path / "game.json"
    record.write(path, [record.Record(here, ("Ada", "Bo", "Cy"), title="A club evening")])
    return path


def test_a_kept_promise(contrada: Command) -> None:
    answer = contrada(*promise(7))
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == "The seed and the salt match the commitment.\n"


def test_a_broken_promise(contrada: Command) -> None:
    answer = contrada(*promise(8))
    assert (answer.status, answer.err) == (1, "")
    assert answer.out == "The seed and the salt do not match the commitment.\n"


def test_a_record_belongs_to_a_promise(contrada: Command, played: Path) -> None:
    answer = contrada(*promise(7), "--record", played)
    assert (answer.status, answer.err) == (0, "")
    _, sentence = answer.out.splitlines()
    says = f"{played} was played with this seed; all decisions and results are correct."
    assert sentence == says


def test_a_record_of_another_game(contrada: Command, tmp_path: Path) -> None:
    start = game("urtown").start(3, seed=8)
    record.write(tmp_path / "other.json", [record.record_of(start)])
    answer = contrada(*promise(7), "--record", tmp_path / "other.json")
    assert (answer.status, answer.err) == (1, "")
    assert answer.out.splitlines()[1].endswith("other.json was not played with this seed.")


def test_a_record_that_does_not_hold(contrada: Command, played: Path) -> None:
    document = json.loads(played.read_text(encoding="utf-8"))
    document["turns"][0] = "skip"
    played.write_text(json.dumps(document), encoding="utf-8")
    assert "game 1, ply 1" in contrada(*promise(7), "--record", played).sentence


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["--commitment", "abc", "--salt", SALT, "--seed", "7"], "a commitment is 64 digits"),
        (["--commitment", "0" * 64, "--salt", "a b", "--seed", "7"], "a salt is a word"),
        (["--commitment", "0" * 64, "--salt", SALT, "--seed", "-1"], "a seed is a number from 0"),
        (["--commitment", "0" * 64, "--salt", SALT], "--seed"),
        ([*promise(7)[1:], "--record", "nowhere.json"], "nowhere.json cannot be read"),
    ],
)
def test_what_cannot_be_verified(contrada: Command, arguments: list[str], wrong: str) -> None:
    assert wrong in contrada("verify", *arguments).sentence


# --- Replays with views --------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "arguments"), [(None, []), (1, ["--seat", "Second"])])
def test_replay_with_views(
    contrada: Command, played: Path, tmp_path: Path, seat: int | None, arguments: list[str]
) -> None:
    out = tmp_path / "replay.json"
    answer = contrada("replay", played, "--views", out, *arguments)
    assert (answer.status, answer.out) == (0, f"3 steps written to {out}\n")
    (found,) = record.read(played)
    expected = replay.replay_of(found.position, found.names, seat, found.title)
    assert json.loads(out.read_text(encoding="utf-8")) == expected


def test_replay_one_of_many_with_views(contrada: Command, tmp_path: Path) -> None:
    out = tmp_path / "replay.json"
    foreign: list[str | Path] = ["replay", ABSTRACT_PLAY, "--from", "abstractplay", "--views", out]
    assert contrada(*foreign, "--game", "50").status == 0
    assert json.loads(out.read_text(encoding="utf-8"))["title"] == "196"
    assert "has 50 games" in contrada(*foreign, "--game", "51").sentence


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["--seat", "0"], "add --views OUT"),
        (["--game", "2"], "add --views OUT"),
        (["--views", "out.json", "--seat", "Black"], "there is no seat 'Black'"),
        (["more.json", "--views", "out.json"], "one file, not 2"),
        (["--views", "no/such/folder/out.json"], "cannot be written"),
    ],
)
def test_replays_that_are_refused(
    contrada: Command, played: Path, arguments: list[str], wrong: str
) -> None:
    assert wrong in contrada("replay", played, *arguments).sentence
    assert not Path("out.json").exists()
