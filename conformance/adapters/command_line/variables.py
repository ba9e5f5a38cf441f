"""The environment variable from which a program may take the time."""

CLOCK_VARIABLE = "PLANSTATE_NOW"
