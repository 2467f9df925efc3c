// Who robs whom of what, and how far it is settled.

import type { Event } from "../lib/link.svelte";
import type { Told } from "../lib/protocol";
import type { Layer } from "./plays";

/** What has to be settled before the turn goes on: of a theft all but the number of cards, of a draw only that. */
export type Pending = { thief?: number; victim?: number; layer?: Layer; cards?: number };

export type Theft = { thief: number; victim: number; cards: string[] };

/** Return the theft that is going on: while it happens, and as long as somebody decides what becomes of the cards. */
export function theftNow(happening: Event | null, pending: Pending | null): Theft | null {
  if (happening?.kind === "theft")
    return { thief: happening["seat"], victim: happening["from"], cards: happening["cards"] };
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
    for (const event of events.toReversed()) {
      if (event["kind"] === "draw" && event["seat"] === seat) drawn = true;
      if (event["kind"] === "discard" && event["from"] === seat) discarded = true;
      if (event["kind"] === "theft" && event["from"] === seat)
        return { thief: event["seat"] as number, cards: event["cards"] as string[], discarded, drawn };
    }
  }
  return null;
}
