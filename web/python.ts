// Python for browsers, among the files of the page: Pyodide from its npm package, and the wheels that
// tools/browser_wheels.py has fetched. Without the wheels the page is built without it, and does not offer to play
// without a server.

import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";
import type { Plugin } from "vite";

const PYODIDE = join(import.meta.dirname, "node_modules/pyodide");
const KEPT = join(import.meta.dirname, "python");
const LIBRARY = join(import.meta.dirname, "library.py");
const WHEELS = globSync(join(KEPT, "*.whl")).sort();
const { version } = JSON.parse(readFileSync(join(PYODIDE, "package.json"), "utf-8")) as { version: string };
const { info } = JSON.parse(readFileSync(join(PYODIDE, "pyodide-lock.json"), "utf-8")) as { info: object };

/** Where it is, below the page: another folder for every version. */
const FOLDER = `assets/python-${version}-${createHash("sha256").update(readFileSync(LIBRARY)).digest("hex").slice(0, 8)}/`;

/** What the page knows of it; null where it is missing. */
export const python = WHEELS.length
  ? { folder: FOLDER, wheels: WHEELS.map((path) => basename(path)), lock: { info, packages: {} } }
  : null;

/** The standard library, as much of it as is needed. It takes some seconds to make, once. */
async function library(): Promise<Uint8Array> {
  const small = join(KEPT, `${basename(FOLDER)}.zip`);
  if (!existsSync(small)) {
    const made = await loadPyodide();
    made.FS.writeFile("/whole.zip", readFileSync(join(PYODIDE, "python_stdlib.zip")));
    made.runPython(readFileSync(LIBRARY, "utf-8"));
    writeFileSync(small, made.FS.readFile("/small.zip") as Uint8Array);
  }
  return readFileSync(small);
}

/** Puts Python among the files of the page. Hosts that compress nothing send it compressed all the same. */
export function pythonFiles(): Plugin {
  return {
    name: "python",
    apply: "build",
    async generateBundle() {
      if (!python) {
        this.warn("without web/python the page cannot play without a server: see tools/browser_wheels.py");
        return;
      }
      const emit = (name: string, source: Uint8Array) =>
        this.emitFile({ type: "asset", fileName: `${FOLDER}${name}`, source });
      const emitPacked = (name: string, source: Uint8Array) =>
        emit(`${name}.gz`, gzipSync(source, { level: 9 }));
      for (const name of ["pyodide.asm.mjs", "pyodide.asm.wasm"])
        emitPacked(name, readFileSync(join(PYODIDE, name)));
      emitPacked("python_stdlib.zip", await library());
      for (const path of WHEELS) emit(basename(path), readFileSync(path));
    },
  };
}
