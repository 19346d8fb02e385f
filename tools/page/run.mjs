// Runs a Python file in Pyodide: node run.mjs PYODIDE_FOLDER SCRIPT [NAME=FOLDER…]; the script finds each folder at /NAME.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, script, ...folders] = process.argv.slice(2);

try {
  const { loadPyodide } = await import(pathToFileURL(resolve(pyodide, "pyodide.mjs")));
  const python = await loadPyodide({ indexURL: `${resolve(pyodide)}/` });
  for (const named of folders) {
    const [name, folder] = named.split("=", 2);
    python.FS.mkdirTree(`/${name}`);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: resolve(folder) }, `/${name}`);
  }
  python.runPython(readFileSync(script, "utf8"), { filename: script });
} catch (error) {
  console.error(error.message); // not the whole of it: node would print Pyodide's source
  process.exitCode = 1;
}
