"""The ledger of Maui told a second time: a table of plain lists, and the match as one story.

`Table.match()` is a generator: it tells the story from the first tile in the market to the last point, stops at every
question that a player or chance has to answer, and goes on with the answer.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

from maui_boards import (
    COLUMNS,
    CRAB_ROW,
    CRABS,
    FRAME,
    FRAME_STEP,
    PATTERNS,
    PEARL_POINTS,
    PLAYERS,
    POINTS,
    SCORING,
    SCORING_ROW,
    SPACES,
    STEPS,
    TILES,
    TOKEN,
    TOPS,
    UMBRELLA_ROW,
    UMBRELLAS,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping
    from random import Random

SPARE_TOP = 3
SPOTS = [{}, *({token: spot} for token in TOKEN for spot in (1, 2, 3))] + [
    {"pale_blue": one, "orange": other} for one, other in product((1, 2, 3), repeat=2) if one != other
]
"""Where the towel tokens of one tile can go, in the order of the move numbers."""


@dataclass
class Question:
    """Somebody has to answer: a player, or chance; the answers by their weights."""

    phase: str
    who: str
    answers: dict[str, int]


if TYPE_CHECKING:
    Story = Generator[Question, str, None]


def evenly(answers: Iterable[str]) -> dict[str, int]:
    """Give every answer the same weight."""
    return dict.fromkeys(answers, 1)


def spell_lay(top: int, tokens: Mapping[str, int]) -> str:
    """Write the laying of a tile."""
    return " ".join([f"lay {top}", *(f"{token}@{spot}" for token, spot in tokens.items())])


LAYS = {spell_lay(top, tokens): (top, tokens) for top in TOPS for tokens in SPOTS}


@dataclass
class Towel:
    """A tile on a beach."""

    tile: str
    lies: str  # its patterns from the ocean, as they lie on the beach
    top: int
    tokens: dict[str, int] = field(default_factory=dict)
    crab: int = 0
    crab_row: int = 0

    def by_row(self) -> dict[int, str]:
        """Give the patterns to be seen inside the play area."""
        shown = list(self.lies)
        for token, spot in self.tokens.items():
            shown[spot - 1] = TOKEN[token]
        return {row: pattern for row, pattern in enumerate(shown, self.top) if row in STEPS}

    def active(self) -> dict[int, str]:
        """Give the patterns that the next tile can match (M-T7, M-C2)."""
        return {row: pattern for row, pattern in self.by_row().items() if not self.crab or row != self.crab_row}

    def outside(self) -> int:
        """How many patterns lie outside the play area?"""
        return 3 - len(self.by_row())

    def matches(self, before: Towel) -> list[tuple[int, str]]:
        """List the rows and patterns that match the tile before (M-T4)."""
        left = before.active()
        return [(row, pattern) for row, pattern in self.by_row().items() if left.get(row) == pattern]

    def written(self) -> str:
        """Write it as a position does."""
        tokens = [f" {token}@{self.tokens[token]}" for token in TOKEN if token in self.tokens]
        return f"{self.tile}@{self.top}{''.join(tokens)}{f' crab={self.crab}' if self.crab else ''}"


class Player:
    """What lies before one player."""

    def __init__(self) -> None:
        self.dollars = 1
        self.markers = dict.fromkeys(PATTERNS.values(), 0)
        self.pearls = {"white": 0, "pink": 0}
        self.tokens: list[str] = []
        self.penalties = 0  # of the first half
        self.dock: Towel | None = None
        self.beach: list[Towel] = []
        self.umbrellas: dict[int, str] = {}
        self.unseen: Counter[int] = Counter()

    def last(self) -> Towel:
        """Give the tile that the next one has to match."""
        found = self.beach[-1] if self.beach else self.dock
        assert found is not None
        return found

    def column(self) -> int:
        """In which column does the next tile go?"""
        return len(self.beach) + 1

    def sheet(self) -> dict[str, int]:
        """Add up the points (M-E2, M-C4)."""
        lines = {
            "tracks": sum(POINTS[step] for step in self.markers.values()),
            "pearls": sum(PEARL_POINTS[count] for count in self.pearls.values()),
            "dollars": self.dollars,
            "penalties": -self.penalties - sum(towel.outside() for towel in self.beach),
            "crabs": -sum(towel.crab for towel in self.beach),
        }
        return {"points": sum(lines.values()), **lines, "tiles": len(self.beach)}


class Table:
    """Everything that lies on the table."""

    def __init__(self, seats: int, options: Mapping[str, Any], version: int = 2) -> None:
        self.names = PLAYERS[:seats]
        self.across = "A" if seats == 2 and version > 1 else "AB"  # who sits on the other side, if anybody does
        self.options: dict[str, Any] = {"variant": "base", "first": "drawn", "across": False, **options}
        self.half = 1
        self.last_step = 18 if self.options["variant"] == "long" else 10
        self.first = "A" if self.options["first"] == "A" else ""
        self.player = ""
        self.bag = set(TILES)
        self.market: list[list[str]] = [[], []]
        self.areas = [1, 1]
        self.hand = ""
        self.frames = dict.fromkeys(TOKEN, 1 if seats == 2 else 2)
        self.players = {name: Player() for name in self.names}
        self.started = False  # the set-up is done (for a story that begins in the middle)

    @property
    def crab_side(self) -> bool:
        """Is this half played on the crab side?"""
        return self.options["variant"] == "crabs" or self.half == 2

    @property
    def one(self) -> Player:
        """Whose turn is it?"""
        return self.players[self.player]

    def icon(self, column: int) -> int:
        """Give the row of the icon in a column, 0 if it has none."""
        rows = {**CRAB_ROW, **SCORING_ROW} if self.crab_side else UMBRELLA_ROW
        return rows.get(column, 0)

    def lying(self, name: str, tile: str, top: int, tokens: Mapping[str, int] | None = None) -> Towel:
        """Lay a tile on a beach as its owner sees it (M-S9)."""
        upside_down = self.options["across"] and name in self.across
        return Towel(tile, tile[::-1] if upside_down else tile, top, dict(tokens or {}))

    # The story

    def match(self) -> Story:
        """Tell the whole match."""
        if not self.started:
            yield from self.deal()
        yield from self.rounds()
        if self.options["variant"] == "long" and self.half == 1:
            yield from self.halftime()
            yield from self.deal()
            yield from self.rounds()
        self.player = ""
        yield Question("over", "over", {})

    def draw(self, phase: str) -> Generator[Question, str, str]:
        """Draw a tile from the bag."""
        answer = yield Question(phase, "chance", evenly(f"tile={tile}" for tile in TILES if tile in self.bag))
        tile = answer.removeprefix("tile=")
        self.bag.remove(tile)
        return tile

    def deal(self) -> Story:
        """Set up a half in the order of the book (M-S11)."""
        if self.crab_side:
            self.lay_out_crabs()
        for market_row in self.market:
            for _ in range(3):
                market_row.append((yield from self.draw("market")))
        if not self.crab_side:
            yield from self.deal_umbrellas()
        for name, player in self.players.items():
            player.dock = self.lying(name, (yield from self.draw("docks")), SPARE_TOP)
        if not self.first:
            answer = yield Question("first", "chance", evenly(f"first={name}" for name in self.names))
            self.first = answer.removeprefix("first=")
        self.player = self.first

    def lay_out_crabs(self) -> None:
        """Lay crabs and scoring tokens on their spaces (M-C1, M-S12)."""
        for player in self.players.values():
            player.umbrellas = dict.fromkeys(CRAB_ROW, "crab") | dict(zip(SCORING_ROW, SCORING, strict=True))
            player.unseen = Counter(CRABS)

    def deal_umbrellas(self) -> Story:
        """Shuffle eight tokens onto the icons of every beach (M-S6)."""
        for player in self.players.values():
            left = Counter(UMBRELLAS)
            for column in UMBRELLA_ROW:
                weights = {f"umbrella={kind}": count for kind, count in left.items() if count}
                answer = yield Question("umbrellas", "chance", weights)
                player.umbrellas[column] = answer.removeprefix("umbrella=")
                left[player.umbrellas[column]] -= 1

    def rounds(self) -> Story:
        """Play until a round ends in which somebody has laid the 12th tile (M-E1)."""
        while True:
            yield from self.turn()
            self.player = self.names[(self.names.index(self.player) + 1) % len(self.names)]
            full = any(len(player.beach) == COLUMNS for player in self.players.values())
            if self.player == self.first and full:
                return

    def halftime(self) -> Story:
        """See who begins the second half (M-L2), then clear everything that goes (M-L3, M-L6, M-L7)."""
        self.player = ""
        points = {name: player.sheet()["points"] for name, player in self.players.items()}
        lowest = [name for name in self.names if points[name] == min(points.values())]
        answer = yield Question("halftime", "chance", evenly(f"first={name}" for name in lowest))
        self.first = answer.removeprefix("first=")
        self.half = 2
        self.bag = set(TILES)
        self.market = [[], []]
        for player in self.players.values():
            player.penalties = -player.sheet()["penalties"]
            player.beach, player.dock, player.umbrellas = [], None, {}

    # A turn

    def turn(self) -> Story:
        """Take a tile, dollars or a spare towel."""
        answer = yield Question("turn", self.player, evenly(self.choices()))
        what, where = answer.split()
        if what == "dollars":
            self.one.dollars += self.areas[int(where) - 1]
            self.areas[int(where) - 1] = 0
            return
        market_row, place = (int(number) - 1 for number in where.split("-"))
        tile = self.market[market_row].pop(place)
        if what == "spare":
            self.one.umbrellas.pop(self.one.column(), None)
            self.one.beach.append(self.lying(self.player, tile, SPARE_TOP))
            self.market[market_row].append((yield from self.draw("refill")))
            return
        self.one.dollars -= place
        self.areas[market_row] += place
        self.hand = tile
        self.market[market_row].append((yield from self.draw("refill")))
        answer = yield Question("lay", self.player, evenly(self.lays(tile)))
        yield from self.lay(*LAYS[answer])

    def choices(self) -> list[str]:
        """List what can be done in a turn."""
        moves = [f"dollars {area}" for area in (1, 2) if not self.against_dollars(area)]
        moves += [f"take {space}" for space in SPACES if not self.against_take(space)]
        return moves + [f"spare {space}" for space in SPACES if not self.against_spare()]

    def lays(self, tile: str, *, printed: bool = False) -> list[str]:
        """List the ways to lay a tile, or those without tokens."""
        ways = ((move, way) for move, way in LAYS.items() if not printed or not way[1])
        return [move for move, (top, tokens) in ways if not self.against_lay(tile, top, tokens)]

    def lay(self, top: int, tokens: Mapping[str, int]) -> Story:
        """Lay the tile in hand; what it covers, markers, frames, and the crab at last."""
        one, column, before = self.one, self.one.column(), self.one.last()
        towel = self.lying(self.player, self.hand, top, tokens)
        self.hand = ""
        one.tokens = [token for token in one.tokens if token not in tokens]
        one.beach.append(towel)
        covered = one.umbrellas.get(column, "") if top <= self.icon(column) <= top + 2 else ""
        if covered in SCORING:
            movable = [track for track in SCORING[covered] if one.markers[track] < self.last_step]
            if len(movable) == 2:
                answer = yield Question(
                    "step", self.player, evenly(f"step {t}" for t in PATTERNS.values() if t in movable)
                )
                movable = [answer.removeprefix("step ")]
            self.move_markers(one, dict.fromkeys(movable, 1))
        elif covered in one.pearls:
            one.pearls[covered] += 1
        if covered != "crab":
            one.umbrellas.pop(column, None)
        for row, pattern in towel.matches(before):
            self.move_markers(one, {PATTERNS[pattern]: STEPS[row]})
        if covered == "crab":
            weights = {f"crab={value}": count for value, count in sorted(one.unseen.items()) if count}
            answer = yield Question("crab", "chance", weights)
            towel.crab, towel.crab_row = int(answer.removeprefix("crab=")), self.icon(column)
            one.unseen[towel.crab] -= 1
            del one.umbrellas[column]

    def move_markers(self, one: Player, steps: Mapping[str, int]) -> None:
        """Move markers, and take a towel token where a frame is reached or passed (M-T5, M-T6, M-T18)."""
        for track, count in steps.items():
            before = one.markers[track]
            one.markers[track] = min(before + count, self.last_step)
            token = FRAME.get(track, "")
            if token and before < FRAME_STEP <= one.markers[track] and self.frames[token]:
                self.frames[token] -= 1
                one.tokens.append(token)

    # What forbids a move

    def against(self, question: Question, move: str) -> str:
        """Which rule forbids a move here, the first of several (M-R1)? "" where none does."""
        if move in question.answers:
            return ""
        if question.phase == "over":
            return "M-E1"
        kind = move.split("=", maxsplit=1)[0] if "=" in move else ""
        if kind == "first":
            return "M-L2" if question.phase == "halftime" else "M-S8"
        if kind:
            return {"tile": "M-T2", "umbrella": "M-S6", "crab": "M-C2"}[kind]
        moment = dict.fromkeys(("market", "umbrellas", "docks", "first"), "M-S11")
        moment |= {"halftime": "M-L2", "refill": "M-T13", "crab": "M-C2", "step": "M-T8"}
        return moment.get(question.phase) or self.against_turn(question.phase, move)

    def against_turn(self, phase: str, move: str) -> str:
        """Which rule forbids a player's move in a turn, or with a tile in hand?"""
        word, where = move.split()[:2]
        if word == "step":
            return "M-T8"
        if (word == "lay") != (phase == "lay"):
            return "M-T13"
        if word == "lay":
            return self.against_lay(self.hand, *LAYS[move])
        if word == "dollars":
            return self.against_dollars(int(where))
        return self.against_take(where) if word == "take" else self.against_spare()

    def against_dollars(self, area: int) -> str:
        """Is there nothing to take (M-T10)?"""
        return "" if self.areas[area - 1] else "M-T10"

    def against_take(self, space: str) -> str:
        """Is the tile too dear, or nowhere to be laid (M-T1, M-T14)?"""
        market_row, place = (int(number) - 1 for number in space.split("-"))
        if place > self.one.dollars:
            return "M-T1"
        return "" if self.lays(self.market[market_row][place]) else "M-T4"

    def against_spare(self) -> str:
        """Is there anything else to do, tokens aside (M-T11, M-T12, M-T20)?"""
        payable = [tile for market_row in self.market for tile in market_row[: self.one.dollars + 1]]
        return "M-T11" if sum(self.areas) or any(self.lays(tile, printed=True) for tile in payable) else ""

    def against_lay(self, tile: str, top: int, tokens: Mapping[str, int]) -> str:
        """Which rule forbids the tile here, with these tokens on it?"""
        one, column = self.one, self.one.column()
        bare, towel = self.lying(self.player, tile, top), self.lying(self.player, tile, top, tokens)
        if any(token not in one.tokens for token in tokens):
            return "M-T9"
        if any(top + spot - 1 not in STEPS or bare.lies[spot - 1] == TOKEN[token] for token, spot in tokens.items()):
            return "M-T16"
        if one.umbrellas.get(column) == "crab" and any(top + k - 1 == self.icon(column) for k in tokens.values()):
            return "M-C6"
        if towel.matches(one.last()):
            return ""
        return "M-T15" if bare.matches(one.last()) else "M-T4"

    # What it comes to

    def sheet(self) -> list[dict[str, int]]:
        """Write the score sheet."""
        return [player.sheet() for player in self.players.values()]

    def places(self) -> list[int]:
        """Rank the players: points, fewer tiles, more dollars, later in player order (M-E3)."""
        start = self.names.index(self.first)
        order = self.names[start:] + self.names[:start]

        def strength(name: str) -> tuple[int, int, int, int]:
            lines = self.players[name].sheet()
            return lines["points"], -lines["tiles"], lines["dollars"], order.index(name)

        ranking = sorted(self.names, key=strength, reverse=True)
        return [ranking.index(name) + 1 for name in self.names]

    # As a document

    def document(self, question: Question) -> dict[str, Any]:
        """Write the position as the game itself should."""
        document: dict[str, Any] = {
            "game": "maui",
            "seats": len(self.names),
            "options": self.options,
            "now": question.phase,
            "market": self.market,
            "areas": self.areas,
            "frames": self.frames,
            "players": {name: self.player_document(name) for name in self.names},
        }
        if self.options["variant"] == "long":
            document["half"] = self.half
        for key in ("first", "player", "hand"):
            if getattr(self, key):
                document[key] = getattr(self, key)
        return document

    def player_document(self, name: str) -> dict[str, Any]:
        """Write what lies before one player."""
        one = self.players[name]
        document: dict[str, Any] = {
            "dollars": one.dollars,
            "markers": one.markers,
            "pearls": one.pearls,
            "tokens": [token for token in TOKEN if token in one.tokens],
            "beach": [towel.written() for towel in one.beach],
            "umbrellas": {str(column): kind for column, kind in one.umbrellas.items()},
        }
        if one.dock:
            document["dock"] = one.dock.tile
        if self.half == 2:
            document["penalties"] = one.penalties
        return document


