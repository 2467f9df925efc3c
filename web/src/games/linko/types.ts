// Written by `make protocol` from the types of stolik.games.linko. Change them, not this.

export type LinkoEvent = FirstEvent | DealEvent | PlayEvent | TheftEvent | SettledEvent | RaidEvent | VirtualEvent | DrawEvent | RefillEvent | PassEvent | OverEvent;

/** What one seat may see of the card game. */
export type LinkoView = {
  actor: number | null;
  deck: number;
  discard: Record<string, number>;
  first: "lots" | "seat0";
  game: string;
  hand: Record<string, number> | null;
  mode: "advanced" | "basic" | "duel" | "expert";
  moves?: Array<string>;
  over: boolean;
  parts: Array<Record<string, number>> | null;
  pending: Pending | null;
  phase: string;
  pool: Array<Array<string>>;
  result: ResultView | null;
  row: "dealt" | "full";
  seat: number | null;
  seats: Array<LinkoSeat>;
  stall: number;
  turn: LinkoTurn | null;
  virtual: Record<string, number> | null;
};

/** What has to be settled before the turn goes on. ``theft`` and ``recall`` are about the victim's ``layer``, ``raid`` about the thief's own ``layer``; ``draw`` and ``may_draw`` have a ``drawer``, and how many ``cards`` are still to be drawn. */
export type Pending = {
  cards?: number;
  drawer?: number;
  kind: "draw" | "may_draw" | "raid" | "recall" | "theft";
  layer?: LayerView;
  thief?: number;
  victim?: number;
};

/** Cards played together. */
export type LayerView = {
  cards: Array<string>;
  value: number;
};

/** How a game ended, as it stands in views. */
export type ResultView = {
  places: Array<number>;
  reason: string;
  scores: Array<number>;
};

/** What everybody sees of a player. */
export type LinkoSeat = {
  cards: number;
  known: Record<string, number>;
  layers: Array<LayerView>;
  score: number;
};

/** The turn that is being played. */
export type LinkoTurn = {
  quiet: number;
  seat: number;
  stole: boolean;
};

/** Lots were drawn: who begins (L-2). */
export type FirstEvent = {
  kind: "first";
  seat: number;
};

/** The cards were dealt; ``hand`` is the viewer's own. */
export type DealEvent = {
  deck: number;
  hand: Record<string, number> | null;
  kind: "deal";
  pool: Array<string>;
};

/** A layer was played; ``scores`` are those of all seats then. */
export type PlayEvent = {
  cards: Array<string>;
  kind: "play";
  scores: Array<number>;
  seat: number;
  value: number;
};

export type TheftEvent = {
  cards: Array<string>;
  from: number;
  kind: "theft";
  seat: number;
  value: number;
};

export type SettledEvent = {
  cards: Array<string>;
  from: number;
  kind: "discard" | "grab" | "leave" | "recall";
  scores: Array<number>;
  seat: number;
  value: number;
};

/** A set of the virtual player was stolen (V-5); ``scores`` are those of all seats then. */
export type RaidEvent = {
  cards: Array<string>;
  kind: "raid";
  scores: Array<number>;
  seat: number;
};

/** A card was turned up for the virtual player: into the row, or onto a place of the pool (V-2). */
export type VirtualEvent = {
  card: string;
  kind: "virtual";
  place?: number;
  to: "pool" | "row";
};

export type DrawEvent = {
  cards: Array<string> | null;
  from: "deck" | "pool";
  kind: "draw";
  scores: Array<number>;
  seat: number;
};

/** The pool was refilled (L-12). */
export type RefillEvent = {
  cards: Array<string>;
  kind: "refill";
};

/** A player does without the card of L-16. */
export type PassEvent = {
  kind: "pass";
  seat: number;
};

/** The game is over: ``reason`` is ``hand_empty`` (L-5), ``cards_out`` (L-17) or ``stall`` (L-21). */
export type OverEvent = {
  kind: "over";
  places: Array<number>;
  reason: string;
  scores: Array<number>;
};

/** What follows from a play. */
export type LinkoPreview = {
  ends: boolean;
  raids: Array<string>;
  robs: Array<number>;
};

/** What the trainer knows of a move. */
export type LinkoAdvice = {
  chance: number;
  doubt: number;
  place?: number;
  stolen?: number;
  why?: Array<LinkoReason>;
};

/** Something that speaks for a move. */
export type LinkoReason = {
  card?: string;
  code: "alone" | "ends" | "ends_ahead" | "fresh" | "high" | "jokers" | "keeps" | "lean" | "left" | "most" | "robs" | "together" | "unseen";
  n?: number;
  seats?: Array<number>;
};
