// How far the page has come with storing all that it needs to play without a network.

import { canPlayHere } from "./here.svelte";

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
  storing.begun = true;
  return asked;
}

async function storeNow(): Promise<void> {
  const { canStore, storeAll } = await import("../here/storing");
  if (!canStore()) return void (storing.begun = false);
  await storeAll((done, all) => Object.assign(storing, { done, all }));
  storing.whole = true;
}

/** Find out whether everything is stored. */
export async function lookWhetherStored(): Promise<void> {
  if (!canPlayHere || !("caches" in globalThis)) return;
  const { isStored } = await import("../here/storing");
  if (await isStored()) storing.whole = true;
}
