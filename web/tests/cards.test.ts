import { beforeEach, describe, expect, test, vi } from "vitest";
import { actionsFor } from "../src/games/linko/actions";
import { chanceOf, recommended } from "../src/games/linko/advice";
import { freshIn, gainOf, moveOf } from "../src/games/linko/plays";
import { robberyOf } from "../src/games/linko/robbery";
import type { LinkoView } from "../src/games/linko/types";
import type { Event } from "../src/games/types";
import { prefer } from "../src/lib/prefs.svelte";
import type { Told } from "../src/lib/protocol";
import { loadWords } from "../src/lib/words.svelte";

test("what is chosen is written as a move", () => {
  expect(moveOf({ value: "7", cards: 3, jokers: 0 })).toBe("play 3x7");
  expect(moveOf({ value: "7", cards: 1, jokers: 2 })).toBe("play 1x7+2j");
  expect(moveOf({ value: "j", cards: 2, jokers: 0 })).toBe("play 2j");
  expect(moveOf({ at: "deck", move: "draw deck" })).toBe("draw deck");
});

test.each([
  ["draw 7", ["7"]],
  ["draw 5+13", ["5", "13"]],
  ["draw j", ["j"]],
  ["raid 2x11", ["11", "11"]],
  ["draw deck", []],
  ["play 3x7", []],
])("%s brings what can be seen of it", (move, cards) => {
  expect(gainOf(move)).toEqual(cards);
});

describe("what is new in a hand", () => {
  test("is what has come since, one card after the other", () => {
    const first = freshIn({ "3": 1, "7": 2 }, { "3": 1, "7": 1 }, {});
    expect(first).toEqual({ "7": 1 });
    expect(freshIn({ "3": 2, "7": 3 }, { "3": 1, "7": 2 }, first)).toEqual({ "3": 1, "7": 2 });
  });
  test("stays so while nothing changes, and is over when cards are played", () => {
    expect(freshIn({ "7": 2 }, { "7": 2 }, { "7": 1 })).toEqual({ "7": 1 });
    expect(freshIn({ "7": 2 }, { "3": 1, "7": 2 }, { "7": 1 })).toEqual({});
  });
});

describe("who has robbed whom", () => {
  const entry = (...events: Event[]): Told => ({ seq: 1, at: 0, id: "", events });
  const theft = { kind: "theft", seat: 1, from: 0, value: 2, cards: ["2", "2"] };
  const draw = { kind: "draw", seat: 0, from: "deck", cards: ["9"] };
  const robbed = { thief: 1, cards: ["2", "2"], discarded: false, drawn: false };

  test("is told by the last theft, not by what was drawn before it", () => {
    const older = { ...theft, seat: 2, cards: ["5"] };
    expect(robberyOf([entry(older), entry(draw), entry(theft, { kind: "grab" })], 0)).toEqual(robbed);
  });
  test("the first card drawn changes it, one drawn by another does not", () => {
    expect(robberyOf([entry(theft), entry({ ...draw, seat: 2 })], 0)).toEqual(robbed);
    expect(robberyOf([entry(theft), entry(draw)], 0)).toEqual({ ...robbed, drawn: true });
  });
  test("what was left and discarded was not taken", () => {
    const told = [entry(theft), entry({ ...theft, kind: "leave" }), entry({ ...theft, kind: "discard" })];
    expect(robberyOf(told, 0)).toEqual({ ...robbed, discarded: true });
  });
  test("is not known where nothing was told", () => {
    expect(robberyOf([entry({ ...theft, from: 2 })], 0)).toBeNull();
  });
});

describe.each([
  [
    "pl",
    "Zagraj 2\u00a0×\u00a07",
    "okradasz: Lis (2×3), potem Jan (2×4) · zostaje 5 kart",
    "Weź z\u00a0puli: dżoker",
  ],
  [
    "en",
    "Play 2\u00a0×\u00a07",
    "you rob Lis (2×3), then Jan (2×4) · 5 cards left",
    "Take from the pool: joker",
  ],
])("what the action bar says in %s", (language, play, note, joker) => {
  beforeEach(async () => {
    vi.stubGlobal("navigator", { languages: [] }); // what a browser has and Node has not
    vi.stubGlobal("document", { documentElement: {} });
    prefer({ language });
    await loadWords();
  });
  const names = (seat: number) => ["Ola", "Lis", "Jan"][seat]!;
  const layer = (value: number) => ({ value, cards: [String(value), String(value)] });
  const seats = [[], [layer(3)], [layer(4)]].map((layers) => ({ cards: 7, score: 0, layers, known: {} }));
  const viewOf = (phase: string, ...moves: string[]) =>
    ({ phase, moves, seats, hand: { "7": 2, "9": 5 } }) as Partial<LinkoView> as LinkoView;

  test("of a play: whom it robs, in order, and how many cards are left", () => {
    const view = viewOf("play", "play 2x7");
    const preview = { "play 2x7": { ends: false, robs: [1, 2], raids: [] } };
    const [action] = actionsFor(view, preview, { value: "7", cards: 2, jokers: 0 }, names);
    expect(action).toMatchObject({ moves: ["play 2x7"], text: play, note });
  });
  test("of a draw: nothing to press until something is chosen, and then that", () => {
    const view = viewOf("draw", "draw j", "draw deck");
    expect(actionsFor(view, null, null, names)).toEqual([]);
    const [action] = actionsFor(view, null, { at: "pool 2", move: "draw j" }, names);
    expect(action).toMatchObject({ moves: ["draw j"], text: joker, key: "enter" });
  });
  test("of a card one may draw: one can always do without", () => {
    const view = viewOf("may_draw", "draw j", "pass");
    const offered = (chosen: Parameters<typeof actionsFor>[2]) =>
      actionsFor(view, null, chosen, names).flatMap(({ moves }) => moves);
    expect(offered(null)).toEqual(["pass"]);
    expect(offered({ at: "pool 2", move: "draw j" })).toEqual(["pass", "draw j"]);
  });
});

test("the trainer says the best moves in order, and what speaks for each", async () => {
  const moves = {
    "play 2x7": {
      chance: 0.61,
      doubt: 0,
      place: 1,
      why: [
        { code: "robs", n: 4, seats: [1, 2] },
        { code: "left", n: 1 },
      ],
      stolen: 0.24,
    },
    "play 1x3": { chance: 0.5, doubt: 0.01, place: 2, why: [{ code: "alone", card: "3" }], stolen: 0.01 },
    "play 1x7": { chance: 0.2, doubt: 0.01 },
  };
  const advice = { t: "advice" as const, ply: 4, best: "play 2x7", moves };
  vi.stubGlobal("document", { documentElement: {} });
  prefer({ language: "en" });
  await loadWords();
  const names = (seat: number) => ["Ola", "Lis", "Jan"][seat]!;
  expect(recommended(advice, names)).toEqual([
    {
      move: "play 2x7",
      chance: 0.61,
      why: "robs Lis and Jan of 4 cards; 1 card left; stolen before your next turn: 24%",
    },
    {
      move: "play 1x3",
      chance: 0.5,
      why: "gets rid of a lone 3; hardly ever stolen before your next turn",
    },
  ]);
  expect(chanceOf(advice, "play 1x7")).toBe(0.2);
  expect(chanceOf(null, "play 1x7")).toBeUndefined();
});
