// What the action bar of the dice table offers: the moves there are, or the gesture that a chosen group begins.

import type { Action } from "../../parts/ActionBar.svelte";
import { t } from "../../lib/words.svelte";
import { riskWord, shareText } from "./shares";
import type { PickominoPreview, PickominoView } from "./types";

type Preview = Record<string, PickominoPreview> | null;
type Names = (seat: number) => string;

/** The turn as it is, or as a chosen group would leave it. */
type Stand = { dice: number; lacksWorm: boolean };

/** Return the actions of the player who must decide. */
export function actionsFor(
  view: PickominoView,
  preview: Preview,
  chosen: string | null,
  names: Names,
): Action[] {
  const { phase, turn, moves = [] } = view;
  if (!turn) return [];
  const now: Stand = { dice: turn.dice, lacksWorm: turn.lacks_worm };
  const plain = (move: string) => action([], move, view, now, preview?.[move], names, hasBoth(moves));
  if (phase === "start" || phase === "kept") return moves.map(plain);
  if (phase !== "rolled") return [];
  const others = moves.filter((move) => !move.startsWith("keep ")).map(plain);
  return chosen === null ? others : [...gestures(chosen, view, preview, names), ...others];
}

/** Return the tiles that actions would take, or steal. */
export const targetsOf = (actions: Action[], word: "take" | "steal"): number[] =>
  actions
    .map(({ moves }) => moves.at(-1)?.split(" ") ?? [])
    .filter(([first]) => first === word)
    .map(([, tile]) => Number(tile));

const hasBoth = (moves: string[]) =>
  moves.some((move) => move.startsWith("take ")) && moves.some((move) => move.startsWith("steal "));

/** The moves that may follow a group, each as one gesture with it. */
function gestures(face: string, view: PickominoView, preview: Preview, names: Names): Action[] {
  const { dice, roll } = view.turn!;
  const keep = `keep ${face}`;
  const next = preview?.[keep];
  const after = next?.moves ?? [];
  const follow = after.filter((move) => /^(roll|take|steal)/.test(move));
  const stand: Stand = {
    dice: dice - (roll?.[face] ?? 0),
    lacksWorm: next?.lacks_worm ?? false,
  };
  if (next && !after.length) {
    const note = join(t("pickomino.table.keep_burns"), whyNothing(stand));
    return [{ moves: [keep], text: t("pickomino.table.keep"), note, kind: "danger", key: "enter" }];
  }
  if (!follow.length) return [{ moves: [keep], text: t("pickomino.table.keep"), kind: "go", key: "enter" }];
  return follow.map((move) => action([keep], move, view, stand, next, names, hasBoth(after)));
}

function action(
  before: string[],
  move: string,
  view: PickominoView,
  stand: Stand,
  /** What is known of the move, or of the group before it. */
  known: PickominoPreview | undefined,
  names: Names,
  both: boolean,
): Action {
  const moves = [...before, move];
  const { seats } = view;
  const [word, what] = move.split(" ");
  switch (word) {
    case "take":
      return {
        moves,
        text: t("pickomino.table.take", { tile: what! }),
        note: t("pickomino.table.from_grill"),
        kind: "other",
        key: both ? "g" : "t g",
      };
    case "steal": {
      const from = seats.findIndex((seat) => seat.stack.at(-1) === Number(what));
      return {
        moves,
        text: t("pickomino.table.steal", { tile: what! }),
        note: t("seat.from", { name: names(from) }),
        kind: "other",
        key: "t s",
      };
    }
    case "weasel":
      return {
        moves,
        text: t("pickomino.table.weasel"),
        note: chancesText(known),
        kind: "other",
        key: "l",
        share: known?.risk ?? null,
      };
    case "burn":
      return {
        moves,
        text: t("pickomino.table.burn"),
        note: lossText(known?.loss),
        kind: "danger",
        key: "b",
      };
    default:
      if (what === "gold") return { moves, text: t("pickomino.table.roll_gold"), kind: "other", key: "g" };
      if (view.phase === "start")
        return { moves, text: t("pickomino.table.roll_first"), kind: "go", key: "r" };
      return {
        moves,
        text: t("pickomino.table.roll_on", { n: stand.dice }),
        note: join(whyNothing(stand), chancesText(known)),
        kind: "go",
        key: "r",
        share: known?.risk ?? null,
      };
  }
}

/** Say that a worm is missing, where the sum would be enough for a tile. */
const whyNothing = ({ lacksWorm }: Stand) => (lacksWorm ? t("pickomino.table.no_worm") : "");

/** Say how likely the next roll burns, and how likely the turn ends with a tile: the first is not the whole truth. */
const chancesText = ({ risk, tile }: PickominoPreview = {}) =>
  join(
    risk === undefined ? "" : riskText(risk, tile),
    tile === undefined ? "" : t("pickomino.table.finish", { share: shareText(tile) }),
  );

/** A roll that is safe in a turn that will most likely bring nothing is not called so. */
function riskText(risk: number, tile: number | undefined): string {
  const [share, word] = [shareText(risk), riskWord(risk)];
  if (tile !== undefined && word !== riskWord(1 - tile)) return t("pickomino.table.risk_only", { share });
  return t("pickomino.table.risk", { share, word });
}

function lossText(loss: PickominoPreview["loss"]): string {
  if (!loss) return ""; // nothing is known of a move that is only looked back at
  if (loss.tile === null) return t("pickomino.table.burn_free");
  const { tile, specialist } = loss;
  if (!specialist) return t("pickomino.table.burn_costs_tile", { tile });
  return t("pickomino.table.burn_costs", { tile, whom: t(`pickomino.specialist.${specialist}.whom`) });
}

const join = (...notes: string[]) => notes.filter(Boolean).join("\u00a0· ");
