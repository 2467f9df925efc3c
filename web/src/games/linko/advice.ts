// What the trainer says of the moves of the card game.

import type { Advice } from "../../lib/protocol";
import { listed, percent, t } from "../../lib/words.svelte";
import type { LinkoAdvice, LinkoReason } from "./types";

type Names = (seat: number) => string;

/** A move that the trainer recommends, with what speaks for it. */
export type Recommended = { move: string; chance: number; why: string };

const SAFE = 0.03; // a layer that is stolen less often is called safe

const movesOf = ({ moves }: Advice) => moves as unknown as Record<string, LinkoAdvice>;

/** Return the chance to win with a move; nothing where the trainer has not spoken yet. */
export const chanceOf = (advice: Advice | null, move: string): number | undefined =>
  advice ? movesOf(advice)[move]?.chance : undefined;

/** Return the best moves, the best first. */
export function recommended(advice: Advice, names: Names): Recommended[] {
  return Object.entries(movesOf(advice))
    .filter(([, { place }]) => place)
    .sort(([, one], [, other]) => one.place! - other.place!)
    .map(([move, told]) => ({ move, chance: told.chance, why: whyText(told, names) }));
}

/** Return what speaks for a move, and how likely its layer is stolen: nothing for a move that is not one of the best. */
export function whyText({ why = [], stolen }: LinkoAdvice, names: Names): string {
  const parts = why.map((reason) => reasonText(reason, names));
  if (stolen !== undefined)
    parts.push(stolen < SAFE ? t("linko.why.safe") : t("linko.why.stolen", { share: percent(stolen) }));
  return parts.join("; ");
}

const reasonText = ({ code, n = 0, card = "", seats = [] }: LinkoReason, names: Names): string =>
  t(`linko.why.${code}`, { n, card, names: listed(seats.map(names)) });
