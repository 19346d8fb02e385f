// The page: starts the workers, shows what the table says, and tells it what the player does.
import { Board } from "./board.js";
import { h, learn, made, render, whole, wordy } from "./dom.js";
import { listen } from "./gestures.js";
import { persist, readTexts, writeTexts } from "./storage.js";

const TOO_LARGE = 48_000_000;
const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const french = navigator.language.toLowerCase().startsWith("fr");

/** @type {Record<string, any>} */ const parts = { words: {} };
/** @type {Record<string, any>} */ const regions = {};
const board = new Board();
let sent = 0;
let answered = 0;
let moved = false;
let blocked = 0;

// The table

/** @type {Worker} */ const table = new Worker(new URL("./table-worker.js", import.meta.url), { type: "module", name: "table" });
const channel = "BroadcastChannel" in self ? new BroadcastChannel("cassetete") : null;

/** Tell the table something. @param {any} message */
export function send(message) {
  message.n = ++sent;
  delete document.body.dataset.idle;
  table.postMessage(message);
}

/** @param {string} command @param {object} [args] */
const command = (command, args) => send({ t: "do", do: command, ...(args ? { args } : {}) });

table.onmessage = ({ data }) => {
  if (data.failed) failed(data.failed);
  else if (data.ready) {
    document.body.dataset.start = data.kept ? "kept" : "whole";
    visit();
  } else if (data.memory) document.body.dataset.memory = "kept"; // the next visit starts from it
  else show(data);
};
table.onerror = (event) => failed(event.message);

/** @param {string} why */
function failed(why) {
  console.error(why);
  $("splash-text").textContent = french ? "La page n’a pas pu démarrer. Rechargez-la." : "The page could not start. Please reload it.";
  document.body.dataset.failed = "true";
}

/** @param {any} update */
function show(update) {
  answered = update.n;
  if (update.rows) {
    const rows = update.rows;
    writeTexts(rows).then((kept) => {
      if (kept) channel?.postMessage(rows);
      else if (document.body.dataset.kept !== "false") toast(parts.words.not_kept);
      document.body.dataset.kept = String(kept);
    });
    if (moved) persist();
  }
  for (const packet of update.think ?? []) think(packet);
  if (update.parts) merge(update.parts);
  if (update.board) board.show(update.board);
  for (const effect of update.effects ?? []) act(effect);
  document.body.dataset.seen = String(update.n);
  if (update.n === sent) document.body.dataset.idle = "";
}

if (channel) channel.onmessage = ({ data }) => send({ t: "rows", rows: data });

// The thinker

/** @type {Worker | null} */ let thinker = null;
/** @type {Map<number, any>} */ const asked = new Map();
let suspends = true;
const CANCELLED = ["cancelled", { msgid: "cancelled", args: {}, domain: "cassetete" }];

function startThinker() {
  const mine = (thinker = new Worker(new URL("./thinker-worker.js", import.meta.url), { type: "module", name: "thinker" }));
  thinker.onmessage = ({ data }) => {
    if (mine !== thinker) return; // it was ended; what it had said before is late
    if (data.life) navigator.locks.request(data.life, () => mine === thinker && giveUp("The thinker has ended."));
    else if (data.ready) {
      suspends = data.suspends;
      document.body.dataset.thinker = suspends ? "slices" : "whole";
    } else if (data.failed && data.ticket === undefined) giveUp(data.failed);
    else if (data.crashed) restartThinker(data.ticket);
    else answer(data);
  };
  thinker.onerror = (event) => mine === thinker && giveUp(event.message);
}

/** The thinker could not start, or ended: nobody waits for it, and the next question tries again. @param {string} why */
function giveUp(why) {
  console.warn(why);
  thinker?.terminate();
  thinker = null;
  for (const ticket of [...asked.keys()]) answer({ ticket, failed: CANCELLED });
}

/** @param {any} packet */
function answer(packet) {
  if (!packet.progress) asked.delete(packet.ticket);
  send({ t: "answer", packet });
}

/** @param {any} packet */
function think(packet) {
  if (!thinker) startThinker();
  if (packet.do !== "cancel") asked.set(packet.ticket, packet);
  else if (!suspends && asked.has(packet.ticket)) {
    restartThinker(packet.ticket);
    return;
  }
  thinker?.postMessage(packet);
}

/** End a job that does not listen, or that broke its worker; the others are asked again. @param {number} ticket */
function restartThinker(ticket) {
  thinker?.terminate();
  startThinker();
  if (asked.has(ticket)) answer({ ticket, failed: CANCELLED });
  for (const packet of asked.values()) thinker?.postMessage(packet);
}

