// How cards are dealt from the secret of a game: docs/notation.md, "Fair randomness".

import type { Draw } from "../../lib/fair";
import { t } from "../../lib/words.svelte";

const CARDS = [...Array.from({ length: 13 }, (_, n) => String(n + 1)), "j"];
const EACH = 8;
const JOKERS = 5;
const HAND = 13;
const DUEL_JOKERS = 2;

/** A shuffle from the last place down, dealt from the front; each hand is written in ascending order. */
export const drawDeal: Draw = async (stream, _, { players, options }) => {
  const taken = options["mode"] === "duel" ? DUEL_JOKERS : 0;
  const cards = [
    ...CARDS.slice(0, -1).flatMap((card) => Array<string>(EACH).fill(card)),
    ...Array<string>(Math.max(0, JOKERS - taken * players)).fill("j"),
  ];
  for (let last = cards.length - 1; last > 0; last--) {
    const other = await stream.below(last + 1);
    [cards[last], cards[other]] = [cards[other]!, cards[last]!];
  }
  const dealt: string[] = [];
  for (let seat = 0; seat < players; seat++) {
    const hand = [...Array<string>(taken).fill("j"), ...cards.splice(0, HAND - taken)];
    dealt.push(...hand.sort((a, b) => CARDS.indexOf(a) - CARDS.indexOf(b)));
  }
  return ["deal", ...dealt, ...cards].join(" ");
};

/** Return what was drawn, in sentences. */
export const drawnTexts = (outcomes: readonly string[]): string[] =>
  outcomes.some((outcome) => outcome.startsWith("deal ")) ? [t("linko.fair.deals")] : [];
