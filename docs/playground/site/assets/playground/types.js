// What the model answers, as `docs/playground/answering.py` writes it.
export {};
