// What a view holds, as labelled values that anybody can read: labels are the game's words, or the names in the view.

import type { View } from "../games/types";
import { nameOf, type People } from "../lib/sentences";
import { firstOf, t, written } from "../lib/words.svelte";

/** A value with its label: a text, or further values. */
export type Labelled = { key: string; label: string; text: string; parts: Labelled[] };

/** What has a place of its own on the board, or says nothing to a person. */
const ELSEWHERE = ["game", "seat", "actor", "phase", "over", "result", "moves", "parts", "seats", "scores"];

/** Return the label of a value; its path is the names that lead to it, joined by dots. */
export const labelOf = (game: string, path: string): string =>
  firstOf([`${game}.view.${path}`]) ?? path.split(".").at(-1)!.replaceAll("_", " ");

/** Return a value without parts, as people write it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return t(value ? "plain.yes" : "plain.no");
  if (typeof value === "number") return written(Math.round(value * 1000) / 1000);
  return String(value);
}

/** Return what a part of a view holds, each value with its label. */
export function valuesIn(game: string, data: object, people: People, path: string[] = []): Labelled[] {
  return Object.entries(data).map(([key, value]: [string, unknown]) => {
    const here = [...path, key];
    const list = Array.isArray(value);
    const label = labelOf(game, here.join("."));
    if (key === "seat" && typeof value === "number") return leaf(key, label, nameOf(people, value));
    if (isPlain(value)) return leaf(key, label, textOf(value));
    if (list && value.every(isPlain)) return leaf(key, label, value.map(textOf).join(", ") || "–");
    if (list && value.every((one) => Array.isArray(one) && one.every(isPlain)))
      return leaf(
        key,
        label,
        (value as unknown[][]).map((one) => one.map(textOf).join("+") || "–").join(", ") || "–",
      );
    const parts = list
      ? (value as object[]).map((one, n) =>
          branch(String(n), String(n + 1), valuesIn(game, one, people, here)),
        )
      : valuesIn(game, value as object, people, here);
    return parts.length ? branch(key, label, parts) : leaf(key, label, "–");
  });
}

/** Return what lies on the table: what the view holds, less what has a place of its own. */
export function tableValues(view: View, people: People): Labelled[] {
  const shown = Object.entries(view).filter(([key]) => !ELSEWHERE.includes(key));
  return valuesIn(view.game, Object.fromEntries(shown), people);
}

export type SeatValues = { score: number | null; values: Labelled[] };

/** Return what each seat has: its score, as far as the view tells, and everything else. */
export function seatValues(view: View, people: People): SeatValues[] {
  const { seats, scores } = view as { seats?: unknown; scores?: unknown };
  const listed = (Array.isArray(seats) ? seats : []) as unknown[];
  const players =
    Math.max(listed.length, Array.isArray(scores) ? scores.length : 0) || (people?.seats.length ?? 0);
  return Array.from({ length: players }, (_, seat) => {
    const own = (isPlain(listed[seat]) ? {} : listed[seat]) as Record<string, unknown>;
    const { score = Array.isArray(scores) ? (scores[seat] as unknown) : null, ...rest } = own;
    return {
      score: typeof score === "number" ? score : null,
      values: valuesIn(view.game, rest, people, ["seats"]),
    };
  });
}

/** Return a move as a button says it. */
export function moveText(game: string, move: string): string {
  const [word, ...rest] = move.split(" ");
  const what = rest.join(" ");
  const text = firstOf([`${game}.move.${word}`], { what });
  if (text === undefined) return move;
  return what && !text.includes(what) ? `${text} ${what}` : text;
}

/** Return what a move would lead to, as far as the server tells. */
export function previewText(game: string, preview: Record<string, unknown> | undefined): string {
  return valuesIn(game, preview ?? {}, null, ["preview"])
    .filter(({ parts }) => !parts.length)
    .map(({ label, text }) => `${label}: ${text}`)
    .join(" · ");
}

const isPlain = (value: unknown): boolean => value === null || typeof value !== "object";
const leaf = (key: string, label: string, text: string): Labelled => ({ key, label, text, parts: [] });
const branch = (key: string, label: string, parts: Labelled[]): Labelled => ({ key, label, text: "", parts });
