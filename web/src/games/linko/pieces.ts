// Which card is which. A view says what lies where, not which of two sevens it is; to see cards move, each that can be
// seen has a name that it keeps wherever it goes. From one view to the next cards stay where they can; what is missing in
// one place and new in another has gone there; the rest comes out of, or goes into, what nobody sees: the deck, the
// discarded cards, the hands of the others. No rule of the game is needed for that.

import type { LinkoView } from "./types";

/** What cards come out of and go into, where they are not seen one by one. */
export const DECK = "deck";
export const DISCARD = "discard";
export const heldBy = (seat: number): string => `held ${seat}`;
/** The place of a value in a hand that shows no cards, only how many there are of each. */
export const handAt = (value: string): string => `hand ${value}`;

export type Laid = {
  /** The names of the cards: of the hand and of the row by value, of the layers by seat, of the pool by place. */
  hand: Record<string, string[]>;
  layers: string[][][];
  pool: string[][];
  row: Record<string, string[]>;
  /** For cards that are new on the table, what they come out of. */
  from: Record<string, string>;
  /** For cards that are no longer there, what they have gone into. */
  into: Record<string, string>;
  /** The seats that have drawn cards which nobody else saw, once for each card. */
  drew: number[];
  /** Whether the cards have just been dealt. */
  dealt: boolean;
  /** What this was made of. */
  view: LinkoView;
};

type Free = { name: string; card: string; from: string };
type Gap = { card: string; place: string; from: string; put: (name: string) => void };

let named = 0;

/** Return the names of all cards in a view; those that were there before keep theirs. */
export function follow(before: Laid | null, view: LinkoView): Laid {
  const dealt = isDeal(view) && !(before && (isDeal(before.view) || isTakenBack(before.view, view)));
  const old = before && before.view.seats.length === view.seats.length && !dealt ? before : null;
  const sameHand = old !== null && old.view.seat === view.seat;
  const free: Free[] = [];
  const gaps: Gap[] = [];
  const laid: Laid = {
    hand: byValue(sameHand ? old.hand : {}, view.hand ?? {}, "hand", DECK, free, gaps),
    layers: view.seats.map(({ layers }, seat) =>
      nested(
        old?.layers[seat] ?? [],
        old?.view.seats[seat]!.layers.map(({ cards }) => cards) ?? [],
        layers.map(({ cards }) => cards),
        `layer ${seat}`,
        heldBy(seat),
        free,
        gaps,
      ),
    ),
    pool: nested(old?.pool ?? [], old?.view.pool ?? [], view.pool, "pool", DECK, free, gaps),
    row: byValue(old?.row ?? {}, view.virtual ?? {}, "row", DECK, free, gaps),
    from: {},
    into: {},
    drew: [],
    dealt,
    view,
  };
  for (const gap of gaps) {
    const at = free.findIndex(({ card }) => card === gap.card);
    const name = at < 0 ? `card ${named++}` : free.splice(at, 1)[0]!.name;
    gap.put(name);
    const known = dealt || (old && (sameHand || gap.place !== "hand")); // else it has been there all the time
    if (at < 0 && known) laid.from[name] = gap.from;
  }
  if (old) settle(laid, old.view, free);
  return laid;
}

/** Say where cards that are gone have gone to, and who has drawn what nobody saw. */
function settle(laid: Laid, before: LinkoView, free: readonly Free[]): void {
  const { view } = laid;
  const gained = view.seats.map(({ cards }, seat) => cards - before.seats[seat]!.cards);
  const takers = (seat: number) => seat !== view.seat && gained[seat]! > 0;
  for (const { name, from } of free) {
    const taker = gained.findIndex((_, seat) => takers(seat));
    if (taker >= 0) gained[taker]! -= 1;
    laid.into[name] = taker >= 0 ? heldBy(taker) : from.startsWith("layer") ? DISCARD : DECK;
  }
  gained.forEach((n, seat) => {
    if (takers(seat) && view.deck < before.deck) laid.drew.push(...Array<number>(n).fill(seat));
  });
}

/** Whether nobody has played a card yet. */
const isDeal = ({ seats, discard, over }: LinkoView) =>
  !over && !Object.keys(discard).length && seats.every(({ layers }) => !layers.length);

/** Whether nothing has been drawn in between: the first cards of this very game have been taken back. */
const isTakenBack = (before: LinkoView, { deck }: LinkoView) => !before.over && before.deck === deck;

/** Name cards that lie together by value. */
function byValue(
  names: Record<string, string[]>,
  counts: Record<string, number>,
  place: string,
  from: string,
  free: Free[],
  gaps: Gap[],
): Record<string, string[]> {
  const now: Record<string, string[]> = {};
  for (const [card, n] of Object.entries(counts)) {
    const kept = (names[card] ?? []).slice(0, n);
    now[card] = kept;
    for (let more = kept.length; more < n; more++)
      gaps.push({ card, place, from, put: (name) => kept.push(name) });
  }
  for (const [card, old] of Object.entries(names))
    for (const name of old.slice(counts[card] ?? 0)) free.push({ name, card, from: place });
  return now;
}

/** Name cards that lie in an order. A layer goes from the top, a place of the pool from anywhere: of equal ones the first. */
function nested(
  names: string[][],
  before: string[][],
  now: string[][],
  place: string,
  from: string,
  free: Free[],
  gaps: Gap[],
): string[][] {
  const spare = names.map((some, n) => ({ names: some, cards: before[n]! }));
  const begins = (cards: string[], old: string[]) => old.every((card, i) => cards[i] === card);
  const fits = (one: { cards: string[] }, cards: string[]) => one.cards.length && begins(cards, one.cards);
  const follows = (cards: string[]) => {
    const at =
      place === "pool"
        ? spare.findLastIndex((one) => fits(one, cards))
        : spare.findIndex((one) => fits(one, cards));
    const kept = at < 0 ? [] : [...spare.splice(at, 1)[0]!.names];
    for (const card of cards.slice(kept.length))
      gaps.push({ card, place, from, put: (name) => kept.push(name) });
    return kept;
  };
  const found = place === "pool" ? now.toReversed().map(follows).toReversed() : now.map(follows);
  for (const one of spare)
    one.names.forEach((name, i) => free.push({ name, card: one.cards[i]!, from: place }));
  return found;
}
