// What an event of the card game changes on the table while it is shown.

import type { LinkoEvent, LinkoView } from "./types";

type Seat = LinkoView["seats"][number];

/** Return the parts of the view that an event changes; undefined if it changes none. */
export function change(view: LinkoView, event: LinkoEvent): Partial<LinkoView> | undefined {
  switch (event.kind) {
    case "play": {
      const { seat, value, cards } = event;
      const after = withCards(view, seat, cards, -1);
      return scored(
        withSeat(after, seat, ({ layers }) => ({ layers: [...layers, { value, cards }] })),
        event,
      );
    }
    case "grab":
    case "recall":
      return scored(withCards(withoutTop(view, event.from), event.seat, event.cards), event);
    case "discard": {
      const discard = { ...view.discard };
      for (const card of event.cards) discard[card] = (discard[card] ?? 0) + 1;
      return { ...scored(withoutTop(view, event.from), event), discard };
    }
    case "draw": {
      const after = scored(withCards(view, event.seat, event.cards), event);
      if (event.from === "deck") return { ...after, deck: view.deck - 1 };
      const place = view.pool.findIndex((lying) => lying.join() === event.cards?.join());
      return { ...after, pool: view.pool.toSpliced(place, place < 0 ? 0 : 1) };
    }
    case "refill": {
      const { cards } = event;
      return { pool: [...view.pool, ...cards.map((card) => [card])], deck: view.deck - cards.length };
    }
    case "raid": {
      const { [event.cards[0]!]: _, ...virtual } = view.virtual ?? {};
      return { ...scored(withCards(view, event.seat, event.cards), event), virtual };
    }
    case "virtual": {
      const { card, to, place } = event;
      const deck = view.deck - 1;
      if (to === "row")
        return { deck, virtual: { ...view.virtual, [card]: (view.virtual?.[card] ?? 0) + 1 } };
      return { deck, pool: view.pool.map((lying, n) => (n === place ? [...lying, card] : lying)) };
    }
    default:
      return undefined;
  }
}

/** Return what has changed of hands and layers, with the scores that the event tells. */
const scored = ({ seats, hand }: LinkoView, { scores }: { scores: number[] }): Partial<LinkoView> => ({
  seats: seats.map((one, n) => ({ ...one, score: scores[n]! })),
  hand,
});

const withSeat = (view: LinkoView, seat: number, change: (one: Seat) => Partial<Seat>): LinkoView => ({
  ...view,
  seats: view.seats.map((one, n) => (n === seat ? { ...one, ...change(one) } : one)),
});

/** Return the view when a seat has gained cards, or (by -1) given them; those that nobody sees are null. */
function withCards(view: LinkoView, seat: number, cards: string[] | null, by: 1 | -1 = 1): LinkoView {
  const after = withSeat(view, seat, (one) => ({ cards: one.cards + by * (cards?.length ?? 1) }));
  if (seat !== view.seat || !cards || !view.hand) return after;
  const hand = { ...view.hand };
  for (const card of cards) hand[card] = (hand[card] ?? 0) + by;
  return { ...after, hand: Object.fromEntries(Object.entries(hand).filter(([, number]) => number > 0)) };
}

/** Return the view when the top layer of a seat is gone. */
const withoutTop = (view: LinkoView, seat: number): LinkoView =>
  withSeat(view, seat, ({ layers }) => ({ layers: layers.slice(0, -1) }));
