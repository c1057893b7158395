"""What the compiler complains of, in one line."""

from __future__ import annotations

import gc
import re
import traceback
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING

import strandline
from strandline.engine.errors import BadGame

if TYPE_CHECKING:
    from collections.abc import Iterator

OURS = tuple(str(Path(strandline.__file__).parent / part) for part in ("engine", "board", "bots"))
PLACE = re.compile(r"(?:at|from) (\S[^\n]*?\.py) \((\d+)\)")
RULE = re.compile(r"CPUDispatcher\(<function \S+ at (0x[0-9a-f]+)>")
REMARK = re.compile(r"\s*(Failed in|raised from|Rejected|Overload|With argument|There are|- Of which|>>>|No match)")


def compile_error(error: Exception) -> BadGame | None:
    """Say in one line which rule does not compile and why; None where the error does not come from the compiler."""
    frames = traceback.extract_tb(error.__traceback__)
    if not any("/numba/core/" in Path(frame.filename).as_posix() for frame in frames):
        return None
    file, line = next((place for place in places(error) if not place[0].startswith(OURS)), ("?", 0))
    theirs = type(error).__module__.startswith("numba")
    reason = reason_in(str(error)) if theirs else f"{type(error).__name__}: {error}"
    return BadGame("game.compile", file=file, line=line, reason=reason)


def places(error: Exception) -> Iterator[tuple[str, int]]:
    """Walk over the source lines that an error is about, the innermost first; Numba hides some of them."""
    yield from ((file, int(line)) for file, line in PLACE.findall(str(error)))
    rules = {id(found): found.__code__ for found in gc.get_objects() if isinstance(found, FunctionType)}
    for address in RULE.findall(str(error)):
        if code := rules.get(int(address, 16)):
            yield code.co_filename, code.co_firstlineno
    for frame, _ in reversed([*traceback.walk_tb(error.__traceback__)]):
        for value in frame.f_locals.values():
            place = getattr(value, "loc", value)
            line = getattr(place, "line", None) or getattr(place, "firstlineno", None)
            if line and isinstance(getattr(place, "filename", None), str):
                yield place.filename, line


def reason_in(message: str) -> str:
    """Find the innermost reason: what is said last before the compiler begins to tell where it was."""
    said = re.split(r"During:|\.? Raised from", message)[0].splitlines()
    return next((line.strip(" .:") for line in reversed(said) if line.strip() and not REMARK.match(line)), message)
