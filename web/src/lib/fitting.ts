// How many play, and the options that need so many: changing one changes the other, so that every choice can be made.

import type { OptionView, SeatPlan, SeatView } from "./protocol";

type Options = Record<string, string | number>;

const needsOf = (known: OptionView[]) => known.find((option) => option.name === "players")?.needs ?? [];

/** Return the options, changed where they do not suit so many players. */
export function optionsFor(players: number, options: Options, known: OptionView[]): Options {
  const fitting = { ...options };
  for (const [counts, name, allowed] of needsOf(known)) {
    if (counts.includes(players) && !allowed.includes(fitting[name]!)) fitting[name] = allowed[0]!;
  }
  return fitting;
}

/** Return how many can play the game at all. */
export const countsOf = (known: OptionView[]): number[] =>
  (known.find((option) => option.name === "players")?.choices ?? []) as number[];

/** Return how many can play with these options. */
export function countsFor(options: Options, known: OptionView[]): number[] {
  return countsOf(known).filter((count) =>
    needsOf(known).every(
      ([some, name, allowed]) => !some.includes(count) || allowed.includes(options[name]!),
    ),
  );
}

/** Return numbers as people write them: 2–7, or 2, 4. */
export function spanOf(numbers: number[]): string {
  const [first, last] = [numbers[0]!, numbers.at(-1)!];
  const unbroken = numbers.length > 1 && last - first === numbers.length - 1;
  return unbroken ? `${first}–${last}` : numbers.join(", ");
}

/** Return the seats without a chair; one before a person is closed instead, because people keep their places. */
export function withoutChair(seats: SeatView[], chair: number): SeatView[] {
  const last = seats.findLastIndex((seat) => seat.name);
  return chair < last ? seats.with(chair, { ...seats[chair]!, kind: "closed" }) : seats.toSpliced(chair, 1);
}

/** Return how many play. */
export const playersIn = (seats: { kind?: string }[]): number =>
  seats.filter((seat) => seat.kind !== "closed").length;

/** Return the seats, with chairs added or free ones taken away until they suit the options. */
export function seatsFor(options: Options, seats: SeatView[], known: OptionView[]): SeatPlan[] {
  const far = (count: number) => Math.abs(count - playersIn(seats));
  const wanted = countsFor(options, known).toSorted((a, b) => far(a) - far(b))[0];
  if (wanted === undefined) return seats.map(planOf);
  let left = seats;
  while (playersIn(left) > wanted) {
    const spare = left.findLastIndex((seat) => seat.kind !== "closed" && !seat.name);
    if (spare < 0) break; // people are not sent away
    left = withoutChair(left, spare);
  }
  const plans = left.map(planOf);
  while (playersIn(plans) < wanted) {
    const closed = plans.findIndex((plan) => plan.kind === "closed");
    plans.splice(closed < 0 ? plans.length : closed, 1, { kind: "human" });
  }
  return plans;
}

/** Return what a seat is kept for. */
export const planOf = (seat: SeatView): SeatPlan => ({ kind: seat.kind, level: seat.level });
