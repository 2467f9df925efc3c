// Which modules travel together. Left alone, the bundler makes a file of every set of modules that the same screens
// need, and a table is fetched in ninety pieces.

import { resolve } from "node:path";

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const START = ["index.html", "src/screens/Home.svelte"].map((name) => resolve(import.meta.dirname, name));

/** Return what the home screen needs, which most people see first. */
function needed(modules: Modules): Set<string> {
  const found = new Set<string>();
  const open = [...START];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

let start: Set<string> | undefined;

export const groups = [
  {
    debugName: "start",
    name: (id: string, modules: Modules) => ((start ??= needed(modules)).has(id) ? "start" : null),
    priority: 3,
  },
  { name: "table", test: /\/src\/(art|lib|parts)\//, minShareCount: 2, priority: 2 },
  {
    debugName: "games",
    name: (id: string) => /\/src\/games\/([^/]+)\//.exec(id)?.[1] ?? null,
    minShareCount: 2,
    priority: 1,
  },
];
