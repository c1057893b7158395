"""Positions set up from documents in rulebook words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.document import REQUIRED, Document
from strandline.engine.errors import BadPosition
from strandline.games.day_at_the_beach.rules import beach, tables
from strandline.games.day_at_the_beach.rules.chance import missing
from strandline.games.day_at_the_beach.rules.state import filled_places, tiles_of, umbrellas_on, waiting_patterns
from strandline.games.day_at_the_beach.rules.tables import EMPTY, PLACES, SANDS, Deck, Move
from strandline.games.day_at_the_beach.rules.turn import any_umbrella, wait

from .names import CELL, CELL_NAME, DECK_NAME, KIND_NAME, PLACE_NAME, SIDES, STEP_NAME, in_any_order

if TYPE_CHECKING:
    from collections.abc import Mapping

    from strandline.games.day_at_the_beach.rules.state import State, Tile

TEXTS = Path(__file__).parents[1] / "texts"
KEYS = ("turn", "round", "step", "hand", "cover", "laid_out", "grid", "sand_next", "waters", "umbrellas", "players")
HAND = re.compile(r"(sand|water) (\S+)")
TILE = re.compile(rf"{HAND.pattern}(?: ({'|'.join(SIDES)}))?")
IN_DECK = [range(int(tables.FIRST_KIND[deck]), int(tables.FIRST_KIND[deck + 1])) for deck in Deck]
KIND = [{in_any_order(KIND_NAME[kind]): kind for kind in kinds} for kinds in IN_DECK]
STEP = {name: step for step, name in STEP_NAME.items()}
PATTERNS = frozenset(tables.PATTERNS.tolist())


def place(state: State, position: Mapping[str, Any]) -> None:
    """Set a position up; open tiles and a grid that are left out are filled from the box (B-R7)."""
    document = Document(position, KEYS)
    turn = read_turn(state, document)
    for seat, player in enumerate(document.tables("players", ("beach", "umbrellas"), state.seats)):
        place_beach(state, seat, named_table(player, "beach", 'n1 = "sand palm/nw+ne+se east"'))
        place_umbrellas(state, seat, named_table(player, "umbrellas", 'n1e1 = "green/palm+starfish"'))
    if "hand" in document:
        found = document.match("hand", HAND, "sand palm/nw+ne+se, water palm+castle+ball")
        state.hand = take_kind(state, DECK_NAME.index(found[1]), document, "hand", found[2])
    place_display(state, Deck.WATER, document.table("waters", ("open", "next")), fill=turn != CHANCE)
    place_display(state, Deck.UMBRELLA, document.table("umbrellas", ("open", "next", "deck")), fill=turn != CHANCE)
    if turn in {CHANCE, OVER}:
        place_nobodys(state, document, turn)
    else:
        state.seat = turn
        place_step(state, document)
        place_grid(state, document)
    check_patterns(state)
    check_water(state)
    state.unseen[:] = [sum(int(state.left[kind]) for kind in kinds) for kinds in IN_DECK]
    state.turn = CHANCE if turn >= 0 and missing(state) != tables.NOTHING else turn


def read_turn(state: State, document: Document) -> int:
    """Read whose turn it is."""
    word = document.value("turn", 1, "")
    if word in ("chance", "over"):
        return CHANCE if word == "chance" else OVER
    return document.number("turn", 1, int(state.seats), 1) - 1


def named_table(document: Document, key: str, example: str) -> Document:
    """Read a table whose entries can have more names than a sentence could list."""
    value = document.value(key, {}, example)
    if not isinstance(value, dict):
        document.refuse(key, example)
    return Document(value, [*map(str, value)], f"{document.where}{key}.")


# Tiles


def take_kind(state: State, deck: int, document: Document, key: str, name: object) -> int:
    """Read the name of a kind and take one out of the deck; nothing has no name."""
    if name == "":
        return EMPTY
    kind = KIND[deck].get(in_any_order(name)) if isinstance(name, str) else None
    if kind is None:
        document.refuse(key, KIND_NAME[IN_DECK[deck][0]], name)
    if state.left[kind] == 0:
        what, wanted = f"{DECK_NAME[deck]} {KIND_NAME[kind]}", int(tables.COPIES[kind])
        raise BadPosition("position.count", home=TEXTS, what=what, wanted=wanted)
    state.left[kind] -= 1
    return kind


def next_kind(state: State, deck: int) -> int:
    """Take the first kind of the box that is left in a deck, or EMPTY."""
    for kind in IN_DECK[deck]:
        if state.left[kind] > 0:
            state.left[kind] -= 1
            return kind
    return EMPTY


def place_display(state: State, deck: int, given: Document, *, fill: bool) -> None:
    """Lay out what is open beside a deck and on top of it, as given or in the order of the box (B-S2)."""
    tiles = [take_kind(state, deck, given, "open", name) for name in given.words("open", most=tables.DISPLAY)]
    top = take_kind(state, deck, given, "next", given.value("next", "", ""))
    if "deck" in given:
        kept = [take_kind(state, deck, given, "deck", name) for name in given.words("deck")]
        for kind in IN_DECK[deck]:
            state.left[kind] = kept.count(kind)
    if fill and "open" not in given and "next" not in given:
        tiles = [next_kind(state, deck) for _ in range(tables.DISPLAY)]
        top = next_kind(state, deck)
    tiles += [EMPTY] * (tables.DISPLAY - len(tiles))
    if top != EMPTY and EMPTY in tiles:
        given.forbid("next", "B-S4")
    first = IN_DECK[deck][0] if deck == Deck.UMBRELLA else 0
    display = state.umbrella_open if deck == Deck.UMBRELLA else state.water_open
    display[:] = [tile - first if tile != EMPTY else EMPTY for tile in tiles]
    state.top[deck] = top - first if top != EMPTY else EMPTY


# Beaches


def place_beach(state: State, seat: int, tiles: Document) -> None:
    """Lay the tiles of a beach, each as it looks in the lowest turn (B-T8)."""
    laid = []
    for name in tiles:
        if not CELL.get(name):
            tiles.refuse(name, "n1, n2e1, …")
        found = tiles.match(name, TILE, "sand palm/nw+ne+se east, water palm+castle+ball north")
        tile = take_kind(state, DECK_NAME.index(found[1]), tiles, name, found[2])
        laid.append((CELL[name], tile, int(tables.LOWEST[tile, SIDES.index(found[3] or "north")])))
    most = max(tables.sand_taken(int(state.seats), int(tables.ROUNDS[state.seats])))
    check_ground(laid, reach=most)
    sand = sum(tile < SANDS for _, tile, _ in laid)
    check_count("position.sand", seat, sand, most)
    check_count("position.water", seat, len(laid) - sand, tables.MOST_WATER)
    for cell, tile, side in laid:
        beach.put(state, seat, tile, cell, side)


def check_count(key: str, seat: int, found: int, most: int) -> None:
    """Refuse a beach with more sand or water than its player can have (B-R2, B-W1)."""
    if found > most:
        rule = "B-R2" if key == "position.sand" else "B-T6"
        raise BadPosition(key, home=TEXTS, player=seat + 1, found=found, most=most, rule=rule)


def check_ground(laid: list[Tile], reach: int) -> None:
    """Refuse tiles out of reach or apart from the others, and water that faces a tile (B-T7, B-T2, B-T3, B-T4)."""
    near = tables.NEIGHBOUR.tolist()
    for cell, _, _ in laid:
        x, y = tables.GROUND.places[cell]
        check_tile(cell, "B-T7", fits=abs(x) + abs(y) <= reach)
    land = {0, *(cell for cell, tile, _ in laid if tile < SANDS)}
    reached = [0]
    for cell in reached:
        reached += [other for other in near[cell] if other in land and other not in reached]
    for cell, tile, _ in laid:
        check_tile(cell, "B-T2", fits=cell in reached if tile < SANDS else not land.isdisjoint(near[cell]))
    occupied = {0, *(cell for cell, _, _ in laid)}
    for cell, tile, side in laid:
        check_tile(cell, "B-T4", fits=tile < SANDS or near[cell][side] not in occupied)


def check_tile(cell: int, rule: str, *, fits: bool) -> None:
    """Refuse a tile that cannot lie where it does."""
    if not fits:
        raise BadPosition("position.beach", home=TEXTS, cell=CELL_NAME[cell], rule=rule)


def place_umbrellas(state: State, seat: int, covered: Document) -> None:
    """Lay the umbrellas of a beach on its patterns."""
    for name in covered:
        point = CELL.get(name, 0)
        if point not in PATTERNS:
            covered.refuse(name, "n1e1, s2e1, …")
        if not beach.complete(state, seat, point):
            raise BadPosition("position.pattern", home=TEXTS, cell=name, rule="B-U1")
        kind = take_kind(state, Deck.UMBRELLA, covered, name, covered.entries[name])
        if kind == EMPTY:
            covered.refuse(name, "green/palm+starfish")
        beach.cover(state, seat, point, kind - IN_DECK[Deck.UMBRELLA][0])


def uncovered(state: State, seat: int) -> list[int]:
    """List the completed patterns of a beach that no umbrella covers, in the order of their numbers."""
    near = {point for cell, _, _ in tiles_of(state, seat) for point in tables.POINT[cell].tolist()}
    covered = {point for _, point, _ in umbrellas_on(state, seat)}
    return [point for point in sorted((near & PATTERNS) - covered) if beach.complete(state, seat, point)]


def umbrellas_left(state: State) -> bool:
    """Is an umbrella open, or will one be turned up?"""
    return any_umbrella(state) or any(state.left[kind] > 0 for kind in IN_DECK[Deck.UMBRELLA])


def check_patterns(state: State) -> None:
    """Refuse completed patterns that nobody covers although there are umbrellas (B-U4)."""
    waiting = {state.covering, *waiting_patterns(state)}
    for seat in range(state.seats) if umbrellas_left(state) else ():
        lost = [point for point in uncovered(state, seat) if seat != state.seat or point not in waiting]
        if lost:
            raise BadPosition("position.pattern", home=TEXTS, cell=CELL_NAME[lost[0]], rule="B-U4")


def check_water(state: State) -> None:
    """Refuse more water, what is due included, than colours of umbrellas: it could shut a beach in (B-W1, B-T6)."""
    for seat in range(state.seats):
        due = seat == state.seat and (state.due == Move.WATER or state.hand >= SANDS)
        colours = sum(beach.umbrellas_of(state, seat, colour) > 0 for colour in range(len(tables.COLOURS)))
        check_count("position.water", seat, int(beach.waters_of(state, seat)) + int(due), colours)


# Whose turn it is


def place_nobodys(state: State, document: Document, turn: int) -> None:
    """Set up what is before the first player is drawn, or after the last round (B-S3, B-S4, B-R1)."""
    rule, rounds = ("B-R1", int(tables.ROUNDS[state.seats])) if turn == OVER else ("B-S4", 1)
    empty: dict[str, Any] = {"grid": {}, "sand_next": ""}
    for key in ("step", "hand", "cover", *empty):
        if key in document and document.entries[key] != empty.get(key, REQUIRED):
            document.forbid(key, rule)
    laid_out = PLACES if turn == OVER else 0
    state.laid_out = document.number("laid_out", laid_out, laid_out, laid_out)
    if turn == CHANCE and state.left.tolist() != tables.COPIES.tolist():
        document.forbid("turn", rule)
    if turn == CHANCE and state.seat != NOBODY:  # the option says that nobody is drawn
        document.forbid("turn", "B-S3")
    state.round = document.number("round", rounds, rounds, rounds) - 1
    state.seat = NOBODY


def contradiction(step: str, rule: str) -> BadPosition:
    """Refuse a position in which something is there, or not, that a rule would have otherwise at this step."""
    return BadPosition("position.step", home=TEXTS, step=step, rule=rule)


def place_step(state: State, document: Document) -> None:
    """Set up what the player has to do next; what is not said follows from the rest."""
    patterns = uncovered(state, int(state.seat)) if umbrellas_left(state) else []
    step = document.word("step", STEP, usual_step(state, document, len(patterns)))
    if (state.hand != EMPTY) != (step == "lay"):
        raise contradiction(step, "B-W1" if step == "water" or state.hand >= SANDS else "B-T2")
    if ("cover" in document and step != "umbrella") or len(patterns) < {"umbrella": 1, "cover": 2}.get(step, 0):
        raise contradiction(step, "B-U2")
    state.due = STEP[step]
    if step == "umbrella":
        names = [CELL_NAME[point] for point in patterns]
        state.covering = patterns.pop(document.index("cover", names, 0 if len(names) == 1 else REQUIRED))
    if step != "take" and state.hand not in range(SANDS):
        for point in patterns:
            wait(state, point)


def usual_step(state: State, document: Document, patterns: int) -> str:
    """Guess what the player has to do next."""
    if state.hand != EMPTY:
        return "lay"
    if "cover" in document or patterns == 1:
        return "umbrella"
    return "cover" if patterns else "take"


# The grid


def place_grid(state: State, document: Document) -> None:
    """Lay out the grid, settle the round, and turn up the next sand tile (B-R2, B-R3)."""
    in_turn = state.due != Move.TAKE
    state.laid_out = document.number("laid_out", 0, PLACES, PLACES)
    state.top[Deck.SAND] = take_kind(state, Deck.SAND, document, "sand_next", document.value("sand_next", "", ""))
    grid = document.table("grid", PLACE_NAME)
    for name in grid:
        state.grid[PLACE_NAME.index(name)] = take_kind(state, Deck.SAND, grid, name, grid.entries[name])
    for spot in range(in_turn, state.laid_out) if "grid" not in document else ():
        state.grid[spot] = next_kind(state, Deck.SAND)
    rest = filled_places(state)
    laying = state.laid_out < PLACES
    fits = rest == list(range(state.laid_out)) and not in_turn if laying else len(rest) != (PLACES if in_turn else 0)
    if not fits:
        raise contradiction(STEP_NAME[state.due], "B-R2")
    place_round(state, document, 0 if laying else PLACES - len(rest))
    last = state.round + 1 == tables.ROUNDS[state.seats]
    if state.top[Deck.SAND] != EMPTY and (laying or last):
        document.forbid("sand_next", "B-S4")
    if "sand_next" not in document and not laying and not last:
        state.top[Deck.SAND] = next_kind(state, Deck.SAND)


def place_round(state: State, document: Document, taken: int) -> None:
    """Settle the round, after so many tiles of its grid; left out, it is the first that allows so much sand (B-R2)."""
    rounds = int(tables.ROUNDS[state.seats])
    sand = [len(tiles_of(state, seat)) - 1 - beach.waters_of(state, seat) for seat in range(state.seats)]
    most = [most_sand(state, number, taken) for number in range(rounds)]
    allowed = [
        number for number in range(rounds) if all(has <= can for has, can in zip(sand, most[number], strict=True))
    ]
    state.round = document.number("round", 1, rounds, (allowed[0] if allowed else rounds - 1) + 1) - 1
    for seat, has in enumerate(sand):
        check_count("position.sand", seat, has, most[state.round][seat])


def most_sand(state: State, number: int, taken: int) -> list[int]:
    """Count the sand that each beach can have in this round, after so many tiles of the grid (B-R2, B-R4)."""
    seats, mover = int(state.seats), int(state.seat)
    starter = mover - taken + (state.due != Move.TAKE)
    earlier = tables.sand_taken(seats, number)
    most = [earlier[(seat - starter + number) % seats] for seat in range(seats)]
    for turn in range(taken):
        most[(starter + turn) % seats] += 1
    if state.hand in range(SANDS):
        most[mover] -= 1
    return most
