// Runs a program in Python for browsers, as the page has it, but in Node: node browser_python.mjs PACKAGE.zip PROGRAM.py
// Prints the value of the program's last line.

import { readdirSync, readFileSync } from "node:fs";
import { loadPyodide } from "../web/node_modules/pyodide/pyodide.mjs";
import * as arrays from "../web/src/here/arrays.ts";

const [, , packed, program] = process.argv;
const bytes = (path) => new Uint8Array(readFileSync(path));
const python = await loadPyodide();
python.registerJsModule("stolik_arrays", arrays);
python.unpackArchive(bytes(packed), "zip", { extractDir: "/package" });
const wheels = new URL("../web/python/", import.meta.url);
for (const name of readdirSync(wheels).filter((name) => name.endsWith(".whl")))
  python.unpackArchive(bytes(new URL(name, wheels)), "wheel");
python.runPython("import sys; sys.path.append('/package')");
try {
  console.log(await python.runPythonAsync(readFileSync(program, "utf-8")));
} catch (error) {
  console.error(error.message); // and not the line of Python's own program that it came through, which is long
  process.exit(1);
}
