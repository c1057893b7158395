"""Experiments: is it fair, and does it matter? Arms on paired seeds, measured, compared, told with their intervals."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from strandline.lab.comparing import compare
    from strandline.lab.experiment import parse_experiment, read_experiment
    from strandline.lab.reporting import report
    from strandline.lab.running import findings, load, run

_HOMES = {
    "comparing": ("compare",),
    "experiment": ("parse_experiment", "read_experiment"),
    "reporting": ("report",),
    "running": ("findings", "load", "run"),
}

__all__ = ["compare", "findings", "load", "parse_experiment", "read_experiment", "report", "run"]


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"strandline.lab.{home}"), name)
    raise AttributeError(f"module 'strandline.lab' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
