"""Our games as environments of PettingZoo: `env("maui", seats=3, options={"variant": "long"})`.

One seat decides at a time, so the agent environment cycle is how they are played; `parallel_env` is for learners that
want the other interface: everybody hands in an action, and that of the seat to move counts.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from strandline.api import all_games
from strandline.api import game as find
from strandline.engine.errors import BadMove, BadOptions
from strandline.research.observation import found
from strandline.research.rendering import MODES, Rendering
from strandline.research.stepper import ILLEGAL, WRONG, Stepper

try:
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise ImportError(BadOptions("settings.extra", package="pettingzoo", extra="research").sentence()) from error

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from strandline.engine.game import Game
    from strandline.research.observation import Kind, Numbers

__all__ = ["env", "parallel_env", "raw_env", "register"]


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801
    """One match. Nothing wraps it: it checks itself whatever is done, in the compiled call that does it.

    An action is the number of a move. One that is not legal is refused; with illegal="random" a legal one is drawn
    instead, and with illegal="lose" the match ends: −1 for whoever did it, and 0 for the others. Rewards come at the
    end: 1 for who is ahead of all others, −1 for who is behind all. With `max_cycles`, a match that lasts longer than
    so many moves for each seat, all in all, is cut off.
    """

    metadata: dict[str, Any] = {"render_modes": [*MODES], "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] = MappingProxyType({}),
        kind: Kind = "float32",
        illegal: str = "refuse",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if illegal not in ILLEGAL:
            raise BadOptions("door.illegal", value=illegal, known=", ".join(ILLEGAL))
        if max_cycles is not None and max_cycles < 1:
            raise BadOptions("settings.range", name="max_cycles", value=max_cycles, low=1, high="…")
        stepper = self.stepper = Stepper(found(game), seats, options, kind)
        self.game, self.illegal, self.max_cycles = stepper.game, illegal, max_cycles
        self.rendering = Rendering(stepper.game, stepper.seats, render_mode)
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"{self.game.slug.replace('-', '_')}_v1"}
        self.possible_agents = [f"player_{seat}" for seat in range(stepper.seats)]
        self.agents: list[str] = []
        low, high = stepper.eye.bounds()
        self.action_spaces = {agent: spaces.Discrete(stepper.actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=low.dtype.type),
                    "action_mask": spaces.Box(0, 1, (stepper.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        # What every step reads, by the shortest way.
        self._names = tuple(self.possible_agents)
        self._step = stepper.loop
        self._rooms: list[tuple[Numbers, Numbers]] = []  # for what is to come
        self._live = False  # is somebody to move?
        self._watched = max_cycles is not None or render_mode == "human"  # is more to be done at every step?
        self._left = 0

    def __getstate__(self) -> dict[str, Any]:
        """Let an environment be copied and go to another process, in the middle of a match too."""
        return {**self.__dict__, "_step": None, "_rooms": []}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Be what another one was."""
        self.__dict__.update(kept)
        self._step = self.stepper.loop

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Say what an agent sees: the observation, and the mask of its legal moves."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Say what an agent can do: the moves by their numbers; those of chance are among them, and never legal."""
        return self.action_spaces[agent]

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """The mask of the legal moves, for whoever is to move."""
        return {
            agent: {"action_mask": self._mask} if self._live and agent == self.agent_selection else {}
            for agent in self.agents
        }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a match: by a seed, or else by the next stream of the last one; it takes no options."""
        stepper, agents = self.stepper, self.possible_agents
        turn = stepper.begin(seed)
        self._mask, self._seen, self._last = stepper.mask, stepper.seen, -1
        self.agents = agents.copy()
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self._live, self._left = True, (self.max_cycles or 0) * stepper.seats
        self.agent_selection = self._names[turn]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Play a move of the agent to move, and let chance have its turn; when all is over, None for each agent."""
        if not self._live:
            return self._step_out(action)
        if action.__class__ is not int:
            action = self.stepper.number(action)
        try:
            mask, seen = self._rooms.pop()
        except IndexError:
            self._rooms = self.stepper.rooms()
            mask, seen = self._rooms.pop()
        try:
            turn = self._step(action, mask, seen)
        except OverflowError:  # a number that no machine word holds
            turn = WRONG
        if turn >= 0:
            self._mask, self._seen, self._last = mask, seen, action
            self.agent_selection = self._names[turn]
            if self._watched:
                self._watch()
            return None
        if turn <= WRONG:
            return self._go_wrong(action)
        self._last = action
        return self._end(cut=False)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Give what the agent to move sees, its rewards since it last moved, whether it is over, and the mask."""
        if not self._live:
            if not self.agents:
                self._check_begun()
                raise BadMove("door.finished")
            agent = self.agent_selection
            out = self.terminations[agent], self.truncations[agent]
            return (self.observe(agent) if observe else None), self._cumulative_rewards[agent], *out, {}
        mask = self._mask
        seen = {"observation": self._seen, "action_mask": mask} if observe else None
        return seen, 0.0, False, False, {"action_mask": mask}

    def agent_iter(self, max_iter: int = 1 << 63) -> Iterator[str]:
        """Go through the agents as they are to move, until all are out."""
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def observe(self, agent: str) -> dict[str, Numbers]:
        """Give what an agent sees, to move or not; the mask of who is not to move is empty."""
        if self._live and agent == self.agent_selection:
            return {"observation": self._seen, "action_mask": self._mask}
        if agent not in self.agents:
            self._check_begun()
            if agent not in self._names:
                raise BadOptions("door.agent", value=agent, known=", ".join(self._names))
        seen = self.stepper.see(self._names.index(agent))
        return {"observation": seen, "action_mask": np.zeros(self.stepper.actions, np.int8)}

    def render(self) -> Any:
        """Show the match: as text, as SVG or as pixels; "human" prints it."""
        self._check_begun()
        return self.rendering.show(self.stepper.state, self._last)

    def close(self) -> None:
        """Nothing is open."""

    # What happens now and then

    def _watch(self) -> None:
        """Cut off a match that lasts too long, and show it where it is to be shown."""
        self._left -= 1
        if self._left == 0:
            self._end(cut=True)
        elif self.render_mode == "human":
            self.render()

    def _check_begun(self) -> None:
        if not hasattr(self, "terminations"):
            raise BadMove("door.not_begun")

    def _step_out(self, action: int | None) -> None:
        """Let an agent leave the match that is over."""
        if not self.agents:
            self._check_begun()
            raise BadMove("door.finished")
        if action is not None:
            raise BadMove("door.out", agent=self.agent_selection)
        agent = self.agents.pop(0)
        for kept in (self.terminations, self.truncations, self._cumulative_rewards):
            del kept[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def _go_wrong(self, action: int) -> None:
        """Do with a move that is not legal as was asked for."""
        if self.illegal == "refuse":
            raise self.stepper.refused(action)
        if self.illegal == "random":
            return self.step(self.stepper.some_move())
        self.rewards = {agent: -1.0 if agent == self.agent_selection else 0.0 for agent in self.agents}
        return self._end(cut=False, scored=False)

    def _end(self, *, cut: bool, scored: bool = True) -> None:
        """Note that the match is over, or cut off, and what it brings."""
        if not cut and scored:
            self.rewards = dict(zip(self._names, self.stepper.rewards(), strict=True))
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(self.agents, not cut)
        self.truncations = dict.fromkeys(self.agents, cut)
        self._live = False
        self.agent_selection = self.agents[0]
        if self.render_mode == "human":
            self.render()


def env(game: str | Game, **settings: Any) -> raw_env:
    """Make a match as an environment: `seats`, `options` and the others are those of `raw_env`."""
    return raw_env(game, **settings)


class parallel_env(ParallelEnv):  # type: ignore[misc]  # noqa: N801
    """The same match where every agent hands in an action at each step, and only that of the seat to move is played.

    The others' are not even looked at; their masks are empty. `max_cycles` counts steps here.
    """

    def __init__(self, game: str | Game, *, max_cycles: int | None = None, **settings: Any) -> None:
        self.aec = raw_env(game, **settings)
        if max_cycles is not None and max_cycles < 1:
            raise BadOptions("settings.range", name="max_cycles", value=max_cycles, low=1, high="…")
        self.max_cycles, self._steps = max_cycles, 0
        self.metadata = {**self.aec.metadata, "is_parallelizable": True}
        self.render_mode = self.aec.render_mode
        self.possible_agents = self.aec.possible_agents
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = self.aec.observation_spaces, self.aec.action_spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Say what an agent sees."""
        return self.aec.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Say what an agent can do."""
        return self.aec.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a match."""
        self.aec.reset(seed, options)
        self.agents, self._steps = self.aec.agents.copy(), 0
        return {agent: self.aec.observe(agent) for agent in self.agents}, self._infos()

    def _infos(self) -> dict[str, dict[str, Any]]:
        """Say for each agent whether its action counts next."""
        live = self.aec._live
        return {agent: {"to_move": live and agent == self.aec.agent_selection} for agent in self.aec.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play the action of the seat to move."""
        if not self.agents:
            raise BadMove("door.finished" if hasattr(self.aec, "terminations") else "door.not_begun")
        mover = self.aec.agent_selection
        if mover not in actions:
            raise BadMove("door.missing", agent=mover)
        self.aec.step(actions[mover])
        self._steps += 1
        if self.aec._live and self._steps == self.max_cycles:
            self.aec._end(cut=True)
        seen = {agent: self.aec.observe(agent) for agent in self.agents}
        if not self.aec._live:
            self.agents = []
        return seen, self.aec.rewards, self.aec.terminations, self.aec.truncations, self._infos()

    def render(self) -> Any:
        """Show the match, as `env` does."""
        return self.aec.render()

    def close(self) -> None:
        """Nothing is open."""


def register(slug: str) -> str:
    """Register a game for `pettingzoo.make("aec", …)` and "parallel" under its name, which is given back."""
    name = f"strandline/{find(slug).slug}-v1"
    if hasattr(pettingzoo, "register"):  # from PettingZoo 1.26 on
        for kind, maker in (("aec", "env"), ("parallel", "parallel_env")):
            if name not in getattr(pettingzoo, f"{kind}_registry"):
                pettingzoo.register(kind, name, f"strandline.research.pettingzoo:{maker}", kwargs={"game": slug})
    return name


for _slug in all_games():
    register(_slug)
