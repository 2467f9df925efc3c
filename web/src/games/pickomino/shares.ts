// Chances and worths as people read them: never a 0 % that can happen, nor a 100 % that can fail.

import { number, percent, t } from "../../lib/words.svelte";

const SMALLEST = 0.01;
const RISKS = [
  ["low", 0.05],
  ["fine", 0.2],
  ["high", 0.45],
] as const;

/** Return a share as it is written: <1%, 31%, >99%. */
export function shareText(share: number): string {
  if (share > 0 && share < SMALLEST) return `<${percent(SMALLEST)}`;
  if (share < 1 && share > 1 - SMALLEST) return `>${percent(1 - SMALLEST)}`;
  return percent(share);
}

/** Return a share as it is spoken: less than 1%, 31%, over 99%. */
export function shareSpoken(share: number): string {
  if (share > 0 && share < SMALLEST) return t("pickomino.table.share_under", { share: percent(SMALLEST) });
  if (share < 1 && share > 1 - SMALLEST)
    return t("pickomino.table.share_over", { share: percent(1 - SMALLEST) });
  return percent(share);
}

/** Return a risk in words: almost safe, fine, risky, madness. */
export function riskWord(risk: number): string {
  return t(`pickomino.risk.${RISKS.find(([, below]) => risk < below)?.[0] ?? "mad"}`);
}

/** Return what something is worth, in worms: 1.6, −0.4. */
export function worthText(worth: number): string {
  const rounded = Math.round(worth * 10) / 10 || 0; // no −0.0
  return number(rounded, 1).replace("-", "−");
}
