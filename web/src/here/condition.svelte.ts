// How the Python on this device is, for all screens to say.

import type { Condition } from "./said";

/** Null until it is wanted; and whether the page is storing all that it needs. */
export const here = $state<{ condition: Condition | null; storing: boolean }>({
  condition: null,
  storing: false,
});
