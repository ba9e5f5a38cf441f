"""Runs `planstate` as `python -m impl.planstate`."""

import sys

from impl.planstate.command import main

sys.exit(main())
