// What the trainer says, for the tiles and for the choices.

import type { Advice } from "../../lib/protocol";
import type { PickominoAdvice } from "./types";

type Advised = Record<string, PickominoAdvice>;

/** What each gesture is worth on average, in worms and as a chance to win, and which are the best: a move, or one and what
    follows it. */
export type Worths = { best: string[]; of: Record<string, number>; chances: Record<string, number> };

/** Return the name of moves that are made as one gesture. */
export const gestureOf = (moves: readonly string[]): string => moves.join(", ");

/** Return what each move is worth; nothing yet while the advice is still to come. */
export function worthsOf(advice: Advice | null): Worths {
  if (!advice) return { best: [], of: {}, chances: {} };
  const moves = Object.entries(advice.moves as Advised);
  const worths = moves.flatMap(([move, { value, then = {} }]): [string, number][] => [
    [move, value],
    ...Object.entries(then).map(([next, worth]): [string, number] => [gestureOf([move, next]), worth]),
  ]);
  const chances = moves.flatMap(([move, { chance, then_chances = {} }]): [string, number][] => [
    [move, chance],
    ...Object.entries(then_chances).map(([next, one]): [string, number] => [gestureOf([move, next]), one]),
  ]);
  const then = Object.entries((advice.moves as Advised)[advice.best]?.then_chances ?? {});
  const next = then.sort(([, a], [, b]) => b - a).map(([move]) => gestureOf([advice.best, move]));
  return {
    best: [advice.best, ...next.slice(0, 1)],
    of: Object.fromEntries(worths),
    chances: Object.fromEntries(chances),
  };
}

/** Return the chance of each way in which the turn may end: after the chosen group, else after the best move. */
export function chancesOf(advice: Advice | null, chosen: string | null): Record<string, number> {
  if (!advice) return {};
  const moves = advice.moves as Advised;
  return (moves[`keep ${chosen}`] ?? moves[advice.best])?.endings ?? {};
}
