"""The stop hook: reviewer, prompt, review files, state.json."""
