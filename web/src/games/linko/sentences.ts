// What happened in the card game, in a sentence.

import type { Speaking } from "../../lib/sentences";
import { t, times } from "../../lib/words.svelte";
import type { LinkoEvent } from "./types";

/** Return cards as people say them: 3 × 7 and a joker. */
export function cardsText(cards: string[]): string {
  const jokers = cards.filter((card) => card === "j").length;
  const plain = cards.filter((card) => card !== "j");
  const parts = plain.length ? [times(plain.length, plain[0]!)] : [];
  if (jokers)
    parts.push(
      plain.length ? t("linko.table.jokers", { n: jokers }) : t("linko.table.jokers_alone", { n: jokers }),
    );
  return parts.join(" + ");
}

/** Return a single card as people write it. */
export const cardText = (card: string): string => (card === "j" ? t("linko.table.joker") : card);

/** Return cards one by one, as they stand in a sentence: 7, a joker. */
const cardsInTurn = (cards: string[], between: string): string =>
  cards.map((card) => (card === "j" ? t("linko.table.jokers", { n: 1 }) : card)).join(between);

export function sentence(event: LinkoEvent, { yours, say }: Speaking): string | undefined {
  switch (event.kind) {
    case "first":
      return undefined;
    case "draw": {
      // several people on one device: a card that one of them drew is nobody else's to hear, or to read in the log
      if (event.cards === null || (event.from === "deck" && yours.length > 1))
        return say("linko.event.draw_unseen");
      const cards = cardsInTurn(event.cards, " + ");
      return say(event.from === "deck" ? "linko.event.draw_deck" : "linko.event.draw_pool", { cards });
    }
    case "virtual":
      return t(event.to === "row" ? "linko.event.row" : "linko.event.groups", {
        cards: cardsInTurn([event.card], ""),
      });
    case "refill":
      return t("linko.event.refill", { cards: cardsInTurn(event.cards, ", ") });
    case "over":
      return t(`linko.event.over.${event.reason}`);
    case "play":
    case "theft":
    case "grab":
    case "leave":
    case "recall":
    case "discard":
    case "raid":
      return say(`linko.event.${event.kind}`, { cards: cardsText(event.cards) });
    default:
      return say(`linko.event.${event.kind}`);
  }
}
