// What a look back says of a game, in words for people who know neither backgammon nor statistics.

import type { Who } from "../lib/ending";
import type { Review, Step } from "../lib/review";
import { firstOf, listed, percent, t } from "../lib/words.svelte";

export type Verdict = NonNullable<Step["verdict"]>;

/** The signs of the verdicts, as in chess. */
export const SIGNS: Record<Verdict, string> = { find: "!", inaccuracy: "?!", mistake: "?", blunder: "??" };

const LUCKY = 0.1;
const VERY_LUCKY = 0.25;
const CLOSE = 5; // so many points of a hundred tell nobody apart

export type Luck = "very_good" | "good" | "even" | "bad" | "very_bad";

/** Return a part of the victory as it counts: more players have less each. */
export const weighed = (part: number, players: number): number => (part * players) / (players - 1);

/** Return what to call so much luck. */
export function luckWord(luck: number, players: number, good = LUCKY, very = VERY_LUCKY): Luck {
  const amount = weighed(luck, players);
  if (Math.abs(amount) <= good) return "even";
  if (amount > 0) return amount > very ? "very_good" : "good";
  return amount < -very ? "very_bad" : "bad";
}

/** Return what chance gave a seat or took from it, its own and that of others. */
export const luckOf = ({ seats }: Review, seat: number): number =>
  seats[seat]!.own_luck + seats[seat]!.other_luck;

/** Return a change of a chance: +12 %, −3 %. */
export function changeText(change: number): string {
  const amount = percent(Math.abs(change));
  if (amount === percent(0)) return amount;
  return `${change < 0 ? "−" : "+"}${amount}`;
}

/** Return what a game calls its luck, where it has words of its own: dice, cards. */
const luckText = (game: string, word: "because" | "despite" | "helped"): string =>
  firstOf([`${game}.luck.${word}`, `looking.luck.${word}`])!;

/** Return in one sentence why the game ended as it did. */
export function storyOf(review: Review, who: Who): string {
  const [one, two] = clauses(review, who);
  return two ? `${one}; ${two}.` : `${one}.`;
}

function clauses(review: Review, who: Who): [one: string, two?: string] {
  const { seats, players, game } = review;
  const skills = seats.map((seat) => seat.accuracy ?? 0);
  const best = skills.indexOf(Math.max(...skills));
  const most = Math.max(...seats.map((seat) => seat.won ?? 0));
  const winners = [...seats.keys()].filter((seat) => seats[seat]!.won === most);
  const ahead = (seat: number) => skills[best]! - skills[seat]! <= CLOSE;
  const better = t("looking.story.better", who(best));
  if (winners.length > 1) {
    const shared = t("looking.story.shared", { names: listed(winners.map((seat) => who(seat).name)) });
    return winners.some(ahead) ? [shared] : [shared, better];
  }
  const winner = winners[0]!;
  const luck = luckWord(luckOf(review, winner), players);
  const clearly = skills.every((skill, seat) => seat === winner || skills[winner]! - skill > CLOSE);
  const told = (key: string) =>
    t(`looking.story.${key}`, {
      ...who(winner),
      because: luckText(game, "because"),
      despite: luckText(game, "despite"),
    });
  const lucky = luck === "good" || luck === "very_good";
  const unlucky = luck === "bad" || luck === "very_bad";
  if (!ahead(winner)) return [told(lucky ? "by_luck" : unlucky ? "despite" : "won"), better];
  if (unlucky) return [told("by_play_despite")];
  if (lucky) return clearly ? [told("best"), luckText(game, "helped")] : [told("luck_decided")];
  // As well on average, and yet the mistakes of others cost much more: they made more of them, or when it counted.
  const { gifts, errors } = seats[winner]!;
  const mistakes = weighed(gifts - errors, players) > LUCKY;
  return [told(clearly ? "by_play" : mistakes ? "by_mistakes" : "even")];
}
