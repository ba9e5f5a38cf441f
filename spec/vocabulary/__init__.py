"""The domain types: state, definitions, operations, outcomes, rejections.

Frozen standard-library dataclasses and enumerations, one module per subject. Import a type from
the module that defines it: creating all these classes takes longer than most commands run.

The rules are stated for the values of the domains in `domains.py`, which the fields of operations
name as their types. Code that reads values from outside must reject others; the behaviour of a
store for them is not specified.
"""
