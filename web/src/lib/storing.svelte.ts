// How far the page has come with storing all that it needs to play without a network.

import { canPlayHere } from "./here.svelte";

/** The bytes that are there, of all; whether everything is stored. */
export const storing = $state({ done: 0, all: 0, whole: false });

let asked: Promise<void> | null = null;

/** Store everything, once; where the browser stores nothing for this page, that is no hindrance. */
export function store(): Promise<void> {
  asked ??= storeNow().catch((error: unknown) => {
    asked = null;
    storing.all = storing.done = 0;
    throw error;
  });
  return asked;
}

async function storeNow(): Promise<void> {
  const { canStore, storeAll } = await import("../here/storing");
  if (!canStore()) return;
  await storeAll((done, all) => Object.assign(storing, { done, all }));
  storing.whole = true;
}

/** Find out whether everything is stored. */
export async function lookWhetherStored(): Promise<void> {
  if (!canPlayHere || !("caches" in globalThis)) return;
  const { isStored } = await import("../here/storing");
  if (await isStored()) storing.whole = true;
}
