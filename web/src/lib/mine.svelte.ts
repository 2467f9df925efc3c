// The tables this device has been at, so that one finds back to them.

const KEY = "stolik.tables";
const MOST = 8;

export type Mine = { code: string; game: string; name: string; at: number };

function read(): Mine[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Mine[];
  } catch {
    return [];
  }
}

export const mine = $state<{ tables: Mine[] }>({ tables: read() });

function keep(tables: Mine[]): void {
  mine.tables = tables.slice(0, MOST);
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
