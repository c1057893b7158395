"""The position in the terminal: what all choose from, the tile in hand, the beaches side by side, the players."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from strandline.games.day_at_the_beach.notation.names import PLACE_NAME, SIDES, name_of
from strandline.games.day_at_the_beach.rules import preview, tables
from strandline.games.day_at_the_beach.rules.beach import umbrellas_of
from strandline.games.day_at_the_beach.rules.score import set_points, sets_points, total, umbrella_points, water_points
from strandline.games.day_at_the_beach.rules.state import open_cells, tiles_of, umbrellas_on, waiting_patterns
from strandline.games.day_at_the_beach.rules.tables import COLOURS, COLUMNS, EMPTY, GROUND, NOWHERE, PLACES, Deck, Move

from . import signs
from .names import points_in_words, printed_in_words, turn_in_words
from .signs import HIGH, QUARTER_SIGN, WIDE, Canvas, put_tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State

MOVER, FREE, MET, UNMET, BRINGS, OPEN, LACKS, ASKED = "▶▸✓–≈·+?"
READY = "bold #3b2a14 on #ffdf6b"  # a pattern that waits for an umbrella
SCREEN, SMALL, GAP = 100, 80, 3  # columns of a large terminal and of a small one, and between two beaches
LABEL = 4  # what stands before the rows of a beach, or of the grid
STEP = WIDE + 3  # from place to place in the grid
OFFERS = LABEL + STEP * COLUMNS + 18
WATERS = OFFERS + 26  # where the open umbrellas and waters begin
OWNER = 29  # the least width of a beach, for what is written above it
OWNED, FIGURE, SET = 17, 10, 8  # columns in the table of players
NEXT_SAND = LABEL + STEP * COLUMNS + 2  # where the next sand tile lies


def board(state: State, texts: Texts, last: int) -> Text:
    """Show the position; what the last move has changed among the open tiles is marked, and each beach's newest."""
    lines = [*market(state, texts, last), *hand(state, texts, SCREEN), Text()]
    for band in bands([beach(state, seat, texts) for seat in range(state.seats)], SCREEN):
        lines += [*side_by_side(band), Text()]
    lines += [*players(state, texts), *legend(texts)]
    lines += [] if state.turn >= 0 else [Text(turn_in_words(state, texts), "bold")]
    drawn = Text("\n").join(lines)
    drawn.no_wrap = True
    return drawn


def compact(state: State, texts: Texts, last: int, seats: Sequence[int]) -> Text:
    """Show the same in 80 columns: a beach beside what is chosen from; of a tile that is being laid, not the grid."""
    whole = len(seats) == state.seats
    first, *others = [without_blank_lines(beach(state, seat, texts)) for seat in seats]
    choosing = sands(state, texts, last) if whole or state.hand == EMPTY else turns(state, texts)
    upper, lower = [round_line(state, texts), *choosing], offers(state, texts, last)
    lower += [] if whole else [standing(state, seat, texts) for seat in range(state.seats)]
    left = filled([*upper, *lower])
    room = SMALL - len(left[0]) - GAP
    explained = [part for line in legend(texts) for part in folded(line, room)]
    if not whole and len(first) + len(explained) < len(left):  # there is room below the beach, as in the first turns
        first += [Text(), *explained]
    if len(first[0]) <= room:
        lines = side_by_side([left, first])
    else:  # a broad beach lies below everything else
        lines = [*side_by_side([filled(upper), filled(lower)]), *first]
    for band in bands(others, SMALL):
        lines += side_by_side(band)
    if whole:
        lines += [sources(state, seat, texts) for seat in range(state.seats)]
        lines += [part for line in legend(texts) for part in folded(line, SMALL)]
    drawn = Text("\n").join(lines)
    drawn.no_wrap = True
    return drawn


def filled(lines: list[Text]) -> list[Text]:
    """Make lines equally long."""
    width = max(map(len, lines))
    return [line[:].append(" " * (width - len(line))) for line in lines]


def without_blank_lines(lines: list[Text]) -> list[Text]:
    """Leave out the lines of a beach in which nothing stands, such as the lower halves of free cells."""
    return [line for line in lines if line.plain.strip()]


