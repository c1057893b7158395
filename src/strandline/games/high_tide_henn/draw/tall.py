"""The same things arranged for a phone that is held upright; a unit is a pixel of the page.

From the top: the players in the order of play, the tray and the track, what lies beside, the beaches. While dice are
chosen the track is high, else it is a strip and the beaches grow; while a die of the pool is chosen, the pool grows.
Because that changes within a match, everything but the definitions is drawn anew with the pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from strandline.engine.contract import NOBODY
from strandline.engine.elements import tag, target, text, title
from strandline.games.high_tide_henn.components import BOX, COLOURS
from strandline.games.high_tide_henn.rules.score import points
from strandline.games.high_tide_henn.rules.tables import EMPTY, LEFT, LENGTH, Phase, Tile

from .dice import hand, on_spaces, pile, window
from .ghosts import previews
from .ground import beaches
from .layout import Shore, Track
from .shapes import box, definitions, shape
from .shore import on_beaches
from .strip import Strip, beside, card_x, of_players, pill, pool_rows, strip_of
from .targets import adjusting

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.rules.state import State

    from .layout import Point

WIDTH, HEIGHT = 366.0, 560.0
SIZE = (WIDTH, HEIGHT)
GAP = 4.0
TRAY = 82.0  # its width: two dice of 41
HIGH, LOW = 104.0, 54.0  # the track while dice are chosen, and else
RULER = 20.0
HEADER = 17.0  # of a space of the track, with its number
SEA, DECK, AWNING, PODIUM = 28.0, 24.0, 18.0, 20.0
CHAIR_HEIGHT = 1.65 / 48  # of a chair, for each unit of a space
STEPS = [f"steps {colour}" for colour in COLOURS]
CHOOSING = frozenset({Phase.CHOOSE, Phase.JUMP})


@dataclass(frozen=True, eq=False)
class Band(Track):
    """The track beside the tray: spaces from left to right, in each the dice one above the other or side by side."""

    @property
    def high(self) -> bool:
        """Is there room for dice one above the other?"""
        return self.felt[3] == HIGH

    @property
    def pitch(self) -> float:
        """The distance of the spaces of the track."""
        return (WIDTH - TRAY - 3) / self.spaces

    @property
    def scale(self) -> float:
        """The size of dice on the track."""
        return (0.7 if self.spaces < 7 else 0.68) if self.high else min(0.56, self.pitch / 94)

    def middle_of(self, space: int) -> Point:
        """Find the middle of a space below its number."""
        _, top, _, height = self.felt
        return TRAY + 3 + self.pitch * (space + 0.5), top + (height + HEADER) / 2 - 2

    def slot(self, space: int) -> tuple[float, float, float, float]:
        """Find the outline of a space of the track."""
        return TRAY + 3 + self.pitch * space, self.felt[1], self.pitch, self.felt[3]

    def die_at(self, space: int, side: int) -> Point:
        """Find the middle of a die on the track."""
        (x, y), away = self.middle_of(space), (side - 0.5) * self.scale
        return (x, y + 60 * away - 2 * self.scale) if self.high else (x + 46 * away, y - 2 * self.scale)

    def towel_at(self, space: int) -> tuple[float, float, tuple[float, float]]:
        """Find the middle of a towel on the track, and its size."""
        size = 0.74
        return *self.middle_of(space), (size, size * (1.5 if self.high else 1))

    def in_hand(self, side: int) -> Point:
        """Find the middle of a die in the player's hand."""
        x, y = self.middle
        return x + (side - 0.5) * TRAY / 2, y - 1

    def folded_at(self, place: int, turns: int) -> tuple[float, float, float]:
        """Find the middle of a towel in the pile: it lies with its player."""
        return card_x(turns + place, self.seats) + 14, 14.0, 0.45

    def rental_at(self, space: int) -> tuple[float, float, float | tuple[float, float]]:
        """Find the rental, and its size; behind the last usable space it stands in the corner."""
        if space > self.seats + 1:
            top = self.felt[1]
            return WIDTH - 14, top + 11, 0.14
        across = self.pitch / 156
        return *self.middle_of(space - 1), (across, 1.6 * across)


@dataclass(frozen=True, eq=False)
class Plan:
    """Where everything is, for as many players, these expansions and this decision."""

    strip: Strip
    band: Band
    beside_top: float
    shore: Shore


@cache
def plan_for(strip: Strip, choosing: bool, pool: int) -> Plan:
    """Lay everything out: below the players' cards the track, then what lies beside, then the beaches."""
    top = strip.height + GAP
    height = HIGH if choosing else LOW
    band = Band(
        strip.seats,
        held=0.745,
        felt=(0.0, top, TRAY, height),
        shown=1.7 if choosing else 1.15,
        lying="folded",
        knob_width=40.0,
        knobs=(("plus", -68, 41, "+1"), ("same", -26, 54, ""), ("minus", 29, 41, "−1")),
    )
    beside_top = top + height + GAP
    return Plan(strip, band, beside_top, shore_from(beside_top + strip.beside_height(pool) + GAP))


def shore_from(top: float, x: float = 0.0, bottom: float = HEIGHT) -> Shore:
    """Fill what is left with the beaches: spaces as high as they can be, by quarters."""
    space = (bottom - top - SEA - DECK - AWNING - PODIUM) / LENGTH // 0.25 * 0.25
    return Shore(
        x=x,
        width=WIDTH,
        top=top,
        bottom=bottom,
        left=x + RULER,
        lane=54.5,
        gap=3.0,
        sand_top=bottom - PODIUM - AWNING - DECK - LENGTH * space,
        space=space,
        deck=DECK,
        awning=AWNING,
        size=CHAIR_HEIGHT * space,
        beside=17.5,
        coin=min(0.68, space / 22),
        numeral=4.9,
        sky=top,
        corner=12.0,
        rulers=(x + RULER / 2,),
        end=x + WIDTH,
        button=41.0,
        look=" compact",
    )


