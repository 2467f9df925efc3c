import { expect, test } from "vitest";
import { inline, readPage, type Block } from "../src/lib/markdown";

const files = import.meta.glob<string>("../../src/stolik/games/*/words/rules.*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const pages = Object.entries(files).map(
  ([path, text]) => [path.split("/").slice(-3).join("/"), readPage(text)] as const,
);
const blocks = (page: ReturnType<typeof readPage>): Block[] => [
  ...page.intro,
  ...page.sections.flatMap((section) => section.blocks),
];

test("a line is plain text, emphasis and numbers of rules", () => {
  expect(inline("≈ *Option*: **Hen.** See P-9, not XP-9.")).toEqual([
    { kind: "text", text: "≈ " },
    { kind: "em", text: "Option" },
    { kind: "text", text: ": " },
    { kind: "strong", text: "Hen." },
    { kind: "text", text: " See " },
    { kind: "rule", text: "P-9" },
    { kind: "text", text: ", not XP-9." },
  ]);
});

test("there are two games in three languages, with the same rules in each", () => {
  expect(pages).toHaveLength(6);
  for (const game of ["pickomino", "linko"]) {
    const numbers = pages
      .filter(([path]) => path.startsWith(game))
      .map(([, page]) => blocks(page).flatMap((block) => block.rule ?? []));
    expect(numbers).toHaveLength(3);
    expect(numbers[0]!.length).toBeGreaterThan(20);
    for (const others of numbers) expect(others).toEqual(numbers[0]);
  }
});

test.each(pages)("%s is read without a rest, and its links lead somewhere", (_, page) => {
  const known = new Set(blocks(page).map((block) => block.rule));
  expect(page.title).not.toBe("");
  for (const block of blocks(page)) {
    for (const part of block.text) {
      expect(part.text).not.toMatch(/[*#]|^- /);
      if (part.kind === "rule") expect(known).toContain(part.text);
    }
  }
});
