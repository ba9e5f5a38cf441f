"""Reports of a validation, all made from its record, whose parts are in `record`.

`reading.read_record` reads it, `terminal.report_as_text` tells it, `writing.write_reports` writes
all other forms of it.
"""
