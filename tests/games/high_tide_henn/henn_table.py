"""The ledger of High Tide (Henn) told a second time: a table of plain lists, and the match as one story.

`Table.match()` is a generator: it tells the story from the first towel to the last point, stops at every question that
a player or chance has to answer, and goes on with the answer.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from henn_boards import BEACHES, LENGTH, PLAYERS, SHARKS, TILES, WATER

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping

SIDES = ("left", "right")


@dataclass
class Question:
    """Somebody has to answer: a player, or chance; the answers by their weights."""

    phase: str
    who: str
    answers: dict[str, int]


if TYPE_CHECKING:
    Story = Generator[Question, str, None]
    Answer = Generator[Question, str, str]


def pips(dice: str) -> int:
    """Count the pips of a die, such as "blue=4"."""
    return int(dice.split("=")[1])


def colour(dice: str) -> str:
    """Name the colour of a die."""
    return dice.partition("=")[0]


def in_order(dice: Iterable[str]) -> list[str]:
    """Put the die with more pips to the left; equal ones by the order of the beaches (H-T7)."""
    return sorted(dice, key=lambda one: (-pips(one), BEACHES.index(colour(one))))


def evenly(answers: Iterable[str]) -> dict[str, int]:
    """Give every answer the same weight."""
    return dict.fromkeys(answers, 1)


class Table:
    """Everything that lies on the table."""

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        self.seats = seats
        self.players = PLAYERS[:seats]
        self.options = {"coins": False, "shark": False, "surfer": "off", "baywatch": False, "edition": "german"}
        self.options |= options
        self.round = 1
        self.sand: dict[str, dict[int, list[str]]] = {beach: {} for beach in BEACHES}  # space → chairs, left to right
        self.water: dict[str, list[str]] = {beach: [] for beach in BEACHES}
        self.large: Counter[str] = Counter()
        self.small: Counter[str] = Counter()
        self.pile: list[str] = []  # top first
        self.track: list[str] = []  # from the top: a towel, "blue=4 white=2", or "" where a pair was taken
        self.rental = 4
        self.still = False
        self.bag: Counter[str] = Counter()
        self.pool: list[str] = []
        self.fill_bag()
        self.hand: list[str] = []
        self.counts: list[str] = []
        self.source = 0  # the space that the hand was taken from, 0: rolled
        self.bonus = 0
        self.stage = 0
        self.back = ""
        self.rolling: list[str] = []
        self.first = "left"
        self.moved = 0
        self.stake = ""  # the beach of the coin at stake
        self.coins: dict[str, list[int]] = {beach: [] for beach in BEACHES}
        self.taken: dict[str, dict[str, int]] = {player: {} for player in self.players}
        self.surfers: dict[str, str] = {}
        self.alert = ""
        self.sharks = list(SHARKS)
        self.tiles: dict[str, str] = {}  # tile → a player, "face-up" or "used"; the others are in the stack
        self.open: tuple[str, list[str]] = ("", [])
        self.saved = ""
        self.over = False
        self.begun = ""  # for a story that begins in the middle: "round" before the first turn, "turns" after it

    # The story

    def match(self) -> Story:
        """Tell the whole match."""
        if not self.begun:
            yield from self.deal()
        while not self.over:
            if self.begun != "turns":
                yield from self.begin_round()
            self.begun = ""
            yield from self.turns()
            yield from self.end_round()
        yield Question("over", "over", {})

    def ask(self, phase: str, who: str, answers: Iterable[str]) -> Answer:
        """Put a question to a player; where there is only one answer it is not asked (H-B24)."""
        found = list(answers)
        return (yield Question(phase, who, evenly(found))) if len(found) > 1 else found[0]

    def deal(self) -> Story:
        """Shuffle towels, coins and surfers (H-S7, H-C1, H-U1)."""
        while len(self.pile) < self.seats - 1:
            left = [player for player in self.players if player not in self.pile]
            answer = yield Question("towels", "chance", evenly(f"towel={player}" for player in left))
            self.pile.append(answer.removeprefix("towel="))
        self.pile += [player for player in self.players if player not in self.pile]
        if self.options["coins"]:
            for lying in self.coins.values():
                while len(lying) < 7:
                    left_over = [value for value in range(1, 9) if value not in lying]
                    answer = yield Question("coins", "chance", evenly(f"coin={value}" for value in left_over))
                    lying.append(int(answer.removeprefix("coin=")))
                lying += [value for value in range(1, 9) if value not in lying]
        if self.options["surfer"] != "off":
            for player in self.players:
                beaches = [beach for beach in BEACHES if beach not in self.surfers.values()]
                answer = yield Question("surfers", "chance", evenly(f"surfer={beach}" for beach in beaches))
                self.surfers[player] = answer.removeprefix("surfer=")

    def begin_round(self) -> Story:
        """Reveal a Baywatch tile and a beach with a shark alert; then somebody may have a head start (H-B22)."""
        if not self.begun:
            if self.options["baywatch"]:
                stack = [tile for tile in TILES if tile not in self.tiles]
                answer = yield Question("reveal", "chance", evenly(f"tile={tile}" for tile in stack))
                self.tiles[answer.removeprefix("tile=")] = "face-up"
            if self.options["shark"]:
                beaches = [beach for beach in BEACHES if beach != self.alert]
                answer = yield Question("alert", "chance", evenly(f"alert={beach}" for beach in beaches))
                self.alert = answer.removeprefix("alert=")
        player = self.tiles.get("head-start", "")
        if player in self.players:
            beaches = [beach for beach in BEACHES if player not in self.water[beach]]
            moves = [f"start {beach} {steps}" for beach in beaches for steps in (1, 2)]
            answer = yield from self.ask("head-start", player, ["pass", *moves])
            if answer != "pass":
                _, beach, steps = answer.split()
                self.tiles["head-start"] = "used"
                yield from self.move(player, beach, int(steps))

    def turns(self) -> Story:
        """Play the turns of all towels in the pile."""
        while self.pile:
            jumper = self.tiles.get("jump", "")
            if jumper in self.pile[1:]:
                answer = yield from self.ask("jump", jumper, ["pass", "jump"])
                if answer == "jump":
                    self.tiles["jump"] = "used"
                    self.pile.remove(jumper)
                    self.pile.insert(0, jumper)
            if len(self.pile) < self.seats and not self.still:
                self.move_rental()
            self.still = False
            yield from self.turn(self.pile[0])
            self.pile.pop(0)

    def turn(self, player: str) -> Story:
        """Play one turn (H-T4 to H-T13)."""
        yield from self.second_hand(player)
        yield from self.find_a_pair(player)
        yield from self.use_the_hand(player)
        yield from self.move_both(player)
        self.lay_down(player)

    def second_hand(self, player: str) -> Story:
        """Let the player use a die of the pool, in the English edition for any beach (H-B12, H-B23, H-B30)."""
        if not self.holds(player, "second-hand"):
            return
        useful = {dice for dice in self.pool if player not in self.water[colour(dice)]}
        moves = [f"pool {one.replace('=', ' ')}" for one in sorted(useful)]
        if self.options["edition"] == "english":
            dry = [beach for beach in BEACHES if player not in self.water[beach]]
            moves = [f"pool {count} {beach}" for count in sorted({pips(dice) for dice in self.pool}) for beach in dry]
        answer = yield from self.ask("second-hand", player, ["pass", *moves])
        if answer != "pass":
            beach, steps = sorted(answer.split()[1:], key=str.isdigit)
            self.tiles["second-hand"] = "used"
            yield from self.move(player, beach, int(steps))

    def find_a_pair(self, player: str) -> Story:
        """Take a pair from the track, or roll until one is accepted (H-T4 to H-T8)."""
        while pairs := self.pairs():
            moves = [f"take {number}" for number in pairs]
            if self.free() > 0:
                moves.append("roll")
            elif self.holds(player, "rental") and self.rental_stands():
                moves.append("rental")
            answer = yield from self.ask("choose", player, moves)
            if answer == "roll":
                break
            if answer == "rental":
                self.use_rental()
            else:
                self.take(int(answer.removeprefix("take ")))
                return
        while True:
            yield from self.draw_two()
            while True:
                moves = ["accept"]
                if self.free() > 1:
                    moves.append("decline")
                if self.holds(player, "rental") and self.rental_stands():
                    moves.append("rental")
                if self.holds(player, "swap"):
                    moves += [f"swap {number}" for number in self.pairs()]
                answer = yield from self.ask("rolled", player, moves)
                if answer != "rental":
                    break
                self.use_rental()
            if answer == "accept":
                self.counts = list(self.hand)
                return
            self.track.append(" ".join(self.hand))
            if answer != "decline":
                self.tiles["swap"] = "used"
                self.take(int(answer.removeprefix("swap ")))
                return
            self.hand, self.counts = [], []

    def use_the_hand(self, player: str) -> Story:
        """Roll again, by the bonus of the space and by tiles, and change what the dice count as (H-T9, H-B18)."""
        while True:
            answer = yield from self.ask("hand", player, ["move", *self.uses(player)])
            word, *rest = answer.split()
            if word == "move":
                return
            if word == "reroll":
                self.bonus = 0
                yield from self.roll_again(SIDES if rest == ["both"] else rest)
            elif word == "tile":
                self.tiles["reroll"] = "used"
                yield from self.roll_again(rest[1:])
            elif word == "colour":
                self.tiles["colour"] = "used"
                self.stage, self.bonus = 1, 0
                index = SIDES.index(rest[0])
                self.counts[index] = f"{rest[1]}={pips(self.counts[index])}"
            elif word == "adjust":
                self.tiles["plus-minus"] = "used"
                self.stage, self.bonus = 2, 0
                self.counts = [
                    f"{colour(dice)}={pips(dice) + int(by)}" for dice, by in zip(self.counts, rest, strict=True)
                ]
            else:
                self.tiles["back"] = "used"
                self.back = rest[0]
                return

    def uses(self, player: str) -> list[str]:
        """List what can be done with the hand before it moves."""
        moves: list[str] = []
        sunk = [player in self.water[colour(dice)] for dice in self.counts]
        if self.stage == 0:
            moves += [f"reroll {side}" for side in (*SIDES, "both")[: (0, 2, 3)[self.bonus]]]
            if self.holds(player, "reroll"):
                moves += [f"tile reroll {side}" for side in SIDES]
            if self.holds(player, "colour"):
                for side, dice, wasted in zip(SIDES, self.counts, sunk, strict=True):
                    others = [beach for beach in BEACHES if beach != colour(dice)]
                    moves += [f"colour {side} {b}" for b in others if not (wasted and player in self.water[b])]
        if self.stage <= 1 and self.holds(player, "plus-minus"):
            steps = [
                [by for by in (-1, 0, 1) if by == 0 or (not wasted and 1 <= pips(dice) + by <= 6)]
                for dice, wasted in zip(self.counts, sunk, strict=True)
            ]
            signed = {-1: "-1", 0: "0", 1: "+1"}
            one, other = self.counts
            limited = self.options["edition"] == "english" and colour(one) == colour(other)  # H-B29
            most = 6 - pips(one) - pips(other) if limited else 2
            moves += [
                f"adjust {signed[left]} {signed[right]}"
                for left in steps[0]
                for right in steps[1]
                if (left or right) and left + right <= most
            ]
        if self.holds(player, "back"):
            moves += [f"back {side}" for side, wasted in zip(SIDES, sunk, strict=True) if not wasted]
        return moves

    def move_both(self, player: str) -> Story:
        """Move the chairs by both dice, those of one beach in the player's order (H-T10, H-B16, H-C3)."""
        steps = [
            -pips(dice) if self.back == side else pips(dice) for side, dice in zip(SIDES, self.counts, strict=True)
        ]
        one, other = map(colour, self.counts)
        if one == other:
            stops = [self.landing(one, self.where(player, one), step) for step in steps]
            ends = [self.landing(one, stop, step) for stop, step in zip(stops, reversed(steps), strict=True)]
            tempting = stops[0] != stops[1] and any(self.coin_for(player, one, stop) for stop in stops)
            if ends[0] != ends[1] or tempting:
                answer = yield from self.ask("order", player, ["left first", "right first"])
                self.first = answer.removesuffix(" first")
        for index in (0, 1) if self.first == "left" else (1, 0):
            self.moved += 1
            yield from self.move(player, (one, other)[index], steps[index])

    def move(self, player: str, beach: str, steps: int) -> Story:
        """Move a chair and offer the coin on which it lands (H-T11, H-T12, H-C2)."""
        here = self.where(player, beach)
        there = self.landing(beach, here, steps)
        self.stand(player, beach, there)
        if self.coin_for(player, beach, there):
            self.stake = beach
            answer = yield from self.ask("coin", player, ["coin", "pass"])
            self.stake = ""
            if answer == "coin":
                self.taken[player][beach] = self.coins[beach][there - 1]
                self.coins[beach][there - 1] = 0

    def lay_down(self, player: str) -> None:
        """Lay the towel on the track and the dice into the pool, or open (H-T13, H-B1, H-B26)."""
        if "" in self.track:
            self.track[self.track.index("")] = player
        else:
            self.track.append(player)
        _, lowest = self.open
        if self.options["baywatch"] and (not lowest or sum(map(pips, self.hand)) <= sum(map(pips, lowest))):
            self.pool += lowest
            self.open = (player, self.hand)
        else:
            self.pool += self.hand
        self.forget_hand()

    def end_round(self) -> Story:
        """Shark, waves, end or next round (H-E1 to H-E5, H-K5)."""
        if not self.pairs():
            yield from self.draw_two()
            self.track.append(" ".join(self.hand))
            self.hand, self.counts = [], []
        if self.options["shark"]:
            left = Counter(self.sharks)
            answer = yield Question("shark", "chance", {f"shark={value}": count for value, count in left.items()})
            self.bite(int(answer.removeprefix("shark=")))
        (number,) = self.pairs()
        large, small = map(colour, self.track[number - 1].split())
        self.large[large] += 1
        self.small[small] += 1
        for beach in {large, small}:
            self.flood(beach)
        winner, _ = self.open
        if any(self.water.values()) or self.round == 6:
            self.over = True
            self.saved = winner
            return
        if self.options["baywatch"]:
            (tile,) = [tile for tile, where in self.tiles.items() if where == "face-up"]
            self.tiles[tile] = winner
        self.round += 1
        self.pile = [cell for cell in reversed(self.track) if cell in self.players]
        self.track, self.pool, self.open = [], [], ("", [])
        self.rental, self.still = 4, False
        self.fill_bag()

    # Dice

    def fill_bag(self) -> None:
        """Put all dice into the bag (H-S5)."""
        self.bag = Counter(dict.fromkeys(BEACHES, 3 if self.seats > 4 else 2))

    def draw_two(self) -> Story:
        """Draw two dice from the bag and roll them (H-T4)."""
        self.hand = []
        for _ in range(2):
            assert self.bag.total() > 0, "the bag never empties (H-T13)"
            outcomes = {f"{b}={face}": left for b, left in self.bag.items() if left for face in range(1, 7)}
            answer = yield Question("roll", "chance", outcomes)
            self.bag[colour(answer)] -= 1
            self.hand.append(answer)
        self.hand = in_order(self.hand)
        self.counts = list(self.hand)

    def roll_again(self, sides: Iterable[str]) -> Story:
        """Roll dice of the hand again, the left one first."""
        self.rolling = list(sides)
        while self.rolling:
            index = SIDES.index(self.rolling[0])
            outcomes = evenly(f"{colour(self.hand[index])}={face}" for face in range(1, 7))
            answer = yield Question("reroll", "chance", outcomes)
            self.rolling.pop(0)
            self.hand[index] = self.counts[index] = answer

    def take(self, number: int) -> None:
        """Take the pair of a space into the hand, with the bonus of the space (H-T9)."""
        self.hand = self.track[number - 1].split()
        self.counts = list(self.hand)
        self.track[number - 1] = ""
        self.source = number
        self.bonus = {1: 2, 2: 1}.get(number, 0)

    def forget_hand(self) -> None:
        """Empty the hand."""
        self.hand, self.counts, self.source, self.bonus, self.stage = [], [], 0, 0, 0
        self.back, self.first, self.moved = "", "left", 0

    # The track

    def pairs(self) -> list[int]:
        """Number the spaces with a pair."""
        return [number for number, cell in enumerate(self.track, 1) if "=" in cell]

    def free(self) -> int:
        """Count the free spaces that are open to dice (H-T3)."""
        return min(self.rental - 1, self.seats + 1) - len(self.track)

    def rental_stands(self) -> bool:
        """Is the rental still on the track?"""
        return self.rental <= self.seats + 1

    def move_rental(self) -> None:
        """Move the rental one space down, and off the track after the last usable one (H-T2)."""
        if self.rental_stands():
            self.rental += 1

    def use_rental(self) -> None:
        """Use the Rental tile (H-B4)."""
        self.tiles["rental"] = "used"
        self.move_rental()
        self.still = True

    def holds(self, player: str, tile: str) -> bool:
        """Has the player this Baywatch tile?"""
        return self.tiles.get(tile) == player

    # Beaches

    def dry(self, beach: str) -> int:
        """Give the last dry space (H-S8, H-S9, H-E3)."""
        return max(0, LENGTH - 3 * self.large[beach] - 2 * self.small[beach])

    def where(self, player: str, beach: str) -> int:
        """On which space does the chair stand?"""
        for number, chairs in self.sand[beach].items():
            if player in chairs:
                return number
        return WATER if player in self.water[beach] else 0

    def landing(self, beach: str, here: int, steps: int) -> int:
        """Where does a chair arrive (H-T12, H-E3, H-B14, H-B15)?"""
        there = max(0, here + steps)
        return WATER if here == WATER or there > self.dry(beach) else there

    def stand(self, player: str, beach: str, there: int) -> None:
        """Put a chair to the right of all others on its new space (H-T11)."""
        here = self.where(player, beach)
        if here == WATER or here == there == 0:
            return
        if here:
            self.sand[beach][here].remove(player)
        if there == WATER:
            self.water[beach].append(player)
        elif there:
            self.sand[beach].setdefault(there, []).append(player)

    def coin_for(self, player: str, beach: str, there: int) -> int:
        """What coin could the player take there (H-C2, H-C5)?"""
        if not self.options["coins"] or beach in self.taken[player] or not 1 <= there <= 8:
            return 0
        return self.coins[beach][there - 1]

    def bite(self, steps: int) -> None:
        """Move the nearest chair of the alert back (H-K2, H-K3, H-K4)."""
        self.sharks.remove(steps)
        nearest = max((number for number, chairs in self.sand[self.alert].items() if chairs), default=0)
        if nearest:
            chairs = self.sand[self.alert][nearest]
            player = chairs[-1] if self.options["edition"] == "german" else chairs[0]
            self.stand(player, self.alert, max(0, nearest - steps))

    def flood(self, beach: str) -> None:
        """Put what stands or lies behind the last dry space into the water (H-E3, H-C5)."""
        for number in range(self.dry(beach) + 1, LENGTH + 1):
            self.water[beach] += self.sand[beach].pop(number, [])
            if self.options["coins"] and number <= 8:
                self.coins[beach][number - 1] = 0

    # Points

    def sheet(self) -> list[dict[str, int]]:
        """Score as if the match ended now; surfers lying face down count only when it is over (H-E6, H-E7, H-U2 …)."""
        lines = {player: Counter[str]() for player in self.players}
        prizes = [4, 2, 1] if self.seats > 4 else [4, 2]
        shown = self.over or self.options["surfer"] == "face-up"
        surfers = {beach: player for player, beach in self.surfers.items()} if shown else {}
        for beach in BEACHES:
            surfer, left = surfers.get(beach, ""), list(prizes)
            if surfer and surfer in self.water[beach]:
                lines[surfer]["surfer"] += 6
                left.pop(0)
            if surfer and self.where(surfer, beach) == 0:
                lines[surfer]["surfer"] += 2
            nearest_first = [
                player for number in sorted(self.sand[beach], reverse=True) for player in self.sand[beach][number][::-1]
            ]
            ranked = [player for player in nearest_first if player != surfer]
            for player, points in zip(ranked, left, strict=False):
                lines[player]["beaches"] += points
            for player in self.players:
                lines[player]["bars"] += self.where(player, beach) == 0 and player != surfer
        rich = [player for player in self.players if self.taken[player]]
        rich.sort(
            key=lambda p: [sum(self.taken[p].values()), *(self.taken[p].get(b, 0) for b in BEACHES)], reverse=True
        )
        for player, points in zip(rich, prizes, strict=False):
            lines[player]["coins"] += points
        if self.saved:
            lines[self.saved]["baywatch"] += 1
        names = ("beaches", "bars", "surfer", "coins", "baywatch")
        return [
            {"points": lines[player].total()} | {name: lines[player][name] for name in names} for player in self.players
        ]

    def places(self) -> list[int]:
        """Rank the players; ties share the place (H-E8)."""
        points = [line["points"] for line in self.sheet()]
        return [1 + sum(other > mine for other in points) for mine in points]
