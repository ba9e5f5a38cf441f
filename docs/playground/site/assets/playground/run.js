// The run so far: each request with its outcome, what changed, and the clauses that decided it.
import { h } from "./elements.js";
import { clock } from "./setup.js";
const LONGEST = 60;
export function clauseLinks(session, clauses) {
    return clauses.flatMap((id) => {
        const found = session.facts.clauses[id];
        const link = found
            ? h("a", { href: `../${found.page}#${id}`, title: found.text }, id)
            : document.createTextNode(id);
        return [link, document.createTextNode(" ")];
    });
}
function value(place, found) {
    if (place.endsWith("_at") && typeof found === "number")
        return clock(found);
    const text = typeof found === "string" ? found : JSON.stringify(found);
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
function sides({ place, before, after }) {
    return `${value(place, before)} → ${value(place, after)}`;
}
function outcome(step) {
    if (step.reply === null)
        return h("span", { class: "pg-no" }, "the edition has no such request");
    const { code } = step.reply;
    const link = code && h("a", { href: `../reference/rejections/#${code}` }, code);
    return h("span", { class: step.accepted ? "pg-yes" : "pg-no" }, `→ ${step.replied} `, link ?? null);
}
function effects(session, step, edition) {
    return h("div", { class: "pg-effects" }, edition !== null && h("strong", {}, `${edition}: `), outcome(step), step.changed.length > 0 &&
        h("ul", { class: "pg-changed" }, ...step.changed.map((each) => h("li", {}, `${each.place}: ${sides(each)}`))), step.clauses.length > 0 &&
        h("div", { class: "pg-clauses" }, "by ", ...clauseLinks(session, step.clauses)));
}
function same(one, other) {
    const seen = (step) => JSON.stringify([step?.reply, step?.changed]);
    return seen(one) === seen(other);
}
function row(session, step, place) {
    const { played } = session;
    const other = played?.other?.steps[place];
    const first = played?.differs === place;
    // Before the first difference, only fields that one of the editions lacks are others.
    const parted = (played?.differs ?? place + 1) <= place;
    const apart = other !== undefined && parted && (first || !same(step, other));
    const names = [played?.run.edition ?? "", played?.other?.edition ?? ""];
    return h("li", {
        class: `pg-entry${first ? " pg-first" : ""}`,
        "aria-current": place === session.done - 1 ? "step" : null,
    }, h("div", { class: "pg-said" }, h("small", {}, clock(step.request.now)), ` ${step.sentence}`), first && h("p", { class: "pg-mark" }, "Here the editions part for the first time"), h("div", { class: apart ? "pg-beside" : "" }, effects(session, step, apart ? names[0] : null), apart && other && effects(session, other, names[1])), h("details", { "data-fold": `json-${place}` }, h("summary", {}, "JSON"), h("pre", {}, h("code", {}, JSON.stringify(step.request, null, 1))), h("pre", {}, h("code", {}, JSON.stringify(step.reply, null, 1)))));
}
export function run(session) {
    const { played } = session;
    const steps = played?.run.steps ?? [];
    if (steps.length === 0)
        return [h("p", {}, "Nothing was done yet.")];
    const apart = played?.differs ?? null;
    const compared = played?.other &&
        h("p", { class: apart === null ? "pg-yes" : "pg-no" }, apart === null
            ? `${played.run.edition} and ${played.other.edition} agree on this run.`
            : `${played.run.edition} and ${played.other.edition} part at step ${apart + 1}.`);
    return [
        session.shows && h("p", {}, session.shows),
        compared ?? false,
        h("ol", { class: "pg-log" }, ...steps.map((each, place) => row(session, each, place))),
    ].filter((each) => each instanceof HTMLElement);
}
