// What happened, in a sentence: for the log, the live region and the replay alike.

import type { GameRoom } from "../games/room";
import type { Event } from "../games/types";
import type { SeatView } from "./protocol";
import { t, type Values } from "./words.svelte";

export type People = { seats: (Pick<SeatView, "name"> & Partial<Pick<SeatView, "away">>)[] } | null;

/** All that a sentence may need: who they are, which of them is meant by “you”, and the event's own values. */
export type Speaking = {
  people: People;
  yours: readonly number[];
  /** Whether the event is about you. */
  you: boolean;
  values: Values;
  /** Return a text of the catalogue with these values, about you or about another one, as the event's seat is. */
  say: (key: string, more?: Values) => string;
};

/** Return the name of the player in a seat; bots have names of their own in each language. */
export function nameOf(people: People, seat: number): string {
  const seats = people?.seats ?? [];
  const own = seats[seat]?.name;
  if (own) return own;
  const bots = t("seat.bots").split(", ");
  // A bot whose name is a person's has the one that nobody uses because a person sits in its place.
  for (let place = seat, tries = 0; tries <= seats.length; tries += 1) {
    const name = bots[place % bots.length]!;
    place = seats.findIndex((one) => one.name?.toLocaleLowerCase() === name.toLocaleLowerCase());
    if (place < 0) return name;
  }
  return t("seat.number", { n: seat + 1 });
}

/** Return what a seat is called: “you” where it is the viewer's only seat, else by name. */
export const calledOf = (people: People, seat: number, yours: readonly number[]): string =>
  yours.length === 1 && yours[0] === seat ? t("seat.you") : nameOf(people, seat);

/** Return the sentence for an event, or nothing where there is nothing to say. */
export function sentenceOf(
  room: Pick<GameRoom, "sentence">,
  event: Event,
  people: People,
  yours: readonly number[],
): string {
  const you = event.seat !== undefined && yours.length === 1 && yours.includes(event.seat);
  const values = valuesOf(event, people, yours);
  const say = (key: string, more: Values = {}) => t(key, { ...values, ...more, you });
  const speaking = { people, yours, you, values, say };
  const text = atTable(event, speaking) ?? room.sentence(event, speaking) ?? say(`event.${event.kind}`);
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Return the sentence for an event of the table, which is none of the game's. */
function atTable(event: Event, { people, yours, say }: Speaking): string | undefined {
  switch (event.kind) {
    case "said":
      return say("tell.said", {
        words: event["phrase"] ? t(`chat.${event["phrase"]}`) : String(event["text"]),
      });
    case "left":
      return say(event["removed"] ? "tell.removed" : "tell.left");
    case "by":
      return event["by"] === "bot" ? "" : say(`tell.by_${event["by"]}`);
    case "muted":
      return say(event["muted"] ? "tell.muted" : "tell.unmuted");
    case "stood_in":
      return say(`tell.stood_in_${event["how"]}`);
    case "present":
    case "absent":
      return (event["seats"] as number[])
        .filter((seat) => !yours.includes(seat))
        .map((seat) => t(`tell.${event.kind}`, { name: nameOf(people, seat) }))
        .join(" ");
    case "helped":
      return say("tell.helped", { help: t(`manners.help.${event["help"]}`) });
    case "answered":
      return say(event["agree"] ? "tell.agreed" : "tell.declined");
    case "asked":
    case "hosted":
    case "took_back":
    case "sat":
    case "ready":
    case "again":
      return say(`tell.${event.kind}`);
    case "started": {
      const late = (event["late"] as number[] | undefined)?.map((seat) => nameOf(people, seat));
      return late?.length ? t("tell.started_late", { names: late.join(", ") }) : say("tell.started");
    }
    case "starting":
    case "revealed":
    case "opened":
    case "configured":
    case "ordered":
      return "";
    default:
      return undefined;
  }
}

function valuesOf(event: Event, people: People, yours: readonly number[]): Values {
  const values: Values = {};
  for (const [name, value] of Object.entries(event)) {
    if (typeof value === "string" || typeof value === "number") values[name] = value;
  }
  if (event.seat !== undefined) values["name"] = nameOf(people, event.seat);
  if (typeof event["from"] === "number") {
    const from = event["from"];
    const you = yours.length === 1 && yours.includes(from);
    values["robbed"] = t("seat.from", { you, name: nameOf(people, from) });
  }
  return values;
}
