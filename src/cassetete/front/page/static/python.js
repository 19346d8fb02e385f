// Starts Python in a worker: Pyodide from our own files, our package, and the compiled kernels where they were built.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PACKAGES = "/lib/python3.14/site-packages";

/** @param {string} name @returns {Promise<ArrayBuffer | null>} */
async function bring(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  return answer.ok ? answer.arrayBuffer() : null;
}

/**
 * Put the files of an archive into a folder. Our archives are stored, not compressed, so every file is a piece of it:
 * three times as fast as Pyodide's own `unpackArchive`, which does it in Python.
 * @param {any} FS @param {ArrayBuffer} archive @param {string} folder
 */
export function unpack(FS, archive, folder) {
  const view = new DataView(archive);
  const text = new TextDecoder();
  const end = archive.byteLength - 22;
  if (view.getUint32(end, true) !== 0x06054b50) throw new Error("this is not an archive of the page");
  const made = new Set();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [method, size, start] = [view.getUint16(at + 10, true), view.getUint32(at + 24, true), view.getUint32(at + 42, true)];
    const [name, extra, comment] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)];
    if (method !== 0) throw new Error("an archive of the page must be stored, not compressed");
    const path = `${folder}/${text.decode(new Uint8Array(archive, at + 46, name))}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) {
      FS.mkdirTree(parent);
      made.add(parent);
    }
    const data = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    FS.writeFile(path, new Uint8Array(archive, data, size), { canOwn: true });
    at += 46 + name + extra + comment;
  }
}

/** @returns {Promise<any>} the running Python */
export async function startPython() {
  const archives = [bring("./cassetete.zip"), bring("./kernels.zip")];
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  for (const archive of await Promise.all(archives)) if (archive) unpack(python.FS, archive, PACKAGES);
  python.runPython("import importlib; importlib.invalidate_caches()");
  return python;
}
