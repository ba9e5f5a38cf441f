"""Dialects: how the command line of a program differs from that of `planstate`."""
