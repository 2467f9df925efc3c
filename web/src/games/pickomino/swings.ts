// What an event does to somebody's worms, to be shown at their seat.

import type { PickominoEvent } from "./types";

/** Worms won or lost; `by` is who has taken them away. */
export type Swing = { worms: number; by: number | null };

/** Return the worms that seats win or lose by an event, by seat. */
export function swingsOf(event: PickominoEvent | null): Record<number, Swing> {
  switch (event?.kind) {
    case "take":
      return { [event.seat]: { worms: event.worms, by: null } };
    case "steal":
      return {
        [event.seat]: { worms: event.worms, by: null },
        [event.from]: { worms: -event.worms, by: event.seat },
      };
    case "steal_hen":
      return { [event.from]: { worms: 0, by: event.seat } };
    case "round_worm":
      return {
        [event.seat]: { worms: event.worms, by: null },
        ...(event.from === null ? {} : { [event.from]: { worms: -event.worms, by: event.seat } }),
      };
    case "return":
      return { [event.seat]: { worms: -event.worms, by: null } };
    default:
      return {};
  }
}
