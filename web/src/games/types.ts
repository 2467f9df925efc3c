// Written by `make protocol` from the types of stolik.core. Change them, not this.

/** Something that happened: `kind` says what, and what else it holds depends on that. */
export type Event = {
  kind: string;
  seat?: number;
  [field: string]: unknown;
};

/** What one seat may see, ready for JSON: what the views of all games have. A game declares the rest. The settings of the game are there as well, each by its name. */
export type View = {
  actor: number | null;
  game: string;
  moves?: Array<string>;
  over: boolean;
  phase: string;
  result: ResultView | null;
  seat: number | null;
};

/** How a game ended, as it stands in views. */
export type ResultView = {
  places: Array<number>;
  reason: string;
  scores: Array<number>;
};
