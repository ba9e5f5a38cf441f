"""The formats that rules refer to: plan documents and shell commands."""
