import { beforeEach, describe, expect, test, vi } from "vitest";
import { room as linko } from "../src/games/linko/room";
import { room as pickomino } from "../src/games/pickomino/room";
import type { Event } from "../src/games/types";
import { prefer } from "../src/lib/prefs.svelte";
import { nameOf, sentenceOf } from "../src/lib/sentences";
import { turnsOf } from "../src/lib/turns";
import { languages, loadWords, t } from "../src/lib/words.svelte";

const PEOPLE = { seats: [{ name: "Ola" }, { name: "Jan" }, { name: null }] };

const OVER = { kind: "over", scores: [6, 8, 1], places: [2, 1, 3] };

// Every event there is (docs/views.md, docs/protocol.md), in each of the forms that have a sentence of their own.
const DICE: Event[] = [
  { kind: "first", seat: 0 },
  { kind: "roll", seat: 0, dice: 9, gold: true },
  { kind: "dice", seat: 0, dice: ["1", "4", "4", "w"], odd_face: null },
  { kind: "keep", seat: 0, face: "4", dice: 3, sum: 12, worm: false },
  { kind: "keep", seat: 0, face: "w", dice: 1, sum: 17, worm: true },
  { kind: "weasel", seat: 0, dice: 7 },
  { kind: "take", seat: 0, tile: 26, worms: 2 },
  { kind: "steal", seat: 0, tile: 27, worms: 2, from: 1, under: null },
  { kind: "steal_hen", seat: 0, tile: 27, from: 2 },
  { kind: "round_worm", seat: 0, from: null },
  { kind: "round_worm", seat: 0, from: 1 },
  { kind: "burn", seat: 0 },
  { kind: "return", seat: 0, tile: 28, worms: 2, under: null },
  ...["red_worm", "hen", "raven", "weasel", "golden_die", "apple"].flatMap((specialist) => [
    { kind: "specialist", specialist, to: "tile", tile: 22 },
    { kind: "specialist", specialist, to: "box" },
    { kind: "specialist", specialist, to: "seat", seat: 0 },
  ]),
  { kind: "turn_down", tile: 36 },
  { ...OVER, reason: "grill_empty" },
];
const CARDS: Event[] = [
  { kind: "deal", hand: { "1": 2 }, pool: ["3", "7", "7", "9", "12", "j"], deck: 51 },
  { kind: "play", seat: 0, value: 7, cards: ["7", "7", "j"] },
  { kind: "play", seat: 0, value: 14, cards: ["j", "j"] },
  { kind: "raid", seat: 0, cards: ["4", "4"] },
  { kind: "virtual", card: "13", to: "pool", place: 0 },
  { kind: "virtual", card: "5", to: "row" },
  ...["theft", "grab", "leave", "recall", "discard"].map((kind) => ({
    kind,
    seat: 0,
    from: 1,
    value: 3,
    cards: ["3", "3"],
  })),
  { kind: "draw", seat: 0, from: "deck", cards: null },
  { kind: "draw", seat: 0, from: "deck", cards: ["j"] },
  { kind: "draw", seat: 0, from: "pool", cards: ["5", "13"] },
  { kind: "refill", cards: ["2", "11"] },
  { kind: "pass", seat: 0 },
  ...["hand_empty", "cards_out", "stall"].map((reason) => ({ ...OVER, reason })),
];
const TABLE: Event[] = [
  { kind: "started" },
  { kind: "sat", seat: 0, name: "Ola" },
  { kind: "left", seat: 0, removed: false },
  { kind: "left", seat: 0, removed: true },
  { kind: "ready", seat: 0, random: "00" },
  { kind: "said", seat: 0, phrase: "hello", text: null },
  { kind: "said", seat: 0, phrase: null, text: "Hej!" },
  { kind: "muted", seat: 0, muted: true },
  { kind: "muted", seat: 0, muted: false },
  { kind: "present", seats: [1, 2] },
  { kind: "absent", seats: [1, 2], since: 0 },
  ...["wait", "turn", "seat"].map((how) => ({ kind: "stood_in", seat: 0, how, asked: 1 })),
  { kind: "by", seat: 0, by: "clock" },
  { kind: "by", seat: 0, by: "absence" },
  { kind: "again", seat: 0 },
];
const EVENTS = [
  ...[...DICE, ...TABLE].map((event) => ({ ...event, room: pickomino })),
  ...[...CARDS, ...TABLE].map((event) => ({ ...event, room: linko })),
];
const SILENT: Event[] = [
  { kind: "roll", seat: 0, dice: 8, gold: false },
  { kind: "by", seat: 0, by: "bot" },
  { kind: "opened" },
  { kind: "configured" },
  { kind: "ordered", seat: 0 },
];

