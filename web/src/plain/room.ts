// A game that has no folder in games/: everything about it comes from its views, its events and its words.

import type { GameRoom } from "../games/room";
import { firstOf, t } from "../lib/words.svelte";
import { labelOf, moveText, textOf } from "./values";

/** Return the room of a game of which the page knows nothing but its name. */
export function plainRoom(game: string): GameRoom {
  return {
    table: () => import("./Table.svelte"),
    replay: () => import("./Replay.svelte"),
    question: () => import("./Question.svelte"),
    reports: {},

    beats: {},
    breaks: [],
    sounds: {},
    marks: {},
    change: () => undefined,
    during: {},
    sentence({ kind, reason }, { values, you }) {
      const own = firstOf([`${game}.event.${kind}`], { ...values, you });
      if (own !== undefined) return own;
      if (kind === "first") return undefined;
      if (kind === "over") return firstOf([`${game}.end.${reason}`]) ?? t("status.over");
      return `${[values["name"], kind].filter(Boolean).join(": ")}.`;
    },

    stirring: [],
    moveText: (move) => moveText(game, move),

    partsText(view, seat) {
      const { parts } = view as { parts?: Record<string, number>[] | null };
      return Object.entries(parts?.[seat] ?? {})
        .map(([key, amount]) => `${labelOf(game, `parts.${key}`)}: ${textOf(amount)}`)
        .join(", ");
    },
    endText: () => undefined,

    draws: {},
    drawnTexts(outcomes) {
      const n = outcomes.filter((outcome) => !outcome.startsWith("first ")).length;
      return n ? [t("replay.fair.draws", { n })] : [];
    },

    keys: () => [[["1–9"], "keys.plain.move"]],
  };
}
