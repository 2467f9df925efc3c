// How large the window is. The same limits stand in parts/desk.css; they are in rem, so that large letters in a browser's
// settings count like a small window.

import { MediaQuery } from "svelte/reactivity";

const desk = new MediaQuery("(min-width: 56.25rem) and (min-height: 35rem) and (orientation: landscape)");
const rail = new MediaQuery("(min-width: 75rem) and (min-height: 35rem) and (orientation: landscape)");

/** Whether the table is seen from above, with everything lying on it; else it is a phone's. */
export const isDesk = (): boolean => desk.current;

/** Whether there is room for the rail beside the table. */
export const hasRail = (): boolean => rail.current;
