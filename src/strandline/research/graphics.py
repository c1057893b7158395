"""Where the rows of a batch are: in the memory of a GPU, which has a thread for each of them.

The very functions that go through tables on the processor run here over tables of one row: nothing is told twice, and
games know nothing of it. Arrays stay on the GPU; torch, CuPy and JAX take them as they are, and theirs are taken.
"""

from __future__ import annotations

import sys
from functools import cache
from hashlib import blake2b
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from strandline.engine import playout
from strandline.engine.chance import Random
from strandline.engine.contract import OVER
from strandline.engine.errors import BadMove, BadOptions
from strandline.engine.playout import fresh
from strandline.engine.row import from_bytes
from strandline.engine.rule import compiled
from strandline.research import kernels
from strandline.research.kernels import WAIT

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.engine.game import Game
    from strandline.engine.row import Row
    from strandline.research.observation import Kind, Numbers, Observation

BLOCK = 64  # threads that start together
AT_ONCE = 1 << 20  # matches of playouts that are on the GPU together
CONSTANT_MEMORY = 4  # the number of that kind of memory
ALIGNED = 16  # bytes, enough for every kind of number


@cache
def toolkit() -> Any:
    """Load what compiles for a GPU, if there is one."""
    # NumPy 2.4 has these names no more, and numba-cuda 0.30 asks for them while it is imported.
    for name, same in (("row_stack", np.vstack), ("in1d", np.isin)):
        if not hasattr(np, name):
            setattr(np, name, same)
    try:
        from numba import cuda
    except ImportError as error:
        raise BadOptions("batch.no_cuda") from error
    if not compiled() or not cuda.is_available():
        raise BadOptions("batch.no_cuda")
    share_tables()
    return cuda


def share_tables() -> None:
    """Have a table of constants once in a program, whichever functions read it.

    numba-cuda 0.30 gives each function a copy of its own, and there is room for 64 KiB: of A Day at the Beach, played
    greedily, 145 KiB came together.
    """
    from llvmlite import ir
    from numba.cuda.target import CUDATargetContext

    copied = CUDATargetContext.make_constant_array

    def shared(self: Any, builder: Any, kind: Any, array: Numbers) -> Any:
        if not array.flags.c_contiguous:
            return copied(self, builder, kind, array)
        content, module = array.tobytes(), builder.module
        name = f"table_{blake2b(content, digest_size=16).hexdigest()}"
        table = module.globals.get(name)
        if table is None:
            table = ir.GlobalVariable(module, ir.ArrayType(ir.IntType(8), len(content)), name, CONSTANT_MEMORY)
            table.initializer = ir.Constant(table.value_type, bytearray(content))
            table.global_constant, table.linkage, table.align = True, "linkonce_odr", ALIGNED
        made = self.make_array(kind)(self, builder)
        anywhere = builder.addrspacecast(table, ir.PointerType(ir.IntType(8)))
        shape, strides = ([ir.Constant(ir.IntType(64), n) for n in of] for of in (array.shape, array.strides))
        self.populate_array(
            made, data=builder.bitcast(anywhere, made.data.type), shape=shape, strides=strides,
            itemsize=made.itemsize, parent=made.parent, meminfo=None,
        )  # fmt: skip
        return made._getvalue()

    CUDATargetContext.make_constant_array = shared


