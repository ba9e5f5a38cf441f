"""What the playground page computes: the model, run in the browser, with the standard library."""
