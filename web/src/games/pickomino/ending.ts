// How a game of dice ended: what points are made of, and who ended it.

import type { Who } from "../../lib/ending";
import type { Told } from "../../lib/protocol";
import { t } from "../../lib/words.svelte";
import type { PickominoView } from "./types";

/** Return what a seat's points are made of. */
export function partsText({ parts, seats }: PickominoView, seat: number): string {
  const stack = seats[seat]!.stack;
  const { worms = 0, round_worms: rounds = 0, apple = 0 } = parts?.[seat] ?? {};
  if (!rounds && !apple) {
    return stack.length
      ? t("pickomino.end.parts.tiles", { n: stack.length, tile: Math.max(...stack) })
      : t("pickomino.end.parts.nothing");
  }
  return [
    worms ? t("pickomino.end.parts.worms", { n: worms }) : "",
    rounds ? t("pickomino.table.round_worms", { n: rounds }) : "",
    apple ? t("pickomino.end.parts.apple", { n: apple }) : "",
  ]
    .filter(Boolean)
    .join(" + ");
}

/** Return who took the last tile, or burnt the roll that cost it. */
export function endText(_: PickominoView, told: readonly Told[], who: Who) {
  const last = told
    .flatMap((one) => one.events)
    .findLast(({ kind, seat }) => seat !== undefined && (kind === "take" || kind === "burn"));
  return last && t(`pickomino.end.${last.kind}`, who(last.seat!));
}
