// How long each event of a game is on the stage: long enough to be followed, short enough not to be in the way.

import type { GameRoom } from "../games/room";
import type { Event } from "../games/types";
import { hurry } from "./hurry.svelte";
import { isStill, prefs } from "./prefs.svelte";

/** Milliseconds: first the choice is shown on the table as it was, then what comes of it. */
export type Beats = [choice: number, outcome: number];

const NONE: Beats = [0, 0];
const SPEEDS = { slow: 1.7, normal: 1, fast: 0.45 };
const HURRIED = 0.15;

/** How many times longer than usual everything takes. */
export const tempo = (): number => SPEEDS[prefs.speed] * (hurry.on ? HURRIED : 1);

/** Return how long an event is shown. Where things should not move, only what would be gone at once is. */
export function pace({ beats, breaks }: GameRoom, event: Event, own: boolean): Beats {
  if (isStill() && !breaks.includes(event.kind)) return NONE;
  const [choice, outcome] = beats[event.kind] ?? NONE;
  return [own ? 0 : choice * tempo(), outcome * tempo()]; // one knows one's own choice
}
