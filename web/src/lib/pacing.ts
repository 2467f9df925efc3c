// How long each event of a game is on the stage: long enough to be followed, short enough not to be in the way.

import type { Event } from "./link.svelte";
import { isStill, prefs } from "./prefs.svelte";

/** Milliseconds: first the choice is shown on the table as it was, then what comes of it. */
type Beats = [choice: number, outcome: number];

const BEATS: Record<string, Beats> = {
  // the dice game
  dice: [0, 750],
  keep: [400, 150],
  weasel: [0, 400],
  take: [0, 700],
  steal: [0, 900],
  steal_hen: [0, 900],
  round_worm: [0, 500],
  burn: [0, 900],
  return: [0, 600],
  specialist: [0, 350],
  turn_down: [0, 600],
  // the card game
  play: [0, 600],
  raid: [400, 300],
  virtual: [0, 250],
  theft: [0, 800],
  grab: [0, 500],
  leave: [0, 350],
  recall: [0, 400],
  discard: [0, 450],
  draw: [0, 350],
  refill: [0, 250],
};
const NONE: Beats = [0, 0];

const SPEEDS = { slow: 1.7, normal: 1, fast: 0.45 };

/** Return how long an event is shown. Where things should not move, only what would be gone at once is. */
export function pace(event: Event, own: boolean): Beats {
  if (isStill()) return event.kind === "burn" ? [0, 900 * SPEEDS[prefs.speed]] : NONE;
  const [choice, outcome] = BEATS[event.kind] ?? NONE;
  return [own ? 0 : choice * SPEEDS[prefs.speed], outcome * SPEEDS[prefs.speed]]; // one knows one's own choice
}
