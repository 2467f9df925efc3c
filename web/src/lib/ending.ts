// How a game ended: what is counted up for everybody, what decided between equals, and who ended it.

import type { GameRoom } from "../games/room";
import type { ResultView, View } from "../games/types";
import type { Told } from "./protocol";
import { firstOf, t } from "./words.svelte";

/** What is counted up for a seat, and what is taken off it afterwards. */
export type Sum = { gain: number; loss: number };

/** A view of the end; a game may say what the scores are made of. */
export type Ended = View & { result: ResultView; parts?: Record<string, number>[] | null };

/** Return what is counted for each seat. */
export function sumsOf({ result, parts }: Ended): Sum[] {
  const total = (amounts: number[]) => amounts.reduce((sum, one) => sum + one, 0);
  return result.scores.map((score, seat) => {
    const amounts = Object.values(parts?.[seat] ?? { score });
    const gain = total(amounts.filter((one) => one > 0));
    return { gain, loss: gain - total(amounts) };
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

/** Return what decided between equal scores, and why some share a place. */
export function tieTexts(game: string, { scores, places }: ResultView): string[] {
  const [amounts, ranks] = [new Set(scores).size, new Set(places).size];
  return [
    (ranks > amounts && firstOf([`${game}.end.tie`])) || "",
    (ranks < places.length && firstOf([`${game}.end.same`])) || "",
  ].filter(Boolean);
}

/** The values that say in a text who a seat is: the name, and whether it is you. */
export type Who = (seat: number) => { name: string; you: boolean };

/** Return what ended the game, with the name of the player who did it, as far as that is known. */
export function endText(
  room: Pick<GameRoom, "endText">,
  view: Ended,
  told: readonly Told[],
  who: Who,
): string {
  const { reason } = view.result;
  return room.endText(view, told, who) ?? firstOf([`${view.game}.end.${reason}`]) ?? t("status.over");
}

/** Return so many points in words. */
export const pointsText = (room: Pick<GameRoom, "pointsText">, n: number): string =>
  room.pointsText?.(n) ?? t("count.points", { n });
