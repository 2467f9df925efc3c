// What the action bar of a lesson offers: as at the table, and where the table would ask on a sheet, the answers.

import { actionsFor as cardActions } from "../cards/actions";
import type { Chosen } from "../cards/plays";
import { actionsFor as diceActions } from "../dice/actions";
import type { Action } from "../parts/ActionBar.svelte";
import { t } from "../lib/words.svelte";
import type { Step } from "./lesson";

type Names = (seat: number) => string;

export const diceChoices = (step: Step, face: string | null, names: Names): Action[] =>
  diceActions(step.view, step.preview, step.risk, face, names);

export function cardChoices(step: Step, chosen: Chosen | null, names: Names): Action[] {
  const { view } = step;
  if (view["phase"] !== "theft" && view["phase"] !== "recall") {
    return cardActions(view, step.preview, chosen, names);
  }
  const pending = view["pending"] as { victim: number; layer: { cards: string[] } };
  const n = pending.layer.cards.length;
  const hand = Object.values(view["hand"] as Record<string, number>).reduce((sum, one) => sum + one, 0);
  return (view["moves"] as string[]).map((move) => {
    const takes = move === "grab" || move === "recall";
    return {
      moves: [move],
      text: t(`cards.${move}`),
      note: t(`cards.${move}_note`, { n, name: names(pending.victim), hand: takes ? hand + n : hand }),
      kind: takes ? "go" : "plain",
    };
  });
}
