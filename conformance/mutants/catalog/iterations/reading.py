"""Mutants of how the work that remains is read (ITR-1, ITR-2)."""

from conformance.mutants.faults.source import ChangedStore

READING_MUTANTS = (
    ChangedStore(
        id="nought-taken-for-work",
        clause="ITR-1.5",
        broken="the text `0` stands for work that remains",
        file="store/iterations.py",
        original='    if text in ("", "0"):',
        replacement='    if text == "":',
    ),
    ChangedStore(
        id="blank-names-kept",
        clause="ITR-1.6",
        broken="a list keeps names of nothing but white space",
        file="store/iterations.py",
        original=" for name in given) if name)",
        replacement=" for name in given))",
    ),
    ChangedStore(
        id="only-spaces-stripped",
        clause="ITR-1.6",
        broken="only spaces are stripped from the names of a list",
        file="store/iterations.py",
        original="(name.strip() for name in given)",
        replacement='(name.strip(" ") for name in given)',
    ),
    ChangedStore(
        id="listed-nought-dropped",
        clause="ITR-1.7",
        broken="a list drops the name `0`",
        file="store/iterations.py",
        original=" for name in given) if name)",
        replacement=' for name in given) if name not in ("", "0"))',
    ),
    ChangedStore(
        id="array-without-its-brackets",
        clause="ITR-2.1",
        broken="a text with an array is read as JSON only when nothing precedes the bracket",
        file="store/iterations.py",
        original='    if text.startswith("["):  # ITR-2',
        replacement='    if work_remaining.startswith("["):  # ITR-2',
    ),
    ChangedStore(
        id="repeated-names-dropped",
        clause="ITR-2.2",
        broken="a JSON array loses the names that it repeats",
        file="store/iterations.py",
        original="        return _trimmed(_array(text))\n",
        replacement="        return _trimmed(list(dict.fromkeys(_array(text))))\n",
    ),
    ChangedStore(
        id="names-between-single-spaces",
        clause="ITR-2.4",
        broken="each single space separates names",
        file="store/iterations.py",
        original="tuple(text.split())",
        replacement='tuple(text.split(" "))',
    ),
    ChangedStore(
        id="names-between-ascii-white-space",
        clause="ITR-2.4",
        broken="only ASCII white space separates names",
        file="store/iterations.py",
        original="tuple(text.split())",
        replacement="tuple(name.decode() for name in text.encode().split())",
    ),
    ChangedStore(
        id="commas-divide-names",
        clause="ITR-2.5",
        broken="commas separate names",
        file="store/iterations.py",
        original="tuple(text.split())",
        replacement='tuple(text.replace(",", " ").split())',
    ),
    ChangedStore(
        id="arrays-of-anything",
        clause="ITR-7.7",
        broken="a JSON array of something else than strings is accepted",
        file="store/iterations.py",
        original=" or not all(isinstance(name, str) for name in found):",
        replacement=(
            ":\n"
            '        raise MalformedWork("no array")\n'
            "    found = [str(name) for name in found]\n"
            "    if False:"
        ),
    ),
)
