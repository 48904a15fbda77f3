"""The addresses that tell what can be played here: games, levels, and what decisions consist of."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from contrada import __version__, games
from contrada.bots.levels import LEVELS
from contrada.games.contract import Game
from contrada.server.http.dependencies import GameInPath, TheServices, refusals
from contrada.server.wire import answers

router = APIRouter(prefix="/api/games")


@router.get("", responses=refusals())
async def all_games(services: TheServices) -> answers.Games:
    """Tell which games and levels there are, and which games are ready."""
    levels = [{"number": n.number, "name": n.name, "about": n.about} for n in LEVELS]
    found = [{**_facts(name), "state": state} for name, state in services.readiness.states.items()]
    return answers.Games.model_validate({"version": __version__, "games": found, "levels": levels})


@router.get("/{game}/decisions", responses=refusals(404))
async def decisions(game: GameInPath, response: Response) -> answers.Decisions:
    """Tell what each decision of a game is made of."""
    response.headers["Cache-Control"] = "public, max-age=3600"
    found = Game(games.definition(game))
    return answers.Decisions(
        game=game, parts=[dict(part) for part in found.parts()], implied=list(found.implied)
    )


def _facts(name: str) -> dict[str, Any]:
    facts = games.definition(name).facts
    return {
        "name": facts.name,
        "title": facts.title,
        "seats": facts.seats,
        "seat_names": facts.seat_names,
        "options": [
            {"name": o.name, "values": o.values, "about": o.about, "needs": o.needs}
            for o in facts.options
        ],
        "decisions": facts.decisions,
        "longest_turn": facts.longest_turn,
        "hidden": facts.hidden,
        "chance": facts.chance,
        "measures": [{"name": m.name, "fewest": m.fewest} for m in facts.measures],
    }
