"""`python -m conformance.cli` is `planspec`."""

import sys

from conformance.cli.main import main

sys.exit(main())
