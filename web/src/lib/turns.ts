// What happened, grouped by turn: the log of a running game and the table of contents of a replay.

import type { GameRoom, Mark } from "../games/room";
import type { Event } from "../games/types";
import { nameOf, sentenceOf, type People } from "./sentences";
import { isOfTable } from "./table-events";

/** An event, and where it is found: the number of its picture in a replay. */
type Happened = { event: Event; at: number };

/** One sentence of the log. */
export type Line = { at: number; text: string; mark: Mark | null };

/** What one seat did in a row; `seat` is null before the first turn of a game. */
export type Turn = { at: number; seat: number | null; lines: Line[] };

type Room = Pick<GameRoom, "sentence" | "opens" | "marks">;

/** Return what happened as turns, the oldest first. A turn of which nothing can be said is left out. */
export function turnsOf(
  room: Room,
  happened: readonly Happened[],
  people: People,
  yours: readonly number[],
): Turn[] {
  const turns: Turn[] = [];
  let held: Happened[] = []; // who decides for somebody belongs to what is decided
  const gone = new Set<number>(); // who sits down is there: only those who were away come back
  const add = ({ event, at }: Happened): void => {
    const { seat, lines } = turns.at(-1)!;
    const said = sentenceOf(room, event, people, yours);
    const text = seat !== null && isDeed(event, seat) ? unnamed(said, nameOf(people, seat)) : said;
    if (text) lines.push({ at, text, mark: room.marks[event.kind] ?? null });
  };
  for (const one of happened) {
    if (one.event.kind === "by") {
      held.push(one);
      continue;
    }
    if (isArrival(one.event, gone) || isOwnReadiness(one.event, yours)) continue;
    const seat = opened(room, one.event, turns.at(-1)?.seat ?? null);
    if (seat !== undefined || !turns.length) turns.push({ at: one.at, seat: seat ?? null, lines: [] });
    for (const event of [...held, one]) add(event);
    held = [];
  }
  return turns
    .filter((turn) => turn.lines.length)
    .map((turn) => ({ ...turn, at: Math.min(...turn.lines.map((line) => line.at)) }));
}

/** Whether it is what a seat does in the game, or what is decided for it; what somebody says keeps the name. */
const isDeed = ({ kind, seat }: Event, whose: number): boolean =>
  seat === whose && (kind === "by" || !isOfTable(kind));

/** Return a sentence without the name it begins with: that stands above the lines of a turn. */
function unnamed(text: string, name: string): string {
  const rest = text.startsWith(name) ? text.slice(name.length).match(/^:?\s+(.+)$/s)?.[1] : undefined;
  return rest ? rest.charAt(0).toLocaleUpperCase() + rest.slice(1) : text;
}

/** Whether somebody is there who never was away; remembers who is. */
function isArrival({ kind, seats }: Event, gone: Set<number>): boolean {
  if (kind === "absent") for (const seat of seats as number[]) gone.add(seat);
  if (kind !== "present") return false;
  return !(seats as number[]).filter((seat) => gone.delete(seat)).length;
}

/** Whether it tells somebody alone at a device that they are ready: they have just said so. */
const isOwnReadiness = ({ kind, seat }: Event, yours: readonly number[]): boolean =>
  kind === "ready" && yours.length === 1 && yours[0] === seat;

/** Return whose turn an event begins: a seat, null for a new game, undefined if the turn goes on. */
function opened({ opens }: Room, { kind, seat }: Event, now: number | null): number | null | undefined {
  if (kind === "started") return null;
  if (seat === undefined || seat === now || isOfTable(kind) || kind === "first") return undefined;
  return !opens || opens.includes(kind) ? seat : undefined;
}

/** Return where the turn before or after a picture begins; the ends of the game where there is none. */
export function turnBeside(turns: readonly Turn[], at: number, by: 1 | -1, last: number): number {
  const starts = turns.filter((turn) => turn.seat !== null).map((turn) => turn.at);
  if (by > 0) return starts.find((start) => start > at) ?? last;
  return starts.findLast((start) => start < at) ?? 0;
}
