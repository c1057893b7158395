"""The score board: markers on their tracks, and towel tokens on the frames."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from strandline.engine.elements import piece, target
from strandline.games.maui.components import FRAMES
from strandline.games.maui.notation.names import SEAT_NAMES, TOKENS
from strandline.games.maui.rules.tables import FRAME_STEP, FRAME_TRACK, PATTERNS, POINTS, Move
from strandline.games.maui.words.names import weave_in_words

from .shapes import rect, shape
from .towels import towel_token

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State

    from .layout import Layout


def tracks(layout: Layout, state: State, texts: Texts, last: int) -> dict[str, str]:
    """Draw the markers on their tracks, and the tokens on the frames."""
    markers = zip(*state.marker.tolist()[: state.seats], strict=True)
    left = dict(zip(FRAME_TRACK.tolist(), state.frame.tolist(), strict=True))
    return {
        f"track {PATTERNS[track]}": track_part(
            layout, track, steps, left.get(track, 0), last - Move.STEP == track, texts
        )
        for track, steps in enumerate(markers)
    }


@lru_cache(maxsize=5000)
def track_part(layout: Layout, track: int, steps: tuple[int, ...], left: int, moved: bool, texts: Texts) -> str:
    """Draw what stands and lies on a track."""
    name = PATTERNS[track]
    markers = [
        piece(
            f"marker.{SEAT_NAMES[seat]}.{name}",
            shape(f"seat-{seat}", f"seat-{seat}", *layout.marker_place(track, seat, step)),
        )
        for seat, step in enumerate(steps)
    ]
    halo = rect("halo slim", layout.track_box(track), 1, rx=8)
    spoken = track_in_words(track, steps, left, texts)
    tokens = frame_tokens(layout, track, left)
    return target(f"track.{name}", spoken, *tokens, *markers, halo, class_="last" if moved else "")


def frame_tokens(layout: Layout, track: int, left: int) -> list[str]:
    """Draw the towel tokens that lie on the ornate frame of a track."""
    drawn = []
    for token in range(FRAMES):
        if FRAME_TRACK[token] == track:
            places = [layout.frame_place(track, int(FRAME_STEP[token]), k, left) for k in range(left)]
            keys = [f"frame.{TOKENS[token]}.{k}" for k in range(left)]
            drawn += [piece(key, towel_token(token, *place)) for key, place in zip(keys, places, strict=True)]
    return drawn


def track_in_words(track: int, steps: tuple[int, ...], left: int, texts: Texts) -> str:
    """Say who has how many points on a track, and what lies on its frame."""
    markers = ", ".join(
        texts.say("draw.marker", seat=texts.seat(seat), points=int(POINTS[step])) for seat, step in enumerate(steps)
    )
    key = "draw.track_frame" if track in FRAME_TRACK.tolist() else "draw.track"
    return texts.say(key, pattern=weave_in_words(track, texts), markers=markers, left=left)
