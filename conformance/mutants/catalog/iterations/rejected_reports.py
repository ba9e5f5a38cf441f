"""Mutants of the reports that are rejected (ITR-7)."""

from conformance.mutants.faults.source import ChangedStore

REJECTED_REPORT_MUTANTS = (
    ChangedStore(
        id="least-summary-refused",
        clause="ITR-7.4",
        broken="a summary of exactly the minimum size is rejected",
        file="store/iterations.py",
        original="    if found < least:",
        replacement="    if found <= least:",
    ),
    ChangedStore(
        id="sizes-of-a-summary-swapped",
        clause="ITR-7.6",
        broken="the two numbers of an undersized summary are swapped",
        file="store/iterations.py",
        original="rejections.undersized_summary(found, least)",
        replacement="rejections.undersized_summary(least, found)",
    ),
    ChangedStore(
        id="default-size-named",
        clause="ITR-7.6",
        broken="the rejection of an undersized summary always names the default minimum",
        file="store/iterations.py",
        original="rejections.undersized_summary(found, least)",
        replacement="rejections.undersized_summary(found, 100)",
    ),
    ChangedStore(
        id="ten-bytes-are-enough",
        clause="ITR-7.10",
        broken="a summary of 10 bytes is accepted from a report that asks for no minimum",
        file="store/iterations.py",
        original="        least = LEAST_SUMMARY_BYTES\n",
        replacement="        least = 10\n",
    ),
    ChangedStore(
        id="work-read-before-the-summary",
        clause="ITR-7.3",
        broken="malformed work is rejected before a missing summary",
        file="store/iterations.py",
        original="    found, least = operation.summary_bytes, operation.least_summary_bytes\n",
        replacement=(
            "    try:\n"
            "        names(operation.report.work_remaining)\n"
            "    except MalformedWork as error:\n"
            '        malformed = rejections.invalid_request("malformed_work_remaining")\n'
            "        raise Refused(malformed) from error\n"
            "    found, least = operation.summary_bytes, operation.least_summary_bytes\n"
        ),
    ),
)
