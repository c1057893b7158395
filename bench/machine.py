"""What the numbers were measured on."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bench.twin import compiler
from bench.worker import usable_cores

import strandline

PACKAGES = ("numpy", "numba", "llvmlite", "open-spiel", "pgx", "jax")


def facts() -> dict[str, str | int | float | None]:
    """Describe the machine and the versions."""
    return {
        "processor": processor(),
        "cores": usable_cores(),
        "load before": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "system": platform.system(),
        "Python": platform.python_version(),
        "C compiler": compiler(),
        "strandline": strandline.__version__,
        **{package: installed(package) for package in PACKAGES},
    }


def processor() -> str:
    """Name the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def installed(package: str) -> str | None:
    """Which version of a package is installed, if any?"""
    try:
        return version(package)
    except PackageNotFoundError:
        return None
