// How what is chosen at the card table is written: docs/notation.md. Whether it is legal is for the server to say.

import type { LayerView, LinkoView } from "./types";

/** So many cards of a value of the hand, with jokers; or jokers alone. */
export type Cards = { value: string; cards: number; jokers: number };

/** Something that lies on the table, to be drawn or stolen: where it lies, and the move that takes it. */
export type Spot = { at: string; move: string };

/** What is chosen: at most one thing at a time, whichever is asked for. */
export type Chosen = Cards | Spot;

/** Return the cards of the hand that are chosen, if it is those. */
export const cardsChosen = (chosen: Chosen | null): Cards | null =>
  chosen && "value" in chosen ? chosen : null;

/** Whether cards of a value are among some that are chosen: their own, or jokers with them. */
export const isAmong = (value: string, cards: Cards | null): boolean =>
  cards !== null && (cards.value === value || (value === "j" && cards.jokers > 0));

/** Return the place that is chosen, if it is one. */
export const spotChosen = (chosen: Chosen | null): Spot | null => (chosen && "at" in chosen ? chosen : null);

/** Return the move that plays, draws or steals what is chosen. */
export function moveOf(chosen: Chosen): string {
  if ("move" in chosen) return chosen.move;
  const { value, cards, jokers } = chosen;
  if (value === "j") return `play ${cards}j`;
  return `play ${cards}x${value}${jokers ? `+${jokers}j` : ""}`;
}

/** Return what is chosen by a move: the other way round. */
export function choiceOf(move: string, { pool }: Pick<LinkoView, "pool">): Chosen | null {
  const [, cards, value, jokers] = /^play (\d+)(?:x(\d+)(?:\+(\d+)j)?|j)$/.exec(move) ?? [];
  if (cards) return { value: value ?? "j", cards: Number(cards), jokers: Number(jokers ?? 0) };
  const set = /^raid \d+x(\d+)$/.exec(move)?.[1];
  if (set) return { at: `row ${set}`, move };
  if (move === "draw deck") return { at: "deck", move };
  const place = pool.findIndex((cards) => move === `draw ${cards.join("+")}`);
  return place < 0 ? null : { at: `pool ${place}`, move };
}

/** Return the cards that a move brings into the hand, as far as they are seen: none from the deck. */
export function gainOf(move: string): string[] {
  const [, size, value] = /^raid (\d+)x(\d+)$/.exec(move) ?? [];
  if (size && value) return Array<string>(Number(size)).fill(value);
  const drawn = /^draw ([\dj+]+)$/.exec(move)?.[1];
  return drawn?.split("+") ?? [];
}

export type Hand = Record<string, number>;

/** What a hand is drawn from, as cards or as places. */
export type HandProps = {
  hand: Hand;
  /** The names of the cards, by value. */
  pieces: Record<string, string[]>;
  chosen: Cards | null;
  /** What would be best: it is marked. */
  advised: Cards | null;
  /** Whether cards are to be chosen now. */
  open: boolean;
  /** What would come into the hand by what is chosen on the table. */
  more: Hand;
  /** What has come into the hand since cards were played from it. */
  fresh: Hand;
  onchoose: (value: string) => void;
};

/** Return cards by value. */
export function counted(cards: string[]): Hand {
  const counts: Hand = {};
  for (const card of cards) counts[card] = (counts[card] ?? 0) + 1;
  return counts;
}

/** Return how many cards there are. */
export const sizeOf = (hand: Hand): number => Object.values(hand).reduce((sum, n) => sum + n, 0);

/** Return which cards are new in a hand, and stay so until cards are played from it. */
export function freshIn(hand: Hand, before: Hand, fresh: Hand): Hand {
  const values = [...new Set([...Object.keys(hand), ...Object.keys(before)])];
  const more = values.map((value) => [value, (hand[value] ?? 0) - (before[value] ?? 0)] as const);
  if (more.some(([, n]) => n < 0)) return {};
  return Object.fromEntries(
    more.map(([value, n]) => [value, (fresh[value] ?? 0) + n] as const).filter(([, n]) => n > 0),
  );
}

/** Return the cards of a value that a layer has, and its jokers, in the order they are shown. */
export function layerText(layer: LayerView): string {
  const value = layer.value === 14 ? "J" : String(layer.value);
  return `${layer.cards.length}×${value}`;
}
