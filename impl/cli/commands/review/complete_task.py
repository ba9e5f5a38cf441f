"""`planstate review complete-task`: record that a task is done (REV-1).

The review of its code is due next: stop, and the stop hook runs it.
"""

from impl.cli.command import option, text
from impl.cli.reviews import NO_TIME, action
from spec.vocabulary.reviews import CompleteTask

EXAMPLES = """
  planstate review complete-task 3
  planstate review complete-task 3 --plan-folder bridge --json
"""
TASK = option("task", metavar="TASK", type=text, help="the task's id, as its file has it")

COMMAND = action(
    __doc__, EXAMPLES, lambda given, plan: CompleteTask(plan, given.task, NO_TIME), (TASK,)
)
