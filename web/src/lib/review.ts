// Written by `make protocol` from the types of stolik.analysis. Change them, not this.

/** The review of a game. */
export type Review = {
  game: string;
  judge: string;
  moments: Array<number>;
  over: boolean;
  players: number;
  seats: Array<SeatReview>;
  settings: Record<string, string | number>;
  start: Array<number>;
  steps: Array<Step>;
};

/** What the whole game was for one seat. The parts sum up to what it won. */
export type SeatReview = {
  accuracy: number | null;
  adjusted: number | null;
  decisions: number;
  error_rate: number | null;
  errors: number;
  gifts: number;
  grade: "advanced" | "beginner" | "casual" | "engine" | "experienced" | "expert" | null;
  information: number;
  name: string;
  other_luck: number;
  own_luck: number;
  residual: number;
  start: number;
  verdicts: Record<string, number>;
  won: number | null;
};

/** A move of the record: a decision, or what chance brought. All lists are by seat. */
export type Step = {
  chances: Array<number>;
  counted: boolean;
  error: number;
  gift: Array<number>;
  information: Array<number>;
  luck: Array<number>;
  move: string;
  options: Array<Option>;
  owner: number | null;
  ply: number;
  residual: Array<number>;
  seat: number;
  verdict: "blunder" | "find" | "inaccuracy" | "mistake" | null;
};

/** A move that the seat could have chosen. */
export type Option = {
  chance: number;
  move: string;
};
