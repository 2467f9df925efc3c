// How large the window is. The same limits stand in parts/desk.css; they are in rem, so that large letters in a browser's
// settings count like a small window.

import { MediaQuery } from "svelte/reactivity";

const LARGE = "(min-width: 56.25rem) and (min-height: 35rem)";
const desk = new MediaQuery(LARGE);
const rail = new MediaQuery(
  `(min-width: 75rem) and (min-height: 35rem) and (orientation: landscape), ${LARGE} and (max-aspect-ratio: 4/5)`,
);

const touch = new MediaQuery("(pointer: coarse)");
const small = new MediaQuery("(max-width: 37.5rem), (max-height: 30rem)");

/** What kind of device it seems to be, for words that name it. */
export const deviceKind = (): "phone" | "tablet" | "computer" =>
  !touch.current ? "computer" : small.current ? "phone" : "tablet";

/** Whether the table is seen from above, with everything lying on it; else it is a phone's. */
export const isDesk = (): boolean => desk.current;

/** Whether there is room for the rail, beside the table or below it. */
export const hasRail = (): boolean => rail.current;
