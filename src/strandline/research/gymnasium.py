"""Our games as environments of Gymnasium: one seat, against bots.

`import strandline.research.gymnasium` registers `strandline/<game>-v1` for every game there is; one that is added
later is registered by `register`. Gymnasium imports a module that stands before the name by itself:
`gymnasium.make("strandline.research.gymnasium:strandline/maui-v1")`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from strandline.api import all_games, game
from strandline.engine.contract import NOBODY, OVER
from strandline.engine.errors import BadMove, BadOptions
from strandline.engine.row import copy_of
from strandline.research.batch import Batch
from strandline.research.observation import found
from strandline.research.opponents import Beside, ask, bots_of, is_own
from strandline.research.rendering import MODES, Rendering
from strandline.research.stepper import ILLEGAL, WRONG, Eye, Stepper, seed_of

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError(BadOptions("settings.extra", package="gymnasium", extra="research").sentence()) from error

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from strandline.engine.chance import Random
    from strandline.engine.game import Game
    from strandline.engine.row import Row
    from strandline.research.observation import Kind, Numbers
    from strandline.research.opponents import Opponent

__all__ = ["SeatEnv", "SeatVectorEnv", "register"]

DRAWN = "drawn"
TOGETHER = {"random", "greedy"}  # those who choose for many matches at once


def check_settings(seats: int, seat: int | str, illegal: str) -> None:
    """Check what both environments are made with."""
    if illegal not in ILLEGAL:
        raise BadOptions("door.illegal", value=illegal, known=", ".join(ILLEGAL))
    if seat != DRAWN and (isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats):
        raise BadOptions("door.seat", value=seat, high=seats - 1)


class SeatEnv(gymnasium.Env):
    """One seat of a match, the others played by bots of a level: a step is a decision of this seat.

    An action is the number of a move; those that are legal are marked in `info["action_mask"]` and by `action_masks()`.
    One that is not is refused; with illegal="random" a legal one is drawn instead, and with illegal="lose" the
    match is lost. The reward comes at the end: 1 (ahead of all) to −1 (behind all). What bots and chance do follows
    from the seed. `seat` is the own one, or "drawn" anew for each match; `opponents` one bot or one for each other
    seat, by name (a level, or one that `sl.add_bot` has added) or as a function of game, view and dice that gives a
    move.
    """

    metadata: dict[str, Any] = {"render_modes": [*MODES], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] = MappingProxyType({}),
        opponents: Opponent | Sequence[Opponent] = "swimmer",
        seat: int | str = 0,
        kind: Kind = "float32",
        illegal: str = "refuse",
        render_mode: str | None = None,
    ) -> None:
        stepper = self.stepper = Stepper(found(game), seats, options, kind)
        check_settings(stepper.seats, seat, illegal)
        self.opponents = bots_of(opponents, stepper.seats - 1, stepper.game)
        self._beside: Beside | None = None  # where somebody wants to know what was played
        self.seat, self.illegal, self._wanted = 0, illegal, seat
        self.rendering, self.render_mode = Rendering(stepper.game, stepper.seats, render_mode), render_mode
        low, high = stepper.eye.bounds()
        self.observation_space = spaces.Box(low, high, dtype=low.dtype.type)
        self.action_space = spaces.Discrete(stepper.actions)
        self._turn = NOBODY  # whose turn is it? NOBODY: no match has begun
        self._last = -1

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin a match: by a seed, or else by the next stream of the last one; up to the first own decision."""
        super().reset(seed=seed, options=options)
        stepper = self.stepper
        turn = stepper.begin(seed)
        if any(map(is_own, self.opponents)):
            self._beside = Beside(stepper.game, stepper.seats, stepper.options, stepper.seed, stepper.stream)
        self._last = -1
        self.seat = int(self.np_random.integers(self.stepper.seats)) if self._wanted == DRAWN else int(self._wanted)
        self._go_on(turn)
        if self._turn == OVER:  # it ended before there was anything to decide
            return self.reset()
        return self._seen()

    def step(self, action: int) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Play a move, and then the others, up to the next own decision."""
        if self._turn < 0:
            raise BadMove("door.not_begun" if self._turn == NOBODY else "door.finished")
        number = action if action.__class__ is int else self.stepper.number(action)
        turn = self._play(number)
        if turn <= WRONG:
            if self.illegal == "refuse":
                raise self.stepper.refused(number)
            if self.illegal == "lose":
                self._turn = OVER
                seen, info = self._seen()
                return seen, -1.0, True, False, info
            number = self.stepper.some_move()
            turn = self._play(number)
        self._last = number
        self._go_on(turn)
        seen, info = self._seen()
        over = self._turn == OVER
        return seen, self.stepper.rewards()[self.seat] if over else 0.0, over, False, info

    def _play(self, move: int) -> int:
        """Play a move, if it is legal: whose turn is it then?"""
        before = None if self._beside is None else self.stepper.random.copy()
        turn = self.stepper.play(move)
        if before is not None and turn > WRONG:
            cast("Beside", self._beside).play(move, cast("Random", before[0]))
        return turn

    def _go_on(self, turn: int) -> None:
        """Let the others play."""
        stepper = self.stepper
        while turn not in {self.seat, OVER}:
            bot = self.opponents[(turn - self.seat) % stepper.seats - 1]
            if bot == "random":
                self._last = stepper.some_move()
            elif is_own(bot):
                self._last = cast("Beside", self._beside).ask(cast("str", bot), cast("Random", stepper.random[0]))
            else:
                self._last = ask(bot, stepper.game, stepper.state, stepper.random[0])
            turn = self._play(self._last)
        self._turn = turn
        if turn == OVER and self._beside is not None:
            self._beside.end(self.opponents, self.seat)

    def _seen(self) -> tuple[Numbers, dict[str, Any]]:
        """Give what the own seat sees, and the mask."""
        if self._turn == OVER:
            self.stepper.mask = np.zeros(self.stepper.actions, np.int8)
            self.stepper.seen = self.stepper.see(self.seat)
        return self.stepper.seen, {"action_mask": self.stepper.mask, "seat": self.seat}

    def action_masks(self) -> Numbers:
        """Mark the legal moves, as learners with masks ask for them."""
        return self.stepper.mask.astype(np.bool_)

    def render(self) -> Any:
        """Show the match: as text, as SVG or as pixels; "human" prints it."""
        if self._turn == NOBODY:
            raise BadMove("door.not_begun")
        return self.rendering.show(self.stepper.state, self._last)


class SeatVectorEnv(VectorEnv):
    """Many matches at once over `Batch`, each as `SeatEnv` plays it from the same seed.

    Bots "random" and "greedy" choose for all matches in one compiled call; the others are asked one by one. A match
    that is over begins anew in the next step, whose action is not looked at (autoreset_mode "NextStep", as Gymnasium
    has it), or in the same one ("SameStep", with `final_obs` in the infos).
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] = MappingProxyType({}),
        opponents: Opponent | Sequence[Opponent] = "swimmer",
        seat: int | str = 0,
        kind: Kind = "float32",
        illegal: str = "refuse",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        known = {mode.value: mode for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)}
        mode = known.get(autoreset_mode.value if isinstance(autoreset_mode, AutoresetMode) else autoreset_mode)
        if mode is None:
            raise BadOptions("door.autoreset", value=getattr(autoreset_mode, "value", autoreset_mode))
        self.batch = Batch(game, num_envs, seats=seats, options=options, seed=seed_of(None) >> 1, threads=threads)
        self.game, self.num_envs, self.kind = self.batch.game, num_envs, kind
        check_settings(self.batch.seats, seat, illegal)
        self.opponents = bots_of(opponents, self.batch.seats - 1, self.game)
        self._beside: dict[int, Beside] = {}  # by match, where somebody wants to know what was played
        self.illegal, self._wanted, self._same_step = illegal, seat, mode is AutoresetMode.SAME_STEP
        self.rendering, self.render_mode = Rendering(self.game, self.batch.seats, render_mode), render_mode
        self.metadata = {"render_modes": [*MODES], "render_fps": 1, "autoreset_mode": mode}
        low, high = Eye(self.game, self.batch.seats, kind).bounds()
        self.single_observation_space = spaces.Box(low, high, dtype=low.dtype.type)
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seat = np.zeros(num_envs, np.int8)
        self._begun = False
        self._ended = np.zeros(num_envs, np.bool_)  # matches that begin anew in the next step
        self._mask = np.zeros((num_envs, self.batch.actions), np.bool_)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin all matches, or those of options["reset_mask"]: match i by seed + i, or by its own of a list."""
        which = None if options is None else options.get("reset_mask")
        seeds: list[int] | None = None
        if isinstance(seed, int | np.integer):
            seeds = [seed_of(seed) + index for index in range(self.num_envs)]
        elif seed is not None:
            seeds = [seed_of(one) for one in seed]
        if seeds is not None:
            self._np_random, self._np_random_seed = np.random.default_rng(seeds), seeds[0]
        begun = np.full(self.num_envs, which is None)
        if which is not None:
            begun[which] = True
        self._reset(begun, seeds)
        self._begun = True
        self._begin(begun)
        return self._seen()

    def _reset(self, which: Numbers, seeds: list[int] | None = None) -> None:
        """Begin matches anew."""
        batch = self.batch
        batch.reset(seeds, which)
        if any(map(is_own, self.opponents)):
            for at in np.flatnonzero(which).tolist():
                chance = int(batch._on.seeds[at]), int(batch._on.streams[at])
                self._beside[at] = Beside(self.game, batch.seats, batch.options, *chance)

    def _play(self, moves: Numbers) -> None:
        """Play legal moves, and tell bots of your own what ends."""
        before = self.batch._on.random.copy() if self._beside else self.batch._on.random
        self.batch.step(moves, check=False)
        for at, beside in self._beside.items():
            if moves[at] >= 0:
                beside.play(int(moves[at]), cast("Random", before[at]))
                if self.batch.over[at]:
                    beside.end(self.opponents, int(self.seat[at]))

    def _begin(self, begun: Numbers) -> None:
        """Let those that begin come to their first own decision."""
        if self._wanted == DRAWN:
            self.seat[begun] = self.np_random.integers(self.batch.seats, size=int(begun.sum()))
        else:
            self.seat[:] = self._wanted
        self._ended = self._ended & ~begun
        self._go_on(begun)
        while (over := begun & self.batch.over).any():
            self._reset(over)
            self._go_on(over)

    def step(self, actions: Any) -> tuple[Numbers, Numbers, Numbers, Numbers, dict[str, Any]]:
        """Play a move in every match, and then the others; where a match was over, begin it anew instead."""
        if not self._begun:
            raise BadMove("door.not_begun")
        batch, anew = self.batch, self._ended
        chosen = np.where(anew, -1, batch._on.numbers(actions))
        lost = self._set_right(chosen, ~anew)
        self._play(chosen)
        rewards = batch.rewards[np.arange(self.num_envs), self.seat].astype(np.float64)
        rewards += self._go_on(~anew & ~lost)
        rewards[lost] = -1.0
        over = (batch.over & ~anew) | lost
        if anew.any():
            self._reset(anew)
            self._begin(anew)
        final: dict[str, Any] = {}
        if self._same_step and over.any():
            final = {"final_obs": batch.observe(self.seat.tolist(), self.kind), "_final_obs": over.copy()}
            self._reset(over)
            self._begin(over)
        else:
            self._ended = over.copy()
        seen, infos = self._seen()
        return seen, rewards, over, np.zeros(self.num_envs, np.bool_), infos | final

    def _set_right(self, chosen: Numbers, live: Numbers) -> Numbers:
        """Do with moves that are not legal as was asked for; which matches are lost by them?"""
        within = (chosen >= 0) & (chosen < self.batch.actions)
        legal = within & self._mask[np.arange(self.num_envs), np.where(within, chosen, 0)]
        wrong = live & ~legal
        if not wrong.any():
            return wrong
        if self.illegal == "refuse":
            index = int(np.flatnonzero(wrong)[0])
            raise self.batch._refused(index, int(chosen[index]))
        if self.illegal == "lose":
            chosen[wrong] = -1
            return wrong
        chosen[wrong] = self._together("random", wrong)[wrong]
        return np.zeros_like(wrong)

    def _together(self, policy: str, which: Numbers) -> Numbers:
        """Choose in all matches at once, and spend the chance of these alone: it is as if each were asked by itself."""
        random = self.batch._on.random
        kept = random.copy()
        chosen = self.batch.choose(policy)
        random[~which] = kept[~which]
        return chosen

    def _go_on(self, which: Numbers) -> Numbers:
        """Let the others play in these matches, up to the next own decision: what does it bring?"""
        batch, rewards = self.batch, np.zeros(self.num_envs)
        everybody = np.arange(self.num_envs)
        while True:
            turn = batch.turn
            waiting = which & (turn >= 0) & (turn != self.seat)
            if not waiting.any():
                return rewards
            chosen = np.full(self.num_envs, -1, np.int32)
            place = (turn - self.seat) % batch.seats - 1
            for number, bot in enumerate(self.opponents):
                asked = waiting & (place == number)
                if bot in TOGETHER and asked.any():
                    chosen[asked] = self._together(bot, asked)[asked]
                    continue
                for index in np.flatnonzero(asked):
                    dice = batch._on.random[index]
                    if is_own(bot):
                        chosen[index] = self._beside[int(index)].ask(cast("str", bot), dice)
                        continue
                    state = copy_of(cast("Row", batch.rows[index]))
                    chosen[index] = ask(bot, self.game, state, dice)
            self._play(chosen)
            rewards += batch.rewards[everybody, self.seat]

    def _seen(self) -> tuple[Numbers, dict[str, Any]]:
        """Give what the own seats see, and the masks."""
        self._mask = self.batch.legal()
        infos = {"action_mask": self._mask.astype(np.int8), "seat": self.seat.copy()}
        infos |= {f"_{name}": np.ones(self.num_envs, np.bool_) for name in tuple(infos)}
        return self.batch.observe(self.seat.tolist(), self.kind), infos

    def action_masks(self) -> Numbers:
        """Mark the legal moves of every match, as learners with masks ask for them."""
        return self._mask.copy()

    def render(self) -> tuple[Any, ...]:
        """Show every match."""
        return tuple(self.rendering.show(self.batch[index], -1) for index in range(self.num_envs))


def register(slug: str) -> str:
    """Register a game, such as one that `sl.add_game` has added, under its name, which is given back."""
    name = f"strandline/{game(slug).slug}-v1"
    if name not in gymnasium.registry:
        here = "strandline.research.gymnasium"
        gymnasium.register(name, f"{here}:SeatEnv", vector_entry_point=f"{here}:SeatVectorEnv", kwargs={"game": slug})
    return name


for _slug in all_games():
    register(_slug)
