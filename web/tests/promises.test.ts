import { beforeEach, expect, test, vi } from "vitest";
import type { TableView } from "../src/lib/protocol";

let store: Map<string, string>;
let full: boolean;

/** Open the page anew: what is in memory is gone, what the browser keeps is there. */
async function openPage() {
  vi.resetModules();
  return import("../src/lib/promises");
}

beforeEach(() => {
  store = new Map();
  full = false;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException("full", "QuotaExceededError");
      store.set(key, value);
    },
  });
});

function table(code: string, round: number, commitment: string, stage: TableView["stage"] = "waiting") {
  return { code, round, commitment, stage } as TableView;
}

test("the promise of a game that has not begun is remembered, each game's its own", async () => {
  const { promiseSeen, rememberPromise } = await openPage();
  rememberPromise(table("K7QF3M", 1, "aa"));
  rememberPromise(table("K7QF3M", 2, "bb"));
  rememberPromise(table("ABCDEF", 1, "cc"));
  expect([1, 2, 3].map((round) => promiseSeen("K7QF3M", round))).toEqual(["aa", "bb", null]);
  expect(promiseSeen("ABCDEF", 1)).toBe("cc");
});

test("whoever comes when the game has begun, or is over, has seen no promise", async () => {
  const { promiseSeen, rememberPromise } = await openPage();
  rememberPromise(table("K7QF3M", 1, "aa", "playing"));
  rememberPromise(table("K7QF3M", 1, "aa", "over"));
  expect(promiseSeen("K7QF3M", 1)).toBeNull();
});

test("the first promise counts, also after the page was opened anew", async () => {
  const before = await openPage();
  before.rememberPromise(table("K7QF3M", 1, "aa"));
  before.rememberPromise(table("K7QF3M", 1, "bb"));
  expect(before.promiseSeen("K7QF3M", 1)).toBe("aa");
  const after = await openPage();
  after.rememberPromise(table("K7QF3M", 1, "bb"));
  expect(after.promiseSeen("K7QF3M", 1)).toBe("aa");
});

test("a browser that keeps nothing remembers until the page is left", async () => {
  full = true;
  const before = await openPage();
  before.rememberPromise(table("K7QF3M", 1, "aa"));
  expect(before.promiseSeen("K7QF3M", 1)).toBe("aa");
  const after = await openPage();
  expect(after.promiseSeen("K7QF3M", 1)).toBeNull();
});

test("what is kept does not grow for ever", async () => {
  const { rememberPromise } = await openPage();
  for (let round = 1; round <= 500; round++) rememberPromise(table("K7QF3M", round, "aa"));
  const { promiseSeen } = await openPage();
  expect(promiseSeen("K7QF3M", 500)).toBe("aa");
  expect(promiseSeen("K7QF3M", 1)).toBeNull();
});