def sands(state: State, texts: Texts, last: int) -> list[Text]:
    """Show the grid, and the next sand tile below it."""
    canvas = Canvas(LABEL + STEP * COLUMNS, 1 + HIGH * tables.ROWS + HIGH)
    grid(canvas, state, texts, last, (0, 1 + HIGH * tables.ROWS), beside=True)
    return canvas.lines()


def offers(state: State, texts: Texts, last: int) -> list[Text]:
    """Show the open umbrellas and the open waters side by side."""
    canvas = Canvas(WATERS - OFFERS + 6, 2 + tables.DISPLAY)
    umbrellas(canvas, state, texts, last, 0)
    waters(canvas, state, texts, last, WATERS - OFFERS - 6)
    return canvas.lines()


def bringing(brought: Sequence[int]) -> str:
    """Show whether an umbrella would lie face up, and whether it brings water."""
    water, up, *_ = brought
    return f"{MET if up else UNMET}{BRINGS if water else ''}"


def folded(line: Text, width: int) -> list[Text]:
    """Break a line of signs before it is too long, between two of them."""
    if len(line) <= width:
        return [line]
    between = "   " if "   " in line.plain else "  "  # a letter has a margin of its own, and then its word
    at = line.plain.rindex(between, 0, width)
    return [line[:at], *folded(line[at + 2 :], width)]


def sources(state: State, seat: int, texts: Texts) -> Text:
    """Show where the points of a player come from."""
    parts = [int(count(state, seat)) for count in (umbrella_points, water_points, sets_points)]
    line = Text("  ").append_text(chip(seat)).append(f" {sum(parts)} =")
    for key, figure in zip(("umbrellas", "water", "sets"), parts, strict=True):
        line.append(f" {texts.say(f'board.table.{key}')} {figure}")
    return line


def standing(state: State, seat: int, texts: Texts) -> Text:
    """Show the points of a player, and the umbrellas of each colour."""
    line = Text().append_text(chip(seat)).append(f" {int(total(state, seat)):>2}")
    for colour in range(len(COLOURS)):
        sign = f" {signs.colour_letter(colour, texts)} "
        line.append(" ").append(sign, signs.umbrella_style(colour, up=True))
        line.append(f"{int(umbrellas_of(state, seat, colour)) or OPEN}")
    return line


def bands(beaches: list[list[Text]], width: int) -> list[list[list[Text]]]:
    """Put as many beaches beside each other as the screen can hold."""
    found: list[list[list[Text]]] = []
    left = 0
    for lines in beaches:
        if len(lines[0]) > left:
            found.append([])
            left = width
        found[-1].append(lines)
        left -= len(lines[0]) + GAP
    return found


def side_by_side(beaches: list[list[Text]]) -> list[Text]:
    """Put beaches beside each other, line by line."""
    height = max(map(len, beaches))
    filled = [[*lines, *[Text(" " * len(lines[0]))] * (height - len(lines))] for lines in beaches]
    return [Text(" " * GAP).join(row) for row in zip(*filled, strict=True)]


def mark(touched: bool) -> str:
    """Point at what the last move has changed."""
    return signs.TOUCHED if touched else " "


def chip(seat: int) -> Text:
    """Show a player's number."""
    return Text.assemble((f" {seat + 1} ", signs.SEAT_STYLE[seat]))


# What all choose from


def market(state: State, texts: Texts, last: int) -> list[Text]:
    """Show the round, the grid with the next sand tile, and beside it the open umbrellas and waters."""
    canvas = Canvas(SCREEN, max(1 + HIGH * tables.ROWS, 2 + tables.DISPLAY))
    grid(canvas, state, texts, last, (NEXT_SAND, 0))
    umbrellas(canvas, state, texts, last, OFFERS)
    waters(canvas, state, texts, last, WATERS)
    return [round_line(state, texts), *canvas.lines()]


def round_line(state: State, texts: Texts) -> Text:
    """Tell the round."""
    rounds = texts.say("board.round", round=int(state.round) + 1, rounds=int(tables.ROUNDS[state.seats]))
    return Text().append(rounds, "bold")


