// What happened in the dice game, in a sentence.

import type { Speaking } from "../../lib/sentences";
import { t, times } from "../../lib/words.svelte";
import type { PickominoEvent } from "./types";

/** Return a die's face as people write it. */
export const faceText = (face: string): string => (face === "w" ? t("pickomino.table.worm") : face);

const PLACES = {
  tile: "pickomino.event.specialist_on_tile",
  seat: "pickomino.event.specialist_to_seat",
  box: "pickomino.event.specialist_leaves",
};

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

export function sentence(event: PickominoEvent, { say }: Speaking): string | undefined {
  switch (event.kind) {
    case "first":
      return undefined;
    case "roll":
      return event.gold ? say("pickomino.event.roll_gold") : "";
    case "dice":
      return say("pickomino.event.dice", { dice: event.dice.map(faceText).join(", ") });
    case "keep": {
      const kept = times(event.dice, faceText(event.face));
      return say(event.worm ? "pickomino.event.keep_worm" : "pickomino.event.keep_no_worm", { kept });
    }
    case "round_worm":
      return say(event.from === null ? "pickomino.event.round_worm" : "pickomino.event.round_worm_from");
    case "specialist": {
      const who = t(`pickomino.specialist.${event.specialist}.name`);
      const whom = t(`pickomino.specialist.${event.specialist}.whom`);
      return say(PLACES[event.to], { who, whom, Who: capital(who), Whom: capital(whom) });
    }
    case "take":
    case "steal": {
      const worms = t("pickomino.count.worms", { n: event.worms });
      return say(`pickomino.event.${event.kind}`, { worms });
    }
    default:
      return say(`pickomino.event.${event.kind}`);
  }
}
