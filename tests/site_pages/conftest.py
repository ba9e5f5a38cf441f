"""The generator is made of scripts, not of a package: their folder has to be on the path."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))
