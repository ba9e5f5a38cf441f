"""The playground in a real browser: the model runs in the page and answers as it does here."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

from conformance.adapters.model import transitions_of
from conformance.cli.main import main
from conformance.protocol.links import run_link
from conformance.protocol.traces import read_trace
from conformance.vectors.reading import VECTORS, vector_files
from docs.build.rendering import TEMPLATES
from spec.editions import CURRENT, edition_named
from spec.vocabulary.claims import Claim
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.reviews import NewPlan, ReviewResult, Stop
from tests.docs.site.conftest import NO_LIMIT, Look, Visit, wait_until
from tests.profiles import AT_NIGHT, IN_CI

pytestmark = pytest.mark.xdist_group("site")

READY = "#try[data-ready]"
PLAN = PlanDefinition("A plan", "a" * 64, (StepDefinition("build", "Build"),))
SHARE = 1 if AT_NIGHT else 8
"""One of how many vectors is played in the browser."""
PLAY_ALL = """
async runs => {
  const worker = new Worker("../assets/playground/worker.js", { type: "module" })
  const answered = number => new Promise(resolve => {
    const hear = ({ data }) => data.number === number && resolve(data.text)
    worker.addEventListener("message", hear)
  })
  const found = []
  for (const [number, run] of runs.entries()) {
    const answer = answered(number)
    worker.postMessage({ number, question: "play", argument: run })
    found.push(await answer)
  }
  worker.terminate()
  return found
}
"""
FORGET = "() => { delete document.getElementById('try').dataset.opened }"
OPENED = "wanted => document.getElementById('try').dataset.opened === wanted"
ONE_AND_ANOTHER = """
async ([one, other]) => {
  const changed = new Promise(resolve => addEventListener("hashchange", resolve, { once: true }))
  location.hash = one
  await changed
  location.hash = other
}
"""
"""Follow a link, and another one while the first is being opened."""
NAMELESS = re.compile(r"- (?:button|textbox|combobox|radio|spinbutton|checkbox|link|img)[:\n]")
"""In the accessibility tree, something to act on or to look at that has no name."""


@pytest.fixture(scope="module")
def built(site: Path) -> Path:
    """Return the site with its playground, which CI must not leave out without a word."""
    if not (site / "assets" / "playground" / "page.js").is_file():
        (pytest.fail if IN_CI else pytest.skip)("the site has no playground: npm is not installed")
    return site


@pytest.fixture(scope="module")
def visit(built: Path, browser: Browser, address: str) -> Iterator[Visit]:  # noqa: ARG001
    """Return a visit to the playground, which is loaded once: that takes seconds."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(NO_LIMIT)
    visit = Visit(context.new_page(), address)
    visit.open("playground/").wait_for_selector(READY)
    yield visit
    context.close()


@pytest.fixture
def page(visit: Visit) -> Page:
    """Return the playground with nothing done yet, and nothing unfolded."""
    folds = visit.page.locator("#try details")
    folds.evaluate_all("all => { for (const each of all) each.open = false }")
    return follow(visit.page, link_to())


def link_to(*operations: Operation, beside: str | None = None) -> str:
    other = edition_named(beside) if beside else None
    return run_link(operations, CURRENT, other)


def follow(page: Page, link: str) -> Page:
    """Open a link in the page that is there, and wait until its run is."""
    page.evaluate(FORGET)
    page.evaluate("wanted => { location.hash = wanted }", link.partition("#")[2])
    wait_until(page, OPENED, "#" + link.partition("#")[2])
    return page


def entries(page: Page, count: int) -> Locator:
    """Return the entries of the run, once there are as many."""
    page.wait_for_selector(f"#try[data-steps='{count}']")
    return page.locator(".pg-entry")


