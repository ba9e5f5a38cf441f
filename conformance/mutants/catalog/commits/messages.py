"""Mutants of the commit message (COM-4)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_commits = partial(ChangedStore, file="store/commits.py")

_LINES = '    lines = [line for line in message.split("\\n") if not TRAILER.match(line)]\n'
_STRIPPED = ".rstrip(WHITE_SPACE)"
_MESSAGE = '    return f"{text}\\n\\nTug-Step: {step}\\nTug-Plan: {plan}\\n{claim}"\n'
_CLAIM = 'f"Tug-Claim: {claim_id}\\n"'

COMMIT_MESSAGE_MUTANTS = (
    _commits(
        id="earlier-trailers-kept",
        clause="COM-4.12",
        broken="a line of the request that begins with `Tug-Step:` is kept",
        original=" if not TRAILER.match(line)]",
        replacement="]",
    ),
    _commits(
        id="trailers-by-their-case",
        clause="COM-4.12",
        broken="a line of the request that begins with `tug-step:` is kept",
        original="re.IGNORECASE | re.ASCII",
        replacement="re.ASCII",
    ),
    _commits(
        id="only-the-last-trailers-replaced",
        clause="COM-4.12",
        broken="a line that begins with `Tug-Step:` is kept in the middle of the request",
        original=_LINES,
        replacement=(
            '    lines = message.split("\\n")\n'
            "    while lines and TRAILER.match(lines[-1]):\n"
            "        lines.pop()\n"
        ),
    ),
    _commits(
        id="trailer-of-an-earlier-claim-kept",
        clause="COM-4.12",
        broken="a line of the request that begins with `Tug-Claim:` is kept",
        original="Tug-(Step|Plan|Claim):",
        replacement="Tug-(Step|Plan):",
    ),
    _commits(
        id="no-trailer-of-the-claim",
        clause="COM-4.13",
        broken="a commit that carries a `claim_id` has no line `Tug-Claim`",
        original=_CLAIM,
        replacement='""',
    ),
    _commits(
        id="trailer-of-the-claim-before-the-others",
        clause="COM-4.13",
        broken="the line `Tug-Claim` comes before `Tug-Step`",
        original=_MESSAGE,
        replacement=('    return f"{text}\\n\\n{claim}Tug-Step: {step}\\nTug-Plan: {plan}\\n"\n'),
    ),
    _commits(
        id="claim-0-without-a-trailer",
        clause="COM-4.13",
        broken="a commit that carries the `claim_id` 0 has no line `Tug-Claim`",
        original='"" if claim_id is None else',
        replacement='"" if not claim_id else',
    ),
    _commits(
        id="trailers-in-any-alphabet",
        clause="COM-4.4",
        broken="a line that begins with a long s in the place of the s is taken for a trailer",
        original="re.IGNORECASE | re.ASCII",
        replacement="re.IGNORECASE",
    ),
    _commits(
        id="lines-at-every-unicode-break",
        clause="COM-4.4",
        broken="other characters than line feeds separate the lines of the request",
        original='message.split("\\n")',
        replacement="message.splitlines()",
    ),
    _commits(
        id="continuations-of-trailers-removed",
        clause="COM-4.4",
        broken="an indented line after one that begins with `Tug-Step:` is removed with it",
        original=_LINES,
        replacement=(
            "    lines: list[str] = []\n"
            "    trailer = False\n"
            '    for line in message.split("\\n"):\n'
            '        trailer = bool(TRAILER.match(line)) or trailer and line.startswith(" ")\n'
            "        if not trailer:\n"
            "            lines.append(line)\n"
        ),
    ),
    _commits(
        id="white-space-removed-from-every-line",
        clause="COM-4.4",
        broken="the white space at the end of every line of the request is removed",
        original="[line for line in",
        replacement="[line.rstrip(WHITE_SPACE) for line in",
    ),
    _commits(
        id="white-space-removed-from-the-beginning",
        clause="COM-4.4",
        broken="the white space at the beginning of the request is removed",
        original=_STRIPPED,
        replacement=".strip(WHITE_SPACE)",
    ),
    _commits(
        id="every-unicode-space-removed",
        clause="COM-4.4",
        broken="a no-break space at the end of the request is removed",
        original=_STRIPPED,
        replacement=".rstrip()",
    ),
    _commits(
        id="form-feeds-kept-at-the-end",
        clause="COM-4.5",
        broken="form feeds and vertical tabs are kept at the end of the request",
        original='WHITE_SPACE = " \\t\\n\\v\\f\\r"',
        replacement='WHITE_SPACE = " \\t\\n\\r"',
    ),
    _commits(
        id="white-space-kept-at-the-end",
        clause="COM-4.5",
        broken="line feeds alone are removed from the end of the request",
        original=_STRIPPED,
        replacement='.rstrip("\\n")',
    ),
    _commits(
        id="no-subject-before-trailers",
        clause="COM-4.6",
        broken="a message without text begins with its trailers",
        original=' or f"Work on {step}"',
        replacement="",
    ),
    _commits(
        id="trailers-without-an-empty-line",
        clause="COM-4.7",
        broken="no empty line separates text and trailers",
        original=_MESSAGE,
        replacement=_MESSAGE.replace("{text}\\n\\n", "{text}\\n"),
    ),
    _commits(
        id="trailers-in-the-other-order",
        clause="COM-4.7",
        broken="`Tug-Plan` comes before `Tug-Step`",
        original=_MESSAGE,
        replacement='    return f"{text}\\n\\nTug-Plan: {plan}\\nTug-Step: {step}\\n{claim}"\n',
    ),
    _commits(
        id="plan-in-the-trailer-normalized",
        clause="COM-4.7",
        broken="a trailer names the plan without `./` at its beginning",
        original="Tug-Plan: {plan}",
        replacement="Tug-Plan: {plan.removeprefix('./')}",
    ),
    _commits(
        id="no-line-feed-at-the-end",
        clause="COM-4.8",
        broken="the commit message ends without a line feed",
        original=_MESSAGE,
        replacement=_MESSAGE.replace('{claim}"', '{claim}".removesuffix("\\n")'),
    ),
    _commits(
        id="message-of-a-failed-update-as-requested",
        clause="COM-4.9",
        broken="the answer's `message` lacks the trailers when the state update fails",
        original="        state_update_failed=True,\n",
        replacement="        message=operation.message,\n        state_update_failed=True,\n",
    ),
)
