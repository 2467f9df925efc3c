// Python for browsers, among the files of the page: Pyodide from its npm package, and the wheels that
// tools/browser_wheels.py has fetched. Without the wheels the page is built without it, and does not offer to play
// without a server.

import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const PYODIDE = join(import.meta.dirname, "node_modules/pyodide");
const WHEELS = globSync(join(import.meta.dirname, "python/*.whl")).sort();
const { version } = JSON.parse(readFileSync(join(PYODIDE, "package.json"), "utf-8")) as { version: string };
const { info } = JSON.parse(readFileSync(join(PYODIDE, "pyodide-lock.json"), "utf-8")) as { info: object };

/** Where it is, below the page: another folder for every version. */
const FOLDER = `assets/python-${version}/`;

/** What the page knows of it; null where it is missing. */
export const python = WHEELS.length
  ? { folder: FOLDER, wheels: WHEELS.map((path) => basename(path)), lock: { info, packages: {} } }
  : null;

/** Puts Python among the files of the page. Hosts that compress nothing send it compressed all the same. */
export function pythonFiles(): Plugin {
  return {
    name: "python",
    apply: "build",
    generateBundle() {
      if (!python) {
        this.warn("without web/python the page cannot play without a server: see tools/browser_wheels.py");
        return;
      }
      const emit = (name: string, source: Uint8Array) =>
        this.emitFile({ type: "asset", fileName: `${FOLDER}${name}`, source });
      emit("pyodide.asm.mjs", readFileSync(join(PYODIDE, "pyodide.asm.mjs")));
      emit("python_stdlib.zip", readFileSync(join(PYODIDE, "python_stdlib.zip")));
      const wasm = readFileSync(join(PYODIDE, "pyodide.asm.wasm"));
      emit("pyodide.asm.wasm.gz", gzipSync(wasm, { level: 9 }));
      for (const path of WHEELS) emit(basename(path), readFileSync(path));
    },
  };
}