# Tables to begin from


def in_the_middle(seats: int, options: Mapping[str, Any], random: Random) -> Table:
    """Make a table in the middle of a match: little money, tiles near the edges, markers near frames and ends."""
    table = Table(seats, options)
    table.started = True
    table.half = random.choice((1, 2)) if table.options["variant"] == "long" else 1
    pile = random.sample(TILES, 60)
    table.market = [[pile.pop() for _ in range(3)] for _ in range(2)]
    if table.half == 2 or not table.first:
        table.first = random.choice(table.names)
    table.player = random.choice(table.names)
    if table.crab_side:
        table.lay_out_crabs()
    for name in table.names:
        fill_beach(table, name, pile, random)
    table.bag = set(pile)
    spread_dollars(table, random)
    spread_tokens(table, random)
    if random.random() < 0.6:
        starve(table, random)
    return table


def fill_beach(table: Table, name: str, pile: list[str], random: Random) -> None:
    """Lay tiles for one player, as they come, most of them at the edges."""
    one = table.players[name]
    steps = [0, 3, 4, 5, 8, 9, 10] + [16, 17, 18] * (table.last_step == 18)
    one.markers = {track: random.choice(steps) for track in one.markers}
    one.dock = table.lying(name, pile.pop(), SPARE_TOP)
    if not table.crab_side:
        kinds = random.sample(list(Counter(UMBRELLAS).elements()), 8)
        one.umbrellas = dict(zip(UMBRELLA_ROW, kinds, strict=True))
    if table.half == 2:
        one.penalties = random.randint(0, 9)
        one.pearls = {colour: random.randint(0, 3) for colour in one.pearls}
    for _ in range(random.randint(0, 11)):
        lay_anything(table, name, pile.pop(), random)


