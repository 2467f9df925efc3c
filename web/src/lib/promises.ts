// What this device remembers of a game, so that nobody can tell it another story later: the promise of the game's
// secret, as it was shown before the game began, what this device added to the chance, and what the others had
// promised to add when it showed its own. The first promise counts, whatever is shown later.

import type { TableView } from "./protocol";
import { sha256 } from "./sha256";

const KEY = "stolik.promises";
const MOST = 200; // games; older ones are forgotten

/** What a device remembers of a game. `stolik verify --mine` reads it. */
export type Kept = {
  code: string;
  round: number;
  /** The SHA-256 of the table's secret. */
  commitment: string;
  /** By seat of the game, the SHA-256 of what was to be added there; null for a seat that adds nothing. */
  promises?: (string | null)[];
  /** By seat of the game, what this device is known to have added. */
  random?: Record<number, string>;
  /** By seat of the table, what this device adds, from before anybody is told. */
  drawn?: Record<number, string>;
};

let seen: Kept[] = []; // also where the browser keeps nothing

function stored(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Kept[];
  } catch {
    return [];
  }
}

const isOf =
  (code: string, round: number) =>
  (one: Kept): boolean =>
    one.code === code && one.round === round;

/** Return what this device remembers of a game from before it began, or null. */
export function keptOf(code: string, round: number): Kept | null {
  return seen.find(isOf(code, round)) ?? stored().find(isOf(code, round)) ?? null;
}

/** Return what this device remembers of the game with a promise, or null. */
export function keptFor(commitment: string): Kept | null {
  const same = (one: Kept) => one.commitment === commitment;
  return seen.find(same) ?? stored().find(same) ?? null;
}

function keep(kept: Kept): void {
  const others = (all: Kept[]) => all.filter((one) => !isOf(kept.code, kept.round)(one));
  seen = [kept, ...others(seen)];
  try {
    localStorage.setItem(KEY, JSON.stringify([kept, ...others(stored())].slice(0, MOST)));
  } catch {
    // it holds until the page is left
  }
}

/** Remember the promise of the game that a table waits for. */
export function rememberPromise({ code, round, stage, commitment }: TableView): void {
  if (stage === "waiting" && !keptOf(code, round)) keep({ code, round, commitment });
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));

/** Return the promise of some randomness: its SHA-256. */
export const promiseOf = (random: string): string => hex(sha256(bytesOf(random)));

/** Draw what a seat adds to the chance of the game that a table waits for, and remember it. */
export function drawFor({ code, round }: TableView, seat: number): string {
  const random = hex(crypto.getRandomValues(new Uint8Array(16)));
  const kept = keptOf(code, round);
  if (kept) keep({ ...kept, drawn: { ...kept.drawn, [seat]: random } });
  return random;
}

/** Return what was drawn for a seat, if this device did it. */
export const drawnFor = ({ code, round }: TableView, seat: number): string | undefined =>
  keptOf(code, round)?.drawn?.[seat];

/**
 * Remember what everybody is bound to, right before this device shows what a seat adds. The others' promises are
 * those shown now; afterwards they could be chosen to fit. Returns a function to call once it is known to have arrived.
 */
export function rememberShown(table: TableView, seat: number, random: string): () => void {
  const { code, round, seats } = table;
  const playing = [...seats.keys()].filter((n) => seats[n]!.kind !== "closed");
  const promises = playing.map((n) => (n === seat ? promiseOf(random) : seats[n]!.promise));
  // what was added before the seats were changed, which made everybody unready, does not count any more
  const own = (kept: Kept) =>
    Object.fromEntries(
      Object.entries(kept.random ?? {}).filter(([n, added]) => promises[Number(n)] === promiseOf(added)),
    );
  const kept = keptOf(code, round);
  if (kept) keep({ ...kept, promises, random: own(kept) });
  return () => {
    const now = keptOf(code, round);
    if (now) keep({ ...now, random: { ...now.random, [playing.indexOf(seat)]: random } });
  };
}
