// Elements of the page, made and replaced without losing the place of the keyboard.
const SVG = "http://www.w3.org/2000/svg";
function fill(made, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function")
            made.addEventListener(name, value);
        else if (value === true)
            made.setAttribute(name, "");
        else if (value !== false && value !== null)
            made.setAttribute(name, String(value));
    }
    made.append(...children.filter((child) => child !== null && child !== false));
    return made;
}
export function h(name, attributes = {}, ...children) {
    return fill(document.createElement(name), attributes, children);
}
export function svg(name, attributes, ...children) {
    return fill(document.createElementNS(SVG, name), attributes, children);
}
// Replaces what is in a container. Whoever was on an element with a `data-key` stays on it, and
// what was folded open stays open.
export function show(container, ...children) {
    const key = document.activeElement?.dataset?.key;
    const inside = container.contains(document.activeElement);
    const open = new Set([...container.querySelectorAll("details[open][data-fold]")].map((each) => each.dataset.fold));
    container.replaceChildren(...children.filter((child) => child !== null && child !== false));
    for (const each of container.querySelectorAll("details[data-fold]"))
        if (open.has(each.dataset.fold))
            each.open = true;
    if (!inside || key === undefined)
        return;
    const again = [...container.querySelectorAll("[data-key]")];
    again.find((each) => each.dataset.key === key)?.focus();
}
export function button(label, key, act, disabled = false) {
    return h("button", { type: "button", class: "md-button pg-button", "data-key": key, disabled, click: act }, label);
}
// A field with its name in front. `change` gets the value that was entered.
export function choose(label, options, value, change) {
    const select = h("select", { "data-key": label, change: () => change(select.value) }, ...options.map(([each, text]) => h("option", { value: each, selected: each === value }, text)));
    return h("label", { class: "pg-field" }, h("span", {}, label), select);
}
