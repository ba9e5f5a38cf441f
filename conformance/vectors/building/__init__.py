"""Building the vectors: replies from the model, and a trace for what no vector shows."""
