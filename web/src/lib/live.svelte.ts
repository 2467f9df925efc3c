// What a screen reader says by itself: one polite region for what happens, one that interrupts. Each sentence is an
// element of its own, so that several that come together are all read, and the same one can be read twice.
//
// A sheet that stands open makes everything outside of it inert, and nobody hears what is said there. So the regions
// (parts/Voice.svelte) are in the sheet in front, and in the page itself where none stands open.

import { untrack } from "svelte";

export type Sentence = { n: number; text: string; at: number };

const KEPT = 8;

export const spoken = $state<{ polite: Sentence[]; assertive: Sentence[] }>({ polite: [], assertive: [] });
let said = 0;

const sentence = (text: string): Sentence => ({ n: said++, text, at: performance.now() });

/** Say something when there is a pause. */
export function say(text: string): void {
  if (text) spoken.polite = [...spoken.polite, sentence(text)].slice(-KEPT);
}

/** Say something at once: it is your turn, the line is lost. */
export function interrupt(text: string): void {
  if (text) spoken.assertive = [sentence(text)];
}

let standing = $state.raw<string[]>([]);

/** A sheet stands in front of everything, until what is returned is called. */
export function stand(sheet: string): () => void {
  standing = [...untrack(() => standing), sheet];
  return () => (standing = standing.filter((one) => one !== sheet));
}

/** The sheet in front of everything; undefined where there is none. */
export const inFront = (): string | undefined => standing.at(-1);
