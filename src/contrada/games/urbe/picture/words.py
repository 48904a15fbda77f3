"""Texts that pictures and plain text share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from contrada.games.drawing import View, final_scores, looker, whose_move

Tile = Mapping[str, Any]
Card = Mapping[str, Any]
Decree = Mapping[str, Any]
Player = Mapping[str, Any]
Useful = Mapping[str, Any]

COLUMNS, ROWS = "ABCD", "1234"
CARDS = 8
GREY = "grey"

# The lines of a score sheet, and the heads over their sums.
SHEET = {
    "tile": "Tiles",
    "character": "Character",
    "fountain": "Fountains",
    "useful": "Useful",
    "decree": "Decrees",
}
PHASES = {
    "characters": "choosing characters",
    "mark": "marking tiles",
    "take": "taking tiles",
    "place": "placing tiles",
    "over": "finished",
}

# What a seat has to do, if that does not depend on anything else.
DUE = {
    "side": "choose side A or B",
    "mark": "mark a tile",
    "archbishop": "send the Archbishop or not",
    "second": "take a second tile or none",
    "treasurer": "take one more tile with the Treasurer or not",
    "swap": "swap two tiles or none",
}


def mover(view: View) -> Player:
    player: Player = view["players"][view["to_move"]]
    return player


def is_over(view: View) -> bool:
    return bool(view["due"] == "over")


def market_is_open(view: View) -> bool:
    """Whether there is a market; at the end its tiles are discarded."""
    return not is_over(view) or any(place["tile"] for place in view["market"])


def either(words: Iterable[object]) -> str:
    """Write alternatives: `2, 5 or 7`."""
    *others, last = map(str, words)
    return f"{', '.join(others)} or {last}" if others else last


def due(view: View) -> str:
    """Return what the seat to move has to do, or the scores."""
    if is_over(view):
        return final_scores(view)
    if view["due"] in DUE:
        return DUE[view["due"]]
    player = mover(view)
    if view["due"] == "useful":
        return f"keep the {either(useful['name'] for useful in player['drawn'])}"
    if view["due"] == "meeple":
        return f"take back the meeple from {either(player['meeples'])}"
    if view["due"] == "pay":
        return f"pay for {paid_for(view)}"
    kept = all(tile["power"] == "warehouse" for tile in player["waiting"])
    tiles = either(tile["name"] for tile in player["waiting"])
    return f"place {'or keep ' if kept else ''}{tiles}"


def paid_for(view: View) -> str:
    """Return the name of the tile under the meeple being taken back."""
    tiles = (each["tile"] for each in view["market"] if each["place"] == view["target"])
    return next((tile["name"] for tile in tiles if tile), "a tile")


def sentence(view: View) -> str:
    """Return who has to do what: `Second to move: pay for Goldsmith's Row.`."""
    return f"{whose_move(view)}: {due(view)}."


def in_round(view: View) -> str:
    """Return `round 3 of 8`; characters are chosen before the first."""
    number, rounds = view["round"], view["rounds"]
    return f"round {number} of {rounds}" if number else f"before round 1 of {rounds}"


def order(view: View) -> str:
    """Return who is the first player, and who has the Herald, if anyone."""
    first = f"{view['seat_names'][view['first']]} is first player"
    herald = next((player for player in view["players"] if player["is_herald"]), None)
    if not herald:
        return first
    is_first = herald["seat"] == view["first"]
    return f"{first} and Herald" if is_first else f"{first}, {herald['name']} is the Herald"


def guild_and_side(player: Player) -> str:
    side = f", side {player['side']}" if player["side"] else ""
    return f"{player['guild'].capitalize()}{side}"


def spanned(numbers: Sequence[int]) -> str:
    """Write numbers, as `3-8` if they are consecutive."""
    least, most = min(numbers), max(numbers)
    if len(numbers) > 1 and len(numbers) == most - least + 1:
        return f"{least}-{most}"
    return ", ".join(map(str, numbers))


def character_counts(player: Player) -> str:
    """Return what the character scores: `2 for each purple tile of 1-2 VP`."""
    character = player["character"]
    vp = spanned(character["counts"])
    return f"{character['vp']} for each {player['colour']} tile of {vp} VP"


def useful_does(useful: Useful) -> str:
    """Return what a useful character scores, or what it does once."""
    return f"{useful['vp']} {useful['text']}" if useful["vp"] else str(useful["text"])


def is_fulfilled(decree: Decree) -> str:
    return "fulfilled" if decree["met"] else "not fulfilled"


def where_fulfilled(decree: Decree) -> str:
    """Return whether a decree is fulfilled, and on which cells: `fulfilled on B2 C2 D2`."""
    return " on ".join(filter(None, (is_fulfilled(decree), " ".join(decree["cells"]))))


def secret_decrees(player: Player) -> str:
    """Return how many decrees a seat has, if they are hidden."""
    size = player["decrees_size"] if player["decrees"] is None else 0
    return f"{size} secret decree{'' if size == 1 else 's'}" if size else ""


def sums(view: View, player: Player) -> dict[str, int]:
    """Add up the score sheet by kind of line.

    Before the end, decrees do not count yet, nor what a useful character scores for them. What
    the viewer knows of both is shown under decrees.
    """
    parts = {
        what: sum(line["points"] for line in player["sheet"] if line["what"] == what)
        for what in SHEET
    }
    if not is_over(view):
        known, shown = sum(parts.values()), parts["tile"] + parts["character"] + parts["fountain"]
        parts |= {"useful": player["points"] - shown, "decree": known - player["points"]}
    return parts


def score_row(view: View, player: Player) -> dict[str, object]:
    """Return the points of a seat by column; before the end the public ones, then its decrees."""
    parts: dict[str, object] = dict(sums(view, player))
    if player["decrees"] is None:
        parts["decree"] = "secret"
    if not view["options"]["useful_eight"]:
        del parts["useful"]
    if view["options"]["useful_eight"] == "instead":
        del parts["character"]
    row = {SHEET[what]: points for what, points in parts.items()}
    points = {"Points": player["points"]}
    if is_over(view):
        return row | points
    decrees = row.pop(SHEET["decree"])
    return row | points | {SHEET["decree"]: decrees if player["decrees_size"] else "-"}


def laid(player: Player) -> list[tuple[str, Tile]]:
    """List the bridges and watchtowers of a city, and where they are."""
    bridges = [(each["border"], each["tile"]) for each in player["bridges"]]
    return bridges + [(each["outside"], each["tile"]) for each in player["watchtowers"]]


def touched(player: Player, last: Sequence[str]) -> list[str]:
    """Return what the last turn touched in a city."""
    own = f"{player['seat']}:"
    return [name.removeprefix(own) for name in last if name.startswith(own)]


def description(view: View) -> str:
    """Describe the position for screen readers."""
    points = ", ".join(f"{player['name']} {player['points']}" for player in view["players"])
    said = f"{sentence(view)} {in_round(view).capitalize()}, {order(view)}. Points: {points}."
    return " ".join([said, *own_in_words(view)])


def own_in_words(view: View) -> Iterator[str]:
    """Yield the viewer's secrets."""
    player = looker(view)
    if player and player["decrees"]:
        each = (f"{d['name']} ({d['vp']}, {where_fulfilled(d)})" for d in player["decrees"])
        yield f"Your decrees: {', '.join(each)}."
