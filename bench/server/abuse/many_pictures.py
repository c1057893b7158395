"""Pictures of ever other positions, a hundred and fifty at once: `python -m bench.server.abuse.many_pictures`."""

from __future__ import annotations

from functools import partial

from bench.server.abuse.pictures import attack
from bench.server.abuse.trial import HEAD, Figures, line, trial

AT_ONCE = 150


def main(seconds: float = 10) -> Figures:
    """Attack and measure."""
    return trial("150 pictures at once", partial(attack, at_once=AT_ONCE), seconds)


if __name__ == "__main__":
    print(HEAD, line(main()), sep="\n")
