"""What the commands share: arguments, the system that is named, and what is printed."""