def plain(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Describe the same memory without our class: what goes to a GPU has none."""
    names = dtype.names or ()
    fields = [dtype.fields[name] for name in names]  # type: ignore[index]
    return np.dtype(
        {
            "names": list(names),
            "formats": [kind for kind, *_ in fields],
            "offsets": [at for _, at, *_ in fields],
            "itemsize": dtype.itemsize,
        },
        align=True,
    )


def torch_in_use() -> Any:
    """Give torch, where the program has it at work on a GPU."""
    torch = sys.modules.get("torch")
    return torch if torch is not None and torch.cuda.is_initialized() else None


def current_stream() -> int:
    """Give the stream that torch works on: what it records there (`torch.cuda.graph`) can be played again."""
    torch = torch_in_use()
    return int(torch.cuda.current_stream().cuda_stream) if torch else 0


def recording() -> bool:
    """Is torch recording? No memory can be asked for then."""
    torch = torch_in_use()
    return bool(torch and torch.cuda.is_current_stream_capturing())


@cache
def programs() -> SimpleNamespace:  # noqa: PLR0915
    """Write the programs of one thread; each is compiled for a game when it is first run."""
    cuda = toolkit()

    @cuda.jit
    def fill(start, states, seeds, streams, over, points, place, rewards):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < states.shape[0]:
            states[at] = start[0]
            seeds[at] = streams[at] = over[at] = 0
            for seat in range(points.shape[1]):
                points[at, seat] = place[at, seat] = rewards[at, seat] = 0

    @cuda.jit
    def narrow(numbers, chosen):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < chosen.shape[0]:
            number = numbers[at]  # wider ones would lose what makes them wrong
            chosen[at] = max(-(1 << 31), min((1 << 31) - 1, number))

    @cuda.jit
    def turns(states, into):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < states.shape[0]:
            into[at] = states[at].turn

    @cuda.jit
    def first_fault(states, chosen, actions, wrong):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < states.shape[0] and kernels.fault(states[at], chosen[at], actions) != kernels.IN_ORDER:
            cuda.atomic.min(wrong, 0, at)

    @cuda.jit
    def step(  # type: ignore[no-untyped-def]
        states, start, chosen, random, seeds, streams, stride, settles, restarts, over, sheet, placed, points, place,
        rewards,
    ):  # fmt: skip
        at = cuda.grid(1)
        if at < states.shape[0]:
            one = slice(at, at + 1)
            kernels.step(
                states[one], start, chosen[one], random[one], seeds[one], streams[one], stride, settles, restarts,
                over[one], sheet[at], placed[at], points[one], place[one], rewards[one],
            )  # fmt: skip

    @cuda.jit
    def list_moves(states, into, numbers, counts, most):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < states.shape[0]:
            one = slice(at, at + 1)
            kernels.list_moves(states[one], into[at], numbers[one], counts[one])
            cuda.atomic.max(most, 0, counts[at])

    @cuda.jit
    def take_listed(places, numbers, counts, chosen, wrong):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < places.shape[0]:
            place = places[at]
            if place < WAIT or place >= counts[at]:
                cuda.atomic.min(wrong, 0, at)
            else:
                chosen[at] = WAIT if place == WAIT else numbers[at, place]

    @cuda.jit
    def mark_moves(states, into, mask):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < states.shape[0]:
            one = slice(at, at + 1)
            kernels.mark_moves(states[one], into[at], mask[one])

    @cuda.jit
    def draw_moves(states, into, random, chosen):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < states.shape[0]:
            one = slice(at, at + 1)
            kernels.draw_moves(states[one], into[at], random[one], chosen[one])

    @cuda.jit
    def choose_greedily(states, scratch, into, random, chosen):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < states.shape[0]:
            one = slice(at, at + 1)
            kernels.choose_greedily(states[one], scratch[at], into[at], random[one], chosen[one])

    @cuda.jit
    def results(states, sheet, placed, points, place, sheets):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < states.shape[0]:
            one = slice(at, at + 1)
            playout.results(states[one], sheet[at], placed[at], points[one], place[one], sheets[one])

    @cuda.jit
    def look(states, seats, scratch, written, scale, into):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < states.shape[0]:
            one = slice(at, at + 1)
            kernels.look(states[one], seats[one], scratch[at], written[at], scale, into[one])

    @cuda.jit
    def look_at_fields(states, seats, scratch, raw, columns, scale, into):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < states.shape[0]:
            one = slice(at, at + 1)
            kernels.look_at_fields(states[one], seats[one], scratch[at], raw[at], columns, scale, into[one])

    @cuda.jit
    def finish(states, into, random, seed, first, plies, checksum, began):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < states.shape[0]:
            one = slice(at, at + 1)
            playout.finish(states[one], into[at], random[one], seed, first + at, plies[one], checksum[one], began[one])

    @cuda.jit
    def finish_greedily(states, scratch, into, random, seed, first, plies, checksum, began):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < states.shape[0]:
            one = slice(at, at + 1)
            kernels.finish_greedily(
                states[one], scratch[at], into[at], random[one], seed, first + at, plies[one], checksum[one], began[one]
            )

    return SimpleNamespace(**{name: it for name, it in locals().items() if name != "cuda"})


def on_device(policy: Any) -> Any:
    """Compile a function of the user's for a GPU, to be called there."""
    return toolkit().jit(device=True)(getattr(policy, "py_func", policy))


@cache
def chooser(policy: Any) -> Any:
    """Write the program that lets a function of the user's choose in one row."""
    cuda = toolkit()
    choose_by = cuda.jit(device=True)(kernels.choosing(on_device(policy)))

    @cuda.jit
    def choose(states, scratch, into, random, chosen):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < states.shape[0]:
            one = slice(at, at + 1)
            choose_by(states[one], scratch[at], into[at], random[one], chosen[one])

    return choose


@cache
def finisher(policy: Any) -> Any:
    """Write the program that plays one match by a function of the user's, and notes the first in which it fails."""
    cuda = toolkit()
    finish_by = cuda.jit(device=True)(kernels.finishing(on_device(policy)))

    @cuda.jit
    def finish(states, scratch, into, random, seed, first, plies, checksum, began, wrong):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        if at < states.shape[0]:
            one = slice(at, at + 1)
            failed = finish_by(
                states[one], scratch[at], into[at], random[one], seed, first + at, plies[one], checksum[one], began[one]
            )
            if failed >= 0:
                cuda.atomic.min(wrong, 0, at)

    return finish


class Graphics:
    """The rows of a batch on a GPU, as `Processor` has them here; results are written over by the next of that kind."""

    def __init__(self, game: Game, start: Row, count: int, seats: int, threads: int | None) -> None:  # noqa: ARG002
        self.cuda, self.programs = toolkit(), programs()
        self.game, self.seats, self.count = game, seats, count
        row, lines = plain(start.dtype), len(game.rules.SHEET)
        device = self.cuda.device_array
        self.launchers: dict[Any, Any] = {}
        self.start = self.cuda.to_device(fresh(start, 1).view(row))
        self.rows, self.random = device(count, row), device(count, plain(Random.dtype))
        self.seeds, self.streams = device(count, np.int64), device(count, np.int64)
        self.over = device(count, np.bool_)
        self.points, self.place = device((count, seats), np.int32), device((count, seats), np.int8)
        self.rewards = device((count, seats), np.float32)
        self.run(
            self.programs.fill, self.start, self.rows, self.seeds, self.streams, self.over, self.points, self.place,
            self.rewards,
        )  # fmt: skip
        # What each thread writes to while it works on its row.
        self.into = device((count, game.rules.MOVES), np.int32)
        self.scratch = device((count, 2), row)
        self.sheet, self.placed = device((count, seats, lines), np.int64), device((count, seats), np.int64)
        self.width = 32  # room for the moves of a row
        # What is asked for at every step, written over each time: to ask for memory would take longer than the rules.
        self.turns = device(count, np.int8)
        self.chosen = device(count, np.int32)
        self.taken = device(count, np.int32)
        self.mask: Any = None
        self.sights: dict[Kind, tuple[Any, tuple[Any, ...], Any]] = {}

    def run(self, program: Any, *arguments: Any) -> None:
        """Run a program, a thread for each row."""
        stream = current_stream()
        launcher = self.launchers.get((program, stream))
        if launcher is None:
            on = self.cuda.external_stream(stream) if stream else 0
            launcher = program[-(-self.count // BLOCK), BLOCK, on]
            self.run_first(launcher, *arguments)
            self.launchers[program, stream] = launcher
        else:
            launcher(*arguments)

    def run_first(self, launcher: Any, *arguments: Any) -> None:
        """Run a program that may have to be compiled, and say so where it cannot be."""
        try:
            launcher(*arguments)
        except Exception as error:
            raise BadOptions("batch.not_for_cuda", game=self.game.slug) from error

    def most(self, program: Any, *arguments: Any, begin: int) -> int:
        """Run a program that notes the least, or the most, of something."""
        noted = self.cuda.to_device(np.array([begin], np.int32))
        self.run(program, *arguments, noted)
        return int(noted.copy_to_host()[0])

    # What comes from outside, and goes there

    def numbers(self, moves: Any) -> Any:
        """Take a number for each match, from the GPU or from here."""
        on_it = hasattr(moves, "__cuda_array_interface__")
        numbers: Any = moves if on_it else np.ascontiguousarray(moves)
        facts = numbers.__cuda_array_interface__ if on_it else numbers.__array_interface__
        kind, shape = np.dtype(facts["typestr"]), tuple(facts["shape"])
        if kind.kind not in "iu" or shape != (self.count,):
            raise BadMove("batch.shape", count=self.count, found=f"{kind} {'×'.join(map(str, shape)) or '1'}")
        there = self.cuda.as_cuda_array(numbers) if on_it else self.cuda.to_device(numbers)
        if kind == np.int32 and there.is_c_contiguous():
            return there
        self.run(self.programs.narrow, there, self.taken)
        return self.taken

    def host(self, array: Any) -> Numbers:
        """Bring numbers here."""
        brought: Numbers = array.copy_to_host()
        return brought

    def kept(self, array: Any) -> Any:
        """Copy numbers, so that the next step does not write over them."""
        copied = self.cuda.device_array_like(array)
        copied.copy_to_device(array)
        return copied

    def reseed(self, begun: Numbers, seeds: Numbers | None, streams: Numbers | None, stride: int) -> None:
        """Give matches that begin anew their chance: seeds and streams, or the next stream of each."""
        own = self.host(self.streams)
        own[begun] = own[begun] + stride if streams is None else streams[begun]
        self.streams.copy_to_device(own)
        if seeds is not None:
            sown = self.host(self.seeds)
            sown[begun] = seeds[begun]
            self.seeds.copy_to_device(sown)

    def row(self, index: int) -> Row:
        """Bring one row here."""
        brought = self.rows[index : index + 1].copy_to_host()
        return from_bytes(self.game.rules.State.dtype, brought.tobytes())

    def set_row(self, index: int, state: Row) -> None:
        """Put one row there."""
        self.rows[index : index + 1].copy_to_device(fresh(state, 1).view(plain(state.dtype)))
        self.over[index : index + 1].copy_to_device(np.array([state.turn == OVER]))

    def take(self, at: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Bring matches here: rows and random numbers as bytes, seeds, streams."""
        rows, random = (self.host(table).view(np.uint8).reshape(self.count, -1) for table in (self.rows, self.random))
        return rows[at], random[at], self.host(self.seeds)[at], self.host(self.streams)[at]

    def put(self, at: Numbers, kept: tuple[Numbers, Numbers, Numbers, Numbers]) -> None:
        """Put matches there that were brought here."""
        for there, brought in zip((self.rows, self.random, self.seeds, self.streams), kept, strict=True):
            all_of_them = self.host(there)
            flat = all_of_them.view(np.uint8).reshape(self.count, -1) if brought.ndim > 1 else all_of_them
            flat[at] = brought
            there.copy_to_device(all_of_them)
        self.over.copy_to_device(self.host(self.turn()) == OVER)
        self.rewards.copy_to_device(np.zeros((self.count, self.seats), np.float32))

    def turn(self) -> Any:
        """Say whose turn it is in every row."""
        self.run(self.programs.turns, self.rows, self.turns)
        return self.turns

    # What `Processor` does too

    def first_fault(self, chosen: Any) -> int:
        """Find the first match whose move cannot be played; −1 where all can."""
        actions = self.game.rules.MOVES
        wrong = self.most(self.programs.first_fault, self.rows, chosen, actions, begin=self.count)
        return -1 if wrong == self.count else wrong

    def step(self, chosen: Any, stride: int, *, settles: bool, restarts: bool) -> None:
        """Play a move in every row."""
        self.run(
            self.programs.step, self.rows, self.start, chosen, self.random, self.seeds, self.streams, stride, settles,
            restarts, self.over, self.sheet, self.placed, self.points, self.place, self.rewards,
        )  # fmt: skip

    def legal(self) -> Any:
        """Mark the legal moves of every row."""
        if self.mask is None:
            self.mask = self.cuda.device_array((self.count, self.game.rules.MOVES), np.bool_)
        self.run(self.programs.mark_moves, self.rows, self.into, self.mask)
        return self.mask

    def moves(self) -> tuple[Any, Any]:
        """List the legal moves of every row, and how many there are."""
        counts = self.cuda.device_array(self.count, np.int32)
        while True:
            numbers = self.cuda.device_array((self.count, self.width), np.int32)
            most = self.most(self.programs.list_moves, self.rows, self.into, numbers, counts, begin=0)
            if most <= self.width:
                return numbers, counts
            self.width = most

    def listed(self, places: Any) -> tuple[Any, int, int]:
        """Turn places in the lists of legal moves into moves; the first match where that fails, how many it has."""
        numbers, counts = self.moves()
        chosen = self.cuda.device_array(self.count, np.int32)
        wrong = self.most(self.programs.take_listed, places, numbers, counts, chosen, begin=self.count)
        return (chosen, -1, 0) if wrong == self.count else (chosen, wrong, int(self.host(counts)[wrong]))

    def choose(self, policy: Any) -> Any:
        """Choose a move in every row: at random, greedily, or by a function."""
        if policy == "random":
            self.run(self.programs.draw_moves, self.rows, self.into, self.random, self.chosen)
        else:
            program = self.programs.choose_greedily if policy == "greedy" else chooser(policy)
            self.run(program, self.rows, self.scratch, self.into, self.random, self.chosen)
        return self.chosen

    def results(self) -> tuple[Any, Any, Any]:
        """Score and rank every row as it is now: points, places, whole sheets."""
        shape = self.count, self.seats
        device = self.cuda.device_array
        points, place = device(shape, np.int32), device(shape, np.int8)
        sheets = device((*shape, len(self.game.rules.SHEET)), np.int32)
        self.run(self.programs.results, self.rows, self.sheet, self.placed, points, place, sheets)
        return points, place, sheets

    def observe(self, observation: Observation, seats: Any, kind: Kind) -> Any:
        """Write what a seat sees of every row."""
        looking = seats if hasattr(seats, "__cuda_array_interface__") else self.cuda.to_device(seats)
        if kind not in self.sights:
            self.sights[kind] = self.sight(observation, kind)
        program, helping, into = self.sights[kind]
        self.run(program, self.rows, looking, self.scratch, *helping, into)
        return into if recording() else self.kept(into)

    def sight(self, observation: Observation, kind: Kind) -> tuple[Any, tuple[Any, ...], Any]:
        """Make what is needed to write observations: the program, what it reads or works on, and room for them."""
        into = self.cuda.device_array((self.count, observation.size), np.dtype(kind))
        scale = self.cuda.to_device(observation.scale(kind))
        if observation.columns is None:
            written = self.cuda.to_device(np.zeros((self.count, observation.size), np.int8))
            return self.programs.look, (written, scale), into
        raw = self.scratch.view(np.int8).reshape(self.count, 2, -1)
        return self.programs.look_at_fields, (raw, self.cuda.to_device(observation.columns), scale), into


def finish_on_cuda(policy: Any) -> Callable[..., None]:
    """Give what plays and scores many whole matches at once, as `playouts` wants it."""

    def whole(
        game: Game, start: Row, seats: int, size: int, seed: int, first: int, into: tuple[Numbers, ...], sheets: Numbers
    ) -> None:
        there = Graphics(game, start, size, seats, None)
        noted = [there.cuda.device_array(size, kind) for kind in (np.int32, np.int64, np.int8)]
        own = (there.into, there.random, seed, first, *noted)
        if policy == "random":
            there.run(there.programs.finish, there.rows, *own)
        elif policy == "greedy":
            there.run(there.programs.finish_greedily, there.rows, there.scratch, *own)
        elif (wrong := there.most(finisher(policy), there.rows, there.scratch, *own, begin=size)) < size:
            raise BadMove("batch.policy", index=first + wrong)
        points, place, filled = there.results()
        for here, found in zip(into, (*noted, points, place), strict=True):
            here[:] = found.copy_to_host()
        if len(sheets):
            sheets[:] = filled.copy_to_host()

    return whole
