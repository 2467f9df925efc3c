// The result of a game as a picture, to be sent to others: who won, why, and everybody's luck and skill.

import type { Review } from "../lib/review";
import {
  box,
  EDGE,
  GO,
  GO_INK,
  INK,
  linesOf,
  newCard,
  shareCard,
  sign,
  SOFT,
  WIDTH,
  write,
  type Pen,
} from "../lib/picture";
import { language, percent, t } from "../lib/words.svelte";
import { luckOf, luckWord } from "./story";

/** One line of the card: who, with how many points, and the place. */
export type Placed = { seat: number; name: string; points: string; first: boolean };

const TOP = 250;
const LINE = 56;
const ROW = 132;
const FOOT = 110;
const BAR = 250;
const COLUMNS = [460, 760]; // where luck and skill begin
const FULL = 0.5; // luck that fills its half of a bar

/** Share the picture, or save it where the browser cannot share; return which. */
export async function shareResult(
  title: string,
  game: string,
  story: string,
  rows: Placed[],
  review: Review,
): Promise<"shared" | "saved"> {
  const measuring = await newCard(1);
  const lines = linesOf(measuring, story, 42, WIDTH - 2 * EDGE);
  const head = TOP + lines.length * LINE + 50;
  const height = head + rows.length * ROW + FOOT;
  const pen = await newCard(height);
  write(pen, title, EDGE, 90, 64, INK, "left", WIDTH - 2 * EDGE);
  const day = new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(new Date());
  write(pen, `${game} · ${day}`, EDGE, 160, 34, SOFT, "left", WIDTH - 2 * EDGE);
  lines.forEach((line, n) => write(pen, line, EDGE, TOP - 10 + n * LINE, 42, INK));
  ["luck_title", "skill_title"].forEach((name, n) =>
    write(pen, t(`looking.${name}`), COLUMNS[n]!, head - 30, 28, SOFT),
  );
  rows.forEach((row, n) => drawRow(pen, row, review, head + n * ROW));
  write(pen, t("app.title"), EDGE, height - FOOT / 2, 34, SOFT);
  return shareCard(pen, title);
}

function drawRow(pen: Pen, { seat, name, points, first }: Placed, review: Review, top: number): void {
  box(pen, EDGE - 24, top, WIDTH - 2 * EDGE + 48, ROW - 12, first ? GO : "rgb(0 0 0 / 22%)");
  const [ink, soft] = first ? [GO_INK, GO_INK] : [INK, SOFT];
  const middle = top + (ROW - 12) / 2;
  sign(pen, seat, name, EDGE + 30, middle);
  write(pen, name, EDGE + 84, middle - 20, 40, ink, "left", COLUMNS[0]! - EDGE - 104);
  write(pen, points, EDGE + 84, middle + 26, 30, soft, "left", COLUMNS[0]! - EDGE - 104);
  const luck = luckOf(review, seat);
  const [left, right] = [COLUMNS[0]!, COLUMNS[1]!];
  write(pen, t(`looking.luck.${luckWord(luck, review.players)}`), left, middle - 22, 30, ink, "left", BAR);
  box(pen, left, middle + 14, BAR, 22, "rgb(0 0 0 / 30%)");
  const reach = Math.min(Math.abs(luck) / FULL, 1) * (BAR / 2);
  box(pen, left + BAR / 2 - (luck < 0 ? reach : 0), middle + 14, reach, 22, luck < 0 ? "#ff9b8a" : "#8fe3a5");
  box(pen, left + BAR / 2 - 2, middle + 8, 4, 34, ink);
  const { accuracy, grade } = review.seats[seat]!;
  if (accuracy === null || !grade) return;
  write(pen, t(`looking.grade.${grade}`), right, middle - 22, 30, ink, "left", BAR - 90);
  write(pen, percent(accuracy / 100), right + BAR, middle - 22, 30, soft, "right");
  box(pen, right, middle + 14, BAR, 22, "rgb(0 0 0 / 30%)");
  box(pen, right, middle + 14, (BAR * accuracy) / 100, 22, "#7cd0ff");
}
