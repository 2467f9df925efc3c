// The catalogues of words for the page, one module a language, put together from the TOML files that people edit:
// what terminal and page both say is in the Python package, what only the page says is here.

import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parse, type TomlTable } from "smol-toml";
import type { Plugin } from "vite";

type Entry = string | Record<string, string>;
type Catalogue = Record<string, Entry>;

const ROOT = resolve(import.meta.dirname, "..");
const SHARED = join(ROOT, "src/stolik/words");
const GAMES = join(ROOT, "src/stolik/games");
const PAGE = join(import.meta.dirname, "src/words");
const PAGE_GAMES = join(import.meta.dirname, "src/games");

const FORMS = new Set(["one", "few", "many", "other", "you", "they"]);

/** The languages there are: those that have a file beside the page's own words. */
export const languages = (): string[] =>
  globSync(join(PAGE, "*.toml"))
    .map((path) => basename(path, ".toml"))
    .sort();

/** Return all that the page says in a language, by key; the keys of a game begin with its name. */
export function catalogue(language: string): Catalogue {
  const found: Catalogue = {};
  const file = `${language}.toml`;
  for (const path of [join(SHARED, file), join(PAGE, file)]) read(path, "", found);
  for (const folder of [GAMES, PAGE_GAMES])
    for (const path of globSync(join(folder, "*", "words", file)))
      read(path, `${basename(resolve(path, "../.."))}.`, found);
  return found;
}

function read(path: string, prefix: string, found: Catalogue): void {
  if (existsSync(path)) flatten(parse(readFileSync(path, "utf-8")), prefix, found);
}

function flatten(table: TomlTable, prefix: string, found: Catalogue): void {
  for (const [key, value] of Object.entries(table)) {
    if (typeof value === "string") found[prefix + key] = value;
    else if (isForms(value)) found[prefix + key] = value;
    else flatten(value as TomlTable, `${prefix}${key}.`, found);
  }
}

const isForms = (value: unknown): value is Record<string, string> =>
  Object.entries(value as object).every(([key, text]) => FORMS.has(key) && typeof text === "string");

const MODULE = "virtual:words";

/** A plugin that serves `virtual:words` (the languages, each with how to load it) and `virtual:words/LANGUAGE`. */
export function catalogues(): Plugin {
  return {
    name: "catalogues",
    resolveId: (id) => (id === MODULE || id.startsWith(`${MODULE}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${MODULE}`) {
        const entries = languages().map((one) => `${one}: () => import("${MODULE}/${one}")`);
        return `export default { ${entries.join(", ")} };`;
      }
      const language = id.startsWith(`\0${MODULE}/`) && id.slice(MODULE.length + 2);
      if (!language) return undefined;
      for (const folder of [SHARED, PAGE]) this.addWatchFile(join(folder, `${language}.toml`));
      return `export default ${JSON.stringify(catalogue(language))};`;
    },
  };
}
