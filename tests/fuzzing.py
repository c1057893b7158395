"""Positions that somebody got wrong: documents changed in a few places at random, the same way for the same seed."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from strandline.engine.match import Match

NONSENSE: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 3, 7, 99, 127, 128, 10**20, 1.5, "", "x", "over", "chance", "ä", "\n", "1"),
    *([], ["x"], [None], [[]], {}, {"x": 1}, {"": None}),
)


def documents(match: Match, every: int) -> list[dict[str, Any]]:
    """Write some positions of a match, as they come out of a file."""
    common = {"seats": match.seats, "options": match.position()["options"]}
    counts = sorted({0, match.count, *range(0, match.count, every)})
    written = [common | match.game.notation.position(match.state_at(count)) for count in counts]
    return [json.loads(json.dumps(document)) for document in written]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Walk over all places of a document: the keys and indices that lead there."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))


def at(document: Any, path: tuple[Any, ...]) -> Any:
    """What stands at a place?"""
    for key in path:
        document = document[key]
    return document


def mutated(document: dict[str, Any], other: dict[str, Any], random: Random) -> dict[str, Any]:
    """Change a document in one to three places: leave out, replace, move, double, miscount, mix with another."""
    changed = copy.deepcopy(document)
    for _ in range(random.randint(1, 3)):
        paths = [path for path in places(changed) if path[0] not in {"seats", "options"}]
        if not paths:
            break
        path = random.choice(paths)
        home, key, value = at(changed, path[:-1]), path[-1], at(changed, path)
        how = random.randrange(6)
        if how == 0:
            del home[key]
        elif how == 1:
            home[key] = copy.deepcopy(random.choice(NONSENSE))
        elif how == 2 and type(value) is int:
            home[key] = value + random.choice((-2, -1, 1, 2))
        elif how == 3:
            home[key] = copy.deepcopy(at(changed, random.choice(paths)))
        elif how == 4 and isinstance(home, list):
            home.insert(key, copy.deepcopy(value))
        elif isinstance(home, dict):
            theirs = [path for path in places(other) if path[-1] == key]
            if theirs:
                home[key] = copy.deepcopy(at(other, random.choice(theirs)))
            else:
                home[random.choice(("x", "turn", "1", ""))] = home.pop(key)
    return changed
