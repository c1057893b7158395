"""On a cluster: the same rows, though one worker is killed in mid-run."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from test_running import PLANTED, rows

from strandline.lab.engines import Ray
from strandline.lab.experiment import parse_experiment
from strandline.lab.faults import BadLab
from strandline.lab.running import Run, run

ray = pytest.importorskip("ray")


def parent_of(pid: int) -> int:
    """Say who began a process."""
    return int(Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])


def workers_of_ours() -> list[int]:
    """Find the workers of the cluster that this process began: children of its raylet."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and (entry / "cmdline").read_bytes().startswith(b"ray::play_on_cluster"):
                found += [int(entry.name)] if parent_of(parent_of(int(entry.name))) == os.getpid() else []
        except OSError:  # it has ended meanwhile
            continue
    return found


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_cluster_writes_the_same_bytes_though_a_worker_is_killed(tmp_path: Path) -> None:
    experiment = parse_experiment(PLANTED, "more.toml")
    run(experiment, tmp_path / "here", on="threads", workers=1)
    killed: list[int] = []

    def kill(_: object) -> None:
        if not killed and (found := workers_of_ours()):
            killed.append(found[0])
            os.kill(found[0], signal.SIGKILL)

    Run(experiment, tmp_path / "cluster", on="ray", workers=2, progress=kill).run()
    assert killed
    assert rows(tmp_path / "cluster") == rows(tmp_path / "here")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("address", [None, "127.0.0.1:6379"])
def test_only_a_cluster_that_is_named_is_joined(address: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray remembers clusters of this machine, even those that are gone, and would join one."""
    asked: list[dict[str, object]] = []

    def refuse(**settings: object) -> None:
        asked.append(settings)
        raise RuntimeError("enough")

    monkeypatch.setattr(ray, "init", refuse)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    if address is not None:
        monkeypatch.setenv("RAY_ADDRESS", address)
    with pytest.raises(BadLab, match="enough"):
        Ray(2)
    assert asked[0].get("address") == (None if address else "local")
    assert asked[0].get("num_cpus") == (None if address else 2)
