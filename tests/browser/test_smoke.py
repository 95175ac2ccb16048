"""Every page opens, fits and is accessible, in light and dark."""

from urllib.parse import urlsplit
from urllib.request import ProxyHandler, build_opener

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import PageAt, Scheme, Server, axe, overflow, settle
from tutor.pages.shell import PLACES

WIDTHS = (1280, 390)
"""A desk and a telephone, in CSS pixels."""


def destinations(page: Page) -> list[str]:
    """The paths in the navigation, each once."""
    links = page.locator(".st-key-pages").get_by_role("link").all()
    paths = [urlsplit(link.get_attribute("href") or "").path for link in links]
    assert paths
    return list(dict.fromkeys(paths))


def test_home_greets_with_a_heading_and_leads_on(page_at: PageAt) -> None:
    page = page_at()
    expect(page.get_by_role("heading").first).to_be_visible()
    assert len(destinations(page)) >= 2


@pytest.mark.parametrize(("scheme", "width"), [("light", 390), ("dark", 1280)])
def test_every_page_fits_and_axe_finds_nothing(page_at: PageAt, scheme: Scheme, width: int) -> None:
    """Every page as it opens, in the dark those of the bar; the soak walks through the rest."""
    found: list[str] = []
    for place in (place for place in PLACES if place.named or scheme == "light"):
        page = page_at("" if place.path == "home" else place.path, scheme=scheme, width=width)
        found += [f"{place.path}: {violation}" for violation in axe(page)]
        for wide in WIDTHS:
            page.set_viewport_size({"width": wide, "height": 900})
            settle(page)
            if beyond := overflow(page):
                found.append(f"{place.path} at {wide}: {beyond} px too wide")
    assert not found, "\n".join(found)


def test_the_icon_comes_from_this_machine(server: Server) -> None:
    opener = build_opener(ProxyHandler({}))
    with opener.open(f"{server.url}/app/static/icon.svg") as answer:
        assert answer.headers.get_content_type() == "image/svg+xml"
        assert b"<svg" in answer.read()
