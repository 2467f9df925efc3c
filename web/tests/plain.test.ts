import { beforeEach, describe, expect, test, vi } from "vitest";
import type { View } from "../src/games/types";
import { gameAbout, gameName, optionText } from "../src/lib/game-words";
import { prefer } from "../src/lib/prefs.svelte";
import { sentenceOf } from "../src/lib/sentences";
import { loadGameWords, loadWords } from "../src/lib/words.svelte";
import { plainRoom } from "../src/plain/room";
import { moveText, previewText, seatValues, tableValues, type Labelled } from "../src/plain/values";

const PEOPLE = { seats: [{ name: "Ola" }, { name: "Jan" }] };
const WORDS = {
  "boats.name": "Boats",
  "boats.about": "Who fills the harbour?",
  "boats.option.wind": "Wind",
  "boats.view.sea": "At sea",
  "boats.view.seats.score": "Points",
  "boats.view.seats.boats": "Boats",
  "boats.move.sail": "Sail to {what}",
  "boats.move.wait": "Wait",
  "boats.event.sail": { you: "You sail to {port}.", they: "{name} sails to {port}." },
  "boats.end.harbour_full": "The harbour is full.",
};
const VIEW = {
  game: "boats",
  seat: 0,
  actor: 0,
  phase: "sail",
  over: false,
  result: null,
  moves: ["sail north", "wait"],
  sea: [["red", "blue"], []],
  storm: false,
  turn: { seat: 1, left: -2, cargo: {} },
  seats: [
    { score: 3, boats: ["red"] },
    { score: -1, boats: [] },
  ],
} as View;

beforeEach(async () => {
  vi.stubGlobal("navigator", { languages: [] }); // what a browser has and Node has not
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("fetch", async (path: string) =>
    path === "/api/games/boats/words/en"
      ? Response.json({ words: WORDS })
      : Response.json({ code: "unknown_game", values: {} }, { status: 404 }),
  );
  prefer({ language: "en" });
  await loadWords();
  await loadGameWords("boats");
});

/** Values in short: label and text, or label and parts. */
const brief = (values: Labelled[]): unknown =>
  Object.fromEntries(values.map(({ label, text, parts }) => [label, parts.length ? brief(parts) : text]));

test("a game that the page does not know is shown in its own words, and stays so in another language", async () => {
  expect([gameName("boats"), gameAbout("boats"), optionText("boats", "wind")]).toEqual([
    "Boats",
    "Who fills the harbour?",
    "Wind",
  ]);
  await loadWords();
  expect(gameName("boats")).toBe("Boats");
});

test("one without words is shown by what it writes itself", async () => {
  await loadGameWords("nameless");
  expect([gameName("nameless"), gameAbout("nameless"), optionText("nameless", "wind")]).toEqual([
    "nameless",
    "",
    "wind",
  ]);
  expect(moveText("nameless", "sail north")).toBe("sail north");
});

describe("the board shows", () => {
  test("what lies on the table, labelled, lists and nothing readable, seats by name", () => {
    expect(brief(tableValues(VIEW, PEOPLE))).toEqual({
      "At sea": "red+blue, –",
      storm: "no",
      turn: { seat: "Jan", left: "−2", cargo: "–" },
    });
  });
  test("each seat's score, and what else it has", () => {
    const seats = seatValues(VIEW, PEOPLE);
    expect(seats.map(({ score }) => score)).toEqual([3, -1]);
    expect(seats.map(({ values }) => brief(values))).toEqual([{ Boats: "red" }, { Boats: "–" }]);
  });
  test("scores that stand apart from the seats, and the players where the view tells nothing of them", () => {
    const { seats: _, ...bare } = VIEW as View & { seats: unknown };
    expect(seatValues({ ...bare, scores: [4, 5] } as View, PEOPLE).map(({ score }) => score)).toEqual([4, 5]);
    expect(seatValues(bare, PEOPLE)).toHaveLength(2);
  });
  test("moves by their words, and what they lead to", () => {
    expect(["sail north", "wait", "wait long", "jump"].map((move) => moveText("boats", move))).toEqual([
      "Sail to north",
      "Wait",
      "Wait long",
      "jump",
    ]);
    expect(previewText("boats", { risk: 0.25, ends: true })).toBe("risk: 0.25 · ends: yes");
    expect(previewText("boats", undefined)).toBe("");
  });
});

test("events are told in the game's words, to oneself and about others, or by their kind", () => {
  const room = plainRoom("boats");
  const tell = (event: { kind: string; seat?: number; [field: string]: unknown }, ...yours: number[]) =>
    sentenceOf(room, event, PEOPLE, yours);
  const sail = { kind: "sail", seat: 0, port: "north" };
  expect(tell(sail, 0)).toBe("You sail to north.");
  expect(tell(sail, 1)).toBe("Ola sails to north.");
  expect(tell({ kind: "sink", seat: 1 })).toBe("Jan: sink.");
  expect(tell({ kind: "over", reason: "harbour_full" })).toBe("The harbour is full.");
  expect(tell({ kind: "first", seat: 1 }, 1)).toMatch(/you begin\.$/);
});
