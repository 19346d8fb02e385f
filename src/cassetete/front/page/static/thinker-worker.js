// The thinker: solves, hints, judges and generates. Where the browser can suspend a running program (JSPI), it hears
// messages between two slices of work; elsewhere the page ends this worker to stop it.
import { startPython } from "./python.js";

/** @type {any} */ let worker;
/** @type {any} */ let work;
/** @type {{ticket: number, rank: number, line: string}[]} */ const queue = [];
/** @type {{ticket: number, rank: number, line: string} | null} */ let running = null;

/** What the player asks comes first, then judgements, then what nobody waits for. @param {any} packet */
const rankOf = (packet) => (packet.background ? 2 : packet.do === "ToJudge" ? 1 : 0);

// Held for as long as this worker lives: the page waits for it, and so hears if the worker ends without a word.
const life = `thinker ${Math.random()}`;
navigator.locks?.request(life, () => (self.postMessage({ life }), new Promise(() => {})));

self.onmessage = (event) => {
  const packet = event.data;
  if (packet.do === "cancel") cancel(packet.ticket);
  else {
    queue.push({ ticket: packet.ticket, rank: rankOf(packet), line: JSON.stringify(packet) });
    // A question that is more urgent goes before the job that runs: that one is done again afterwards.
    if (running && running.rank > rankOf(packet) && worker) {
      queue.push({ ...running });
      worker.yield_to_another(running.ticket);
    }
    next();
  }
};

/** @param {number} ticket */
function cancel(ticket) {
  const place = queue.findIndex((job) => job.ticket === ticket);
  if (place >= 0) {
    queue.splice(place, 1);
    self.postMessage({ ticket, failed: ["cancelled", { msgid: "cancelled", args: {}, domain: "cassetete" }] });
  } else if (running?.ticket === ticket) worker?.cancel(ticket);
}

async function next() {
  if (running || !worker) return;
  const first = Math.min(...queue.map((job) => job.rank));
  const place = Math.max(0, queue.findIndex((job) => job.rank === first));
  const [job] = queue.splice(place, 1);
  if (!job) return;
  running = job;
  try {
    await work(job.line);
  } catch (error) {
    self.postMessage({ ticket: job.ticket, crashed: String(error) });
  }
  running = null;
  next();
}

const breath = new MessageChannel();

/** Let the messages that wait be heard. */
function listen() {
  return new Promise((resolve) => {
    breath.port1.onmessage = resolve;
    breath.port2.postMessage(0);
  });
}

try {
  const { python } = await startPython(`
from pyodide.ffi import run_sync
from cassetete.front.page.thinker import ThinkingWorker`, false);
  const make = python.runPython(`
lambda send, listen: ThinkingWorker(send, (lambda: run_sync(listen())) if listen else None)`);
  const suspends = "Suspending" in WebAssembly;
  const send = (/** @type {string} */ line) => self.postMessage(JSON.parse(line));
  worker = make(send, suspends ? listen : null);
  work = suspends ? (/** @type {string} */ line) => worker.work.callPromising(line) : (/** @type {string} */ line) => worker.work(line);
  self.postMessage({ ready: true, suspends });
  next();
} catch (error) {
  self.postMessage({ failed: String(error) });
}
