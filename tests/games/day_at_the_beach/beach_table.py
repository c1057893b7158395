"""The ledger of A Day at the Beach told a second time: a table of plain dictionaries, and the match as one story.

`Table.match()` is a generator: it tells the story from the draw of the first player to the last point, stops at every
question that a player or chance has to answer, and goes on with the answer.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from beach_boards import (
    CORNERS,
    GAME,
    PLACES,
    POINTS,
    ROUNDS,
    SET_POINTS,
    SIDES,
    TILES,
    TOWARDS,
    cell_at,
    cell_name,
    corners_of,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping
    from random import Random

Cell = tuple[int, int]
"""Steps to the east and to the north."""
Point = tuple[int, int]
"""A corner of cells, in half steps to the east and to the north: both odd."""

OUTWARDS = {"nw": (-1, 1), "ne": (1, 1), "se": (1, -1), "sw": (-1, -1)}
FACING = {"nw": "se", "ne": "sw", "se": "nw", "sw": "ne"}


@dataclass
class Question:
    """Somebody has to answer: a player, or chance; the answers by their weights."""

    step: str
    who: int | str
    answers: dict[str, int]


if TYPE_CHECKING:
    Story = Generator[Question, str, None]
    Answer = Generator[Question, str, str]


def evenly(answers: Iterable[str]) -> dict[str, int]:
    """Give every answer the same weight."""
    return dict.fromkeys(answers, 1)


def corner_of(cell: Cell, corner: str) -> Point:
    """Where is a corner of a cell?"""
    east, north = OUTWARDS[corner]
    return 2 * cell[0] + east, 2 * cell[1] + north


def around(point: Point) -> dict[str, Cell]:
    """Which four cells meet at a point? By where they lie, seen from it."""
    return {name: ((point[0] + e) // 2, (point[1] + n) // 2) for name, (e, n) in OUTWARDS.items()}


def pattern_name(point: Point) -> str:
    """Name a pattern by the outermost of its cells."""
    return cell_name(*max(around(point).values(), key=lambda cell: abs(cell[0]) + abs(cell[1])))


def pattern_at(name: str) -> Point:
    """Where is the pattern of this name? At the corner of its cell that is next to the entrance."""
    east, north = cell_at(name)
    return 2 * east - (1 if east > 0 else -1), 2 * north - (1 if north > 0 else -1)


def beside(cell: Cell, side: str) -> Cell:
    """Give the next cell on this side."""
    return cell[0] + TOWARDS[side][0], cell[1] + TOWARDS[side][1]


@dataclass
class Tile:
    """A tile as it lies, or in hand."""

    sort: str
    kind: str = ""
    turn: str = "north"

    def quarters(self) -> set[str]:
        """In which corners does it have a quarter?"""
        return corners_of(self.sort, self.kind, self.turn)

    def elements(self) -> list[str]:
        """What can be found on it (B-U1)?"""
        return self.kind.split("/")[0].split("+") if self.sort == "sand" else []

    def turned(self, turn: str) -> Tile:
        """Turn it."""
        return Tile(self.sort, self.kind, turn)

    def looks_alike(self, turn: str) -> bool:
        """Does an earlier turn look the same (B-T8)?"""
        if self.sort == "water":
            return False
        earlier = SIDES[: SIDES.index(turn)]
        return any(self.turned(other).quarters() == self.turned(turn).quarters() for other in earlier)


@dataclass
class Beach:
    """What a player has laid."""

    tiles: dict[Cell, Tile] = field(default_factory=lambda: {(0, 0): Tile("entrance")})
    umbrellas: dict[Point, str] = field(default_factory=dict)

    # Where a tile may lie

    def land_beside(self, cell: Cell) -> bool:
        """Is there a sand tile or the entrance next to a cell (B-T2, B-T3)?"""
        return any(
            beside(cell, side) in self.tiles and self.tiles[beside(cell, side)].sort != "water" for side in SIDES
        )

    def at_water(self, cell: Cell) -> bool:
        """Is a cell at the water side of a water tile (B-T3)?"""
        return any(tile.sort == "water" and beside(where, tile.turn) == cell for where, tile in self.tiles.items())

    def against(self, cell: Cell, tile: Tile) -> str:
        """Which rule forbids a tile here, turned like this? "" where none does."""
        if cell in self.tiles or not self.land_beside(cell):
            return "B-T2"
        if self.at_water(cell):
            return "B-T3"
        if tile.sort == "water" and beside(cell, tile.turn) in self.tiles:
            return "B-T4"
        return "B-T8" if tile.looks_alike(tile.turn) else ""

    def ways(self, tile: Tile) -> list[str]:
        """List the ways to lay a tile."""
        cells = {beside(cell, side) for cell in self.tiles for side in SIDES}
        turned = [tile.turned(turn) for turn in SIDES]
        return [f"{cell_name(*cell)} {way.turn}" for cell in cells for way in turned if not self.against(cell, way)]

    # Patterns and umbrellas

    def complete(self, point: Point) -> bool:
        """Do four quarters meet here (B-U1)?"""
        cells = around(point)
        return all(
            cell in self.tiles and FACING[corner] in self.tiles[cell].quarters() for corner, cell in cells.items()
        )

    def lay(self, cell: Cell, tile: Tile) -> list[Point]:
        """Lay a tile; which patterns does it complete?"""
        self.tiles[cell] = tile
        return [point for corner in CORNERS if self.complete(point := corner_of(cell, corner))]

    def bare(self) -> set[Point]:
        """Which complete patterns have no umbrella?"""
        points = {corner_of(cell, corner) for cell in self.tiles for corner in CORNERS}
        return {point for point in points if self.complete(point)} - set(self.umbrellas)

    def found(self, point: Point) -> Counter[str]:
        """Count the elements on the four tiles of a pattern (B-U3)."""
        return Counter(element for cell in around(point).values() for element in self.tiles[cell].elements())

    def face_up(self, point: Point) -> bool:
        """Are the needs of the umbrella on a pattern met (B-U2)?"""
        return Counter(self.umbrellas[point].split("/")[1].split("+")) <= self.found(point)

    def waters(self) -> dict[Cell, Tile]:
        """Give the water tiles."""
        return {cell: tile for cell, tile in self.tiles.items() if tile.sort == "water"}

    # Points

    def line(self, cell: Cell, reading: str) -> list[Cell]:
        """Which cells are in the line of a water tile (B-E2, B-E5, B-E6)?"""
        turn = self.tiles[cell].turn
        if reading == "inland":
            found, inland = [], SIDES[(SIDES.index(turn) + 2) % 4]
            while (cell := beside(cell, inland)) in self.tiles:
                found.append(cell)
            return found
        column = [other for other in self.tiles if other[0] == cell[0]]
        along_row = [other for other in self.tiles if other[1] == cell[1]]
        if reading == "cross":
            return column + along_row
        return column if turn in {"north", "south"} else along_row

    def water_points(self, reading: str) -> int:
        """Score the water tiles (B-E2)."""
        return sum(
            element in water.kind.split("+")
            for cell, water in self.waters().items()
            for other in self.line(cell, reading)
            for element in self.tiles[other].elements()
        )

    def sheet(self, reading: str) -> dict[str, int]:
        """Add up the points (B-E1, B-E2, B-E3)."""
        colours = Counter(umbrella.split("/")[0] for umbrella in self.umbrellas.values())
        lines = {
            "umbrellas": sum(POINTS[name] for point, name in self.umbrellas.items() if self.face_up(point)),
            "water": self.water_points(reading),
            "sets": sum(SET_POINTS[min(count, len(SET_POINTS) - 1)] for count in colours.values()),
        }
        return {"points": sum(lines.values()), **lines, "placed": len(self.umbrellas)}

    def document(self) -> dict[str, Any]:
        """Write it as a position does."""
        tiles = [(cell, tile) for cell, tile in self.tiles.items() if tile.sort != "entrance"]
        return {
            "beach": {cell_name(*cell): f"{tile.sort} {tile.kind} {tile.turn}" for cell, tile in tiles},
            "umbrellas": {pattern_name(point): umbrella for point, umbrella in self.umbrellas.items()},
        }


@dataclass
class Deck:
    """A deck: open tiles beside it, its visible top, and what has not been seen."""

    unseen: Counter[str]
    open: list[str] = field(default_factory=lambda: ["", "", ""])
    top: str = ""

    def lacks(self) -> bool:
        """Is something to be turned up?"""
        return bool(self.unseen.total()) and not (self.top and all(self.open))

    def turn_up(self, kind: str) -> None:
        """Turn up a tile: into the first empty place beside the deck, or as its visible top."""
        self.unseen[kind] -= 1
        if all(self.open):
            self.top = kind
        else:
            self.open[self.open.index("")] = kind

    def take(self, slot: int) -> str:
        """Take an open tile; the top fills its place (B-S4, B-S5)."""
        taken, self.open[slot], self.top = self.open[slot], self.top, ""
        return taken

    def document(self) -> dict[str, Any]:
        """Write it as a position does."""
        return {"open": list(self.open), "next": self.top}


class Table:
    """Everything that lies on the table."""

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        self.seats = seats
        self.options = {"first": "drawn", "water_line": "inland", **options}
        self.beaches = [Beach() for _ in range(seats)]
        self.decks = {sort: Deck(Counter(tiles)) for sort, tiles in TILES.items()}
        self.decks["sand"].open = []
        self.grid: dict[str, str] = {}
        self.laid_out = 0
        self.round = 1
        self.seat = 0
        self.step = ""
        self.hand: Tile | None = None
        self.waiting: list[Point] = []
        self.covering: Point | None = None
        self.started = False  # the set-up is done (for a story that begins in the middle)

    @property
    def beach(self) -> Beach:
        """The beach of whose turn it is."""
        return self.beaches[self.seat]

    # The story

    def match(self) -> Story:
        """Tell a match: set-up, rounds, end (B-R1)."""
        if not self.started and self.options["first"] == "drawn":
            drawn = yield Question("", "chance", evenly(f"first={n}" for n in range(1, self.seats + 1)))
            self.seat = int(drawn[-1]) - 1
        begins = self.begins()
        for number in range(self.round, ROUNDS[self.seats] + 1):
            self.round = number
            if not self.started:
                self.seat = (begins + self.round - 1) % self.seats
                self.lay_out()
            self.started = False
            for _ in range(len(self.grid) if self.laid_out == len(PLACES) else len(PLACES)):
                yield from self.turn()
                self.seat = (self.seat + 1) % self.seats
        self.step = ""
        yield Question("", "over", {})

    def taken(self) -> int:
        """How many tiles of the grid have been taken before this turn?"""
        return len(PLACES) - len(self.grid) if self.laid_out else 0

    def begins(self) -> int:
        """Who began the match (B-R4)?"""
        return (self.seat - self.taken() - (self.round - 1)) % self.seats

    def taken_by(self, seat: int) -> int:
        """How many tiles has a player taken before this turn (B-R2)?"""
        turns = [len(PLACES)] * (self.round - 1) + [self.taken()]
        order = [self.begins() + number + index for number, count in enumerate(turns) for index in range(count)]
        return [mover % self.seats for mover in order].count(seat)

    def lay_out(self) -> None:
        """Begin a layout with the visible top (B-R3)."""
        sand = self.decks["sand"]
        self.laid_out = 0
        if sand.top:
            self.grid, self.laid_out, sand.top = {PLACES[0]: sand.top}, 1, ""

    def turn(self) -> Story:
        """Take a tile, lay it, and cover what it completes (B-R5)."""
        answer = yield from self.ask("take", lambda: [f"take {place}" for place in self.grid if self.free(place)])
        yield from self.lay(Tile("sand", self.grid.pop(answer.removeprefix("take "))))
        while self.waiting and any(self.decks["umbrella"].open):
            yield from self.cover()
        self.waiting = []

    def lay(self, tile: Tile) -> Story:
        """Lay a tile at once; what it completes waits (B-T2, B-W2)."""
        self.hand = tile
        answer = yield from self.ask("lay", lambda: self.beach.ways(tile))
        cell, turn = answer.split()
        self.hand = None
        self.waiting += self.beach.lay(cell_at(cell), tile.turned(turn))

    def cover(self) -> Story:
        """Choose a pattern, and an umbrella for it; a new colour brings water (B-U2, B-W1, B-W3)."""
        point = self.waiting[0]
        if len(self.waiting) > 1:
            answer = yield from self.ask("cover", lambda: [f"cover {pattern_name(point)}" for point in self.waiting])
            point = pattern_at(answer.removeprefix("cover "))
        self.covering = point
        umbrella = yield from self.choose("umbrella")
        self.covering = None
        self.waiting.remove(point)
        colours = {name.split("/")[0] for name in self.beach.umbrellas.values()}
        self.beach.umbrellas[point] = umbrella
        if umbrella.split("/")[0] not in colours and len(self.beach.waters()) < 4:
            water = yield from self.choose("water")
            yield from self.lay(Tile("water", water))

    def choose(self, sort: str) -> Answer:
        """Choose an open tile."""
        places = self.decks[sort].open
        answer = yield from self.ask(sort, lambda: [f"{sort} {slot}" for slot, tile in enumerate(places, 1) if tile])
        return self.decks[sort].take(int(answer[-1]) - 1)

    def ask(self, step: str, moves: Any) -> Answer:
        """Ask a player, once everything that is due has been turned up."""
        self.step = step
        yield from self.turn_up()
        return (yield Question(step, self.seat + 1, evenly(moves())))

    # Chance

    def turn_up(self) -> Story:
        """Let chance fill what is empty: umbrellas, waters, the grid, the visible top of the sand (B-S4)."""
        for sort in ("umbrella", "water"):
            while self.decks[sort].lacks():
                self.decks[sort].turn_up((yield from self.draw(sort)))
        while self.laid_out < len(PLACES):
            self.grid[PLACES[self.laid_out]] = yield from self.draw("sand")
            self.decks["sand"].unseen[self.grid[PLACES[self.laid_out]]] -= 1
            self.laid_out += 1
        if self.round < ROUNDS[self.seats] and self.decks["sand"].lacks():
            self.decks["sand"].turn_up((yield from self.draw("sand")))

    def draw(self, sort: str) -> Answer:
        """Draw an unseen tile of a deck."""
        weights = {f"{sort}={kind}": count for kind, count in self.decks[sort].unseen.items() if count}
        return (yield Question(self.step, "chance", weights)).removeprefix(f"{sort}=")

    # What forbids a move

    def free(self, place: str) -> bool:
        """Does a tile of the grid have a corner that no other one touches (B-T1)?"""
        cells = {("abcd".index(other[0]), -int(other[1])) for other in self.grid}
        mine = "abcd".index(place[0]), -int(place[1])
        return any(not (set(around(corner_of(mine, corner)).values()) - {mine}) & cells for corner in CORNERS)

    def against(self, question: Question, move: str) -> str:
        """Which rule forbids a move here, the first of several (B-R6)? "" where none does."""
        if move in question.answers:
            return ""
        if question.who == "over":
            return "B-R1"
        if "=" in move:
            return "B-S3" if move.startswith("first") else "B-S4"
        words = move.split()
        step = words[0] if words[0] in {"take", "cover", "umbrella", "water"} else "lay"
        if question.who == "chance" or step != question.step:
            return self.against_what_is_not_due("" if question.who == "chance" else step)
        if step == "take":
            return "B-T1" if words[1] in self.grid else "B-R2"
        if step == "lay":
            assert self.hand is not None
            return self.beach.against(cell_at(words[0]), self.hand.turned(words[1]))
        return "B-U1" if step == "cover" else "B-S5"

    def against_what_is_not_due(self, step: str) -> str:
        """Does anything bring an umbrella or water now (B-U2, B-W1)? Else it is the order that forbids it (B-R5)."""
        if step == "umbrella" and not (self.waiting and any(self.decks["umbrella"].open)):
            return "B-U2"
        return "B-W1" if step == "water" and not (self.hand and self.hand.sort == "water") else "B-R5"

    # What it comes to

    def sheet(self) -> list[dict[str, int]]:
        """Write the score sheet."""
        return [beach.sheet(self.options["water_line"]) for beach in self.beaches]

    def places(self) -> list[int]:
        """Rank the players: points, then umbrellas; who is still tied shares a place (B-E4)."""
        strength = [(lines["points"], lines["placed"]) for lines in self.sheet()]
        return [1 + sum(other > mine for other in strength) for mine in strength]

    # As a document

    def document(self, question: Question) -> dict[str, Any]:
        """Write the position as the game itself should."""
        document: dict[str, Any] = {
            "game": GAME,
            "seats": self.seats,
            "options": self.options,
            "turn": question.who if question.who == "over" or not question.step else self.seat + 1,
            "round": self.round,
            "grid": self.grid,
            "sand_next": self.decks["sand"].top,
            "waters": self.decks["water"].document(),
            "umbrellas": self.decks["umbrella"].document(),
            "players": [beach.document() for beach in self.beaches],
        }
        if self.lost_umbrellas():
            document["umbrellas"]["deck"] = [kind for kind in TILES["umbrella"] if self.decks["umbrella"].unseen[kind]]
        if question.step:
            document["step"] = question.step
        if self.laid_out < len(PLACES):
            document["laid_out"] = self.laid_out
        if self.hand:
            document["hand"] = f"{self.hand.sort} {self.hand.kind}"
        if self.covering:
            document["cover"] = pattern_name(self.covering)
        return document

    def lost_umbrellas(self) -> bool:
        """Does the deck lack umbrellas that lie nowhere else?"""
        deck = self.decks["umbrella"]
        seen = sum(map(bool, [*deck.open, deck.top])) + sum(len(beach.umbrellas) for beach in self.beaches)
        return seen + deck.unseen.total() < len(TILES["umbrella"])


# How to play


def fit(beach: Beach, cell: Cell, tile: Tile) -> tuple[int, int]:
    """How many patterns would a tile complete here, and how many quarters would it bring together besides?"""
    completed = coming = 0
    for corner in tile.quarters():
        others = {where: other for where, other in around(corner_of(cell, corner)).items() if other != cell}
        meeting = [
            FACING[where] in beach.tiles[other].quarters() for where, other in others.items() if other in beach.tiles
        ]
        completed += len(meeting) == 3 and all(meeting)
        coming += len(meeting) if len(meeting) < 3 and all(meeting) else 0
    return completed, coming


def carefully(table: Table, question: Question, *, patient: bool) -> dict[str, int]:
    """Weigh a player's answers: rather bring quarters together, rather take an umbrella whose needs are met."""
    if question.step == "lay":
        return {move: promise(table, move, patient=patient) for move in question.answers}
    if question.step == "umbrella":
        return {move: 1 + 9 * met(table, move) for move in question.answers}
    return question.answers


