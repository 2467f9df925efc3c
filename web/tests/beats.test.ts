import { expect, test } from "vitest";
import { beats, flights } from "../src/games/pickomino/beats";

const DRAWN = 80; // milliseconds until what flies is drawn, on a slow device

test("what flies has landed before its event leaves the stage", () => {
  for (const [kind, time] of Object.entries(flights))
    expect(time! + DRAWN, kind).toBeLessThanOrEqual(beats[kind]![1]);
});
