import { describe, expect, test } from "vitest";
import { room as cards } from "../src/games/linko/room";
import { room as dice } from "../src/games/pickomino/room";
import type { Event } from "../src/games/types";
import { plainRoom } from "../src/plain/room";
import { pauseOf, faster } from "../src/replay/speed";
import { deedsFor } from "../src/lib/standing-in";
import { turnBeside, turnsOf } from "../src/lib/turns";

const people = { seats: [{ name: "Ola" }, { name: "Lis" }, { name: "Jan" }] };
const happened = (...events: Event[]) => events.map((event, at) => ({ event, at }));
const whose = (turns: { seat: number | null; lines: unknown[] }[]) =>
  turns.map(({ seat, lines }) => [seat, lines.length]);

describe("turns of dice", () => {
  const events = happened(
    { kind: "started" },
    { kind: "first", seat: 1 },
    { kind: "roll", seat: 1, dice: 8, gold: true },
    { kind: "said", seat: 0, phrase: "hello" },
    { kind: "burn", seat: 1 },
    { kind: "turn_down", tile: 36 },
    { kind: "by", seat: 0, by: "clock" },
    { kind: "roll", seat: 0, dice: 8, gold: true },
    { kind: "steal", seat: 0, from: 1, tile: 24, worms: 1 },
  );
  const turns = turnsOf(dice, events, people, []);

  test("each begins with the roll of another seat; what is said meanwhile belongs to it", () => {
    expect(whose(turns)).toEqual([
      [null, 2],
      [1, 4],
      [0, 3],
    ]);
  });

  test("a bot that decides for somebody decides in that person's turn", () => {
    expect(turns[2]!.at).toBe(6);
  });

  test("thefts and burnt rolls are marked", () => {
    const marks = turns.map(({ lines }) => lines.map((line) => line.mark));
    expect(marks).toEqual([
      [null, null],
      [null, null, "loss", null],
      [null, null, "theft"],
    ]);
  });

  test("one can go to the turn before and after, and to both ends", () => {
    expect(turnBeside(turns, 4, 1, 20)).toBe(6);
    expect(turnBeside(turns, 4, -1, 20)).toBe(2);
    expect(turnBeside(turns, 6, 1, 20)).toBe(20);
    expect(turnBeside(turns, 0, -1, 20)).toBe(0);
  });
});

test("what the robbed one draws belongs to the turn of the thief", () => {
  const scores = [0, 0, 0];
  const turns = turnsOf(
    cards,
    happened(
      { kind: "play", seat: 0, cards: ["7", "7"], value: 7, scores },
      { kind: "theft", seat: 0, from: 1, cards: ["5", "5"], value: 5 },
      { kind: "grab", seat: 0, from: 1, cards: ["5", "5"], value: 5, scores },
      { kind: "draw", seat: 1, from: "pool", cards: ["9"], scores },
      { kind: "play", seat: 1, cards: ["9"], value: 9, scores },
    ),
    people,
    [],
  );
  expect(whose(turns)).toEqual([
    [0, 4],
    [1, 1],
  ]);
});

test("where nothing is known of a game, a turn lasts until another seat does something", () => {
  const turns = turnsOf(
    plainRoom("pig"),
    happened({ kind: "roll", seat: 0 }, { kind: "hold", seat: 0 }, { kind: "roll", seat: 1 }),
    people,
    [],
  );
  expect(whose(turns)).toEqual([
    [0, 2],
    [1, 1],
  ]);
});

test("a long game is played back in less than four minutes, and four times as fast if one wants", () => {
  const whole = (speed: 1 | 4) => 180 * pauseOf(speed, false) + 29 * pauseOf(speed, true);
  expect(whole(1)).toBeLessThan(240_000);
  expect(whole(4)).toBe(whole(1) / 4);
  expect([faster(0.5), faster(1), faster(2), faster(4)]).toEqual([1, 2, 4, 0.5]);
});

test("the log does not say what one has just done or seen: own readiness, and arriving as coming back", () => {
  const events = happened(
    { kind: "sat", seat: 1, name: "Lis" },
    { kind: "present", seats: [1] },
    { kind: "ready", seat: 1 },
    { kind: "ready", seat: 0 },
    { kind: "absent", seats: [1] },
    { kind: "present", seats: [1] },
  );
  const told = (yours: number[]) =>
    turnsOf(dice, events, people, yours).flatMap(({ lines }) => lines.map(({ at }) => at));
  expect(told([0])).toEqual([0, 2, 4, 5]);
  expect(told([0, 2])).toEqual([0, 2, 3, 4, 5]);
});

test("a player who comes back is told what was decided for them, and nothing that they decided", () => {
  const told = (seq: number, ...events: Event[]) => ({ seq, at: 0, id: "", events });
  const took = { kind: "take", seat: 0, tile: 24, worms: 1 };
  const log = [
    told(1, { kind: "by", seat: 0, by: "clock" }, { kind: "take", seat: 0, tile: 21, worms: 1 }),
    told(2, { kind: "absent", seats: [0] }),
    told(3, { kind: "by", seat: 1, by: "bot" }, { kind: "take", seat: 1, tile: 22, worms: 1 }),
    told(4, { kind: "by", seat: 0, by: "absence" }, took, { kind: "roll", seat: 1 }),
    told(5, { kind: "present", seats: [0] }),
    told(6, { kind: "take", seat: 0, tile: 25, worms: 1 }),
  ];
  expect(deedsFor(log, [0], true)).toEqual([took]);
  expect(deedsFor(log.slice(2), [0], true)).toEqual([took]);
  expect(deedsFor(log.slice(2), [0], false)).toEqual([]); // perhaps they were there, and saw it
  expect(deedsFor(log, [1], true)).toEqual([]);
});
