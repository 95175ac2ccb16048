"""Charts of counted figures as Vega-Lite specifications: plain data, for Streamlit to draw."""

import json
from collections.abc import Mapping, Sequence
from html import escape
from textwrap import wrap
from typing import Any

from tutor.figures.words import Chart
from tutor.frontend import Scheme, colours

_SEEN = colours(Scheme.LIGHT)
SERIES = tuple(_SEEN[f"series-{number}"] for number in (1, 2, 3))
"""Green, amber and blue, each at least 3 to 1 against the page in light and in dark."""

_DASHES = ([1, 0], [7, 4])
_LETTERS = 16
"""Pixels, as everything that is read here."""
_WIDE = 16
"""Latin letters to a line of a label; of Japanese ones half as many."""
_LINE = 20
"""Pixels from one line of a label to the next."""
_MUTE = {"aria": False}
"""Vega tells axes and titles in English; every figure is in the words of the whole chart."""
_AXES = {"labelFontSize": _LETTERS, "titleFontSize": _LETTERS} | _MUTE
_TITLE = _MUTE | {"anchor": "start", "fontSize": _LETTERS}


def draw_chart(chart: Chart) -> dict[str, Any]:
    """Draw lines where the labels are numbered, else bars."""
    return _lines(chart) if _numbered(chart) else _bars(chart)


def stacked(
    labels: Sequence[str], counts: Mapping[str, Sequence[int]], title: str
) -> dict[str, Any]:
    """Lay one bar for each label, made of what was counted of each sort; `key_of` names the sorts.

    *counts* says by sort, parallel to *labels*, how many there are.
    """
    rows = [
        {"label": label, "sort": sort, "count": count, "order": place}
        for place, (sort, numbers) in enumerate(counts.items())
        for label, count in zip(labels, numbers, strict=True)
    ]
    return {
        "data": {"values": rows},
        "config": {"axis": _AXES},
        "height": {"step": 26},
        "title": _TITLE | {"text": title, "fontWeight": "normal"},
        "mark": {"type": "bar", "aria": False},
        "encoding": {
            "y": _channel("label", "nominal", sort=list(labels)),
            "x": _channel("count", "quantitative", axis={"tickMinStep": 1, "tickCount": 5}),
            "color": _colour("sort", tuple(counts)),
            "order": {"field": "order"},
        },
    }


def key(chart: Chart) -> str:
    """Name the series, if several, by their colours, as HTML; Vega's own is cut off on a phone."""
    if len(chart.series) < 2:
        return ""
    return key_of(chart.series, "line" if _numbered(chart) else "bar")


def key_of(names: Sequence[str], shape: str = "bar") -> str:
    """Name series, or the sorts of which `stacked` bars are made, beside their colours, as HTML."""
    entries = "".join(
        f'<li><i class="{shape} {shape}-{number}" style="border-color: {colour}"></i>'
        f" {escape(name)}</li>"
        for number, (name, colour) in enumerate(zip(names, SERIES, strict=False), start=1)
    )
    return f'<ul class="chart-key" aria-hidden="true">{entries}</ul>'


def _numbered(chart: Chart) -> bool:
    return all(label.isdigit() for label in chart.labels)


def _bars(chart: Chart) -> dict[str, Any]:
    """Lay bars, label by label, series below each other; whiskers reach one standard error."""
    several = len(chart.series)
    tall = max(len(_folded(label)) for label in chart.labels) * _LINE
    folded = json.dumps({label: _folded(label) for label in chart.labels})
    labels = {"labelExpr": f"({folded})[datum.label]", "labelLimit": 200}
    order = {"type": "nominal", "sort": list(chart.series)}
    upright = _channel("label", "nominal", sort=list(chart.labels), axis=labels)
    along = {"type": "quantitative", "title": chart.along, "axis": {"tickCount": 6}}
    coloured = {"color": _colour("series", chart.series), "tooltip": _tooltip(chart)}
    whisker = {"type": "rule", "aria": False, "strokeWidth": 2, "color": _SEEN["whisker"]}
    return {
        **_common(chart),
        "height": {"step": max(24, tall // several) if several > 1 else max(40, tall)},
        "encoding": {
            "y": upright,
            **({"yOffset": {"field": "series", **order}} if several > 1 else {}),
        },
        "layer": [
            {
                "mark": {"type": "bar", "aria": False},
                "encoding": {"x": {"field": "value", **along}, **coloured},
            },
            {
                "mark": whisker,
                "transform": [{"filter": "datum.error > 0"}],
                "encoding": {"x": {"field": "low", **along}, "x2": {"field": "high"}},
            },
        ],
    }


def _lines(chart: Chart) -> dict[str, Any]:
    """Draw a line for each series over the labels; they differ in their dashes too."""
    look = {"axis": {"labelAngle": 0}, "scale": {"padding": 1}}
    across = _channel("label", "ordinal", chart.across, sort=list(chart.labels), **look)
    dashes = {"domain": list(chart.series), "range": list(_DASHES[: len(chart.series)])}
    return {
        **_common(chart),
        "height": 320,
        "title": _TITLE | {"text": chart.along},
        "mark": {"type": "line", "aria": False, "strokeWidth": 3},
        "encoding": {
            "x": across,
            "y": _channel("value", "quantitative", axis={"tickCount": 5}),
            "color": _colour("series", chart.series),
            "strokeDash": {"field": "series", "type": "nominal", "scale": dashes, "legend": None},
            "tooltip": _tooltip(chart),
        },
    }


def _common(chart: Chart) -> dict[str, Any]:
    values = [
        {
            "label": bar.label,
            "series": bar.series,
            "value": bar.value,
            "error": bar.error,
            "low": bar.value - bar.error,
            "high": bar.value + bar.error,
        }
        for bar in chart.bars
    ]
    # On the narrowest telephone neither a title, which ends where its axis does, nor half of
    # the last figure below it is cut off.
    return {
        "data": {"values": values},
        "padding": {"left": 5, "top": 5, "right": 14, "bottom": 5},
        "config": {"axis": _AXES, "axisX": {"titleAnchor": "end"}},
    }


def _channel(field: str, type_: str, title: str | None = None, **more: object) -> dict[str, Any]:
    return {"field": field, "type": type_, "title": title, **more}


def _colour(field: str, names: Sequence[str]) -> dict[str, Any]:
    colours = {"domain": list(names), "range": list(SERIES[: len(names)])}
    return {"field": field, "type": "nominal", "legend": None, "scale": colours}


def _folded(label: str) -> Sequence[str]:
    """Break a label between words, or where there are none, as in Japanese, after so many."""
    if " " in label:
        return wrap(label, _WIDE)
    half = _WIDE // 2
    return [label[start : start + half] for start in range(0, len(label), half)]


def _tooltip(chart: Chart) -> list[dict[str, str]]:
    return [
        {"field": "label", "title": chart.across},
        {"field": "series", "title": " "},
        {"field": "value", "title": chart.along, "format": ".2f"},
    ]
