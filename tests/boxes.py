"""Boxes in which every field is changed that can be, and a match that is told, drawn and recorded from end to end."""

from __future__ import annotations

import copy
import json
import random
import tomllib
from typing import TYPE_CHECKING, Any

import strandline as sl
from strandline.engine import guide, record
from strandline.engine.texts import LANGUAGES

if TYPE_CHECKING:
    from pathlib import Path

    from strandline.engine.match import Match

DOORS = ("terminal", "browser")  # where texts may say otherwise
CHANGES: dict[str, dict[str, Any]] = {
    "high-tide-leiman": {
        "tiles": {"blue": 8, "pink": 6, "neutral": 5},
        "setup.centre": "blue",
        "setup.inner_ring": {"blue": 3, "pink": 1, "neutral": 2},
        "setup.outer_ring": {"blue": 4, "pink": 5, "neutral": 3},
        "stones": {"to_win": 4, "in_box": 7},
    },
    "high-tide-henn": {
        "beaches.length": 17,
        "dice.per_colour": {"few": 4, "many": 5},
        "track.rental": {"few": 3, "many": 5},
        "track.rerolls": [1, 2],
        "waves.large": {"count": 5, "spaces": 4},
        "waves.small": {"count": 5, "spaces": 3},
        "scoring.places": {"few": [9, 8], "many": [9, 8, 7]},
        "scoring.bar": 11,
        "scoring.surfer_in_water": 13,
        "scoring.surfer_at_bar": 14,
        "scoring.baywatch": 15,
        "scoring.coins": {"few": [19, 18], "many": [19, 18, 17]},
        "coins.values": [21, 22, 23, 23, 23, 26, 27, 99],
        "shark.tiles": [2, 4, 6, 8, 10, 12],
    },
    "maui": {
        "patterns.ids": ["turtle", "fish", "red_stripe", "orange", "pink", "palm"],
        "patterns.letters": ["t", "f", "r", "o", "p", "q"],
        "towels": {"count": 120, "across_seats": [2, 3]},
        "beach.columns": 14,
        "beach.rows": [4, 5, 2, 2, 2, 6],
        "beach.start_rows": [2, 3, 4],
        "beach.spare_rows": [4, 5, 6],
        "beach.umbrellas": [[1, 6], [3, 2], [5, 5], [6, 1], [7, 3], [8, 3], [10, 6], [11, 2], [14, 4]],
        "beach.crabs": [[2, 4], [3, 2], [5, 5], [8, 3], [13, 6]],
        "beach.crab_side_scoring_tokens": [[4, 6], [9, 1]],
        "umbrella_tokens.pearls": {"pink": 2, "black": 4, "sea_green": 1},
        "umbrella_tokens.pearl_points": [1, 3, 6, 10, 16],
        "umbrella_tokens.scoring": [["turtle", "red_stripe"], ["orange", "palm"]],
        "umbrella_tokens.scoring_steps": 3,
        "score_board.track": [1, 2, 4, 6, 8, 11, 13, 17],
        "score_board.extension": [27, 31, 35],
        "score_board.frames": {"palm": {"step": 3, "token": "turtle"}, "pink": {"step": 4, "token": "fish"}},
        "towel_tokens": {"count_2_players": 2, "count_3_4_players": 3},
        "penalty": {"count": 24, "value": -2, "trees": -5},
        "crab_tokens.values": [-5, -6, -6, -7, -9],
        "market.costs": [0, 2, 3, 4],
        "sand_dollars": {"box": 14, "per_player": 2, "per_area": 3},
    },
    "day-at-the-beach": {
        "elements": ["palm", "castle", "kite", "shell", "crab", "starfish", "towel"],
        "colours": ["green", "red", "violet"],
        "counts": {"entrances": 7, "water": 16, "sand": 64, "umbrellas": 40, "grid": [5, 2], "display": 4},
        "rounds": {"2": 4, "3": 5, "4": 6, "5": 6},
        "entrance.corners": [1, 2],
        "entrance.set_points": [1, 2, 6, 11, 17, 24, 33],
        "water.corners": [0, 2, 3],
        "water.points_per_element": 7,
        "water.tiles": [["kite"], ["palm", "kite"], ["shell", "shell"], ["towel", "crab", "starfish", "palm"]] * 4,
        "sand.tiles": [
            {"corners": corners, "elements": elements}
            for corners in ([0, 1, 2, 3], [1, 3], [2], [])
            for elements in (["kite"], ["towel", "towel"], ["palm", "castle", "shell"], ["crab", "starfish"])
        ] * 4,
        "umbrella.tiles": [
            {"colour": colour, "needs": needs, "points": points}
            for colour in ("green", "violet")
            for needs, points in ((["kite"], 6), (["palm", "palm"], 8), (["towel"], 0), (["crab", "shell"], 100))
        ] * 5,
    },
}  # fmt: skip