// Screens

/** @param {Record<string, any>} fresh */
function merge(fresh) {
  const { kind } = parts;
  Object.assign(parts, fresh);
  if (fresh.look) look(fresh.look);
  if ("kind" in fresh) build();
  const { words } = parts;
  const on = (/** @type {string} */ name) => name in fresh || "kind" in fresh;
  if (on("head")) fill($("head"), parts.head);
  if (regions.body && on(parts.kind)) fill(regions.body, parts[parts.kind]);
  if (parts.kind === "levels") watchPictures(fresh.pictures);
  if (regions.stage) {
    for (const name of ["panel", "dock", "note", "lesson", "end"]) if (on(name)) fill(regions[name], parts[name]);
    regions.note.className = parts.note?.look ?? "note none";
    regions.lesson.hidden = !parts.lesson;
    regions.end.hidden = !parts.end;
    document.body.dataset.ended = String(Boolean(parts.end));
    document.body.dataset.game = parts.play?.game ?? "";
    if (fresh.play && parts.play.blocked > blocked) board.svg.animate([{ translate: "0" }, { translate: "-5px" }, { translate: "5px" }, { translate: "0" }], 180);
    blocked = parts.play?.blocked ?? 0;
    board.svg.setAttribute("aria-label", `${words.board}: ${parts.head?.title ?? ""}`);
    const said = fresh.end?.say || fresh.note?.say;
    if (said) $("live").textContent = said; // for people who do not see the page
  }
  if ("sheet" in fresh) sheet(parts.sheet);
  if ("address" in fresh || parts.kind !== kind) address(parts.address, kind);
  if ("pace" in fresh) pace(fresh.pace);
  document.title = parts.head?.title ? `${parts.head.title} – cassetete` : "cassetete";
}

/** Show the trees of a part. @param {Element} region @param {{show: import("./dom.js").Tree[]} | null} part */
const fill = (region, part) => render(region, (part?.show ?? []).map(made));

