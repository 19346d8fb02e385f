// Fingers and mice on the board, as a few kinds of messages: press, drag, drop, hover. Two fingers zoom and never write.

/** @typedef {import("./board.js").Board} Board */

const LONG_PRESS = 450;
const SLACK = { mouse: 4, pen: 6, touch: 9 };
const SWIPE = 22;

/**
 * @param {HTMLElement} stage @param {Board} board @param {(message: any) => void} send
 */
export function listen(stage, board, send) {
  /** @type {Map<number, PointerEvent>} */ const down = new Map();
  /** @type {any} */ let stroke = null;
  /** @type {any} */ let pinch = null;
  let hovered = "";

  const cancel = () => {
    if (!stroke) return;
    clearTimeout(stroke.timer);
    cancelAnimationFrame(stroke.frame);
    if (stroke.dragging) send({ t: "cancel" });
    stroke = null;
  };

  const spread = () => {
    const [a, b] = [...down.values()];
    return { distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
  };

  const isBoard = (/** @type {Event} */ event) => event.target instanceof Element && !event.target.closest("button");
  // The browser makes no gestures of its own here: else, after a swipe, it takes the next tap (on Undo, say) for the end of a scroll.
  stage.addEventListener("touchstart", (event) => isBoard(event) && event.cancelable && event.preventDefault(), { passive: false });
  stage.addEventListener("pointerdown", (event) => {
    if (!isBoard(event)) return;
    board.svg.focus({ preventScroll: true });
    board.finish();
    down.set(event.pointerId, event);
    try {
      stage.setPointerCapture(event.pointerId);
    } catch {
      /* a pointer that is gone already */
    }
    if (down.size === 2) {
      cancel();
      pinch = spread();
    } else if (down.size === 1 && !pinch) {
      const at = board.point(event);
      const button = event.button === 2 ? 3 : event.button === 1 ? 2 : 1;
      stroke = { id: event.pointerId, button, at, from: at, way: [], x: event.clientX, y: event.clientY, touch: event.pointerType === "touch", slack: SLACK[/** @type {"mouse"} */ (event.pointerType)] ?? 6 };
      if (stroke.touch) stroke.timer = setTimeout(longPress, LONG_PRESS);
    }
  });

  const longPress = () => {
    if (!stroke || stroke.dragging) return;
    navigator.vibrate?.(12);
    send({ t: "press", at: stroke.from, button: 3, touch: true });
    stroke = null;
  };

  const flush = () => {
    if (stroke?.way.length) send({ t: "drag", from: stroke.from, way: stroke.way.splice(0), button: stroke.button });
    if (stroke) stroke.frame = 0;
  };

  stage.addEventListener("pointermove", (event) => {
    if (!down.has(event.pointerId)) {
      if (event.pointerType === "mouse" && down.size === 0) hover(event);
      return;
    }
    down.set(event.pointerId, event);
    if (pinch && down.size === 2) {
      const now = spread();
      const before = board.point(pinch);
      board.zoom(now.distance / (pinch.distance || 1), before);
      const after = board.point(now);
      const held = board.point(pinch);
      board.pan(after[0] - held[0], after[1] - held[1]);
      pinch = now;
      return;
    }
    if (!stroke || stroke.id !== event.pointerId) return;
    if (stroke.button === 2) {
      const before = board.point({ clientX: stroke.x, clientY: stroke.y });
      const now = board.point(event);
      board.pan(now[0] - before[0], now[1] - before[1]);
      [stroke.x, stroke.y] = [event.clientX, event.clientY];
      return;
    }
    if (!stroke.dragging && Math.hypot(event.clientX - stroke.x, event.clientY - stroke.y) < stroke.slack) return;
    stroke.dragging = true;
    clearTimeout(stroke.timer);
    const seen = event.getCoalescedEvents?.() ?? [];
    for (const each of seen.length ? seen : [event]) stroke.way.push(board.point(each));
    stroke.at = board.point(event);
    stroke.frame ||= requestAnimationFrame(flush);
  });

  const up = (/** @type {PointerEvent} */ event) => {
    down.delete(event.pointerId);
    if (pinch) {
      if (!down.size) pinch = null;
      return;
    }
    if (!stroke || stroke.id !== event.pointerId) return;
    const done = stroke;
    clearTimeout(done.timer);
    cancelAnimationFrame(done.frame);
    stroke = null;
    if (done.button === 2) return;
    if (!done.dragging) {
      send({ t: "press", at: done.from, button: done.button, touch: done.touch });
      return;
    }
    if (done.way.length) send({ t: "drag", from: done.from, way: done.way, button: done.button });
    send({ t: "drop", from: done.from, at: done.at, button: done.button, swipe: swipe(event.clientX - done.x, event.clientY - done.y) });
  };
  stage.addEventListener("pointerup", up);
  stage.addEventListener("pointercancel", (event) => {
    down.delete(event.pointerId);
    if (!down.size) pinch = null;
    cancel();
  });

  /** @param {number} dx @param {number} dy */
  const swipe = (dx, dy) => {
    if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return "";
    return Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "Right" : "Left") : dy > 0 ? "Down" : "Up";
  };

  let waits = false;
  /** @param {PointerEvent} event */
  const hover = (event) => {
    const at = board.point(event);
    const place = at.map((value) => Math.floor(value * 4)).join();
    if (place === hovered || waits) return;
    hovered = place;
    waits = true;
    setTimeout(() => (waits = false), 40);
    send({ t: "hover", at });
  };
  stage.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse" && hovered && !stroke) {
      hovered = "";
      send({ t: "hover", at: null });
    }
  });
  stage.addEventListener("contextmenu", (event) => event.preventDefault());
  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      board.zoom(Math.exp(-event.deltaY * 0.0015), board.point(event));
    },
    { passive: false },
  );
}
