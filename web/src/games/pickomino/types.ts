// Written by `make protocol` from the types of stolik.games.pickomino. Change them, not this.

export type PickominoEvent = FirstEvent | RollEvent | DiceEvent | WeaselEvent | KeepEvent | TakeEvent | StealEvent | RoundWormEvent | BurnEvent | ReturnEvent | TurnDownEvent | SpecialistEvent | OverEvent;

/** What everybody may see of the dice game. */
export type PickominoView = {
  actor: number | null;
  choice: Array<"apple" | "golden_die" | "hen" | "raven" | "red_worm" | "weasel">;
  first: "lots" | "seat0";
  game: string;
  golden_die: "ones_and_worms" | "standard";
  grill: Array<GrillTile>;
  hen_burn: "highest" | "nothing";
  moves?: Array<string>;
  over: boolean;
  parts: Array<Record<string, number>> | null;
  phase: string;
  result: ResultView | null;
  seat: number | null;
  seats: Array<PickominoSeat>;
  supply: number;
  turn: PickominoTurn | null;
  variant: "base" | "deluxe";
};

/** A tile that lies on the grill, face up or down. */
export type GrillTile = {
  exact: boolean;
  specialist: "apple" | "golden_die" | "hen" | "raven" | "red_worm" | "weasel" | null;
  tile: number;
  up: boolean;
  worms: number;
};

/** How a game ended, as it stands in views. */
export type ResultView = {
  places: Array<number>;
  reason: string;
  scores: Array<number>;
};

/** What lies before a player. */
export type PickominoSeat = {
  round_worms: number;
  score: number;
  specialist: "apple" | "golden_die" | "hen" | "raven" | "red_worm" | "weasel" | null;
  stack: Array<number>;
  top_exact: boolean;
  top_worms: number;
  worms: number;
};

/** The turn that is being played. */
export type PickominoTurn = {
  aside: Record<string, number>;
  dice: number;
  gold: boolean;
  lacks_worm: boolean;
  odd_die: boolean;
  odd_face: string | null;
  roll: Record<string, number> | null;
  seat: number;
  sum: number;
  weasel_used: boolean;
  worm: boolean;
};

/** Lots were drawn: who begins (P-3). */
export type FirstEvent = {
  kind: "first";
  seat: number;
};

/** A player throws so many dice; ``gold`` says whether the golden die is among those of this turn. */
export type RollEvent = {
  dice: number;
  gold: boolean;
  kind: "roll";
  seat: number;
};

/** The dice have fallen, in ascending order, worms last. A golden die of ones and worms comes after all others, and ``odd_face`` says what it shows. */
export type DiceEvent = {
  dice: Array<string>;
  kind: "dice";
  odd_face: string | null;
  seat: number;
};

/** The weasel repeats the roll (D-15). */
export type WeaselEvent = {
  dice: number;
  kind: "weasel";
  seat: number;
};

/** Dice of one face were set aside; ``sum`` and ``worm`` are those of the turn then. */
export type KeepEvent = {
  dice: number;
  face: string;
  kind: "keep";
  seat: number;
  sum: number;
  worm: boolean;
};

/** A tile, with so many worms, was taken from the grill; ``scores`` are those of all seats then. */
export type TakeEvent = {
  kind: "take";
  scores: Array<number>;
  seat: number;
  tile: number;
  worms: number;
};

export type StealEvent = {
  from: number;
  kind: "steal" | "steal_hen";
  scores: Array<number>;
  seat: number;
  tile: number;
  under: StackTile | null;
  worms: number;
};

/** A tile of a stack, as it looks when it lies on top. */
export type StackTile = {
  exact: boolean;
  tile: number;
  worms: number;
};

export type RoundWormEvent = {
  from: number | null;
  kind: "round_worm";
  scores: Array<number>;
  seat: number;
  worms: number;
};

/** The roll is burnt (P-14); what follows from it comes as further events. */
export type BurnEvent = {
  kind: "burn";
  seat: number;
};

/** A tile, with so many worms, goes back to the grill (P-15); ``under`` is what lay under it. ``scores`` are those of all seats then. */
export type ReturnEvent = {
  kind: "return";
  scores: Array<number>;
  seat: number;
  tile: number;
  under: StackTile | null;
  worms: number;
};

/** A tile is turned face down (P-15). */
export type TurnDownEvent = {
  kind: "turn_down";
  tile: number;
};

/** A specialist moves ``to`` a ``tile``, to a ``seat``, or out of the game (``box``). ``scores`` are those of all seats then. */
export type SpecialistEvent = {
  kind: "specialist";
  scores: Array<number>;
  seat?: number;
  specialist: "apple" | "golden_die" | "hen" | "raven" | "red_worm" | "weasel";
  tile?: number;
  to: "box" | "seat" | "tile";
};

/** The game is over (P-18): ``reason`` is ``grill_empty``. */
export type OverEvent = {
  kind: "over";
  places: Array<number>;
  reason: string;
  scores: Array<number>;
};

/** What a move leads to: a face set aside to another turn, a roll to chances, a burnt roll to a loss. */
export type PickominoPreview = {
  lacks_worm?: boolean;
  loss?: Loss;
  moves?: Array<string>;
  risk?: number;
  sum?: number;
  tile?: number;
  worm?: boolean;
};

/** What a burnt roll costs its player. */
export type Loss = {
  specialist: "apple" | "golden_die" | "hen" | "raven" | "red_worm" | "weasel" | null;
  tile: number | null;
};

/** What the trainer knows of a move. */
export type PickominoAdvice = {
  chance: number;
  endings: Record<string, number>;
  then?: Record<string, number>;
  then_chances?: Record<string, number>;
  value: number;
};
