// What happened in the dice game, in a sentence.

import type { Speaking } from "../../lib/sentences";
import { t } from "../../lib/words.svelte";
import type { PickominoEvent } from "./types";

/** Return a die's face as people write it. */
export const faceText = (face: string): string => (face === "w" ? t("dice.worm") : face);

export function sentence(event: PickominoEvent, { values, say }: Speaking): string | undefined {
  switch (event.kind) {
    case "roll":
      return event.gold ? say("roll_gold") : "";
    case "dice":
      return say("dice", { fallen: event.dice.map(faceText).join(", ") });
    case "keep": {
      const kept = `${event.dice} × ${faceText(event.face)}`;
      return say(event.worm ? "keep_worm" : "keep_no_worm", { kept });
    }
    case "round_worm":
      return say(event.from === null ? "round_worm" : "round_worm_from");
    case "specialist": {
      const { specialist, to } = event;
      const names = { who: t(`specialist.${specialist}.name`), whom: t(`specialist.${specialist}.whom`) };
      if (to === "tile") return t("tell.specialist_on_tile", { ...values, ...names });
      if (to === "box") return t("tell.specialist_leaves", names);
      return say("specialist_to_seat", names);
    }
    case "over":
      return t(`tell.over.${event.reason}`);
    default:
      return undefined;
  }
}
