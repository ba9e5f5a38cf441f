"""The site and its reference pages, each built once for all tests of the documentation."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from docs.build.rendering import DOCS
from docs.build.site import write_reference
from tests.profiles import IN_CI

BUILT = "PLANSPEC_SITE"
"""The variable that names a site that `make docs` has just built: it is not built again."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the built site, which the dev profile does without."""
    if not IN_CI:
        pytest.skip("the dev profile does not build the site; set PLANSPEC_PROFILE=ci")
    if given := os.environ.get(BUILT):
        folder = Path(given).resolve()
        assert (folder / "index.html").is_file(), f"{BUILT} is {given}; run `make docs` first"
        return folder
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [Path(sys.executable).parent / "mkdocs", "build", "--strict", "--site-dir", folder],
        cwd=DOCS.parent,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


@pytest.fixture(scope="session")
def guides(site: Path) -> Path:  # noqa: ARG001 (building the site writes them)
    """Return the folder of the guides, whose commands were run to build the site."""
    return DOCS / "guides"


@pytest.fixture(scope="session")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the text of every reference page, as it is written, by its name; not in dev."""
    if not IN_CI:
        pytest.skip("the dev profile does not build the pages; set PLANSPEC_PROFILE=ci")
    folder = tmp_path_factory.mktemp("reference")
    write_reference(folder)
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.md")
    }
