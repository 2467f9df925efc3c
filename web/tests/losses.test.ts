import { describe, expect, test } from "vitest";
import { lossOf } from "../src/games/pickomino/losses";
import type { PickominoEvent } from "../src/games/pickomino/types";
import type { Told } from "../src/lib/protocol";

const stolen = (seat: number, from: number, tile: number) =>
  ({ kind: "steal", seat, from, tile, under: null, worms: 1 }) as PickominoEvent;
const told = (...events: PickominoEvent[]) => events.map((event) => ({ events: [event] }) as unknown as Told);

describe("what others have taken since one's last turn", () => {
  test("a theft is told, whatever the thief did after it", () => {
    const dice = { kind: "dice", seat: 2, dice: ["1"] } as unknown as PickominoEvent;
    expect(lossOf(told(stolen(1, 0, 27), dice), 0)).toMatchObject({ seat: 1, tile: 27 });
  });

  test("one before one's own turn is known, and one from somebody else is no loss", () => {
    expect(lossOf(told(stolen(1, 0, 27), stolen(0, 1, 27)), 0)).toBeNull();
    expect(lossOf(told(stolen(1, 2, 27)), 0)).toBeNull();
  });
});
