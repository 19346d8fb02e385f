// The board: an SVG picture that follows patches, with pieces that glide, and that can be zoomed and moved.
import { learn } from "./dom.js";

/**
 * @typedef {[number, number, string[]][]} Patch
 * @typedef {{patch: Patch, ms: number, moves: [string, number[][], number, number][], back?: boolean}} Frame
 * @typedef {{patch: Patch, fresh?: boolean, box?: number[], ground?: string, art?: string[], frames?: Frame[]}} Update
 */

const LARGEST = 8;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  constructor() {
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.classList.add("board");
    this.svg.setAttribute("role", "img");
    this.svg.setAttribute("tabindex", "0");
    this.shapes = document.createElementNS("http://www.w3.org/2000/svg", "g");
    this.scratch = document.createElementNS("http://www.w3.org/2000/svg", "g");
    this.svg.append(this.shapes);
    this.box = [0, 0, 1, 1];
    this.view = [0, 0, 1, 1];
    /** @type {(() => void)[]} what is still to be drawn, the animation's end first */
    this.rest = [];
    /** @type {Animation[]} */ this.running = [];
    /** @type {(zoomed: boolean) => void} */ this.onzoom = () => {};
  }

  /** @param {Update} update */
  show(update) {
    this.finish();
    learn(update.art);
    if (update.fresh) this.shapes.replaceChildren();
    if (update.box) {
      this.box = update.box;
      this.fit();
    }
    if (update.ground) this.svg.dataset.ground = update.ground;
    const frames = still.matches ? [] : (update.frames ?? []);
    if (!frames.length) {
      for (const frame of update.frames ?? []) this.apply(frame.patch);
      this.apply(update.patch);
      return;
    }
    this.rest = [...frames.map((frame) => () => this.apply(frame.patch)), () => this.apply(update.patch)];
    this.play(frames, 0);
  }

  /** @param {Frame[]} frames @param {number} at */
  play(frames, at) {
    this.rest.shift()?.();
    const frame = frames[at];
    if (!frame) {
      this.running = [];
      return;
    }
    this.running = frame.moves.flatMap(([key, way, start, end]) => this.glide(key, way, start, end, frame));
    const last = this.running[0];
    if (!last) {
      this.play(frames, at + 1);
      return;
    }
    Promise.all(this.running.map((one) => one.finished)).then(
      () => {
        for (const one of this.running) one.cancel();
        this.play(frames, at + 1);
      },
      () => {},
    );
  }

  /** @param {string} key @param {number[][]} way @param {number} start @param {number} end @param {Frame} frame */
  glide(key, way, start, end, frame) {
    let length = 0;
    const reached = way.map(([x, y], n) => (length += n ? Math.hypot(x - way[n - 1][0], y - way[n - 1][1]) : 0));
    const steps = way.map(([x, y], n) => ({ transform: `translate(${x}px, ${y}px)`, offset: start + (end - start) * (length ? reached[n] / length : n) }));
    if (start > 0) steps.unshift({ ...steps[0], offset: 0 });
    if (end < 1) steps.push({ ...steps[steps.length - 1], offset: 1 });
    const moving = this.shapes.querySelectorAll(`[data-k="${CSS.escape(key)}"]`);
    const longest = Math.max(frame.ms, Math.min(2.2 * frame.ms, frame.ms * (0.7 + length * 0.12)));
    return [...moving].map((piece) =>
      piece.animate(steps, {
        duration: frame.ms >= 150 ? longest : frame.ms,
        easing: frame.ms >= 150 ? "cubic-bezier(.3,.1,.25,1)" : "linear",
        direction: frame.back ? "reverse" : "normal",
        fill: "both",
      }),
    );
  }

  /** End every animation: the board shows what is true. */
  finish() {
    const { running, rest } = this;
    this.running = [];
    this.rest = [];
    for (const one of running) one.cancel();
    for (const draw of rest) draw();
  }

  /** @param {Patch} patch */
  apply(patch) {
    const { shapes, scratch } = this;
    for (const [at, out, into] of patch) {
      for (let n = 0; n < out; n++) shapes.childNodes[at]?.remove();
      if (into.length) {
        scratch.innerHTML = into.join("");
        const next = shapes.childNodes[at] ?? null;
        const fresh = document.createDocumentFragment();
        fresh.append(...scratch.childNodes);
        shapes.insertBefore(fresh, next);
      }
    }
  }

  // Zoom: the part of the board that is seen

  fit() {
    this.look([...this.box]);
  }

  /** @param {number[]} view */
  look(view) {
    const [left, top, width, height] = this.box;
    const w = Math.min(width, Math.max(width / LARGEST, view[2]));
    const hgt = (height * w) / width;
    const x = Math.min(left + width - w, Math.max(left, view[0]));
    const y = Math.min(top + height - hgt, Math.max(top, view[1]));
    this.view = [x, y, w, hgt];
    this.svg.setAttribute("viewBox", this.view.map((value) => value.toFixed(4)).join(" "));
    this.onzoom(w < width * 0.999);
  }

  /** Zoom so that a point of the board stays where it is. @param {number} factor @param {number[]} at */
  zoom(factor, at) {
    const [x, y, w, hgt] = this.view;
    this.look([at[0] - (at[0] - x) / factor, at[1] - (at[1] - y) / factor, w / factor, hgt / factor]);
  }

  /** @param {number} dx @param {number} dy in board units */
  pan(dx, dy) {
    this.look([this.view[0] - dx, this.view[1] - dy, this.view[2], this.view[3]]);
  }

  /** A point of the screen, in board units. @param {{clientX: number, clientY: number}} event @returns {number[]} */
  point(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [Math.round(point.x * 1000) / 1000, Math.round(point.y * 1000) / 1000];
  }
}
