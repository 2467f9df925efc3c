// Holds what a game's staging.ts makes of events against the engine's own views: node staging-check.mjs TRANSITIONS.json
//
// A transition has the view before a move, the events of the move, and the view after it.

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import * as linko from "../src/games/linko/staging.ts";
import * as pickomino from "../src/games/pickomino/staging.ts";
import { staged } from "../src/lib/staging.ts";

const ROOMS = { linko, pickomino };

/** The parts of the table that a person sees change; a turn that is over is cleared away only after the scene. */
function seen(view, ends) {
  if (view["game"] === "linko") {
    const { hand, deck, discard, virtual } = view;
    const seats = view["seats"].map(({ cards, score, layers }) => ({ cards, score, layers }));
    return { hand, deck, discard, virtual, seats, pool: view["pool"].map(String).sort() };
  }
  const { turn, grill, supply, seats } = view;
  if (ends) return { grill, supply, seats };
  const { aside, sum, worm, dice, roll, odd_face } = turn;
  return { grill, supply, seats, turn: { aside, sum, worm, dice, roll, odd_face } };
}

const transitions = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const { before, events, after } of transitions) {
  if ([before, after].some((view) => view["phase"] === "hold")) continue; // who waits for the choice is with nobody yet
  const ends = ["start", "over"].includes(after["phase"]);
  const shown = seen(
    events.reduce((view, event) => staged({ ...ROOMS[view.game], during: {} }, view, event), before),
    ends,
  );
  const wanted = seen(after, ends);
  if (!isDeepStrictEqual(shown, wanted)) {
    console.error(JSON.stringify({ events, shown, wanted }));
    process.exit(1);
  }
}
console.log(transitions.length);
