// How the Python on this device is, for all screens to say.

import type { Condition } from "./said";

/** Null until it is wanted. */
export const here = $state<{ condition: Condition | null }>({ condition: null });
