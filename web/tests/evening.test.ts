import { expect, test } from "vitest";
import { gamesOf, rowsOf } from "../src/lib/evening";
import type { SeatView, Standing, TableView } from "../src/lib/protocol";

const standing = (name: string | null, seat: number, rest: Partial<Standing> = {}): Standing => ({
  name,
  level: name ? null : "easy",
  seat,
  games: 3,
  wins: 1,
  points: 10,
  places: [1],
  streak: 0,
  best: 5,
  ...rest,
});

const tableOf = (names: (string | null)[], evening: Standing[]): TableView => {
  const seats = names.map((name): Partial<SeatView> => ({ name, kind: name ? "human" : "bot" }));
  return { seats, evening } as TableView;
};

test("people are known by name, however it is spelt, and oneself is marked", () => {
  const table = tableOf(["Ola", "LIS"], [standing("Lis", 1), standing("Ola", 0)]);
  expect(rowsOf(table, [1]).map(({ who, you }) => [who, you])).toEqual([
    ["Lis", true],
    ["Ola", false],
  ]);
});

test("somebody who has gone keeps their score, and is nobody at this table now", () => {
  const table = tableOf(["Ola", "Jan"], [standing("Lis", 1), standing("Ola", 0)]);
  expect(rowsOf(table, [1]).map(({ you }) => you)).toEqual([false, false]);
});

test("the best score is a record, and the longest streak is marked once it is one", () => {
  const one = tableOf(["Ola", "Lis"], [standing("Ola", 0, { best: 9, streak: 1 }), standing("Lis", 1)]);
  expect(rowsOf(one, []).map(({ record, hottest }) => [record, hottest])).toEqual([
    [true, false],
    [false, false],
  ]);
  const two = tableOf(["Ola", "Lis"], [standing("Ola", 0, { streak: 2 }), standing("Lis", 1)]);
  expect(rowsOf(two, []).map(({ hottest }) => hottest)).toEqual([true, false]);
});

test("all finished games count, also those that nobody who is here has played", () => {
  const table = tableOf(["Ola", "Jan"], []);
  expect(gamesOf({ ...table, round: 1, stage: "playing" })).toBe(0);
  expect(gamesOf({ ...table, round: 3, stage: "waiting" })).toBe(2);
  expect(gamesOf({ ...table, round: 3, stage: "over" })).toBe(3);
});
