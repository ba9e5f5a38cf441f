"""No two files import each other, directly or by way of others, not even for their types alone."""

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


@pytest.mark.parametrize("package", ["spec", "model", "impl"])
def test_no_files_import_each_other(package: str) -> None:
    imports = grimp.build_graph(package, cache_dir=None)
    files = {name: imports.find_modules_directly_imported_by(name) for name in imports.modules}
    try:
        TopologicalSorter(files).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))
