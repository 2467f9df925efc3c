// Beginning a game: everybody on this device is ready, then the host starts.

import type { TableLink } from "./link.svelte";
import { tried } from "./notices.svelte";

/** Have everybody on this device ready; return whether that was done. */
export async function beReady(link: TableLink): Promise<boolean> {
  for (const seat of link.yours) {
    if (link.table?.seats[seat]?.ready) continue;
    if (!(await tried(link.ready(seat)))) return false;
  }
  return true;
}

/** Be ready, and start; return whether the game has begun. */
export async function start(link: TableLink): Promise<boolean> {
  if (!(await beReady(link))) return false;
  return link.table?.stage !== "waiting" || tried(link.do({ t: "start" }));
}
