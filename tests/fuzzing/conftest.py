"""What the fuzzing tests are given."""

import pytest

from tests.fuzzing.running import Runner
from tests.fuzzing.sites import make_template


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Runner:
    """Return what makes calls."""
    folder = tmp_path_factory.mktemp("fuzzing")
    return Runner(make_template(folder / "template"), folder / "site")
