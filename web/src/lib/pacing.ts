// How long each event of a game stays on the stage: long enough to be followed, short enough not to be in the way.

import type { Event } from "./link.svelte";
import { isStill, prefs } from "./prefs.svelte";

const MILLISECONDS: Record<string, number> = {
  // the dice game
  roll: 250,
  dice: 650,
  keep: 350,
  weasel: 600,
  take: 600,
  steal: 800,
  steal_hen: 800,
  round_worm: 600,
  burn: 800,
  return: 600,
  specialist: 400,
  turn_down: 600,
  // the card game
  deal: 500,
  play: 550,
  raid: 700,
  virtual: 300,
  theft: 800,
  grab: 600,
  leave: 400,
  recall: 500,
  discard: 500,
  draw: 350,
  refill: 300,
  over: 600,
};

const SPEEDS = { slow: 1.7, normal: 1, fast: 0.45 };

/** Return how many milliseconds an event is shown; none at all where things should not move. */
export function pace(event: Event): number {
  return isStill() ? 0 : (MILLISECONDS[event.kind] ?? 0) * SPEEDS[prefs.speed];
}
