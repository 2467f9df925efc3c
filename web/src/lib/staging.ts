// The table while an event is on the stage: a view with what the event changes already done, so that everybody sees
// the dice that burn and the card that is drawn. Nothing can be chosen then. The server's own view follows the last
// event of a scene and replaces all this; so what no person would look for in between is left as it was.

import type { Event, View } from "./link.svelte";

/** Return the view as it is while an event is shown. */
export function staged(view: View, event: Event): View {
  return { ...view, ...changeOf(view, event)?.(view, event), moves: [], pending: null };
}

/** Whether an event changes anything that can be seen before its scene is over. */
export const isSeen = (view: View, event: Event): boolean => changeOf(view, event) !== undefined;

const changeOf = (view: View, event: Event): Change | undefined =>
  (view["game"] === "pickomino" ? DICE : CARDS)[event.kind];

type Change = (view: View, event: Event) => Partial<View>;
type Seat = Record<string, any>;

/** Return the seats with one of them changed. */
function seated(seats: Seat[], seat: number, change: (one: Seat) => Seat): Seat[] {
  return seats.map((one, n) => (n === seat ? { ...one, ...change(one) } : one));
}

// -- The dice game ---------------------------------------------------------------------------------------

const FRESH = { aside: {}, sum: 0, worm: false, odd_face: null, weasel_used: false };

const rolling: Change = (view, { seat, dice, gold }) => {
  const turn = view["turn"]?.["seat"] === seat ? view["turn"] : { ...FRESH, seat };
  return { turn: { ...turn, dice, gold: gold ?? turn["gold"], roll: null } };
};

const DICE: Record<string, Change> = {
  roll: rolling,
  weasel: rolling,
  dice: (view, { dice, odd_face }) => {
    const roll: Record<string, number> = {};
    for (const face of dice as string[]) roll[face] = (roll[face] ?? 0) + 1;
    return { turn: { ...view["turn"], roll, odd_face } };
  },
  keep: (view, { face, dice, sum, worm }) => {
    const turn = view["turn"] as View;
    const aside = { ...turn["aside"], [face]: (turn["aside"][face] ?? 0) + dice };
    return { turn: { ...turn, aside, sum, worm, dice: turn["dice"] - dice, roll: null, odd_face: null } };
  },
  round_worm: (view, { seat, from }) => {
    const more = seated(view["seats"], seat, (one) => ({ round_worms: one["round_worms"] + 1 }));
    if (from === null) return { seats: more, supply: view["supply"] - 1 };
    return { seats: seated(more, from, (one) => ({ round_worms: one["round_worms"] - 1 })) };
  },
  // it lies on its stack as well until the scene is over: nobody has told us what is under it
  return: (view, { seat, tile }) => {
    const worms = view["seats"][seat]["top_worms"] as number;
    const grill = [...view["grill"], { tile, worms, up: true, specialist: null }];
    return { grill: grill.sort((a, b) => a.tile - b.tile) };
  },
  turn_down: (view, { tile }) => ({
    grill: (view["grill"] as View[]).map((spot) => (spot["tile"] === tile ? { ...spot, up: false } : spot)),
  }),
  specialist: (view, { specialist, to, tile, seat }) => ({
    grill: (view["grill"] as View[]).map((spot) =>
      to === "tile" && spot["tile"] === tile
        ? { ...spot, specialist }
        : spot["specialist"] === specialist
          ? { ...spot, specialist: null }
          : spot,
    ),
    seats: (view["seats"] as View[]).map((one, n) =>
      to === "seat" && n === seat
        ? { ...one, specialist }
        : one["specialist"] === specialist
          ? { ...one, specialist: null }
          : one,
    ),
  }),
};

// -- The card game ---------------------------------------------------------------------------------------

/** Return what it changes that a seat gains cards, or (by -1) gives them. */
function held(view: View, seat: number, cards: string[] | null, by: 1 | -1 = 1): Partial<View> {
  const n = by * (cards?.length ?? 1);
  const seats = seated(view["seats"], seat, (one) => ({ cards: one["cards"] + n, score: one["score"] - n }));
  if (seat !== view["seat"] || !cards || !view["hand"]) return { seats };
  const hand: Record<string, number> = { ...view["hand"] };
  for (const card of cards) hand[card] = (hand[card] ?? 0) + by;
  return { seats, hand: Object.fromEntries(Object.entries(hand).filter(([, number]) => number > 0)) };
}

/** Return what it changes that the top layer of a seat is gone. */
function stripped(view: View, seat: number): Partial<View> {
  const lost = (one: Seat) => one["score"] - one["layers"].at(-1)["cards"].length;
  return {
    seats: seated(view["seats"], seat, (one) => ({ layers: one["layers"].slice(0, -1), score: lost(one) })),
  };
}

/** Return what both changes come to, the second after the first. */
const both = (view: View, first: Partial<View>, second: (view: View) => Partial<View>): Partial<View> => ({
  ...first,
  ...second({ ...view, ...first }),
});

const gained: Change = (view, { seat, from, cards }) =>
  both(view, stripped(view, from), (after) => held(after, seat, cards));

const CARDS: Record<string, Change> = {
  play: (view, { seat, value, cards }) =>
    both(view, held(view, seat, cards, -1), (after) => ({
      seats: seated(after["seats"], seat, (one) => ({
        layers: [...one["layers"], { value, cards }],
        score: one["score"] + cards.length,
      })),
    })),
  grab: gained,
  recall: gained,
  discard: (view, { from }) => stripped(view, from),
  draw: (view, { seat, from, cards }) => {
    if (from === "deck") return { ...held(view, seat, cards), deck: view["deck"] - 1 };
    const pool = [...(view["pool"] as string[][])];
    const place = pool.findIndex((lying) => lying.join() === cards.join());
    return { ...held(view, seat, cards), pool: pool.toSpliced(place, place < 0 ? 0 : 1) };
  },
  refill: (view, { cards }) => ({
    pool: [...view["pool"], ...(cards as string[]).map((card) => [card])],
    deck: view["deck"] - cards.length,
  }),
  raid: (view, { seat, cards }) => {
    const { [cards[0] as string]: _, ...row } = view["virtual"] as Record<string, number>;
    return { ...held(view, seat, cards), virtual: row };
  },
  virtual: (view, { card, to, place }) => {
    const deck = view["deck"] - 1;
    if (to === "row")
      return { deck, virtual: { ...view["virtual"], [card]: (view["virtual"][card] ?? 0) + 1 } };
    return {
      deck,
      pool: (view["pool"] as string[][]).map((lying, n) => (n === place ? [...lying, card] : lying)),
    };
  },
};
