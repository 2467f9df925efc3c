import { expect, test } from "vitest";
import { beats, flights } from "../src/games/pickomino/beats";

test("nothing flies longer than its event is shown", () => {
  for (const [kind, time] of Object.entries(flights)) expect(time, kind).toBeLessThanOrEqual(beats[kind]![1]);
});
