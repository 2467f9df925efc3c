// The catalogues of words for the page, one module a language, put together from the TOML files that people edit:
// what terminal and page both say is in the Python package, what only the page says is here. A text that a language
// lacks is in English.

import { globSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parse, type TomlTable } from "smol-toml";
import type { Plugin } from "vite";

export type Entry = string | Record<string, string>;
export type Catalogue = Record<string, Entry>;

const ROOT = resolve(import.meta.dirname, "..");
const PAGE = join(import.meta.dirname, "src");
/** The folders of the catalogues; those of games stand for every game there is. */
const FOLDERS = [join(ROOT, "src/stolik/words"), join(PAGE, "words")];
const GAME_FOLDERS = [join(ROOT, "src/stolik/games/*/words"), join(PAGE, "games/*/words")];

const FALLBACK = "en";
const OWN_NAME = "language"; // the key of the language's own name
const FORMS = new Set(["one", "few", "many", "other", "you", "they"]);

/** The languages there are, each with its own name: those that have a file beside the page's own words. */
export const languages = (): Record<string, string> =>
  Object.fromEntries(
    globSync(join(PAGE, "words/*.toml"))
      .sort()
      .map((path) => [basename(path, ".toml"), String(parse(readFileSync(path, "utf-8"))[OWN_NAME])]),
  );

/** Return the files of a language's catalogue, and the prefix of the keys in each. */
export const files = (language: string): [path: string, prefix: string][] => [
  ...FOLDERS.map((folder): [string, string] => [join(folder, `${language}.toml`), ""]),
  ...GAME_FOLDERS.flatMap((folder) => globSync(join(folder, `${language}.toml`)).sort()).map(
    (path): [string, string] => [path, `${basename(resolve(path, "../.."))}.`],
  ),
];

/** Return what a file says, by key. */
export const read = (path: string, prefix = ""): Catalogue =>
  flatten(parse(readFileSync(path, "utf-8")), prefix);

/** Return all that the page says in a language, by key; the keys of a game begin with its name. */
export function catalogue(language: string): Catalogue {
  const parts = [...new Set([FALLBACK, language])].flatMap(files).map(([path, prefix]) => read(path, prefix));
  const { [OWN_NAME]: _, ...words } = Object.assign({}, ...parts) as Catalogue;
  return words;
}

/** Return a table laid flat: the keys of a table within a table are joined by dots, a table of forms is one entry. */
export function flatten(table: TomlTable, prefix = ""): Catalogue {
  const found: Catalogue = {};
  for (const [key, value] of Object.entries(table)) {
    if (typeof value === "string" || isForms(value)) found[prefix + key] = value;
    else Object.assign(found, flatten(value as TomlTable, `${prefix}${key}.`));
  }
  return found;
}

const isForms = (value: unknown): value is Record<string, string> =>
  Object.entries(value as object).every(([key, text]) => FORMS.has(key) && typeof text === "string");

const MODULE = "virtual:words";

/** The id that the module of a language has in a bundle. */
export const moduleOf = (language: string): string => `\0${MODULE}/${language}`;

/** A plugin that serves `virtual:words` (the languages, each with how to fetch it) and `virtual:words/LANGUAGE`. */
export function catalogues(): Plugin {
  return {
    name: "catalogues",
    resolveId: (id) => (id === MODULE || id.startsWith(`${MODULE}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${MODULE}`) {
        const entries = Object.entries(languages()).map(
          ([code, name]) =>
            `${code}: { name: ${JSON.stringify(name)}, load: () => import("${MODULE}/${code}") }`,
        );
        return `export const languages = { ${entries.join(", ")} };`;
      }
      const language = Object.keys(languages()).find((code) => id === moduleOf(code));
      if (!language) return undefined;
      for (const [path] of [FALLBACK, language].flatMap(files)) this.addWatchFile(path);
      return `export default ${JSON.stringify(catalogue(language))};`;
    },
  };
}
