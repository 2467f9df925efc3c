// The tables this device has been at, so that one finds back to them.

import { isHere } from "./here.svelte";

const KEY = "stolik.tables";
const MOST = 8; // at servers: tables on this device are listed nowhere else

/** A table, with the names of those who sit there on this device. */
export type Mine = { code: string; game: string; names: string[]; at: number };

function read(): Mine[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Partial<Mine>[];
    return kept.filter((table): table is Mine => Array.isArray(table.names));
  } catch {
    return [];
  }
}

export const mine = $state<{ tables: Mine[] }>({ tables: read() });

function keep(tables: Mine[]): void {
  let left = MOST;
  mine.tables = tables.filter(({ code }) => isHere(code) || left-- > 0);
  try {
    localStorage.setItem(KEY, JSON.stringify(mine.tables));
  } catch {
    // it holds until the page is left
  }
}

/** Remember a table, the newest first. */
export function remember(table: Omit<Mine, "at">): void {
  keep([{ ...table, at: Date.now() }, ...mine.tables.filter((one) => one.code !== table.code)]);
}

/** Forget a table. */
export function forget(code: string): void {
  keep(mine.tables.filter((one) => one.code !== code));
}
