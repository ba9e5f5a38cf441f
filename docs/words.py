"""The words of the vocabulary, by the module that defines them."""

import pkgutil
from importlib import import_module
from typing import Any

import spec.vocabulary


def _defined_in(name: str) -> dict[str, Any]:
    """Return the public words that a module of the vocabulary defines, in order of their names."""
    module = import_module(f"spec.vocabulary.{name}")
    return {
        word: found
        for word, found in sorted(vars(module).items())
        if word[0].isupper() and getattr(found, "__module__", module.__name__) == module.__name__
    }


WORDS_OF_MODULE = {
    module.name: _defined_in(module.name)
    for module in pkgutil.iter_modules(spec.vocabulary.__path__)
}

WORDS = {word: found for words in WORDS_OF_MODULE.values() for word, found in words.items()}
