// The plan as it is stored: its steps, who holds them, and their items.

import { h } from "./elements.js";
import type { Session } from "./session.js";
import { clock } from "./setup.js";
import type { PlanState, StepState } from "./types.js";

const MARKS: Record<string, string> = { open: "☐", completed: "☑", deferred: "⏭" };

function holder(step: StepState, now: number): string {
  if (step.release_reason) return `released: ${step.release_reason}`;
  if (step.claimed_by === null || step.lease_expires_at === null) return step.claimed_by ?? "";
  const end = step.lease_expires_at;
  const state = now <= end ? `until ${clock(end)}` : `expired at ${clock(end)}`;
  const claim = step.claim_id ? `, claim ${step.claim_id}${step.fenced ? ", fenced" : ""}` : "";
  return `${step.claimed_by}, ${state}${claim}`;
}

function row(session: Session, step: StepState) {
  const choose = h("input", {
    type: "radio",
    name: "step",
    checked: step.anchor === session.step,
    "data-key": `step-${step.anchor}`,
    change: () =>
      session.set(() => {
        session.step = step.anchor;
      }),
  });
  const items = step.items.map((item) =>
    h(
      "li",
      {},
      `${MARKS[item.status] ?? item.status} ${item.text}`,
      h(
        "small",
        {},
        ` ${item.kind} ${item.ordinal}, ${item.status}${item.reason ? `: ${item.reason}` : ""}`,
      ),
    ),
  );
  return h(
    "li",
    { class: `pg-step pg-${step.status}${step.parent ? " pg-substep" : ""}` },
    h("label", {}, choose, h("strong", {}, step.anchor), ` ${step.title}`),
    h("span", { class: "pg-status" }, step.status.replace("_", " ")),
    h("span", {}, holder(step, session.now)),
    items.length > 0 && h("ul", {}, ...items),
  );
}

function rest(plan: PlanState): Node[] {
  const parts = { review_cycle: plan.review_cycle, iteration_loop: plan.iteration_loop };
  return Object.entries(parts)
    .filter(([, value]) => value !== null)
    .map(([name, value]) =>
      h(
        "p",
        { class: "pg-rest" },
        `${name.replace("_", " ")}: `,
        h("code", {}, JSON.stringify(value)),
      ),
    );
}

export function plan(session: Session): Node[] {
  const { current } = session;
  if (current === null)
    return [h("p", {}, `${session.plan} is not registered yet: register it below.`)];
  return [
    h("p", {}, `${current.path}: ${current.title} (${current.status})`),
    h(
      "ul",
      { class: "pg-steps", "aria-label": "Steps; choose the one to act on" },
      ...current.steps.map((each) => row(session, each)),
    ),
    ...rest(current),
  ];
}
