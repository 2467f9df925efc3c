import { beforeAll, describe, expect, test, vi } from "vitest";
import { room as dice } from "../src/games/pickomino/room";
import { room as cards } from "../src/games/linko/room";
import type { LinkoView } from "../src/games/linko/types";
import type { PickominoView } from "../src/games/pickomino/types";
import { prefer } from "../src/lib/prefs.svelte";
import type { Replay } from "../src/lib/protocol";
import type { Review, SeatReview, Step } from "../src/lib/review";
import { loadWords } from "../src/lib/words.svelte";
import {
  apart,
  changeIn,
  deciderOf,
  fits,
  frameOf,
  glimpsesOf,
  isGood,
  isMissed,
  mistakesOf,
  momentsOf,
  notesOf,
} from "../src/looking/notes";
import { changeText, luckWord, storyOf } from "../src/looking/story";
import { chancesText, decisionText, luckText } from "../src/looking/remarks";

const NAMES = ["Ola", "Lis", "Jan"];
const names = (seat: number) => NAMES[seat]!;
const others = (seat: number) => ({ name: names(seat), you: false });

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  prefer({ language: "en" });
  await loadWords();
});

/** A game: for each seat its part of the victory, its luck, and how well it played. */
const game = (...seats: [won: number, luck: number, accuracy: number][]) =>
  ({
    game: "pickomino",
    players: seats.length,
    over: true,
    seats: seats.map(
      ([won, own_luck, accuracy]) => ({ won, own_luck, other_luck: 0, accuracy }) as SeatReview,
    ),
  }) as Review;

const step = (ply: number, more: Partial<Step> = {}): Step => ({
  ply,
  move: "roll",
  seat: 0,
  owner: 0,
  chances: [0.5, 0.5],
  luck: [0, 0],
  error: 0,
  counted: false,
  verdict: null,
  options: [],
  gift: [0, 0],
  information: [0, 0],
  residual: [0, 0],
  ...more,
});

describe("the sentence says why the game ended as it did", () => {
  test.each([
    [game([1, 0.3, 60], [0, -0.3, 90]), "Ola won because of good dice; Lis played better."],
    [game([1, 0.3, 90], [0, -0.3, 60]), "Ola played best; the dice helped, too."],
    [game([1, 0.3, 90], [0, -0.3, 88]), "Nobody played much better than Ola, who won because of good dice."],
    [game([1, 0.01, 90], [0, -0.01, 60]), "Ola won by playing best."],
    [game([1, -0.2, 90], [0, 0.2, 60]), "Ola won by good play, in spite of bad dice."],
    [game([1, 0.01, 60], [0, -0.01, 90]), "Ola won; Lis played better."],
    [game([1, -0.2, 60], [0, 0.2, 90]), "Ola won in spite of bad dice; Lis played better."],
    [game([0.5, 0.2, 60], [0.5, 0, 61], [0, -0.2, 90]), "Ola and Lis share the victory; Jan played better."],
    [game([0.5, 0.2, 60], [0.5, 0, 61], [0, -0.2, 50]), "Ola and Lis share the victory."],
  ])("%#", (review, sentence) => expect(storyOf(review, others)).toBe(sentence));

  test("the viewer's own seat is addressed as you", () => {
    const to = (seat: number) => (one: number) => ({ name: names(one), you: one === seat });
    const review = game([1, 0.3, 60], [0, -0.3, 90]);
    expect(storyOf(review, to(0))).toBe("You won because of good dice; Lis played better.");
    expect(storyOf(review, to(1))).toBe("Ola won because of good dice; you played better.");
  });

  test("a game without words of its own speaks of luck", () => {
    expect(storyOf({ ...game([1, 0.3, 60], [0, -0.3, 90]), game: "pig" }, others)).toBe(
      "Ola won because of good luck; Lis played better.",
    );
  });

  test("equal play is not an even game where the mistakes of others cost much more", () => {
    const review = game([1, 0.02, 58], [0, -0.02, 58]);
    Object.assign(review.seats[0]!, { gifts: 0.7, errors: 0.2 });
    expect(storyOf(review, others)).toBe("Luck was even; Ola won because the mistakes of others cost more.");
  });

  test("an even game is called even", () => {
    expect(storyOf(game([1, 0.02, 80], [0, -0.02, 82]), others)).toMatch(
      /^An even game: .*Ola came out ahead\.$/,
    );
  });
});

