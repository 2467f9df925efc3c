// A finished game of dice, move by move: a burnt roll is shown before what it costs.

import type { Step } from "../../lib/protocol";
import type { Moment } from "../room";
import { change } from "./staging";
import type { PickominoEvent, PickominoView } from "./types";

/** Return the pictures of a move. When a roll burns, the view after it knows nothing of its dice any more. */
export function moments(before: PickominoView, step: Step): Moment<PickominoView, PickominoEvent>[] {
  const view = step.view as PickominoView;
  const events = step.events as PickominoEvent[];
  const burnt = events.findIndex(({ kind }) => kind === "burn");
  const fallen = events.find((event) => event.kind === "dice");
  if (burnt < 0 || !fallen) return [{ view, events }];
  return [
    { view: { ...before, ...change(before, fallen) }, events: events.slice(0, burnt + 1) },
    { view, events: events.slice(burnt + 1) },
  ];
}
