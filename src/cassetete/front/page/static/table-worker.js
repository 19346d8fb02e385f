// The table: plays. Messages come in as values, go to Python as lines of JSON, and what changes comes back.
import { startPython } from "./python.js";

/** @type {any} */ let table;
/** @type {any[]} */ const early = [];

self.onmessage = (event) => {
  if (event.data.texts) start(event.data);
  else if (table) handle(event.data);
  else early.push(event.data);
};

/** @param {{texts: Record<string, string>, language: string}} setup */
async function start(setup) {
  try {
    const { python, kept, keep } = await startPython(`
import json
from cassetete.app.registry import games
from cassetete.front.page.table import Table
list(games())`, true);
    const make = python.runPython("lambda texts, language: Table(json.loads(texts), language)");
    table = make(JSON.stringify(setup.texts), setup.language);
    make.destroy();
    self.postMessage({ ready: true, kept });
    for (const message of early.splice(0)) handle(message);
    setTimeout(() => keep().then(() => self.postMessage({ memory: true })), 500);
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
}

/** @param {object} message */
function handle(message) {
  try {
    self.postMessage(JSON.parse(table.receive(JSON.stringify(message))));
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
}
