"""What compares: operation generators, the stateful machine, traces, and the `planspec` command."""
