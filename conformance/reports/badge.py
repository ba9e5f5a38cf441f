"""The badge: the verdict in a few words, as an SVG image of its own."""

from html import escape

from conformance.reports.record import Record
from conformance.reports.summary import COLOURS, verdict_words

FILLS = {"green": "#2a7f3b", "yellow": "#8a6100", "red": "#b3261e"}
"""Dark enough for white letters on them to be read."""
LETTER, NARROW, MARGIN, HEIGHT = 7.2, 4.2, 8, 20
"""About how wide letters are, in pixels; the text is then stretched a little to fit."""


def badge(record: Record) -> str:
    """Draw the badge."""
    left, right = f"planspec {record.header.edition}", verdict_words(record)
    widths = [width_of(left), width_of(right)]
    split, whole = widths[0] + 2 * MARGIN, sum(widths) + 4 * MARGIN
    fill = FILLS[COLOURS[record.footer.verdict]]
    label = escape(f"{left}: {right}")
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{HEIGHT}" role="img" \
aria-label="{label}">
  <title>{label}</title>
  <clipPath id="rounded"><rect width="{whole}" height="{HEIGHT}" rx="3"/></clipPath>
  <g clip-path="url(#rounded)">
    <rect width="{split}" height="{HEIGHT}" fill="#444"/>
    <rect x="{split}" width="{whole - split}" height="{HEIGHT}" fill="{fill}"/>
  </g>
  <g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">
    <text x="{MARGIN}" y="14" textLength="{widths[0]}">{escape(left)}</text>
    <text x="{split + MARGIN}" y="14" textLength="{widths[1]}">{escape(right)}</text>
  </g>
</svg>
"""


def width_of(text: str) -> int:
    """Estimate how wide a text is."""
    return round(sum(NARROW if letter in " .,/fijlrt" else LETTER for letter in text))
