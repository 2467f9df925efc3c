// The promises that this device has seen: the fingerprint of a game's secret, as it was shown before the game began.
// The first one counts, whatever is shown later: that is what makes it a promise.

import type { TableView } from "./protocol";

const KEY = "stolik.promises";
const MOST = 200; // games; older ones are forgotten

type Promised = { code: string; round: number; commitment: string };

let seen: Promised[] = []; // also where the browser keeps nothing

function kept(): Promised[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Promised[];
  } catch {
    return [];
  }
}

/** Return the promise of a game that this device saw before the game began, or null. */
export function promiseSeen(code: string, round: number): string | null {
  const same = (one: Promised) => one.code === code && one.round === round;
  return (seen.find(same) ?? kept().find(same))?.commitment ?? null;
}

/** Remember the promise of the game that a table waits for. */
export function rememberPromise({ code, round, stage, commitment }: TableView): void {
  if (stage !== "waiting" || promiseSeen(code, round) !== null) return;
  const promised = { code, round, commitment };
  seen = [promised, ...seen];
  try {
    localStorage.setItem(KEY, JSON.stringify([promised, ...kept()].slice(0, MOST)));
  } catch {
    // it holds until the page is left
  }
}
