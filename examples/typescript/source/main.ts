/**
 * Keeps plans, claims and checklists in memory and answers the requests of the planspec protocol:
 * JSON lines on standard input and output.
 */

import { batch, recordArtifact, update } from "./checklists.js";
import { claim, heartbeat, ready, release, reset, start } from "./claims.js";
import { complete } from "./completion.js";
import { read, written } from "./json.js";
import { Rejection } from "./rejections.js";
import type { Operation, Request } from "./requests.js";
import { Store } from "./store.js";

const PROTOCOL = "planspec 1";

let store = new Store();

function reply(asked: Request): object {
  switch (asked.request) {
    case "hello":
      return hello(asked.protocols);
    case "reset":
      store = new Store();
      if (asked.plan != null && asked.definition != null) {
        store.register(asked.plan, asked.definition);
      }
      return { reply: "ok" };
    case "op":
      return operate(asked);
    case "observe":
      return { reply: "ok", ...store.observe() };
    case "bye":
      return { reply: "ok" };
  }
  throw new Error(`unknown request ${written(asked)}`);
}

function hello(offered: string[]): object {
  if (!offered.includes(PROTOCOL)) {
    throw new Error(`none of the protocols ${JSON.stringify(offered)} is "${PROTOCOL}"`);
  }
  return {
    reply: "ok",
    protocol: PROTOCOL,
    name: "example-typescript",
    version: "1.0.0",
    language: "TypeScript",
    areas: ["claims", "checklists", "completion"],
    clock: "virtual",
    observe: "full",
    faults: [],
    window: 64,
    editions: ["2026.2"],
  };
}

function operate(asked: Operation): object {
  if (asked.operation === "reconcile") {
    return { reply: "unsupported", why: "it completes steps only for their holders" };
  }
  try {
    return { reply: "ok", ...answer(asked) };
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const { code, reason, details } = error;
    return { reply: "rejected", code, reason, details };
  }
}

function answer(asked: Exclude<Operation, { operation: "reconcile" }>): object {
  switch (asked.operation) {
    case "claim":
      return claim(store, asked);
    case "start":
      return start(store, asked);
    case "heartbeat":
      return heartbeat(store, asked);
    case "release":
      return release(store, asked);
    case "reset":
      return reset(store, asked);
    case "ready":
      return ready(store, asked);
    case "update":
      return update(store, asked);
    case "batch":
      return batch(store, asked);
    case "record_artifact":
      return recordArtifact(store, asked);
    case "complete":
      return complete(store, asked);
  }
  throw new Error(`unknown operation ${written(asked)}`);
}

/** The lines of standard input, as they come. Only a line feed ends one, unlike in `node:readline`. */
async function* lines(): AsyncGenerator<string[]> {
  process.stdin.setEncoding("utf8");
  let rest = "";
  for await (const chunk of process.stdin) {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    yield parts;
  }
}

for await (const requests of lines()) {
  // Several requests may be sent ahead; their replies are written together.
  let replies = "";
  let asked: Request | undefined;
  for (const line of requests) {
    let answered: object;
    try {
      asked = read(line) as Request;
      answered = reply(asked);
    } catch (error) {
      answered = { reply: "error", message: String(error) };
    }
    replies += written(answered) + "\n";
  }
  process.stdout.write(replies);
  if (asked?.request === "bye") break;
}
