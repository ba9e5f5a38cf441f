"""The words of the specification: state, definitions, operations, outcomes, rejections.

Frozen standard-library dataclasses and enumerations, one module for each subject. Import a word
from the module that defines it: making all these classes takes longer than most commands run.

The rules are stated for these values: times and leases are whole milliseconds of less than 2**62
(so that every sum of two is a 64-bit number), a document hash is 64 lower-case hexadecimal digits,
and texts are valid Unicode, without lone surrogates. Whoever lets values in from outside refuses
others; what a store does with them is not specified.
"""
