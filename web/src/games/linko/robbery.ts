// Who robs whom of what, and how far it is settled.

import type { Told } from "../../lib/protocol";
import type { LinkoEvent, Pending } from "./types";

export type Theft = { thief: number; victim: number; cards: string[] };

/** Return the theft that is going on: while it happens, and as long as somebody decides what becomes of the cards. */
export function theftNow(happening: LinkoEvent | null, pending: Pending | null): Theft | null {
  if (happening?.kind === "theft")
    return { thief: happening.seat, victim: happening.from, cards: happening.cards };
  if (pending?.victim === undefined) return null;
  return { thief: pending.thief!, victim: pending.victim, cards: pending.layer!.cards };
}

export type Robbery = {
  thief: number;
  cards: string[];
  /** Whether the robbed one got the cards back and threw them away. */
  discarded: boolean;
  /** Whether any of the cards owed has been drawn. */
  drawn: boolean;
};

/** Return the last robbery of a seat, from what has been told; null if none has been. */
export function robberyOf(told: readonly Told[], seat: number | null): Robbery | null {
  let [drawn, discarded] = [false, false];
  for (const { events } of told.toReversed()) {
    for (const event of (events as LinkoEvent[]).toReversed()) {
      if (event.kind === "draw" && event.seat === seat) drawn = true;
      if (event.kind === "discard" && event.from === seat) discarded = true;
      if (event.kind === "theft" && event.from === seat)
        return { thief: event.seat, cards: event.cards, discarded, drawn };
    }
  }
  return null;
}
