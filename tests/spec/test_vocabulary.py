"""Every word is found in the package, wherever it is defined, and imported only when needed."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import spec.vocabulary
from spec.vocabulary import MODULES

WORDS = {word: module for module, words in MODULES.items() for word in words.split()}


def imported_for_type_checkers() -> dict[str, str]:
    """Read which word the package imports from which module for those who do not run it."""
    source = Path(spec.vocabulary.__file__).read_text()
    return {
        name.name: node.module.removeprefix("spec.vocabulary.")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("spec.")
        for name in node.names
    }


def test_type_checkers_see_the_words_that_can_be_imported() -> None:
    assert imported_for_type_checkers() == WORDS
    assert sorted(spec.vocabulary.__all__) == sorted(WORDS)


@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_the_one_that_its_module_defines(word: str) -> None:
    module = import_module(f"spec.vocabulary.{WORDS[word]}")
    found = getattr(spec.vocabulary, word)
    assert found is getattr(module, word)
    if isinstance(found, type):
        assert found.__module__ == module.__name__


def test_what_is_no_word_cannot_be_imported() -> None:
    with pytest.raises(ImportError, match="cannot import name 'Steal'"):
        from spec.vocabulary import Steal  # type: ignore[attr-defined]  # noqa: F401


def test_a_word_is_imported_without_the_others() -> None:
    # Given a process of its own, when it imports a word,
    asked = "import sys; from spec.vocabulary import Claim; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True)
    # then it has made no other words than those beside it.
    loaded = {name for name in done.stdout.split() if name.startswith("spec.vocabulary.")}
    assert loaded == {"spec.vocabulary.claims"}