def delivered(slug: str) -> dict[str, Any]:
    """Read the box that a game comes with."""
    return tomllib.loads((sl.game(slug).folder / "components.toml").read_text(encoding="utf-8"))


def changed(slug: str, changes: dict[str, Any] | None = None) -> dict[str, Any]:
    """Give a box with these changes, or with all of them."""
    data = copy.deepcopy(delivered(slug))
    for path, value in (CHANGES[slug] if changes is None else changes).items():
        *outer, name = path.split(".")
        inner = data
        for key in outer:
            inner = inner[key]
        inner[name] = value
    return data


def written(data: dict[str, Any]) -> str:
    """Write a box as TOML."""
    plain = [f"{key} = {in_toml(value)}" for key, value in data.items() if not isinstance(value, dict)]
    tables = [f"[{key}]\n" + "\n".join(f"{name} = {in_toml(inner)}" for name, inner in value.items())
              for key, value in data.items() if isinstance(value, dict)]  # fmt: skip
    return "\n".join([*plain, *tables, ""])


def in_toml(value: Any) -> str:
    """Write a value on one line."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{name} = {in_toml(inner)}' for name, inner in value.items())} }}"
    return f"[{', '.join(map(in_toml, value))}]" if isinstance(value, list) else json.dumps(value)


def corrected_folder(folder: Path, slug: str, data: dict[str, Any] | None = None) -> Path:
    """Write a corrected box into a folder, under the name of its game."""
    folder.mkdir(exist_ok=True)
    (folder / f"{slug}.toml").write_text(written(changed(slug) if data is None else data), encoding="utf-8")
    return folder


# Playing


def play_through(slug: str, matches: int, folder: Path, first: int = 0) -> str:
    """Play matches at random, every move told and every position described and drawn; each is recorded and replayed."""
    game = sl.game(slug)
    tables = [(seats, options) for options in game.option_sets() for seats in game.rules.SEATS]
    for language in LANGUAGES:
        assert guide.page(game, language)
        assert game.ledger(language).page
    for number in range(first, first + matches):
        chooser = random.Random(number)
        seats, options = tables[number * 7919 % len(tables)]
        match = sl.new(slug, seats=seats, options=options, seed=number)
        while not match.over:
            match.play(chooser.choice(match.legal_numbers()))
        tell(match, chooser)
        path = folder / f"{slug}.strand"
        record.save(match, path)
        again = sl.load(path)
        assert again.sheet() == match.sheet()
        assert json.loads(again_corrected(path)) == json.loads(json.dumps(game.corrected))
    return f"{slug}: {matches} matches, {len(game.corrected)} fields corrected"


def again_corrected(path: Path) -> str:
    """Read what a record says of corrected fields."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((line.removeprefix("corrected: ") for line in lines if line.startswith("corrected: ")), "{}")


def tell(match: Match, chooser: random.Random) -> None:
    """Tell, describe and draw a whole match, through the eyes of any seat, for any window, in any language."""
    game = match.game
    for ply, move in enumerate(match.played):
        before, after = match.state_at(ply), match.state_at(ply + 1)
        texts = game.texts(chooser.choice(LANGUAGES)).at(chooser.choice(DOORS))
        assert game.words.tell(before, move, after, texts)
        game.words.moment(before, move, after, texts)
        assert game.words.describe(after, texts)
        game.words.prompt(after, texts)
        game.words.note(after, texts)
        game.words.holding(after, texts)
        game.words.actions(after, texts)
        if chooser.random() < 0.25:
            game.words.board(after, texts, move)
            game.words.compact(after, texts, move, [chooser.randrange(match.seats)])
            drawing = game.drawings[chooser.choice([*game.drawings])]
            seat = chooser.randrange(-1, match.seats)
            drawing.frame(after, seat)
            drawing.board(after, texts, seat)
            drawing.pieces(after, texts, move, seat)
            drawing.ghosts(after, texts, seat)
            drawing.glides(before, move, after)
        if chooser.random() < 0.03:
            place(match, ply + 1)
    for language in LANGUAGES:
        game.words.scoring(match.state, game.texts(language))
        game.words.tie_break(match.state, game.texts(language))


def place(match: Match, ply: int) -> None:
    """Set up a position of the match from its document once more."""
    game = match.game
    state = match.state_at(ply)
    document = {"seats": match.seats, "options": match.position()["options"], **game.notation.position(state)}
    again = sl.at(game.slug, json.dumps(document), chance="by hand")
    assert again.state.tobytes() == state.tobytes(), document
