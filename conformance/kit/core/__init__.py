"""The core profile: whether a queue or tracker keeps the six promises that its users rely on."""
