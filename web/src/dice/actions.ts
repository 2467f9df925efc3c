// What the action bar of the dice table offers: the moves there are, or the gesture that a chosen group begins.

import type { Action } from "../parts/ActionBar.svelte";
import type { View } from "../lib/link.svelte";
import { percent, t } from "../lib/words.svelte";

type Foresight = Record<string, Record<string, any>> | null;
type Names = (seat: number) => string;

/** Return the actions for whoever has to decide. */
export function actionsFor(
  view: View,
  foresight: Foresight,
  risk: number | null,
  chosen: string | null,
  names: Names,
): Action[] {
  const moves = view["moves"] as string[];
  if (view["phase"] === "start" || view["phase"] === "kept") {
    return moves.map((move) => action([], move, view, risk, names));
  }
  if (view["phase"] !== "rolled") return [];
  const others = moves
    .filter((move) => !move.startsWith("keep "))
    .map((move) => action([], move, view, risk, names));
  return chosen === null ? others : [...gestures(`keep ${chosen}`, view, foresight, names), ...others];
}

/** The moves that may follow a group, each as one gesture with it. */
function gestures(keep: string, view: View, foresight: Foresight, names: Names): Action[] {
  const next = foresight?.[keep];
  const after = (next?.["moves"] ?? []) as string[];
  const follow = after.filter((move) => /^(roll|take|steal)/.test(move));
  if (next && !after.length)
    return [
      { moves: [keep], text: t("dice.keep"), note: t("dice.keep_burns"), kind: "danger", key: "enter" },
    ];
  if (!follow.length) return [{ moves: [keep], text: t("dice.keep"), kind: "go", key: "enter" }];
  return follow.map((move) => action([keep], move, view, (next?.["risk"] ?? null) as number | null, names));
}

function action(before: string[], move: string, view: View, risk: number | null, names: Names): Action {
  const moves = [...before, move];
  const [word, what] = move.split(" ");
  const share = risk === null ? {} : { share: risk, note: t("dice.risk", { share: percent(risk) }) };
  switch (word) {
    case "take":
      return {
        moves,
        text: t("dice.take", { tile: what! }),
        note: t("dice.from_grill"),
        kind: "other",
        key: "t",
      };
    case "steal": {
      const from = (view["seats"] as { stack: number[] }[]).findIndex(
        (seat) => seat.stack.at(-1) === Number(what),
      );
      return {
        moves,
        text: t("dice.steal", { tile: what! }),
        note: t("seat.from", { name: names(from) }),
        kind: "other",
        key: "s",
      };
    }
    case "weasel":
      return { moves, text: t("dice.weasel"), kind: "other", key: "l" };
    case "burn":
      return { moves, text: t("dice.burn"), kind: "danger", key: "b" };
    default:
      if (what === "gold") return { moves, text: t("dice.roll_gold"), kind: "other", key: "g" };
      if (view["phase"] === "start") return { moves, text: t("dice.roll_first"), kind: "go", key: "r" };
      return { moves, text: t("dice.roll_on"), kind: "go", key: "r", ...share };
  }
}
