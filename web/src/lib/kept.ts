// What this page was told of a table, kept for as long as its window is open, so that a reload loses no line of the log.

import type { Told } from "./protocol";

type Kept = { seq: number; told: Told[] };

const MOST = 200;
const key = (code: string) => `stolik.told.${code}`;

/** Keep what has been told so far. */
export function keepTold(code: string, { seq, told }: Kept): void {
  try {
    sessionStorage.setItem(key(code), JSON.stringify({ seq, told: told.slice(-MOST) }));
  } catch {
    // the log begins again
  }
}

/** Return what had been told before the page was loaded. */
export function recallTold(code: string): Kept {
  try {
    return JSON.parse(sessionStorage.getItem(key(code)) ?? "") as Kept;
  } catch {
    return { seq: 0, told: [] };
  }
}
