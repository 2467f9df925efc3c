// A finished game as a row of pictures: each with what was seen, and what had just happened.

import type { GameRoom, Moment } from "../games/room";
import type { Event } from "../games/types";
import type { Replay } from "../lib/protocol";
import { sentenceOf, type People } from "../lib/sentences";

/** A picture, what is said of it, and how many moves have been made by then. */
export type Frame = Moment & { sentences: string[]; done: number };

/** Return the pictures of a game. A move that nothing can be said about is no picture of its own. */
export function framesOf(
  room: Pick<GameRoom, "sentence" | "moments">,
  replay: Replay,
  people: People,
  yours: number[],
): Frame[] {
  const say = (events: Event[]) =>
    events.map((event) => sentenceOf(room, event, people, yours)).filter(Boolean);
  const frames: Frame[] = [{ view: replay.start, events: [], sentences: [], done: 0 }];
  let before = replay.start;
  for (const [ply, step] of replay.steps.entries()) {
    const moments: Moment[] = room.moments?.(before, step) ?? [step];
    for (const { view, events } of moments) {
      const sentences = say(events);
      const last = step === replay.steps.at(-1) && view === step.view;
      if (sentences.length || last) frames.push({ view, events, sentences, done: ply + 1 });
    }
    before = step.view;
  }
  return frames;
}
