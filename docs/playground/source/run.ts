// The run so far: each request with its outcome, what changed, and the clauses that decided it.

import { h } from "./elements.js";
import type { Session } from "./session.js";
import { clock } from "./setup.js";
import type { Json, Step } from "./types.js";

const LONGEST = 60;

export function clauseLinks(session: Session, clauses: string[]): Node[] {
  return clauses.flatMap((id) => {
    const found = session.facts.clauses[id];
    const link = found
      ? h("a", { href: `../${found.page}#${id}`, title: found.text }, id)
      : document.createTextNode(id);
    return [link, document.createTextNode(" ")];
  });
}

function value(place: string, found: Json): string {
  if (place.endsWith("_at") && typeof found === "number") return clock(found);
  const text = typeof found === "string" && found ? found : JSON.stringify(found);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function sides({ place, before, after }: Step["changed"][number]): string {
  return `${value(place, before)} → ${value(place, after)}`;
}

function outcome(step: Step): Node {
  if (step.reply === null) return h("span", { class: "pg-no" }, "the edition has no such request");
  const { code } = step.reply;
  const link = code && h("a", { href: `../reference/rejections/#${code}` }, code);
  return h(
    "span",
    { class: step.accepted ? "pg-yes" : "pg-no" },
    `→ ${step.replied} `,
    link ?? null,
  );
}

function effects(session: Session, step: Step, edition: string | null): Node {
  return h(
    "div",
    { class: "pg-effects" },
    edition !== null && h("strong", {}, `${edition}: `),
    outcome(step),
    step.changed.length > 0 &&
      h(
        "ul",
        { class: "pg-changed" },
        ...step.changed.map((each) => h("li", {}, `${each.place}: ${sides(each)}`)),
      ),
    step.clauses.length > 0 &&
      h("div", { class: "pg-clauses" }, "by ", ...clauseLinks(session, step.clauses)),
  );
}

function same(one: Step, other: Step | undefined): boolean {
  const seen = (step: Step | undefined) => JSON.stringify([step?.reply, step?.changed]);
  return seen(one) === seen(other);
}

function mark(fields: string[]): string {
  if (fields.length === 0) return "Here the editions part for the first time";
  return `Only one of the editions has: ${fields.join(", ")}`;
}

function row(session: Session, step: Step, place: number): Node {
  const { played } = session;
  const other = played?.other?.steps[place];
  const first = played?.differs === place;
  // Before the first difference, only fields that one of the editions lacks are others.
  const parted = (played?.differs ?? place + 1) <= place;
  const apart = other !== undefined && parted && (first || !same(step, other));
  const names: [string, string] = [played?.run.edition ?? "", played?.other?.edition ?? ""];
  return h(
    "li",
    {
      class: `pg-entry${first ? " pg-first" : ""}`,
      "aria-current": place === session.done - 1 ? "step" : null,
    },
    h("div", { class: "pg-said" }, h("small", {}, clock(step.request.now)), ` ${step.sentence}`),
    first && h("p", { class: "pg-mark" }, mark(played?.fields ?? [])),
    h(
      "div",
      { class: apart ? "pg-beside" : "" },
      effects(session, step, apart ? names[0] : null),
      apart && other && effects(session, other, names[1]),
    ),
    h(
      "details",
      { "data-fold": `json-${place}` },
      h("summary", {}, "JSON"),
      h("pre", {}, h("code", {}, JSON.stringify(step.request, null, 1))),
      h("pre", {}, h("code", {}, JSON.stringify(step.reply, null, 1))),
    ),
  );
}

export function run(session: Session): Node[] {
  const { played } = session;
  const steps = played?.run.steps ?? [];
  if (steps.length === 0) return [h("p", {}, "Nothing was done yet.")];
  const apart = played?.differs ?? null;
  const compared =
    played?.other &&
    h(
      "p",
      { class: apart === null ? "pg-yes" : "pg-no" },
      apart === null
        ? `${played.run.edition} and ${played.other.edition} agree on this run.`
        : played.fields.length > 0
          ? `${played.run.edition} and ${played.other.edition} agree, but for fields that only one has.`
          : `${played.run.edition} and ${played.other.edition} part at step ${apart + 1}.`,
    );
  return [
    session.shows && h("p", {}, session.shows),
    compared ?? false,
    h("ol", { class: "pg-log" }, ...steps.map((each, place) => row(session, each, place))),
  ].filter((each) => each instanceof HTMLElement);
}
