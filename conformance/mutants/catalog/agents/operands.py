"""Mutants of prefixes, options and operands, on which AGT-2 and AGT-3 depend (SHL-7, SHL-8)."""

from conformance.mutants.faults.source import ChangedStore

OPERAND_MUTANTS = (
    ChangedStore(
        id="assignment-taken-for-a-program",
        clause="AGT-2.1",
        broken="a program behind an assignment is not found",
        file="shell/words.py",
        original="        if words.was_assignment:\n            continue\n",
        replacement="",
    ),
    ChangedStore(
        id="operands-of-a-prefix-not-skipped",
        clause="AGT-2.1",
        broken="a program behind the operand of a prefix is not found",
        file="shell/words.py",
        original="    for _ in range(prefix.operands):\n        words.take()\n",
        replacement="",
    ),
    ChangedStore(
        id="option-value-of-a-prefix-not-skipped",
        clause="AGT-2.1",
        broken="a program behind the value of a prefix's option is not found",
        file="shell/words.py",
        original="        if _takes_next(option, prefix.valued):\n            words.take()\n",
        replacement="",
    ),
    ChangedStore(
        id="options-after-their-end",
        clause="AGT-2.1",
        broken="operands after `--` that begin with `-` are taken for options",
        file="shell/words.py",
        original="            options_end = True\n",
        replacement="            pass\n",
    ),
    ChangedStore(
        id="redirected-file-not-read",
        clause="AGT-2.4",
        broken="a file behind `<` is not taken for one that is read",
        file="shell/words.py",
        original='adds_operands or "<" in command.redirections',
        replacement="adds_operands",
    ),
    ChangedStore(
        id="names-from-a-pipe-not-seen",
        clause="AGT-2.4",
        broken="`xargs` is taken for a prefix that adds no operands",
        file="shell/words.py",
        original="        adds_operands = adds_operands or prefix.adds_operands\n",
        replacement="",
    ),
    ChangedStore(
        id="option-value-taken-for-a-file",
        clause="AGT-2.6",
        broken="the value of an option is taken for a file",
        file="shell/words.py",
        original=(
            "            if _takes_next(one, program.valued):\n                next(values, None)\n"
        ),
        replacement="",
    ),
    ChangedStore(
        id="standard-input-taken-for-a-file",
        clause="AGT-2.6",
        broken="the operand `-` is taken for a file",
        file="shell/words.py",
        original='        if one == "-":\n            continue\n',
        replacement="",
    ),
    ChangedStore(
        id="pattern-option-not-seen",
        clause="AGT-3.3",
        broken="the first operand is taken for the pattern although an option gives it",
        file="shell/words.py",
        original="            allowed = 0 if _gives_pattern(one, program) else allowed\n",
        replacement="",
    ),
    ChangedStore(
        id="long-pattern-option-not-seen",
        clause="AGT-3.3",
        broken="a long option with `=` is not seen to give the pattern",
        file="shell/words.py",
        original='        return option.partition("=")[0] in program.pattern.words\n',
        replacement="        return option in program.pattern.words\n",
    ),
)
