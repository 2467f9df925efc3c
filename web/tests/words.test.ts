import { describe, expect, test } from "vitest";
import { catalogue, files, flatten, languages, read, type Entry } from "../catalogues";
import { fill, percents } from "../src/lib/words.svelte";

const english = catalogue("en");
const codes = Object.keys(languages());
const PERSONS = ["they", "you"];
const PLURALS: Record<string, string[]> = {
  de: ["one", "other"],
  en: ["one", "other"],
  pl: ["few", "many", "one"],
};
const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!.toLowerCase());
const forms = (text: Entry) => (typeof text === "string" ? [text] : Object.values(text));
/** The names that a text fills in, whatever its form: "a joker" needs no number, "You win!" no name. */
const filled = (text: Entry) =>
  [...new Set(forms(text).flatMap(names))].filter((name) => name !== "n" && name !== "name").sort();

// What the page asks for: every t("…") of its sources; those with a part filled in are patterns.
const sources = import.meta.glob<string>("../src/**/*.{svelte,ts}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const code = Object.values(sources).join("\n");

test("the languages are called by their own names", () => {
  expect(languages()).toEqual({ de: "Deutsch", en: "English", pl: "Polski" });
});

test("every file has the same keys in every language, and a key is in one file only", () => {
  const keysIn = (language: string) =>
    files(language).map(([path, prefix]) => Object.keys(read(path, prefix)));
  for (const language of codes) expect(keysIn(language)).toEqual(keysIn("en"));
  const all = keysIn("en").flat();
  expect(all.length).toBe(new Set(all).size);
});

describe.each(codes)("the catalogue %s", (language) => {
  const words = Object.entries(catalogue(language));

  test("has all forms of a person or all plurals where it has one at all", () => {
    for (const [key, text] of words) {
      if (typeof text === "string") continue;
      const has = Object.keys(text).sort();
      expect([key, ...has]).toEqual([key, ...("you" in text ? PERSONS : PLURALS[language]!)]);
    }
  });

  test("has no empty text, no straight quotes around words, no three dots, no double spaces", () => {
    for (const [key, text] of words) {
      for (const form of forms(text)) expect(`${key}: ${form}`).not.toMatch(/: $|"|\.\.\.| {2}| - /);
    }
  });

  test("fills in the names that English fills in", () => {
    for (const [key, text] of words) expect([key, ...filled(text)]).toEqual([key, ...filled(english[key]!)]);
  });
});

test("Polish counts: 1 robal, 2 robale, 5 robali, 22 robale", () => {
  const text = catalogue("pl")["pickomino.count.worms"];
  const counted = [1, 2, 5, 12, 22].map((n) => fill(text, "pl", { n }));
  expect(counted).toEqual(["1 robal", "2 robale", "5 robali", "12 robali", "22 robale"]);
});

test("German counts: 0 Würmer, 1 Wurm, 21 Würmer", () => {
  const text = catalogue("de")["pickomino.count.worms"];
  expect([0, 1, 21].map((n) => fill(text, "de", { n }))).toEqual(["0 Würmer", "1 Wurm", "21 Würmer"]);
});

test("no line begins with a dash", () => {
  expect(fill("Take 24 – or roll", "en", {})).toBe("Take 24\u00a0– or roll");
  expect(fill("2–7 players", "en", {})).toBe("2–7 players");
});

test("Polish leaves no word of one letter at the end of a line", () => {
  const text = "Stolik: z rodziną (i z botami) „w domu”, a Ola 2 i {name}";
  expect(fill(text, "pl", { name: "Jan" })).toBe(
    "Stolik: z\u00a0rodziną (i\u00a0z\u00a0botami) „w\u00a0domu”, a\u00a0Ola 2 i\u00a0Jan",
  );
  expect(fill("Get a card", "en", {})).toBe("Get a card");
  expect(fill("Zieh a oder o", "de", {})).toBe("Zieh a oder o");
});

test("a text for you and a text for others are told apart, each with its plurals", () => {
  const text = { you: { one: "You roll {n} die", other: "You roll {n} dice" }, they: "{name} rolls" };
  expect(fill(text, "en", { you: true, n: 1 })).toBe("You roll 1 die");
  expect(fill(text, "en", { you: true, n: 2 })).toBe("You roll 2 dice");
  expect(fill(text, "en", { you: false, name: "Ola" })).toBe("Ola rolls");
});

test("tables within a catalogue are keys with dots, tables of forms are texts", () => {
  const nested = { name: "Game", move: { roll: "Roll", keep: { one: "die", other: "dice" } }, "a.b": "C" };
  expect(flatten(nested)).toEqual({
    name: "Game",
    "move.roll": "Roll",
    "move.keep": { one: "die", other: "dice" },
    "a.b": "C",
  });
});

test("a name that is not given stays visible instead of vanishing", () => {
  expect(fill("{name} rolls", "en", {})).toBe("{name} rolls");
});

test("every key that the page asks for is there", () => {
  for (const [, key] of code.matchAll(/\b(?:t|say)\(\s*"([\w.]+)"/g)) expect(english).toHaveProperty([key!]);
});

test("every key is asked for somewhere", () => {
  const literal = new Set([...code.matchAll(/["'`]([\w.]+)["'`]/g)].map((match) => match[1]!));
  const patterns = [...code.matchAll(/`((?:[\w.]|\$\{[^`]*?\})+)`/g)]
    .map((match) => match[1]!)
    .filter((text) => text.includes("${") && /^[\w${].*\./.test(text))
    .map((text) => new RegExp(`^${text.replaceAll(".", "\\.").replace(/\$\{.*?\}/g, "[\\w.]+")}$`))
    .filter((pattern) => !pattern.test("x.y")); // one that fits everything proves nothing
  const unused = Object.keys(english)
    .filter((key) => !key.startsWith("number.")) // how Python writes numbers; the browser knows that itself
    .filter((key) => !literal.has(key) && !patterns.some((one) => one.test(key)));
  expect(unused).toEqual([]);
});

test.each([
  [
    [0.505, 0.495],
    ["51%", "49%"],
  ],
  [
    [0.335, 0.335, 0.33],
    ["34%", "33%", "33%"],
  ],
  [
    [1, 0],
    ["100%", "0%"],
  ],
])("the chances of all are 100 %% together: %j", (chances, written) => {
  expect(percents(chances).map((share) => share.replace(/\s/g, ""))).toEqual(written);
});
