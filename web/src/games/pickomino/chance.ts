// How dice are drawn from the secret of a game: docs/notation.md, "Fair randomness".

import type { Draw } from "../../lib/fair";
import { t } from "../../lib/words.svelte";
import { FACES } from "./report";

const MOST_DICE = 9;
const diceIn = (outcome: string) => outcome.split(" ").length - (outcome.includes(" gold ") ? 2 : 1);

/** A number below 6 to the dice, a digit a die; a golden die of ones and worms is the leading digit. */
export const drawDice: Draw = async (stream, written) => {
  const dice = diceIn(written);
  if (dice < 1 || dice > MOST_DICE) return null;
  let number = await stream.below(6 ** dice);
  const digits: number[] = [];
  for (let die = 0; die < dice; die++) {
    digits.push(number % 6);
    number = Math.floor(number / 6);
  }
  const golden = written.includes(" gold ") ? ` gold ${digits.pop()! < 3 ? "1" : "w"}` : "";
  const shown = digits.sort((a, b) => a - b).map((digit) => FACES[digit]);
  return `${["dice", ...shown].join(" ")}${golden}`;
};

/** Return what was drawn, in sentences. */
export function drawnTexts(outcomes: readonly string[]): string[] {
  const rolls = outcomes.filter((outcome) => outcome.startsWith("dice "));
  if (!rolls.length) return [];
  const dice = rolls.reduce((sum, roll) => sum + diceIn(roll), 0);
  return [[t("pickomino.fair.rolls", { n: rolls.length }), t("pickomino.fair.dice", { n: dice })].join(" ")];
}
