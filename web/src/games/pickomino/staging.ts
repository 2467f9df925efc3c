// What an event of the dice game changes on the table while it is shown.

import type { PickominoEvent, PickominoTurn, PickominoView, StackTile } from "./types";

type Seat = PickominoView["seats"][number];

const FRESH: Omit<PickominoTurn, "seat" | "dice" | "gold"> = {
  aside: {},
  sum: 0,
  worm: false,
  roll: null,
  odd_die: false,
  odd_face: null,
  weasel_used: false,
  lacks_worm: false,
};

/** Return the parts of the view that an event changes; undefined if it changes none. */
export function change(view: PickominoView, event: PickominoEvent): Partial<PickominoView> | undefined {
  const { turn, grill, seats } = view;
  switch (event.kind) {
    case "roll":
    case "weasel": {
      const { seat, dice } = event;
      const own = turn?.seat === seat ? turn : { ...FRESH, seat, gold: false };
      const gold = event.kind === "roll" ? event.gold : own.gold;
      return { turn: { ...own, dice, gold, roll: null } };
    }
    case "dice": {
      const roll: Record<string, number> = {};
      for (const face of event.dice) roll[face] = (roll[face] ?? 0) + 1;
      return turn ? { turn: { ...turn, roll, odd_face: event.odd_face } } : {};
    }
    case "keep": {
      if (!turn) return {};
      const { face, dice, sum, worm } = event;
      const aside = { ...turn.aside, [face]: (turn.aside[face] ?? 0) + dice };
      return { turn: { ...turn, aside, sum, worm, dice: turn.dice - dice, roll: null, odd_face: null } };
    }
    case "round_worm": {
      const { seat, from } = event;
      const more = withRoundWorms(seats, seat, 1);
      if (from === null) return { seats: scored(more, event), supply: view.supply - 1 };
      return { seats: scored(withRoundWorms(more, from, -1), event) };
    }
    case "take": {
      const { tile, worms, seat } = event;
      const exact = grill.find((spot) => spot.tile === tile)?.exact ?? false;
      return {
        grill: grill.filter((spot) => spot.tile !== tile),
        seats: scored(
          changed(seats, seat, (one) => withTop(one, { tile, worms, exact })),
          event,
        ),
      };
    }
    case "steal": {
      const { tile, worms, seat, from, under } = event;
      const exact = seats[from]!.top_exact;
      const less = changed(seats, from, (one) => withoutTop(one, worms, under));
      const more = changed(less, seat, (one) => withTop(one, { tile, worms, exact }));
      return { seats: scored(more, event) };
    }
    case "return": {
      const { tile, worms, seat, under } = event;
      const back = { tile, worms, exact: seats[seat]!.top_exact, up: true, specialist: null };
      return {
        grill: [...grill, back].sort((a, b) => a.tile - b.tile),
        seats: scored(
          changed(seats, seat, (one) => withoutTop(one, worms, under)),
          event,
        ),
      };
    }
    case "turn_down":
      return { grill: grill.map((spot) => (spot.tile === event.tile ? { ...spot, up: false } : spot)) };
    case "specialist": {
      const { specialist, to, tile, seat } = event;
      const placed = <T extends Pick<Seat, "specialist">>(one: T, here: boolean): T =>
        here ? { ...one, specialist } : one.specialist === specialist ? { ...one, specialist: null } : one;
      return {
        grill: grill.map((spot) => placed(spot, to === "tile" && spot.tile === tile)),
        seats: scored(
          seats.map((one, n) => placed(one, to === "seat" && n === seat)),
          event,
        ),
      };
    }
    default:
      return undefined;
  }
}

const changed = (seats: Seat[], seat: number, change: (one: Seat) => Seat): Seat[] =>
  seats.map((one, n) => (n === seat ? change(one) : one));

/** Return seats with the scores that an event tells. */
const scored = (seats: Seat[], { scores }: { scores: number[] }): Seat[] =>
  seats.map((one, n) => ({ ...one, score: scores[n]! }));

const withRoundWorms = (seats: Seat[], seat: number, by: number): Seat[] =>
  changed(seats, seat, (one) => ({ ...one, round_worms: one.round_worms + by }));

const withTop = (one: Seat, { tile, worms, exact }: StackTile): Seat => ({
  ...one,
  stack: [...one.stack, tile],
  worms: one.worms + worms,
  top_worms: worms,
  top_exact: exact,
});

const withoutTop = (one: Seat, worms: number, under: StackTile | null): Seat => ({
  ...one,
  stack: one.stack.slice(0, -1),
  worms: one.worms - worms,
  top_worms: under?.worms ?? 0,
  top_exact: under?.exact ?? false,
});
