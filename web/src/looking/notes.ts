// What a look back says of the pictures of a replay: which decision each shows, what chance did, and where it mattered.

import type { Review, Step } from "../lib/review";
import type { Replay } from "../lib/protocol";
import { weighed, type Verdict } from "./story";

/** Where a picture is in the game: how many moves have been made. */
type Placed = { done: number };

/** What is to be said of a picture. */
export type Note = {
  /** What each seat can expect. */
  chances: number[];
  /** The decision that it shows, if there was anything to decide. */
  decision: Step | null;
  /** Whose luck chance was, and how much of the victory it brought or cost; null where chance did nothing. */
  luck: { seat: number; amount: number } | null;
};

const WORST: Verdict[] = ["find", "inaccuracy", "mistake", "blunder"];
const AS_GOOD = 0.01; // in parts of the victory that count: half of what is called inaccurate
const FELT = 0.005;
const EQUAL = 1e-6; // what one wins another loses, but for rounding

const weight = ({ verdict }: Step) => (verdict ? WORST.indexOf(verdict) + 1 : 0);

/** Whether a look back is one at this game, and whole. */
export const fits = (review: Review, replay: Replay): boolean =>
  review.over &&
  review.steps.length === replay.steps.length &&
  review.steps.every((step, ply) => step.move === replay.steps[ply]!.move);

/** Return what is to be said of each picture. A move without a picture of its own belongs to the next one. */
export function notesOf(review: Review, frames: readonly Placed[]): Note[] {
  return frames.map(({ done }, at) => {
    const steps = review.steps.slice(frames[at - 1]?.done ?? 0, done);
    const decisions = steps.filter((step) => step.seat >= 0 && step.counted && step.options.length);
    return {
      chances: review.steps[done - 1]?.chances ?? review.start,
      decision: decisions.toSorted((one, other) => weight(other) - weight(one))[0] ?? null,
      luck: luckIn(steps),
    };
  });
}

/** Return what is to be said of each picture while only the chances are known: before the first move and after each. */
export const glimpsesOf = (curve: readonly number[][], frames: readonly Placed[]): Note[] =>
  frames.map(({ done }) => ({ chances: curve[done]!, decision: null, luck: null }));

function luckIn(steps: readonly Step[]): Note["luck"] {
  const seat = steps.findLast((step) => step.luck.some((part) => part !== 0))?.owner ?? null;
  if (seat === null) return null;
  const amount = steps.reduce((sum, step) => sum + step.luck[seat]!, 0);
  return Math.abs(amount) < FELT ? null : { seat, amount };
}

/** Return for whom a move changed most, by chance, by an error or by something hidden; whose move it was, of equal ones. */
export function changeIn({ owner, luck, gift, information }: Step): { seat: number; amount: number } {
  const most = (seat: number) =>
    [luck, gift, information]
      .map((parts) => parts[seat]!)
      .reduce((one, other) => (Math.abs(other) > Math.abs(one) ? other : one));
  const all = luck.map((_, seat) => ({ seat, amount: most(seat) }));
  const size = Math.max(...all.map(({ amount }) => Math.abs(amount)));
  const largest = all.filter(({ amount }) => size - Math.abs(amount) < EQUAL);
  return largest.find(({ seat }) => seat === owner) ?? largest[0]!;
}

/** Return who decides before a move; where chance comes first, who decided before it. */
export const deciderOf = ({ steps }: Pick<Review, "steps">, ply: number): number =>
  steps.slice(0, ply + 1).findLast(({ seat }) => seat >= 0)?.seat ?? 0;

/** Return the picture in which a move is seen. */
export const frameOf = (frames: readonly Placed[], ply: number): number =>
  Math.max(
    0,
    frames.findIndex(({ done }) => done > ply),
  );

/** Return the moves that decided a game with their pictures, each picture once: a decision and its dice may share one. */
export function momentsOf(
  plies: readonly number[],
  frames: readonly Placed[],
): { ply: number; at: number }[] {
  const found = plies.map((ply) => ({ ply, at: frameOf(frames, ply) }));
  return found.filter(({ at }, n) => found.findIndex((other) => other.at === at) === n);
}

/** Return the decisions to learn from: the mistakes of these seats, or where there is none, what was not quite the best. */
export function mistakesOf({ steps }: Review, seats: readonly number[]): Step[] {
  const own = (...verdicts: Verdict[]) =>
    steps.filter(({ seat, verdict }) => seats.includes(seat) && verdict && verdicts.includes(verdict));
  const grave = own("mistake", "blunder");
  return grave.length ? grave : own("inaccuracy");
}

/** Whether there was a better move than the one that was played, worth a word. */
export const isMissed = (decision: Step | null): decision is Step =>
  !!decision?.verdict && decision.verdict !== "find" && decision.options[0]!.move !== decision.move;

/** Return what a seat could expect of a move. */
export const chanceOf = ({ options }: Pick<Step, "options">, move: string): number =>
  options.find((option) => option.move === move)?.chance ?? 0;

/** Whether a move is as good as the best one, or nearly. */
export const isGood = (step: Pick<Step, "options">, move: string, players: number): boolean =>
  weighed(step.options[0]!.chance - chanceOf(step, move), players) < AS_GOOD;

/** Return heights from 0 to 1 that are at least so far apart, near where they were, so that signs do not hide each other. */
export function apart(heights: readonly number[], gap: number): number[] {
  const order = [...heights.keys()].sort((one, other) => heights[one]! - heights[other]! || one - other);
  const placed = [...heights];
  order.forEach((seat, n) => {
    if (n) placed[seat] = Math.max(placed[seat]!, placed[order[n - 1]!]! + gap);
  });
  order.reverse().forEach((seat, n) => {
    const most = n ? placed[order[n - 1]!]! - gap : 1;
    placed[seat] = Math.min(placed[seat]!, most);
  });
  return placed;
}
