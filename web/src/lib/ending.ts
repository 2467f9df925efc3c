// How a game ended: what everybody's points are made of, in the order in which they are counted, and who ended it.

import type { View } from "./link.svelte";
import type { Told } from "./protocol";
import { t } from "./words.svelte";

export type Result = { scores: number[]; places: number[]; reason: string };
/** What is counted up for a seat, and what is taken off it afterwards. */
export type Sum = { gain: number; loss: number };

/** Return what is counted for each seat. */
export function sumsOf(view: View): Sum[] {
  const { scores } = view["result"] as Result;
  return (view["seats"] as View[]).map((seat, n) => {
    const loss = view["game"] === "linko" ? (seat["cards"] as number) : 0;
    return { gain: scores[n]! + loss, loss };
  });
}

/** Return how many steps it takes to count everything: first what all have, then what is taken off. */
export const stepsOf = (sums: Sum[]): number => most(sums) + Math.max(...sums.map((sum) => sum.loss));
const most = (sums: Sum[]) => Math.max(...sums.map((sum) => sum.gain));

/** Return what a seat has after so many steps. */
export function countedOf(sums: Sum[], seat: number, step: number): number {
  const { gain, loss } = sums[seat]!;
  return Math.min(gain, step) - Math.min(loss, Math.max(0, step - most(sums)));
}

/** Return what a seat's points are made of. */
export function partsText(view: View, seat: number): string {
  const held = (view["seats"] as View[])[seat]!;
  const { gain, loss } = sumsOf(view)[seat]!;
  if (view["game"] === "linko") return t("end.parts.cards", { table: gain, hand: loss });
  const stack = held["stack"] as number[];
  if (!held["round_worms"] && gain === held["worms"]) {
    return stack.length
      ? t("end.parts.tiles", { n: stack.length, tile: Math.max(...stack) })
      : t("end.parts.nothing");
  }
  const apple = gain - (held["worms"] as number) - (held["round_worms"] as number);
  return [
    held["worms"] ? t("end.parts.worms", { n: held["worms"] as number }) : "",
    held["round_worms"] ? t("dice.round_worms", { n: held["round_worms"] as number }) : "",
    apple ? t("end.parts.apple", { n: apple }) : "",
  ]
    .filter(Boolean)
    .join(" + ");
}

/** Return what decided between equal scores, and why some share a place. */
export function tieTexts(game: string, { scores, places }: Result): string[] {
  const [amounts, ranks] = [new Set(scores).size, new Set(places).size];
  return [
    ranks > amounts ? t(`end.tie.${game}`) : "",
    ranks < places.length ? t(`end.same.${game}`) : "",
  ].filter(Boolean);
}

const LAST = { grill_empty: ["take", "burn"], cards_out: ["draw"] } as Record<string, string[]>;

/** Return what ended the game, with the name of whoever did it, as far as that is known. */
export function endText(view: View, told: readonly Told[], nameOf: (seat: number) => string): string {
  const { reason } = view["result"] as Result;
  if (reason === "hand_empty") {
    const seat = (view["seats"] as View[]).findIndex((one) => one["cards"] === 0);
    return t("end.ended.hand_empty", { name: nameOf(seat) });
  }
  const last = told
    .flatMap((one) => one.events)
    .findLast((event) => LAST[reason]?.includes(String(event["kind"])));
  if (!last) return t(`end.reason.${reason}`);
  return t(`end.ended.${last["kind"] as string}`, { name: nameOf(last["seat"] as number) });
}
