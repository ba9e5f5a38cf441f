"""Reports for people: traces, and the forms of a validation's record.

`reading.read_record` reads a record, `terminal.report_as_text` prints it, `writing.write_reports`
writes its other forms.
"""
