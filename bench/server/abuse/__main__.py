"""Run all attacks, one after the other: `python -m bench.server.abuse`."""

from __future__ import annotations

import argparse
import os

from bench.server.abuse import (
    crowd,
    deaf,
    half_sent,
    hellos,
    hints,
    long_headers,
    long_logs,
    many_pictures,
    opinions,
    pictures,
    silent,
    tables,
    unwatched,
    uploads,
)
from bench.server.abuse.trial import HEAD, beside, line, no_attack, trial
from bench.server.servers import SOURCE, warm

ATTACKS = {
    "pictures": pictures.main,
    "many_pictures": many_pictures.main,
    "long_logs": long_logs.main,
    "hellos": hellos.main,
    "hints": hints.main,
    "opinions": opinions.main,
    "unwatched": unwatched.main,
    "half_sent": half_sent.main,
    "long_headers": long_headers.main,
    "uploads": uploads.main,
    "tables": tables.main,
    "deaf": deaf.main,
    "silent": silent.main,
    "crowd": crowd.main,
}


def main() -> None:
    """Read the command line, attack, report."""
    parser = argparse.ArgumentParser(prog="python -m bench.server.abuse", description=__doc__)
    parser.add_argument("attacks", nargs="*", choices=[[], *ATTACKS], default=[])
    parser.add_argument("--seconds", type=float, default=10, help="of each attack")
    parser.add_argument("--source", help="attack the server of another checkout: its folder src")
    wish = parser.parse_args()
    if wish.source:
        os.environ[SOURCE] = wish.source
    warm("high-tide-leiman", "maui")
    print(HEAD, flush=True)
    if not wish.attacks:
        print(line(trial("none", no_attack, wish.seconds, other=beside("maui", "tide"), waits_for="a Tide's answer")))
    for name in wish.attacks or ATTACKS:
        print(line(ATTACKS[name](wish.seconds)), flush=True)


if __name__ == "__main__":
    main()
