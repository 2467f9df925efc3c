// How a game of cards ended: what points are made of, and who ended it.

import type { Who } from "../../lib/ending";
import type { Told } from "../../lib/protocol";
import { t } from "../../lib/words.svelte";
import type { LinkoView } from "./types";

/** Return what a seat's points are made of. */
export function partsText({ parts }: LinkoView, seat: number): string {
  const { table = 0, hand = 0 } = parts?.[seat] ?? {};
  return t("linko.end.parts", { table, hand: Math.abs(hand) });
}

/** Return who played, or drew, the last card; or for how long none was drawn. */
export function endText({ result, seats, stall }: LinkoView, told: readonly Told[], who: Who) {
  if (result?.reason === "hand_empty") {
    const seat = seats.findIndex(({ cards }) => cards === 0);
    return t("linko.end.hand_empty", who(seat));
  }
  if (result?.reason === "stall") return t("linko.end.stall", { n: stall });
  if (result?.reason !== "cards_out") return undefined;
  const last = told.flatMap((one) => one.events).findLast(({ kind }) => kind === "draw");
  return last && t("linko.end.draw", who(last.seat!));
}
