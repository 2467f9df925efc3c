import { beforeEach, describe, expect, test, vi } from "vitest";
import protocol from "../../docs/protocol.md?raw";
import { Refusal } from "../src/lib/api";
import { refusalText } from "../src/lib/notices.svelte";
import { prefer } from "../src/lib/prefs.svelte";
import { languages, loadWords } from "../src/lib/words.svelte";

// Every code by which a server refuses something: the first cells of the two tables of docs/protocol.md.
const tables = protocol.split(/^\| refus(?:al|ed request) \|.*$/m).slice(1);
const codes = tables.flatMap((table) =>
  table
    .split("\n\n")[0]!
    .split("\n")
    .flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map((match) => match[1]!)),
);

test("the codes are found in the documentation", () => {
  expect(tables).toHaveLength(2);
  expect(codes).toEqual(expect.arrayContaining(["unknown_table", "failed", "bad_options", "try_again"]));
});

describe.each(Object.keys(languages))("in the language %s", (language) => {
  beforeEach(async () => {
    vi.stubGlobal("navigator", { languages: [] });
    vi.stubGlobal("document", { documentElement: {} });
    prefer({ language });
    await loadWords();
  });

  test.each([...new Set(codes)])(
    "%s is a whole sentence of the catalogue, without the server's words",
    (code) => {
      const values = { problem: "players must be 2 to 7", name: "Ola", line: 7 };
      const text = refusalText(new Refusal(code, values));
      expect(text).toMatch(/^\p{Lu}.*[.!]$/u);
      expect(text).not.toMatch(/[{}]|players must be|refusal\./);
    },
  );

  test.each(["changed", "cut", "foreign", "game", "no_promise", "unfinished", "bad_secret"])(
    "why a saved game is not opened names the line: %s",
    (reason) => {
      const text = refusalText(new Refusal("bad_record", { line: 17, reason }));
      expect(text).toMatch(/^\p{Lu}.*17.*\.$/u);
      expect(text).not.toMatch(/[{}]|record\./);
    },
  );
});
