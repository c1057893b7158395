"""Slower processors: each process of a server has a share of one, so that several fit beside driver and database.

A machine of two cores has none to spare for a second process: what it could bring is taken by the load and the
database. With a third of a core for each process of the server, nobody takes anything from anybody. It needs control
groups of the first version and the right to make some, as root has.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

GROUPS = Path("/sys/fs/cgroup/cpu")
PATIENCE = 50  # tenths of a second
PERIOD = 5_000  # microseconds: short beside the time of a move on its way


class NoShares(Exception):
    """This machine does not let processes be slowed down."""


def children_of(process: int, count: int) -> list[int]:
    """Wait until a process has started so many others, which listens before it does, and list them."""
    for _ in range(PATIENCE):
        children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8").split()
        if len(children) == count:
            break
        time.sleep(0.1)
    return [int(child) for child in children]


@contextlib.contextmanager
def shares(process: int, workers: int, share: float | None) -> Iterator[None]:
    """Give each process of a server this share of a core, with all that it starts from now on."""
    serving = [process] if workers == 1 else children_of(process, workers)
    if len(serving) != workers:
        raise NoShares(f"the server has {len(serving)} processes instead of {workers}")
    groups = [GROUPS / f"strandline-{os.getpid()}-{one}" for one in serving] if share else []
    try:
        for one, group in zip(serving, groups, strict=False):
            group.mkdir()
            (group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (group / "cpu.cfs_quota_us").write_text(str(int(PERIOD * (share or 1))))
            (group / "cgroup.procs").write_text(str(one))
        yield
    except OSError as error:
        raise NoShares(f"no share of a core can be given: {error}") from error
    finally:
        for group in groups:
            leave(group)


def leave(group: Path) -> None:
    """Let the processes of a group have as much as all others, and remove it."""
    with contextlib.suppress(OSError):
        for one in (group / "cgroup.procs").read_text().split():
            with contextlib.suppress(OSError):
                (GROUPS / "cgroup.procs").write_text(one)
        group.rmdir()