def plan_of(state: State) -> Plan:
    """Lay a position out."""
    pool = pool_rows(state) if state.phase == Phase.SECOND_HAND else 0
    return plan_for(strip_of(state), state.phase in CHOOSING, pool)


# The drawing


def board(state: State, texts: Texts, seat: int = NOBODY) -> str:  # noqa: ARG001
    """Draw the paper; what else stays in a wide drawing follows the decision here."""
    return definitions() + tag("rect", width=WIDTH, height=HEIGHT, class_="sl-paper")


def pieces(state: State, texts: Texts, last: int, seat: int = NOBODY) -> dict[str, str]:  # noqa: ARG001
    """Draw the beaches, the track, the players, and all that lies there."""
    return arranged(state, texts, last, plan_of(state))


def ghosts(state: State, texts: Texts, seat: int = NOBODY) -> str:  # noqa: ARG001
    """Draw what each choice of the player would bring."""
    return previews_by(state, plan_of(state))


def arranged(state: State, texts: Texts, last: int, plan: Plan, *, roomy: bool = False) -> dict[str, str]:
    """Draw everything by a plan; where that is roomy, the dice of the pool are large at any time."""
    scores = points(state)
    band, strip, shore = plan.band, plan.strip, plan.shore
    phase, turns = state.phase, state.turns
    owners = tuple(owner for owner in state.order.tolist()[turns:] if owner != NOBODY)
    shown = on_beaches(state, texts, last, shore)
    steps = {name: shown.pop(name) for name in STEPS}  # over the chairs: a button is higher than a space
    return {
        "ground": ground(plan, texts),
        **shown,
        **steps,
        "round": current_round(state.round, shore, texts),
        **of_players(state, texts, scores, strip),
        "pile": pile(owners, turns, band, texts),
        **on_spaces(state, texts, last, band),
        "numbers": numbers(band),
        "bag": bag(state.in_bag, phase == Phase.CHOOSE, band, texts) if bag_is_shown(state) else "",
        "hand": hand(state, texts, band),
        "window": window(state, band, texts),
        **beside(state, texts, strip, plan.beside_top, large=roomy or phase == Phase.SECOND_HAND),
        "adjust": adjusting(texts, band) if phase == Phase.HAND and state.tile[Tile.ADJUST] == state.turn else "",
        "ghosts": "",
    }


@cache
def ground(plan: Plan, texts: Texts) -> str:
    """Draw the empty beaches, the empty track and the empty tray."""
    band = plan.band
    x, y, width, height = band.felt
    drawn = [
        beaches(plan.shore),
        box(x, y, width, height, 10, "felt"),
        box(TRAY + 3, y, WIDTH - TRAY - 3, height, 10, "walk"),
    ]
    drawn += [
        box(TRAY + 3 + band.pitch * space + 2, y + 2, band.pitch - 4, height - 4, 9, "slot")
        for space in range(band.spaces)
    ]
    if band.spaces > band.seats + 1:
        x, y = band.middle_of(band.seats + 1)
        turtle = shape("turtle", "", x - 2, y, band.pitch / 134)
        drawn.append(tag("g", title(texts.say("draw.turtle")), turtle))
    return "".join(drawn)


@cache
def numbers(band: Band) -> str:
    """Write the number of each space of the track, and what the topmost allow, over what is offered there."""
    left, y = TRAY + 3, band.felt[1] + 16
    drawn = [
        text(space + 1, x=left + band.pitch * space + 10, y=y, class_="slot-number compact")
        for space in range(band.spaces)
    ]
    for space, dice in enumerate(BOX.track.rerolls):
        if dice:
            right = left + band.pitch * (space + 1)
            drawn.append(shape("again", "again", right - 19, y - 5, 0.5))
            drawn.append(text(dice, x=right - 8.5, y=y, class_="allows compact"))
    return tag("g", *drawn, class_="inert")


@cache
def current_round(current: int, shore: Shore, texts: Texts) -> str:
    """Write below the ruler which round is played."""
    x, y = shore.x + RULER / 2, shore.bar_top
    words = text(current, x=x, y=y + 30, class_="round compact")
    return tag(
        "g", title(texts.say("draw.round", round=current)), shape("wavelet", "round-wave", x, y + 10, 0.8), words
    )


def bag_is_shown(state: State) -> bool:
    """Is there room for the bag in the tray?"""
    asked = {Phase.HEAD_START, Phase.JUMP, Phase.SECOND_HAND, Phase.OVER}
    return state.phase not in asked and bool(state.hand[LEFT] == EMPTY)


@cache
def bag(count: int, inviting: bool, band: Band, texts: Texts) -> str:
    """Draw the bag with the number of dice in it."""
    x, y = band.middle
    scale = 0.84 if inviting else 0.46
    halo = box(2, band.felt[1] + 2, TRAY - 4, band.felt[3] - 4, 9, "halo")
    words = text(count, x=x, y=y + 20 * scale + 3, class_="bag-count compact" if inviting else "bag-count small")
    return target("bag", texts.say("draw.bag", count=count), halo, shape("bag", "", x, y + scale, scale), words)


def previews_by(state: State, plan: Plan) -> str:
    """Draw by a plan what each choice of the player would bring."""
    place = plan.strip.place_of(max(state.turn, 0), state)
    return previews(state, plan.shore, plan.band, partial(pill, place, plan.strip))
