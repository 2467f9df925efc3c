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

/** Return the seats, with chairs added or free ones taken away until they suit the options. */
export function seatsFor(options: Options, seats: SeatView[], known: OptionView[]): SeatPlan[] {
  const counts = (known.find((option) => option.name === "players")?.choices ?? []).filter((count) =>
    needsOf(known).every(
      ([some, name, allowed]) => !some.includes(count) || allowed.includes(options[name]!),
    ),
  ) as number[];
  const fitting = seats.filter((seat) => seat.kind !== "closed");
  const wanted = counts.toSorted((a, b) => Math.abs(a - fitting.length) - Math.abs(b - fitting.length))[0];
  if (wanted === undefined || wanted === fitting.length) return seats.map(planOf);
  const plans = fitting.map((seat) => ({ plan: planOf(seat), free: !seat.name }));
  while (plans.length > wanted && plans.some(({ free }) => free)) {
    plans.splice(
      plans.findLastIndex(({ free }) => free),
      1,
    );
  }
  while (plans.length < wanted) plans.push({ plan: { kind: "human" }, free: true });
  return plans.map(({ plan }) => plan);
}

/** Return what a seat is kept for. */
export const planOf = (seat: SeatView): SeatPlan => ({ kind: seat.kind, level: seat.level });
