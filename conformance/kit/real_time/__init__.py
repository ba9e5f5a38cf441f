"""Real leases: where a program's clock cannot be set, leases are waited for."""
