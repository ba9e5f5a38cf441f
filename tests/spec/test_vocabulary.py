"""A word is imported from the module that defines it, without the others."""

import subprocess
import sys


def test_a_word_is_imported_without_the_others() -> None:
    # Given a process of its own, when it imports a word,
    asked = "import sys; from spec.vocabulary.claims import Claim; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True)
    # then it has made no other words than those beside it, and their domains.
    loaded = {name for name in done.stdout.split() if name.startswith("spec.vocabulary.")}
    assert loaded == {"spec.vocabulary.claims", "spec.vocabulary.domains"}