/** Another kind of screen: make its regions anew. */
function build() {
  const main = $("main");
  document.body.dataset.kind = parts.kind;
  for (const name of Object.keys(regions)) delete regions[name];
  if (parts.kind === "play" || parts.kind === "board") {
    regions.lesson = h("div", { class: "lesson" });
    const icon = made(["svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, ["use", { href: "icons.svg#fit" }]]);
    regions.fit = h("button", { type: "button", class: "button round fit", hidden: true, title: parts.words.fit, "aria-label": parts.words.fit }, icon);
    regions.stage = h("div", { class: "stage" }, board.svg, regions.fit);
    regions.note = h("div", { class: "note", role: "status", "aria-live": "polite" });
    regions.end = h("section", { class: "end" });
    regions.panel = h("div", { class: "panel" });
    regions.dock = h("div", { class: "dock" });
    main.replaceChildren(h("div", { class: "table" }, h("div", { class: "middle" }, regions.lesson, regions.stage, regions.note), h("aside", { class: "side" }, regions.panel, regions.end, regions.dock)));
    regions.fit.onclick = () => board.fit();
    board.onzoom = (zoomed) => (regions.fit.hidden = !zoomed);
    listen(regions.stage, board, (message) => {
      moved = true;
      send(message);
    });
    board.svg.focus({ preventScroll: true });
  } else {
    board.finish();
    regions.body = h("div", { class: `body ${parts.kind}` });
    main.replaceChildren(regions.body);
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  $("splash").hidden = true;
  if ($("menu").open) $("menu").close();
}

/** @param {{theme: string, language: string}} chosen */
function look(chosen) {
  const root = document.documentElement;
  if (chosen.theme) root.dataset.theme = chosen.theme;
  else delete root.dataset.theme;
  root.lang = chosen.language;
  tint();
}

function tint() {
  const paper = getComputedStyle(document.documentElement).getPropertyValue("--paper").trim();
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", paper);
}
const dark = matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", tint);

/** @param {string} text */
function toast(text) {
  const place = $("toast");
  place.textContent = text;
  if (place.showPopover) {
    place.hidePopover();
    place.showPopover(); // in front of a sheet that is open
  }
  place.classList.add("on");
  clearTimeout(place.timer);
  place.timer = setTimeout(() => place.classList.remove("on"), 3600);
}

/** @param {any} model */
function sheet(model) {
  const place = $("sheet");
  if (!model) {
    if (place.open) place.close();
    if (regions.stage) board.svg.focus({ preventScroll: true });
    return;
  }
  place.className = model.look;
  render(place, [h("div", { class: "inside" }, ...model.show.map(made))]);
  if (!place.open) place.showModal();
}
$("sheet").addEventListener("cancel", (/** @type {Event} */ event) => {
  event.preventDefault();
  command("close");
});
/** Close what is in front: a sheet is the table's. @param {string} id */
const shut = (id) => (id === "menu" ? $(id).close() : command("close"));
for (const id of ["menu", "sheet"]) $(id).addEventListener("click", (/** @type {Event} */ event) => event.target === $(id) && shut(id));

function openMenu() {
  if (!parts.menu) return;
  render($("menu"), [h("div", { class: "inside" }, ...parts.menu.show.map(made))]);
  if (!$("menu").open) $("menu").showModal();
}

// Pictures of levels, when they come into view

const seen = new IntersectionObserver(
  (entries) => {
    const names = entries.filter((entry) => entry.isIntersecting).map((entry) => /** @type {HTMLElement} */ (entry.target).dataset.picture);
    for (const entry of entries) if (entry.isIntersecting) seen.unobserve(entry.target);
    for (let at = 0; at < names.length; at += 8) command("pictures", { names: names.slice(at, at + 8), behind: true });
  },
  { rootMargin: "240px" },
);

/** @param {[string, import("./dom.js").Tree][] | undefined} pictures */
function watchPictures(pictures) {
  for (const [name, tree] of pictures ?? []) {
    regions.body?.querySelector(`[data-picture="${CSS.escape(name)}"]`)?.replaceChildren(made(tree));
  }
  for (const frame of regions.body?.querySelectorAll("[data-picture]:empty") ?? []) seen.observe(frame);
}

// Time

/** @type {number | undefined} */ let timer;
let ticked = performance.now();

/** @param {number} ms */
function pace(ms) {
  clearInterval(timer);
  timer = undefined;
  ticked = performance.now();
  if (ms) {
    timer = setInterval(() => {
      const now = performance.now();
      const seconds = (now - ticked) / 1000;
      ticked = now;
      if (document.visibilityState === "visible" && Number(document.body.dataset.seen) >= sent - 1) send({ t: "tick", seconds });
    }, ms);
  }
}
document.addEventListener("visibilitychange", () => (ticked = performance.now()));

// Addresses

let here = "";
let visits = 0;
let left = false;

/** @param {string} fragment @param {string} before the kind of the last screen */
function address(fragment, before) {
  const wanted = fragment ? `#${fragment}` : "";
  const url = (here = wanted || location.pathname + location.search);
  // The address that someone came with is put right; from then on each screen is a step that the browser's Back takes back.
  if (history.state === null || answered === visits) history.replaceState({}, "", url);
  else if (location.hash !== wanted) history.pushState({}, "", url);
  else if (parts.kind === "board" && before !== "board") history.pushState({ inside: true }, "", url);
  else if (before === "board" && parts.kind !== "board" && history.state.inside) {
    left = true; // what a game opens has the game's address: leaving it is a step back, too
    history.back();
  }
}

/** Open what the address says; the table decodes it. */
function visit() {
  send({ t: "open", address: location.hash.slice(1) });
  visits = sent;
}

// Back closes what is in front of a screen first: the step is then made again. An address that was typed in has no state.
addEventListener("popstate", () => {
  if (left) return void (left = false);
  const front = ["menu", "sheet"].find((id) => $(id).open);
  if (!front || history.state === null) return visit();
  history.pushState({}, "", here);
  shut(front);
});

// What only the page can do

/** @param {any} effect */
function act(effect) {
  if (effect.say) toast(effect.say);
  if (effect.copy !== undefined) copy(effect.copy);
  if (effect.copy_link) copy(whole(effect.copy_link));
  if (effect.art) learn(effect.art);
  if (effect.file) offer(effect.file);
  if (effect.ask === "paste") askText();
  if (effect.ask === "file") pick(".txt,.xsb,.sok,.slc,.save,.url,text/*", openFile);
  if (effect.ask === "data") pick(".sqlite", async (file) => command("bytes", { base64: await base64(file) }));
  if (effect.fullscreen) document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.().catch(() => {});
  if (effect.picture) offer({ name: effect.picture.name, text: effect.picture[dark.matches ? "dark" : "light"] });
  if (effect.print) printPages(effect.print);
  if (effect.menu) openMenu();
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(parts.words.copied);
  } catch {
    askText(text);
  }
}

/** Ask for a text (or show one that could not be copied). @param {string} [shown] */
function askText(shown = "") {
  const { words } = parts;
  const area = h("textarea", { rows: 10, "aria-label": words.paste, placeholder: words.paste, spellcheck: "false" });
  area.value = shown;
  const close = () => $("menu").close();
  const open = wordy(words.open, () => { close(); if (area.value.trim()) command("text", { text: area.value }); }, "primary");
  $("menu").replaceChildren(h("div", { class: "inside" }, h("h2", { id: "menu-title" }, words.paste), area, h("div", { class: "answers" }, ...(shown ? [] : [open]), wordy(words.cancel, close))));
  if (!$("menu").open) $("menu").showModal();
  area.focus();
  if (!shown) navigator.clipboard?.readText?.().then((text) => (area.value ||= text), () => {});
  else area.select();
}

/** @param {{name: string, text?: string, base64?: string}} file */
function offer(file) {
  const content = file.base64 ? Uint8Array.from(atob(file.base64), (c) => c.charCodeAt(0)) : (file.text ?? "");
  const url = URL.createObjectURL(new Blob([content], { type: file.base64 ? "application/vnd.sqlite3" : "text/plain" }));
  h("a", { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The table decodes it: level files are not all UTF-8. @param {File} file */
async function openFile(file) {
  command("text", { base64: await base64(file), name: file.name.replace(/\.[^.]*$/, ""), behind: true });
}

/** Pages for paper, drawn by Python: the browser prints them, or makes a PDF of them. @param {string[]} pages */
function printPages(pages) {
  const place = $("paper");
  place.replaceChildren(...pages.map((page) => h("div", { class: "paper-page", raw: page })));
  document.body.dataset.printed = String(pages.length);
  addEventListener("afterprint", () => place.replaceChildren(), { once: true });
  requestAnimationFrame(() => print());
}

/** @param {File | undefined} file @param {(file: File) => any} then */
const take = (file, then) => file && (file.size > TOO_LARGE ? toast(parts.words.too_large) : then(file));

/** @param {string} accept @param {(file: File) => any} then */
function pick(accept, then) {
  const input = h("input", { type: "file", accept });
  input.onchange = () => take(input.files[0], then);
  input.click();
}

/** @param {File} file @returns {Promise<string>} */
const base64 = (file) =>
  new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).split(",")[1] ?? "");
    reader.readAsDataURL(file);
  });

// Clicks, keys and fields

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest("[data-do],[data-link],[data-send]") : null);
  if (!target || /** @type {any} */ (target).disabled) return;
  const { link, send: sharing, do: name, args } = target.dataset;
  if (link) copy(whole(link));
  else if (sharing) navigator.share({ title: document.title, url: whole(sharing) }).catch(() => {});
  else if (name === "@menu") openMenu();
  else if (name === "@close") $("menu").close();
  else if (name) {
    if ($("menu").open) $("menu").close();
    const values = name === "name" ? { values: Object.fromEntries([...$("sheet").querySelectorAll("[data-field]")].map((field) => [field.dataset.field, field.value])) } : {};
    command(name, { ...(args ? JSON.parse(args) : {}), ...values });
  }
});

