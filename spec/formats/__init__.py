"""The text formats that rules refer to: plan documents, shell commands and `state.json`."""
