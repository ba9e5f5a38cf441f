// The model, as the page asks it: questions go to the worker, answers come back in order.

import type { Definition, Description, Judged, Played, Request } from "./types.js";

export interface Choice {
  plan: string;
  worktree: string;
  step: string;
  now: number;
  lease: number;
  definition: Definition;
}

export interface Question {
  edition: string;
  beside: string | null;
  operations: Request[];
  choice: Choice | null;
  taking: boolean;
}

export class Model {
  private readonly worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  private readonly waiting = new Map<number, (text: string) => void>();
  private asked = 0;

  constructor() {
    this.worker.addEventListener("message", ({ data }) => {
      this.waiting.get(data.number)?.(data.text);
      this.waiting.delete(data.number);
    });
    this.worker.addEventListener("error", (event) => {
      for (const done of this.waiting.values()) done(JSON.stringify({ error: event.message }));
    });
  }

  // Ask a question; the promise is rejected with what is wrong with its argument.
  async ask(question: string, argument: unknown): Promise<unknown> {
    const number = this.asked++;
    const text = await new Promise<string>((resolve) => {
      this.waiting.set(number, resolve);
      this.worker.postMessage({ number, question, argument: JSON.stringify(argument) });
    });
    const found = JSON.parse(text) as { answer?: unknown; error?: string };
    if (found.error !== undefined) throw new Error(found.error);
    return found.answer;
  }

  describe = () => this.ask("describe", {}) as Promise<Description>;
  play = (question: Question) => this.ask("play", question) as Promise<Played>;
  judge = (name: string, text: string) => this.ask("judge", { name, text }) as Promise<Judged>;
  read = (text: string) =>
    this.ask("read", { text }) as Promise<{ definition: Definition; problems: string[] }>;
}
