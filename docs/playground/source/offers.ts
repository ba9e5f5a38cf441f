// What can be done next, accepted requests first, and a form for every other request.

import { button, choose, h, words } from "./elements.js";
import type { Session } from "./session.js";
import type { Input, Json, Offer, Request } from "./types.js";

export function offers(session: Session, edit: (request: Request) => void): Node[] {
  const found = session.played?.offers ?? [];
  const accepted = found.filter((each) => each.accepted);
  const rejected = found.filter((each) => !each.accepted);
  return [
    ...groups(session, accepted, edit),
    rejected.length > 0 &&
      h(
        "details",
        { "data-fold": "rejected" },
        h("summary", {}, `Would be rejected now (${rejected.length})`),
        ...groups(session, rejected, edit),
      ),
  ].filter((each) => each !== false);
}

function groups(session: Session, found: Offer[], edit: (request: Request) => void): Node[] {
  const names = [...new Set(found.map((each) => each.group))];
  return names.map((name) =>
    h(
      "div",
      { class: "pg-group", role: "group", "aria-label": name },
      h("h4", {}, name),
      h(
        "ul",
        {},
        ...found
          .filter((each) => each.group === name)
          .map((each) => h("li", {}, ...offer(session, each, edit))),
      ),
    ),
  );
}

function offer(session: Session, found: Offer, edit: (request: Request) => void): Node[] {
  const { sentence, request, why } = found;
  const act = button(sentence, `offer-${sentence}`, () => session.do(request));
  const other = button("…", `edit-${sentence}`, () => edit(request));
  other.setAttribute("aria-label", `Change the arguments of: ${sentence}`);
  other.title = "with other arguments";
  const note = why || (found.changes ? "" : "stores nothing");
  return [act, other, ...(note ? [h("small", {}, ` ${note}`)] : [])];
}

// Any request: every field of an operation, filled from a request.
export function form(session: Session, request: Request, edit: (request: Request) => void): Node[] {
  const inputs = session.facts.operations[request.operation] ?? [];
  const read: (() => [string, Json | undefined])[] = [];
  const fields = inputs.map((input) => {
    const [field, value] = fieldOf(input, request[input.name]);
    read.push(() => [input.name, value()]);
    return field;
  });
  const wrong = h("p", { class: "pg-wrong", role: "alert" });
  const send = async (event: Event) => {
    event.preventDefault();
    try {
      const given = read.map((each) => each()).filter(([, value]) => value !== undefined);
      await session.do({ ...Object.fromEntries(given), operation: request.operation } as Request);
    } catch (error) {
      wrong.textContent = (error as Error).message;
    }
  };
  const { plan, worktree, step, now, definition } = { ...session.choice } as Record<string, Json>;
  const common = {
    plan,
    worktree,
    step,
    now,
    definition,
    document_hash: session.definition?.document_hash,
  };
  const names = Object.keys(session.facts.operations).map((each): [string, string] => [each, each]);
  return [
    choose("Operation", names, request.operation, (operation) =>
      edit({ ...common, operation } as unknown as Request),
    ),
    h(
      "form",
      { submit: send },
      ...fields,
      wrong,
      h("button", { type: "submit", class: "md-button pg-button", "data-key": "send" }, "Send"),
    ),
  ];
}

function fieldOf(input: Input, given: Json | undefined): [Node, () => Json | undefined] {
  const value = given ?? input.default;
  const left = input.required && !input.optional ? "" : undefined;
  const note = h("small", {}, ...words(input.meaning));
  const name = h("span", {}, input.name);
  const wrap = (field: HTMLElement) => h("label", { class: "pg-field pg-wide" }, name, field, note);
  if (input.entry === "flag") {
    const box = h("input", { type: "checkbox", checked: value === true });
    return [wrap(box), () => box.checked];
  }
  if (input.entry === "choice") {
    const select = h(
      "select",
      {},
      ...(input.choices ?? []).map((each) => h("option", { selected: each === value }, each)),
    );
    return [wrap(select), () => select.value];
  }
  if (input.entry === "json") {
    const area = h("textarea", { rows: 3, spellcheck: "false" });
    area.value = value === null ? "" : JSON.stringify(value);
    return [wrap(area), () => (area.value.trim() ? JSON.parse(area.value) : (left ?? null))];
  }
  const field = h("input", { type: "text", value: value === null ? "" : String(value) });
  const empty = input.optional ? null : input.entry === "text" ? "" : undefined;
  const parsed = () => (input.entry === "number" ? Number(field.value) : field.value);
  return [wrap(field), () => (field.value === "" ? empty : parsed())];
}
