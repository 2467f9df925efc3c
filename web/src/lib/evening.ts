// The evening of a table: its finished games added up, and who holds its records.

import type { Standing, TableView } from "./protocol";
import { nameOf } from "./sentences";

/** A row of the evening's table. */
export type Ranked = Standing & {
  who: string;
  you: boolean;
  /** Whether nobody has a better score, or has won more games in a row. */
  record: boolean;
  hottest: boolean;
};

/** Return how many games have been played at a table to their end. */
export const gamesOf = ({ round, stage }: TableView): number => (stage === "over" ? round : round - 1);

/** Return the rows, the best first; people are known by name, bots by their seat. */
export function rowsOf(table: TableView, yours: readonly number[]): Ranked[] {
  const own = yours.map((seat) => table.seats[seat]?.name?.toLocaleLowerCase());
  const best = Math.max(...table.evening.map((one) => one.best));
  const streak = Math.max(...table.evening.map((one) => one.streak));
  return table.evening.map((one) => ({
    ...one,
    who:
      one.name ??
      nameOf({ seats: table.seats.map((seat, n) => (n === one.seat ? { name: null } : seat)) }, one.seat),
    you: one.name !== null && own.includes(one.name.toLocaleLowerCase()),
    record: one.best === best,
    hottest: streak > 1 && one.streak === streak,
  }));
}
