"""SVG pictures that run, fetch, or never end."""

from __future__ import annotations

from itertools import pairwise

from dens import Attack, svg
from plants import art

ENTITY = '<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
UTF_16 = '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE svg [<!ENTITY e "x">]>'
LAUGHS = "".join(f"<!ENTITY {b} '{f'&{a};' * 10}'>" for a, b in pairwise("abcdefghi"))
XLINK = 'xmlns:x="http://www.w3.org/1999/xlink"'
INCLUDE = 'xmlns:x="http://www.w3.org/2001/XInclude" href="/etc/passwd" parse="text"'
SHEET = '<?xml-stylesheet href="http://127.0.0.1:9/x.css"?>'
USES = "".join(
    f'<g id="g{n}"><use href="#g{n - 1}"/><use href="#g{n - 1}"/></g>' for n in range(1, 60)
)


def rectangle(attributes: str) -> bytes:
    return svg(f'<rect width="9" height="9" {attributes}/>')


# What is drawn, and a word of why it isn't; none where any will do.
REFUSED = {
    "a script": (svg("<script>alert(1)</script>"), "scripts"),
    "a handler": (rectangle('onload="x()"'), "scripts"),
    "an entity": (svg("&e;", ENTITY), "entities"),
    "a billion laughs": (svg("&i;", f"<!DOCTYPE svg [<!ENTITY a 'ha'>{LAUGHS}]>"), "entities"),
    "an entity in UTF-16": (svg("&e;", UTF_16).decode().encode("utf-16"), "entities"),
    "another file": (svg('<image href="file:///etc/passwd" width="9" height="9"/>'), "refers"),
    "another file by xlink": (svg(f'<use {XLINK} x:href="http://127.0.0.1:9/x.svg#a"/>'), "refers"),
    "data": (svg('<image href="data:image/png;base64,AAAA" width="9" height="9"/>'), "refers"),
    "a style that fetches": (
        svg('<style>@import "http://127.0.0.1:9/x.css";</style><rect width="9" height="9"/>'),
        "style sheet",
    ),
    "a fill that fetches": (rectangle('style="fill:url(http://127.0.0.1:9/x)"'), "refers"),
    "an include": (svg(f"<x:include {INCLUDE}/>"), "refers"),
    "a foreign object": (svg("<foreignObject><b>x</b></foreignObject>"), "can't be drawn"),
    "uses of uses": (svg(USES), "can't be drawn"),
    "groups in groups": (svg("<g>" * 100_000 + "</g>" * 100_000), "nested"),
    "a transform without end": (rectangle(f'transform="{"a" * 900_000}"'), "transform"),
    "transforms never closed": (rectangle(f'transform="{"scale(" * 150_000}"'), "transform"),
    "shapes without end": (svg('<rect width="1" height="1"/>' * 60_000), "shapes"),
    "a path without end": (svg(f'<path d="M0 0{"h1" * 900_000}"/>'), ""),
    "arcs without end": (svg(f'<path d="M0 0{"a9 9 0 1 1 9 9" * 120_000}"/>'), ""),
    "numbers beyond all": (svg('<rect width="1e999" height="9"/>'), ""),
    "a point far away": (
        svg('<rect x="1e300" width="1e300" height="1e300" transform="scale(1e300)"/>'),
        "",
    ),
}
DRAWN = {"a stylesheet by instruction": svg('<rect width="9" height="9"/>', SHEET)}

SVGS = [
    *(Attack(f"svg: {name}", art("jab.svg", data), 1, (says,))
      for name, (data, says) in REFUSED.items()),
    *(Attack(f"svg: {name}", art("jab.svg", data), 0) for name, data in DRAWN.items()),
]  # fmt: skip
