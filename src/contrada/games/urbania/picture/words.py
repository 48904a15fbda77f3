"""Texts that both pictures of Urbania use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from contrada.games.drawing import View, final_scores, looker, whose_move

Card = Mapping[str, Any]
Player = Mapping[str, Any]
Project = Mapping[str, Any]

COLUMNS, ROWS = "ABCDEFG", "1234567"

MOST_SUBMITTED = 3


def payment_due(payment: Mapping[str, Any]) -> str:
    """Return what is being paid for, and how much is paid: `pay for C4, 2 of 3 workers`."""
    what, signs = ("the", "coins") if payment["what"] == "hire" else ("for", "workers")
    return f"pay {what} {payment['target']}, {payment['paid']} of {payment['price']} {signs}"


def due(view: View) -> str:
    """Return what the seat to move has to do, or the scores."""
    if view["due"] == "over":
        return final_scores(view)
    if view["payment"]:
        return payment_due(view["payment"])
    return {
        "action": f"action {3 - view['actions_left']} of 2",
        "draw": f"draw card {3 - view['cards_due']} of 2",
        "card": "draw a card or none",
    }[view["due"]]


def end_phase(view: View) -> str:
    turns = view["end_turns"]
    return f"End phase, {turns} turn{'s' if turns > 1 else ''} left" if turns else ""


def sentence(view: View) -> str:
    """Return who has to do what: `Second to move: action 1 of 2. End phase, 4 turns left.`."""
    last = f" {end_phase(view)}." if view["end_turns"] else ""
    return f"{whose_move(view)}: {due(view)}.{last}"


def coins(player: Player) -> int:
    """Add up the face-up coins of a seat."""
    return sum(card["count"] * (card["coins"] + card["rainbow_coins"]) for card in player["table"])


def submitted(player: Player) -> str:
    return f"{player['submitted_size']}/{MOST_SUBMITTED}"


def listed(cards: Iterable[Card]) -> str:
    """Write cards: `brown 2+$1, gray 3 x2`."""
    return ", ".join(
        f"{card['text']} x{card['count']}" if card["count"] > 1 else card["text"] for card in cards
    )


def workers_showing(view: View) -> str:
    workers = view["pool_workers"]
    swept = ", may be swept" if view["may_sweep"] else ""
    return f"{workers} worker{'' if workers == 1 else 's'} showing{swept}"


def valued(projects: Iterable[Project]) -> str:
    """Write projects with what they are worth now: `NW (20), Banker + Doctor (18)`."""
    return ", ".join(f"{project['name']} ({project['worth']})" for project in projects)


def seen_projects(player: Player) -> list[tuple[str, Project]]:
    """List the projects of a seat that the viewer sees, and where they are."""
    places = (("submitted", player["submitted"]), ("in hand", player["projects"]))
    return [(place, project) for place, projects in places for project in projects or ()]


def description(view: View) -> str:
    """Describe the position for screen readers."""
    renewed = sum(space["renewed"] for space in view["spaces"])
    points = ", ".join(f"{player['name']} {player['points']}" for player in view["players"])
    said = f"{sentence(view)} Buildings renewed: {renewed} of {len(view['spaces'])}."
    return " ".join([f"{said} Points: {points}.", *own_in_words(view)])


def own_in_words(view: View) -> Iterator[str]:
    """Yield what the viewer has."""
    if player := looker(view):
        yield f"Your hand: {listed(player['hand']) or 'empty'}."
        for where in ("in hand", "submitted"):
            own = [project for place, project in seen_projects(player) if place == where]
            if own:
                yield f"Your projects {where}, worth now: {valued(own)}."
