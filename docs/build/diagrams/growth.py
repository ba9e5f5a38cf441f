"""The curves of growth as SVG: how the time of each command grows with what it works on."""

from collections.abc import Sequence
from html import escape
from math import log10
from typing import Any, NamedTuple

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 60, 250, 20, 40
LABELLED = 8
LINE = 15
"""How far apart labels are at least."""


class Scale(NamedTuple):
    """The seconds at the lower and the upper edge, and those that have a line between them."""

    least: float
    most: float
    marks: Sequence[float]


PROCESSES = Scale(0.05, 20.0, (0.1, 1.0, 10.0))
"""For whole processes."""


class Curve(NamedTuple):
    """The seconds that a command takes for each size, and what the sizes are of."""

    command: str
    size: str
    seconds: Sequence[float]

    @property
    def factor(self) -> float:
        """How many times as long the largest size takes as the one before it."""
        return self.seconds[-1] / self.seconds[-2]


def curves_of(result: dict[str, Any]) -> list[Curve]:
    """Return all curves of a measurement, the slowest first."""
    curves = [Curve(each["command"], each["size"], each["seconds"]) for each in result["curves"]]
    return sorted(curves, key=lambda curve: -curve.seconds[-1])


def slowest(curves: Sequence[Curve]) -> list[Curve]:
    """Return the slowest curve of each command; the curves are sorted."""
    first: dict[str, Curve] = {}
    for curve in curves:
        first.setdefault(curve.command, curve)
    return list(first.values())


def growth_svg(sizes: Sequence[int], curves: Sequence[Curve], scale: Scale = PROCESSES) -> str:
    """Return a chart with logarithmic axes, the first curves labelled.

    It takes its colour from the text around it.
    """
    lines = [*_axes(sizes, scale), _linear(sizes, scale)]
    at = 0.0
    for number, curve in enumerate(curves):
        is_labelled = number < LABELLED
        points = [
            _point(size, seconds, sizes, scale)
            for size, seconds in zip(sizes, curve.seconds, strict=False)
        ]
        lines.append(_line(points, f"{curve.command}: {curve.size}", 0.9 if is_labelled else 0.25))
        if is_labelled:
            right, high = points[-1]
            at = max(high + 4, at + LINE)
            lines.append(_text(right + 8, at, curve.command))
    view = f'viewBox="0 0 {WIDTH} {HEIGHT}" font-size="12" font-family="sans-serif"'
    title = "CPU seconds of each command by the size of what it works on"
    body = "\n".join(lines)
    return f'<svg role="img" aria-label="{title}" {view} width="100%">\n{body}\n</svg>'


def _line(points: Sequence[tuple[float, float]], name: str, opacity: float) -> str:
    path = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
    return (
        f'<polyline points="{path}" fill="none" stroke="currentColor" stroke-opacity="{opacity}">'
        f"<title>{escape(name)}</title></polyline>"
    )


def _axes(sizes: Sequence[int], scale: Scale) -> list[str]:
    """Return a grid with a line for each size and some seconds."""
    found = []
    for size in sizes:
        x, low = _point(size, scale.least, sizes, scale)
        found += [_rule(x, TOP, x, low), _text(x, HEIGHT - 18, f"{size:,}", "middle")]
    for seconds in scale.marks:
        left, y = _point(sizes[0], seconds, sizes, scale)
        right, _ = _point(sizes[-1], seconds, sizes, scale)
        text = f"{seconds:g} s" if seconds >= 0.1 else f"{seconds * 1000:g} ms"
        found += [_rule(left, y, right, y), _text(left - 8, y + 4, text, "end")]
    return found


def _linear(sizes: Sequence[int], scale: Scale) -> str:
    """Return a dashed line along which time grows in proportion to the size."""
    last = scale.most
    first = last * sizes[1] / sizes[-1]
    left, low = _point(sizes[1], first, sizes, scale)
    right, high = _point(sizes[-1], last, sizes, scale)
    return (
        f'<line x1="{left:.0f}" y1="{low:.0f}" x2="{right:.0f}" y2="{high:.0f}" '
        'stroke="currentColor" stroke-dasharray="6 4"><title>linear growth</title></line>'
    )


def _point(size: int, seconds: float, sizes: Sequence[int], scale: Scale) -> tuple[float, float]:
    across = log10(size / sizes[0]) / log10(sizes[-1] / sizes[0])
    up = log10(max(seconds, scale.least) / scale.least) / log10(scale.most / scale.least)
    x = LEFT + across * (WIDTH - LEFT - RIGHT)
    return x, HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM)


def _rule(left: float, high: float, right: float, low: float) -> str:
    return (
        f'<line x1="{left:.0f}" y1="{high:.0f}" x2="{right:.0f}" y2="{low:.0f}" '
        'stroke="currentColor" stroke-opacity="0.15"/>'
    )


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    found = f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="currentColor">'
    return f"{found}{escape(text)}</text>"
