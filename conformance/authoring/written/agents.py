"""Traces of commands that agents want to run."""

from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.operations import Operation


def checked(*commands: str) -> tuple[Operation, ...]:
    """Return the checks of commands, one after the other."""
    return tuple(CheckCommand("plan.md", command, 0) for command in commands)


LONG = f"cat {'x' * 240}"

AGENT_TRACES: dict[str, tuple[Operation, ...]] = {
    "newline-allowed-in-quotes": checked("echo 'a\nb'"),
    "backslashes-not-counted": checked("make \\", "make \\\\"),
    "backslash-of-the-last-line-only": checked("make \\\ntest"),
    "indented-here-document-allowed": checked("python <<-EOF"),
    "here-string-taken-for-a-document": checked("python <<EOF", "python <<<EOF"),
    "unclosed-substitution-not-noticed": checked("echo $(date"),
    "unclosed-arithmetic-not-noticed": checked("echo $((1"),
    "every-newline-reported": checked("make\n\ntest"),
    "program-in-quotes-not-found": checked('"cat" a'),
    "prefix-not-skipped": checked("time cat a"),
    "prefix-that-asks-runs": checked("command cat a", "command -v cat a"),
    "program-with-its-folder-not-found": checked("/bin/cat a"),
    "command-findings-in-pipeline-no-file-dropped": checked("cat"),
    "reader-of-a-pipeline-alone-allowed": checked("cat | make"),
    "file-behind-a-pipe-only-advised": checked("make | cat a"),
    "reader-behind-a-listing-advised": checked("ls | cat"),
    "reader-behind-a-pipe-forbidden": checked("make | cat"),
    "dollar-substitutions-not-read": checked("echo $(cat a)"),
    "fixed-search-not-known": checked("fgrep a b"),
    "search-of-a-pipeline-advised": checked("grep a | make"),
    "search-of-files-behind-a-pipe-advised": checked("make | grep a b"),
    "filter-of-a-forbidden-program-advised": checked("ls | grep a"),
    "pattern-taken-for-a-file": checked("make | grep a"),
    "backquotes-not-read": checked("echo `grep a b`"),
    "listing-not-known": checked("ls"),
    "listing-taken-for-a-filter": checked("make | ls"),
    "process-substitutions-not-read": checked("cmp <(ls)"),
    "assignment-taken-for-a-program": checked("A=1 cat a"),
    "operands-of-a-prefix-not-skipped": checked("timeout 5 cat a"),
    "option-value-of-a-prefix-not-skipped": checked("nice -n 5 cat a"),
    "options-after-their-end": checked("cat -- -a"),
    "redirected-file-not-read": checked("make | cat <a"),
    "names-from-a-pipe-not-seen": checked("make | xargs cat"),
    "option-value-taken-for-a-file": checked("make | head -n 5"),
    "standard-input-taken-for-a-file": checked("make | cat -"),
    "pattern-option-not-seen": checked("make | grep -e a b"),
    "long-pattern-option-not-seen": checked("make | grep --regexp=a b"),
    "here-document-read-as-commands": checked("cat a", "python <<EOF\ncat a\nEOF"),
    "pipe-with-errors-ends-a-pipeline": checked("make |& cat"),
    "comment-read-as-commands": checked("make; make", "make # and; ls"),
    "subshell-closes-a-substitution": checked("echo $( (make); make)"),
    "target-among-the-words": checked("cat a >b"),
    "descriptor-among-the-words": checked("cat a 2>b"),
    "any-word-changes-folder": checked("make; make", "make test && make"),
    "folder-changed-anywhere": checked("cd a && make && make"),
    "folder-changed-with-a-redirection": checked("cd a >b && make"),
    "background-allowed": checked("make &"),
    "first-operator-alone-reported": checked("make; make; make"),
    "quoted-change-of-folder-reported": checked('"cd" a && make'),
    "operators-of-substitutions-reported": checked("echo $(make; make)"),
    "pipe-with-errors-reported": checked("make |& tee a"),
    "findings-by-place-alone": checked("ls | cat"),
    "operators-before-programs": checked("ls; make"),
    "unclosed-before-here-documents": checked("python <<EOF 'a"),
    "inner-programs-first": checked("cat $(head a) b"),
    "operators-in-alphabetical-order": checked("make; make && make"),
    "words-without-quotes": checked("cat 'a b'"),
    "words-not-cut": checked(LONG),
    "redirections-among-the-words": checked("cat a >b"),
    "tool-for-another-command": checked("make; make"),
    "newline-only-advised": checked("make\ntest"),
    "advice-forbids": checked("make | cat"),
    "one-advice-allows": checked("make | cat; make"),
    "command-of-an-unknown-plan-rejected": checked("make"),
}
