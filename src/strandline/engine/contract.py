"""The contract: what the rooms of a game offer, and the names under which any game's rules can be called.

A room is a module or a package of its name. What `OPTIONAL` names may be left out: the engine has a default for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from strandline.engine.rule import generic
from strandline.engine.turns import CHANCE, NOBODY, OVER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import msgspec
    from rich.text import Text

    from strandline.engine.chance import Random
    from strandline.engine.editing import Editing
    from strandline.engine.row import Array, Row
    from strandline.engine.texts import Texts

__all__ = ["CHANCE", "NOBODY", "OVER"]

OPTIONAL = {
    *("weight", "sample", "places", "evaluate"),  # of the rules
    *("frame", "ghosts", "glides"),  # of drawings
    *(
        "prompt",
        "note",
        "holding",
        "actions",
        "moment",
        "lines",
        "reason",
        "scoring",
        "tie_break",
        "compact",
        "worn",
        "entry",
    ),  # of words
    "editing",  # of notation
}
INFINITE = 1 << 30  # the proof number of what is not so


class Rules(Protocol):
    """`rules`: pure functions over a row. Moves are legal when they arrive here; nothing raises, nothing prints."""

    @property
    def VERSION(self) -> int:  # noqa: N802
        """Raised when a stored match would mean something else.

        Where all matches of an older version mean the same, a constant `COMPATIBLE` may name it: `COMPATIBLE = {1, 2}`.
        Where they do once an option is meant as it was then, `earlier(state, version)` may set it so after `setup`.
        """

    @property
    def SEATS(self) -> range:  # noqa: N802
        """The possible numbers of players."""

    @property
    def MOVES(self) -> int:  # noqa: N802
        """Moves are 0 … MOVES − 1, chance outcomes included."""

    @property
    def SHEET(self) -> tuple[str, ...]:  # noqa: N802
        """The lines of the score sheet; the first is the score itself, the others explain it."""

    @property
    def REFUSALS(self) -> tuple[str, ...]:  # noqa: N802
        """The ledger ids that `refusal` counts by; the first is empty."""

    @property
    def Options(self) -> type[msgspec.Struct]:  # noqa: N802
        """Frozen, typed, validated: expansions, variants, readings, first player."""

    @property
    def State(self) -> type[Row]:  # noqa: N802
        """The row; `turn` is a seat, CHANCE or OVER; where SEATS has several numbers, `seats` says how many play."""

    def setup(self, state: Any, seats: int, options: Any, /) -> None:
        """Make the start, before any chance."""

    def moves(self, state: Any, into: Any, /) -> int:
        """List the legal moves of the seat to move, or the outcomes of chance; how many?"""

    def weight(self, state: Any, move: int, /) -> int:
        """Weigh an outcome of chance against the others; optional where there is no chance."""

    def sample(self, state: Any, random: Any, /) -> int:
        """Draw one outcome of chance by its weight, without listing them; optional where there is no chance."""

    def play(self, state: Any, move: int, /) -> None:
        """Carry out a legal move, in place."""

    def refusal(self, state: Any, move: int, /) -> int:
        """Which rule forbids the move, as an index into REFUSALS; 0 where none does."""

    def score(self, state: Any, into: Any, /) -> None:
        """Fill in the score sheet: into[seat, line]."""

    def places(self, state: Any, into: Any, /) -> None:
        """Rank the seats: into[seat], from 1; who is tied shares a place. Optional: by the first line of the sheet."""


class Notation(Protocol):
    """`notation`: moves and positions as text."""

    def spell(self, move: int, /) -> str:
        """Write a move."""

    def parse(self, text: str, /) -> int:
        """Read a move; ValueError where the text is none, IllegalMove where a rule says that there can be none."""

    def path(self, move: int, /) -> tuple[str, ...]:
        """Name the targets in the drawing that are pointed at, one after the other, to make the move."""

    def position(self, state: Any, /) -> dict[str, Any]:
        """Write a position in rulebook words."""

    def place(self, state: Any, position: Mapping[str, Any], /) -> None:
        """Set up a position on a row that `setup` has prepared; BadPosition where it cannot be.

        What was set up until then stays on the row, which can be drawn so.
        """

    def editing(self, state: Any, /) -> Editing:
        """Say what the form in which a position is edited should know besides. Optional: nothing."""


class Draw(Protocol):
    """`draw`: a view of the state as SVG. It knows nothing of legality; colours are in style.css.

    `seat` is through whose eyes it is drawn, NOBODY for a spectator. A drawing that differs by it says so by a
    constant `PERSONAL = True`; else all who may see the same are sent the same. A game may arrange the same things
    anew for other windows: modules `tall` (a phone held upright), `square` and `flat` (a phone on its side) in its
    `draw`, each with `frame` or `SIZE`, `board`, `pieces` and `ghosts`. An element with `data-enlarge`, the number of a
    seat or a name, can be pressed to see that part of the drawing as large as the whole.
    """

    def frame(self, state: Any, seat: int, /) -> tuple[float, float, float, float]:
        """Give the viewBox: left, top, width, height. Optional: 0, 0 and the constant `SIZE`."""

    def board(self, state: Any, texts: Texts, seat: int, /) -> str:
        """Draw what stays the same for the whole match."""

    def pieces(self, state: Any, texts: Texts, last: int, seat: int, /) -> dict[str, str]:
        """Draw what moves, part by part from back to front, with a faint trace of the last move (−1: none)."""

    def ghosts(self, state: Any, texts: Texts, seat: int, /) -> str:
        """Draw what each move would bring: a page shows it while whoever is to move points at something.

        It asks for them only then, and puts them into the part `ghosts`, which `pieces` leaves empty. Optional: none.
        """

    def glides(self, before: Any, move: int, after: Any, /) -> tuple[tuple[str, str], ...]:
        """Say which pieces go where by a move: the `data-key` of each before it and after it. Optional: none does."""


class View(Protocol):
    """`view`, only where something is secret: what one seat may know. Seat NOBODY is a spectator."""

    def hide(self, state: Any, seat: int, /) -> None:
        """Blank out, in place, whatever this seat may not know. Observations of many matches want it as a rule."""

    def knows(self, state: Any, move: int, seat: int, /) -> bool:
        """May this seat know that this very move was made in this position?"""

    def redeal(self, state: Any, seat: int, random: Any, /) -> None:
        """Deal, in place, whatever this seat cannot know: any way that it can be, each as often as it is likely.

        The row is the seat's own view; where nothing is hidden in it, it stays as it is.
        """


class Moment(NamedTuple):
    """Something that everybody stops to see: a round ends, waves come in, a line of umbrellas scores."""

    title: str
    lines: tuple[str, ...] = ()  # what changed, a short sentence each
    targets: tuple[str, ...] = ()  # what of the drawing it speaks of


class Scored(NamedTuple):
    """A line of the scoring at the end of a match."""

    title: str
    points: tuple[int, ...]  # that it brings, by seat
    targets: tuple[str, ...] = ()  # what of the drawing it speaks of


class Words(Protocol):
    """`words`: positions and moves in words, for the terminal, the log and the ear."""

    def board(self, state: Any, texts: Texts, last: int, /) -> Text:
        """Show the position in the terminal.

        Whatever a path points at may be marked by a style with `meta={"target": …}`: a mouse finds it on a full screen.
        Without any mark names are looked for that stand there as words of their own.
        """

    def compact(self, state: Any, texts: Texts, last: int, seats: Sequence[int], /) -> Text:
        """Show it in a small terminal, 80 columns and as few lines as can be; of what players have, only these seats'.

        Optional: the same as `board`.
        """

    def describe(self, state: Any, texts: Texts, /) -> str:
        """Tell the position to somebody who does not see it."""

    def tell(self, before: Any, move: int, after: Any, texts: Texts, /) -> str:
        """Tell what a move does, from the position before it and the one after it."""

    def prompt(self, state: Any, texts: Texts, /) -> str:
        """Tell the seat to move what to do: "Take a pair of dice, or roll the bag". Optional: whose turn it is."""

    def note(self, state: Any, texts: Texts, /) -> str:
        """Tell the seat to move what binds or helps in this decision, in a short sentence. Optional: nothing."""

    def holding(self, state: Any, texts: Texts, /) -> str:
        """Tell the seat to move what is at hand in this decision: dice, a tile. Optional: nothing."""

    def actions(self, state: Any, texts: Texts, /) -> dict[str, str]:
        """Name the answers that are no place on the board: what a path points at, and the words on its button.

        The main one stands first. Only those of this decision; whether one is legal now is not asked. Optional: none.
        """

    def lines(self, state: Any, /) -> tuple[str, ...]:
        """Name the lines of the score sheet that this match has, by the expansions in play. Optional: all are shown."""

    def reason(self, state: Any, move: int, rule: str, texts: Texts, /) -> str:
        """Say by the facts of a position why a rule forbids a move: "It costs 2, you have 1". Optional: nothing.

        Where nothing is said, the rule's own sentence stands, `refusal.` and its id among the texts.
        """

    def moment(self, before: Any, move: int, after: Any, texts: Texts, /) -> Moment | None:
        """Tell what a move, or an outcome of chance, brings about that everybody stops to see. Optional: nothing."""

    def scoring(self, state: Any, texts: Texts, /) -> tuple[Scored, ...]:
        """Walk through the points of a match that is over, line by line. Optional: the lines of the score sheet."""

    def tie_break(self, state: Any, texts: Texts, /) -> str:
        """Tell what decided between players who have the most points at the end. Optional: nothing."""

    def entry(self, text: str, texts: Texts, /) -> str:
        """Name what stands in a position document. Optional: by the texts under `thing` and `notation`."""

    def worn(self, state: Any, /) -> tuple[int, ...]:
        """List the colour of each seat, as the number of the seat that usually has it. Optional: all as usual."""


class Evaluate(Protocol):
    """`evaluate`: how good a position looks. The room is optional: the lead by the first line of the score sheet.

    Four tables may be there as well: `SEARCH`, settings that bots search this game better with, by their names in
    `bots/tree.py`; `THINKING`, how many simulations a level runs for one decision, by the level's name, a number or
    by the number of seats from which on so many hold; `REVIEW`, how many `playouts` a review makes, in 100 of the usual
    number, where they take long, and of how many random `candidates` each move in them is the best; and `PUZZLES`, the
    same where puzzles are looked for.
    """

    def evaluate(self, state: Any, seat: int, /) -> int:
        """Value the position for a seat: the higher, the better."""


class Field(NamedTuple):
    """Some numbers of an observation that stand together: what they are called, how many, between which bounds."""

    name: str
    size: int
    low: int
    high: int
    about: str  # what they tell, in the order in which they stand

    @property
    def scale(self) -> int:
        """What the numbers are divided by where they are wanted between −1 and 1."""
        return max(-self.low, self.high, 1)


class Observe(Protocol):
    """`observe`: what a learner sees. The room is optional: without it, it sees the fields of the row as they are.

    A room may also offer `symmetries(seats)`: two tables of indices, for observations and for moves. What is seen of
    the position as turned or mirrored by the k-th is `seen[observation[k]]`, and `move` becomes `moves[k, move]`; the
    first of them changes nothing.
    """

    def fields(self, seats: int, /) -> tuple[Field, ...]:
        """List what is seen where so many play, in order; each number fits into 8 bits."""

    def observe(self, state: Any, seat: int, into: Any, /) -> int:
        """Write what a seat sees, itself first and then in the order of seats; how many numbers? A rule, for a copy.

        The row is the seat's own view: whatever is secret from it is blanked out already.
        """


class Learned(Protocol):
    """`network`, a package, only where a network has been taught to value positions: what it is shown of them.

    Its weights lie beside it by the number of seats, as `2.npz`, or by the name that a function `weights` of it gives
    to matches like the one of a position, as `2-crabs.npz`; where there are none, or the components are not those that
    the network was taught by, it is not asked. A table `SEARCH` in it stands before that of
    `evaluate` wherever a search asks the network; `PACE` says how many simulations take as long as 100 without it,
    one number or one by number of seats; `TEACHING` how it is taught where that is not as others are (learn/).
    """

    @property
    def FEATURES(self) -> int:  # noqa: N802
        """How many features are there? Each is a number below this."""

    @property
    def MOST(self) -> int:  # noqa: N802
        """How many of them can a position have?"""

    @property
    def ROOM(self) -> int:  # noqa: N802
        """How long is the list that `features` writes to? What is behind the features is scratch."""

    def features(self, state: Any, seat: int, into: Any, /) -> int:
        """List the features that a position has for a seat, by what that seat may see; how many? A rule."""

    def covers(self, state: Any, /) -> bool:
        """Was the network taught by matches like this one, with its options?"""


class Solve(Protocol):
    """`solve`, only where perfect play is within reach: positions as a search for it wants them, one winner each.

    Its `Board` is a row with `turn`, and with two hashes of the position, `key` and `slot`, that are independent.
    """

    @property
    def OPTIONS_USED(self) -> tuple[str, ...]:  # noqa: N802
        """The options that decide who wins a position."""

    @property
    def MAX_DEPTH(self) -> int:  # noqa: N802
        """More moves than this cannot follow from any position."""

    @property
    def MAX_MOVES(self) -> int:  # noqa: N802
        """More moves than this cannot be listed; each is numbered as in the rules, below MOVES."""

    @property
    def Board(self) -> type[Row]:  # noqa: N802
        """The row; all zeros is an empty one."""

    def encode(self, board: Any, state: Any, /) -> None:
        """Set up an empty board as a position where a seat is to move."""

    def moves(self, board: Any, into: Any, /) -> int:
        """List the moves of the seat to move; how many?"""

    def play(self, board: Any, move: int, /) -> None:
        """Carry out a legal move, in place."""

    def take_back(self, board: Any, move: int, /) -> None:
        """Undo it."""

    def proof_numbers(self, board: Any, /) -> tuple[int, int]:
        """Estimate the work to prove that the mover wins, and to disprove it; where it is over, 0 and INFINITE."""

    def starts(self) -> tuple[Any, Any]:
        """List all starts up to symmetry as numbers, and how many starts each stands for."""

    def place_start(self, state: Any, start: int, /) -> None:
        """Set up a start on a row that `setup` has prepared; seat 0 begins."""

    def spell_start(self, start: int, /) -> str:
        """Write a start."""

    def parse_start(self, text: str, /) -> int:
        """Read a start; ValueError where the text is none."""

    def group_of(self, start: int, /) -> str:
        """Name the group in which a start is counted, by something that may decide who wins it."""


ROOMS: dict[str, type] = {
    "rules": Rules,
    "notation": Notation,
    "draw": Draw,
    "words": Words,
    "evaluate": Evaluate,
    "view": View,
    "solve": Solve,
    "observe": Observe,
    "network": Learned,
}
"""The rooms of a game: modules, or packages of these names, and what each has to offer."""
OPTIONAL_ROOMS = {"evaluate", "view", "solve", "observe", "network"}


def offers(room: str) -> list[str]:
    """List what a room has to offer, as its protocol says."""
    return [name for name in vars(ROOMS[room]) if not name.startswith("_")]


# The generic names. Compiled loops (playouts, search) know only these and become one tight loop for each game.


@generic("moves")
def moves(state: Row, into: Array) -> int:  # type: ignore[empty-body]
    """List the legal moves, or the outcomes of chance; how many?"""


@generic("weight")
def weight(state: Row, move: int) -> int:  # type: ignore[empty-body]
    """Weigh an outcome of chance."""


@generic("sample")
def sample(state: Row, random: Random) -> int:  # type: ignore[empty-body]
    """Draw one outcome of chance by its weight."""


@generic("play")
def play(state: Row, move: int) -> None:
    """Carry out a legal move, in place."""


@generic("refusal")
def refusal(state: Row, move: int) -> int:  # type: ignore[empty-body]
    """Which rule forbids the move?"""


@generic("score")
def score(state: Row, into: Array) -> None:
    """Fill in the score sheet."""


@generic("places")
def places(state: Row, into: Array) -> None:
    """Rank the seats."""


@generic("rank")
def rank(state: Row, sheet: Array, into: Array) -> None:
    """Rank the seats once their score sheet is filled in: a game without `places` is spared a second one."""


@generic("evaluate")
def evaluate(state: Row, seat: int) -> int:  # type: ignore[empty-body]
    """Value the position for a seat."""


@generic("hide")
def hide(state: Row, seat: int) -> None:
    """Blank out, in place, whatever a seat may not know."""


@generic("observe")
def observe(state: Row, seat: int, into: Array) -> int:  # type: ignore[empty-body]
    """Write what a seat sees of its own view; how many numbers?"""


@generic("features")
def features(state: Row, seat: int, into: Array) -> int:  # type: ignore[empty-body]
    """List the features that a position has for a seat; how many?"""


@generic("take_back")
def take_back(board: Row, move: int) -> None:
    """Undo a move on a board that is searched."""


@generic("proof_numbers")
def proof_numbers(board: Row) -> tuple[int, int]:  # type: ignore[empty-body]
    """Estimate the work to prove that the mover wins, and to disprove it."""
