import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { actionsFor } from "../src/games/pickomino/actions";
import { chancesOf, worthsOf } from "../src/games/pickomino/advice";
import { riskWord, shareSpoken, shareText, worthText } from "../src/games/pickomino/shares";
import type { Loss, PickominoTurn, PickominoView } from "../src/games/pickomino/types";
import { prefer } from "../src/lib/prefs.svelte";
import { loadWords } from "../src/lib/words.svelte";

const NAMES = (seat: number) => ["Ola", "Jan"][seat]!;

function viewOf(phase: string, moves: string[], turn: Partial<PickominoTurn> = {}) {
  const seats = [{ stack: [] }, { stack: [23] }];
  const fresh = { seat: 0, aside: {}, sum: 0, worm: false, lacks_worm: false, dice: 8, roll: null };
  return { phase, moves, actor: 0, seats, turn: { ...fresh, ...turn } } as unknown as PickominoView;
}

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("navigator", { languages: [] });
});

describe.each(["pl", "en", "de"] as const)("in %s", (language) => {
  const said = <T>(texts: { pl: T; en: T; de: T }): T => texts[language];
  beforeEach(async () => {
    prefer({ language });
    await loadWords();
  });

  test("a share is never 0% if it can happen, nor 100% if it can fail", () => {
    const sign = said({ pl: "%", en: "%", de: "\u00a0%" });
    expect([0, 1 / 216, 0.01, 0.314, 0.994, 0.999, 1].map(shareText)).toEqual(
      ["0", "<1", "1", "31", ">99", ">99", "100"].map((share) => share + sign),
    );
    expect([1 / 216, 0.999].map(shareSpoken)).toEqual(
      said({
        pl: ["mniej niż 1%", "ponad 99%"],
        en: ["less than 1%", "over 99%"],
        de: ["unter 1\u00a0%", "über 99\u00a0%"],
      }),
    );
  });

  test("a risk has a word", () => {
    expect([1 / 216, 1 / 6, 1 / 3, 0.5].map(riskWord)).toEqual(
      said({
        pl: ["prawie bezpiecznie", "spokojnie", "ryzykownie", "szaleństwo"],
        en: ["almost safe", "fine", "risky", "madness"],
        de: ["fast sicher", "geht schon", "riskant", "Wahnsinn"],
      }),
    );
  });

  test("a worth has one decimal, a real minus, and no minus nothing", () => {
    expect([1.63, -0.44, -0.01].map(worthText)).toEqual(
      language === "en" ? ["1.6", "−0.4", "0.0"] : ["1,6", "−0,4", "0,0"],
    );
  });

  test("rolling on tells how many dice, the risk in number, the chance of a tile, and why there is none", () => {
    const view = viewOf("rolled", ["keep 3"], {
      dice: 5,
      sum: 15,
      aside: { "5": 3 },
      roll: { "3": 2, "5": 3 },
    });
    const risk = 1 / 216;
    const [roll] = actionsFor(
      view,
      { "keep 3": { sum: 21, worm: false, lacks_worm: true, moves: ["roll"], risk, tile: 0.41 } },
      "3",
      NAMES,
    );
    expect(roll).toMatchObject({
      moves: ["keep 3", "roll"],
      text: said({
        pl: "Rzuć dalej (3\u00a0kostki)",
        en: "Roll on (3\u00a0dice)",
        de: "Weiterwürfeln (3\u00a0Würfel)",
      }),
      note: said({
        pl: "bez robala nic nie weźmiesz\u00a0· spalenie <1%\u00a0· płytka w\u00a0tej turze 41%",
        en: "no tile without a worm\u00a0· <1% to burn\u00a0· 41% to end with a tile",
        de: "ohne Wurm kein Stein\u00a0· <1\u00a0% Fehlwurf\u00a0· 41\u00a0% Stein am Ende",
      }),
      share: risk,
    });
    const low = { sum: 20, worm: false, lacks_worm: false, moves: ["roll"] };
    expect(actionsFor(view, { "keep 3": low }, "3", NAMES)[0]!.note).toBe("");
  });

  test("the risk is told in a word, unless the chance of a tile says something else", () => {
    const view = viewOf("rolled", ["keep 3"], { dice: 5, sum: 15, roll: { "3": 2, "5": 3 } });
    const noteFor = (risk: number, tile: number) =>
      actionsFor(
        view,
        { "keep 3": { sum: 21, worm: true, lacks_worm: false, moves: ["roll"], risk, tile } },
        "3",
        NAMES,
      )[0]!.note;
    expect(noteFor(0.13, 0.87)).toContain(riskWord(0.13));
    expect(noteFor(0.13, 0.14)).not.toContain(riskWord(0.13));
  });

  test("setting the last dice aside without a worm burns, and says why", () => {
    const view = viewOf("rolled", ["keep 5"], { dice: 2, roll: { "5": 2 } });
    const kept = { sum: 30, worm: false, lacks_worm: true, moves: [] };
    const [keep] = actionsFor(view, { "keep 5": kept }, "5", NAMES);
    expect(keep).toMatchObject({ moves: ["keep 5"], kind: "danger" });
    expect(keep!.note).toContain(
      said({ pl: "bez robala nic nie weźmiesz", en: "no tile without a worm", de: "ohne Wurm kein Stein" }),
    );
  });

  test("a burnt roll that the weasel could repeat has its price", () => {
    const notes = (loss: Loss) =>
      actionsFor(viewOf("rolled", ["weasel", "burn"]), { burn: { loss } }, null, NAMES).map(
        ({ note }) => note,
      );
    expect(notes({ tile: 25, specialist: "weasel" })).toEqual([
      "",
      said({
        pl: "tracisz 25 i\u00a0łasicę",
        en: "you lose 25 and the weasel",
        de: "du verlierst 25 und das Wiesel",
      }),
    ]);
    expect(notes({ tile: 25, specialist: null })[1]).toBe(
      said({ pl: "tracisz 25", en: "you lose 25", de: "du verlierst 25" }),
    );
    expect(notes({ tile: null, specialist: null })[1]).toBe(
      said({ pl: "nic nie tracisz", en: "you lose nothing", de: "du verlierst nichts" }),
    );
  });
});

