"""Positions as documents in rulebook words, and back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strandline.engine.contract import CHANCE, NOBODY, OVER
from strandline.engine.errors import BadPosition
from strandline.games.day_at_the_beach import land, rules
from strandline.games.day_at_the_beach.beach import SIDES
from strandline.games.day_at_the_beach.land import (
    CELL_NAME,
    EMPTY,
    GROUND,
    MOST_WATER,
    NEIGHBOUR,
    NOTHING,
    NOWHERE,
    X,
    Y,
)
from strandline.games.day_at_the_beach.rules import CHOOSE_UMBRELLA, CHOOSE_WATER, COVER, COVERED, LAY, TAKE
from strandline.games.day_at_the_beach.tiles import (
    COLOURS,
    COPIES,
    DECK_NAME,
    DISPLAY,
    FIRST_KIND,
    KIND_NAME,
    LOWEST,
    PLACE_NAME,
    PLACES,
    ROUNDS,
    SAND,
    SANDS,
    UMBRELLA,
    WATER,
    in_any_order,
    sand_taken,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from strandline.engine.row import Array
    from strandline.games.day_at_the_beach.rules import State

TEXTS = Path(__file__).parent / "texts"
STEPS = {"take": TAKE, "lay": LAY, "cover": COVER, "umbrella": CHOOSE_UMBRELLA, "water": CHOOSE_WATER}
STEP_NAME = {step: name for name, step in STEPS.items()}
KEYS = ("turn", "round", "step", "hand", "cover", "laid_out", "grid", "sand_next", "waters", "umbrellas", "players")
TILE = re.compile(rf"(sand|water) (\S+)(?: ({'|'.join(SIDES)}))?")
FIRST_UMBRELLA = int(FIRST_KIND[UMBRELLA])
IN_DECK = [range(int(FIRST_KIND[deck]), int(FIRST_KIND[deck + 1])) for deck in range(3)]
KIND = [{in_any_order(KIND_NAME[kind]): kind for kind in kinds} for kinds in IN_DECK]
PATTERNS = frozenset(COVERED.tolist())


# Writing


def position(state: State) -> dict[str, Any]:
    """Write a position: whose turn it is and what is to be done, the grid, the open tiles, the beaches."""
    document: dict[str, Any] = {"turn": turn_word(state), "round": int(state.round) + 1}
    if state.seat != NOBODY:
        document["step"] = STEP_NAME[int(state.due)]
    if state.hand != EMPTY:
        document["hand"] = tile_word(int(state.hand))
    if state.covering != NOWHERE:
        document["cover"] = CELL_NAME[state.covering]
    if state.laid_out < PLACES:
        document["laid_out"] = int(state.laid_out)
    document["grid"] = {PLACE_NAME[place]: kind_word(state.grid[place]) for place in filled(state)}
    document["sand_next"] = kind_word(state.top[SAND])
    document["waters"] = display(state.water_open, state.top[WATER], 0)
    document["umbrellas"] = display(state.umbrella_open, state.top[UMBRELLA], FIRST_UMBRELLA)
    if (deck := umbrella_deck(state)) is not None:
        document["umbrellas"]["deck"] = deck
    document["players"] = [
        {"beach": beach(state, seat), "umbrellas": umbrellas(state, seat)} for seat in range(state.seats)
    ]
    return document


def turn_word(state: State) -> int | str:
    """Say whose turn it is: a player's, counted from 1; nobody's before the start and at the end."""
    if state.turn == OVER:
        return "over"
    return "chance" if state.seat == NOBODY else int(state.seat) + 1


def kind_word(kind: int) -> str:
    """Name a kind, or nothing."""
    return "" if kind == EMPTY else KIND_NAME[kind]


def tile_word(tile: int) -> str:
    """Name a tile of a beach with its sort."""
    return f"{'sand' if tile < SANDS else 'water'} {KIND_NAME[tile]}"


def filled(state: State) -> list[int]:
    """List the places of the grid where a tile lies."""
    return [place for place in range(PLACES) if state.grid[place] != EMPTY]


def display(open_tiles: Array, top: int, first: int) -> dict[str, Any]:
    """Write what lies open beside a deck, and the top of the deck."""
    names = [kind_word(tile if tile == EMPTY else first + tile) for tile in (*open_tiles.tolist(), int(top))]
    return {"open": names[:-1], "next": names[-1]}


def umbrella_deck(state: State) -> list[str] | None:
    """List the unseen umbrellas, unless they are all that lie nowhere else."""
    seen = [*state.umbrella_open.tolist(), int(state.top[UMBRELLA])]
    for seat in range(state.seats):
        seen += [int(state.umbrella[seat, index]) for index in range(state.placed[seat])]
    kinds = IN_DECK[UMBRELLA]
    if all(state.left[kind] == COPIES[kind] - seen.count(kind - FIRST_UMBRELLA) for kind in kinds):
        return None
    return [KIND_NAME[kind] for kind in kinds for _ in range(state.left[kind])]


def beach(state: State, seat: int) -> dict[str, str]:
    """Write the tiles of a beach in the order of laying."""
    return {
        CELL_NAME[state.cell[seat, slot]]: f"{tile_word(state.tile[seat, slot])} {SIDES[state.side[seat, slot]]}"
        for slot in range(1, state.laid[seat])
    }


def umbrellas(state: State, seat: int) -> dict[str, str]:
    """Write the umbrellas of a beach in the order of taking, by the patterns that they cover."""
    return {
        CELL_NAME[state.point[seat, index]]: KIND_NAME[FIRST_UMBRELLA + state.umbrella[seat, index]]
        for index in range(state.placed[seat])
    }


# Reading


def place(state: State, position: Mapping[str, Any]) -> None:
    """Set a position up; open tiles and a grid that are left out are filled from the box (B-R7)."""
    check_keys(position, KEYS)
    turn = read_turn(state, position.get("turn", 1))
    place_players(state, position.get("players", []))
    state.hand = read_hand(state, position)
    for deck in (WATER, UMBRELLA):
        place_display(state, deck, position, fill=turn != "chance")
    if turn in {"chance", "over"}:
        place_nobodys(state, position, turn)
    else:
        state.seat = int(turn) - 1
        place_step(state, position)
        place_grid(state, position)
    check_patterns(state)
    check_water(state)
    for deck, kinds in enumerate(IN_DECK):
        state.unseen[deck] = sum(int(state.left[kind]) for kind in kinds)
    if turn == "over":
        state.turn = OVER
    else:
        state.turn = state.seat if turn != "chance" and rules.missing(state) == NOTHING else CHANCE


def bad(key: str, value: Any, known: str) -> BadPosition:
    """Refuse a value, and say what may be written."""
    return BadPosition("position.value", key=key, value=value, known=known)


def contradiction(step: str, rule: str) -> BadPosition:
    """Refuse a position in which something is there, or not, that a rule would have otherwise at this step."""
    return BadPosition("position.step", home=TEXTS, step=step, rule=rule)


def check_keys(table: Mapping[str, Any], known: Iterable[str]) -> None:
    """Refuse entries that mean nothing."""
    for key in table:
        if key not in known:
            raise BadPosition("position.unknown", key=key, known=", ".join(known))


def table_of(value: Any, key: str, known: str) -> dict[str, Any]:
    """Read a table."""
    if not isinstance(value, dict):
        raise bad(key, value, known)
    return value


def whole(position: Mapping[str, Any], key: str, default: int, low: int, high: int) -> int:
    """Read a whole number."""
    value = position.get(key, default)
    if type(value) is not int or not low <= value <= high:
        raise bad(key, value, f"{low} – {high}")
    return value


def read_turn(state: State, turn: Any) -> str:
    """Read whose turn it is."""
    if turn in ("chance", "over"):
        return str(turn)
    return str(whole({"turn": turn}, "turn", 1, 1, int(state.seats)))


def read_kind(state: State, deck: int, name: Any, key: str) -> int:
    """Read the name of a kind and take one out of the deck; nothing has no name."""
    if name == "":
        return EMPTY
    kind = KIND[deck].get(in_any_order(name)) if isinstance(name, str) else None
    if kind is None:
        raise bad(key, name, KIND_NAME[IN_DECK[deck][0]])
    if state.left[kind] == 0:
        raise BadPosition(
            "position.count", home=TEXTS, what=f"{DECK_NAME[deck]} {KIND_NAME[kind]}", wanted=int(COPIES[kind])
        )
    state.left[kind] -= 1
    return kind


def next_kind(state: State, deck: int) -> int:
    """Take the first kind of the box that is left in a deck, or EMPTY."""
    for kind in IN_DECK[deck]:
        if state.left[kind] > 0:
            state.left[kind] -= 1
            return kind
    return EMPTY


def read_tile(state: State, text: Any, key: str) -> tuple[int, int]:
    """Read a tile of a beach: its sort, its kind, and how it is turned; as it looks in the lowest turn (B-T8)."""
    found = TILE.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise bad(key, text, "sand palm/nw+ne+se east, water palm+castle+ball north")
    tile = read_kind(state, DECK_NAME.index(found[1]), found[2], key)
    return tile, int(LOWEST[tile, SIDES.index(found[3] or "north")])


def read_hand(state: State, position: Mapping[str, Any]) -> int:
    """Read the tile in hand, which is not turned yet."""
    if "hand" not in position:
        return EMPTY
    tile, _ = read_tile(state, position["hand"], "hand")
    if position["hand"].endswith(SIDES):
        raise bad("hand", position["hand"], "sand palm/nw+ne+se, water palm+castle+ball")
    return tile


def place_players(state: State, players: Any) -> None:
    """Lay the beaches and their umbrellas."""
    if not isinstance(players, list) or len(players) > state.seats:
        raise bad("players", players, f"[{{beach = …, umbrellas = …}}, …], 0 – {state.seats}")
    for seat, player in enumerate(players):
        key = f"players.{seat + 1}"
        check_keys(table_of(player, key, "beach = …, umbrellas = …"), ("beach", "umbrellas"))
        place_beach(state, seat, table_of(player.get("beach", {}), f"{key}.beach", 'n1 = "sand palm/nw+ne+se east"'))
        covered = table_of(player.get("umbrellas", {}), f"{key}.umbrellas", 'n1e1 = "green/palm+starfish"')
        place_umbrellas(state, seat, covered)


def place_beach(state: State, seat: int, tiles: Mapping[str, Any]) -> None:
    """Lay the tiles of a beach."""
    laid = []
    for name, text in tiles.items():
        cell = GROUND.named.get(name, 0)
        if cell == 0:
            raise bad(f"beach.{name}", text, "n1, n2e1, …")
        laid.append((cell, *read_tile(state, text, f"beach.{name}")))
    most = share(state)
    check_ground(laid, reach=most)
    sand = sum(tile < SANDS for _, tile, _ in laid)
    if sand > most:
        raise too_much(seat, sand, most)
    if len(laid) - sand > MOST_WATER:
        raise too_much_water(seat, len(laid) - sand, MOST_WATER)
    for cell, tile, side in laid:
        land.put(state, seat, tile, cell, side)


def too_much(seat: int, found: int, most: int) -> BadPosition:
    """Refuse a beach with more sand than its player can have."""
    return BadPosition("position.sand", home=TEXTS, player=seat + 1, found=found, most=most, rule="B-R2")


def too_much_water(seat: int, found: int, most: int) -> BadPosition:
    """Refuse a beach with more water than colours of umbrellas can bring."""
    return BadPosition("position.water", home=TEXTS, player=seat + 1, found=found, most=most, rule="B-T6")


def share(state: State) -> int:
    """How much sand can one player have at the end (B-R2)?"""
    return max(sand_taken(int(state.seats), int(ROUNDS[state.seats])))


def check_ground(laid: list[tuple[int, int, int]], reach: int) -> None:
    """Refuse tiles out of reach or apart from the others, and water that faces a tile (B-T7, B-T2, B-T3, B-T4)."""
    for cell, _, _ in laid:
        if abs(int(X[cell])) + abs(int(Y[cell])) > reach:
            raise BadPosition("position.beach", home=TEXTS, cell=CELL_NAME[cell], rule="B-T7")
    land = {0, *(cell for cell, tile, _ in laid if tile < SANDS)}
    reached = [0]
    for cell in reached:
        reached += [near for near in NEIGHBOUR[cell].tolist() if near in land and near not in reached]
    apart = [cell for cell in land if cell not in reached]
    apart += [cell for cell, tile, _ in laid if tile >= SANDS and not land.intersection(NEIGHBOUR[cell].tolist())]
    if apart:
        raise BadPosition("position.beach", home=TEXTS, cell=CELL_NAME[apart[0]], rule="B-T2")
    occupied = {0, *(cell for cell, _, _ in laid)}
    for cell, tile, side in laid:
        if tile >= SANDS and NEIGHBOUR[cell, side] in occupied:
            raise BadPosition("position.beach", home=TEXTS, cell=CELL_NAME[cell], rule="B-T4")


def place_umbrellas(state: State, seat: int, covered: Mapping[str, Any]) -> None:
    """Lay the umbrellas of a beach on its patterns."""
    for name, text in covered.items():
        point = GROUND.named.get(name, 0)
        if point not in PATTERNS:
            raise bad(f"umbrellas.{name}", text, "n1e1, s2e1, …")
        if not land.complete(state, seat, point):
            raise BadPosition("position.pattern", home=TEXTS, cell=name, rule="B-U1")
        kind = read_kind(state, UMBRELLA, text, f"umbrellas.{name}")
        if kind == EMPTY:
            raise bad(f"umbrellas.{name}", text, "green/palm+starfish")
        land.cover(state, seat, point, kind - FIRST_UMBRELLA)


def place_display(state: State, deck: int, position: Mapping[str, Any], *, fill: bool) -> None:
    """Lay out what is open beside a deck and on top of it, as given or in the order of the box (B-S2)."""
    key = "waters" if deck == WATER else "umbrellas"
    known = {"open", "next", "deck"} if deck == UMBRELLA else {"open", "next"}
    given = table_of(position.get(key, {}), key, "open = […], next = …")
    check_keys(given, sorted(known))
    open_names = given.get("open", [])
    if not isinstance(open_names, list) or len(open_names) > DISPLAY:
        raise bad(f"{key}.open", open_names, f"[…], 0 – {DISPLAY}")
    tiles = [read_kind(state, deck, name, f"{key}.open") for name in open_names]
    top = read_kind(state, deck, given.get("next", ""), f"{key}.next")
    if "deck" in given:
        keep_only(state, given["deck"])
    if fill and "open" not in given and "next" not in given:
        tiles = [next_kind(state, deck) for _ in range(DISPLAY)]
        top = next_kind(state, deck)
    tiles += [EMPTY] * (DISPLAY - len(tiles))
    if top != EMPTY and EMPTY in tiles:
        raise contradiction(f"{key}.next", "B-S4")
    first = FIRST_UMBRELLA if deck == UMBRELLA else 0
    opened = state.umbrella_open if deck == UMBRELLA else state.water_open
    opened[:] = [tile - first if tile != EMPTY else EMPTY for tile in tiles]
    state.top[deck] = top - first if top != EMPTY else EMPTY


def keep_only(state: State, names: Any) -> None:
    """Leave only these umbrellas in the deck."""
    if not isinstance(names, list):
        raise bad("umbrellas.deck", names, "[…]")
    kept = [read_kind(state, UMBRELLA, name, "umbrellas.deck") for name in names]
    for kind in IN_DECK[UMBRELLA]:
        state.left[kind] = kept.count(kind)


def place_nobodys(state: State, position: Mapping[str, Any], turn: str) -> None:
    """Set up what is before the first player is drawn, or after the last round (B-S4, B-R1)."""
    laid_out = PLACES if turn == "over" else 0
    empty: dict[str, Any] = {"grid": {}, "sand_next": "", "laid_out": laid_out}
    wrong = [key for key in ("step", "hand", "cover") if key in position]
    wrong += [key for key, value in empty.items() if position.get(key, value) != value]
    untouched = state.left.tolist() == COPIES.tolist()
    if wrong or (turn == "chance" and not untouched):
        raise contradiction(turn, "B-R1" if turn == "over" else "B-S4")
    if turn == "chance" and state.seat != NOBODY:  # the option says that nobody is drawn
        raise contradiction(turn, "B-S3")
    only = int(ROUNDS[state.seats]) if turn == "over" else 1
    state.round = whole(position, "round", only, only, only) - 1
    state.laid_out = laid_out
    state.seat = NOBODY


def uncovered(state: State, seat: int) -> list[int]:
    """List the completed patterns of a beach that no umbrella covers, in the order of their numbers."""
    covered = {int(state.point[seat, index]) for index in range(state.placed[seat])}
    near = {int(point) for slot in range(state.laid[seat]) for point in land.POINT[state.cell[seat, slot]]}
    return [point for point in sorted((near & PATTERNS) - covered) if land.complete(state, seat, point)]


def umbrellas_left(state: State) -> bool:
    """Is an umbrella open, or will one be turned up?"""
    return rules.any_umbrella(state) or any(state.left[kind] > 0 for kind in IN_DECK[UMBRELLA])


def place_step(state: State, position: Mapping[str, Any]) -> None:
    """Set up what the player has to do next; what is not said follows from the rest."""
    seat = int(state.seat)
    patterns = uncovered(state, seat) if umbrellas_left(state) else []
    step = position.get("step", usual_step(state, position, len(patterns)))
    if step not in tuple(STEPS):
        raise bad("step", step, ", ".join(STEPS))
    if (state.hand != EMPTY) != (step == "lay"):
        raise contradiction(step, "B-W1" if step == "water" or state.hand >= SANDS else "B-T2")
    if ("cover" in position and step != "umbrella") or len(patterns) < {"umbrella": 1, "cover": 2}.get(step, 0):
        raise contradiction(step, "B-U2")
    state.due = STEPS[step]
    if step == "umbrella":
        covered = position.get("cover", CELL_NAME[patterns[0]] if len(patterns) == 1 else "")
        if covered not in [CELL_NAME[point] for point in patterns]:
            raise bad("cover", covered, ", ".join(CELL_NAME[point] for point in patterns))
        state.covering = GROUND.named[covered]
        patterns.remove(state.covering)
    if step == "take" or state.hand in range(SANDS):
        return
    for point in patterns:
        rules.wait(state, point)


def usual_step(state: State, position: Mapping[str, Any], patterns: int) -> str:
    """Guess what the player has to do next."""
    if state.hand != EMPTY:
        return "lay"
    if "cover" in position or patterns == 1:
        return "umbrella"
    return "cover" if patterns else "take"


def check_patterns(state: State) -> None:
    """Refuse completed patterns that nobody covers although there are umbrellas (B-U4)."""
    for seat in range(state.seats) if umbrellas_left(state) else ():
        waiting = {state.covering, *(int(state.waiting[index]) for index in range(state.waits))}
        lost = [point for point in uncovered(state, seat) if seat != state.seat or point not in waiting]
        if lost:
            raise BadPosition("position.pattern", home=TEXTS, cell=CELL_NAME[lost[0]], rule="B-U4")


def check_water(state: State) -> None:
    """Refuse more water, what is due included, than colours of umbrellas: it could shut a beach in (B-W1, B-T6)."""
    for seat in range(state.seats):
        due = seat == state.seat and (state.due == CHOOSE_WATER or state.hand >= SANDS)
        found = int(land.waters(state, seat)) + int(due)
        colours = sum(land.umbrellas_of(state, seat, colour) > 0 for colour in range(len(COLOURS)))
        if found > colours:
            raise too_much_water(seat, found, colours)


def place_grid(state: State, position: Mapping[str, Any]) -> None:
    """Lay out the grid, settle the round, and turn up the next sand tile (B-R2, B-R3)."""
    in_turn = state.due != TAKE
    state.laid_out = whole(position, "laid_out", PLACES, 0, PLACES)
    state.top[SAND] = read_kind(state, SAND, position.get("sand_next", ""), "sand_next")
    if "grid" in position:
        read_grid(state, position["grid"])
    else:
        for spot in range(in_turn, state.laid_out):
            state.grid[spot] = next_kind(state, SAND)
    rest = filled(state)
    laying = state.laid_out < PLACES
    fits = rest == list(range(state.laid_out)) and not in_turn if laying else len(rest) != (PLACES if in_turn else 0)
    if not fits:
        raise contradiction(STEP_NAME[int(state.due)], "B-R2")
    taken = 0 if laying else PLACES - len(rest)
    rounds = int(ROUNDS[state.seats])
    if "round" in position:
        state.round = whole(position, "round", 1, 1, rounds) - 1
    else:
        fitting = [number for number in range(rounds) if not overfull(state, most_sand(state, number, taken))]
        state.round = fitting[0] if fitting else rounds - 1
    check_sand(state, most_sand(state, int(state.round), taken))
    last = state.round + 1 == rounds
    if state.top[SAND] != EMPTY and (laying or last):
        raise contradiction("sand_next", "B-S4")
    if "sand_next" not in position and not laying and not last:
        state.top[SAND] = next_kind(state, SAND)


def read_grid(state: State, grid: Any) -> None:
    """Read the tiles of the grid by their places."""
    known = f'{PLACE_NAME[0]} = "palm/nw+ne+se", …, {PLACE_NAME[-1]}'
    for name, text in table_of(grid, "grid", known).items():
        if name not in PLACE_NAME:
            raise bad(f"grid.{name}", text, known)
        state.grid[PLACE_NAME.index(name)] = read_kind(state, SAND, text, f"grid.{name}")


def most_sand(state: State, number: int, taken: int) -> list[int]:
    """How much sand can each beach have in this round, after so many tiles of the grid (B-R2, B-R4)?"""
    seats, mover = int(state.seats), int(state.seat)
    starter = mover - taken + (state.due != TAKE)
    earlier = sand_taken(seats, number)
    most = [earlier[(seat - starter + number) % seats] for seat in range(seats)]
    for turn in range(taken):
        most[(starter + turn) % seats] += 1
    if state.hand in range(SANDS):
        most[mover] -= 1
    return most


def overfull(state: State, most: list[int]) -> list[int]:
    """List the seats that have more sand than this."""
    return [seat for seat, sand in enumerate(sands(state)) if sand > most[seat]]


def sands(state: State) -> list[int]:
    """Count the sand on each beach."""
    return [int(state.laid[seat]) - 1 - land.waters(state, seat) for seat in range(state.seats)]


def check_sand(state: State, most: list[int]) -> None:
    """Refuse a beach with more sand than its player can have taken by now (B-R2)."""
    for seat in overfull(state, most):
        raise too_much(seat, sands(state)[seat], most[seat])
