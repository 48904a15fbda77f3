"""`contrada verify`: checks a shuffle against the commitment shown before the game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from contrada import record, shuffle
from contrada.cli.arguments import Components, use_components
from contrada.cli.screen import printable

NO_MATCH = 1


def verify(
    promised: Annotated[
        str,
        typer.Option("--commitment", metavar="H", help="The fingerprint shown at the start."),
    ],
    salt: Annotated[str, typer.Option(metavar="S", help="The salt shown at the end.")],
    seed: Annotated[int, typer.Option(metavar="N", help="The seed shown at the end.")],
    file: Annotated[
        Path | None,
        typer.Option(
            "--record",
            metavar="FILE",
            help="Also check that this record has that seed, and replay it.",
        ),
    ] = None,
    components: Components = None,
) -> None:
    """Check that a game was shuffled fairly.

    When a game starts, its table shows a fingerprint, the commitment; when it ends, the seed and
    the salt. They match if the fingerprint is the SHA-256 of 'contrada SALT SEED'. The exit status
    is 0 if everything matches, and 1 if not.
    """
    use_components(components)
    findings = [_promise(promised, seed, salt)]
    if file is not None:
        findings.append(_record(file, seed))
    for _, sentence in findings:
        print(printable(sentence))
    if not all(holds for holds, _ in findings):
        raise typer.Exit(NO_MATCH)


def _promise(promised: str, seed: int, salt: str) -> tuple[bool, str]:
    holds = shuffle.matches(promised, seed, salt)
    match = "match" if holds else "do not match"
    return holds, f"The seed and the salt {match} the commitment."


def _record(file: Path, seed: int) -> tuple[bool, str]:
    """Look for a game with this seed; reading a record replays and checks it."""
    seeds = [found.position.seed for found in record.read(file)]
    if seed in seeds:
        return True, f"{file} was played with this seed; all decisions and results are correct."
    if set(seeds) == {None}:
        return False, f"{file} starts from a position, so its shuffle cannot be checked."
    return False, f"{file} was not played with this seed."
