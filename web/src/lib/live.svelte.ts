// What a screen reader says by itself: one polite region for what happens, one that interrupts. Each sentence is an
// element of its own, so that several that come together are all read, and the same one can be read twice.

type Sentence = { n: number; text: string };

const KEPT = 8;

export const spoken = $state<{ polite: Sentence[]; assertive: Sentence[] }>({ polite: [], assertive: [] });
let said = 0;

/** Say something when there is a pause. */
export function say(text: string): void {
  if (text) spoken.polite = [...spoken.polite, { n: said++, text }].slice(-KEPT);
}

/** Say something at once: it is your turn, the line is lost. */
export function interrupt(text: string): void {
  if (text) spoken.assertive = [{ n: said++, text }];
}
