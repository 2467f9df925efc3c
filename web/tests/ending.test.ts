import { beforeEach, expect, test, vi } from "vitest";
import { room as linko } from "../src/games/linko/room";
import type { LinkoView } from "../src/games/linko/types";
import { room as pickomino } from "../src/games/pickomino/room";
import type { PickominoView } from "../src/games/pickomino/types";
import type { Event, ResultView } from "../src/games/types";
import { countedOf, endText, stepsOf, sumsOf, tieTexts } from "../src/lib/ending";
import { prefer } from "../src/lib/prefs.svelte";
import { loadWords } from "../src/lib/words.svelte";

const result = (reason: string, ...scores: number[]) => ({ scores, places: scores.map(() => 1), reason });
type Over<V> = V & { result: ResultView };
const DICE = {
  game: "pickomino",
  result: result("grill_empty", 5, 8, 0),
  seats: [{ stack: [31, 24] }, { stack: [25] }, { stack: [] }],
  parts: [
    { worms: 5, round_worms: 0, apple: 0 },
    { worms: 2, round_worms: 3, apple: 3 },
    { worms: 0, round_worms: 0, apple: 0 },
  ],
} as unknown as Over<PickominoView>;
const CARDS = {
  game: "linko",
  stall: 20,
  result: result("hand_empty", 11, 4, -3),
  seats: [{ cards: 1 }, { cards: 0 }, { cards: 3 }],
  parts: [
    { table: 12, hand: -1 },
    { table: 4, hand: 0 },
    { table: 0, hand: -3 },
  ],
} as unknown as Over<LinkoView>;
const who = (seat: number) => ({ name: ["Ola", "Jan", "Ewa"][seat]!, you: false });
const you = (seat: number) => ({ ...who(seat), you: true });
const told = (...events: Event[]) => events.map((event, seq) => ({ seq, at: 0, id: "", events: [event] }));

beforeEach(async () => {
  vi.stubGlobal("navigator", { languages: [] }); // what a browser has and Node has not
  vi.stubGlobal("document", { documentElement: {} });
  prefer({ language: "en" });
  await loadWords();
});

test("worms are counted up, all at a time", () => {
  const sums = sumsOf(DICE);
  expect(stepsOf(sums)).toBe(8);
  const counted = [0, 3, 6, 8].map((step) => [0, 1, 2].map((seat) => countedOf(sums, seat, step)));
  expect(counted).toEqual([
    [0, 0, 0],
    [3, 3, 0],
    [5, 6, 0],
    [5, 8, 0],
  ]);
});

test("cards on the table are counted up, then those in hand are taken off", () => {
  const sums = sumsOf(CARDS);
  expect(stepsOf(sums)).toBe(12 + 3);
  const counted = [4, 12, 14, 15].map((step) => [0, 1, 2].map((seat) => countedOf(sums, seat, step)));
  expect(counted).toEqual([
    [4, 4, 0],
    [12, 4, 0],
    [11, 4, -2],
    [11, 4, -3],
  ]);
});

test("a game that does not say what points are made of has them counted up, or down below nothing", () => {
  const sums = sumsOf({ ...CARDS, parts: null });
  expect(sums).toEqual([
    { gain: 11, loss: 0 },
    { gain: 4, loss: 0 },
    { gain: 0, loss: 3 },
  ]);
});

test("what points are made of is said", () => {
  expect([0, 1, 2].map((seat) => pickomino.partsText(DICE, seat))).toEqual([
    "2 tiles, highest 31",
    "2 on tiles + 3 round worms + 3 for the apple",
    "no tiles",
  ]);
  expect(linko.partsText(CARDS, 0)).toBe("12 on the table − 1 in hand");
});

test("the player who ended the game is named, if that is known", () => {
  expect(endText(linko, CARDS, [], who)).toBe("Jan has no cards left in hand.");
  expect(endText(linko, CARDS, [], you)).toBe("You have no cards left in your hand.");
  const burn = { kind: "burn", seat: 2 };
  const take = { kind: "take", seat: 0, tile: 21 };
  expect(endText(pickomino, DICE, told(burn, take, { kind: "over" }), who)).toMatch(/^Ola took the last/);
  expect(endText(pickomino, DICE, told(take, burn, { kind: "turn_down", tile: 36 }), who)).toMatch(
    /^Ewa burnt/,
  );
  expect(endText(pickomino, DICE, told(take), you)).toMatch(/^You took the last/);
  expect(endText(pickomino, DICE, [], who)).toBe("No face-up tile is left on the grill.");
  const out = { ...CARDS, result: result("cards_out", 11, 4, -3) };
  expect(endText(linko, out, told({ kind: "draw", seat: 2 }), who)).toMatch(/^Ewa took the last card/);
  const stall = { ...CARDS, result: result("stall", 11, 4, -3) };
  expect(endText(linko, stall, told({ kind: "draw", seat: 2 }), who)).toMatch(/^For 20 rounds in a row/);
});

test.each([
  [[5, 8, 0], [2, 1, 3], []],
  [[5, 5, 0], [2, 1, 3], ["With equal worms the highest tile decides."]],
  [[5, 0, 0], [1, 2, 2], ["A tie without tiles: the place is shared."]],
  [
    [3, 3, 0, 0],
    [1, 2, 3, 3],
    ["With equal worms the highest tile decides.", "A tie without tiles: the place is shared."],
  ],
])("what decides between equal scores %j in places %j", (scores, places, texts) => {
  expect(tieTexts("pickomino", { scores, places, reason: "grill_empty" })).toEqual(texts);
});
