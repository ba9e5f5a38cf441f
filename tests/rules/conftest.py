"""The fixtures that run every test of this folder on the model and on the store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from impl.store.store import Store
from tests.rules.suts import ArrangedStoreSut, FolderSut, ModelSut, StoreSut, Sut, with_reviews


@pytest.fixture(params=["model", "implementation"])
def sut(request: pytest.FixtureRequest) -> Iterator[Sut]:
    if request.param == "model":
        yield ModelSut()
        return
    with Store.in_memory() as store:
        yield ArrangedStoreSut(store)


@pytest.fixture(params=["model", "implementation", "file"])
def reviews(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Sut]:
    """Yield every system that keeps reviews, with a registered plan without any.

    `fsync` is off: no rule says that a file survives a loss of power, and it is slow.
    """
    monkeypatch.setattr("os.fsync", lambda _: None)
    if request.param == "implementation":
        with Store.in_memory() as store:
            yield begun(StoreSut(store))
    else:
        yield begun(ModelSut() if request.param == "model" else FolderSut(tmp_path))


def begun(sut: Sut) -> Sut:
    sut.initial = with_reviews(None)
    sut.reset()
    return sut
