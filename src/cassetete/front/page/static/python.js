// Starts Python in a worker: Pyodide from our own files, our package, and the compiled kernels where they were built.
// @ts-expect-error: Pyodide's files are beside ours only in the built page.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PACKAGES = "/lib/python3.14/site-packages";

/** An archive of the page; null if it is not there. @param {string} name @returns {Promise<ArrayBuffer | null>} */
async function bring(name) {
  try {
    const answer = await fetch(new URL(name, import.meta.url));
    return answer.ok ? await answer.arrayBuffer() : null;
  } catch {
    return null;
  }
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

/** The cache with Python's memory after its imports. Its name is not that of a version: those are the service worker's. */
const KEPT = "python-of-cassetete";

/** The name of the memory that belongs to a package. @param {ArrayBuffer} archive @returns {Promise<string>} */
async function memoryName(archive) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", archive));
  return `memory-${[...digest.slice(0, 12)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * The memory that an earlier visit kept: it saves Python's start and every import. It is read in pieces, through one small buffer:
 * 30 MB that the browser itself read would stay until its garbage is collected, whatever we do with them.
 * @param {Promise<ArrayBuffer | null>} archive
 */
async function keptMemory(archive) {
  try {
    if (!(await caches.has(KEPT))) return null;
    const found = await (await caches.open(KEPT)).match(await memoryName(/** @type {ArrayBuffer} */ (await archive)));
    const memory = new Uint8Array(Number(found?.headers.get("content-length")));
    const take = reader(/** @type {ReadableStream} */ (found?.body));
    let size = 0;
    for (let piece = await take(); piece; piece = await take()) {
      memory.set(piece, size);
      size += piece.length;
    }
    return size > 0 && size === memory.length ? memory : null;
  } catch {
    return null;
  }
}

/** What reads a stream piece by piece, into the same buffer where the browser can. @param {ReadableStream} stream */
function reader(stream) {
  try {
    const bytes = stream.getReader({ mode: "byob" });
    let buffer = new ArrayBuffer(1 << 20);
    return async () => {
      const { value, done } = await bytes.read(new Uint8Array(buffer));
      if (value) buffer = /** @type {ArrayBuffer} */ (value.buffer);
      return done ? null : value;
    };
  } catch {
    const pieces = stream.getReader();
    return async () => (await pieces.read()).value;
  }
}

/** Keep Python's memory for later visits. A worker of its own does it: what the browser copies for that is freed when it ends. @param {Uint8Array} memory @param {ArrayBuffer} archive */
async function keepMemory(memory, archive) {
  const name = await memoryName(archive);
  const keeper = new Worker(new URL("./keeper-worker.js", import.meta.url), { type: "module", name: "keeper" });
  const done = new Promise((resolve) => (keeper.onmessage = resolve));
  keeper.postMessage({ cache: KEPT, name, memory }, [memory.buffer]);
  await done;
}

/**
 * @param {string} imports what to import at once @param {boolean} keeps whether its memory is for later visits, too
 * @returns {Promise<{python: any, kept: boolean, keep: () => Promise<void>}>} the running Python, whether it started from an
 *     earlier visit's memory, and how to keep it for the next visit
 */
export async function startPython(imports, keeps) {
  const archives = [bring("./cassetete.zip"), bring("./kernels.zip")];
  const indexURL = new URL("./pyodide/", import.meta.url).href;
  const memory = await keptMemory(archives[0]);
  let python = memory ? await loadPyodide({ indexURL, _loadSnapshot: memory }).catch(() => caches.delete(KEPT).then(() => null)) : null;
  /** @type {any} */ (memory)?.buffer.transfer?.(0); // frees it now
  const kept = python !== null;
  const fresh = keeps && !kept && "caches" in self;
  python ??= await loadPyodide({ indexURL, _makeSnapshot: fresh });
  const [own, kernels] = await Promise.all(archives);
  for (const archive of [own, kernels]) if (archive) unpack(python.FS, archive, PACKAGES);
  python.runPython(`import importlib; importlib.invalidate_caches()\n${imports}`);
  const made = fresh && own ? python.makeMemorySnapshot() : null;
  return { python, kept, keep: async () => (made ? keepMemory(made, /** @type {ArrayBuffer} */ (own)) : undefined) };
}
