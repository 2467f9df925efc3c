// A lesson as tools/tutorials.py writes it: positions, and for each the choices that lead on.

import type { Event, View } from "../lib/link.svelte";

export type Preview = Record<string, Record<string, any>> | null;
export type Way = { moves: string[]; events: Event[]; view: View };
export type Step = { name: string; view: View; preview: Preview; risk: number | null; ways: Way[] };

const files = import.meta.glob<Step[]>("./*.json", { import: "default" });

/** The games that have a lesson. */
export const lessons = Object.keys(files).map((path) => path.replace(/^\.\/(\w+)\.json$/, "$1"));

/** Fetch the lesson of a game. */
export const loadLesson = (game: string): Promise<Step[]> => files[`./${game}.json`]!();

/** The choice that was made, if it is one that leads on. */
export const wayOf = (step: Step, moves: string[]): Way | undefined =>
  step.ways.find((way) => way.moves.join() === moves.join());
