// A move of the card game in words.

import { t } from "../../lib/words.svelte";
import { cardsChosen, choiceOf, gainOf } from "./plays";
import { cardsText, cardText } from "./sentences";
import type { LinkoView } from "./types";

/** Return a move as a button says it; `view` is what was seen before it. */
export function moveText(move: string, view: Pick<LinkoView, "pool">): string {
  const [word] = move.split(" ");
  const gain = gainOf(move);
  switch (word) {
    case "play": {
      const { value, cards, jokers } = cardsChosen(choiceOf(move, view))!;
      const played = [...Array<string>(cards).fill(value), ...Array<string>(jokers).fill("j")];
      return t("linko.table.play", { cards: cardsText(played) });
    }
    case "raid":
      return t("linko.table.raid", { cards: cardsText(gain) });
    case "draw":
      if (!gain.length) return t("linko.table.draw_from_deck");
      return t("linko.table.draw_this", { cards: gain.map(cardText).join(" + ") });
    case "pass":
      return t("linko.table.pass");
    default:
      return t(`linko.answer.${word}`);
  }
}
