"""A tab that is lent again knows nothing of whoever had it."""

from playwright.sync_api import WebSocketRoute

from tests.browser.chromium import PageAt
from tests.browser.visits import Strangers, Visits

REMEMBER = """async () => {
  localStorage.setItem('who', 'Ann');
  sessionStorage.setItem('who', 'Ann');
  document.cookie = 'who=Ann; max-age=999';
  await new Promise(done => { indexedDB.open('who').onsuccess = done; });
}"""
RECALL = """async () => [localStorage.who, sessionStorage.who, document.cookie.includes('who'),
  (await indexedDB.databases()).length]"""


def test_the_next_learner_is_a_stranger(strangers: Strangers) -> None:
    first = Visits(strangers)
    page = first("learn")
    page.evaluate(REMEMBER)
    assert page.evaluate(RECALL) == ["Ann", "Ann", True, 1]
    known = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    assert len(known) > 1, "the tutor's own cookie too"
    first.close()
    assert page.context.cookies() == []

    second = Visits(strangers)
    assert second("learn") is page
    assert page.evaluate(RECALL) == [None, None, False, 0]
    met = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    assert met
    assert all(met[name] != known[name] for name in met)
    second.close()


def test_a_tab_with_something_before_the_server_is_not_lent_again(strangers: Strangers) -> None:
    first, second = Visits(strangers), Visits(strangers)

    def pass_on(way: WebSocketRoute) -> None:
        way.connect_to_server()

    routed, plain = first("learn", stream=pass_on), first("learn")
    first.close()
    assert routed.is_closed()
    assert second("learn") is plain
    assert plain.evaluate("window.__traffic.sent > 0"), "what is sent is seen"
    second.close()


def test_two_visits_of_one_test_are_two_learners(page_at: PageAt) -> None:
    assert page_at("learn").context is not page_at("learn").context
