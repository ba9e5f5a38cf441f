"""Contests of processes on one store file, held and continued statement by statement."""
