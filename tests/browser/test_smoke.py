"""Every page in the navigation opens, fits and is accessible, in light and dark."""

from urllib.parse import urlsplit
from urllib.request import ProxyHandler, build_opener

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import PageAt, Scheme, Server, axe, overflow, settle

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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_fits_and_axe_finds_nothing(page_at: PageAt, scheme: Scheme) -> None:
    found: list[str] = []
    for path in destinations(page_at(scheme=scheme)):
        page = page_at(path, scheme=scheme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            settle(page)
            where = f"{path} at {width}"
            if beyond := overflow(page):
                found.append(f"{where}: {beyond} px too wide")
            found += [f"{where}: {violation}" for violation in axe(page)]
    assert not found, "\n".join(found)


def test_the_icon_comes_from_this_machine(server: Server) -> None:
    opener = build_opener(ProxyHandler({}))
    with opener.open(f"{server.url}/app/static/icon.svg") as answer:
        assert answer.headers.get_content_type() == "image/svg+xml"
        assert b"<svg" in answer.read()
