// Starts Python in a worker: Pyodide from our own files, and our package.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PACKAGES = "/lib/python3.14/site-packages";

/** @returns {Promise<any>} the running Python */
export async function startPython() {
  const archive = fetch(new URL("./cassetete.zip", import.meta.url)).then((answer) => {
    if (!answer.ok) throw new Error(`cassetete.zip: ${answer.status}`);
    return answer.arrayBuffer();
  });
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  python.unpackArchive(await archive, "zip", { extractDir: PACKAGES });
  return python;
}
