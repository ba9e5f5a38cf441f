"""Mutants of the programs for which an agent has tools (AGT-2 to AGT-4)."""

from conformance.mutants.faults.source import ChangedStore

PROGRAM_MUTANTS = (
    ChangedStore(
        id="program-in-quotes-not-found",
        clause="AGT-2.1",
        broken="a program whose name is quoted is not found",
        file="shell/words.py",
        original="        return value(word)\n",
        replacement="        return word.text\n",
    ),
    ChangedStore(
        id="prefix-not-skipped",
        clause="AGT-2.1",
        broken="a program behind a prefix is not found",
        file="shell/words.py",
        original="{prefix.name: prefix for prefix in PREFIXES}",
        replacement="{}",
    ),
    ChangedStore(
        id="prefix-that-asks-runs",
        clause="AGT-2.1",
        broken="a prefix that only asks for a program is taken for one that runs it",
        file="shell/words.py",
        original="        if _skip_prefix(words, prefix):\n            return None\n",
        replacement="        _skip_prefix(words, prefix)\n",
    ),
    ChangedStore(
        id="program-with-its-folder-not-found",
        clause="AGT-2.1",
        broken="a program that is called by its path is not found",
        file="shell/words.py",
        original='    return value.rpartition("/")[2]\n',
        replacement="    return value\n",
    ),
    ChangedStore(
        id="reader-of-a-pipeline-alone-allowed",
        clause="AGT-2.3",
        broken="a reader that begins a pipeline is only advice",
        file="shell/command_findings.py",
        original="program.filters and position > 0",
        replacement="program.filters and (position > 0 or program.may_stand_alone)",
    ),
    ChangedStore(
        id="file-behind-a-pipe-only-advised",
        clause="AGT-2.4",
        broken="a reader or search of named files is advice behind a pipe",
        file="shell/command_findings.py",
        original=" and not forbidden_before and not run.reads_files",
        replacement=" and not forbidden_before",
    ),
    ChangedStore(
        id="reader-behind-a-listing-advised",
        clause="AGT-2.5",
        broken="a reader is advice after a command that is forbidden",
        file="shell/command_findings.py",
        original="tolerated and not forbidden_before and",
        replacement="tolerated and (program.may_stand_alone or not forbidden_before) and",
    ),
    ChangedStore(
        id="reader-behind-a-pipe-forbidden",
        clause="AGT-2.6",
        broken="a reader behind a pipe is forbidden",
        file="shell/command_findings.py",
        original="    advice = tolerated and",
        replacement="    advice = tolerated and not program.may_stand_alone and",
    ),
    ChangedStore(
        id="dollar-substitutions-not-read",
        clause="AGT-2.7",
        broken="commands inside `$(…)` are not checked",
        file="shell/reading.py",
        original="        self._end_pipeline(self._levels.pop())\n",
        replacement=(
            "        level = self._levels.pop()\n"
            '        if level.opened_by != "$(":\n'
            "            self._end_pipeline(level)\n"
        ),
    ),
    ChangedStore(
        id="fixed-search-not-known",
        clause="AGT-3.1",
        broken="`fgrep` is not reported",
        file="shell/words.py",
        original="{program.name: program for program in CHECKED_PROGRAMS}",
        replacement='{each.name: each for each in CHECKED_PROGRAMS if each.name != "fgrep"}',
    ),
    ChangedStore(
        id="search-of-a-pipeline-advised",
        clause="AGT-3.2",
        broken="a search that begins its pipeline is only advice",
        file="shell/command_findings.py",
        original="program.filters and position > 0",
        replacement="program.filters and (position > 0 or not program.may_stand_alone)",
    ),
    ChangedStore(
        id="search-of-files-behind-a-pipe-advised",
        clause="AGT-3.3",
        broken="a search of named files is advice behind a pipe",
        file="shell/command_findings.py",
        original=" and not run.reads_files\n        finding",
        replacement=" and not (run.reads_files and program.may_stand_alone)\n        finding",
    ),
    ChangedStore(
        id="filter-of-a-forbidden-program-advised",
        clause="AGT-3.4",
        broken="a filter is advice after a command that is forbidden",
        file="shell/command_findings.py",
        original="tolerated and not forbidden_before and",
        replacement="tolerated and",
    ),
    ChangedStore(
        id="pattern-taken-for-a-file",
        clause="AGT-3.5",
        broken="the pattern of a search is taken for a file",
        file="shell/words.py",
        original="return operands > allowed",
        replacement="return operands > 0",
    ),
    ChangedStore(
        id="backquotes-not-read",
        clause="AGT-3.6",
        broken="commands inside backquotes are not checked",
        file="shell/reading.py",
        original="        self._end_pipeline(self._levels.pop())\n",
        replacement=(
            "        level = self._levels.pop()\n"
            '        if level.opened_by != "`":\n'
            "            self._end_pipeline(level)\n"
        ),
    ),
    ChangedStore(
        id="listing-not-known",
        clause="AGT-4.1",
        broken="`ls` is not reported",
        file="shell/words.py",
        original="{program.name: program for program in CHECKED_PROGRAMS}",
        replacement='{each.name: each for each in CHECKED_PROGRAMS if each.name != "ls"}',
    ),
    ChangedStore(
        id="listing-taken-for-a-filter",
        clause="AGT-4.2",
        broken="a listing behind a pipe is only advice",
        file="shell/command_findings.py",
        original="program.filters and position > 0",
        replacement="position > 0",
    ),
    ChangedStore(
        id="process-substitutions-not-read",
        clause="AGT-4.3",
        broken="commands inside `<(…)` are not checked",
        file="shell/reading.py",
        original="        self._end_pipeline(self._levels.pop())\n",
        replacement=(
            "        level = self._levels.pop()\n"
            '        if level.opened_by != "<(":\n'
            "            self._end_pipeline(level)\n"
        ),
    ),
)
