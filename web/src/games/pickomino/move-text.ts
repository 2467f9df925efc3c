// A move of the dice game in words.

import { t, times } from "../../lib/words.svelte";
import { faceText } from "./sentences";
import type { PickominoView } from "./types";

/** Return a move as a button says it; `view` is what was seen before it. */
export function moveText(
  move: string,
  { phase, turn }: PickominoView,
  names: (seat: number) => string,
): string {
  const [word, ...rest] = move.split(" ");
  const what = rest.at(-1) ?? "";
  switch (word) {
    case "keep":
      return t("pickomino.table.keep_group", { group: times(turn?.roll?.[what] ?? 1, faceText(what)) });
    case "take":
    case "steal":
      return t(`pickomino.table.${word}`, { tile: what });
    case "worm":
      return t("pickomino.table.worm_from", { name: names(Number(what)) });
    case "hold":
      return t("pickomino.table.hold", { whom: t(`pickomino.specialist.${what}.whom`) });
    case "roll":
      if (what) return t("pickomino.table.roll_gold");
      if (phase === "start") return t("pickomino.table.roll_first");
      return t("pickomino.table.roll_on", { n: turn?.dice ?? 0 });
    default:
      return t(`pickomino.table.${word}`);
  }
}
