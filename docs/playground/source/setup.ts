// The first sections: which rules, which plan; whose turn it is, and when.

import { button, choose, h, words } from "./elements.js";
import type { Session } from "./session.js";

const DAY = 86_400_000;

// A time of day, as the sentences of requests and replies have it.
export function clock(time: number): string {
  if ((time > 0 && time < 1_000) || time >= 1_000 * DAY) return `${time.toLocaleString("en")} ms`;
  const [whole, rest] = new Date(time).toISOString().slice(11, -1).split(".");
  const shown = rest !== "000" ? `${whole}.${rest}` : whole?.replace(/:00$/, "");
  return `${time >= DAY ? `day ${Math.floor(time / DAY) + 1} ` : ""}${shown}`;
}

function editions(session: Session): [string, string][] {
  const { editions, amendments } = session.facts;
  const newest = editions[0] ?? "";
  const named = editions.map((each): [string, string] => [each, each]);
  const toggled = amendments.map((each): [string, string] => {
    const sign = each.current ? "-" : "+";
    const how = each.current ? "without" : "with";
    return [`${newest}${sign}${each.id}`, `${newest} ${how} ${each.id}: ${each.title}`];
  });
  return [...named, ...toggled];
}

function withChosen(options: [string, string][], chosen: string): [string, string][] {
  return options.some(([value]) => value === chosen) ? options : [[chosen, chosen], ...options];
}

export function rules(session: Session): Node[] {
  const known = editions(session);
  const none: [string, string] = ["", "nothing"];
  return [
    choose("Edition", withChosen(known, session.edition), session.edition, (value) =>
      session.set(() => {
        session.edition = value;
      }),
    ),
    choose(
      "Compare with",
      withChosen([none, ...known], session.beside ?? ""),
      session.beside ?? "",
      (value) =>
        session.set(() => {
          session.beside = value || null;
        }),
    ),
  ];
}

export function document(session: Session): Node[] {
  const area = h("textarea", { rows: 12, spellcheck: "false", "data-key": "document" });
  area.value = session.text;
  const path = h("input", { type: "text", value: session.plan, "data-key": "path" });
  const take = async (text: string, name: string) => {
    await session.read(text);
    await session.set(() => {
      session.plan = name;
    });
  };
  const samples = Object.entries(session.facts.samples);
  const registered = session.current?.document_hash;
  const differs = registered !== undefined && registered !== session.definition?.document_hash;
  const hint = "The document has changed: requests are rejected (E048) until you register it.";
  return [
    choose(
      "Sample plan",
      [["", "choose…"], ...samples.map(([name]): [string, string] => [name, name])],
      "",
      (name) => name && take(session.facts.samples[name] ?? "", `${name}.md`),
    ),
    h("label", { class: "pg-field" }, h("span", {}, "Path"), path),
    h("label", { class: "pg-field pg-wide" }, h("span", {}, "Plan document (Markdown)"), area),
    button("Use this document", "use-document", () => take(area.value, path.value)),
    ...(differs ? [h("p", { class: "pg-hint" }, hint)] : []),
    ...session.problems.map((each) => h("p", { class: "pg-hint" }, ...words(each))),
  ];
}

export function turn(session: Session): Node[] {
  const name = h("input", { type: "text", size: 8, "aria-label": "Name of a new worker" });
  const add = () => {
    const worker = name.value.trim();
    if (!worker) return;
    session.set(() => {
      session.workers = [...new Set([...session.workers, worker])];
      session.worker = worker;
    });
  };
  name.addEventListener("keydown", (event) => {
    if (event.key === "Enter") add();
  });
  const workers = session.workers.map((each) =>
    h(
      "label",
      { class: "pg-worker" },
      h("input", {
        type: "radio",
        name: "worker",
        value: each,
        checked: each === session.worker,
        "data-key": `worker-${each}`,
        change: () =>
          session.set(() => {
            session.worker = each;
          }),
      }),
      each,
    ),
  );
  return [
    h(
      "fieldset",
      {},
      h("legend", {}, "Worker"),
      ...workers,
      name,
      button("Add", "add-worker", add),
    ),
    h("fieldset", {}, h("legend", {}, "Clock"), ...timeControls(session)),
  ];
}

function timeControls(session: Session): Node[] {
  const to = (now: number) =>
    session.set(() => {
      session.now = Math.max(0, Math.round(now));
    });
  const steps: [string, number][] = [
    ["+1 s", 1_000],
    ["+1 min", 60_000],
    ["+1 h", 3_600_000],
  ];
  const { nextExpiry } = session;
  return [
    h("output", {}, clock(session.now)),
    numberField("Now, s", session.now, to),
    ...steps.map(([label, more]) => button(label, label, () => to(session.now + more))),
    button("past the next lease", "past-lease", () => to(nextExpiry ?? 0), nextExpiry === null),
    numberField("Lease, s", session.lease, (value) =>
      session.set(() => {
        session.lease = Math.max(0, Math.round(value));
      }),
    ),
  ];
}

function numberField(label: string, milliseconds: number, change: (value: number) => void) {
  const input = h("input", {
    type: "number",
    min: 0,
    step: "any",
    value: milliseconds / 1000,
    "data-key": label,
    change: () => Number.isFinite(input.valueAsNumber) && change(input.valueAsNumber * 1000),
  });
  return h("label", { class: "pg-field" }, h("span", {}, label), input);
}
