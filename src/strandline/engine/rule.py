"""Rules are plain functions over a row; `rule` compiles them. Numba appears here and nowhere else."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from functools import cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from strandline.engine.errors import BadOptions
from strandline.engine.sources import cache_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    import numpy as np

Function = TypeVar("Function", bound="Callable[..., Any]")

RULES_OF: dict[np.dtype[Any], ModuleType | Any] = {}
"""The rules that rows of a dtype are played by; `register` fills it."""


TRIED: set[str] = set()
"""The folders of the cache that can be written to."""


@cache
def compiled() -> bool:
    """Are rules compiled in this process? Settled once, by $STRANDLINE_RULES, when the first rule is read."""
    mode = os.environ.get("STRANDLINE_RULES", "compiled")
    if mode not in {"compiled", "python"}:
        raise BadOptions("settings.rules_mode", value=mode)
    return mode == "compiled" and os.environ.get("NUMBA_DISABLE_JIT", "0") in {"", "0"}


def rule(function: Function) -> Function:
    """Compile a short function over rows and integers, and keep it in the cache.

    It holds on to the interpreter lock: letting go of it takes longer than most rules, whenever another thread waits.
    """
    return compile_lazily(function, inline=True)


def long_rule(function: Function) -> Function:
    """Compile a rule that is called, never inlined: long ones and whole loops, else compiled into every wrapper too.

    It lets go of the interpreter lock while it runs.
    """
    return compile_lazily(function, inline=False)


def ephemeral_rule(function: Function) -> Function:
    """Compile a function for this process alone: one of the user's, or one that takes such a function as an argument.

    Numba never finds those in the cache again.
    """
    if not compiled() or hasattr(function, "py_func"):
        return function
    import numba

    return numba.njit(nogil=True)(function)  # type: ignore[no-any-return]


def compile_lazily(function: Function, *, inline: bool) -> Function:
    """Have Numba compile a function when it is first called, and keep it in the cache."""
    if not compiled():
        return function
    import numba

    numba.config.CACHE_DIR = place_for_code(str(Path(function.__code__.co_filename).parent))
    numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.Locator"
    # Rules are many small functions: inlined, they run at 1.08 of the speed of a C twin, and at 0.92 as calls.
    # Without Numba's wrapper for C: nobody calls it, and every rule is compiled into its wrappers once more.
    made = numba.njit(nogil=not inline, forceinline=inline, no_cfunc_wrapper=True)(function)
    made._cache = cache_class()(function)
    return made  # type: ignore[no-any-return]


@cache
def cache_class() -> type[Any]:
    """Make the cache of a rule: several processes may compile one loop at once, for several games."""
    from numba.core.caching import FunctionCache

    class SharedCache(FunctionCache):  # type: ignore[misc]
        """Numba's cache, one writer at a time: two would give two pieces of code one number, and mix them up."""

        def save_overload(self, signature: Any, data: Any) -> None:
            Path(self.cache_path).mkdir(parents=True, exist_ok=True)
            with locked(Path(self.cache_path) / "lock"):
                super().save_overload(signature, data)

    return SharedCache


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold the lock that this file stands for, against all other processes."""
    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@cache
def place_for_code(folder: str) -> str:
    """Make the place for what is compiled from a folder."""
    place = cache_folder(Path(folder))
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOptions("settings.cache", folder=place, reason=error.strerror) from error
    return str(place)


def specialise(function: Function, *arguments: Any) -> Function:
    """Give the compiled code for arguments of these types: called directly, it costs a quarter of a call by its name.

    Whoever keeps it must pass the same types for ever: nothing checks them any more.
    """
    if not compiled():
        return function
    import numba

    return function.compile(tuple(map(numba.typeof, arguments)))  # type: ignore[attr-defined, no-any-return]


def __getattr__(name: str) -> Any:
    """Make the `Locator` when Numba asks for it: without compiled rules Numba is not even imported."""
    if name != "Locator":
        raise AttributeError(name)
    from numba import config
    from numba.core.caching import UserProvidedCacheLocator

    class Locator(UserProvidedCacheLocator):  # type: ignore[misc]
        """Finds compiled code by what its sources mean, which the folder says: no time stamp counts, and no line."""

        def __init__(self, function: Any, file: str) -> None:
            self._py_file, self._lineno = file, function.__code__.co_firstlineno
            self._cache_path = f"{config.CACHE_DIR}{os.sep}{function.__module__}"

        def ensure_cache_path(self) -> None:
            if self._cache_path not in TRIED:  # once a module, not once a rule
                super().ensure_cache_path()
                TRIED.add(self._cache_path)

        def get_source_stamp(self) -> str:
            return ""

        def get_disambiguator(self) -> str:
            return ""

    globals()[name] = Locator
    return Locator


def generic(name: str) -> Callable[[Function], Function]:
    """Make a function that stands for the game's own of this name; the type of the row, its first argument, chooses."""

    def standing_in(signature: Function) -> Function:
        @wraps(signature)
        def chosen_by_row(state: Any, *rest: Any) -> Any:
            return getattr(RULES_OF[state.dtype], name)(state, *rest)

        if compiled():
            from numba.extending import overload
            from numba.np.numpy_support import as_dtype

            # Rules passed as arguments, or closed over, would be compiled anew by every process; chosen by the type of
            # the row, each loop is compiled once per game and found in the cache (7 s cold, 0.3 s warm).
            @overload(chosen_by_row, strict=False)  # type: ignore[untyped-decorator]
            def choose(state: Any, *rest: Any) -> Any:  # noqa: ARG001
                chosen = getattr(RULES_OF[as_dtype(state)], name)
                if not hasattr(chosen, "py_func"):  # part of the contract that need be no rule, such as `hide`
                    chosen = rule(chosen)
                return lambda state, *rest: chosen(state, *rest)

        return chosen_by_row  # type: ignore[return-value]

    return standing_in
