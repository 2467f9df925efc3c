// The streak of days on which the puzzle of the day was solved on this device.

const KEY = "stolik.puzzles";
const DAY = 24 * 60 * 60 * 1000;

type Streak = { days: number; last: string };

const NONE: Streak = { days: 0, last: "" };

function read(): Streak {
  try {
    const { days, last } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Streak>;
    return Number.isInteger(days) && days! > 0 && !Number.isNaN(Date.parse(last!))
      ? { days: days!, last: last! }
      : NONE;
  } catch {
    return NONE; // damaged, or a private window: it begins again
  }
}

const kept = $state<{ streak: Streak }>({ streak: read() });

const between = (one: string, other: string) => Math.round((Date.parse(other) - Date.parse(one)) / DAY);

/** Return how many days in a row were solved, up to this day or the day before. */
export function streakOn(day: string): number {
  const { days, last } = kept.streak;
  const since = between(last, day);
  return since === 0 || since === 1 ? days : 0;
}

/** Whether the puzzle of this day was solved. */
export const isSolved = (day: string): boolean => kept.streak.last === day;

/** Remember that the puzzle of a day was solved. */
export function solve(day: string): void {
  if (isSolved(day)) return;
  kept.streak = { days: streakOn(day) + 1, last: day };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept.streak));
  } catch {
    // it holds until the page is left
  }
}

/** Return the day that it is everywhere: puzzles are the same for everybody. */
export const today = (): string => new Date().toISOString().slice(0, 10);
