"""What a screen reader has to say of a page: Chromium's own accessibility tree, as lines.

A screen reader speaks when the focus moves and when a live region that was there before gets
other words; everything else is read when somebody goes there. `Listener` notes the first two
after every step, and on request all that a place of the page holds, in its order.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from playwright.sync_api import CDPSession, Page

from tests.browser.chromium import settle

_REGIONS = """
() => {
  const met = window.__met ??= new Map();
  const found = [];
  const within = (root) => {
    for (const one of root.querySelectorAll("*")) {
      if (one.shadowRoot) within(one.shadowRoot);
      if (one.matches("[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]"))
        found.push(one);
    }
  };
  within(document);
  const words = (one) => one.textContent.replace(/\\s+/g, " ").trim();
  const said = found.filter((one) => met.has(one) && met.get(one) !== words(one)).map(words);
  met.clear();
  for (const one of found) met.set(one, words(one));
  return said.filter(Boolean);
}
"""
"""Which live regions say something else than when they were last looked at; new ones are mute."""

_SILENT = frozenset({"InlineTextBox", "generic", "none", "paragraph", "LayoutTableCell"})
"""Nodes of the tree that nobody hears of: what is in them is read."""

_STATES = ("pressed", "checked", "expanded", "disabled", "level")


class Listener:
    """Hears one page, step by step."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._tools: CDPSession = page.context.new_cdp_session(page)
        self.lines: list[str] = []
        page.evaluate(_REGIONS)

    def after(self, step: str) -> None:
        """Note what is said once the page has come to rest after a *step*."""
        settle(self._page)
        self.lines += ["", f"# {step}"]
        nodes = self._tree()
        self.lines += [f"focus: {_words(node)}" for node in nodes if _focused(node)]
        self.lines += [f"says: {words}" for words in self._page.evaluate(_REGIONS)]

    def read(self, place: str) -> None:
        """Note all that the element at *place* holds, in the order in which it is read."""
        settle(self._page)
        document = self._tools.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        found = self._tools.send("DOM.querySelector", {"nodeId": document, "selector": place})
        told = self._tools.send("DOM.describeNode", {"nodeId": found["nodeId"]})["node"]
        nodes = {node["nodeId"]: node for node in self._tree()}
        top = next(
            node for node in nodes.values() if node.get("backendDOMNodeId") == told["backendNodeId"]
        )
        self.lines += [f"  {line}" for line in _within(top, nodes)]

    def _tree(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._tools.send("Accessibility.getFullAXTree")["nodes"]
        return found


def _within(top: Mapping[str, Any], nodes: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yield what is read of a node and of what is inside it, nothing twice."""
    if _role(top) == "paragraph" and (pieces := _pieces(top, nodes)):
        yield re.sub(r"\s+", " ", "".join(pieces)).strip()
        return
    words = _words(top)
    role = _role(top)
    if not top.get("ignored") and words and role not in _SILENT:
        yield words
        if role in {"button", "link", "heading", "image", "img"}:
            return  # its name is what is inside it
    for child in top.get("childIds", ()):
        if child in nodes:
            yield from _within(nodes[child], nodes)


def _pieces(top: Mapping[str, Any], nodes: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return the text in a node, piece by piece, if there is nothing but text in it."""
    found: list[str] = []
    for child in (nodes[one] for one in top.get("childIds", ()) if one in nodes):
        if _role(child) == "StaticText":
            found.append(str(child["name"]["value"]))
        elif _role(child) in {"generic", "none", "strong", "emphasis"} and not _words(child):
            found += _pieces(child, nodes)
        else:
            return []
    return found


def _role(node: Mapping[str, Any]) -> str:
    return str(node.get("role", {}).get("value", ""))


def _focused(node: Mapping[str, Any]) -> bool:
    return _role(node) != "RootWebArea" and any(
        one["name"] == "focused" and one["value"].get("value") for one in node.get("properties", ())
    )


def _words(node: Mapping[str, Any]) -> str:
    """Return a node's role, name and states, as far as it has a name."""
    name = re.sub(r"\s+", " ", str(node.get("name", {}).get("value", ""))).strip()
    role = _role(node)
    if role == "StaticText":
        return name
    states = {
        one["name"]: one["value"].get("value")
        for one in node.get("properties", ())
        if one["name"] in _STATES
    }
    said = [
        name if value is True else f"{name} {value}"
        for name, value in states.items()
        if value not in (False, "false", None)
    ]
    if not name and role not in {"list", "listitem", "group", "dialog"}:
        return ""
    return " ".join(filter(None, (role, f"“{name}”" if name else "", *said)))