test("luck counts more where more people play", () => {
  expect([0.04, 0.06, 0.2, -0.06, -0.2].map((luck) => luckWord(luck, 2))).toEqual([
    "even",
    "good",
    "very_good",
    "bad",
    "very_bad",
  ]);
  expect(luckWord(0.06, 7)).toBe("even");
});

test("a change has a sign, unless nothing is left of it", () => {
  expect([0.123, -0.04, 0.001, -0.001].map(changeText)).toEqual(["+12%", "−4%", "0%", "0%"]);
});

const decided = step(2, {
  move: "roll",
  counted: true,
  verdict: "mistake",
  options: [
    { move: "take 24", chance: 0.61 },
    { move: "keep 1", chance: 0.607 },
    { move: "roll", chance: 0.48 },
  ],
  chances: [0.48, 0.52],
});
const thrown = step(3, { move: "dice 1", seat: -1, luck: [-0.2, 0.2], chances: [0.28, 0.72] });
const review = {
  ...game([1, 0, 80], [0, 0, 80]),
  start: [0.5, 0.5],
  steps: [step(0), step(1), decided, thrown],
};
const frames = [{ done: 0 }, { done: 2 }, { done: 4 }, { done: 4 }];

test("what has no picture of its own is told with the next one", () => {
  const notes = notesOf(review, frames);
  expect(notes.map(({ chances }) => chances[0])).toEqual([0.5, 0.5, 0.28, 0.28]);
  expect(notes.map(({ decision }) => decision?.ply)).toEqual([undefined, undefined, 2, undefined]);
  expect(notes[2]!.luck).toEqual({ seat: 0, amount: -0.2 });
  expect(notes[3]!.luck).toBeNull();
  expect([0, 2, 3].map((ply) => frameOf(frames, ply))).toEqual([1, 2, 2]);
});

test("two moves that decided the game and share a picture are one moment", () => {
  expect(momentsOf([0, 2, 3], frames)).toEqual([
    { ply: 0, at: 1 },
    { ply: 2, at: 2 },
  ]);
});

test("the curve is there before the rest", () => {
  const curve = [0.5, 0.55, 0.6, 0.4, 1].map((chance) => [chance, 1 - chance]);
  const notes = glimpsesOf(curve, frames);
  expect(notes.map(({ chances }) => chances[0])).toEqual([0.5, 0.6, 1, 1]);
  expect(notes.every(({ decision, luck }) => decision === null && luck === null)).toBe(true);
});

test("what decided the game is told of whom it changed most for", () => {
  const robbed = step(3, {
    seat: -1,
    owner: 0,
    luck: [0.01, -0.2, 0.19],
    gift: [0, 0, 0],
    information: [0, 0, 0],
  });
  expect(changeIn(robbed)).toEqual({ seat: 1, amount: -0.2 });
  expect(changeIn({ ...thrown, owner: 1 })).toEqual({ seat: 1, amount: 0.2 });
  expect(changeIn({ ...thrown, owner: 0 })).toEqual({ seat: 0, amount: -0.2 });
  expect(changeIn({ ...decided, gift: [-0.13, 0.13], information: [0.3, -0.3] }).amount).toBe(0.3);
});

test("who plays on from a moment is who decides there, or decided before chance", () => {
  const steps = [-1, 1, -1, 0].map((seat) => ({ ...decided, seat }));
  expect([0, 1, 2, 3, 9].map((ply) => deciderOf({ steps }, ply))).toEqual([0, 1, 1, 0, 0]);
});

