// The evening's table as a picture, to be sent to others.

import type { Ranked } from "./evening";
import { saveFile } from "./save";
import { language, number, t } from "./words.svelte";

const WIDTH = 1080;
const EDGE = 64;
const HEAD = 250;
const ROW = 104;
const FOOT = 110;
const FELT = ["#1d5a41", "#123524"];
const INK = "#fbf7ea";
const SOFT = "#c9d8c8";
const GO = "#ffcb2f";
const COLUMNS = [640, 820, 1016]; // where wins, points and best score end

/** Share the picture, or save it where the browser cannot share; return which. */
export async function shareEvening(
  title: string,
  games: string,
  rows: Ranked[],
): Promise<"shared" | "saved"> {
  const file = new File([await drawn(title, games, rows)], `${t("app.title")}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title }).catch(() => {}); // the person changed their mind
    return "shared";
  }
  saveFile(file);
  return "saved";
}

async function drawn(title: string, games: string, rows: Ranked[]): Promise<Blob> {
  await document.fonts.load("850 40px 'Nunito Variable'");
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEAD + rows.length * ROW + FOOT;
  const pen = canvas.getContext("2d")!;
  const felt = pen.createRadialGradient(WIDTH / 2, 0, 0, WIDTH / 2, 0, canvas.height);
  FELT.forEach((colour, n) => felt.addColorStop(n, colour));
  pen.fillStyle = felt;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.textBaseline = "middle";

  text(pen, title, EDGE, 90, 64, INK, "left", WIDTH - 2 * EDGE);
  const day = new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(new Date());
  text(pen, `${day} · ${games}`, EDGE, 160, 34, SOFT);
  ["wins", "points", "best"].forEach((name, n) =>
    text(pen, t(`evening.${name}`), COLUMNS[n]!, HEAD - 30, 28, SOFT, "right"),
  );
  rows.forEach((row, n) => drawRow(pen, row, HEAD + n * ROW, n === 0));
  text(pen, t("app.title"), EDGE, canvas.height - FOOT / 2, 34, SOFT);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}

function drawRow(pen: CanvasRenderingContext2D, row: Ranked, top: number, first: boolean): void {
  pen.fillStyle = first ? GO : "rgb(0 0 0 / 22%)";
  pen.beginPath();
  pen.roundRect(EDGE - 24, top, WIDTH - 2 * EDGE + 48, ROW - 12, 24);
  pen.fill();
  const ink = first ? "#2c2100" : INK;
  const middle = top + (ROW - 12) / 2;
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--seat-${row.seat}`);
  pen.beginPath();
  pen.arc(EDGE + 30, middle, 32, 0, 2 * Math.PI);
  pen.fill();
  text(pen, [...row.who][0]?.toLocaleUpperCase() ?? "?", EDGE + 30, middle, 36, "#14201a", "center");
  const streak = row.streak > 1 ? ` · ${t("evening.streak", { n: row.streak })}` : "";
  text(pen, row.who + streak, EDGE + 84, middle, 40, ink, "left", COLUMNS[0]! - 110 - EDGE - 84);
  const wins = `${number(row.wins, Number.isInteger(row.wins) ? 0 : 1)}/${row.games}`;
  [wins, number(row.points), number(row.best) + (row.record ? " ★" : "")].forEach((value, n) =>
    text(pen, value, COLUMNS[n]!, middle, 44, ink, "right"),
  );
}

function text(
  pen: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  align: CanvasTextAlign = "left",
  most?: number,
): void {
  pen.font = `850 ${size}px "Nunito Variable", sans-serif`;
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.fillText(words, x, y, most);
}
