"""`planstate review create-tasks`: record that the plan is divided into tasks (REV-1).

The review of the tasks is due next: stop, and the stop hook runs it.
"""

from impl.cli.reviews import NO_TIME, action
from spec.vocabulary.reviews import CreateTasks

EXAMPLES = """
  planstate review create-tasks
  planstate review create-tasks --plan-folder bridge --json
"""

COMMAND = action(__doc__, EXAMPLES, lambda _, plan: CreateTasks(plan, NO_TIME))
