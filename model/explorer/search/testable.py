"""Which properties can be put to the test in a scope: what that takes has to happen there."""

from typing import get_args

from model.explorer.scopes.scope import OrchestrationScope, Scope
from model.explorer.situations import Begin, Edit, Fault, NextCall, Tick
from spec.catalog import Property
from spec.contracts import contract_of
from spec.properties.changes import StepProperty
from spec.properties.guidance import Guidance
from spec.properties.reachability import Eventuality
from spec.properties.runs import RUN_PROPERTIES
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.reviews import ReviewOperation


def is_testable(scope: Scope, rule: Property) -> bool:
    """Return whether anything in a scope may put a property to the test.

    Where nothing may, exploring it cannot tell anything about the property. Guidance is about the
    reviews of a plan.
    """
    if isinstance(scope, OrchestrationScope):
        return not isinstance(rule, Guidance)
    if rule in RUN_PROPERTIES:
        return False
    if isinstance(rule, Eventuality):
        return scope.finishes
    no_operation = Tick | Edit | Begin | NextCall | Fault
    operations = {type(event) for event in scope.events if not isinstance(event, no_operation)}
    if isinstance(rule, Guidance):
        return not operations.isdisjoint(get_args(ReviewOperation))
    if isinstance(rule, StepProperty) and rule.about:
        answers = (answer for each in operations for answer in contract_of(each).answers)
        return not {*operations, *answers, Rejected}.isdisjoint(rule.about)
    return True
