import { expect, test } from "vitest";
import { room } from "../src/games/pickomino/room";
import type { PickominoView } from "../src/games/pickomino/types";
import { readRecord } from "../src/lib/record";
import { framesOf } from "../src/replay/frames";
import { reportOf, tail } from "../src/games/pickomino/report";

const record = (...moves: string[]) =>
  readRecord(["stolik 1 no commitment", "game pickomino", "players 2", "", ...moves, "end", ""].join("\n"));

test.each([
  [4.351, 0.5],
  [11.07, 0.05],
  [15.086, 0.01],
])("beyond %f lie %f of all games", (distance, share) => {
  expect(tail(distance)).toBeCloseTo(share, 3);
});

test("dice are counted, and compared with what is to be expected", () => {
  const report = reportOf(record("roll", "dice 1 1 1 2 w w", "keep 1", "roll", "dice 3 4 5"));
  expect(report.dice).toBe(9);
  expect(report.faces.map((one) => one.count)).toEqual([3, 1, 1, 1, 1, 2]);
  expect(report.faces.map((one) => one.expected)).toEqual(Array(6).fill(1.5));
});

test("a golden die of ones and worms is expected to show ones and worms", () => {
  const report = reportOf(record("roll gold", "dice 2 2 3 4 5 5 gold w"));
  expect(report.faces.map((one) => one.count)).toEqual([0, 2, 1, 1, 2, 1]);
  expect(report.faces.map((one) => one.expected)).toEqual([1.5, 1, 1, 1, 1, 1.5]);
});

test("as even as can be is the most usual, all the same face the rarest", () => {
  const even = Array<string>(20).fill("dice 1 2 3 4 5 w");
  const same = Array<string>(20).fill("dice w w w w w w");
  expect(reportOf(record(...even)).share).toBeCloseTo(1);
  expect(reportOf(record(...same)).share).toBeLessThan(1e-6);
});

test("a burnt roll is shown before what it costs", () => {
  const viewOf = (dice: number) => ({ turn: { dice, roll: null } }) as unknown as PickominoView;
  const [before, after] = [viewOf(2), viewOf(8)];
  const events = [
    { kind: "dice", seat: 0, dice: ["1", "1"], odd_face: null },
    { kind: "burn", seat: 0 },
    { kind: "turn_down", tile: 36 },
  ];
  const steps = [
    { move: "roll", events: [{ kind: "roll", seat: 0, dice: 2, gold: false }], view: before },
    { move: "dice 1 1", events, view: after },
  ];
  const frames = framesOf(room, { seat: null, start: before, steps }, { seats: [{ name: "Ola" }] }, []);
  const turns = frames.map((frame) => (frame.view as PickominoView).turn);
  expect(turns.map((turn) => turn?.dice)).toEqual([2, 2, 8]);
  expect(turns[1]).toMatchObject({ roll: { "1": 2 } });
  expect(frames[1]!.events.map((event) => event.kind)).toEqual(["dice", "burn"]);
  expect(frames[2]!.events.map((event) => event.kind)).toEqual(["turn_down"]);
});
