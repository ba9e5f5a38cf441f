// A recorded history that is dropped on the page: the verdict, and a time line of its calls.

import { button, h, show, svg } from "./elements.js";
import { clauseLinks } from "./run.js";
import type { Session } from "./session.js";
import type { Judged, JudgedPlan, Timeline } from "./types.js";

const BAR = 18;
const SENTENCES: Record<string, string> = {
  explained: "an order of the calls follows the rules",
  contradicted: "no order of the calls follows the rules",
  unknown: "it is not known whether an order of the calls follows the rules",
};

export function history(session: Session, example: string): Node[] {
  const result = h("div", { class: "pg-judged", "aria-live": "polite" });
  const judge = async (name: string, text: string) => {
    show(result, h("p", {}, `Judging ${name}…`));
    try {
      show(result, ...verdict(session, await session.model.judge(name, text)));
    } catch (error) {
      show(result, h("p", { class: "pg-wrong", role: "alert" }, (error as Error).message));
    }
  };
  const take = async (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) await judge(file.name, await file.text());
  };
  const input = h("input", { type: "file", id: "pg-history", change: () => take(input.files) });
  const area = h(
    "div",
    {
      class: "pg-drop",
      dragover: (event) => event.preventDefault(),
      drop: (event) => {
        event.preventDefault();
        take((event as DragEvent).dataTransfer?.files);
      },
    },
    h("label", { for: "pg-history" }, "Drop a journal or history here, or choose a file: "),
    input,
    button("Judge an example", "example", async () => {
      const text = await (await fetch(example)).text();
      await judge("race.jsonl", text);
    }),
    h("p", {}, h("small", {}, "It is judged in this page and sent nowhere.")),
  );
  return [area, result];
}

function verdict(session: Session, found: Judged): Node[] {
  const { verdict, operations, edition } = found;
  const sentence = `${verdict}: ${SENTENCES[verdict] ?? ""} of ${edition} (${operations} operations)`;
  const tone = verdict === "explained" ? "pg-yes" : "pg-no";
  return [
    h("p", { class: `pg-verdict ${tone}` }, sentence),
    ...found.plans.map((each) => planOf(session, each)),
  ];
}

function planOf(session: Session, found: JudgedPlan): Node {
  const { contradiction } = found;
  return h(
    "section",
    {},
    h("h4", {}, `${found.plan}: ${found.verdict}, ${found.operations} operations`),
    contradiction && h("p", {}, `${contradiction.title}; ${contradiction.overlaps.join("; ")}`),
    found.timeline && h("div", { class: "pg-scroll" }, picture(found.timeline)),
    contradiction && h("p", {}, contradiction.sample),
    contradiction &&
      h(
        "ul",
        {},
        ...contradiction.orders.map((each) =>
          h(
            "li",
            {},
            `${each.order}: ${each.failure}, by `,
            ...clauseLinks(session, each.clauses.slice(0, 6)),
          ),
        ),
      ),
    h(
      "details",
      {},
      h("summary", {}, "The calls as a table"),
      h("div", { class: "pg-scroll" }, table(found)),
    ),
  );
}

function table(found: JudgedPlan): Node {
  const heads = ["Process", "From, ms", "To, ms", "Request", "Reply"];
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, ...heads.map((each) => h("th", {}, each)))),
    h(
      "tbody",
      {},
      ...found.calls.map((each) =>
        h(
          "tr",
          {},
          ...[each.process, each.began, each.ended, each.sentence, each.replied].map((text) =>
            h("td", {}, text),
          ),
        ),
      ),
    ),
  );
}

function picture(found: Timeline): SVGElement {
  const { width, height } = found;
  const line = (x: number, label: string) => [
    svg("line", { x1: x, x2: x, y1: 20, y2: height, class: "pg-tick" }),
    svg("text", { x: x + 3, y: 14 }, label),
  ];
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "aria-label": found.description,
    },
    ...found.ticks.flatMap((each) => line(each.x, each.label)),
    ...found.lanes.flatMap((lane) => [
      svg("text", { x: 0, y: lane.y + 36 }, lane.name.slice(0, 18)),
      ...lane.leases.map((each) =>
        svg("rect", { x: each.x, y: each.y, width: each.width, height: 4, class: "pg-lease" }),
      ),
      ...lane.bars.flatMap((bar) => [
        svg("rect", {
          x: bar.x,
          y: bar.y,
          width: bar.width,
          height: BAR,
          class: `pg-bar${bar.number ? " pg-needed" : ""}${bar.is_open ? " pg-open" : ""}`,
        }),
        svg("text", { x: bar.x, y: bar.y - 4 }, bar.label),
      ]),
    ]),
  );
}
