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

  // Play what is done; `taking` chooses the step that the last request has claimed. Throws what is
  // wrong with a request.
  private async ask(taking: boolean): Promise<void> {
    const { edition, beside, choice } = this;
    const operations = this.requests.slice(0, this.done);
    this.played = await this.model.play({ edition, beside, operations, choice, taking });
    this.step = this.played.step ?? this.step;
    this.failed = "";
  }

  // Play what is done, and show what becomes of it, or what is wrong.
  async play(): Promise<void> {
    await this.ask(false).catch((error: Error) => {
      this.failed = error.message;
    });
    this.changed();
  }

  // Change something and play; what cannot be played changes nothing. Throws what is wrong.
  private async attempt(change: () => void, taking: boolean): Promise<void> {
    const before = { ...this };
    try {
      change();
      await this.ask(taking);
    } catch (error) {
      Object.assign(this, before);
      throw error;
    }
    this.changed();
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
    await this.attempt(() => {
      this.requests = [...this.requests.slice(0, this.done), request];
      this.done = this.requests.length;
      this.shows = "";
      this.now = Math.max(this.now, request.now);
    }, true);
  }

  async goTo(done: number): Promise<void> {
    this.done = Math.min(Math.max(done, 0), this.requests.length);
    this.now = Math.max(this.now, ...this.requests.slice(0, this.done).map((each) => each.now));
    await this.play();
  }

  async restart(): Promise<void> {
    this.now = 0;
    await this.goTo(0);
  }

  // Begin again with a run that was saved. Throws what is wrong with it.
  async open(run: SavedRun): Promise<void> {
    if (run.operations.length === 0) await this.read(Object.values(this.facts.samples)[0] ?? "");
    await this.attempt(() => this.take(run), false);
  }

  private take({ operations, edition, beside, shows }: SavedRun): void {
    this.edition = edition || this.edition;
    this.beside = beside ?? null;
    this.shows = shows;
    this.requests = operations;
    this.done = operations.length;
    this.plan = operations[0]?.plan ?? PLAN;
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
    this.worker = this.workers[0] ?? "ann";
    this.step = "";
  }

  // The first whole second after the next lease has expired, if one is live.
  get nextExpiry(): number | null {
    const ends = (this.current?.steps ?? [])
      .map((each) => each.lease_expires_at)
      .filter((end) => end !== null && end >= this.now) as number[];
    return ends.length > 0 ? Math.floor(Math.min(...ends) / 1000 + 1) * 1000 : null;
  }
}
