"""Rejections: the code of the first error, and its reason word if the program says one."""

from conformance.adapters.command_line.envelopes import Envelope
from conformance.protocol.codec import Message
from spec.vocabulary.rejections import REASON_WORDS, Code


def rejection(envelope: Envelope) -> Message:
    """Return the code of the first error, and its reason word if there is one."""
    errors = [issue for issue in envelope.issues if issue.get("severity") == "error"]
    if not errors:
        raise envelope.ended.broken("its envelope has the status 'error', and no issue says why")
    code, message = errors[0].get("code"), str(errors[0].get("message", ""))
    if code not in list(Code) or code == Code.STORE_UNAVAILABLE:
        known = ", ".join(each for each in Code if each != Code.STORE_UNAVAILABLE)
        raise envelope.ended.broken(
            f"it refuses with the code {code!r} ({message}), expected one of {known}"
        )
    words = REASON_WORDS[Code(code)]
    said = {envelope.data.get("reason"), *message.replace(":", " ").split()}
    reasons = [word for word in words if word in said]
    return refused(Code(code), reasons[0] if len(reasons) == 1 else None)


def refused(code: Code, reason: str | None = None) -> Message:
    """Make a rejection."""
    return {"reply": "rejected", "code": str(code)} | ({"reason": reason} if reason else {})
