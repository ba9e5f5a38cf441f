"""Choosing the space in which a scope is explored fastest."""

from typing import Any, get_args

from model.explorer.families import FamilySpace
from model.explorer.runs import OrchestrationScope, OrchestrationSpace
from model.explorer.scopes import Scope
from model.explorer.state_graph import PlainSpace, Space
from spec.editions import Edition
from spec.vocabulary.iterations import ReportIteration, StartIterations
from spec.vocabulary.reviews import ReviewOperation

AROUND_STEPS = (*get_args(ReviewOperation), StartIterations, ReportIteration)
"""Operations that belong to a plan, and to no family of its steps."""


def space_of(scope: Scope, edition: Edition) -> Space[Any]:
    """Give the space of runs, that of families if all is about one plan's steps, or the plain."""
    if isinstance(scope, OrchestrationScope):
        return OrchestrationSpace(scope, edition)
    one_plan = len(scope.documents.versions) == 1
    about_steps = not any(isinstance(event, AROUND_STEPS) for event in scope.events)
    return FamilySpace(scope, edition) if one_plan and about_steps else PlainSpace(scope, edition)
