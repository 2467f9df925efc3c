// The dice game.

import type { Keys } from "../../lib/keys";
import { bell, knock } from "../../lib/sound";
import { t } from "../../lib/words.svelte";
import type { GameRoom } from "../room";
import Worm from "./art/Worm.svelte";
import { beats } from "./beats";
import { drawDice, drawnTexts } from "./chance";
import { endText, partsText } from "./ending";
import { moments } from "./moments";
import { moveText } from "./move-text";
import { sentence } from "./sentences";
import { change } from "./staging";
import type { PickominoEvent, PickominoView } from "./types";

const GRILL_KEY: Keys[number] = [["G"], "pickomino.keys.grill"];
const DELUXE_KEYS: Keys = [
  [["G"], "pickomino.keys.grill_or_gold"],
  [["L"], "pickomino.keys.weasel"],
  [["B"], "pickomino.keys.burn"],
];

export const room: GameRoom<PickominoView, PickominoEvent> = {
  table: () => import("./Table.svelte"),
  replay: () => import("./Replay.svelte"),
  reports: { report: () => import("./Report.svelte") },
  rulePicture: () => import("./RulePicture.svelte"),
  lesson: async () => (await import("./lesson")).lesson,
  question: () => import("./LessonTable.svelte"),

  beats,
  breaks: ["burn", "steal", "steal_hen"],
  sounds: {
    dice: [knock(0, 320), knock(0.06, 260), knock(0.13, 380), knock(0.21, 240)],
    keep: [knock(0, 420), knock(0.07, 520)],
    take: [bell(0, 523), bell(0.09, 784)],
    steal: [bell(0, 659), bell(0.08, 523), bell(0.16, 880)],
    burn: [{ at: 0, tone: 220, length: 0.5, kind: "sawtooth", loud: 0.07, slide: 0.35 }],
    round_worm: [bell(0, 880), bell(0.07, 988)],
  },
  opens: ["roll", "dice"], // a replay has no picture of a roll before its dice have fallen
  marks: { take: "gain", steal: "theft", steal_hen: "theft", burn: "loss" },
  change,
  during: {},
  sentence,

  stirring: ["take", "steal", "return", "turn_down", "burn", "keep"],
  moveText,
  moments,

  unit: Worm,
  pointsText: (n) => t("pickomino.count.worms", { n }),
  partsText,
  endText,

  draws: { dice: drawDice },
  drawnTexts,

  keys: ({ variant }) => [
    [["1–5", "W"], "pickomino.keys.face"],
    [["R"], "pickomino.keys.roll"],
    [["T"], "pickomino.keys.tile"],
    [["Enter"], "pickomino.keys.keep"],
    ...(variant === "deluxe" ? DELUXE_KEYS : [GRILL_KEY]),
  ],
};
