// How far the page has come with storing all that it needs to play without a network.

import { here } from "../here/condition.svelte";
import { canPlayHere, canStore } from "./here.svelte";

/** Whether it has been begun, the bytes that are there, of all, as soon as they are known; whether everything is stored. */
export const storing = $state({ begun: false, done: 0, all: 0, whole: false });

let asked: Promise<void> | null = null;

/** Store everything, once; where the browser stores nothing for this page, that is no hindrance. */
export function store(): Promise<void> {
  asked ??= storeNow().catch((error: unknown) => {
    asked = null;
    Object.assign(storing, { begun: false, done: 0, all: 0 });
    throw error;
  });
  return asked;
}

async function storeNow(): Promise<void> {
  storing.begun = here.storing = true; // at once: Python may be wanted before anything is loaded
  const engine = import("../here/engine");
  try {
    const { stored } = await engine;
    const { storeAll } = await import("../here/storing");
    if (!canStore) return void (storing.begun = false);
    await storeAll(
      (done, all) => Object.assign(storing, { done, all }),
      () => stored(true),
    );
    storing.whole = true;
  } finally {
    here.storing = false;
    engine.then(({ stored }) => stored(false)).catch(() => {});
  }
}

/** Find out whether everything is stored; what has been cut off goes on. */
export async function lookWhetherStored(): Promise<void> {
  if (!canPlayHere || !canStore) return;
  const { isStored, wasBegun } = await import("../here/storing");
  if (await isStored()) storing.whole = true;
  else if (await wasBegun()) await store().catch(() => {});
}

/** Store everything as soon as the page is installed as an app, or runs as one: not all browsers tell of the former. */
export function storeOnceInstalled(): void {
  if (!canPlayHere) return;
  const begin = () => void store().catch(() => {});
  addEventListener("appinstalled", begin);
  if (matchMedia("(display-mode: standalone)").matches) begin();
}