document.addEventListener("change", (event) => {
  const field = /** @type {any} */ (event.target);
  if (!field?.dataset?.field || field.dataset.later !== undefined) return;
  const value = field.type === "checkbox" ? field.checked : field.dataset.kind === "int" ? Math.round(Number(field.value)) : field.value;
  command("set", { name: field.dataset.field, value });
});
document.addEventListener("input", (event) => {
  const field = /** @type {any} */ (event.target);
  if (field?.dataset?.slider) command(field.dataset.slider, { at: Number(field.value) });
  if (field?.dataset?.search) command(field.dataset.search, { text: field.value });
});

const NAMES = /** @type {Record<string, string>} */ ({ PageUp: "Prior", PageDown: "Next", ".": "period", ";": "semicolon", ArrowLeft: "Left", ArrowRight: "Right", ArrowUp: "Up", ArrowDown: "Down", " ": "space", Enter: "Return", "?": "question", "+": "plus", "-": "minus", ",": "comma", Backspace: "BackSpace" });
const BROWSERS = new Set(["f5", "f6", "f7", "f11", "f12", "ctrl t", "ctrl q", "ctrl comma", "ctrl v"]);

document.addEventListener("keydown", (event) => event.key === "Tab" && (document.body.dataset.keys = ""), true);
document.addEventListener("pointerdown", () => delete document.body.dataset.keys, true);
document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.altKey || event.metaKey || $("sheet").open || $("menu").open) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && event.key !== "Escape") return;
  const onButton = target.closest("button") !== null;
  if (onButton && (event.key === "Enter" || event.key === " ")) return;
  if (event.key === "Tab" && (event.shiftKey || document.activeElement !== board.svg || !parts.play?.tab)) return;
  if (["Control", "Shift", "Alt", "Meta"].includes(event.key)) return;
  if (parts.kind === "levels" && event.key.startsWith("Arrow")) {
    if (step(event.key)) event.preventDefault();
    return;
  }
  const name = NAMES[event.key] ?? event.key;
  const shifted = event.shiftKey && (event.ctrlKey || name.length > 1);
  const typed = `${event.ctrlKey ? "ctrl " : ""}${shifted ? "shift " : ""}${name.toLowerCase()}`;
  if (BROWSERS.has(typed) || (typed === "ctrl c" && getSelection()?.toString())) return;
  if (regions.stage || event.key === "Escape" || event.key === "F1") event.preventDefault();
  if (regions.stage && (typed === "m" || typed === "f10") && parts.menu) {
    openMenu();
    return;
  }
  moved ||= Boolean(regions.stage);
  if (!event.repeat && parts.play?.held?.includes(name)) {
    held.add(name);
    send({ t: "hold", name, down: true });
  }
  send({ t: "key", command: typed, name, ctrl: event.ctrlKey });
});

