"""What `planstate` reads: batches, reviews, the answers of commits, and other text."""
