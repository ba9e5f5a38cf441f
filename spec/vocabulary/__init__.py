"""The domain types: state, definitions, operations, outcomes, rejections.

Frozen standard-library dataclasses and enumerations, one module per subject. Import a type from
the module that defines it: creating all these classes takes longer than most commands run.

The rules are stated for these values: times and leases are whole milliseconds of less than 2**62
(so that every sum of two is a 64-bit number), a document hash is 64 lower-case hexadecimal digits,
and texts are valid Unicode, without lone surrogates. Code that reads values from outside must
reject others; the behaviour of a store for them is not specified.
"""