/** Keys that show something for as long as they are held. @type {Set<string>} */
const held = new Set();
/** @param {string} name */
const letGo = (name) => held.delete(name) && send({ t: "hold", name, down: false });
document.addEventListener("keyup", (event) => letGo(NAMES[event.key] ?? event.key));
addEventListener("blur", () => [...held].forEach(letGo));

/** Arrows go from card to card. @param {string} key @returns {boolean} */
function step(key) {
  const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".level:not(:disabled)")]);
  const here = cards.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const tops = new Set(cards.map((card) => card.offsetTop));
  const columns = cards.filter((card) => card.offsetTop === [...tops][0]).length || 1;
  const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns });
  const next = cards[here < 0 ? 0 : here + steps[key]];
  next?.focus();
  return Boolean(next);
}

document.addEventListener("paste", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (/^(INPUT|TEXTAREA)$/.test(target.tagName ?? "") || $("sheet").open) return;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (text.trim()) command("text", { text });
});

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  take(event.dataTransfer?.files[0], openFile);
});

// Installing, and new versions

async function serveOffline() {
  try {
    if (!navigator.serviceWorker || !isSecureContext) return;
    const answer = await fetch(new URL("./precache.json", import.meta.url), { cache: "no-store" });
    const { version } = await answer.json();
    const registration = await navigator.serviceWorker.register(new URL(`./sw.js?v=${version}`, import.meta.url), { updateViaCache: "none" });
    const waiting = () => {
      if (registration.waiting && navigator.serviceWorker.controller) offerUpdate(registration.waiting);
    };
    const watch = () => registration.installing?.addEventListener("statechange", waiting);
    waiting();
    watch();
    registration.addEventListener("updatefound", watch);
    await navigator.serviceWorker.ready;
    document.body.dataset.offline = "ready";
  } catch {
    /* no server: what was kept is used */
    if (navigator.serviceWorker?.controller) document.body.dataset.offline = "ready";
  }
}

/** @param {ServiceWorker} worker */
function offerUpdate(worker) {
  const reload = wordy(parts.words.reload, () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    worker.postMessage("take over");
  }, "primary");
  $("update").replaceChildren(h("span", null, parts.words.update), reload);
  $("update").classList.add("on");
}

// Start

$("splash-text").textContent = french ? "Un instant…" : "One moment…";
readTexts().then(({ texts, kept }) => {
  document.body.dataset.storage = kept ? "kept" : "memory";
  const theme = texts["settings:theme"] ? JSON.parse(JSON.parse(texts["settings:theme"]).value) : "";
  if (theme) document.documentElement.dataset.theme = theme;
  table.postMessage({ texts, language: french ? "fr" : "en" });
});
const whenShown = new MutationObserver(() => {
  if (document.body.dataset.seen === undefined) return;
  whenShown.disconnect();
  performance.mark("first-board");
  setTimeout(() => {
    if (!thinker) startThinker();
  }, 200);
  setTimeout(serveOffline, 400);
});
whenShown.observe(document.body, { attributes: true, attributeFilter: ["data-seen"] });