test("t takes what there is to take; where one may also steal, t steals and g takes from the grill", () => {
  const keys = (moves: string[]) =>
    Object.fromEntries(
      actionsFor(viewOf("kept", moves, { sum: 23, worm: true }), null, null, NAMES).map((one) => [
        one.moves[0],
        one.key,
      ]),
    );
  expect(keys(["take 22", "roll"])).toEqual({ "take 22": "t g", roll: "r" });
  expect(keys(["steal 23", "roll"])).toEqual({ "steal 23": "t s", roll: "r" });
  expect(keys(["take 22", "steal 23"])).toEqual({ "take 22": "g", "steal 23": "t s" });
});

test("the trainer’s chances are those of the chosen group, else of the best move; worths go with their moves", () => {
  const advice = {
    t: "advice" as const,
    ply: 4,
    best: "keep w",
    moves: {
      "keep w": {
        value: 1.6,
        chance: 0.6,
        endings: { burn: 0.3, "take 21": 0.7 },
        then: { "take 21": 1, roll: 1.6 },
        then_chances: { "take 21": 0.6, roll: 0.5 },
      },
      "keep 4": { value: 0.9, chance: 0.4, endings: { burn: 0.6, "take 22": 0.4 } },
    },
  };
  expect(chancesOf(advice, null)["take 21"]).toBe(0.7);
  expect(chancesOf(advice, "4")["take 22"]).toBe(0.4);
  expect(worthsOf(advice)).toEqual({
    best: ["keep w", "keep w, take 21"], // it wins more often, if not more worms
    of: { "keep w": 1.6, "keep w, take 21": 1, "keep w, roll": 1.6, "keep 4": 0.9 },
    chances: { "keep w": 0.6, "keep w, take 21": 0.6, "keep w, roll": 0.5, "keep 4": 0.4 },
  });
});
