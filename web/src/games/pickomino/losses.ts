// What others have taken from a seat since its last turn: bots may be faster than one looks.

import type { Told } from "../../lib/protocol";
import type { PickominoEvent, StealEvent } from "./types";

/** Return the last theft from a seat since it did something itself; null if there was none. */
export function lossOf(told: readonly Told[], seat: number | null): StealEvent | null {
  for (const { events } of told.toReversed())
    for (const event of (events as PickominoEvent[]).toReversed()) {
      if (event.kind === "steal" && event.from === seat) return event;
      if ("seat" in event && event.seat === seat) return null;
    }
  return null;
}
