// What the trainer says, for the tiles and for the choices.

import type { Advice } from "../../lib/protocol";
import type { PickominoAdvice } from "./types";

type Advised = Record<string, PickominoAdvice>;

/** What each move is worth on average, in worms, and which is the best. */
export type Worths = { best: string; of: Record<string, number> };

/** Return what each move is worth; nothing yet while the advice is still to come. */
export function worthsOf(advice: Advice | null): Worths {
  if (!advice) return { best: "", of: {} };
  const moves = Object.entries(advice.moves as Advised);
  return { best: advice.best, of: Object.fromEntries(moves.map(([move, { value }]) => [move, value])) };
}

/** Return the chance of each way in which the turn may end: after the chosen group, else after the best move. */
export function chancesOf(advice: Advice | null, chosen: string | null): Record<string, number> {
  if (!advice) return {};
  const moves = advice.moves as Advised;
  return (moves[`keep ${chosen}`] ?? moves[advice.best])?.endings ?? {};
}
