// A finished game as a row of pictures: each with what was seen, and what had just happened.

import type { GameRoom, Moment } from "../games/room";
import type { Event } from "../games/types";
import type { Replay } from "../lib/protocol";
import { sentenceOf, type People } from "../lib/sentences";

/** A picture, what is said of it, in short as well, and how many moves have been made by then. */
export type Frame = Moment & { sentences: string[]; brief: string; done: number };

/** Return the pictures of a game. A move that nothing can be said about is no picture of its own. */
export function framesOf(
  room: Pick<GameRoom, "sentence" | "moments" | "marks">,
  replay: Replay,
  people: People,
  yours: number[],
): Frame[] {
  const say = (events: Event[]) =>
    events
      .map((event) => ({ event, sentence: sentenceOf(room, event, people, yours) }))
      .filter(({ sentence }) => sentence);
  const frames: Frame[] = [{ view: replay.start, events: [], sentences: [], brief: "", done: 0 }];
  let before = replay.start;
  for (const [ply, step] of replay.steps.entries()) {
    const moments: Moment[] = room.moments?.(before, step) ?? [step];
    for (const { view, events } of moments) {
      const said = say(events);
      const sentences = said.map(({ sentence }) => sentence);
      // a theft or a burnt roll is told in short as well; what follows from it is not
      const marked = said.findLastIndex(({ event }) => event.kind in room.marks);
      const brief = sentences.slice(0, Math.max(marked, 0) + 1).join(" ");
      const last = step === replay.steps.at(-1) && view === step.view;
      if (sentences.length || last) frames.push({ view, events, sentences, brief, done: ply + 1 });
    }
    before = step.view;
  }
  return frames;
}