def promise(table: Table, move: str, *, patient: bool) -> int:
    """Weigh a way to lay a tile: a pattern is good, two are better; who is patient waits for two."""
    assert table.hand is not None
    cell, turn = move.split()
    completed, coming = fit(table.beach, cell_at(cell), table.hand.turned(turn))
    return int(6 ** (coming + 4 * completed)) if completed != 1 or not patient else 1


def met(table: Table, move: str) -> bool:
    """Are the needs of an open umbrella met?"""
    assert table.covering is not None
    umbrella = table.decks["umbrella"].open[int(move[-1]) - 1]
    return Counter(umbrella.split("/")[1].split("+")) <= table.beach.found(table.covering)


# Tables to begin from


def in_the_middle(seats: int, options: Mapping[str, Any], random: Random) -> Table:
    """Make a table in the middle of a match: patterns that lack one tile, and sometimes few umbrellas left."""
    table = Table(seats, options)
    table.started = True
    table.round = random.randint(1, ROUNDS[seats])
    table.seat = random.randrange(seats)
    piles = {sort: random.sample(tiles, len(tiles)) for sort, tiles in TILES.items()}
    places = random.sample(PLACES, random.choice((1, 3, 5, 8, 12)))
    table.grid = {place: piles["sand"].pop() for place in PLACES if place in places}
    table.laid_out = len(PLACES)
    for seat, beach in enumerate(table.beaches):
        fill(beach, piles, table.taken_by(seat), random)
    if random.random() < 0.5:
        del piles["umbrella"][random.randint(0, 6) :]
    for sort, pile in piles.items():
        deck = table.decks[sort]
        deck.unseen = Counter(pile)
        while deck.lacks() and (sort != "sand" or table.round < ROUNDS[seats]):
            deck.turn_up(pile.pop())
    return table


def fill(beach: Beach, piles: dict[str, list[str]], most: int, random: Random) -> None:
    """Lay a beach on which quarters wait for the last one, with an umbrella here and there."""
    for _ in range(random.randint(most // 2, most)):
        lay_for_later(beach, Tile("sand", piles["sand"].pop()), piles, random)


def lay_for_later(beach: Beach, tile: Tile, piles: dict[str, list[str]], random: Random) -> None:
    """Lay a tile where quarters come together, seldom so that they complete a pattern; cover that if it does."""
    ways = random.sample(beach.ways(tile), len(beach.ways(tile)))
    best = -99, 0
    for way in ways:
        cell, turn = way.split()
        completed, coming = fit(beach, cell_at(cell), tile.turned(turn))
        if (value := (-completed if random.random() < 0.95 else completed, coming)) > best:
            best, chosen = value, (cell_at(cell), tile.turned(turn))
    for point in beach.lay(*chosen):
        colours = {name.split("/")[0] for name in beach.umbrellas.values()}
        beach.umbrellas[point] = piles["umbrella"].pop()
        if beach.umbrellas[point].split("/")[0] not in colours and len(beach.waters()) < 4:
            lay_for_later(beach, Tile("water", piles["water"].pop()), piles, random)
