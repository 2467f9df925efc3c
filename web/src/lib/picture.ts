// Pictures to be sent to others: a card of felt, written on.

import { t } from "./words.svelte";

export const WIDTH = 1080;
export const EDGE = 64;
export const INK = "#fbf7ea";
export const SOFT = "#c9d8c8";
export const GO = "#ffcb2f";
export const GO_INK = "#2c2100";
const FELT = ["#1d5a41", "#123524"];
const KEPT = 60_000; // milliseconds in which a browser should have saved it

export type Pen = CanvasRenderingContext2D;

/** Return a pen on a card of felt. */
export async function newCard(height: number): Promise<Pen> {
  await document.fonts.load("850 40px 'Nunito Variable'");
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = height;
  const pen = canvas.getContext("2d")!;
  const felt = pen.createRadialGradient(WIDTH / 2, 0, 0, WIDTH / 2, 0, height);
  FELT.forEach((colour, n) => felt.addColorStop(n, colour));
  pen.fillStyle = felt;
  pen.fillRect(0, 0, WIDTH, height);
  pen.textBaseline = "middle";
  return pen;
}

/** Write a line. */
export function write(
  pen: Pen,
  words: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  align: CanvasTextAlign = "left",
  most?: number,
): void {
  pen.font = fontOf(size);
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.fillText(words, x, y, most);
}

const fontOf = (size: number) => `850 ${size}px "Nunito Variable", sans-serif`;

/** Return a text in lines that are no wider than this. */
export function linesOf(pen: Pen, words: string, size: number, most: number): string[] {
  pen.font = fontOf(size);
  const lines: string[] = [];
  for (const word of words.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && pen.measureText(longer).width <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Draw a box with round corners. */
export function box(pen: Pen, x: number, y: number, width: number, height: number, colour: string): void {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.roundRect(x, y, width, height, Math.min(24, height / 2));
  pen.fill();
}

/** Draw a player's sign: the colour of the seat, and a letter. */
export function sign(pen: Pen, seat: number, name: string, x: number, y: number): void {
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--seat-${seat}`);
  pen.beginPath();
  pen.arc(x, y, 32, 0, 2 * Math.PI);
  pen.fill();
  write(pen, [...name][0]?.toLocaleUpperCase() ?? "?", x, y, 36, "#14201a", "center");
}

/** Share a card, or save it where the browser cannot share; return which. */
export async function shareCard({ canvas }: Pen, title: string): Promise<"shared" | "saved"> {
  const picture = await new Promise<Blob>((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
  const file = new File([picture], `${t("app.title")}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title }).catch(() => {}); // the person changed their mind
    return "shared";
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
  return "saved";
}
