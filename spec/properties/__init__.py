"""What must hold: of states, of transitions, of what stays reachable, of whole runs."""
