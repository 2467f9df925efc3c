// What is said of a moment: remarks on the decision and on what chance did, and everybody’s chances.

import type { Step } from "../lib/review";
import { percent, percents, t } from "../lib/words.svelte";
import { chanceOf, type Note } from "./notes";
import { changeText, luckWord } from "./story";

const FELT = 0.03; // luck that is worth a word, in parts of the victory that count
const MUCH = 0.1;

/** Return what is said of a decision; nothing where there is nothing to say. */
export function decisionText(decision: Step, textOf: (move: string) => string): string {
  const { verdict, move, options } = decision;
  if (!verdict) return "";
  const best = options[0]!;
  return t(verdict === "find" ? "looking.found" : "looking.missed", {
    verdict: t(`looking.verdict.${verdict}`),
    best: textOf(best.move),
    share: percent(best.chance),
    had: percent(chanceOf(decision, move)),
  });
}

/** Return what is said of luck; nothing where it was as usual. */
export function luckText({ luck, chances }: Note, names: (seat: number) => string): string {
  if (!luck) return "";
  const word = luckWord(luck.amount, chances.length, FELT, MUCH);
  if (word === "even") return "";
  return t(`looking.chance.${word}`, { name: names(luck.seat), change: changeText(luck.amount) });
}

/** Return everybody's chances. */
export const chancesText = (chances: readonly number[], names: (seat: number) => string): string =>
  t("looking.chances", {
    chances: percents(chances)
      .map((share, seat) => `${names(seat)} ${share}`)
      .join(", "),
  });
