// Small pieces for the page: elements from values, and bringing the document to what they say without losing the focus.

/** @typedef {string | [string, Record<string, any>, ...any[]]} Tree an element as Python says it, or a text */

const SVG = new Set(["svg", "use", "g", "rect", "text", "title"]);

/** The whole address of a link of the page. @param {string} address */
export const whole = (address) => new URL(address, location.href.split("#")[0]).href;

/**
 * An element. `raw` is markup of our own Python for its inside, `art` the symbols in it; everything else is text.
 * @param {string} tag @param {Record<string, any> | null} [props] @param {...any} children @returns {any}
 */
export function h(tag, props, ...children) {
  /** @type {any} */
  const element = SVG.has(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name === "raw") element.innerHTML = element.raw = value;
    else if (name === "art") learn(value);
    else if (name === "data-address") element.setAttribute("value", whole(value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

/** The element of a tree. @param {Tree} tree @returns {Node} */
export function made(tree) {
  if (typeof tree === "string") return document.createTextNode(tree);
  const [tag, props, ...children] = tree;
  if (props["data-send"] && !("share" in navigator)) return document.createTextNode("");
  return h(tag, props, ...children.map(made));
}

/** A button of the page's own. @param {string} label @param {() => void} then @param {string} [look] */
export function wordy(label, then, look = "") {
  const button = h("button", { type: "button", class: `button wordy ${look}` }, h("span", { class: "label" }, label));
  button.onclick = then;
  return button;
}

/** @type {Set<string>} */ const known = new Set();

/** Keep new symbols, which pictures and boards refer to. @param {string[] | undefined} symbols */
export function learn(symbols) {
  const fresh = (symbols ?? []).filter((symbol) => !known.has(symbol) && known.add(symbol));
  if (fresh.length) document.getElementById("symbols")?.insertAdjacentHTML("beforeend", fresh.join(""));
}

/** Bring the children of an element to what is wanted, in place. @param {Element} parent @param {Node[]} wanted */
export function render(parent, wanted) {
  wanted.forEach((fresh, place) => {
    const old = parent.childNodes[place];
    if (!old) parent.append(fresh);
    else morph(old, fresh);
  });
  while (parent.childNodes.length > wanted.length) parent.lastChild?.remove();
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
