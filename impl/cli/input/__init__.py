"""What `planstate` reads: standard input, batches, reviews and the answers of commits."""
