// Small pieces for the page: elements from values, and bringing the document to what they say without losing the focus.

/**
 * @typedef {{do: string, label: string, icon?: string, key?: string, off?: boolean, primary?: boolean,
 *   pressed?: boolean, args?: object}} Button
 * @typedef {{box: number[], svg: string, ground: string, art?: string[]}} Picture
 */

const SVG = new Set(["svg", "use", "g", "rect", "text", "title"]);

/**
 * An element. `raw` is markup of our own Python for its inside; everything else is text.
 * @param {string} tag @param {Record<string, any> | null} [props] @param {...any} children @returns {any}
 */
export function h(tag, props, ...children) {
  const svg = SVG.has(tag);
  /** @type {any} */
  const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "raw") {
      element.innerHTML = value;
      element.raw = value;
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) if (child || child === 0) element.append(child);
  return element;
}

/** @param {string} name @returns {any} */
export const icon = (name) => h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("use", { href: `icons.svg#${name}` }));

/**
 * A button of the table: a click on it does its command.
 * @param {Button} model @param {string} [look] @returns {any}
 */
export function button(model, look = "") {
  const names = ["button", look, model.primary ? "primary" : "", model.icon ? "" : "wordy"].filter(Boolean).join(" ");
  return h(
    "button",
    {
      type: "button",
      class: names,
      "data-do": model.do,
      "data-args": model.args ? JSON.stringify(model.args) : null,
      disabled: model.off,
      "aria-pressed": model.pressed === undefined ? null : String(model.pressed),
      title: model.key ? `${model.label} (${model.key})` : model.label,
      "aria-keyshortcuts": model.key && model.key.length === 1 ? model.key : null,
    },
    model.icon ? icon(model.icon) : null,
    h("span", { class: "label" }, model.label),
    model.key ? h("kbd", { "aria-hidden": "true" }, model.key) : null,
  );
}

/** @param {number} count @param {number} [most] @param {string} [label] @returns {any} */
export function stars(count, most = 3, label = "") {
  const drawn = Array.from({ length: most }, (_, place) => h("span", { class: place < count ? "star on" : "star" }, icon("star")));
  return h("span", { class: "stars", role: "img", "aria-label": `${count}/${most} ${label}` }, drawn);
}

/** @param {Picture} picture @returns {any} */
export function picture(picture) {
  learn(picture.art);
  return h("svg", { class: "picture", viewBox: picture.box.join(" "), "aria-hidden": "true", raw: picture.svg });
}

/** Keep new symbols, which pictures and boards refer to. @param {string[] | undefined} symbols */
export function learn(symbols) {
  if (symbols?.length) document.getElementById("symbols")?.insertAdjacentHTML("beforeend", symbols.join(""));
}

/** Bring the children of an element to what is wanted, in place. @param {Element} parent @param {any[]} wanted */
export function render(parent, wanted) {
  const list = wanted.flat(Infinity).filter((child) => child || child === 0);
  list.forEach((child, place) => {
    const fresh = child instanceof Node ? child : document.createTextNode(String(child));
    const old = parent.childNodes[place];
    if (!old) parent.append(fresh);
    else morph(old, fresh);
  });
  while (parent.childNodes.length > list.length) parent.lastChild?.remove();
}

/** @param {any} old @param {any} fresh */
function morph(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName || old.getAttribute?.("data-id") !== fresh.getAttribute?.("data-id")) {
    old.replaceWith(fresh);
    return;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== "data-kept") old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old instanceof HTMLInputElement || old instanceof HTMLSelectElement) {
    if (document.activeElement !== old || old.type === "checkbox") {
      if (old instanceof HTMLInputElement) old.checked = fresh.hasAttribute("checked");
      if (fresh.hasAttribute("value")) old.value = fresh.getAttribute("value");
    }
  }
  if (old.hasAttribute("data-kept")) return;
  if (fresh.raw !== undefined || old.raw !== undefined) {
    if (old.raw !== fresh.raw) {
      old.innerHTML = fresh.raw ?? "";
      old.raw = fresh.raw;
    }
    if (fresh.raw !== undefined) return;
  }
  render(old, [...fresh.childNodes]);
}
