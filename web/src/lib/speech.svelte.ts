// What people say to each other is seen beside them for a moment, each one's newest words.

import type { Event } from "../games/types";

export type Words = { seat: number; phrase: string | null; text: string | null };

/** Phrases that are drawn as faces. */
export const REACTIONS = ["laugh", "clap", "wow", "shock", "oops", "think", "cry", "heart"] as const;
export const isReaction = (phrase: unknown): boolean => (REACTIONS as readonly unknown[]).includes(phrase);

const SHOWN = 4000;

export const speech = $state<{ words: Words[] }>({ words: [] });

/** Show what somebody said, for a moment. */
export function hear(event: Event): void {
  const words = {
    seat: event["seat"],
    phrase: event["phrase"] ?? null,
    text: event["text"] ?? null,
  } as Words;
  const before = speech.words.filter((one) => one.seat !== words.seat);
  speech.words = [...before, words];
  const [shown] = speech.words.slice(-1);
  setTimeout(() => {
    speech.words = speech.words.filter((one) => one !== shown);
  }, SHOWN);
}
