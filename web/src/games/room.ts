// What the page needs of a game. Each has a folder here, with a `room.ts` that says all of this and is fetched when the
// game is wanted, and a `home.ts` with the little that the first screen shows (games/home.ts). A game without a folder
// has the plain room (src/plain), which knows nothing but what the server tells.

import type { Component, Snippet } from "svelte";
import type { Lesson, QuestionProps } from "../learn/lesson";
import type { Draw } from "../lib/fair";
import type { Who } from "../lib/ending";
import type { Keys } from "../lib/keys";
import type { TableLink } from "../lib/link.svelte";
import type { Beats } from "../lib/pacing";
import type { Step, Told } from "../lib/protocol";
import type { GameRecord } from "../lib/record";
import type { People, Speaking } from "../lib/sentences";
import type { Note } from "../lib/sound";
import { loadGameWords } from "../lib/words.svelte";
import type { Event, View } from "./types";

/** What was chosen for a table's game, by the options' names. */
export type Options = Readonly<Record<string, string | number>>;

/** A component that is fetched when it is wanted. */
export type Fetched<Props extends Record<string, unknown>> = () => Promise<{ default: Component<Props> }>;

/** A moment of a finished game; `seat` is whose eyes it is seen through. */
export type ReplayProps = {
  view: View;
  people: People;
  seat: number | null;
  /** The seats that “you” may mean, as in the log. */
  yours?: readonly number[];
  happening: Event | null;
  /** The move that would have been best here, or just before: what it would take is marked. */
  best?: string | null;
  above: Snippet;
  below: Snippet;
};

/** A picture of a finished game: what is seen, and what has just happened. */
export type Moment<V extends View = View, E extends Event = Event> = { view: V; events: E[] };

/** What an event is to the player it happens to; the log marks it. */
export type Mark = "gain" | "theft" | "loss";

export interface GameRoom<V extends View = View, E extends Event = Event> {
  // -- screens -------------------------------------------------------------------------------------------
  /** The table to play at. */
  table: Fetched<{ link: TableLink }>;
  /** The table to look at. */
  replay: Fetched<ReplayProps>;
  /** Further pages about a finished game; they are called `<game>.<page>.title`, and `<game>.<page>.tab` in short. */
  reports: Record<string, Fetched<{ record: GameRecord }>>;
  /** A picture beside a rule, for those that have one. */
  rulePicture?: Fetched<{ rule: string }>;
  lesson?: () => Promise<Lesson>;
  /** The table at which one looks for a better move than the one that was played. */
  question: Fetched<QuestionProps>;

  // -- what happens --------------------------------------------------------------------------------------
  /** How long events are shown; those that are not here are not. */
  beats: Record<string, Beats>;
  /** Events that somebody pays for, or that break a turn off: they stay in sight for a moment also where nothing moves. */
  breaks: readonly string[];
  sounds: Record<string, Note[]>;
  /** Events that begin a turn when another seat is the actor; undefined where every event of another seat does. */
  opens?: readonly string[];
  /** What is marked in the log. */
  marks: Record<string, Mark>;
  /** What an event changes in a view while it is shown; nothing if it changes nothing that is seen. */
  change(view: V, event: E): Partial<V> | undefined;
  /** What a view has while any event is shown. */
  during: Partial<V>;
  /** The sentence for an event, empty if nothing is said; undefined for the one of all games (`event.<kind>`). */
  sentence(event: E, speaking: Speaking): string | undefined;

  // -- looking back --------------------------------------------------------------------------------------
  /** Events that move something on the table when one looks back at them. */
  stirring: readonly string[];
  /** A move as a button says it; `view` is what was seen before it. */
  moveText(move: string, view: V, names: (seat: number) => string): string;
  /** The pictures of a move, where one is not enough. */
  moments?(before: V, step: Step): Moment<V, E>[];

  // -- the end -------------------------------------------------------------------------------------------
  /** What is counted, drawn beside the number. */
  unit?: Component<{ size?: string }>;
  /** So many points in words, where they are not called points. */
  pointsText?(n: number): string;
  /** What a seat's points are made of. */
  partsText(view: V, seat: number): string;
  /** Who ended the game, and how; undefined where that is not known. */
  endText(view: V, told: readonly Told[], who: Who): string | undefined;

  // -- chance --------------------------------------------------------------------------------------------
  /** How the outcomes are drawn that begin with a word. */
  draws: Record<string, Draw>;
  /** What was drawn in a game, in sentences. */
  drawnTexts(outcomes: readonly string[]): string[];

  // -- keys ----------------------------------------------------------------------------------------------
  /** The keys at a table with these options. */
  keys(options: Options): Keys;
}

const rooms = import.meta.glob<{ room: GameRoom }>("./*/room.ts");

/** Whether a game has a room of its own. */
export const hasRoom = (game: string): boolean => `./${game}/room.ts` in rooms;

/** Fetch the room of a game; for one without, the plain room and the game's own words. */
export async function loadRoom(game: string): Promise<GameRoom> {
  const load = rooms[`./${game}/room.ts`];
  if (load) return (await load()).room;
  const [{ plainRoom }] = await Promise.all([import("../plain/room"), loadGameWords(game)]);
  return plainRoom(game);
}
