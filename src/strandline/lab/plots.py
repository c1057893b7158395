"""Plots as SVG, drawn by us: intervals and distributions; colours by class, and never colour alone."""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WIDTH, LETTER, ROW, TOP, BOTTOM, MARGIN = 720, 7.2, 26, 14, 34, 26
HEIGHT, BINS = 220, 40
SIGNS = ("circle", "square", "triangle", "diamond", "cross", "ring")
STYLE = (Path(__file__).parent / "page" / "plots.css").read_text(encoding="utf-8")


class Point(NamedTuple):
    """A row of a plot of intervals: a value, its interval, and the interval with luck taken out."""

    group: str
    label: str
    value: float
    low: float
    high: float
    arm: int  # chooses colour and sign
    narrow: tuple[float, float, float] | None = None


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Choose round numbers between two bounds."""
    if high <= low:
        return [low]
    rough = (high - low) / most
    power = 10.0 ** floor(log10(rough))
    step: float = next((size * power for size in (1, 2, 5) if size * power >= rough), 10 * power)
    return [step * number for number in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def intervals(points: Sequence[Point], title: str, write: Callable[[float], str], even: float | None = None) -> str:
    """Draw values with their intervals, a row for each; groups have a band behind every other one."""
    bounds = [bound for point in points for bound in (point.low, point.high, *(point.narrow or ()))]
    bounds += [even] if even is not None else []
    low, high = min(bounds), max(bounds)
    room = (high - low or abs(high) or 1) * 0.06
    low, high = low - room, high + room
    left = min(34 + LETTER * max(len(point.label) for point in points), WIDTH / 2)

    def scale(value: float) -> float:
        return float(left + (WIDTH - left - MARGIN) * (value - low) / (high - low))

    bottom = TOP + ROW * len(points)
    parts = bands(points) + [
        f'<line class="grid" x1="{scale(tick):.1f}" x2="{scale(tick):.1f}" y1="{TOP}" y2="{bottom}"/>'
        f'<text class="axis" x="{scale(tick):.1f}" y="{bottom + 18}" text-anchor="middle">{escape(write(tick))}</text>'
        for tick in ticks(low, high)
    ]
    if even is not None:
        parts.append(f'<line class="even" x1="{scale(even):.1f}" x2="{scale(even):.1f}" y1="{TOP}" y2="{bottom}"/>')
    for number, point in enumerate(points):
        parts.append(drawn_row(point, left, TOP + ROW * number + ROW / 2, scale))
    return framed("".join(parts), title, bottom + BOTTOM)


def bands(points: Sequence[Point]) -> list[str]:
    """Draw a band behind every other group, so that the eye finds what belongs together."""
    groups = list(dict.fromkeys(point.group for point in points))
    return [
        f'<rect class="band" x="0" y="{TOP + ROW * number}" width="{WIDTH}" height="{ROW}"/>'
        for number, point in enumerate(points)
        if groups.index(point.group) % 2
    ]


def drawn_row(point: Point, left: float, y: float, scale: Callable[[float], float]) -> str:
    """Draw one value: label, interval, sign; what luck leaves as a broad band behind it."""
    kind = f"a{point.arm % 6}"
    told = f'<text x="{left - 14:.0f}" y="{y + 4.5:.1f}" text-anchor="end">{escape(point.label)}</text>'
    behind = ""
    if point.narrow is not None:
        _, low, high = point.narrow
        behind = f'<line class="thin {kind}" x1="{scale(low):.1f}" x2="{scale(high):.1f}" y1="{y}" y2="{y}"/>'
    bar = f'<line class="line {kind}" x1="{scale(point.low):.1f}" x2="{scale(point.high):.1f}" y1="{y}" y2="{y}"/>'
    return told + behind + bar + sign(point.arm, scale(point.value), y)


def sign(arm: int, x: float, y: float) -> str:
    """Draw the sign of an arm: each has a shape of its own."""
    kind, shape = f"of a{arm % 6}", SIGNS[arm % len(SIGNS)]
    if shape == "circle":
        return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="5.5"/>'
    if shape == "ring":
        return f'<circle class="line a{arm % 6}" style="fill:none" cx="{x:.1f}" cy="{y:.1f}" r="5"/>'
    if shape == "square":
        return f'<rect class="{kind}" x="{x - 5:.1f}" y="{y - 5:.1f}" width="10" height="10"/>'
    corners = {
        "triangle": ((0, -6.5), (6.2, 5), (-6.2, 5)),
        "diamond": ((0, -7), (7, 0), (0, 7), (-7, 0)),
        "cross": (
            (-2, -6),
            (2, -6),
            (2, -2),
            (6, -2),
            (6, 2),
            (2, 2),
            (2, 6),
            (-2, 6),
            (-2, 2),
            (-6, 2),
            (-6, -2),
            (-2, -2),
        ),
    }[shape]
    outline = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    return f'<polygon class="{kind}" points="{outline}"/>'


def distributions(arms: Sequence[tuple[str, Any]], title: str, write: Callable[[float], str], axis: str) -> str:
    """Draw how often every value comes up, arm behind arm, each with an outline of its own."""
    low, high = (float(bound) for bound in np.quantile(np.concatenate([values for _, values in arms]), [0.001, 0.999]))
    whole = all(np.all(values == np.round(values)) for _, values in arms)
    width = max(ceil((high - low + 1) / BINS), 1) if whole else ((high - low) / BINS or 1)
    count = int((high - low) / width) + 1
    edges = (low - 0.5 if whole else low) + width * np.arange(count + 1)
    heights = [np.histogram(values, edges)[0] / len(values) for _, values in arms]
    tallest = max(float(height.max()) for height in heights) or 1.0
    left, right, bottom = 52, WIDTH - MARGIN, TOP + HEIGHT

    def across(value: float) -> float:
        return left + (right - left) * (value - float(edges[0])) / float(edges[-1] - edges[0])

    def up(share: float) -> float:
        return bottom - HEIGHT * share / tallest

    parts = []
    for share in ticks(0, tallest, 4):
        label = f"{100 * share:.3g} %"
        parts.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{up(share):.1f}" y2="{up(share):.1f}"/>')
        parts.append(f'<text class="axis" x="{left - 6}" y="{up(share) + 4:.1f}" text-anchor="end">{label}</text>')
    for tick in ticks(float(edges[0]), float(edges[-1])):
        place = f'x="{across(tick):.1f}" y="{bottom + 18}" text-anchor="middle"'
        parts.append(f'<text class="axis" {place}>{escape(write(tick))}</text>')
    for number, height in enumerate(heights):
        parts.append(outline(number, height, edges, across, up))
    for number, (label, _) in enumerate(arms):
        y = TOP + 12 + 20 * number
        parts.append(sign(number, right - 190, y) + f'<text x="{right - 178}" y="{y + 4.5}">{escape(label)}</text>')
    return framed("".join(parts), f"{title} ({axis})", bottom + BOTTOM)


def outline(
    number: int, heights: Any, edges: Any, across: Callable[[float], float], up: Callable[[float], float]
) -> str:
    """Draw one distribution as steps, its arm's sign on the highest."""
    corners = [(across(float(edges[0])), up(0))]
    for at, height in enumerate(heights):
        corners += [(across(float(edges[at])), up(float(height))), (across(float(edges[at + 1])), up(float(height)))]
    corners.append((across(float(edges[-1])), up(0)))
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    top = int(np.argmax(heights))
    middle = across(float(edges[top] + edges[top + 1]) / 2)
    body = f'<polygon class="bar of a{number % 6}" points="{path}"/>'
    edge = f'<polyline class="line a{number % 6}" style="fill:none" points="{path}"/>'
    return body + edge + sign(number, middle, up(float(heights[top])))


def framed(inside: str, title: str, height: float) -> str:
    """Put a drawing into a frame with its name, and with its colours where it stands alone."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 {WIDTH} {height:.0f}" role="img"'
    return f'{head} aria-label="{escape(title)}"><title>{escape(title)}</title>{inside}</svg>'


def alone(drawing: str) -> str:
    """Give a plot as a file of its own: with its colours, on paper or at night."""
    paper = "<style>svg { background: #fbf6ea } @media (prefers-color-scheme: dark) { svg { background: #0f2530 } }"
    return drawing.replace("</title>", f"</title>{paper}{STYLE}</style>", 1) + "\n"
