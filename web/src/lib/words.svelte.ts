// Every word a person reads comes from a catalogue, one a language (catalogues.ts puts them together). A game that the
// page does not know brings its own from the server. A text may have {names} to fill in, and forms: one for each plural
// of the language, chosen by the whole number n, or one for each person, chosen by whether `you` is meant.

import { languages } from "virtual:words";
import { getWords } from "./api";
import { prefs } from "./prefs.svelte";

export { languages };

export type Values = Record<string, string | number | boolean>;
export type Text = string | { [form: string]: Text };
export type Catalogue = Record<string, Text>;

let spoken = $state.raw<{ language: string; words: Catalogue }>({ language: "en", words: {} });
/** The games whose own words are wanted. */
const games = new Set<string>();

/** The language to speak: the person's choice, else the first of the browser's that there is. */
function wanted(): string {
  const asked = [prefs.language ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2));
  return asked.find((language) => language in languages) ?? "en";
}

/** Fetch the catalogue of the language to speak, and speak it. */
export async function loadWords(): Promise<void> {
  const language = wanted();
  const [{ default: words }, ...others] = await Promise.all([
    languages[language]!.load(),
    ...[...games].map((game) => fetchWords(game, language)),
  ]);
  spoken = { language, words: Object.assign({}, words, ...others) as Catalogue };
  document.documentElement.lang = language;
}

/** Have the own words of a game, too, in whatever language is spoken. */
export async function loadGameWords(game: string): Promise<void> {
  if (games.has(game)) return;
  games.add(game);
  const { language } = spoken;
  const words = await fetchWords(game, language);
  if (!words)
    games.delete(game); // the next time it may work
  else if (language === spoken.language) spoken = { language, words: { ...spoken.words, ...words } };
}

/** Fetch the own words of a game; null where that fails, and the page shows what the game itself writes. */
async function fetchWords(game: string, language: string): Promise<Catalogue | null> {
  try {
    return (await getWords(game, language)).words;
  } catch {
    return null;
  }
}

/** The language that is spoken now. */
export const language = (): string => spoken.language;

/** Return a text in the person's language. */
export function t(key: string, values: Values = {}): string {
  return fill(spoken.words[key], spoken.language, values) ?? key;
}

/** Return the text of the first key that there is; undefined if there is none. */
export function firstOf(keys: string[], values: Values = {}): string | undefined {
  const key = keys.find((one) => one in spoken.words);
  return key === undefined ? undefined : t(key, values);
}

/** Return names one after the other, as the language writes them: A, B and C. */
export const listed = (names: readonly string[]): string =>
  new Intl.ListFormat(spoken.language, { type: "conjunction" }).format(names);

const numberFormats = new Map<string, Intl.NumberFormat>(); // making one takes far longer than using it

function formatted(value: number, style: "decimal" | "percent", digits: number): string {
  const key = `${spoken.language} ${style} ${digits}`;
  let format = numberFormats.get(key);
  if (!format) {
    const shown = { maximumFractionDigits: digits, minimumFractionDigits: digits };
    format = new Intl.NumberFormat(spoken.language, { style, ...shown });
    numberFormats.set(key, format);
  }
  return format.format(value);
}

/** Return a number as the language writes it. */
export const number = (value: number, digits = 0): string => formatted(value, "decimal", digits);

/** Return a share as the language writes it: 31 %. */
export const percent = (share: number): string => formatted(share, "percent", 0);

/** Return the shares of all as the language writes them, rounded so that together they are 100 %: largest remainders first. */
export function percents(shares: readonly number[]): string[] {
  const whole = shares.map((share) => Math.floor(100 * share));
  const left = 100 - whole.reduce((sum, share) => sum + share, 0);
  const rest = (n: number) => 100 * shares[n]! - whole[n]!;
  const up = [...shares.keys()].sort((one, other) => rest(other) - rest(one)).slice(0, left);
  return whole.map((share, n) => percent((share + (up.includes(n) ? 1 : 0)) / 100));
}

/** Return a value as it is written in a sentence: negative numbers with a minus, not a hyphen. */
export const written = (value: string | number | boolean): string =>
  typeof value === "number" && value < 0 ? `−${-value}` : String(value);

/** Return so many of something: “3 × 7”, which no line parts. */
export const times = (n: number, what: string): string => `${n}\u00a0×\u00a0${what}`;

const DASH = / (?=– )/g; // no line begins with one
const ONE_LETTER = /(?<![\p{L}\p{N}’'])([aiouwz]) /giu; // a word that Polish does not leave at the end of a line

/** Keep together what the language does not part at the end of a line. */
export function bound(text: string, language: string): string {
  const joined = text.replace(DASH, "\u00a0");
  return language === "pl" ? joined.replace(ONE_LETTER, "$1\u00a0") : joined;
}

/** Choose the form, and fill in the names. */
export function fill(text: Text | undefined, language: string, values: Values): string | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== "string") return fill(formOf(text, language, values), language, values);
  return bound(text, language).replace(/\{(\w+)\}/g, (_, name: string) =>
    written(values[name] ?? `{${name}}`),
  );
}

const pluralRules = new Map<string, Intl.PluralRules>(); // the same

function pluralOf(language: string, n: number): string {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, rules);
  return rules.select(Math.abs(n));
}

function formOf(forms: { [form: string]: Text }, language: string, values: Values): Text {
  if ("you" in forms || "they" in forms) return forms[values["you"] ? "you" : "they"] ?? "";
  return forms[pluralOf(language, Number(values["n"] ?? 0))] ?? forms["other"] ?? "";
}