describe.each(Object.keys(languages))("in the language %s", (language) => {
  beforeEach(async () => {
    vi.stubGlobal("navigator", { languages: [] }); // what a browser has and Node has not
    vi.stubGlobal("document", { documentElement: {} });
    prefer({ language });
    await loadWords();
  });

  test.each(EVENTS)("$kind has a whole sentence, about oneself and about others", ({ room, ...event }) => {
    for (const yours of [[0], [1], []]) {
      const sentence = sentenceOf(room, event, PEOPLE, yours);
      expect(sentence).not.toMatch(/[{}]|undefined|null|[a-z_]\.[a-z_]/);
      expect(sentence).toMatch(/^\p{Lu}.*[.!?]$/u);
    }
  });

  test.each(SILENT)("$kind is passed over", (event) => {
    expect(sentenceOf(pickomino, event, PEOPLE, [0])).toBe("");
  });

  test("in the log the name stands above a turn, and not in every line; what is said keeps it", () => {
    const said = { kind: "said", seat: 0, phrase: "hello" };
    const events = [DICE[1]!, DICE[2]!, said, DICE[3]!, { kind: "by", seat: 0, by: "clock" }, DICE[6]!];
    const [turn] = turnsOf(
      pickomino,
      events.map((event, at) => ({ event, at })),
      PEOPLE,
      [],
    );
    expect(turn!.lines.filter(({ text }) => text.startsWith("Ola")).map(({ at }) => at)).toEqual([2]);
    for (const { text } of turn!.lines) expect(text).toMatch(/^[\p{Lu}\d].*[.!?]$/su);
  });

  test("whose cards they were is said", () => {
    const theft = { kind: "theft", seat: 1, from: 0, value: 3, cards: ["3", "3"] };
    expect(sentenceOf(linko, theft, PEOPLE, [0])).toContain(t("seat.from", { you: true }));
    expect(sentenceOf(linko, theft, PEOPLE, [2])).toContain("Ola");
  });

  test("where several people share a device nobody is told what another one drew", () => {
    const draw = { kind: "draw", seat: 0, from: "deck", cards: ["12"] };
    expect(sentenceOf(linko, draw, PEOPLE, [0])).toContain("12");
    expect(sentenceOf(linko, draw, PEOPLE, [0, 1])).toBe(
      sentenceOf(linko, { ...draw, cards: null }, PEOPLE, [0, 1]),
    );
    expect(sentenceOf(linko, { ...draw, from: "pool" }, PEOPLE, [0, 1])).toContain("12");
  });

  test("bots have names of their own, each with another letter, and none that a person has", () => {
    const bots = t("seat.bots").split(", ");
    const seated = (people: Record<number, string>) => ({
      seats: Array.from({ length: 7 }, (_, seat) => ({ name: people[seat] ?? null })),
    });
    const namesOf = (people: Record<number, string>) =>
      Array.from({ length: 7 }, (_, seat) => nameOf(seated(people), seat));
    expect(namesOf({})).toEqual(bots);
    expect(new Set(bots.map((name) => name[0])).size).toBe(7);
    // Two people are called like bots: the one like the third, the other like the bot whom the first replaces.
    const people = { 0: bots[2]!.toLocaleUpperCase(), 5: bots[0]! };
    const names = namesOf(people);
    expect(names[2]).toBe(bots[5]);
    expect(new Set(names.map((name) => name.toLocaleLowerCase())).size).toBe(7);
    expect(nameOf(null, 1)).toBe(bots[1]);
  });
});
