// Elements of the page, made and replaced without losing the place of the keyboard.

type Child = Node | string | null | false;
type Attributes = Record<string, string | number | boolean | null | ((event: Event) => void)>;

const SVG = "http://www.w3.org/2000/svg";

function fill<Kind extends Element>(made: Kind, attributes: Attributes, children: Child[]): Kind {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null) made.setAttribute(name, String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== false));
  return made;
}

export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  return fill(document.createElement(name), attributes, children);
}

// The parts of a sentence, of which those between backquotes are code.
export function words(text: string): Child[] {
  return text.split("`").map((part, place) => (place % 2 ? h("code", {}, part) : part));
}

export function svg(name: string, attributes: Attributes, ...children: Child[]): SVGElement {
  return fill(document.createElementNS(SVG, name) as SVGElement, attributes, children);
}

// Replaces what is in a container. Whoever was on an element with a `data-key` stays on it, and
// what was folded open stays open.
export function show(container: Element, ...children: Child[]): void {
  const key = (document.activeElement as HTMLElement | null)?.dataset?.key;
  const inside = container.contains(document.activeElement);
  const open = new Set(
    [...container.querySelectorAll<HTMLElement>("details[open][data-fold]")].map(
      (each) => each.dataset.fold,
    ),
  );
  container.replaceChildren(...children.filter((child) => child !== null && child !== false));
  for (const each of container.querySelectorAll<HTMLDetailsElement>("details[data-fold]"))
    if (open.has(each.dataset.fold)) each.open = true;
  if (!inside || key === undefined) return;
  const again = [...container.querySelectorAll<HTMLElement>("[data-key]")];
  again.find((each) => each.dataset.key === key)?.focus();
}

export function button(label: string, key: string, act: () => void, disabled = false) {
  return h(
    "button",
    { type: "button", class: "md-button pg-button", "data-key": key, disabled, click: act },
    label,
  );
}

// A field with its name in front. `change` gets the value that was entered.
export function choose(
  label: string,
  options: [value: string, text: string][],
  value: string,
  change: (value: string) => void,
) {
  const select = h(
    "select",
    { "data-key": label, change: () => change(select.value) },
    ...options.map(([each, text]) => h("option", { value: each, selected: each === value }, text)),
  );
  return h("label", { class: "pg-field" }, h("span", {}, label), select);
}
