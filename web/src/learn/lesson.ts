// A lesson as tools/tutorials.py writes it: positions, and for each the choices that lead on.

import type { Component, Snippet } from "svelte";
import type { Event, View } from "../games/types";
import type { People } from "../lib/sentences";
import type { Action } from "../parts/ActionBar.svelte";

export type Way = { moves: string[]; events: Event[]; view: View };
export type Step = {
  name: string;
  view: View;
  preview: Record<string, Record<string, unknown>> | null;
  risk: number | null;
  ways: Way[];
};

/** A position in which a choice is asked for. */
export type QuestionProps = {
  step: Pick<Step, "preview">;
  /** What is seen: the position, or what came of the choice. */
  view: View;
  /** Whether a choice has been made that leads on. */
  done: boolean;
  me: number;
  people: People;
  /** The way to the next step. */
  next: Action;
  above: Snippet;
  /** Called with the moves of a choice; there are none where it is the next step that was chosen. */
  onchoose: (moves: string[]) => void;
};

export type Lesson = {
  steps: Step[];
  Table: Component<QuestionProps>;
  /** What is shown when it is over. */
  Picture: Component;
};

/** The choice that was made, if it is one that leads on. */
export const wayOf = (step: Step, moves: string[]): Way | undefined =>
  step.ways.find((way) => way.moves.join() === moves.join());
