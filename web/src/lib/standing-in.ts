// What a bot decided for somebody who was away, or whose time was up.

import type { Event } from "../games/types";
import type { Told } from "./protocol";

const includesAny = (event: Event, seats: readonly number[]): boolean =>
  (event["seats"] as number[]).some((seat) => seats.includes(seat));

/**
 * Return what was decided for seats since they were away last. `missed` says whether they were away all the time, even
 * where that is not told.
 */
export function deedsFor(told: readonly Told[], seats: readonly number[], missed: boolean): Event[] {
  const away = told.findLastIndex(({ events }) =>
    events.some((event) => event.kind === "absent" && includesAny(event, seats)),
  );
  if (away < 0 && !missed) return [];
  return told.slice(away + 1).flatMap(({ events }) => {
    const by = events.find(({ kind }) => kind === "by");
    if (!by || by["by"] === "bot" || !seats.includes(by.seat!)) return [];
    return events.filter((event) => event !== by && event.seat === by.seat);
  });
}
