"""The hash of a plan document: progress is no change, everything else is."""

import hashlib
from itertools import product

from impl.documents.hashing import document_hash
from impl.documents.reader import parse_document
from tests.cases import for_each

PLAN = """\
## Phase 1.0: A bridge

### Step 1: Lay the deck
- [ ] Measure
    * [ ] twice
- [ ]
+ [ ] [x] is not this box

```
- [ ] in code
```
<!-- - [ ] in a comment -->
1. [ ] numbered
"""


def hashed(text: str) -> str:
    return document_hash(text.encode())


@for_each(("end", "mark"), product(["\n", "\r\n", "\r"], ["x", "X"]))
def test_ticking_a_box_does_not_change_the_hash(end: str, mark: str) -> None:
    # Given a plan without progress, whose hash is that of its bytes,
    before = PLAN.replace("\n", end)
    assert hashed(before) == hashlib.sha256(before.encode()).hexdigest()
    # when boxes are ticked, one by one, then the hash is the same, and the definition too.
    for line in ("- [ ] Measure", "    * [ ] twice", f"- [ ]{end}", "+ [ ] [x]"):
        ticked = before.replace(line, line.replace("[ ]", f"[{mark}]", 1))
        assert ticked != before
        assert hashed(ticked) == hashed(before)
        assert (
            parse_document(ticked.encode()).definition == parse_document(before.encode()).definition
        )


@for_each(
    ("before", "after"),
    [
        ("- [ ] in code", "- [x] in code"),
        ("- [ ] in a comment", "- [x] in a comment"),
        ("1. [ ] numbered", "1. [x] numbered"),
        ("[x] is not", "[ ] is not"),
        ("- [ ] Measure", "- [ ]  Measure"),
        ("- [ ] Measure", "- [-] Measure"),
        ("Measure", "measure"),
        ("\n\n```", "\n```"),
    ],
)
def test_what_is_no_progress_mark_changes_the_hash(before: str, after: str) -> None:
    assert before in PLAN
    # With a ticked box, so that the document is looked at.
    ticked = PLAN.replace("* [ ] twice", "* [x] twice")
    assert hashed(ticked.replace(before, after)) != hashed(ticked)


def test_a_document_that_is_not_utf8_is_hashed_as_it_is() -> None:
    data = b"- [x] b\xe4d"
    assert document_hash(data) == hashlib.sha256(data).hexdigest()
