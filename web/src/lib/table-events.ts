// What happens at a table besides the game itself.

const KINDS =
  "opened configured sat left ready starting revealed started again asked answered took_back ordered helped " +
  "said muted present absent hosted stood_in by";
const TABLE_EVENTS = new Set(KINDS.split(" "));

/** Whether the table tells of it, and not the game. */
export const isOfTable = (kind: string): boolean => TABLE_EVENTS.has(kind);

/** Whether somebody begins to think about a decision with it: a game has begun or gone on, or was taken back. */
export const startsClock = (kind: string): boolean =>
  kind === "started" || kind === "took_back" || !isOfTable(kind);
