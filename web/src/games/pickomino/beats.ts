import type { Beats } from "../../lib/pacing";

/** How long each event is on the stage. */
export const beats: Record<string, Beats> = {
  dice: [0, 1000],
  keep: [250, 300],
  weasel: [0, 400],
  take: [0, 700],
  steal: [0, 900],
  steal_hen: [0, 900],
  round_worm: [0, 500],
  burn: [0, 900],
  return: [0, 600],
  specialist: [0, 350],
  turn_down: [0, 600],
};

/**
 * Milliseconds that things fly by an event. They begin when they are drawn, so there is time left on the stage for slow
 * devices to draw them: else they would jump to their place.
 */
export const flights: Partial<Record<string, number>> = {
  keep: 220,
  take: 500,
  steal: 500,
  return: 500,
  specialist: 260,
};
