import { describe, expect, test } from "vitest";
import en from "../src/words/en.json";
import pl from "../src/words/pl.json";
import { fill, flat } from "../src/lib/words.svelte";

type Text = string | Record<string, string>;
const catalogues: Record<string, Record<string, Text>> = { en, pl };
const PLURALS: Record<string, string[]> = { en: ["one", "other"], pl: ["few", "many", "one", "other"] };
const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).sort();
const forms = (text: Text) => (typeof text === "string" ? [text] : Object.values(text));

// What the page asks for: every t("…") of its sources; those with a part filled in are patterns.
const sources = import.meta.glob<string>("../src/**/*.{svelte,ts}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const code = Object.values(sources).join("\n");

test("both languages have the same keys", () => {
  expect(Object.keys(pl)).toEqual(Object.keys(en));
});

describe.each(Object.keys(catalogues))("the catalogue %s", (language) => {
  const words = catalogues[language]!;

  test("has every plural form where there is one at all", () => {
    for (const [key, text] of Object.entries(words)) {
      if (typeof text !== "string")
        expect([key, ...Object.keys(text).sort()]).toEqual([key, ...PLURALS[language]!]);
    }
  });

  test("has no empty text, no straight quotes around words, no three dots, no double spaces", () => {
    for (const [key, text] of Object.entries(words)) {
      for (const form of forms(text)) expect(`${key}: ${form}`).not.toMatch(/: $|"|\.\.\.| {2}| - /);
    }
  });

  test("fills in the same names in every form, and those that the other language fills in", () => {
    for (const [key, text] of Object.entries(words)) {
      const all = new Set(forms(text).flatMap(names));
      const others = new Set(forms(catalogues[language === "en" ? "pl" : "en"]![key]!).flatMap(names));
      all.delete("n"); // "a joker", "one worm" need no number
      others.delete("n");
      expect([key, ...[...all].sort()]).toEqual([key, ...[...others].sort()]);
    }
  });
});

test("Polish counts: 1 robal, 2 robale, 5 robali, 22 robale, 1,5 robala", () => {
  const text = (pl as Record<string, Text>)["count.worms"];
  const counted = [1, 2, 5, 12, 22, 1.5].map((n) => fill(text, "pl", { n }));
  expect(counted).toEqual(["1 robal", "2 robale", "5 robali", "12 robali", "22 robale", "1.5 robala"]);
});

test("Polish leaves no word of one letter at the end of a line", () => {
  const text = "Stolik: z rodziną (i z botami) „w domu”, a Ola 2 i {name}";
  expect(fill(text, "pl", { name: "Jan" })).toBe(
    "Stolik: z\u00a0rodziną (i\u00a0z\u00a0botami) „w\u00a0domu”, a\u00a0Ola 2 i\u00a0Jan",
  );
  expect(fill("Get a card", "en", {})).toBe("Get a card");
});

test("a text for you and a text for others are told apart, each with its plurals", () => {
  const text = { you: { one: "You roll {n} die", other: "You roll {n} dice" }, they: "{name} rolls" };
  expect(fill(text, "en", { you: true, n: 1 })).toBe("You roll 1 die");
  expect(fill(text, "en", { you: true, n: 2 })).toBe("You roll 2 dice");
  expect(fill(text, "en", { you: false, name: "Ola" })).toBe("Ola rolls");
});

test("tables within a catalogue are keys with dots, tables of forms are texts", () => {
  const nested = { name: "Game", move: { roll: "Roll", keep: { one: "die", other: "dice" } }, "a.b": "C" };
  expect(flat(nested)).toEqual({
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
  for (const [, key] of code.matchAll(/\bt\(\s*"([\w.]+)"/g)) expect(en).toHaveProperty([key!]);
});

test("every key is asked for somewhere", () => {
  const literal = new Set([...code.matchAll(/["'`]([\w.]+)["'`]/g)].map((match) => match[1]!));
  const patterns = [...code.matchAll(/`((?:[\w.]|\$\{[^`]*?\})+)`/g)]
    .map((match) => match[1]!)
    .filter((text) => text.includes("${") && /^[\w${].*\./.test(text))
    .map((text) => new RegExp(`^${text.replaceAll(".", "\\.").replace(/\$\{.*?\}/g, "[\\w.]+")}$`))
    .filter((pattern) => !pattern.test("x.y")); // one that fits everything proves nothing
  const unused = Object.keys(en).filter((key) => !literal.has(key) && !patterns.some((one) => one.test(key)));
  expect(unused).toEqual([]);
});
