// What the action bar of the dice table offers: the moves there are, or the gesture that a chosen group begins.

import { isExact } from "../art/Tile.svelte";
import type { Action } from "../parts/ActionBar.svelte";
import type { View } from "../lib/link.svelte";
import { t } from "../lib/words.svelte";
import type { Worths } from "./advice";
import { riskWord, shareText } from "./shares";

type Preview = Record<string, Record<string, any>> | null;
type Names = (seat: number) => string;

/** The turn as it is, or as a chosen group would leave it. */
type Stand = { dice: number; sum: number; worm: boolean; risk: number | null; offers: boolean };

/** Return the actions for whoever has to decide. */
export function actionsFor(
  view: View,
  preview: Preview,
  risk: number | null,
  chosen: string | null,
  names: Names,
  worths: Worths | null = null,
): Action[] {
  const { phase, turn } = view;
  const moves = view["moves"] as string[];
  const now: Stand = { dice: turn.dice, sum: turn.sum, worm: turn.worm, risk, offers: hasOffer(moves) };
  const plain = (move: string) => valued(action([], move, view, now, names, hasBoth(moves)), worths);
  if (phase === "start" || phase === "kept") return moves.map(plain);
  if (phase !== "rolled") return [];
  const others = moves.filter((move) => !move.startsWith("keep ")).map(plain);
  return chosen === null ? others : [...gestures(chosen, view, preview, names), ...others];
}

const hasOffer = (moves: string[]) => moves.some((move) => /^(take|steal) /.test(move));
const hasBoth = (moves: string[]) =>
  moves.some((move) => move.startsWith("take ")) && moves.some((move) => move.startsWith("steal "));

/** The moves that may follow a group, each as one gesture with it. */
function gestures(face: string, view: View, preview: Preview, names: Names): Action[] {
  const keep = `keep ${face}`;
  const next = preview?.[keep];
  const after = (next?.["moves"] ?? []) as string[];
  const follow = after.filter((move) => /^(roll|take|steal)/.test(move));
  const stand: Stand = {
    dice: view["turn"].dice - (view["turn"].roll[face] as number),
    sum: next?.["sum"] ?? 0,
    worm: next?.["worm"] ?? true,
    risk: next?.["risk"] ?? null,
    offers: hasOffer(after),
  };
  if (next && !after.length) {
    const note = join(t("dice.keep_burns"), whyNothing(view, stand));
    return [{ moves: [keep], text: t("dice.keep"), note, kind: "danger", key: "enter" }];
  }
  if (!follow.length) return [{ moves: [keep], text: t("dice.keep"), kind: "go", key: "enter" }];
  return follow.map((move) => action([keep], move, view, stand, names, hasBoth(after)));
}

function action(
  before: string[],
  move: string,
  view: View,
  stand: Stand,
  names: Names,
  both: boolean,
): Action {
  const moves = [...before, move];
  const seats = view["seats"] as { stack: number[] }[];
  const [word, what] = move.split(" ");
  switch (word) {
    case "take":
      return {
        moves,
        text: t("dice.take", { tile: what! }),
        note: t("dice.from_grill"),
        kind: "other",
        key: both ? "g" : "t g",
      };
    case "steal": {
      const from = seats.findIndex((seat) => seat.stack.at(-1) === Number(what));
      return {
        moves,
        text: t("dice.steal", { tile: what! }),
        note: t("seat.from", { name: names(from) }),
        kind: "other",
        key: "t s",
      };
    }
    case "weasel":
      return { moves, text: t("dice.weasel"), kind: "other", key: "l" };
    case "burn": {
      const tile = seats[view["actor"] as number]!.stack.at(-1);
      const note = tile === undefined ? t("dice.burn_free") : t("dice.burn_costs", { tile });
      return { moves, text: t("dice.burn"), note, kind: "danger", key: "b" };
    }
    default:
      if (what === "gold") return { moves, text: t("dice.roll_gold"), kind: "other", key: "g" };
      if (view["phase"] === "start") return { moves, text: t("dice.roll_first"), kind: "go", key: "r" };
      return {
        moves,
        text: t("dice.roll_on", { n: stand.dice }),
        note: join(whyNothing(view, stand), riskText(stand.risk)),
        kind: "go",
        key: "r",
        share: stand.risk,
      };
  }
}

/** Say that a worm is missing, where the sum would be enough for a tile. */
function whyNothing(view: View, { sum, worm, offers }: Stand): string {
  const grill = view["grill"] as { tile: number; up: boolean }[];
  const lowest = grill.find(({ tile, up }) => up && !isExact(tile))?.tile ?? Infinity;
  return !worm && !offers && sum >= lowest ? t("dice.no_worm") : "";
}

const riskText = (risk: number | null) =>
  risk === null ? "" : t("dice.risk", { share: shareText(risk), word: riskWord(risk) });

const join = (...notes: string[]) => notes.filter(Boolean).join(" · ");

/** Add what the trainer thinks an action is worth. */
function valued(one: Action, worths: Worths | null): Action {
  const move = one.moves.at(-1)!;
  return worths ? { ...one, worth: worths.of[move] ?? null, best: worths.best === move } : one;
}
