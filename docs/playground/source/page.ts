// The page: its sections, and what connects them with the session, the address and files.

import { fromAddress, fromText, toAddress } from "./address.js";
import { button, h, show } from "./elements.js";
import { history } from "./history.js";
import { Model } from "./model.js";
import { form, offers } from "./offers.js";
import { plan } from "./plan.js";
import { run } from "./run.js";
import { Session } from "./session.js";
import { document as planDocument, rules, turn } from "./setup.js";
import type { Request } from "./types.js";

const started = performance.now();
const root = document.getElementById("try") as HTMLElement;

function section(name: string, title: string): HTMLElement {
  const body = h("div", { class: "pg-body" });
  const made = h("section", { class: `pg-${name}`, "aria-label": title }, h("h3", {}, title), body);
  root.append(made);
  return body;
}

function folded(name: string, title: string): HTMLElement {
  const body = h("div", { class: "pg-body" });
  root.append(h("details", { class: `pg-${name}` }, h("summary", {}, title), body));
  return body;
}

function download(name: string, text: string): void {
  const link = h("a", { href: URL.createObjectURL(new Blob([text])), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function main(): Promise<void> {
  const model = new Model();
  const facts = await model.describe();
  root.replaceChildren();
  const said = h("p", { class: "pg-last", role: "status", "aria-live": "polite" });
  const wrong = h("p", { class: "pg-wrong", role: "alert" });
  root.append(wrong);
  const places = {
    rules: section("rules", "Rules"),
    turn: section("turn", "Turn"),
    plan: section("plan", "Plan"),
    offers: section("offers", "What can be done"),
    run: section("run", "Run"),
    form: folded("form", "Any other request"),
    document: folded("document", "The plan's document"),
    history: folded("history", "Your history"),
  };
  const log = h("div", {});
  const list = h("div", {});
  places.offers.append(said, list);
  const session: Session = new Session(model, facts, () => update());
  const edit = (request: Request) => {
    const fold = places.form.parentElement as HTMLDetailsElement;
    fold.open = true;
    show(places.form, ...form(session, request, edit));
    fold.scrollIntoView({ block: "nearest" });
    places.form.querySelector<HTMLElement>("select")?.focus();
  };
  const attempt = async (act: () => Promise<unknown>) => {
    try {
      wrong.textContent = "";
      await act();
    } catch (error) {
      wrong.textContent = (error as Error).message;
    }
  };
  const file = h("input", {
    type: "file",
    id: "pg-import",
    class: "pg-hidden",
    tabindex: -1,
    "aria-label": "A trace to import",
    change: () =>
      attempt(async () => {
        const text = await file.files?.[0]?.text();
        file.value = "";
        if (text !== undefined) await session.open(fromText(text));
      }),
  });
  const tools = h("div", { class: "pg-tools" });
  places.run.append(tools, log, file);

  const showTools = () =>
    show(
      tools,
      button("Undo", "undo", () => session.goTo(session.done - 1), session.done === 0),
      button(
        "Redo",
        "redo",
        () => session.goTo(session.done + 1),
        session.done === session.requests.length,
      ),
      button("Start again", "clear", () => session.restart(), session.done === 0),
      button("Copy link", "link", async () => {
        await navigator.clipboard.writeText(location.href);
        said.textContent = "The link is copied.";
      }),
      button("Export trace", "export", () =>
        download("trace.json", `${JSON.stringify(session.saved, null, 1)}\n`),
      ),
      button("Import trace", "import", () => file.click()),
    );

  const shown = new Map<Element, string>();
  const renew = (place: Element, given: unknown, make: () => Node[]) => {
    const key = JSON.stringify(given);
    if (shown.get(place) !== key) show(place, ...make());
    shown.set(place, key);
  };

  // The address that the page has written or opened, and how often it was brought up to date.
  let written = location.hash;
  let updates = 0;
  async function update(): Promise<void> {
    wrong.textContent = session.failed;
    const { edition, beside, text, plan: path, definition, current } = session;
    renew(places.rules, [edition, beside], () => rules(session));
    show(places.turn, ...turn(session));
    show(places.plan, ...plan(session));
    show(list, ...offers(session, edit));
    // What the reader has typed stays until another document is used.
    renew(places.document, [text, path, definition, current?.document_hash], () =>
      planDocument(session),
    );
    showTools();
    show(log, ...run(session));
    const last = session.played?.run.steps.at(-1);
    said.textContent = last
      ? `${last.sentence} → ${last.replied}`
      : "Begin by registering the plan.";
    updates += 1;
    const mine = updates;
    const address = session.done > 0 ? await toAddress(session.saved) : "";
    if (mine !== updates) return;
    // A link that was followed meanwhile is still to be opened.
    if (location.hash === written) {
      written = address;
      window.history.replaceState(null, "", written || location.pathname);
    }
    root.dataset.steps = String(session.done);
  }

  const open = async () => {
    const { hash } = location;
    written = hash;
    const saved = await fromAddress(hash);
    if (saved !== null) {
      await session.open(saved);
      // On a phone the run is below the window: whoever follows a link to it is led there.
      const { top } = places.run.getBoundingClientRect();
      if (top > innerHeight) places.run.parentElement?.scrollIntoView();
    }
    root.dataset.opened = hash;
  };
  // One after the other: what is followed last is shown in the end.
  let opening = Promise.resolve();
  const openIfNew = async () => {
    if (location.hash !== written) await attempt(open);
  };
  window.addEventListener("hashchange", () => {
    opening = opening.then(openIfNew);
  });
  window.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
    if (event.target instanceof HTMLTextAreaElement) return;
    const moves: Record<string, number> = { z: event.shiftKey ? 1 : -1, Z: 1, y: 1 };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    session.goTo(session.done + move);
  });
  await session.read(session.text);
  opening = attempt(open);
  await opening;
  if (session.played === null) await session.play();
  show(places.history, ...history(session, new URL("race.jsonl", import.meta.url).href));
  const register = { operation: "register", plan: session.plan, now: session.now };
  show(
    places.form,
    ...form(session, { ...register, definition: session.definition as never }, edit),
  );
  root.dataset.ready = String(Math.round(performance.now() - started));
}

main().catch((error) => {
  root.replaceChildren(h("p", { class: "pg-wrong", role: "alert" }, `Cannot start: ${error}`));
});
