"""Contests of clients of one store file, held and continued statement by statement."""