test("a moment is told in words", () => {
  const note = notesOf(review, frames)[2]!;
  const view = { phase: "kept", turn: { dice: 3 } } as PickominoView;
  const text = decisionText(note.decision!, (move) => dice.moveText(move, view, names));
  expect(text).toBe("There was better: “Take 24”\u00a0– 61% to win instead of 48%.");
  expect(luckText(note, names)).toBe("Very unlucky for Ola: −20%.");
  expect(chancesText(note.chances, names)).toBe("Chances to win: Ola 28%, Lis 72%.");
  expect(decisionText({ ...decided, verdict: null }, String)).toBe("");
});

test("a look back at another game is not shown", () => {
  const replay = { steps: review.steps.map(({ move }) => ({ move })) } as Replay;
  expect(fits(review, replay)).toBe(true);
  expect(fits({ ...review, over: false }, replay)).toBe(false);
  expect(fits(review, { ...replay, steps: replay.steps.slice(1) })).toBe(false);
  expect(fits(review, { ...replay, steps: replay.steps.toReversed() })).toBe(false);
});

test("one learns from one's own mistakes; from smaller ones where there is no other", () => {
  const steps = [step(0, { verdict: "inaccuracy" }), decided, step(5, { seat: 1, verdict: "blunder" })];
  const plies = (seats: number[], of = steps) =>
    mistakesOf({ ...review, steps: of }, seats).map(({ ply }) => ply);
  expect(plies([0])).toEqual([2]);
  expect(plies([0, 1])).toEqual([2, 5]);
  expect(plies([0], steps.slice(0, 1))).toEqual([0]);
  expect(plies([2])).toEqual([]);
});

test("a better move is shown where one was missed", () => {
  expect(isMissed(decided)).toBe(true);
  expect(isMissed({ ...decided, verdict: null })).toBe(false);
  expect(isMissed({ ...decided, move: "take 24", verdict: "find" })).toBe(false);
  expect(isMissed(null)).toBe(false);
});

test("an answer is right if nothing is much better", () => {
  expect(["take 24", "keep 1", "roll"].map((move) => isGood(decided, move, 2))).toEqual([true, true, false]);
});

test("signs that would hide each other are moved apart, and stay in the picture", () => {
  const rounded = (heights: number[]) => apart(heights, 0.2).map((height) => Number(height.toFixed(2)));
  expect(rounded([0.9, 0.1])).toEqual([0.9, 0.1]);
  expect(rounded([0.5, 0.5])).toEqual([0.5, 0.7]);
  expect(rounded([1, 0.95, 0])).toEqual([1, 0.8, 0]);
});

test("moves of both games are told in words", () => {
  const rolled = { phase: "rolled", turn: { dice: 5, roll: { "4": 3, w: 1 } } } as unknown as PickominoView;
  const say = (move: string) => dice.moveText(move, rolled, names);
  expect(
    ["keep 4", "keep w", "take 24", "steal 31", "roll gold", "worm from 1", "weasel", "burn"].map(say),
  ).toEqual([
    "Set aside 3\u00a0×\u00a04",
    "Set aside 1\u00a0×\u00a0worm",
    "Take 24",
    "Steal 31",
    "Roll with the golden die",
    "Take a round worm from Lis",
    "Repeat with the weasel",
    "Do not repeat",
  ]);
  expect(say("hold hen")).toBe("Keep the hen");
  const pool = { pool: [["7"], ["5", "13"]] } as unknown as LinkoView;
  const play = (move: string) => cards.moveText(move, pool, names);
  expect(
    ["play 3x7+1j", "play 2j", "raid 2x4", "draw 5+13", "draw deck", "pass", "grab", "discard"].map(play),
  ).toEqual([
    "Play 3\u00a0×\u00a07 + a joker",
    "Play 2 jokers",
    "Steal 2\u00a0×\u00a04",
    "Take from the pool: 5 + 13",
    "Draw from the deck",
    "No card",
    "Into my hand",
    "Discard",
  ]);
});
