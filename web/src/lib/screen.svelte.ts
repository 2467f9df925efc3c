// How large the window is. The same limits stand in parts/desk.css; they are in rem, so that large letters in a browser's
// settings count like a small window.

import { MediaQuery } from "svelte/reactivity";

const rail = new MediaQuery("(min-width: 75rem) and (min-height: 35rem) and (orientation: landscape)");

/** Whether there is room for the rail beside the table. */
export const hasRail = (): boolean => rail.current;
