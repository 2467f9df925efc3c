import { expect, test } from "vitest";
import { countsFor, seatsFor, spanOf } from "../src/lib/fitting";
import type { OptionView, SeatView } from "../src/lib/protocol";

const option = (name: string, choices: (string | number)[], needs: OptionView["needs"] = []): OptionView => ({
  name,
  choices,
  default: choices[0]!,
  only: null,
  needs,
});
const KNOWN = [
  option(
    "players",
    [2, 3, 4, 5],
    [
      [[2], "mode", ["duel"]],
      [[3, 4, 5], "mode", ["basic", "expert"]],
    ],
  ),
  option("mode", ["basic", "expert", "duel"]),
];

test("how many can play follows from the options", () => {
  expect(countsFor({ mode: "duel" }, KNOWN)).toEqual([2]);
  expect(countsFor({ mode: "expert" }, KNOWN)).toEqual([3, 4, 5]);
  expect(countsFor({}, [option("players", [2, 3, 4])])).toEqual([2, 3, 4]);
});

test.each([
  [[2], "2"],
  [[2, 3, 4, 5, 6, 7], "2–7"],
  [[2, 4, 5], "2, 4, 5"],
])("%j is written %s", (numbers, text) => {
  expect(spanOf(numbers)).toBe(text);
});

/** Seats in short: a person's name, "bot", "closed", or nothing on a free chair. */
const seats = (...kinds: string[]): SeatView[] =>
  kinds.map((kind) => ({
    kind: kind === "bot" || kind === "closed" ? kind : "human",
    name: ["", "bot", "closed"].includes(kind) ? null : kind,
    level: "easy",
    ready: false,
    promise: null,
    away: null,
    stand_in: null,
    muted: false,
    help: "none",
  }));

test.each([
  ["basic", ["Ola", "", ""], ["human", "human", "human"]],
  ["duel", ["Ola", "", "bot"], ["human", "human"]],
  ["duel", ["Ola", "", "Lis"], ["human", "closed", "human"]], // people keep their places
  ["duel", ["Ola", "closed", "bot", "Lis"], ["human", "closed", "closed", "human"]],
  ["duel", ["Ola", "Jan", "Lis"], ["human", "human", "human"]], // and are not sent away: the server says no
  ["expert", ["Ola", "closed", "Lis"], ["human", "human", "human"]],
  ["expert", ["Ola", "bot"], ["human", "bot", "human"]],
])("for %s the seats %j become %j", (mode, before, after) => {
  expect(seatsFor({ mode }, seats(...before), KNOWN).map((plan) => plan.kind)).toEqual(after);
});
