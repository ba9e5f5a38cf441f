// What the reader has done and chosen. Everything that is shown follows from it and the model.

import { FORMAT, type SavedRun } from "./address.js";
import type { Choice, Model } from "./model.js";
import type { Definition, Description, PlanState, Played, Request } from "./types.js";

const PLAN = "bridge.md";
const WORKERS = ["ann", "ben"];

export class Session {
  edition: string;
  beside: string | null = null;
  shows = "";
  requests: Request[] = [];
  // How many of the requests are done; the others were undone.
  done = 0;
  plan = PLAN;
  workers = [...WORKERS];
  worker = "ann";
  step = "";
  now = 0;
  lease = 120_000;
  text: string;
  definition: Definition | null = null;
  problems: string[] = [];
  played: Played | null = null;
  failed = "";

  constructor(
    readonly model: Model,
    readonly facts: Description,
    private readonly changed: () => void,
  ) {
    this.edition = facts.editions[0] ?? "";
    this.text = Object.values(facts.samples)[0] ?? "";
  }

  get current(): PlanState | null {
    return this.played?.run.state.plans.find((each) => each.path === this.plan) ?? null;
  }

  get choice(): Choice | null {
    if (this.definition === null) return null;
    const { plan, worker, step, now, lease, definition } = this;
    return { plan, worktree: worker, step, now, lease, definition };
  }

  get saved(): SavedRun {
    const { edition, beside, shows } = this;
    const operations = this.requests.slice(0, this.done);
    return { format: FORMAT, edition, ...(beside && { beside }), shows, operations };
  }

  // Play what is done, and show what becomes of it.
  async play(): Promise<void> {
    const { edition, beside, choice } = this;
    const operations = this.requests.slice(0, this.done);
    try {
      this.played = await this.model.play({ edition, beside, operations, choice });
      this.failed = "";
    } catch (error) {
      this.failed = (error as Error).message;
    }
    if (this.chooseStep()) return this.play();
    this.changed();
  }

  // Choose a step that is there; return whether another one is chosen than before.
  private chooseStep(): boolean {
    const steps = this.current?.steps ?? [];
    if (steps.length === 0 || steps.some((each) => each.anchor === this.step)) return false;
    const next = steps.find((each) => each.status !== "completed") ?? steps[0];
    this.step = next?.anchor ?? "";
    return true;
  }

  async read(text: string): Promise<void> {
    this.text = text;
    const found = await this.model.read(text);
    this.definition = found.definition;
    this.problems = found.problems;
  }

  async set(change: () => void): Promise<void> {
    change();
    await this.play();
  }

  async do(request: Request): Promise<void> {
    const checked = await this.model.check(request);
    this.requests = [...this.requests.slice(0, this.done), checked];
    this.done = this.requests.length;
    this.shows = "";
    this.now = Math.max(this.now, checked.now);
    await this.play();
    const taken = this.played?.run.steps.at(-1)?.reply?.anchor;
    if (checked.operation === "claim" && typeof taken === "string" && taken !== this.step)
      await this.set(() => {
        this.step = taken;
      });
  }

  async goTo(done: number): Promise<void> {
    this.done = Math.min(Math.max(done, 0), this.requests.length);
    await this.play();
  }

  // Begin again with a run that was saved. Throws what is wrong with it.
  async open(run: SavedRun): Promise<void> {
    const { operations } = run;
    for (const each of operations) await this.model.check(each);
    this.edition = run.edition || this.edition;
    this.beside = run.beside ?? null;
    this.shows = run.shows;
    this.requests = operations;
    this.done = operations.length;
    this.plan = operations[0]?.plan ?? this.plan;
    this.now = Math.max(0, ...operations.map((each) => each.now));
    const registered = operations.filter((each) => each.operation === "register").at(-1);
    if (registered) this.definition = registered.definition as unknown as Definition;
    const names = operations
      .map((each) => each.worktree)
      .filter((each) => typeof each === "string");
    this.workers = [...new Set([...(names as string[]), ...WORKERS])].slice(
      0,
      Math.max(WORKERS.length, new Set(names).size),
    );
    if (operations.length === 0) {
      this.plan = PLAN;
      await this.read(Object.values(this.facts.samples)[0] ?? "");
    }
    this.worker = this.workers[0] ?? "ann";
    this.step = "";
    await this.play();
  }

  // The moment just after the next lease expires, if one is live.
  get nextExpiry(): number | null {
    const ends = (this.current?.steps ?? [])
      .map((each) => each.lease_expires_at)
      .filter((end) => end !== null && end >= this.now) as number[];
    return ends.length > 0 ? Math.min(...ends) + 1 : null;
  }
}
