"""`planstate check-command`: check whether an agent may run a shell command (AGT).

Reads the command from standard input, or the event of a pre-tool-use hook of Claude Code that
contains it (`tool_input.command`). The answer to an event is the output of such a hook: a decision
to deny the command, or nothing. As a hook, in .claude/settings.json:
  {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command",
    "command": "planstate check-command"}]}]}}
"""

import argparse
import json

from impl.cli.answers import DONE, FAILED, Answer
from impl.cli.command import Command
from impl.cli.given import read_text
from impl.json_text import parse_json
from impl.shell.command_findings import check_command
from spec.vocabulary.agents import CommandChecked, Finding

EXIT_CODES = """
exit codes: 0 the command is allowed, or a hook was answered; 1 the command is not allowed; 2 usage
error, which as a hook blocks every command on purpose: a guard that is called wrongly lets nothing
through
"""
EXAMPLES = """
  echo 'cargo test 2>&1 | tail -20' | planstate check-command
  echo 'cat README.md' | planstate check-command --json
"""

ADVICE = {
    "AGT-1": "write it as one complete line",
    "AGT-5": "run each command in a call of its own, or join them by `&&`",
}
COMMIT = "give each paragraph of the message by its own `-m`, or the whole message by `-F FILE`"
NOT_JUDGED = "part of it was not judged: the check does not read that part of the shell's language"


def run(options: argparse.Namespace) -> Answer:
    """Read a command or an event, and check it."""
    given = read_text("a command", errors="replace")
    event = hook_event(given)
    if event is None:
        return answer(check_command(given))
    command = event.get("command")
    checked = (
        check_command(command)
        if isinstance(command, str)
        else CommandChecked(True, not_judged=False)
    )
    if options.json:
        return answer(checked)
    if not checked.allowed:
        reasons = [sentence(finding) for finding in checked.findings if not finding.advice]
        decision = {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "\n".join(reasons),
        }
        print(json.dumps({"hookSpecificOutput": decision}))
    return Answer({}, ())


def hook_event(given: str) -> dict[str, object] | None:
    """Return the tool's input in a hook's event, or `None` if the text is not an event."""
    try:
        event = parse_json(given) if given.lstrip().startswith("{") else None
    except ValueError:  # a group of shell commands starts with a brace too
        return None
    if not isinstance(event, dict) or "tool_input" not in event:
        return None
    tool_input = event["tool_input"]
    return tool_input if isinstance(tool_input, dict) else {}


def answer(checked: CommandChecked) -> Answer:
    """Return whether the command is allowed, and the findings."""
    verdict = "allowed" if checked.allowed else "not allowed"
    lines = [verdict, *(sentence(finding) for finding in checked.findings)]
    if checked.not_judged:
        lines.append(NOT_JUDGED)
    return Answer(checked, lines, exit_code=DONE if checked.allowed else FAILED)


def sentence(finding: Finding) -> str:
    """Return a finding and what to do about it, as a sentence."""
    if finding.instead is None:
        return f"{finding.rule}: {finding.words}: {ADVICE[finding.rule]}"
    if finding.rule == "AGT-1":
        return f"{finding.rule}: {finding.words}: {COMMIT}"
    manner = "better use" if finding.advice else "use"
    return f"{finding.rule}: {finding.words}: {manner} the tool {finding.instead}"


COMMAND = Command(__doc__, EXAMPLES, (), run, CommandChecked, EXIT_CODES)
