"""Nothing is compiled yet: how long until Tide plays its first move at full strength? `python -m bench.first_start`.

The terminal and the server wait for the same: the background compiles, and a process of its own thinks. Each game is
chosen once with an empty cache, alone as `strand play` compiles it, and as the table first opened of `strand serve`,
which compiles all of them. `cpu` are the CPU seconds of all of it, which say more on a busy machine.

`--cpu` tells more of them: each game is compiled alone, and what counts is what somebody waits for, the process that
compiles until Tide is at full strength; beside it a second one may compile the solver.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

from strandline.games import GAMES

POLL_SECONDS = 0.1


def child(chosen: str, games: list[str]) -> dict[str, float]:
    """Compile these games with an empty cache, one of them first; when is what done?"""
    from strandline import api
    from strandline.cli.thinking import Thinking
    from strandline.engine.chance import seeded
    from strandline.warm import Background, is_strong, is_warm

    began = time.perf_counter()
    background, match = Background(games), api.new(chosen, seed=1)
    background.first(chosen)
    thinking = Thinking(match.game, cold=True)
    while not thinking.warmed():
        background.advance()
        time.sleep(POLL_SECONDS)
    found = {"strong": time.perf_counter() - began}
    thinking.choose("tide", match.view(match.turn), seeded(1))
    found["first move"] = time.perf_counter() - began
    thinking.close()
    while background.running:
        if "all strong" not in found and all(is_strong(api.game(slug).folder) for slug in games):
            found["all strong"] = time.perf_counter() - began
        background.advance()
        time.sleep(POLL_SECONDS)
    found.setdefault("all strong", time.perf_counter() - began)
    if not all(is_warm(api.game(slug).folder) for slug in games):
        sys.exit("A game did not compile: strand warm says why.")
    cpu = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    return {**found, "all compiled": time.perf_counter() - began, "cpu": cpu}


def compiling(slug: str) -> dict[str, float]:
    """Compile a game in this process; how many CPU seconds does what take?"""
    from strandline import api, warm

    game = api.game(slug)
    with warm.no_collection():
        warm.warm_thinking(game)
        beside = resource.getrusage(resource.RUSAGE_CHILDREN)
        found = {"strong": time.process_time(), "beside": beside.ru_utime + beside.ru_stime}
        warm.warm_rest(game)
    return {**found, "everything": time.process_time() + found["beside"]}


def measure(option: str, slugs: list[str], mode: str = "python") -> dict[str, float]:
    """Start in a process of its own, with an empty cache and uncompiled rules, as a new user does."""
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run(
            [sys.executable, "-m", "bench.first_start", option, *slugs],
            env={**os.environ, "STRANDLINE_CACHE": cache, "STRANDLINE_RULES": mode},
            stdout=subprocess.PIPE,
            check=True,
        )
    return dict(json.loads(done.stdout))


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.first_start", description=__doc__)
    parser.add_argument("games", nargs="*", help="which are chosen; all, unless some are named")
    parser.add_argument("--alone", action="store_true", help="only as strand play compiles them")
    parser.add_argument("--cpu", action="store_true", help="only the CPU seconds of compiling each game")
    parser.add_argument("--child", metavar="GAME", help=argparse.SUPPRESS)
    parser.add_argument("--compiling", metavar="GAME", help=argparse.SUPPRESS)
    wish = parser.parse_args()
    if wish.compiling:
        print(json.dumps(compiling(wish.compiling)))
        return
    if wish.child:
        print(json.dumps(child(wish.child, wish.games)))
        return
    unknown = [slug for slug in wish.games if slug not in GAMES]
    if unknown:
        parser.error(f"there is no game {unknown[0]}; choose from {', '.join(GAMES)}")
    for chosen in wish.games or GAMES:
        if wish.cpu:
            found = measure("--compiling", [chosen], "compiled")
            told = ", ".join(f"{what} {value:.1f} s" for what, value in found.items())
            print(f"{chosen}, CPU: {told}", flush=True)
            continue
        for door, games in (("strand play", [chosen]), ("strand serve", list(GAMES))):
            if door == "strand serve" and wish.alone:
                continue
            found = measure("--child", [chosen, *games])
            told = ", ".join(f"{what} {value:.0f} s" for what, value in found.items())
            print(f"{chosen}, {door}: {told}", flush=True)


if __name__ == "__main__":
    main()
