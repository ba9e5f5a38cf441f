"""The protocol of a system under test, and every way to one."""
