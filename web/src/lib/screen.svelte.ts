// How large the window is, and what kind of device it seems to be.

import { MediaQuery } from "svelte/reactivity";
import { SIZES } from "./sizes";

const desk = new MediaQuery(SIZES.desk);
const rail = new MediaQuery(`${SIZES.wide}, ${SIZES.desk} and (max-aspect-ratio: 4/5)`);

const touch = new MediaQuery("(pointer: coarse)");
const small = new MediaQuery("(max-width: 37.5rem), (max-height: 30rem)");

/** What kind of device it seems to be, for words that name it. */
export const deviceKind = (): "phone" | "tablet" | "computer" =>
  !touch.current ? "computer" : small.current ? "phone" : "tablet";

/** Whether the table is seen from above, with everything lying on it; else it is a phone's. */
export const isDesk = (): boolean => desk.current;

/** Whether there is room for the rail, beside the table or below it. */
export const hasRail = (): boolean => rail.current;
