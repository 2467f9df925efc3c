// Every word a person reads comes from a catalogue: one file a language, src/words/<language>.json.
// A text may have {names} to fill in, and a form for each plural of the language, chosen by the number n.

import { prefs } from "./prefs.svelte";

export type Values = Record<string, string | number>;
type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>;
type Catalogue = Record<string, Text>;

const files = import.meta.glob<Catalogue>("../words/*.json", { import: "default" });
const nameOf = (path: string) => path.replace(/^.*\/(\w+)\.json$/, "$1");

/** The languages there are. */
export const languages = Object.keys(files).map(nameOf).sort();

const spoken = $state<{ language: string; words: Catalogue }>({ language: "en", words: {} });

/** The language to speak: the person's choice, else the first of the browser's that there is. */
function wanted(): string {
  const asked = [prefs.language ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2));
  return asked.find((language) => languages.includes(language)) ?? "en";
}

/** Fetch the catalogue of the language to speak, and speak it. */
export async function loadWords(): Promise<void> {
  const language = wanted();
  const load = Object.entries(files).find(([path]) => nameOf(path) === language)![1];
  spoken.words = await load();
  spoken.language = language;
  document.documentElement.lang = language;
}

/** The language that is spoken now. */
export const language = (): string => spoken.language;

/** Return a text in the person's language. */
export function t(key: string, values: Values = {}): string {
  return fill(spoken.words[key], spoken.language, values) ?? key;
}

/** Return a number as the language writes it. */
export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(spoken.language, {
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
  }).format(value);
}

/** Return a share as the language writes it: 31 %. */
export function percent(share: number): string {
  return new Intl.NumberFormat(spoken.language, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** Return a value as it is written in a sentence: negative numbers with a minus, not a hyphen. */
export const written = (value: string | number): string =>
  typeof value === "number" && value < 0 ? `−${-value}` : String(value);

const ONE_LETTER = /(?<![\p{L}\p{N}’'])([aiouwz]) /giu; // a word that Polish does not leave at the end of a line

/** Keep together what the language does not part at the end of a line. */
export const bound = (text: string, language: string): string =>
  language === "pl" ? text.replace(ONE_LETTER, "$1\u00a0") : text;

/** Choose the plural and fill in the names. */
export function fill(text: Text | undefined, language: string, values: Values): string | undefined {
  if (text === undefined) return undefined;
  const rule = new Intl.PluralRules(language).select(Math.abs(Number(values["n"] ?? 0)));
  const chosen = typeof text === "string" ? text : (text[rule] ?? text.other ?? "");
  return bound(chosen, language).replace(/\{(\w+)\}/g, (_, name: string) =>
    written(values[name] ?? `{${name}}`),
  );
}
