// How fast a game is played back.

import { number } from "../lib/words.svelte";

export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

const MOMENT = 800; // milliseconds that a picture is seen: two hundred of them take less than three minutes
const MARKED = 1.75; // as many times longer, for one in which something is won or lost

/** Return how long a picture is seen. */
export const pauseOf = (speed: Speed, marked: boolean): number => (MOMENT * (marked ? MARKED : 1)) / speed;

/** Return the next speed; after the highest comes the lowest. */
export const faster = (speed: Speed): Speed => SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]!;

export const speedText = (speed: Speed): string => (speed === 0.5 ? "½×" : `${number(speed)}×`);
