"""Reports for people: traces, and the forms of a validation's record.

`terminal.report_as_text` prints a record, `writing.write_reports` writes its other forms.
"""