def test_a_run_is_made_with_the_keyboard_and_kept_in_the_address(visit: Visit, page: Page) -> None:
    # Given the playground, when a plan is registered and claimed with the keyboard alone,
    page.get_by_role("button", name="somebody registers").first.focus()
    page.keyboard.press("Enter")
    entries(page, 1)
    page.get_by_role("button", name="ann claims bridge.md for 2 min", exact=True).focus()
    page.keyboard.press("Enter")
    # then the reply, what changed and the clauses are shown, and each clause is a link.
    entry = entries(page, 2).last
    assert "→ piers, until 00:02" in entry.inner_text()
    assert "piers.status: pending → claimed" in entry.inner_text()
    assert entry.locator("a[href='../reference/claims/#CLM-1.2']").count() == 1
    # When the claim is undone and done again, and the address is opened by somebody else,
    page.keyboard.press("Control+z")
    entries(page, 1)
    page.keyboard.press("Control+y")
    entries(page, 2)
    wait_until(page, "location.hash.length > 20")
    said = entry.inner_text()
    address = page.url
    follow(page, link_to())
    follow(page, address)
    # then it is the same run, and nothing was complained about.
    assert entries(page, 2).last.inner_text() == said
    assert visit.complaints == []


def test_a_link_that_is_followed_while_another_is_opened_is_opened_too(page: Page) -> None:
    # Given a run that is shown, when an empty one is followed, and at once the first again,
    address = link_to(Register("plan.md", PLAN, 0)).partition("#")[2]
    follow(page, f"#{address}")
    entries(page, 1)
    page.evaluate(FORGET)
    page.evaluate(ONE_AND_ANOTHER, [link_to().partition("#")[2], address])
    # then the first is shown again, with its address.
    wait_until(page, OPENED, f"#{address}")
    entries(page, 1)
    assert page.evaluate("location.hash") == f"#{address}"


def test_a_screen_reader_finds_all_parts_by_their_names(page: Page) -> None:
    # Given a claimed step and everything unfolded, when the accessibility tree is read,
    claim = Claim("plan.md", "ann", PLAN.document_hash, 0, 120_000)
    follow(page, link_to(Register("plan.md", PLAN, 0), claim))
    entries(page, 2)
    folds = page.locator("#try > details")
    folds.evaluate_all("all => { for (const each of all) each.open = true }")
    tree = page.locator("#try").aria_snapshot()
    # then each part is a region with its name, and nothing to act on has none.
    regions = re.findall(r'^- region "(.*?)":', tree, re.MULTILINE)
    assert regions == ["Rules", "Turn", "Plan", "What can be done", "Run"]
    assert NAMELESS.findall(tree) == []
    # What was answered is announced, and who holds a step is read in words.
    assert "status: ann claims plan.md for 2 min → build, until 00:02, claim 1" in tree
    assert "ann, until 00:02, claim 1\n" in tree


def test_accepted_requests_are_offered_first_and_time_passes(page: Page) -> None:
    # Given a claimed step, when the clock is moved past its lease,
    page.get_by_role("button", name="somebody registers").first.click()
    entries(page, 1)
    page.get_by_role("button", name="ann claims bridge.md for 2 min", exact=True).click()
    entries(page, 2)
    page.get_by_label("ben", exact=True).check()
    page.get_by_role("button", name="past the next lease").click()
    # then its holder's lease is shown as expired, and another worker takes the step over.
    page.get_by_text("ann, expired at 00:02").wait_for()
    page.get_by_role("button", name="ben claims bridge.md for 2 min", exact=True).click()
    assert "→ piers, until" in entries(page, 3).last.inner_text()
    # What would be rejected stands below what is not.
    assert page.locator(".pg-offers summary").inner_text().startswith("Would be rejected now")


def test_two_editions_are_shown_side_by_side_from_where_they_part(page: Page) -> None:
    # Given a run that shows an amendment, when its link is opened,
    stop = Stop("plan.md", ReviewResult.FAIL, 0, stop_hook_active=True)
    register, reviews = Register("plan.md", PLAN, 0), NewPlan("plan.md", 0)
    follow(page, link_to(register, reviews, stop, beside="2026.2-A24"))
    # then the first difference is marked, with both replies.
    first = page.locator(".pg-first")
    assert first.count() == 1
    assert "hook active" in first.inner_text()
    assert entries(page, 3).last.locator(".pg-effects").count() == 2
    assert page.get_by_text("part at step 3").count() == 1


