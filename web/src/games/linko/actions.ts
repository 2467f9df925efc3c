// What the action bar of the card table offers: what is chosen and what it leads to, or to do without a card.

import type { Action } from "../../parts/ActionBar.svelte";
import { cardsText, cardText } from "./sentences";
import { t } from "../../lib/words.svelte";
import { cardsChosen, gainOf, layerText, moveOf, sizeOf, type Chosen } from "./plays";
import type { LinkoPreview, LinkoView, Pending } from "./types";

type Preview = Record<string, LinkoPreview> | null;
type Names = (seat: number) => string;

/** Return what is to be chosen before there is anything to press. */
export const promptFor = (phase: string): string =>
  t(
    phase === "play"
      ? "linko.table.choose"
      : phase === "raid"
        ? "linko.table.choose_set"
        : "linko.table.choose_draw",
  );

/** Return the question what becomes of a stolen layer. */
export function questionOf({ kind, thief, victim, layer }: Pending, names: Names): string {
  const { cards } = layer!;
  return t(`linko.ask.${kind}`, {
    n: cards.length,
    name: names(kind === "theft" ? victim! : thief!),
    cards: cardsText(cards).replaceAll(" ", "\u00a0"),
  });
}

/** Return the answers to what becomes of a stolen layer. */
export function answersFor(view: LinkoView, names: Names): Action[] {
  const { victim, layer } = view.pending!;
  const n = layer!.cards.length;
  const hand = sizeOf(view.hand ?? {});
  return (view.moves ?? []).map((move) => {
    const takes = isTaking(move);
    return {
      moves: [move],
      text: t(`linko.answer.${move}`),
      note: t(`linko.answer.${move}_note`, { n, name: names(victim!), hand: takes ? hand + n : hand }),
      kind: takes ? "go" : "plain",
      key: ANSWER_KEYS[move],
    };
  });
}

/** Whether an answer takes the cards into the hand. */
const isTaking = (move: string): boolean => move === "grab" || move === "recall";

const ANSWER_KEYS: Record<string, string> = { grab: "t", recall: "t", leave: "l", discard: "l" };

/** Return the actions of the player who must decide. */
export function actionsFor(view: LinkoView, preview: Preview, chosen: Chosen | null, names: Names): Action[] {
  const move = chosen && moveOf(chosen);
  const offered = move !== null && !!view.moves?.includes(move);
  const actions = offered ? [committing(move, chosen!, view, preview, names)] : [];
  if (offered && move === "draw deck" && view.phase === "draw")
    actions.unshift({
      moves: [move],
      text: t("linko.table.always_deck"),
      kind: "plain",
      always: true,
      key: "a",
    });
  if (view.phase === "may_draw")
    actions.unshift({ moves: ["pass"], text: t("linko.table.pass"), kind: "plain", key: "p" });
  return actions;
}

function committing(move: string, chosen: Chosen, view: LinkoView, preview: Preview, names: Names): Action {
  const hand = sizeOf(view.hand ?? {});
  const action: Omit<Action, "text"> = { moves: [move], kind: "go", key: "enter" };
  const cards = cardsChosen(chosen);
  if (cards) {
    const played = [
      ...Array<string>(cards.cards).fill(cards.value),
      ...Array<string>(cards.jokers).fill("j"),
    ];
    const left = hand - played.length;
    const text = t("linko.table.play", { cards: cardsText(played) });
    return { ...action, text, note: outcome(view, preview?.[move], left, names) };
  }
  const gain = gainOf(move);
  const note = t("linko.table.then_hold", { n: hand + (gain.length || 1) });
  if (!gain.length) return { ...action, text: t("linko.table.draw_from_deck"), note };
  if (view.phase === "raid")
    return { ...action, text: t("linko.table.raid", { cards: cardsText(gain) }), note };
  return { ...action, text: t("linko.table.draw_this", { cards: gain.map(cardText).join(" + ") }), note };
}

/** Return the beginning of a long name: a list of them must find room on a button. */
const brief = (name: string, most: number) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

/** Say whom a play robs, in order, and how many cards are left; or that it ends the game. */
function outcome(view: LinkoView, next: LinkoPreview | undefined, left: number, names: Names): string {
  if (!next) return t("linko.table.left", { n: left }); // nothing is known of a move that is only looked back at
  if (next.ends) return t("linko.table.last");
  const { robs } = next;
  const many = robs.length > 2; // all their layers are of the size that is played: the names are enough
  const whom = robs.map((seat) => {
    if (many) return brief(names(seat), 6);
    const layer = layerText(view.seats[seat]!.layers.at(-1)!);
    return `${brief(names(seat), 10)} (${layer})`;
  });
  if (next.raids.length) whom.unshift(t("linko.table.virtual"));
  const what = whom.length
    ? t("linko.table.robs", { whom: whom.join(t("linko.then")) })
    : t("linko.table.robs_nobody");
  return [what, t("linko.table.left", { n: left })].join(" · ");
}
