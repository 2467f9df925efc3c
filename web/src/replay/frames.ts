// A finished game as a row of pictures: each with what was seen, and what had just happened.

import type { Event, View } from "../lib/link.svelte";
import type { Replay } from "../lib/protocol";
import { tell, type People } from "../lib/telling";

export type Frame = { view: View; events: Event[]; sentences: string[] };

/** Return the pictures of a game. A move that nothing can be said about is no picture of its own. */
export function framesOf(replay: Replay, people: People, yours: number[]): Frame[] {
  const say = (events: Event[]) => events.map((event) => tell(event, people, yours)).filter(Boolean);
  const frames: Frame[] = [{ view: replay.start, events: [], sentences: [] }];
  let before: View = replay.start;
  for (const step of replay.steps) {
    const events = step.events as Event[];
    const burnt = events.findIndex((event) => event.kind === "burn");
    const fallen = events.find((event) => event.kind === "dice");
    // When a roll burns, the view after it knows nothing of its dice any more: show them first.
    if (burnt >= 0 && fallen) {
      const first = events.slice(0, burnt + 1);
      frames.push({ view: withRoll(before, fallen), events: first, sentences: say(first) });
    }
    const rest = burnt >= 0 && fallen ? events.slice(burnt + 1) : events;
    const sentences = say(rest);
    if (sentences.length || step === replay.steps.at(-1)) {
      frames.push({ view: step.view, events: rest, sentences });
    }
    before = step.view;
  }
  return frames;
}

function withRoll(view: View, fallen: Event): View {
  const roll: Record<string, number> = {};
  for (const face of fallen["dice"] as string[]) roll[face] = (roll[face] ?? 0) + 1;
  return { ...view, turn: { ...(view["turn"] as View), roll, odd_face: fallen["odd_face"] as unknown } };
}