def test_a_run_is_exported_as_a_trace_and_imported(page: Page, tmp_path: Path) -> None:
    # Given a run, when it is exported,
    follow(page, link_to(Register("plan.md", PLAN, 0), NewPlan("plan.md", 0)))
    with page.expect_download() as download:
        page.get_by_role("button", name="Export trace").click()
    trace = tmp_path / "trace.json"
    download.value.save_as(trace)
    # then `planspec replay` takes it,
    assert main(["replay", str(trace)]) == 0
    assert len(transitions_of(read_trace(trace).operations)) == 2
    # and the page takes it again; what is none is refused in words.
    page.get_by_role("button", name="Start again").click()
    page.wait_for_selector("#try[data-steps='0']")
    page.get_by_label("A trace to import").set_input_files(trace)
    entries(page, 2)
    trace.write_text('{"format": "something else"}', encoding="utf-8")
    page.get_by_label("A trace to import").set_input_files(trace)
    page.get_by_text('expected a trace, an object with "format"').wait_for()


def test_a_history_is_judged_in_the_page(visit: Visit, page: Page, tmp_path: Path) -> None:
    # Given two histories, when they are given to the page,
    page.get_by_text("Your history").click()
    for name, word in (("race", "contradicted"), ("killed", "explained")):
        page.locator("#pg-history").set_input_files(TEMPLATES / f"{name}.jsonl")
        # then the verdict is that of `planspec audit`, with a picture that has a name.
        page.locator(".pg-verdict", has_text=word).wait_for()
        assert page.get_by_role("img", name="processes").count() == 1
    # What is no history is refused in words.
    (tmp_path / "none.jsonl").write_text("{}\n", encoding="utf-8")
    page.locator("#pg-history").set_input_files(tmp_path / "none.jsonl")
    page.get_by_text("none.jsonl, line 1: found None; expected an `event`").wait_for()
    assert visit.complaints == []


def test_a_document_that_is_pasted_in_is_read(page: Page) -> None:
    # Given a document, when it is pasted in and registered,
    page.locator("summary", has_text="The plan's document").click()
    page.get_by_label("Plan document (Markdown)").fill("# Mine\n\n### Step 1: Dig {#dig}\n")
    page.get_by_label("Path", exact=True).fill("mine.md")
    page.get_by_role("button", name="Use this document").click()
    # then its probable mistakes are shown, and its steps are there.
    page.get_by_text("no heading ## Phase X.Y: title").wait_for()
    page.get_by_role("button", name="somebody registers mine.md with dig", exact=True).click()
    entries(page, 1)
    assert page.locator(".pg-step", has_text="dig").count() == 1


def test_the_model_in_the_browser_answers_the_vectors_as_here(page: Page) -> None:
    # Given vectors, when they are played in the browser,
    files = vector_files(VECTORS)[::SHARE]
    vectors = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    # As text: JavaScript would not keep all digits of some times.
    runs = [
        json.dumps({"edition": each["edition"], "operations": [*requests_of(each)]})
        for each in vectors
    ]
    played = [json.loads(each) for each in page.evaluate(PLAY_ALL, runs)]
    # then all replies, and what is stored at the end, are those of the vectors.
    wrong = [each["id"] for each, run in zip(vectors, played, strict=True) if differs(each, run)]
    assert wrong == []
    assert len(played) > 200


def requests_of(vector: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for each in vector["operations"]:
        yield {name: value for name, value in each["request"].items() if name != "request"}


def differs(vector: dict[str, Any], played: dict[str, Any]) -> bool:
    if "error" in played:
        return True
    run = played["answer"]["run"]
    replies = [each["reply"] for each in vector["operations"]]
    return [each["reply"] for each in run["steps"]] != replies or run["state"] != vector["state"]


def test_on_a_dark_phone_it_fits(built: Path, look: Look) -> None:
    # Given a phone with the dark palette, when a run under two editions is opened,
    assert built
    visit = look(width=390, palette="dark")
    link = link_to(Register("plan.md", PLAN, 0), NewPlan("plan.md", 0), beside="seeds")
    page = visit.open(link.lstrip("/"))
    page.wait_for_selector(READY)
    for fold in page.locator("#try > details > summary").all():
        fold.click()
    # then it need not be scrolled sideways, and has the palette.
    assert visit.too_wide() <= 0
    assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"
