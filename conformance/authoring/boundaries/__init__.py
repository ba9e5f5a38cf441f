"""Traces of boundary values: the values of the domains that implementations confuse."""
