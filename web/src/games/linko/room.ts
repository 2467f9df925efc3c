// The card game.

import { bell, knock } from "../../lib/sound";
import type { GameRoom } from "../room";
import { drawDeal, drawnTexts } from "./chance";
import { endText, partsText } from "./ending";
import { moveText } from "./move-text";
import { sentence } from "./sentences";
import { change } from "./staging";
import type { LinkoEvent, LinkoView } from "./types";

export const room: GameRoom<LinkoView, LinkoEvent> = {
  table: () => import("./Table.svelte"),
  replay: () => import("./Replay.svelte"),
  reports: {},
  lesson: async () => (await import("./lesson")).lesson,
  question: () => import("./LessonTable.svelte"),

  beats: {
    play: [0, 600],
    raid: [400, 300],
    virtual: [0, 250],
    theft: [0, 800],
    grab: [0, 500],
    leave: [0, 350],
    recall: [0, 400],
    discard: [0, 450],
    draw: [0, 350],
    refill: [0, 250],
  },
  breaks: [],
  sounds: {
    play: [knock(0, 300)],
    theft: [bell(0, 440), bell(0.08, 370)],
    grab: [knock(0, 360), knock(0.05, 300), knock(0.1, 250)],
    draw: [knock(0, 480)],
  },
  opens: ["play"],
  marks: { theft: "theft", raid: "theft" },
  change,
  during: { pending: null },
  sentence,

  stirring: ["theft"],
  moveText,

  partsText,
  endText,

  draws: { deal: drawDeal },
  drawnTexts,

  keys: () => [
    [["1–13", "J"], "linko.keys.value"],
    [["D"], "linko.keys.deck"],
    [["−", "+"], "linko.keys.more"],
    [["Enter"], "linko.keys.play"],
    [["P"], "linko.keys.pass"],
    [["T"], "linko.keys.take"],
    [["L"], "linko.keys.leave"],
    [["A"], "linko.keys.always"],
    [["H"], "linko.keys.trainer"],
  ],
};
