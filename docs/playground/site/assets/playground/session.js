// What the reader has done and chosen. Everything that is shown follows from it and the model.
import { FORMAT } from "./address.js";
const PLAN = "bridge.md";
const WORKERS = ["ann", "ben"];
export class Session {
    model;
    facts;
    changed;
    edition;
    beside = null;
    shows = "";
    requests = [];
    // How many of the requests are done; the others were undone.
    done = 0;
    plan = PLAN;
    workers = [...WORKERS];
    worker = "ann";
    step = "";
    now = 0;
    lease = 120_000;
    text;
    definition = null;
    problems = [];
    played = null;
    failed = "";
    constructor(model, facts, changed) {
        this.model = model;
        this.facts = facts;
        this.changed = changed;
        this.edition = facts.editions[0] ?? "";
        this.text = Object.values(facts.samples)[0] ?? "";
    }
    get current() {
        return this.played?.run.state.plans.find((each) => each.path === this.plan) ?? null;
    }
    get choice() {
        if (this.definition === null)
            return null;
        const { plan, worker, step, now, lease, definition } = this;
        return { plan, worktree: worker, step, now, lease, definition };
    }
    get saved() {
        const { edition, beside, shows } = this;
        const operations = this.requests.slice(0, this.done);
        return { format: FORMAT, edition, ...(beside && { beside }), shows, operations };
    }
    // Play what is done; `taking` chooses the step that the last request has claimed. Throws what is
    // wrong with a request.
    async ask(taking) {
        const { edition, beside, choice } = this;
        const operations = this.requests.slice(0, this.done);
        this.played = await this.model.play({ edition, beside, operations, choice, taking });
        this.step = this.played.step ?? this.step;
        this.failed = "";
    }
    // Play what is done, and show what becomes of it, or what is wrong.
    async play() {
        await this.ask(false).catch((error) => {
            this.failed = error.message;
        });
        this.changed();
    }
    // Change something and play; what cannot be played changes nothing. Throws what is wrong.
    async attempt(change, taking) {
        const before = { ...this };
        try {
            change();
            await this.ask(taking);
        }
        catch (error) {
            Object.assign(this, before);
            throw error;
        }
        this.changed();
    }
    async read(text) {
        this.text = text;
        const found = await this.model.read(text);
        this.definition = found.definition;
        this.problems = found.problems;
    }
    async set(change) {
        change();
        await this.play();
    }
    async do(request) {
        await this.attempt(() => {
            this.requests = [...this.requests.slice(0, this.done), request];
            this.done = this.requests.length;
            this.shows = "";
            this.now = Math.max(this.now, request.now);
        }, true);
    }
    async goTo(done) {
        this.done = Math.min(Math.max(done, 0), this.requests.length);
        await this.play();
    }
    // Begin again with a run that was saved. Throws what is wrong with it.
    async open(run) {
        if (run.operations.length === 0)
            await this.read(Object.values(this.facts.samples)[0] ?? "");
        await this.attempt(() => this.take(run), false);
    }
    take({ operations, edition, beside, shows }) {
        this.edition = edition || this.edition;
        this.beside = beside ?? null;
        this.shows = shows;
        this.requests = operations;
        this.done = operations.length;
        this.plan = operations[0]?.plan ?? PLAN;
        this.now = Math.max(0, ...operations.map((each) => each.now));
        const registered = operations.filter((each) => each.operation === "register").at(-1);
        if (registered)
            this.definition = registered.definition;
        const names = operations
            .map((each) => each.worktree)
            .filter((each) => typeof each === "string");
        this.workers = [...new Set([...names, ...WORKERS])].slice(0, Math.max(WORKERS.length, new Set(names).size));
        this.worker = this.workers[0] ?? "ann";
        this.step = "";
    }
    // The moment just after the next lease expires, if one is live.
    get nextExpiry() {
        const ends = (this.current?.steps ?? [])
            .map((each) => each.lease_expires_at)
            .filter((end) => end !== null && end >= this.now);
        return ends.length > 0 ? Math.min(...ends) + 1 : null;
    }
}
