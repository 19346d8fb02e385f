// Starts Python in a worker: Pyodide from our own files, our package, and the compiled kernels where they were built.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PACKAGES = "/lib/python3.14/site-packages";

/** @param {string} name @returns {Promise<ArrayBuffer | null>} */
async function bring(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  return answer.ok ? answer.arrayBuffer() : null;
}

/** @returns {Promise<any>} the running Python */
export async function startPython() {
  const archives = [bring("./cassetete.zip"), bring("./kernels.zip")];
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  for (const archive of await Promise.all(archives)) {
    if (archive) python.unpackArchive(archive, "zip", { extractDir: PACKAGES });
  }
  return python;
}
