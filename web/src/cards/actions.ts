// What the action bar of the card table offers: the play that is chosen and what it leads to, or to do without a card.

import type { Action } from "../parts/ActionBar.svelte";
import type { Holding } from "./Neighbour.svelte";
import type { View } from "../lib/link.svelte";
import { cardsText } from "../lib/telling";
import { t } from "../lib/words.svelte";
import { layerText, playText, type Chosen } from "./plays";

type Foresight = Record<string, Record<string, any>> | null;
type Names = (seat: number) => string;

/** Return the actions for whoever has to decide. */
export function actionsFor(view: View, foresight: Foresight, chosen: Chosen | null, names: Names): Action[] {
  const moves = view["moves"] as string[];
  if (view["phase"] === "may_draw")
    return [{ moves: ["pass"], text: t("cards.pass"), kind: "plain", key: "p" }];
  if (view["phase"] !== "play" || !chosen || !moves.includes(playText(chosen))) return [];
  const cards = [
    ...Array<string>(chosen.cards).fill(chosen.value),
    ...Array<string>(chosen.jokers).fill("j"),
  ];
  return [
    {
      moves: [playText(chosen)],
      text: t("cards.play", { cards: cardsText(cards) }),
      note: note(view, foresight?.[playText(chosen)], names),
      kind: "go",
      key: "enter",
    },
  ];
}

/** Return the beginning of a long name: a list of them must find room on a button. */
const brief = (name: string) => (name.length > 10 ? `${name.slice(0, 9)}…` : name);

/** Say whom a play robs, in order, or that it ends the game. */
function note(view: View, foreseen: Record<string, any> | undefined, names: Names): string {
  if (foreseen?.["ends"]) return t("cards.last");
  const seats = view["seats"] as Holding[];
  const robs = (foreseen?.["robs"] ?? []) as number[];
  const called = (seat: number) => (robs.length > 1 ? brief(names(seat)) : names(seat));
  const whom = robs.map((seat) => `${called(seat)} (${layerText(seats[seat]!.layers.at(-1)!)})`);
  if (foreseen?.["raids"]) whom.unshift(t("cards.virtual"));
  return whom.length ? t("cards.robs", { whom: whom.join(t("cards.then")) }) : t("cards.robs_nobody");
}
