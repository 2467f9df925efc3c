// The evening's table as a picture, to be sent to others.

import type { Ranked } from "./evening";
import {
  box,
  EDGE,
  GO,
  GO_INK,
  INK,
  newCard,
  shareCard,
  sign,
  SOFT,
  WIDTH,
  write,
  type Pen,
} from "./picture";
import { language, number, t } from "./words.svelte";

const HEAD = 250;
const ROW = 104;
const FOOT = 110;
const COLUMNS = [640, 820, 1016]; // where wins, points and best score end

/** Share the picture, or save it where the browser cannot share; return which. */
export async function shareEvening(
  title: string,
  games: string,
  rows: Ranked[],
): Promise<"shared" | "saved"> {
  const height = HEAD + rows.length * ROW + FOOT;
  const pen = await newCard(height);
  write(pen, title, EDGE, 90, 64, INK, "left", WIDTH - 2 * EDGE);
  const day = new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(new Date());
  write(pen, `${day} · ${games}`, EDGE, 160, 34, SOFT);
  ["wins", "points", "best"].forEach((name, n) =>
    write(pen, t(`evening.${name}`), COLUMNS[n]!, HEAD - 30, 28, SOFT, "right"),
  );
  rows.forEach((row, n) => drawRow(pen, row, HEAD + n * ROW, n === 0));
  write(pen, t("app.title"), EDGE, height - FOOT / 2, 34, SOFT);
  return shareCard(pen, title);
}

function drawRow(pen: Pen, row: Ranked, top: number, first: boolean): void {
  box(pen, EDGE - 24, top, WIDTH - 2 * EDGE + 48, ROW - 12, first ? GO : "rgb(0 0 0 / 22%)");
  const ink = first ? GO_INK : INK;
  const middle = top + (ROW - 12) / 2;
  sign(pen, row.seat, row.who, EDGE + 30, middle);
  const streak = row.streak > 1 ? ` · ${t("evening.streak", { n: row.streak })}` : "";
  write(pen, row.who + streak, EDGE + 84, middle, 40, ink, "left", COLUMNS[0]! - 110 - EDGE - 84);
  const wins = `${number(row.wins, Number.isInteger(row.wins) ? 0 : 1)}/${row.games}`;
  [wins, number(row.points), number(row.best) + (row.record ? " ★" : "")].forEach((value, n) =>
    write(pen, value, COLUMNS[n]!, middle, 44, ink, "right"),
  );
}
