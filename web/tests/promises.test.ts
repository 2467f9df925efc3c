import { beforeEach, expect, test, vi } from "vitest";
import type { TableView } from "../src/lib/protocol";

let store: Map<string, string>;
let full: boolean;

/** Reload the page: what is in memory is gone, what the browser keeps is there. */
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
  const { keptOf, rememberPromise } = await openPage();
  rememberPromise(table("K7QF3M", 1, "aa"));
  rememberPromise(table("K7QF3M", 2, "bb"));
  rememberPromise(table("ABCDEF", 1, "cc"));
  expect([1, 2, 3].map((round) => keptOf("K7QF3M", round)?.commitment)).toEqual(["aa", "bb", undefined]);
  expect(keptOf("ABCDEF", 1)?.commitment).toBe("cc");
});

test("a device that joins when the game has begun, or is over, has seen no promise", async () => {
  const { keptOf, rememberPromise } = await openPage();
  rememberPromise(table("K7QF3M", 1, "aa", "playing"));
  rememberPromise(table("K7QF3M", 1, "aa", "over"));
  expect(keptOf("K7QF3M", 1)?.commitment).toBeUndefined();
});

test("the first promise counts, also after the page was reloaded", async () => {
  const before = await openPage();
  before.rememberPromise(table("K7QF3M", 1, "aa"));
  before.rememberPromise(table("K7QF3M", 1, "bb"));
  expect(before.keptOf("K7QF3M", 1)?.commitment).toBe("aa");
  const after = await openPage();
  after.rememberPromise(table("K7QF3M", 1, "bb"));
  expect(after.keptOf("K7QF3M", 1)?.commitment).toBe("aa");
});

test("a browser that keeps nothing remembers until the page is left", async () => {
  full = true;
  const before = await openPage();
  before.rememberPromise(table("K7QF3M", 1, "aa"));
  expect(before.keptOf("K7QF3M", 1)?.commitment).toBe("aa");
  const after = await openPage();
  expect(after.keptOf("K7QF3M", 1)?.commitment).toBeUndefined();
});

test("what is kept does not grow for ever", async () => {
  const { rememberPromise } = await openPage();
  for (let round = 1; round <= 500; round++) rememberPromise(table("K7QF3M", round, "aa"));
  const { keptOf } = await openPage();
  expect(keptOf("K7QF3M", 500)?.commitment).toBe("aa");
  expect(keptOf("K7QF3M", 1)?.commitment).toBeUndefined();
});

/** A table with somebody's seat after a closed one, a bot, and somebody else. */
function people(promises: (string | null)[], round = 1): TableView {
  const kinds = ["closed", "human", "bot", "human"];
  const seats = kinds.map((kind, n) => ({ kind, promise: promises[n] ?? null }));
  return { ...table("K7QF3M", round, "aa"), seats } as TableView;
}

test("what this device adds is kept from before it is shown, and what the others had promised by then", async () => {
  const before = await openPage();
  const room = people([]);
  before.rememberPromise(room);
  const random = before.drawFor(room, 1);
  expect(random).toMatch(/^[0-9a-f]{32}$/);

  const page = await openPage(); // it was reloaded
  expect(page.drawnFor(room, 1)).toBe(random);
  expect(page.drawnFor(room, 3)).toBeUndefined();
  const promised = people([null, page.promiseOf(random), null, "bb"]);
  const arrived = page.rememberShown(promised, 1, random);
  expect(page.keptOf("K7QF3M", 1)).toMatchObject({
    promises: [page.promiseOf(random), null, "bb"],
    random: {},
  });
  arrived();
  expect(page.keptFor("aa")?.random).toEqual({ 0: random }); // the seat that it has in the game
});

test("what was added before everybody had to be ready again does not count", async () => {
  const { drawFor, keptOf, promiseOf, rememberPromise, rememberShown } = await openPage();
  const room = people([]);
  rememberPromise(room);
  rememberShown(room, 1, drawFor(room, 1))();
  const other = people([]);
  other.seats[0]!.kind = "bot"; // and so the seats have other numbers
  const again = drawFor(other, 1);
  rememberShown(other, 1, again)();
  expect(keptOf("K7QF3M", 1)).toMatchObject({ promises: [null, promiseOf(again), null, null] });
  expect(keptOf("K7QF3M", 1)?.random).toEqual({ 1: again });
});
