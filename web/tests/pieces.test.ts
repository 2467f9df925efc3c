import { describe, expect, test } from "vitest";
import { DECK, DISCARD, follow, heldBy, type Laid } from "../src/games/linko/pieces";
import { choiceOf, moveOf } from "../src/games/linko/plays";
import { change } from "../src/games/linko/staging";
import type { LinkoEvent, LinkoView } from "../src/games/linko/types";

const layer = (value: number, ...cards: string[]) => ({ value, cards });

/** A table of three, seen from seat 0. */
const viewOf = (more: Partial<LinkoView> = {}): LinkoView =>
  ({
    seat: 0,
    over: false,
    hand: { "4": 1, "7": 2 },
    seats: [
      { cards: 3, score: 0, layers: [layer(5, "5", "5")], known: {} },
      { cards: 6, score: 0, layers: [layer(2, "2"), layer(6, "6", "j")], known: {} },
      { cards: 4, score: 0, layers: [], known: {} },
    ],
    pool: [["3"], ["7"], ["9"], ["7"], ["11"], ["2"]],
    deck: 20,
    discard: { "1": 2 },
    virtual: null,
    ...more,
  }) as Partial<LinkoView> as LinkoView;

const namesIn = ({ hand, layers, pool, row }: Laid) => [
  ...Object.values(hand).flat(),
  ...layers.flat(2),
  ...pool.flat(),
  ...Object.values(row).flat(),
];

/** Follow an event from a view; return both moments. */
function after(event: LinkoEvent, view = viewOf()): [Laid, Laid] {
  const before = follow(null, view);
  const now = follow(before, { ...view, ...change(view, event) });
  expect(new Set(namesIn(now)).size).toBe(namesIn(now).length); // each card is in one place
  return [before, now];
}

test("who comes to a table in the middle of a game sees nothing fly", () => {
  const { from, into, drew, dealt } = follow(null, viewOf());
  expect([from, into, drew, dealt]).toEqual([{}, {}, [], false]);
});

test("cards are dealt out of the deck, once", () => {
  const seats = [0, 1, 2].map(() => ({ cards: 3, score: -3, layers: [], known: {} }));
  const begin = viewOf({ seats, discard: {} });
  const laid = follow(null, begin);
  expect(laid.dealt).toBe(true);
  expect(namesIn(laid).map((name) => laid.from[name])).toEqual(Array(9).fill(DECK));
  expect(follow(laid, { ...begin }).dealt).toBe(false);
});

test("the first cards, taken back, are not dealt again; those of the next game are", () => {
  const seats = [0, 1, 2].map(() => ({ cards: 3, score: -3, layers: [], known: {} }));
  const begin = viewOf({ seats, discard: {} });
  const layer = { value: 7, cards: ["7", "7"] };
  const played = follow(null, {
    ...begin,
    hand: {},
    seats: [{ ...seats[0]!, layers: [layer] }, ...seats.slice(1)],
  });
  const back = follow(played, begin);
  expect(back.dealt).toBe(false);
  expect(back.hand["7"]).toEqual(played.layers[0]![0]);
  const ended = follow(null, { ...played.view, over: true });
  expect(follow(ended, begin).dealt).toBe(true);
});

describe("a card keeps its name", () => {
  const scores = [0, 0, 0];
  test("from the hand to the layer", () => {
    const [before, now] = after({ kind: "play", seat: 0, value: 7, cards: ["7", "7"], scores });
    expect(now.layers[0]!.at(-1)).toEqual(before.hand["7"]);
    expect(now.hand["7"]).toBeUndefined();
    expect([now.from, now.into]).toEqual([{}, {}]);
  });
  test("from the pool to the hand, and those beside it close up", () => {
    const [before, now] = after({ kind: "draw", seat: 0, from: "pool", cards: ["7"], scores });
    expect(now.hand["7"]).toEqual([...before.hand["7"]!, before.pool[1]![0]]);
    expect(now.pool).toEqual(before.pool.toSpliced(1, 1));
  });
  test("from a robbed layer to the thief's hand; the layer below stays", () => {
    const stolen = { seat: 0, from: 1, value: 6, cards: ["6", "j"], scores };
    const [before, now] = after({ kind: "grab", ...stolen });
    expect([now.hand["6"], now.hand["j"]]).toEqual(before.layers[1]![1]!.map((name) => [name]));
    expect(now.layers[1]).toEqual([before.layers[1]![0]]);
  });
  test("of two equal layers the upper one is stolen", () => {
    const seats = viewOf().seats.with(1, {
      ...viewOf().seats[1]!,
      layers: [layer(6, "6"), layer(6, "6")],
    });
    const [before, now] = after(
      { kind: "grab", seat: 0, from: 1, value: 6, cards: ["6"], scores },
      viewOf({ seats }),
    );
    expect(now.layers[1]).toEqual([before.layers[1]![0]]);
    expect(now.hand["6"]).toEqual(before.layers[1]![1]);
  });
});

describe("what nobody sees one by one", () => {
  const scores = [0, 0, 0];
  test("another player's cards come out of that hand", () => {
    const [, now] = after({ kind: "play", seat: 2, value: 8, cards: ["8", "8"], scores });
    expect(now.layers[2]![0]!.map((name) => now.from[name])).toEqual([heldBy(2), heldBy(2)]);
  });
  test("and go into it", () => {
    const [before, now] = after({ kind: "draw", seat: 1, from: "pool", cards: ["9"], scores });
    expect(now.into).toEqual({ [before.pool[2]![0]!]: heldBy(1) });
    const robbed = { kind: "grab" as const, seat: 2, from: 0, value: 5, cards: ["5", "5"], scores };
    const [held, then] = after(robbed);
    expect(then.into).toEqual(Object.fromEntries(held.layers[0]![0]!.map((name) => [name, heldBy(2)])));
  });
  test("a card from the deck that another draws is known by nobody", () => {
    const [, now] = after({ kind: "draw", seat: 2, from: "deck", cards: null, scores });
    expect([now.drew, now.into, now.from]).toEqual([[2], {}, {}]);
  });
  test("a discarded layer is out of the game", () => {
    const [before, now] = after({ kind: "discard", seat: 1, from: 1, value: 6, cards: ["6", "j"], scores });
    expect(now.into).toEqual(Object.fromEntries(before.layers[1]![1]!.map((name) => [name, DISCARD])));
  });
  test("the hand of somebody else at the same device does not come out of the deck", () => {
    const before = follow(null, viewOf());
    const now = follow(before, viewOf({ seat: 1, hand: { "12": 2 } }));
    expect([now.from, now.into]).toEqual([{}, {}]);
  });
});

test.each(["play 3x7", "play 1x7+2j", "play 2j", "draw deck", "draw 9", "raid 2x11"])(
  "%s is what its choice says",
  (move) => {
    expect(moveOf(choiceOf(move, viewOf())!)).toBe(move);
  },
);
