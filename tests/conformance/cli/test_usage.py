"""What cannot be done is a usage error of any command, which says what can."""

from pathlib import Path

from conformance.reports.exit_codes import USAGE
from tests.cases import for_each
from tests.conformance.calling import Planspec
from tests.conformance.histories.nemesis import racing

ROOT = str(Path(__file__).parents[3])
SAVED = f"{ROOT}/tests/traces/resynchronising-keeps-reviews.json"
LOCKED = ("--python", f"{racing.__file__}:locked")
AGENTS = ("--python", f"{ROOT}/tests/conformance/kit/test_coverage.py:Agents")
LATER_STEPS = "last-claimable-first"

USAGE_ERRORS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("check", "no-such-plan.md"), "no-such-plan.md"),
    (("check", "--traces", "t", f"{ROOT}/LICENSE"), "has no steps"),
    (("check", "--scope", "single"), "--scope has no effect without --exhaustive"),
    (("check", "--exhaustive", "--seed", "3"), "--seed has no effect with --exhaustive"),
    (("explore", "--scope", "huge"), "unknown scope 'huge'; give one of: quick, all, single"),
    (("explore", "--property", "INV-99"), "unknown property 'INV-99'; give one of: INV-1"),
    (("explore", "--edition", "2027"), "'2027' is no edition; give one of: origin"),
    (("diff", "2027", "seeds"), "no edition; give one of: origin, seeds, 2026.1, 2026.2"),
    (("diff", "seeds-A99", "seeds"), "no amendment"),
    (("diff", "seeds-A12", "seeds"), "changes nothing"),
    (("replay", "no-such.json"), "No such file or directory; expected a saved trace"),
    (("replay", SAVED, "--budget", "5"), "--budget has no effect without --reduce"),
    (("explain", "E49"), "planspec: 'E49' cannot be explained; expected a rule (CLM-5), clause"),
    (("explain", "E49"), "did you mean E049"),
    # New amendments
    (("new", "amendment", "CLM-14", "x", "--id", "A29", "--root", ROOT), "A29 is taken"),
    (
        ("new", "amendment", "CLM-99", "x", "--root", ROOT),
        "the rules on claims are CLM-1 to CLM-22",
    ),
    (("new", "amendment", "CLM-14", "x", "--root", "/none"), "/none has no spec/amendments/"),
    (("new", "amendment", "DOC-1", "x", "--root", ROOT), "nothing in spec/rules has"),
    # What answers requests
    (("serve",), "nobody is named who answers"),
    (("serve", "impl", "--mutant", "last-claimable"), "such as last-claimable-first"),
    (("serve", "model", "--cli", "planstate"), "--cli: the program answers"),
    (("serve", "model", "--dialect", "mine.toml"), "--dialect has no effect without --cli"),
    (("serve", "model", "--mutant", LATER_STEPS), "--mutant: the model has none"),
    (("serve", "impl", "--mutant", LATER_STEPS, "--store", "/no/a.db"), "--store /no/a.db"),
    # Implementations
    (("conform", "--area", "nowhere", "--", "true"), "invalid choice: 'nowhere'"),
    (("conform", "--budget", "soon", "--", "true"), "'soon' is not a time above 0"),
    (("conform", "--operations", "0", "--", "true"), "'0' is not a whole number of 1 or more"),
    (("conform", "--area", "reviews", *AGENTS), "does not offer reviews; it offers agents"),
    (("doctor", "--edition", "2030.1", *LOCKED), "'2030.1' is no edition"),
    *(
        (("doctor", "--connect", each), f"--connect {each!r}: expected HOST:PORT")
        for each in ("5000", "localhost:", ":5000", "localhost:http")
    ),
    *(
        ((*words, "--dialect", "mine.toml", *named), said)
        for words in (("doctor",), ("conform",), ("vectors", "run"))
        for named, said in (
            (("--", "true"), "--dialect has no effect without --cli"),
            (("--cli", "planstate"), "mine.toml: No such file or directory; 'planspec dialect'"),
        )
    ),
    (("conform", "--profile", "core", "--budget", "9s", "--", "true"), "--budget has no effect"),
    # Clients
    (("conform", "--clients", "2", "--", "program"), "write {store} where the path"),
    (("conform", "--clients", "2", "--kill", *LOCKED), "need processes that planspec starts"),
    (("conform", "--clients", "2", "--pause", "--connect", "localhost:1"), "need processes"),
    (
        ("conform", "--clients", "2", "--report", "folder", *LOCKED),
        "--report has no effect with --clients",
    ),
    (("conform", "--kill", *LOCKED), "--kill has no effect without --clients"),
    (("conform", "--clients", "65", *LOCKED), "--clients 65: expected at most 64"),
    (("conform", "--clients", "2"), "0 implementations are named"),
)


@for_each(("words", "expected"), USAGE_ERRORS)
def test_what_cannot_be_done_is_a_usage_error_that_says_what_can(
    planspec: Planspec, words: tuple[str, ...], expected: str
) -> None:
    # Given words that are none or do not go together, when they are used, then the message says so.
    ended = planspec(*words)
    assert (ended.code, expected in ended.err) == (USAGE, True), ended