def lay_anything(table: Table, name: str, tile: str, random: Random) -> None:
    """Lay a tile where it matches, or as a spare towel."""
    one = table.players[name]
    column, before = one.column(), one.last()
    tops = [top for top in TOPS if table.lying(name, tile, top).matches(before)]
    spare = not tops or random.random() < 0.05
    top = SPARE_TOP if spare else random.choice([*tops, *(max(tops, key=lambda top: abs(top - 3)),) * 3])
    towel = table.lying(name, tile, top)
    covered = one.umbrellas.pop(column, "") if not spare and top <= table.icon(column) <= top + 2 else ""
    if covered == "crab":
        towel.crab, towel.crab_row = random.choice(list(one.unseen.elements())), table.icon(column)
        one.unseen[towel.crab] -= 1
    elif covered in one.pearls:
        one.pearls[covered] += 1
    one.umbrellas.pop(column, None)
    one.beach.append(towel)


def spread_dollars(table: Table, random: Random) -> None:
    """Give the dollars to anybody, seldom to the areas."""
    for one in table.players.values():
        one.dollars = 0
    table.areas = [0, 0]
    for _ in range(len(table.names) + 2):
        where = random.choice([*table.names * 2, "area"])
        if where == "area":
            table.areas[random.randint(0, 1)] += 1
        else:
            table.players[where].dollars += 1


def spread_tokens(table: Table, random: Random) -> None:
    """Give towel tokens to some whose markers have reached the frame."""
    for name in random.sample(table.names, len(table.names)):
        one = table.players[name]
        for track, token in FRAME.items():
            if one.markers[track] >= FRAME_STEP and table.frames[token]:
                table.frames[token] -= 1
                one.tokens += [token] if table.half == 1 or random.random() < 0.8 else []


def starve(table: Table, random: Random) -> None:
    """Leave the player to move no dollars to pay or take, and no free tile that matches, if there are such tiles."""
    outsiders = [tile for tile in sorted(table.bag) if not table.lays(tile, printed=True)]
    if len(outsiders) < 2:
        return
    for market_row, tile in zip(table.market, random.sample(outsiders, 2), strict=True):
        table.bag = table.bag - {tile} | {market_row[0]}
        market_row[0] = tile
    rich = random.choice([one for one in table.players.values() if one is not table.one])
    rich.dollars += sum(table.areas) + table.one.dollars
    table.areas, table.one.dollars = [0, 0], 0
