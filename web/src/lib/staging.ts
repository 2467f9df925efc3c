// The table while an event is on the stage: a view with what the event changes already done, so that everybody sees
// what is lost and what is gained. Nothing can be chosen then. The server's own view follows the last
// event of a scene and replaces all this; so what no person would look for in between is left as it was.

import type { GameRoom } from "../games/room";
import type { Event, View } from "../games/types";

/** Return the view as it is while an event is shown. */
export const staged = (room: Pick<GameRoom, "change" | "during">, view: View, event: Event): View => ({
  ...view,
  ...room.change(view, event),
  ...room.during,
  moves: [],
});