def grid(canvas: Canvas, state: State, texts: Texts, last: int, sand: tuple[int, int], *, beside: bool = False) -> None:
    """Show the grid; a sign stands before every tile that may be taken (B-T1). The next sand tile goes elsewhere.

    It lies below its deck's name, or beside it.
    """
    for column in range(COLUMNS):
        canvas.put(LABEL + STEP * column + 1, 0, PLACE_NAME[column][0])
    turned_up = last - Move.TURN_UP if Move.TURN_UP <= last < Move.TURN_UP + tables.FIRST_KIND[Deck.WATER] else EMPTY
    taken = last - Move.TAKE if Move.TAKE <= last < Move.COVER else EMPTY
    touched = state.laid_out - 1 if turned_up != EMPTY else taken
    free = preview.free_places(state).tolist() if state.laid_out == PLACES else [0] * PLACES
    for place in range(PLACES):
        x, y, tile = LABEL + STEP * (place % COLUMNS), 1 + HIGH * (place // COLUMNS), int(state.grid[place])
        if place % COLUMNS == 0:
            canvas.put(1, y, PLACE_NAME[place][1])
        if tile != EMPTY:
            put_tile(canvas, x, y, tile, 0, texts, shade=place % COLUMNS + place // COLUMNS)
            canvas.put(x - 1, y, FREE if free[place] else " ", "bold")
            canvas.mark(x, y, PLACE_NAME[place])
        else:
            canvas.put(x + 1, y, OPEN * 2, "dim")
        canvas.put(x - 1, y + 1, mark(place == touched and state.top[Deck.SAND] != turned_up))
    (x, y), top = sand, int(state.top[Deck.SAND])
    head = deck(state, Deck.SAND, "sand", texts)
    canvas.put(x, y, head, "bold")
    x, y = (x + len(head) + 2, y) if beside else (x, y + 1)
    if top != EMPTY:
        canvas.put(x - 1, y, mark(top == turned_up))
        put_tile(canvas, x, y, top, 0, texts)


def deck(state: State, number: int, key: str, texts: Texts) -> str:
    """Head the tiles of a deck with how many of it are unseen."""
    return texts.say(f"board.{key}", count=int(state.unseen[number]))


def umbrellas(canvas: Canvas, state: State, texts: Texts, last: int, left: int) -> None:
    """Show the open umbrellas and the next; to whoever chooses also how they would lie, and whether water comes."""
    canvas.put(left, 0, deck(state, Deck.UMBRELLA, "umbrellas", texts), "bold")
    new = last - Move.TURN_UP - int(tables.FIRST_KIND[Deck.UMBRELLA])
    shown = offered(state.umbrella_open.tolist(), int(state.top[Deck.UMBRELLA]), texts)
    choosing = state.due == Move.UMBRELLA
    brought = preview.open_umbrellas(state, state.seat, state.covering).tolist() if choosing else []
    for row, (label, umbrella) in enumerate(shown, start=1):
        canvas.put(left, row, f"{mark(umbrella == new != EMPTY)}{label}")
        if umbrella == EMPTY:
            continue
        x = left + 1 + len(shown[-1][0]) + 1
        style = signs.umbrella_style(int(tables.COLOUR[umbrella]), up=True)
        canvas.put(x, row, f" {signs.umbrella_signs(umbrella, texts, up=True)} ", style)
        signs.put_needs(canvas, x + WIDE + 1, row, umbrella, texts)
        if row <= len(brought):
            canvas.put(x + WIDE + signs.IN_LINE + 2, row, bringing(brought[row - 1]), "bold")


def waters(canvas: Canvas, state: State, texts: Texts, last: int, left: int) -> None:
    """Show the open waters and the next."""
    canvas.put(left, 0, deck(state, Deck.WATER, "waters", texts), "bold")
    shown = offered(state.water_open.tolist(), int(state.top[Deck.WATER]), texts)
    for row, (label, water) in enumerate(shown, start=1):
        canvas.put(left, row, f"{mark(water == last - Move.TURN_UP and water != EMPTY)}{label}")
        if water != EMPTY:
            signs.put_shown(canvas, left + 1 + len(shown[-1][0]) + 1, row, water, texts)


def offered(tiles: list[int], top: int, texts: Texts) -> list[tuple[str, int]]:
    """Number the open tiles, and name the top of the deck."""
    return [*((str(place), tile) for place, tile in enumerate(tiles, start=1)), (texts.say("board.next"), top)]


def hand(state: State, texts: Texts, width: int) -> list[Text]:
    """Show the tile in hand in every turn that looks different, each with its name in the notation (B-T8)."""
    if state.hand == EMPTY:
        return []
    canvas = Canvas(width, HIGH)
    head = texts.say("board.hand", seat=texts.seat(state.seat))
    canvas.put(1, 0, head, "bold")
    put_turns(canvas, state, texts, len(head) + 4, 0)
    return [Text(), *canvas.lines()]


def turns(state: State, texts: Texts) -> list[Text]:
    """Show the tile in hand in its turns, two in a row."""
    canvas = Canvas(LABEL + STEP * COLUMNS, 1 + HIGH * (1 + (tables.DISTINCT[state.hand].sum() > 2)))
    canvas.put(0, 0, texts.say("board.hand", seat=texts.seat(state.seat)), "bold")
    put_turns(canvas, state, texts, 2, 1, in_row=2)
    return canvas.lines()


def put_turns(canvas: Canvas, state: State, texts: Texts, x: int, y: int, in_row: int = len(SIDES)) -> None:
    """Put the tile in hand in every turn that looks different (B-T8)."""
    shown = [turn for turn in range(len(SIDES)) if tables.DISTINCT[state.hand, turn]]
    at = x
    for number, turn in enumerate(shown):
        if number % in_row == 0:
            at, y = x, y + HIGH * bool(number)
        put_tile(canvas, at, y, int(state.hand), turn, texts)
        word = texts.say(f"notation.{SIDES[turn]}")
        canvas.put(at + WIDE + 1, y, word)
        canvas.mark(at, y, SIDES[turn])
        at += WIDE + len(word) + 4


# Beaches


def beach(state: State, seat: int, texts: Texts) -> list[Text]:
    """Show a beach under its owner's name, rows and columns named so that both names together name the cell."""
    laid = tiles_of(state, seat)
    mine = seat == state.seat
    cells = open_cells(state, seat) if mine else ()
    west, north, east, south = GROUND.bounds((*(cell for cell, *_ in laid), *cells), 0)
    canvas = Canvas(max(LABEL + WIDE * (east - west + 1), OWNER), 1 + HIGH * (south - north + 1))
    for x in range(west, east + 1):
        canvas.put(LABEL + WIDE * (x - west), 0, name_of(x, 0).center(WIDE) if x else "", "bold")
    for y in range(north, south + 1):
        canvas.put(0, 1 + HIGH * (y - north), name_of(0, y) if y else "", "bold")
    at = Corner(west, north)
    for slot, (cell, tile, side) in enumerate(laid):
        shade = sum(GROUND.places[cell])
        put_tile(canvas, *at.cell(cell), tile, side, texts, shade=shade, new=slot == len(laid) - 1 > 0)
    for cell in cells:
        x, y = at.cell(cell)
        canvas.put(x + 1, y, OPEN * 2, "dim")
        canvas.mark(x, y, name_of(*GROUND.places[cell]))
    for cell, corner in preview.missing_quarters(state, seat).tolist() if mine else ():
        x, y = at.cell(cell)
        right, down = signs.CORNER_AT[corner]
        canvas.put(x + right, y + down, LACKS, READY)
    for umbrella, point, up in umbrellas_on(state, seat):
        signs.put_umbrella(canvas, *at.point(point), umbrella, texts, up=up)
    if mine:
        patterns(canvas, state, at)
    return [owner(state, seat, len(canvas.rows[0]), texts), *canvas.lines()]


def patterns(canvas: Canvas, state: State, at: Corner) -> None:
    """Light up the patterns that wait for an umbrella; the one being covered has question marks."""
    for point in waiting_patterns(state):
        x, y = at.point(point)
        canvas.put(x - 1, y - 1, QUARTER_SIGN[2:], READY)
        canvas.put(x - 1, y, QUARTER_SIGN[1::-1], READY)
    if state.covering != NOWHERE:
        x, y = at.point(state.covering)
        canvas.put(x - 1, y - 1, ASKED * 2, READY)
        canvas.put(x - 1, y, ASKED * 2, READY)


class Corner(NamedTuple):
    """The cell in the north-west corner of what is shown of a beach."""

    west: int
    north: int

    def cell(self, cell: int) -> tuple[int, int]:
        """Find where on the canvas a cell begins."""
        return self.place(*GROUND.places[cell])

    def point(self, point: int) -> tuple[int, int]:
        """Find where on the canvas the four cells of a pattern meet."""
        return self.place(*GROUND.middle(point))

    def place(self, x: int, y: int) -> tuple[int, int]:
        """Find where on the canvas a column and a row begin."""
        return LABEL + WIDE * (x - self.west), 1 + HIGH * (y - self.north)


def owner(state: State, seat: int, width: int, texts: Texts) -> Text:
    """Show whose beach it is, and the points."""
    line = Text(f"{MOVER if seat == state.seat else ' '} ").append_text(chip(seat))
    line.append(f" {texts.seat(seat)}", "bold").append(f"  {points_in_words(int(total(state, seat)), texts)}")
    line.pad_right(width - len(line))
    return line


# Players


def players(state: State, texts: Texts) -> list[Text]:
    """Show for each player where the points come from, and the sets."""
    head = Text(" " * OWNED)
    for key in ("points", "umbrellas", "water", "sets", "placed"):
        head.append(texts.say(f"board.table.{key}").rjust(FIGURE), "bold")
    for colour in range(len(COLOURS)):
        head.append(printed_in_words("colour", COLOURS[colour], texts).rjust(SET), "bold")
    return [head, *(player(state, seat, texts) for seat in range(state.seats))]


def player(state: State, seat: int, texts: Texts) -> Text:
    """Show the points of a player by their sources, and the umbrellas of each colour with what their set is worth."""
    line = Text("  ").append_text(chip(seat)).append(f" {texts.seat(seat)}".ljust(OWNED - 5))
    parts = [int(count(state, seat)) for count in (umbrella_points, water_points, sets_points)]
    for figure in (sum(parts), *parts, int(state.placed[seat])):
        line.append(str(figure).rjust(FIGURE))
    for colour in range(len(COLOURS)):
        count = int(umbrellas_of(state, seat, colour))
        worth = f" (+{set_points(count)})" if set_points(count) else ""
        line.append(f"{count or OPEN}{worth}".rjust(SET))
    return line


def legend(texts: Texts) -> list[Text]:
    """Explain letters and signs."""
    elements = [
        explained(signs.element_letter(element, texts), signs.element_style(element, signs.SAND_GROUNDS[0]), word)
        for element, word in enumerate(printed_in_words("element", word, texts) for word in tables.ELEMENTS)
    ]
    colours = [
        explained(signs.colour_letter(colour, texts), signs.umbrella_style(colour, up=True), word)
        for colour, word in enumerate(printed_in_words("colour", word, texts) for word in COLOURS)
    ]
    lying = {"quarter": QUARTER_SIGN[0], "lacks": LACKS, "open": OPEN, "side": signs.ARROW[0], "free": FREE}
    more = {"new": signs.TOUCHED, "new_water": signs.NEW_ARROW[0], "met": MET, "unmet": UNMET, "brings": BRINGS}
    told = [
        Text("  ".join(f"{sign} {texts.say(f'board.{key}')}" for key, sign in line.items()), "dim")
        for line in (lying, more)
    ]
    return [Text("  ").join(elements), Text("  ").join(colours), *told]


def explained(letter: str, style: str, word: str) -> Text:
    """Explain a letter."""
    return Text.assemble((f" {letter} ", style)).append(f" {word}", "dim")
