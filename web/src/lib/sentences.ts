// What happened, in a sentence: for the log, the live region and the replay alike.

import type { SeatView } from "./protocol";
import { t, type Values } from "./words.svelte";

type Event = { kind: string } & Record<string, any>;
export type People = { seats: (Pick<SeatView, "name"> & Partial<Pick<SeatView, "away">>)[] } | null;

/** Return the name of whoever sits in a seat; bots have names of their own in each language. */
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

/** Return cards as people say them: 3 × 7 and a joker. */
export function cardsText(cards: string[]): string {
  const jokers = cards.filter((card) => card === "j").length;
  const plain = cards.filter((card) => card !== "j");
  const parts = plain.length ? [`${plain.length} × ${plain[0]}`] : [];
  if (jokers)
    parts.push(plain.length ? t("cards.jokers", { n: jokers }) : t("cards.jokers_alone", { n: jokers }));
  return parts.join(" + ");
}

/** Return a single card, or a die's face, as people write it. */
export const cardText = (card: string): string => (card === "j" ? t("cards.joker") : card);
export const faceText = (face: string): string => (face === "w" ? t("dice.worm") : face);

/** Return the sentence for an event, or nothing where there is nothing to say. */
export function tell(event: Event, people: People, yours: readonly number[]): string {
  const text = sentence(event, people, yours);
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

function sentence(event: Event, people: People, yours: readonly number[]): string {
  const you = yours.includes(event["seat"] as number) && yours.length === 1;
  const values = valuesOf(event, people, yours);
  const say = (key: string, more: Values = {}) =>
    t(`tell.${key}${event["seat"] === undefined ? "" : you ? ".you" : ".they"}`, { ...values, ...more });
  switch (event.kind) {
    case "roll":
      return event["gold"] ? say("roll_gold") : "";
    case "dice":
      return say("dice", { fallen: (event["dice"] as string[]).map(faceText).join(", ") });
    case "keep": {
      const kept = `${event["dice"]} × ${faceText(event["face"] as string)}`;
      return say(event["worm"] ? "keep_worm" : "keep_no_worm", { kept });
    }
    case "round_worm":
      return say(event["from"] === null ? "round_worm" : "round_worm_from");
    case "specialist": {
      const specialist = event["specialist"] as string;
      const names = { who: t(`specialist.${specialist}.name`), whom: t(`specialist.${specialist}.whom`) };
      if (event["to"] === "tile") return t("tell.specialist_on_tile", { ...values, ...names });
      if (event["to"] === "box") return t("tell.specialist_leaves", names);
      return say("specialist_to_seat", names);
    }
    case "draw": {
      // several people on one device: a card that one of them drew is nobody else's to hear, or to read in the log
      if (event["cards"] === null || (event["from"] === "deck" && yours.length > 1))
        return say("draw_unseen");
      const cards = (event["cards"] as string[]).map(cardText).join(" + ");
      return say(event["from"] === "deck" ? "draw_deck" : "draw_pool", { cards });
    }
    case "virtual":
      return t(event["to"] === "row" ? "tell.row" : "tell.groups", {
        cards: cardText(event["card"] as string),
      });
    case "refill":
      return t("tell.refill", { cards: (event["cards"] as string[]).map(cardText).join(", ") });
    case "over":
      return t(`tell.over.${event["reason"]}`);
    case "said":
      return event["phrase"]
        ? say("said", { words: t(`chat.${event["phrase"]}`) })
        : say("said", { words: event["text"] });
    case "left":
      return say(event["removed"] ? "removed" : "left");
    case "by":
      return event["by"] === "bot" ? "" : say(`by_${event["by"]}`);
    case "muted":
      return say(event["muted"] ? "muted" : "unmuted");
    case "stood_in":
      return say(`stood_in_${event["how"]}`);
    case "present":
    case "absent":
      return (event["seats"] as number[])
        .filter((seat) => !yours.includes(seat))
        .map((seat) => t(`tell.${event.kind}`, { name: nameOf(people, seat) }))
        .join(" ");
    case "opened":
    case "configured":
    case "ordered":
      return "";
    default:
      return say(event.kind);
  }
}

function valuesOf(event: Event, people: People, yours: readonly number[]): Values {
  const values: Values = {};
  for (const [name, value] of Object.entries(event)) {
    if (typeof value === "string" || typeof value === "number") values[name] = value;
  }
  if (event["seat"] !== undefined) values["name"] = nameOf(people, event["seat"] as number);
  if (typeof event["from"] === "number") {
    const from = event["from"];
    const me = yours.length === 1 && yours.includes(from);
    values["robbed"] = me ? t("seat.from_you") : t("seat.from", { name: nameOf(people, from) });
  }
  if (Array.isArray(event["cards"])) values["cards"] = cardsText(event["cards"] as string[]);
  return values;
}
